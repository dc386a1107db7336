"""What a box of high shows of more than it has room for."""

from __future__ import annotations

from flowscout.words.outlined import lines
from flowscout.words.structured import Told


def test_what_is_done_on_the_way_out_is_not_told_without_how_it_is_left() -> None:
    """Without the last line all of it would read as done before what stands below."""
    deeds = [Told(f"call_{at}(s)", at, 5) for at in range(20)]
    arm = Told("If s is bad", 0, 1, (*deeds, Told("Return -1", 20, 4, leaves=True)))
    shown, more = lines([arm, Told("go_on(s)", 21, 6)])
    assert shown == [
        "If s is bad:",
        *(f"– call_{at}(s)" for at in range(7)),
        "– … 13 more",
        "– Return -1",
        "go_on(s)",
    ]
    assert more == 13


def test_one_line_holds_what_can_only_be_read_in_one_way() -> None:
    """What follows a question in one line would read as hanging on it, and a question behind a deed as one of the deed's."""
    asked = Told("If *p is ' '", 1, 1, (Told("Set *p to '_'", 2, 3),))
    on = Told("Increment p", 3, 3)
    assert lines([Told("While *p", 0, 1, (asked, on))])[0] == [
        "While *p:",
        "– If *p is ' ': set *p to '_'",
        "– Increment p",
    ]
    assert lines([Told("While *p", 0, 1, (on, asked))])[0] == [
        "While *p:",
        "– Increment p",
        "– If *p is ' ': set *p to '_'",
    ]
    assert lines([Told("While *p", 0, 1, (on, Told("Clear q", 4, 4)))])[0] == ["While *p: increment p; clear q"]
    two = asked._replace(inside=(*asked.inside, Told("note(p)", 4, 5)))
    assert lines([Told("While *p", 0, 1, (two,))])[0] == ["While *p:", "– If *p is ' ': set *p to '_'; note(p)"]


def test_what_is_left_out_is_counted_in_the_branch_it_stands_in() -> None:
    arm = Told("If s is bad", 0, 1, tuple(Told(f"note_{at}(s)", at, 3) for at in range(20)))
    shown, more = lines([arm, Told("go_on(s)", 21, 6)])
    assert shown == ["If s is bad:", *(f"– note_{at}(s)" for at in range(8)), "– … 12 more", "go_on(s)"]
    assert more == 12


def test_what_is_left_out_before_a_way_out_is_counted_before_it() -> None:
    """Counted behind it all, what the question asks would read as never set."""
    before = [Told(f"fill_{at}(s, &stop)", at, 3) for at in range(9)]
    out = Told("Unless stop is 0", 9, 1, (Told("return 1", 9, 8, leaves=True),))
    shown, _ = lines([*before, out, *(Told(f"reset_{at}(s)", at, 5) for at in range(10, 21))])
    assert shown[:3] == ["… 8 more", "fill_8(s, &stop)", "Unless stop is 0: return 1"]
    assert "… " not in "".join(shown[3:])


def test_what_gives_a_value_that_is_read_is_told_before_what_only_talks() -> None:
    talk = [Told(f'say("{at}")', at, 3) for at in range(20)]
    shown, _ = lines([*talk, Told("Set n to 1", 20, 2), Told("Set k to 1", 21, 2)], frozenset({"n"}))
    assert [line for line in shown if line.startswith("Set")] == ["Set n to 1"]
    shown, _ = lines([*talk, Told("Set n to 1", 20, 2), Told("Set k to 1", 21, 2), Told("send(k)", 22, 6)])
    assert [line for line in shown if line.startswith("Set")] == ["Set k to 1"]


def test_there_is_a_little_more_room_for_what_gives_a_value_that_is_read() -> None:
    deeds = [Told(f"send_{at}(s)", at, 7) for at in range(20)]
    shown, _ = lines([*deeds, Told("Set n to 1", 20, 2)], frozenset({"n"}))
    assert shown[-1] == "Set n to 1"
    assert len(shown) == 12


def test_ways_out_leave_room_for_what_is_done_and_what_a_question_gives_needs_no_start() -> None:
    """`length` has its value of the call that is asked; of what begins with nothing nothing is read."""
    start = Told("Set hash to null, length to 0", 0, 2)
    asked = [
        Told(f"Unless read_entry_{at}(entry, {name}, with_all_of_its_fields)", at, 1, (out,))
        for at, name in enumerate(("&hash, &length", "&crc", "&wide", "&name", "&mode"), 1)
        for out in [Told("On to: release(map)", at, 8, leaves=True)]
    ]
    last = Told("Unless length is HASH", 7, 1, (Told("On to: release(map)", 7, 8, leaves=True),))
    shown, more = lines(
        [
            start,
            *asked,
            last,
            Told("copy(map, hash)", 8, 5),
            Told("copy(map, crc)", 9, 5),
            Told("copy(map, wide)", 10, 5),
            Told("copy(map, name)", 11, 5),
        ]
    )
    assert [line for line in shown if not line.startswith(("Unless", "– On to"))] == [
        "Set hash to null, length to 0",  # to count it before who leaves takes the line that it has itself
        "copy(map, hash)",
        "copy(map, crc)",
        "copy(map, wide)",
        "copy(map, name)",
    ]
    assert more == 0
