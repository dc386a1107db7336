"""Three heights of one flow: what goes, what has to stay, and the laws on thousands of random models."""

from __future__ import annotations

import random

from flowscout.model.sfm import (
    ACTION,
    DECISION,
    DEEP,
    END,
    ERROR,
    HIGH,
    LEVELS,
    LISTED,
    LOOP,
    MEDIUM,
    START,
    STATE_CHANGE,
    TERMINAL,
    VALIDATION,
    Phase,
    ScenarioFlowModel,
    ScenarioStep,
    Transition,
    problems,
)
from flowscout.stages.detail import detail
from flowscout.stages.detail.collapse import collapsed
from flowscout.stages.detail.ladder import in_a_line, laddered
from flowscout.words.contents import contents, heading
from flowscout.words.taken import Ends
from flowscout.words.titles import entitled


def step(name: str, kind: str, leads: str, level: str = HIGH, members: str = "") -> ScenarioStep:
    """leads: "S2:yes S3:no"; level: the highest at which the step is shown."""
    transitions = tuple(Transition(*lead.replace("~", " ").split(":", 1)) for lead in leads.split())
    return ScenarioStep(name, kind, name, name, LEVELS[LEVELS.index(level) :], transitions, tuple(members.split()))


def model(*steps: ScenarioStep, groups: tuple[ScenarioStep, ...] = ()) -> ScenarioFlowModel:
    ends = tuple(s.step_id for s in steps if s.step_type in TERMINAL)
    return ScenarioFlowModel("f", "a.cc::f", steps, steps[0].step_id, ends, non_terminating=not ends, groups=groups)


def edges(sfm: ScenarioFlowModel) -> list[str]:
    return [f"{s.step_id} {t.label or '-'} {t.target}" for s in sfm.steps for t in s.transitions]


def test_steps_of_lower_levels_go_and_their_neighbours_meet() -> None:
    sfm = model(
        step("S1", START, "S2"),
        step("S2", ACTION, "S3", MEDIUM),
        step("S3", ACTION, "S4", DEEP),
        step("S4", STATE_CHANGE, "S5"),
        step("S5", END, ""),
    )
    assert edges(detail(sfm, HIGH)) == edges(detail(sfm, MEDIUM))
    assert edges(detail(sfm, MEDIUM)) == ["S1 - S2", "S2 - S4", "S4 - S5"]
    assert edges(detail(sfm, DEEP)) == edges(sfm)


def _chain(count: int) -> list[ScenarioStep]:
    """A, then guards S0… with an error exit each, then the end."""
    chain = [step(f"S{at}", VALIDATION, f"S{at + 1}:yes E{at}:no", MEDIUM) for at in range(count)]
    exits = [step(f"E{at}", ERROR, "", MEDIUM) for at in range(count)]
    return [step("A", START, "S0"), *chain, *exits, step(f"S{count}", END, "")]


def test_high_tells_a_long_chain_in_a_dozen_steps_with_every_outcome() -> None:
    high = detail(model(*_chain(40)), HIGH)
    assert len(high.steps) <= 12
    assert problems(high) == []
    failing = next(s for s in high.steps if s.step_type == ERROR)
    assert failing.members == tuple(f"E{at}" for at in range(40))
    assert failing.whole.split("; ") == [f"E{at}" for at in range(40)]


