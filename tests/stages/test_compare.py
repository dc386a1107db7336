"""What a change does to a flow. Scenarios are written one step a line: `name TYPE words -> target, label: target`."""

from __future__ import annotations

from difflib import SequenceMatcher
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flowscout.model.diff import Added, Changed, FlowDiff, Kept, Moved, Removed
from flowscout.model.sfm import LEVELS, TERMINAL, ScenarioFlowModel, ScenarioStep, Transition, problems
from flowscout.stages.compare import compare, matching, merge, parted
from flowscout.stages.compare.likely import by_words
from flowscout.stages.compare.order import OrderedSide, ahead
from flowscout.stages.mermaid import mermaid

BEFORE = """
    start START Create -> check
    check VALIDATION name is not empty? -> yes: make, no: bad
    bad ERROR Return InvalidArgument
    make ACTION Make record -> each
    each LOOP For each node -> next node: place, done: commit
    place ACTION Allocate storage: node -> each
    commit STATE_CHANGE! Commit store_ -> ok
    ok END Return OK
"""

COMMITS_FIRST = """
    start START Create -> check
    check VALIDATION name is not empty? -> yes: make, no: bad
    bad ERROR Return InvalidArgument
    make ACTION Make record -> commit
    commit STATE_CHANGE! Commit store_ -> each
    each LOOP For each node -> next node: place, done: ok
    place ACTION Allocate storage: node -> each
    ok END Return OK
"""


def scenario(text: str) -> ScenarioFlowModel:
    rows = [line.split(" ", 2) for line in dedent(text).strip().split("\n")]
    ids = {name: f"S{place:06x}" for place, (name, _, _) in enumerate(rows)}
    steps = []
    for name, kind, rest in rows:
        words, _, ways = rest.partition(" -> ")
        out = [way.rpartition(": ") for way in ways.split(", ")] if ways else []
        steps.append(
            ScenarioStep(
                ids[name],
                kind.rstrip("!"),
                words,
                words,
                LEVELS,
                tuple(Transition(ids[t], label) for label, _, t in out),
                flags="irreversible" if kind.endswith("!") else "",
            )
        )
    return ScenarioFlowModel(
        "f", "f", tuple(steps), steps[0].step_id, tuple(s.step_id for s in steps if s.step_type in TERMINAL)
    )


def changed(diff: FlowDiff) -> list[tuple[str, str]]:
    return [
        (type(e).__name__, e.step.label if isinstance(e, Added | Removed) else e.after.label)
        for e in diff.edits
        if not isinstance(e, Kept)
    ]


def test_the_same_flow_is_all_kept() -> None:
    diff = compare(scenario(BEFORE), scenario(BEFORE))

    assert (diff.same, changed(diff)) == (True, [])


def test_a_new_validation_is_told_once_with_its_error() -> None:
    after = BEFORE.replace("yes: make", "yes: quota").replace(
        "    make ACTION",
        "    quota VALIDATION size is at most quota? -> yes: make, no: full\n    full ERROR Return ResourceExhausted\n    make ACTION",
    )

    diff = compare(scenario(BEFORE), scenario(after))

    assert changed(diff) == [("Added", "size is at most quota?"), ("Added", "Return ResourceExhausted")]


def test_a_commit_that_moves_before_the_loop_is_moved_not_removed_and_added() -> None:
    diff = compare(scenario(BEFORE), scenario(COMMITS_FIRST))

    assert changed(diff) == [("Moved", "Commit store_")]


def test_what_is_ahead_of_each_step_is_looked_for_once_however_many_have_moved(monkeypatch: pytest.MonkeyPatch) -> None:
    order = range(40)
    before = [f"s{n} ACTION Place {n} of row {n} -> s{n + 1}" for n in order]
    after = [f"s{n} ACTION Place {n} of row {n} -> s{n - 1 if n else 40}" for n in reversed(order)]
    looked = []

    def looks(one: OrderedSide) -> tuple[int, ...]:
        looked.append(one)
        return ahead(one)

    monkeypatch.setattr(matching, "ahead", looks)
    diff = compare(
        *(
            scenario("\n".join([f"start START Create -> {rows[0].split()[0]}", *rows, "s40 END Return"]))
            for rows in (before, after)
        )
    )

    assert {kind for kind, _ in changed(diff)} == {"Moved"}
    assert len(looked) == 2


