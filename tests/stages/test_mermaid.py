"""The drawing: shapes, order and words, and that real Mermaid understands and shows what the model holds."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

from flowscout.model import limits
from flowscout.model.sfm import (
    ACTION,
    DECISION,
    END,
    ERROR,
    LEVELS,
    LOOP,
    START,
    STATE_CHANGE,
    TERMINAL,
    VALIDATION,
    Evidence,
    Phase,
    ScenarioFlowModel,
    ScenarioStep,
    Transition,
)
from flowscout.stages.mermaid import mermaid, outline, rows
from flowscout.stages.mermaid.shown import rationed
from flowscout.stages.mermaid.text import quoted, wrapped
from flowscout.tasks.drawing import draw
from mermaid import harness

LABELS = json.loads((Path(harness.__file__).parent / "nasty_labels.json").read_text())
SHAPES = {START: "stadium", END: "stadium", DECISION: "diamond", LOOP: "hexagon", ERROR: "circle", ACTION: "square"}


def model(*rows: tuple[str, str, str, str] | tuple[str, str, str, str, str]) -> ScenarioFlowModel:
    """Rows of (id, type, label, "target:label target:label"[, flags])."""
    steps = []
    for name, kind, label, leads, *flags in rows:
        transitions = tuple(Transition(*lead.replace("~", " ").split(":", 1)) for lead in leads.split())
        steps.append(ScenarioStep(name, kind, label, label, LEVELS, transitions, flags=" ".join(flags)))
    ends = tuple(step.step_id for step in steps if step.step_type in TERMINAL)
    return ScenarioFlowModel(steps[0].label, "a.cc::f", tuple(steps), steps[0].step_id, ends)


VOLUME = model(
    ("S01", START, "HandleVolumeCreate", "S02"),
    ("S02", VALIDATION, "req.volume_id is not empty?", "S04:yes S03:no"),
    ("S03", ERROR, "Return InvalidArgument: empty id", ""),
    ("S04", VALIDATION, "acl_.CanCreate(user)?", "S06:yes S05:no"),
    ("S05", ERROR, "Return PermissionDenied", ""),
    ("S06", ACTION, "Make record: req", "S07"),
    ("S07", STATE_CHANGE, "Create volume metadata: rec", "S08"),
    ("S08", LOOP, "For each node in PickNodes(req.replicas())", "S09:next~node S13:done"),
    ("S09", ACTION, "Allocate storage: node, rec", "S10"),
    ("S10", DECISION, "s is ok?", "S08:yes S11:no"),
    ("S11", STATE_CHANGE, "Delete volume metadata: rec.id", "S12", "irreversible"),
    ("S12", ERROR, "Return s", ""),
    ("S13", STATE_CHANGE, "Set rec.state to ready", "S14"),
    ("S14", STATE_CHANGE, "Commit store_", "S15", "irreversible"),
    ("S15", END, "Return OK", ""),
)


def test_a_function_is_drawn_in_source_order_with_quoted_wrapped_labels() -> None:
    assert mermaid(VOLUME) == (
        "flowchart TD\n"
        '  n01(["HandleVolumeCreate"])\n'
        '  n02{"req.volume_id is not\nempty?"}\n'
        '  n03(("Return\nInvalidArgument:\nempty id")):::error\n'
        '  n04{"acl_.CanCreate(user)?"}\n'
        '  n05(("Return\nPermissionDenied")):::error\n'
        '  n06["Make record: req"]\n'
        '  n07["Create volume metadata: rec"]\n'
        '  n08{{"For each node in\nPickNodes(req.replicas())"}}\n'
        '  n09["Allocate storage: node, rec"]\n'
        '  n10{"s is ok?"}\n'
        '  n11["Delete volume metadata: rec.id"]:::irreversible\n'
        '  n12(("Return s")):::error\n'
        '  n13["Set rec.state to ready"]\n'
        '  n14["Commit store_"]:::irreversible\n'
        '  n15(["Return OK"])\n'
        '  n01 --> n02\n  n02 -- "yes" --> n04\n  n02 -- "no" --> n03\n  n04 -- "yes" --> n06\n'
        '  n04 -- "no" --> n05\n  n06 --> n07\n  n07 --> n08\n  n08 -- "next node" --> n09\n'
        '  n08 -- "done" --> n13\n  n09 --> n10\n  n10 -- "yes" --> n08\n  n10 -- "no" --> n11\n'
        "  n11 --> n12\n  n13 --> n14\n  n14 --> n15\n"
        "  classDef error fill:#ffebe9,stroke:#cf222e,color:#82071e\n"
        "  classDef irreversible fill:#fff8c5,stroke:#9a6700,color:#4d2d00\n"
    )


def test_a_short_chain_runs_from_left_to_right_and_a_branch_never_does() -> None:
    chain = model(("S1", START, "f", "S2"), ("S2", ACTION, "Work", "S3"), ("S3", END, "Done", ""))
    branch = model(
        ("S1", START, "f", "S2"), ("S2", DECISION, "x?", "S3:yes S4:no"), ("S3", END, "1", ""), ("S4", END, "2", "")
    )
    assert mermaid(chain).startswith("flowchart LR\n")
    assert mermaid(branch).startswith("flowchart TD\n")


def test_the_compact_style_draws_errors_as_red_stadiums() -> None:
    assert '  n12(["Return s"]):::error\n' in mermaid(VOLUME, "compact")


def test_nothing_but_the_words_of_the_model_is_drawn() -> None:
    drawn = mermaid(VOLUME)
    assert not re.search(r"click|theme|init|linkStyle", drawn)


@pytest.mark.node
@pytest.mark.parametrize("package", harness.VERSIONS)
def test_mermaid_understands_the_very_graph_of_the_model(package: str) -> None:
    verdict = harness.validate({"volume": mermaid(VOLUME)}, package)["volume"]
    assert verdict.ok, verdict.error
    assert [(f"S{e.source[1:]}", f"S{e.target[1:]}", e.text) for e in verdict.edges] == [
        (step.step_id, t.target, t.label) for step in VOLUME.steps for t in step.transitions
    ]
    for step in VOLUME.steps:
        node = verdict.nodes["n" + step.step_id[1:]]
        kind = {VALIDATION: DECISION, STATE_CHANGE: ACTION}.get(step.step_type, step.step_type)
        assert (node.text.replace("\n", " "), node.shape) == (step.label, SHAPES[kind])


def _everywhere(label: str) -> str:
    """The label in a node, a diamond and on an edge."""
    text = quoted(label)
    return f'flowchart TD\n  n1[{text}]\n  n2{{{text}}}\n  n3(["end"])\n  n1 -- {text} --> n2\n  n2 --> n3\n'


def _shown(text: str) -> str:
    return re.sub(r"\s+", " ", re.sub("[\u2060\u200b]", "", text)).strip()


def _charts() -> dict[str, str]:
    """Every nasty label, and pairs of them in a random order that the seed fixes."""
    dice = random.Random(20)
    alone = [label["label"] for label in LABELS]
    pairs = [" ".join(dice.sample([label for label in alone if len(label) < 60], 2)) for _ in range(100)]
    return {label: _everywhere(label) for label in (*alone, *pairs)}


@pytest.mark.node
@pytest.mark.parametrize("package", harness.VERSIONS)
def test_no_label_changes_the_structure(package: str) -> None:
    for label, verdict in harness.validate(_charts(), package).items():
        assert verdict.ok, (label, verdict.error)
        assert (len(verdict.nodes), len(verdict.edges), verdict.config) == (3, 2, {}), label


@pytest.mark.browser
@pytest.mark.parametrize("package", harness.VERSIONS)
def test_every_label_shows_as_it_is_written(package: str) -> None:
    seen = harness.render(_charts(), package=package)
    # Mermaid's own placeholders are the one text that is changed on purpose.
    displayed = {label["label"]: label["displayed"].replace("ﬂ", "fl").replace("¶ß", "¶ ß") for label in LABELS}
    for label, one in seen.items():
        assert one.ok, (label, one.error)
        assert (one.live, one.requests, one.paths) == (0, (), 2), label
        if label in displayed:
            assert [_shown(text) for text in (*one.nodes[:2], *one.edges)] == [_shown(displayed[label])] * (
                3 if one.edges else 2
            )


def test_words_wrap_at_blanks_and_long_names_after_their_joints() -> None:
    assert wrapped("For each node in PickNodes(req.replicas())", 24) == "For each node in\nPickNodes(req.replicas())"
    assert wrapped("std::chrono::steady_clock::duration::zero", 18) == "std::chrono::\nsteady_clock::\nduration::zero"
    assert wrapped("USE_CONSERVATIVE_COLLECTOR_PRESERVE_TAG", 18) == "USE_CONSERVATIVE_\nCOLLECTOR_\nPRESERVE_TAG"
    assert wrapped("x" * 50, 20) == "x" * 20 + "\n" + "x" * 20 + "\n" + "x" * 10


def test_the_outline_indents_branches_and_names_the_ways_back() -> None:
    assert outline(VOLUME) == (
        "1. HandleVolumeCreate\n"
        "2. req.volume_id is not empty?\n"
        "   no: 3. Return InvalidArgument: empty id (error)\n"
        "4. acl_.CanCreate(user)?\n"
        "   no: 5. Return PermissionDenied (error)\n"
        "6. Make record: req\n"
        "7. Create volume metadata: rec\n"
        "8. For each node in PickNodes(req.replicas())\n"
        "   next node:\n"
        "      9. Allocate storage: node, rec\n"
        "      10. s is ok?\n"
        "         yes: → back to 8\n"
        "         no: → 11\n"
        "      11. Delete volume metadata: rec.id\n"
        "      12. Return s (error)\n"
        "13. Set rec.state to ready\n"
        "14. Commit store_\n"
        "15. Return OK (end)\n"
    )


def test_the_outline_goes_on_at_its_own_height_where_a_check_holds() -> None:
    checked = model(
        ("S1", START, "load", "S2"),
        ("S2", VALIDATION, "path is set?", "S4:yes S3:no"),
        ("S3", ERROR, "Return -1", ""),
        ("S4", END, "Return 0", ""),
    )
    assert outline(checked) == ("1. load\n2. path is set?\n   no: 3. Return -1 (error)\n4. Return 0 (end)\n")


def test_the_outline_goes_on_where_a_check_does_not_hold_if_only_that_is_long() -> None:
    found = model(
        ("S1", START, "find", "S2"),
        ("S2", VALIDATION, "name is not known?", "S3:yes S5:no"),
        ("S3", ACTION, "Register name", "S4"),
        ("S4", END, "Return 0", ""),
        ("S5", DECISION, "name is old?", "S6:yes S7:no"),
        ("S6", END, "Return 1", ""),
        ("S7", END, "Return 2", ""),
    )
    assert outline(found) == (
        "1. find\n"
        "2. name is not known?\n"
        "   yes:\n"
        "      3. Register name\n"
        "      4. Return 0 (end)\n"
        "5. name is old?\n"
        "   yes: 6. Return 1 (end)\n"
        "   no: → 7\n"
        "7. Return 2 (end)\n"
    )


def test_the_table_has_each_step_once_with_where_it_leads() -> None:
    table = rows(VOLUME)
    assert [row.number for row in table] == list(range(1, 16))
    assert table[7].leads == (("next node", 9), ("done", 13))


def _tall(decisions: int) -> ScenarioFlowModel:
    """`decisions` in a row, each with an error exit, inside a loop that a short tail follows."""
    table: list[tuple[str, str, str, str]] = [
        ("S9000", START, "f", "S9001"),
        ("S9001", LOOP, "For each x in xs", "S0:next~x S9002:done"),
    ]
    for at in range(decisions):
        table.append(
            (f"S{at}", VALIDATION, f"x{at} is set?", f"S{at + 1 if at + 1 < decisions else 9001}:yes S7{at:03}:no")
        )
        table.append((f"S7{at:03}", ERROR, f"Raise Error {at}", ""))
    return model(*table, ("S9002", END, "Done", ""))


def _in_phases(decisions: int, many: int = 10) -> ScenarioFlowModel:
    """`_tall`, every so many decisions under a title of the author's."""
    tall = _tall(decisions)
    phases = (
        Phase(
            f"P{first:03}",
            f"Check row {first}",
            first,
            first + many - 1,
            tuple(f"S{at}" for at in range(first, min(first + many, decisions))),
            named=True,
        )
        for first in range(0, decisions, many)
    )
    return tall._replace(phases=tuple(phases))