def test_phases_are_steps_of_high_and_their_ways_say_why() -> None:
    def ten(first: int) -> str:
        return "\n".join(f"• S{at}" for at in range(first, first + 10))

    sfm = model(
        step("S1", START, "S2"),
        *(step(f"S{at}", ACTION, f"S{at + 1}", MEDIUM) for at in range(2, 12)),
        step("S12", DECISION, "S13:yes S14:no", MEDIUM),
        step("S13", END, ""),
        *(step(f"S{at}", ACTION, f"S{at + 1}", MEDIUM) for at in range(14, 26)),
        step("S26", END, ""),
    )._replace(phases=(
        Phase("Pa", "Read the header", 1, 9, tuple(f"S{at}" for at in range(2, 13)), named=True),
        Phase("Pb", "Write it back", 10, 18, tuple(f"S{at}" for at in range(14, 26)), named=True),
    ))  # fmt: skip
    high = detail(sfm, HIGH)
    assert [s.label for s in high.steps] == [
        "S1", ten(2), "S12", "S13", f"Write it back:\n{ten(14)}\n• S24\n• S25", "S26",
    ], "what decides an outcome is shown"  # fmt: skip
    plain = detail(
        sfm._replace(steps=tuple(s._replace(step_type=ERROR) if s.step_id == "S13" else s for s in sfm.steps)), HIGH
    )
    assert [s.label for s in plain.steps] == [
        "S1", f"Read the header:\n{ten(2)}", "S13", f"Write it back:\n{ten(14)}\n• S24\n• S25", "S26",
    ], "what is told whole stays closed, its last question on the way out"  # fmt: skip
    assert edges(plain) == ["S1 - Sa", "Sa S12 S13", "Sa - Sb", "Sb - S26"]


def test_a_title_says_what_is_always_done_and_marks_what_may_be() -> None:
    steps = (
        step("Allocate s", ACTION, "s~is~ok?", MEDIUM),
        step("s is ok?", DECISION, "S9:yes Delete~s:no", MEDIUM),
        step("Delete s", STATE_CHANGE, "S9", MEDIUM)._replace(flags="irreversible"),
    )
    assert entitled(
        [
            s._replace(transitions=tuple(t._replace(target=t.target.replace("~", " ")) for t in s.transitions))
            for s in steps
        ]
    ) == ("Allocate s; may delete s")


def test_a_step_that_decides_between_steps_that_stay_stays_too() -> None:
    sfm = model(
        step("S1", START, "S2"),
        step("S2", DECISION, "S3:yes S4:no", MEDIUM),
        step("S3", END, ""),
        step("S4", END, ""),
    )
    assert edges(detail(sfm, HIGH)) == ["S1 - S2", "S2 yes S3", "S2 no S4"]


def test_a_decision_whose_branches_meet_at_once_goes() -> None:
    sfm = model(
        step("S1", START, "S2"),
        step("S2", DECISION, "S3:yes S4:no"),
        step("S3", ACTION, "S4", DEEP),
        step("S4", END, ""),
    )
    assert edges(detail(sfm, MEDIUM)) == ["S1 - S4"]


def test_collapsing_one_decision_collapses_the_next() -> None:
    sfm = model(
        step("S1", START, "S2"),
        step("S2", DECISION, "S3:yes S5:no"),
        step("S3", DECISION, "S4:yes S5:no"),
        step("S4", ACTION, "S5", DEEP),
        step("S5", END, ""),
    )
    assert edges(detail(sfm, MEDIUM)) == ["S1 - S5"]


def test_labels_of_contracted_edges_are_joined_in_order() -> None:
    sfm = model(
        step("S1", START, "S2"),
        step("S2", LOOP, "S3:next~x S5:done"),
        step("S3", ACTION, "S4:on~IOError", DEEP),
        step("S4", STATE_CHANGE, "S2"),
        step("S5", END, ""),
    )
    assert "S2 next x, on IOError S4" in edges(detail(sfm, MEDIUM))


def test_of_a_long_stretch_the_first_three_labels_are_told() -> None:
    stretch = [step(f"A{at}", ACTION, f"A{at + 1}:on~{at}", DEEP) for at in range(4)]
    sfm = model(step("S1", START, "A0"), *stretch, step("A4", STATE_CHANGE, "S2"), step("S2", END, ""))
    assert edges(detail(sfm, MEDIUM)) == ["S1 on 0, on 1, on 2 A4", "A4 - S2"]