def test_a_reworded_step_is_changed() -> None:
    diff = compare(scenario(BEFORE), scenario(BEFORE.replace("Allocate storage: node", "Allocate storage: node, size")))

    assert changed(diff) == [("Changed", "Allocate storage: node, size")]


def test_a_return_that_becomes_an_error_is_one_changed_end() -> None:
    diff = compare(scenario(BEFORE), scenario(BEFORE.replace("ok END Return OK", "ok ERROR Raise TimeoutError")))

    assert changed(diff) == [("Changed", "Raise TimeoutError")]


def test_what_no_longer_happens_is_said() -> None:
    after = BEFORE.replace("done: commit", "done: ok").replace("    commit STATE_CHANGE! Commit store_ -> ok\n", "")

    assert changed(compare(scenario(BEFORE), scenario(after))) == [("Removed", "Commit store_")]


def test_wrapping_steps_in_a_condition_does_not_move_them() -> None:
    after = BEFORE.replace("-> each\n    each", "-> dry\n    dry DECISION dry_run? -> no: each, yes: ok\n    each")

    assert changed(compare(scenario(BEFORE), scenario(after))) == [("Added", "dry_run?")]


def test_a_new_and_a_gone_function_say_so() -> None:
    model = scenario(BEFORE)

    assert {type(edit) for edit in compare(None, model).edits} == {Added}
    assert {type(edit) for edit in compare(model, None).edits} == {Removed}
    assert {type(e) for e in compare(None, model).edits} == {Added}


def test_the_merged_drawing_folds_what_is_far_from_the_change() -> None:
    long = BEFORE.replace(
        "make ACTION Make record -> each",
        "make ACTION Make record -> b\n    b ACTION B -> c\n    c ACTION C -> d\n    d ACTION D -> g\n    g ACTION G -> each",
    )
    after = long.replace("    commit STATE_CHANGE! Commit store_ -> ok\n", "").replace("done: commit", "done: ok")

    merged = merge(compare(scenario(long), scenario(after)))

    assert problems(merged) == []
    labels = [s.label for s in merged.steps]
    assert "- Commit store_" in labels
    assert any(label.startswith("⋯ ") for label in labels)
    drawn = mermaid(merged)
    assert ":::removed" in drawn
    assert "-.->" in drawn


def test_any_edit_merges_into_a_drawing_with_every_step_of_both_sides() -> None:
    after = BEFORE.replace("Make record", "Build the record").replace("yes: make, no: bad", "yes: each, no: make")

    diff = compare(scenario(BEFORE), scenario(after))
    merged = merge(diff)

    assert problems(merged) == []
    assert all(isinstance(e, Kept | Changed | Moved | Added | Removed) for e in diff.edits)


def test_what_follows_a_decision_that_goes_does_not_move() -> None:
    before = """
        start START Create -> dry
        dry DECISION dry_run? -> yes: log, no: make
        log ACTION Write a note -> make
        make ACTION Make record -> ok
        ok END Return OK
    """
    after = (
        before.replace("-> dry\n", "-> make\n")
        .replace("        dry DECISION dry_run? -> yes: log, no: make\n", "")
        .replace("        log ACTION Write a note -> make\n", "")
    )

    assert changed(compare(scenario(before), scenario(after))) == [("Removed", "dry_run?"), ("Removed", "Write a note")]


TWO_ARMS = """
    start START Read -> kind
    kind DECISION Which kind? -> a: one, b: two
    one ACTION Decode one -> first
    first STATE_CHANGE Set heap to true -> ok
    two ACTION Decode two -> ok
    ok END Return OK
"""