def _nodes(text: str) -> list[str]:
    return re.findall(r"^ +n(\w+?)(?=[(\[{])", text, re.MULTILINE)


def test_a_chart_above_the_budget_is_an_overview_and_a_drawing_a_phase_and_says_so() -> None:
    model = _in_phases(60)
    drawing = draw(model, line=1)
    assert (
        drawing.note
        == f"too large for one drawing: {len(drawing.charts) - 1} parts of it have drawings of their own, in the order in which they run"
    )
    assert drawing.model is model, "no level stands in for another"
    assert "Check row 10\n… 10 steps" in drawing.charts[0][1]
    assert "Check row 10" in [title for title, _ in drawing.charts]
    for _, text in drawing.charts:
        assert len(_nodes(text)) <= limits.MERMAID_NODES
    drawn = {node for _, text in drawing.charts for node in _nodes(text)}
    assert {f"{at}" for at in range(60)} <= drawn, "nothing is missing"
    assert {f"7{at:03}" for at in range(60)} <= drawn, "no outcome is missing"


def test_lines_of_a_phase_count_from_the_functions_first() -> None:
    model = _in_phases(60)
    evidenced = tuple(
        s._replace(evidence=Evidence(100 + int(s.step_id[1:]), 100 + int(s.step_id[1:]), ""))
        if s.step_type == VALIDATION
        else s
        for s in model.steps
    )
    titles = [title for title, _ in draw(model._replace(steps=evidenced), line=100).charts]
    assert titles[1].endswith(" of the function)")
    assert "(lines 1–" in titles[1]