def test_an_endless_loop_is_never_dropped() -> None:
    sfm = model(step("S1", START, "S2"), step("S2", LOOP, "S3", MEDIUM), step("S3", ACTION, "S2", DEEP))
    medium = detail(sfm, MEDIUM)
    assert (edges(medium), medium.non_terminating, problems(medium)) == (["S1 - S2", "S2 - S2"], True, [])


def test_an_endless_run_goes_on_for_ever_at_high() -> None:
    chain = [step(f"S{at}", ACTION, f"S{at + 1 if at < 30 else 2}", MEDIUM) for at in range(3, 31)]
    high = detail(model(step("S1", START, "S2"), step("S2", LOOP, "S3", MEDIUM), *chain), HIGH)
    assert (high.non_terminating, problems(high)) == (True, [])


def test_the_only_end_stays_even_if_it_belongs_to_a_lower_level() -> None:
    sfm = model(step("S1", START, "S2"), step("S2", ACTION, "S3", MEDIUM), step("S3", ERROR, "", DEEP))
    assert edges(detail(sfm, MEDIUM)) == ["S1 - S2", "S2 - S3"]


def test_groups_stand_in_for_their_members_below_deep() -> None:
    sfm = model(
        step("S1", START, "S2"),
        step("S2", VALIDATION, "S3:yes S4:no", DEEP),
        step("S3", VALIDATION, "S5:yes S4:no", DEEP),
        step("S4", ERROR, "", MEDIUM),
        step("S5", END, ""),
        groups=(step("S6", VALIDATION, "S5:yes S4:no", MEDIUM, "S2 S3"),),
    )
    assert edges(detail(sfm, MEDIUM)) == ["S1 - S6", "S6 yes S5", "S6 no S4"]
    assert edges(detail(sfm, HIGH)) == edges(detail(sfm, MEDIUM))
    assert edges(detail(sfm, DEEP)) == edges(sfm)


def test_cases_that_lead_to_one_place_share_an_edge() -> None:
    sfm = model(
        step("S1", START, "S2"),
        step("S2", DECISION, "S3:1 S4:2 S5:otherwise"),
        step("S3", ACTION, "S5", DEEP),
        step("S4", END, ""),
        step("S5", END, ""),
    )
    assert edges(detail(sfm, MEDIUM)) == ["S1 - S2", "S2 1, otherwise S5", "S2 2 S4"]


def shown(sfm: ScenarioFlowModel) -> set[str]:
    return {member for s in sfm.steps for member in (s.members or (s.step_id,))}


def reach(sfm: ScenarioFlowModel) -> dict[str, set[str]]:
    steps, found = sfm.by_id(), {}
    for name in steps:
        seen, stack = set[str](), [name]
        while stack:
            fresh = [t.target for t in steps[stack.pop()].transitions if t.target not in seen]
            seen.update(fresh)
            stack += fresh
        found[name] = seen
    return found


def _random_model(dice: random.Random) -> ScenarioFlowModel:
    """A random graph, levels at random. As in scenarios, ends are shown at medium at least, and ways go back to loops only."""
    count = dice.randint(4, 14)
    names = [f"S{at}" for at in range(count)]
    inner = (ACTION, STATE_CHANGE, DECISION, VALIDATION, LOOP, LOOP, END, ERROR)
    kinds = [START, *(dice.choice(inner) for _ in range(count - 3)), END, END]
    leads: dict[int, list[int]] = {0: [1]}
    for at in range(1, count):
        wanted = 0 if kinds[at] in TERMINAL else 1 if kinds[at] in (ACTION, STATE_CHANGE) else 2
        allowed = [to for to in range(1, count) if to > at or kinds[to] == LOOP]
        leads[at] = dice.sample(allowed, wanted)
    seen, stack = {0}, [0]
    while stack:
        fresh = [target for target in leads[stack.pop()] if target not in seen]
        seen.update(fresh)
        stack += fresh
    labels = ("yes", "no")
    steps = []
    for at in sorted(seen):
        ways = " ".join(f"S{to}" + (f":{labels[n]}" if len(leads[at]) > 1 else "") for n, to in enumerate(leads[at]))
        levels = (HIGH, MEDIUM) if kinds[at] in TERMINAL else LEVELS
        steps.append(step(names[at], kinds[at], ways, dice.choice(levels) if at else HIGH))
    return model(*steps)