def test_a_step_that_a_second_arm_repeats_has_not_moved_there() -> None:
    after = TWO_ARMS.replace(
        "two ACTION Decode two -> ok", "two ACTION Decode two -> second\n    second STATE_CHANGE Set heap to true -> ok"
    )

    assert changed(compare(scenario(TWO_ARMS), scenario(after))) == [("Added", "Set heap to true")]


def test_arms_listed_the_other_way_round_move_nothing() -> None:
    after = """
        start START Read -> kind
        kind DECISION Which kind? -> b: two, a: one
        two ACTION Decode two -> ok
        one ACTION Decode one -> first
        first STATE_CHANGE Set heap to true -> ok
        ok END Return OK
    """

    assert all(isinstance(edit, Kept) for edit in compare(scenario(TWO_ARMS), scenario(after)).edits)


def test_a_test_that_asks_otherwise_in_the_same_place_is_changed() -> None:
    after = BEFORE.replace("name is not empty?", "_t.valid(request)?")

    assert changed(compare(scenario(BEFORE), scenario(after))) == [("Changed", "_t.valid(request)?")]


def test_a_step_that_reads_the_same_and_can_no_longer_be_undone_is_changed() -> None:
    diff = compare(scenario(BEFORE), scenario(BEFORE.replace("make ACTION Make", "make ACTION! Make")))

    assert changed(diff) == [("Changed", "Make record")]


def test_the_only_end_of_its_kind_is_the_same_end_reworded_wherever_it_went() -> None:
    before = BEFORE.replace("Return OK", "Return the found result")
    after = """
        start START Create -> check
        check VALIDATION name is not empty? -> yes: make, no: ok
        make ACTION Make record -> each
        each LOOP For each node -> next node: place, done: commit
        place ACTION Allocate storage: node -> each
        commit STATE_CHANGE! Commit store_ -> bad
        bad ERROR Return InvalidArgument
        ok END Return the result
    """

    assert changed(compare(scenario(before), scenario(after))) == [("Changed", "Return the result")]


def test_of_two_long_labels_what_differs_is_not_cut() -> None:
    before = """
        start START Run -> a
        a ACTION Add item on feed: title=title, link=link, unique_id=tag_of(link), content=item.summary -> ok
        ok END Return OK
    """

    merged = merge(compare(scenario(before), scenario(before.replace("item.summary", "content"))))

    label = merged.steps[1].label
    assert label.startswith("~ ")
    now, was = label.removeprefix("~ ").removesuffix(")").split(" (was: ")
    assert (now != was, "content=content" in now, "item.summary" in was) == (True, True, True), label


def test_what_stands_before_a_change_is_not_folded_with_what_stands_behind_it() -> None:
    """Though `a two?` leads to `B two`, a reader comes to the change between them."""
    before = """
        start START Run -> a1
        a1 ACTION A one -> a2
        a2 DECISION a two? -> yes: a3, no: b2
        a3 ACTION A three -> x0
        x0 ACTION X zero -> x
        x ACTION X -> x1
        x1 ACTION X one -> b1
        b1 ACTION B one -> b2
        b2 ACTION B two -> b3
        b3 ACTION B three -> b4
        b4 ACTION B four -> ok
        ok END Return OK
    """

    merged = merge(compare(scenario(before), scenario(before.replace("ACTION X ->", "ACTION X with y ->"))))

    assert [step.label for step in merged.steps] == [
        "Run", "A one", "a two?", "A three", "X zero", "~ X with y (was: X)", "X one", "B one", "⋯ 4 unchanged steps, 1 exit",
    ]  # fmt: skip