def test_a_chart_without_phases_is_divided_all_the_same() -> None:
    charts = draw(_tall(2000)._replace(level="deep")).charts
    assert len(charts) > 40
    assert all(len(_nodes(text)) <= limits.MERMAID_NODES for _, text in charts)


def test_a_part_with_more_ends_than_steps_is_not_divided_for_ever() -> None:
    """The arms of a choice that all return: what is taken out is as large as what it is taken from."""
    arms = [
        (f"S1{at:03}", ACTION, f"delete the name of country {at} from the table of names", f"S2{at:03}")
        for at in range(36)
    ]
    ends = [(f"S2{at:03}", END, f"Return {at}", "") for at in range(36)]
    asked = ("S9001", DECISION, "Which country?", " ".join(f"S1{at:03}:{at}" for at in range(36)))
    whole = model(("S9000", START, "f", "S9001"), asked, *arms, *ends)
    unlisted = tuple(
        step._replace(flags="irreversible") if step.step_type == ACTION else step for step in whole.steps
    )  # so no table holds all
    whole = whole._replace(steps=unlisted, phases=(Phase("P001", "", 1, 36, tuple(f"S1{at:03}" for at in range(36))),))
    drawn = {node for _, text in draw(whole).charts for node in _nodes(text)}
    assert {f"1{at:03}" for at in range(36)} <= drawn