def test_the_laws_hold_on_random_models() -> None:
    dice = random.Random(7)
    for _ in range(3000):
        sfm = _random_model(dice)
        levels = {level: detail(sfm, level) for level in LEVELS}
        before, ends = reach(sfm), set(sfm.end_steps)
        if all(name in ends or before[name] & ends for name in before):  # endless loops made of decisions alone aside
            assert shown(levels[HIGH]) <= shown(levels[MEDIUM]) <= shown(levels[DEEP]), edges(sfm)
        for level, filtered in levels.items():
            assert problems(filtered) == [], (edges(sfm), level)
            after = reach(filtered)
            kept = {s.step_id for s in sfm.steps if level in s.detail_levels} & {
                s.step_id for s in filtered.steps if not s.members
            }
            for name in kept:
                assert level == HIGH or after[name] & kept <= before[name], "no way is invented"
                assert before[name] & kept <= after[name], (edges(sfm), edges(filtered), level, name)
            assert detail(filtered, level).steps == filtered.steps, "filtering twice changes nothing"


def test_a_chain_of_thousands_of_decisions_is_filtered_quickly() -> None:
    assert len(detail(model(*_chain(5000)), HIGH).steps) <= 12


def test_a_condition_that_does_something_is_done_although_it_decides_nothing() -> None:
    """`if (rename(a, b)) log()` where the log is not drawn."""
    asks = step("S2", DECISION, "S3:yes S3:no", MEDIUM)
    end = step("S3", END, "")
    for flags, shown in (
        ("", []),
        ("acts", [(MEDIUM, ACTION), (HIGH, ACTION)]),
        ("acts irreversible", [(MEDIUM, STATE_CHANGE), (HIGH, STATE_CHANGE)]),
    ):
        levels = LEVELS if "irreversible" in flags else LEVELS[LEVELS.index(MEDIUM) :]
        flow = model(step("S1", START, "S2:"), asks._replace(flags=flags, detail_levels=levels), end)
        found = [
            (level, s.step_type) for level in (MEDIUM, HIGH) for s in detail(flow, level).steps if s.step_id == "S2"
        ]
        assert found == shown


def test_at_high_a_condition_without_a_choice_is_done_only_where_it_cannot_be_undone() -> None:
    for flags, shown in (("acts", []), ("acts irreversible", [STATE_CHANGE])):
        steps = [
            step("S1", START, "S2"),
            step("S2", DECISION, "S3:yes S3:no")._replace(flags=flags),
            step("S3", END, ""),
        ]
        assert [s.step_type for s in collapsed(steps, "S1", HIGH) if s.step_id == "S2"] == shown


# -- ladders


def _guards(*exits: str, after: str = "A") -> ScenarioFlowModel:
    """Guards in a row, each with an end of its own of a type and name: `ERROR:Return E`."""
    steps = [step("S", START, "V0")]
    ends = []
    for at, exit_ in enumerate(exits):
        kind, words = exit_.split(":", 1)
        steps.append(
            step(f"V{at}", VALIDATION, f"{f'V{at + 1}' if at + 1 < len(exits) else after}:yes X{at}:no")._replace(
                label=f"v{at} is set?"
            )
        )
        ends.append(step(f"X{at}", kind, "")._replace(label=words, description=words))
    return model(*steps, *ends, step("A", ACTION, "E"), step("E", END, ""))._replace(level=MEDIUM)