def test_two_ways_that_run_something_else_lead_into_two_folds() -> None:
    """`no` runs the last four alone."""
    before = """
        start START Run -> x
        x ACTION X -> q
        q DECISION Answer? -> yes: a1, no: b1
        a1 ACTION A one -> a2
        a2 ACTION A two -> a3
        a3 ACTION A three -> a4
        a4 ACTION A four -> b1
        b1 ACTION B one -> b2
        b2 ACTION B two -> b3
        b3 ACTION B three -> b4
        b4 ACTION B four -> ok
        ok END Return OK
    """

    merged = merge(compare(scenario(before), scenario(before.replace("ACTION X ->", "ACTION X with y ->"))))

    called = {step.step_id: step.label for step in merged.steps}
    ways = {(step.label, way.label): called[way.target] for step in merged.steps for way in step.transitions}
    assert ways == {
        ("Run", ""): "~ X with y (was: X)",
        ("~ X with y (was: X)", ""): "Answer?",
        ("Answer?", "yes"): "⋯ 4 unchanged steps",
        ("Answer?", "no"): "⋯ 5 unchanged steps, 1 exit",
        ("⋯ 4 unchanged steps", ""): "⋯ 5 unchanged steps, 1 exit",
    }


def test_a_way_into_the_middle_of_a_loop_leads_to_a_fold_of_its_own() -> None:
    before = """
        start START Run -> x
        x ACTION X -> q
        q DECISION Answer? -> yes: a1, no: b1
        a1 LOOP For each a -> next: a2, done: ok
        a2 ACTION A two -> a3
        a3 ACTION A three -> a4
        a4 ACTION A four -> b1
        b1 ACTION B one -> b2
        b2 ACTION B two -> b3
        b3 ACTION B three -> b4
        b4 ACTION B four -> a1
        ok END Return OK
    """

    merged = merge(compare(scenario(before), scenario(before.replace("ACTION X ->", "ACTION X with y ->"))))

    question = next(step for step in merged.steps if step.label == "Answer?")
    assert len({way.target for way in question.transitions}) == 2
    assert [step.label for step in merged.steps if step.has("folded")] == [
        "⋯ 5 unchanged steps, 1 exit",
        "⋯ 4 unchanged steps",
    ]


def test_a_question_that_asks_the_same_the_other_way_round_is_not_drawn_as_changed() -> None:
    after = BEFORE.replace(
        "check VALIDATION name is not empty? -> yes: make, no: bad",
        "check DECISION name is empty? -> yes: tell, no: make",
    )
    after = after.replace("    bad ERROR", "    tell ACTION Log the name -> bad\n    bad ERROR")

    drawn = mermaid(merge(compare(scenario(BEFORE), scenario(after))))

    assert "was:" not in drawn
    assert drawn.count("-.->") + drawn.count("-. ") == 1, "of the old ways the one past the log alone is gone"


def test_a_step_is_drawn_as_moved_where_its_order_differs_and_not_where_another_question_leads_to_it() -> None:
    joined = BEFORE.replace("Create -> check", "Create -> large").replace(
        "    check VALIDATION name is not empty? -> yes: make",
        "    large DECISION large? -> yes: check, no: small\n    small ACTION Take the old one -> make\n"
        "    check VALIDATION name is not empty? -> yes: keep",
    )
    joined = joined.replace("    make ACTION", "    keep ACTION Keep it -> make\n    make ACTION")

    assert "~ Commit store_" in mermaid(merge(compare(scenario(BEFORE), scenario(COMMITS_FIRST)))).replace("#126;", "~")
    assert ("Moved", "Make record") in changed(compare(scenario(BEFORE), scenario(joined)))
    assert "~ Make record" not in mermaid(merge(compare(scenario(BEFORE), scenario(joined)))).replace("#126;", "~")


def test_a_question_that_asks_another_thing_is_drawn_as_changed() -> None:
    after = BEFORE.replace("name is not empty?", "name is in use?")

    assert "was:\nname is not empty?" in mermaid(merge(compare(scenario(BEFORE), scenario(after))))


