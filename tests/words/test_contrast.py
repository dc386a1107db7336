"""Two long texts are cut where they are alike."""

from __future__ import annotations

from flowscout.words.contrast import contrast

NAMES = [f'"name{n}"' for n in range(40)]


def test_what_differs_is_seen_however_far_behind() -> None:
    one, other = (f"Set names to [{', '.join(names)}]" for names in (NAMES, [*NAMES[:30], '"added"', *NAMES[30:]]))

    was, now = contrast(one, other, 100)

    assert was == 'Set names to ["name0", "name1"… "name27", "name28", "name29", "name30", "name31",…]'
    assert now == 'Set names to ["name0", "name1"… "name27", "name28", "name29", "added", "name30", "name31",…]'


def test_short_texts_are_whole() -> None:
    assert contrast("Set a to 1", "Set a to 2", 100) == ("Set a to 1", "Set a to 2")


def test_no_text_is_longer_than_the_limit_and_different_ones_stay_different() -> None:
    for at in range(0, 300, 7):
        one = "word " * 60
        other = one[:at] + "X" + one[at:]
        was, now = contrast(one, other, 120)
        assert max(len(was), len(now)) <= 120
        assert was != now, at


def test_where_no_word_ends_before_the_difference_the_difference_is_seen_all_the_same() -> None:
    one = "kind not in BRANCHING and len(before := sources.get(step.step_id,[]))==1and(before[0][0].step_id)not in seen"

    was, now = contrast(one, one.replace("before[0]", "before[0 + 1]"), 72)

    assert was == "kind not in BRANCHING… step.step_id,[]))==1and(before[0][0].step_id)not…"
    assert now == "kind not in BRANCHING… step.step_id,[]))==1and(before[0 + 1][0].step_id…"