def test_validations_in_a_row_are_one_step_that_lists_them_with_their_exits() -> None:
    drawn = laddered(_guards("ERROR:Return A: no v0", "ERROR:Return B", "ERROR:Return A: no v2"))
    assert problems(drawn) == []
    ladder = next(s for s in drawn.steps if s.has(LISTED))
    assert ladder.label == "All hold?\n• v0 is set, else A: no v0\n• v1 is set, else B\n• v2 is set, else A: no v2"
    assert ladder.members == ("V0", "V1", "V2")
    assert next((t.label, t.target) for t in ladder.transitions) == ("yes", "A")
    (failing,) = [s for s in drawn.steps if s.step_type == ERROR]
    assert failing.label == "Return A or B"
    assert failing.members == ("X0", "X1", "X2")
    assert all(words in failing.whole for words in ("Return A: no v0", "Return B", "Return A: no v2")), (
        "every outcome is told"
    )


def test_a_ladders_id_stays_when_a_guard_more_follows() -> None:
    ids = [{s.step_id for s in laddered(_guards(*["ERROR:Return E"] * many)).steps} for many in (3, 4)]
    assert ids[0] == ids[1]


def test_what_a_list_would_hide_is_no_part_of_a_ladder() -> None:
    plain = _guards(*["ERROR:Return E"] * 4)
    assert sum(s.has(LISTED) for s in laddered(plain).steps) == 1
    assert not any(
        s.has(LISTED) for s in laddered(_guards("ERROR:Return E", "END:Return", "ERROR:Return E", "END:Return")).steps
    ), "a way that fails is none that ends"
    deleting = plain._replace(
        steps=tuple(s._replace(flags="irreversible") if s.step_id == "V1" else s for s in plain.steps)
    )
    assert not any(s.has(LISTED) for s in laddered(deleting).steps)
    entered = plain._replace(
        steps=tuple(s._replace(transitions=(Transition("V2"),)) if s.step_id == "A" else s for s in plain.steps)
    )
    assert not any(s.has(LISTED) for s in laddered(entered).steps)
    parted = plain._replace(phases=(Phase("P1", "Look at v0", 1, 2, ("V0", "V1"), named=True),))
    assert not any(s.has(LISTED) for s in laddered(parted).steps)
    assert laddered(plain._replace(level=DEEP)).steps == plain.steps


def test_a_part_is_titled_by_what_it_begins_with() -> None:
    """Not by a message; what is told beside the title is told whole."""

    def said(name: str, kind: str, leads: str, label: str) -> ScenarioStep:
        return step(name, kind, leads)._replace(label=label, words=label, description=label)

    steps = [
        said("S1", ACTION, "S2", "say(\"scanning\")"), said("S2", DECISION, "S3:yes S4:no", "p is set?"),
        said("S3", ACTION, "S9", "report_the_missing_thing(p, q, r)"), said("S4", ACTION, "S5", "file = open(path)"),
        said("S5", ACTION, "S6", "rows = read(file, " + "x" * 60 + ")"), said("S6", ACTION, "S7", "Close file"),
    ]  # fmt: skip
    ends = Ends({"S9": ERROR})
    assert heading(steps, ends) == "p is set? …"
    assert heading(steps, ends, "Read the rows") == "Read the rows"
    assert contents(steps, ends, "Read the rows") == "Read the rows:\nClose file\n… 5 more steps"


def test_in_a_title_a_list_of_checks_is_its_claims_and_a_table_its_question() -> None:
    listing = step("S1", VALIDATION, "")._replace(label="Check:\n• p is set, else return\n• q is set", flags=LISTED)
    assert in_a_line(listing).label == "p is set, q is set"
    table = step("S2", ACTION, "")._replace(label="Which kind?\n• a: 1\n• b: 2", flags=LISTED)
    assert in_a_line(table).label == "Which kind?"


def test_a_drawing_knows_its_level() -> None:
    small, large = model(step("S1", START, "S2"), step("S2", END, "")), model(*_chain(40))
    assert [detail(sfm, level).level for sfm in (small, large) for level in LEVELS] == [*LEVELS, *LEVELS]