def test_steps_in_a_row_stand_by_themselves_where_one_of_them_stayed() -> None:
    """What is all new, and what is the same on both sides, is still one step."""
    before, after = (
        _with_runs(text, runs)
        for text, runs in (
            (
                """
                start START f -> one
                one ACTION run(a) -> set
                set ACTION Set a to 1 -> also
                also ACTION Set b to 2 -> ok
                ok END Done
                """,
                {"G000001": (2, 3)},
            ),
            (
                """
                start START f -> one
                one ACTION run(a) -> two
                two ACTION run(b) -> set
                set ACTION Set a to 1 -> also
                also ACTION Set b to 2 -> new
                new ACTION log(a) -> newer
                newer ACTION log(b) -> ok
                ok END Done
                """,
                {"G000002": (1, 2), "G000003": (3, 4), "G000004": (5, 6)},
            ),
        )
    )

    assert parted(before, after) == (frozenset(), {"G000002"})


def _with_runs(text: str, runs: dict[str, tuple[int, ...]]) -> ScenarioFlowModel:
    model = scenario(text)
    groups = [
        ScenarioStep(name, "ACTION", name, name, LEVELS, (), members=tuple(model.steps[at].step_id for at in places))
        for name, places in runs.items()
    ]
    return model._replace(groups=tuple(groups))


def test_a_call_that_is_given_something_else_shows_it() -> None:
    before = """
        start START Run -> x
        x ACTION answer_to(session.stack.handle, 200, phrase_of(200), body_of(answer), pick(COMMON), automatically(0), end_of_row()) -> ok
        ok END Return OK
    """
    after = before.replace("end_of_row()", "when(length_of(headers) > 0, headers), end_of_row()")

    merged = merge(compare(scenario(before), scenario(after)))

    assert merged.steps[1].label == (
        "~ answer_to(…, automatically(0), when(length_of(headers) > 0, headers), end_of_row()) "
        "(was: answer_to(…, automatically(0), end_of_row()))"
    )


CHOICE = """
    start START f -> a
    a ACTION a -> b
    b ACTION b -> c
    c ACTION c -> which
    which DECISION Which layout? -> 1: one, 2: two, 3: three, otherwise: four
    one ACTION set one -> end
    two ACTION two -> two2
    two2 ACTION two2 -> two3
    two3 ACTION two3 -> two4
    two4 ACTION two4 -> end
    three ACTION three -> three2
    three2 ACTION three2 -> three3
    three3 ACTION three3 -> three4
    three4 ACTION three4 -> end
    four ACTION set four -> end
    end END Done
"""


def test_the_question_that_an_edit_hangs_on_is_shown() -> None:
    after = CHOICE.replace("set one -> end", "set one -> also").replace(
        "    two ACTION", "    also ACTION also -> end\n    two ACTION"
    )

    merged = merge(compare(scenario(CHOICE), scenario(after)))
    asked = next(step for step in merged.steps if step.label == "Which layout?")
    named = {step.step_id: step.label for step in merged.steps}

    assert {(way.label, named[way.target]) for way in asked.transitions} == {
        ("1", "set one"),
        ("2", "⋯ 4 unchanged steps"),
        ("3", "⋯ 4 unchanged steps"),
        ("otherwise", "set four"),
    }


LADDER = """
    start START Run -> a
    a DECISION is it a? -> yes: seta, no: b
    seta ACTION set a -> next
    b DECISION is it b? -> yes: setb, no: c
    setb ACTION set b -> next
    c DECISION is it c? -> yes: setc, no: d
    setc ACTION set c -> next
    d DECISION is it d? -> yes: readd, no: e
    readd ACTION read d -> given
    given DECISION is d given? -> yes: setd, no: next
    setd ACTION set d -> next
    e DECISION is it e? -> yes: sete, no: f
    sete ACTION set e -> next
    f DECISION is it f? -> yes: setf, no: next
    setf ACTION set f -> next
    next END Done
"""