@pytest.mark.node
def test_every_drawing_of_a_divided_chart_is_valid_mermaid() -> None:
    charts = {f"{at} {title}": text for at, (title, text) in enumerate(draw(_in_phases(90)).charts)}
    assert len(charts) > 1
    assert [verdict.error for verdict in harness.validate(charts).values() if not verdict.ok] == []


def test_an_errors_circle_holds_its_name_and_the_edge_its_message() -> None:
    flow = model(
        ("S1", START, "f", "S2"),
        ("S2", VALIDATION, "p is set?", "S3:yes S4:no"),
        ("S3", END, "Done", ""),
        ("S4", ERROR, "Return InvalidArgument: no p", ""),
    )
    assert '(("InvalidArgument"))' in draw(flow).charts[0][1]
    assert '-- "no: no p" -->' in draw(flow).charts[0][1]
    assert "Return InvalidArgument: no p" in outline(flow)
    assert '(["Return InvalidArgument: no p"])' in draw(flow, "compact").charts[0][1].replace("\n", " ").replace(
        "  ", " "
    )


def test_errors_of_one_name_are_told_apart_by_their_messages() -> None:
    many = "Raise BadArchive: Too many top-level members in the archive that was given to us by name"
    none = "Raise BadArchive: Too many top-level members in the archive that was given to us by number"
    flow = model(
        ("S1", START, "f", "S2"),
        ("S2", DECISION, "p is set?", "S3:yes S4:no"),
        ("S3", ERROR, many, ""),
        ("S4", ERROR, none, ""),
    )
    text = re.sub(r"\s+", " ", draw(flow).charts[0][1])
    told = re.findall(r'"BadArchive: ([^"]*)"', text)
    assert len(set(told)) == 2, text
    assert all("name" in message or "number" in message for message in told)


