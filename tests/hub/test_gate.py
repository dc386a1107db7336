"""What strangers hand on, end to end: put into every text of the artifact, into comments, beside our own comments. What GitHub
would make of the result is asked of its own parser; nothing of it may do more than show.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from flowscout.tasks.document import Marker, fitted
from flowscout.tasks.handover import unpacked
from flowscout.tasks.review.document import page
from hub.double import Double
from hub.hostile import ALL, TEXTS
from hub.page import Page
from hub.stage import Ran, Stage, commands_heard
from hub.test_post_event import left, posted
from mermaid import harness

BATCH = 6  # texts of one artifact: as many as a comment shows whole
Change = Callable[[dict[str, Any]], None]


@pytest.fixture(scope="module")
def handed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Stage, dict[str, bytes]]]:
    """What an honest run of a fork left; many are posted instead of it."""
    double = Double().start()
    stage = Stage(tmp_path_factory.mktemp("gate"), double)
    yield stage, left(stage)
    double.stop()


def faults(page: str) -> list[str]:
    """Whatever of a comment or a summary does more than show."""
    text = page.split("\n", 1)[1] if page.startswith("<!-- flowscout:") else page
    seen = Page(text)
    languages = [
        value
        for tag, given in seen.tags
        if tag == "code"
        and (value := given.get("class")) not in (None, "language-mermaid", "language-text", "language-diff")
    ]
    unseen = [hex(ord(c)) for c in seen.prose + seen.codes if not c.isprintable() and c not in "\n\t\u200b"]
    return [*seen.active(), *seen.comments, *map(str, languages), *unseen]


def hostile(record: dict[str, Any], texts: tuple[str, ...]) -> dict[str, Any]:
    """A review every text of which is one of them: names, paths, sentences, ways, labels, outlines, notes."""
    made: dict[str, Any] = json.loads(json.dumps(record))
    review, sample = made["review"], made["review"]["functions"][0]
    review["functions"] = [{
        **sample, "name": t, "path": t, "sentences": [t, f"x {t} y"], "reached": [t], "short_way": t, "ways": 2, "outline": f"1. {t}\n{t}",
        "steps": [{**sample["steps"][0], "text": t}],
        "drawing": [{**step, "label": t, "transitions": [{**way, "label": t} for way in step["transitions"]]} for step in sample["drawing"]],
    } for t in texts]  # fmt: skip
    tests = [{"name": t, "path": t, "how": "changed", "sentences": [t]} for t in texts]
    told = [{"names": [t, t], "many": 3, "said": t} for t in texts]
    review.update(
        notes=list(texts),
        tests=tests,
        test_count=len(tests),
        told=told,
        told_count=9,
        entry_count=9,
        function_count=len(texts),
    )
    return made


def test_no_text_of_an_artifact_does_more_than_show(handed: tuple[Stage, dict[str, bytes]]) -> None:
    stage, files = handed
    double, through, tried, drawings = stage.double, Counter[str](), Counter[str](), {}
    record = json.loads(files["pull.json"])
    for kind, texts in TEXTS.items():
        for at in range(0, len(texts), BATCH):
            double.comments.clear()
            ran = sent(stage, hostile(record, texts[at : at + BATCH]))
            (body,) = double.bodies(1)
            drawings |= {f"{kind} {at} {n}": text for n, text in enumerate(Page(body).drawings)}
            tried[kind] += len(texts[at : at + BATCH])
            heard = set(commands_heard(ran.out)) - {"add-mask", "notice"}
            through[kind] += bool(faults(body) or faults(ran.summary) or heard or ran.code)
    print("\n".join(f"{kind}: {tried[kind]} texts, {through[kind]} through" for kind in tried))
    assert sum(through.values()) == 0, through
    assert sum(tried.values()) == len(ALL) >= 240
    assert len(drawings) > len(ALL) // 2
    verdicts = harness.validate(drawings)
    assert [name for name, verdict in verdicts.items() if not verdict.ok or verdict.config] == []
    double.settled()


def sent(stage: Stage, record: object, **more: bytes) -> Ran:
    """In this process: a hundred of them take as long as five on their own."""
    data = record if isinstance(record, bytes) else json.dumps(record).encode()
    return posted(
        stage, {"pull.json": data, **{name.replace("_", "."): text for name, text in more.items()}}, run=stage.acted
    )


def test_markdown_that_lies_beside_is_not_looked_at(handed: tuple[Stage, dict[str, bytes]]) -> None:
    stage, files = handed
    stage.double.comments.clear()
    for kind, text in ALL[::8]:
        sent(stage, files["pull.json"], review_md=f"### Flow review\n\n{text}\n".encode())
        (body,) = stage.double.bodies(1)
        assert "evil" not in body, (kind, text)
        assert "`handle_drop` now removes" in body
    old = {**json.loads(files["pull.json"]), "schema": "flowscout.pull/1"}
    stage.double.comments.clear()
    ran = sent(
        stage,
        {key: old[key] for key in ("schema", "number", "head_sha", "project")},
        review_md=b"### Flow review\n\n@octocat\n",
    )
    assert stage.double.bodies(1) == []
    assert "of an older version, whose Markdown is not posted" in ran.out


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    for key, item in (
        value.items() if isinstance(value, dict) else enumerate(value[:1]) if isinstance(value, list) else ()
    ):
        yield from places(item, (*path, key))


def changed(record: Any, path: tuple[Any, ...], value: Any) -> Any:
    if not path:
        return value
    copy = dict(record) if isinstance(record, dict) else list(record)
    copy[path[0]] = changed(record[path[0]], path[1:], value)
    return copy


NO_TEXTS = (True, 1.5, -1, 10**30, None, [], {}, [[]], float("nan"), float("inf"), "a" * 70_000)


def test_nothing_of_another_shape_is_read() -> None:
    """Every place of the record with every kind of value that does not belong there; the few that do are read as they are."""
    from flowscout.tasks.handover import Unfit, unpacked

    record = json.loads(honest())
    refused, read = 0, 0
    for path in places(record):
        here = record
        for key in path:
            here = here[key]
        for value in NO_TEXTS:
            if type(value) is type(here) or (value is None and path[-1:] == ("drawing",)):
                continue
            try:
                unpacked(json.dumps(changed(record, path, value)).encode())
                read += 1
            except Unfit:
                refused += 1
        if isinstance(here, dict) and path:
            for broken in ({**here, "more": 1}, {key: here[key] for key in list(here)[1:]}):
                with pytest.raises(Unfit):
                    unpacked(json.dumps(changed(record, path, broken)).encode())
                refused += 1
    print(f"{refused} refused")
    assert refused > 500
    assert read == 0


def honest() -> bytes:
    from flowscout.model.sfm import ScenarioFlowModel, ScenarioStep, Transition
    from flowscout.model.shown import ShownEntry, ShownFunction, ShownReview, ShownStep, ShownTest
    from flowscout.tasks.handover import Handed, packed

    first = ScenarioStep("S1", "START", "Start", "Start", (), (Transition("S2", "", "added"),))
    drawing = ScenarioFlowModel(
        "", "", (first, ScenarioStep("S2", "END", "End", "End", (), (), flags="added")), "S1", ("S2",), level="diff"
    )
    function = ShownFunction(
        "f",
        "a.py",
        "changed",
        ("Now x.",),
        ("g",),
        "g",
        1,
        drawing,
        (ShownStep("+", "x", "a.py", 1, 2, False),),
        "1. x",
    )
    review = ShownReview(
        "a1",
        "b2",
        (ShownEntry(("g",), 1, "now x"),),
        1,
        1,
        (function,),
        1,
        (ShownTest("t", "t.py", "added", ("x",)),),
        1,
        0,
        0,
        1,
        ("note",),
    )
    return packed(Handed(1, "a" * 40, "", "default", "b" * 40, "a" * 40, "compare", review)).encode()


@pytest.mark.parametrize(("change", "said"), [
    (lambda r: r["review"]["functions"][0]["steps"][0].update(path="../../../evil/repo/blob/main/x.py"), "a path leads elsewhere"),
    (lambda r: r["review"]["functions"][0]["steps"][0].update(path="a/./b.py"), "a path leads elsewhere"),
    (lambda r: r["review"]["functions"][0]["steps"][0].update(path="/a.py"), "a path leads elsewhere"),
    (lambda r: r["review"]["functions"][0]["steps"][0].update(path="a//b.py"), "a path leads elsewhere"),
    (lambda r: r["review"]["functions"][0]["steps"][0].update(path="..\\b.py"), "a path leads elsewhere"),
    (lambda r: r["review"]["functions"][0]["steps"][0].update(path="a\n.py"), "a path leads elsewhere"),
    (lambda r: r["review"]["functions"][0]["steps"][0].update(line=0), "line is not of the schema"),
    (lambda r: r["review"]["functions"][0]["drawing"][0].update(step_id='S"]; click n0'), "step_id is not of the schema"),
    (lambda r: r["review"]["functions"][0]["drawing"][0].update(step_type="SUBGRAPH"), "step_type is not of the schema"),
    (lambda r: r["review"]["functions"][0]["drawing"][0]["transitions"].append({"target": "Sfff", "label": "", "kind": ""}), "does not hold together"),
    (lambda r: r["review"]["functions"][0]["drawing"].append(r["review"]["functions"][0]["drawing"][0]), "does not hold together"),
    (lambda r: r["review"]["functions"][0].update(how="[x](//evil)"), "how is not of the schema"),
    (lambda r: r.update(mode="@octocat"), "mode is not of the schema"), (lambda r: r.update(style="dark"), "style is not of the schema"),
    (lambda r: r.update(before="main"), "before is not of the schema"), (lambda r: r.update(after="a" * 41), "after is not of the schema"),
    (lambda r: r.update(schema="flowscout.pull/9"), "is not of the schema"), (lambda r: r.update(project="../x"), "project is not of the schema"),
    (lambda r: r.update({"@octocat": 1}), "a key is not of the schema"), (lambda r: r.update(project="other"), "is of another project"),
])  # fmt: skip
def test_data_that_no_honest_run_leaves_is_refused(
    handed: tuple[Stage, dict[str, bytes]], change: Change, said: str
) -> None:
    stage, files = handed
    stage.double.comments.clear()
    record = json.loads(files["pull.json"])
    change(record)

    ran = sent(stage, record)

    assert (stage.double.bodies(1), ran.code) == ([], 0)
    assert said in ran.out
    assert "octocat" not in ran.out


@pytest.mark.parametrize("data", [
    b'{"schema": "flowscout.pull/2", "number": ' + b"9" * 5_000 + b"}", b'{"number": NaN}', b'{"number": 1, "number": 2}', b"[" * 100_000, b'{"a":' * 100_000,
    b"\xff", b"", b"null", b'"\\ud800"', b"{}{}", b" " * 1_600_000, b'{"schema":["flowscout.pull/1"]}',
], ids=range(12))  # fmt: skip
def test_what_is_no_record_is_refused(handed: tuple[Stage, dict[str, bytes]], data: bytes) -> None:
    stage, _ = handed
    stage.double.comments.clear()

    ran = sent(stage, data)

    assert (stage.double.bodies(1), ran.code) == ([], 0)
    assert "::notice" in ran.out


def large(fill: str) -> bytes:
    """As much as is read, of one character: in names, sentences, labels and outlines."""
    record = json.loads(honest())
    sample = record["review"]["functions"][0]
    text = (fill * 2_000)[:2_000]
    steps = [
        {
            **sample["drawing"][0],
            "step_id": f"S{n:x}",
            "label": text,
            "transitions": [{"target": f"S{m:x}", "label": "", "kind": "added"} for m in (0, 1)],
        }
        for n in range(60)
    ]
    function = {
        **sample,
        "name": text,
        "path": text,
        "sentences": [text] * 5,
        "reached": [text] * 2,
        "short_way": text,
        "outline": (fill * 20_000)[:20_000],
        "drawing": steps,
    }
    record["review"]["functions"] = [function] * (1_300_000 // len(json.dumps(function)))
    return json.dumps(record).encode()


@pytest.mark.parametrize(
    "fill", ["`", "` ", "<", "[](", "&", "@a", "_", "\\", "http:", "(a", "a", "é", "\u202e", ".", "\t"]
)
def test_what_is_as_large_as_may_be_takes_seconds(fill: str) -> None:

    begun = time.process_time()
    text, _ = fitted(page(unpacked(large(fill)).review), 60_000, Marker("default/review", "a" * 40, 1, 1))

    assert time.process_time() - begun < 20
    assert faults(text) == []