def test_a_ladder_of_questions_is_folded_down_to_the_one_that_an_edit_hangs_on() -> None:
    """The way out of the fold says by which answer; the rungs that are passed by say nothing of the edit."""
    after = LADDER.replace("ACTION set d ->", "ACTION set d and e ->")

    merged = merge(compare(scenario(LADDER), scenario(after)))

    named = {step.step_id: step.label for step in merged.steps}
    assert [(step.label, way.label, named[way.target]) for step in merged.steps for way in step.transitions] == [
        ("Run", "", "⋯ 8 unchanged steps"),
        ("⋯ 8 unchanged steps", "", "Done"),
        ("⋯ 8 unchanged steps", "is it d? no", "⋯ 4 unchanged steps"),
        ("⋯ 8 unchanged steps", "is it d? yes", "is d given?"),
        ("is d given?", "yes", "~ set d and e (was: set d)"),
        ("is d given?", "no", "Done"),
        ("~ set d and e (was: set d)", "", "Done"),
        ("⋯ 4 unchanged steps", "", "Done"),
    ]


def test_a_step_that_two_answers_lead_to_is_named_by_none() -> None:
    before = CHOICE.replace("otherwise: four", "otherwise: one").replace("    four ACTION set four -> end\n", "")
    after = before.replace("set one -> end", "set one -> also").replace(
        "    two ACTION", "    also ACTION also -> end\n    two ACTION"
    )

    merged = merge(compare(scenario(before), scenario(after)))
    fold = next(step for step in merged.steps if step.label == "⋯ 4 unchanged steps")

    assert {way.label for way in fold.transitions} == {""}


def test_what_decides_by_which_way_a_fold_is_left_is_shown() -> None:
    """So that each way says by which answer the fold is left by it."""
    before = """
        start START Run -> a1
        a1 ACTION A one -> a2
        a2 ACTION A two -> a3
        a3 ACTION A three -> a4
        a4 ACTION A four -> q
        q DECISION Answer? -> yes: b1, no: c1
        b1 ACTION B one -> b2
        b2 ACTION B two -> b3
        b3 ACTION B three -> b4
        b4 ACTION B four -> b5
        b5 ACTION B five -> x
        x ACTION X -> ok
        c1 ACTION C one -> c2
        c2 ACTION C two -> c3
        c3 ACTION C three -> c4
        c4 ACTION C four -> c5
        c5 ACTION C five -> y
        y ACTION Y -> ok
        ok END Return OK
    """
    after = before.replace("ACTION X ->", "ACTION X with y ->").replace("ACTION Y ->", "ACTION Y with z ->")

    merged = merge(compare(scenario(before), scenario(after)))

    called = {step.step_id: step.label for step in merged.steps}
    assert [
        (step.label, way.label, called[way.target]) for step in merged.steps for way in step.transitions if way.label
    ] == [
        ("Answer?", "yes", "⋯ 4 unchanged steps"),
        ("Answer?", "no", "⋯ 4 unchanged steps"),
    ]


STEPS = st.lists(st.lists(st.sampled_from("abcdefgh"), max_size=7), max_size=8).map(lambda rows: dict(enumerate(rows)))


@given(STEPS, STEPS, st.sampled_from((0.5, 5 / 6, 1.0)))
def test_no_pair_that_is_alike_by_its_words_is_passed_over(
    left: dict[int, list[str]], right: dict[int, list[str]], least: float
) -> None:
    alike = {
        (i, j)
        for i, one in left.items()
        for j, other in right.items()
        if SequenceMatcher(None, one, other, autojunk=False).ratio() >= least
    }
    assert alike <= {*by_words(left, right, least)}


def test_what_has_no_rare_word_in_common_is_not_weighed() -> None:
    one, other = (
        {n: ["if", "a", sign, str(n)] for n in range(start, start + 40)} for start, sign in ((0, ">"), (20, "<"))
    )
    assert len({*by_words(one, other, 5 / 6)}) == 20