def test_a_circle_holds_its_text_or_is_a_stadium() -> None:
    builder = "Raise Errors.Builder().with_feature('--skip-existing').with_url(repository_url).finalize"
    flow = model(
        ("S1", START, "f", "S2"),
        ("S2", DECISION, "p is set?", "S3:yes S4:no"),
        ("S3", ERROR, builder, ""),
        ("S4", ERROR, "Raise KeyError", ""),
    )
    chart = draw(flow).charts[0][1]
    assert 'n4(["KeyError"])' in chart  # one meaning, one shape
    assert 'n3(["Errors.Builder()' in chart
    short = flow._replace(
        steps=tuple([s._replace(label="Raise OSError") if s.step_id == "S3" else s for s in flow.steps])
    )
    assert '(("KeyError"))' in draw(short).charts[0][1]


def test_a_named_phase_of_a_large_chart_is_a_box() -> None:
    charts = draw(_in_phases(12, many=3)).charts
    assert len(charts) == 1
    text = charts[0][1]
    assert re.findall(r'subgraph \w+ \["(.*)"\]', text) == ["Check row 0", "Check row 3", "Check row 6", "Check row 9"]
    boxed = re.findall(r"subgraph.*?\n(.*?)\n  end", text, re.DOTALL)
    assert [_nodes(each) for each in boxed] == [["0", "1", "2"], ["3", "4", "5"], ["6", "7", "8"], ["9", "10", "11"]]
    small = draw(_in_phases(3, many=2)).charts[0][1]
    assert "subgraph" not in small
    unnamed = _in_phases(12, many=3)
    unnamed = unnamed._replace(phases=tuple(phase._replace(named=False) for phase in unnamed.phases))
    assert "subgraph" not in draw(unnamed).charts[0][1]


def test_the_outline_of_a_very_long_chain_of_branches_stays_small() -> None:
    chain = model(
        ("S9000", START, "f", "S0"),
        *((f"S{at}", DECISION, f"x is {at}?", f"S9001:yes S{at + 1 if at < 2999 else 9001}:no") for at in range(3000)),
        ("S9001", END, "Done", ""),
    )
    assert len(outline(chain)) < 500_000


def test_of_a_long_list_of_values_the_first_are_drawn_where_there_is_no_room() -> None:
    values = "\n".join(["Set 12 fields of lamp:", *(f"• colour_{at} = {at}" for at in range(12))])
    drawn = rationed(model(("S1", START, "f", "S2"), ("S2", STATE_CHANGE, values, "S3"), ("S3", END, "Done", "")), 40)
    assert drawn.steps[1].label.split("\n")[-1] == "• … and 9 more"


def test_of_a_list_of_deeds_those_that_leave_or_do_something_are_drawn_where_there_is_no_room() -> None:
    lines = [
        "• Set a to 1",
        "• Set b to 2",
        "• For each row in rows:",
        "– Set c to row.c",
        "– If row is old:",
        "– – Set d to 3",
        "– – drop(row)",
        "– … 2 more",
        "• If read(f) is less than 0: return -1",
        "• n = 5",
        "• … and 3 more",
    ]
    deeds = "\n".join(lines)
    drawn = rationed(model(("S1", START, "f", "S2"), ("S2", ACTION, deeds, "S3"), ("S3", END, "Done", "")), 40)
    assert drawn.steps[1].label.split("\n") == [
        *(lines[at] for at in (2, 4, 6, 8)),
        "• … and 10 more, here and in between",
    ]
    longer = rationed(model(("S1", START, "f", "S2"), ("S2", ACTION, deeds, "S3"), ("S3", END, "Done", "")), 40, rows=7)
    assert longer.steps[1].label.split("\n") == [
        *(lines[at] for at in (0, 1, 2, 3, 4, 6, 8)),
        "• … and 7 more, here and in between",
    ]


def test_of_a_list_no_answer_is_drawn_without_its_question() -> None:
    lines = [
        "• For each link in links:",
        "– If count is more than link.count:",
        "– – If link.title is set:",
        "– – – out(link.title)",
        "– Otherwise: drop(link)",
        "• Set links to kept",
        "• n = 5",
    ]

    def drawn(rows: int) -> list[str]:
        steps = (("S1", START, "f", "S2"), ("S2", ACTION, "\n".join(lines), "S3"), ("S3", END, "Done", ""))
        return rationed(model(*steps), 40, rows=rows).steps[1].label.split("\n")

    assert drawn(3) == [lines[0], f"{lines[1]} …", lines[4], "• … and 4 more, here and in between"]
    assert drawn(2) == ["• … 5 more", lines[5], lines[6]]


def test_of_a_list_what_is_done_to_others_is_drawn_before_what_only_gives_a_value_and_no_answer_of_two_that_do() -> (
    None
):
    lines = [
        "• If fill:",
        "– Set colors to {a: 1}",
        "• Otherwise: set colors to {}",
        "• Set more to {**colors, b: 2}",
        "• shape = made(more)",
        "• Add collection on ax: shape, lines=False",
        "• ax.scatter(x, y, shape)",
    ]

    def drawn(rows: int) -> list[str]:
        steps = (("S1", START, "f", "S2"), ("S2", ACTION, "\n".join(lines), "S3"), ("S3", END, "Done", ""))
        return rationed(model(*steps), 40, rows=rows).steps[1].label.split("\n")

    assert drawn(2) == ["• … 5 more", *lines[5:]]
    assert drawn(4) == ["• … 3 more", *lines[3:]]
    assert drawn(5) == ["• … 3 more", *lines[3:]]


def test_a_word_of_a_name_that_stands_out_a_little_is_not_torn() -> None:
    told = "Set result.operationResults[i] to STATUSCODE_BADHISTORYOPERATIONUNSUPPORTED"
    assert "BADHISTORYOPERATIONUNSUPPORTED" in wrapped(told, 18).split("\n")
    assert all(len(line) <= 34 for line in wrapped("x" * 200, 18).split("\n"))


def test_of_a_list_what_a_drawn_row_reads_stays_and_what_is_logged_goes() -> None:
    lines = [
        "• If item is null:",
        '– LOG(WARN, "no name given")',
        "• Otherwise:",
        "– path = copied(item.value)",
        '– file = fopen(path, "a")',
        "– If file is null:",
        '– – LOG(WARN, "cannot open it")',
        "• Set enabled to whether file is not null",
        "• If first is null: first = place(item)",
    ]

    def drawn(last: str, rows: int) -> list[str]:
        steps = (("S1", START, "f", "S2"), ("S2", ACTION, "\n".join(lines), "S3"), ("S3", END, last, ""))
        return rationed(model(*steps), 40, rows=rows).steps[1].label.split("\n")

    kept = [f"{lines[0]} …", lines[2], lines[3], lines[4], lines[7]]
    assert drawn("Return enabled", 5) == [*kept, "• … and 4 more, here and in between"]


def test_of_a_list_no_further_round_is_drawn_without_what_is_done_before_it() -> None:
    lines = [
        "• If kind is A:",
        "– If first is null: first = place(t)",
        "– spec = add(spec, t)",
        "– Next round",
        "• If kind is B:",
        "– If first is null: first = place(t)",
        "– spec = add(spec, u)",
        "– Next round",
    ]

    def drawn(rows: int) -> list[str]:
        steps = (("S1", START, "f", "S2"), ("S2", ACTION, "\n".join(lines), "S3"), ("S3", END, "Done", ""))
        return rationed(model(*steps), 40, rows=rows).steps[1].label.split("\n")

    assert drawn(6) == [*(lines[at] for at in (0, 2, 3, 4, 6, 7)), "• … and 2 more in between"]
    assert drawn(4) == [*(lines[at] for at in (0, 2, 3)), f"{lines[4]} …", "• … and 4 more, here and in between"]
