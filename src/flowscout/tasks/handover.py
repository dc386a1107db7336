"""What a run that may not write leaves for one that may: a review as data, never as Markdown.

Whoever reads it takes it for a stranger's: every key is known, every text and list has a most, a number is a whole number in its
range, a path leads nowhere but down, and a drawing is steps and ways between them. What does not fit is refused whole; what an
honest run leaves fits, because it is cut to the same limits here. The Markdown is then drawn up by `review_document`, as
for everybody.
"""

from __future__ import annotations

import json
from typing import Annotated, Any, Final, Literal

from ..llm.wire import Field, Wire
from ..model.codec import dumps_ascii
from ..model.record import NamedTuple
from ..model.sfm import ScenarioFlowModel, ScenarioStep, Transition
from ..model.shown import ShownCount, ShownEdit, ShownEntry, ShownFunction, ShownReview, ShownStep, ShownTest

SCHEMA: Final = "flowscout.pull/3"
FIRST: Final = "flowscout.pull/1"  # of versions that left Markdown
MOST_BYTES: Final = 1_500_000
FUNCTIONS: Final = 500
EDITS: Final = 500
DRAWN: Final = 600  # steps of a drawing, and ways between them
SENTENCES: Final = 200
PLACES: Final = 1_000
NAMES: Final = 40  # of one sentence, and ways by which a function is reached
OUTLINE: Final = 60_000
TEXT: Final = 2_000

_Text = Annotated[str, Field(max_length=TEXT)]
_Count = Annotated[int, Field(ge=0, le=10_000_000)]
_Line = Annotated[int, Field(ge=1, le=100_000_000)]
_Commit = Annotated[str, Field(pattern=r"^(?:[0-9a-f]{40}(?:[0-9a-f]{24})?)?$")]
_Id = Annotated[str, Field(pattern=r"^S[0-9a-f]{1,64}$")]
_How = Literal["added", "removed", "changed", "renamed", "moved"]


class Unfit(ValueError):  # noqa: N818 - it says what happened
    """What was left is not what an honest run leaves; the message says why."""


class Handed(NamedTuple):
    """number, head_sha: of the pull request. before, after: the commits whose trees were compared. mode: how they were found."""

    number: int
    head_sha: str
    project: str
    style: str
    before: str
    after: str
    mode: str
    review: ShownReview


class _Way(Wire):
    target: _Id
    label: _Text
    kind: Annotated[str, Field(max_length=20)]


class _Step(Wire):
    step_id: _Id
    step_type: Literal["START", "END", "DECISION", "VALIDATION", "ACTION", "STATE_CHANGE", "ERROR", "LOOP"]
    label: _Text
    flags: Annotated[str, Field(max_length=200)]
    transitions: Annotated[list[_Way], Field(max_length=DRAWN)]


class _Place(Wire):
    sign: Literal["+", "-", "~"]
    text: _Text
    path: Annotated[str, Field(min_length=1, max_length=TEXT)]
    line: _Line
    end_line: _Line
    before: bool


class _Function(Wire):
    name: _Text
    path: _Text
    how: _How
    sentences: Annotated[list[_Text], Field(max_length=SENTENCES)]
    reached: Annotated[list[_Text], Field(max_length=NAMES)]
    short_way: _Text
    ways: _Count
    drawing: Annotated[list[_Step], Field(max_length=DRAWN)] | None
    steps: Annotated[list[_Place], Field(max_length=PLACES)]
    outline: Annotated[str, Field(max_length=OUTLINE)]
    defect: bool


class _Test(Wire):
    name: _Text
    path: _Text
    how: _How
    sentences: Annotated[list[_Text], Field(max_length=SENTENCES)]


class _Entry(Wire):
    names: Annotated[list[_Text], Field(max_length=NAMES)]
    many: _Count
    said: _Text
    slight: bool = False


class _Edit(Wire):
    how: Literal["flow", "declaration", "listed", "neutral"]
    name: _Text
    path: Annotated[str, Field(min_length=1, max_length=TEXT)]
    line: _Line
    end_line: _Line
    before: bool
    sentence: _Text
    was: _Text
    now: _Text
    test: bool
    core: _Text = ""
    at: Annotated[int, Field(ge=0, le=100_000_000)] = 0
    rule: Annotated[str, Field(max_length=200)] = ""
    slight: bool = False
    read: _Text = ""


class _Counted(Wire):
    what: Annotated[str, Field(max_length=200)]
    many: _Count
    where: Annotated[str, Field(max_length=200)] = ""


class _Review(Wire):
    before: _Text
    after: _Text
    told: Annotated[list[_Entry], Field(max_length=NAMES)]
    told_count: _Count
    entry_count: _Count
    functions: Annotated[list[_Function], Field(max_length=FUNCTIONS)]
    function_count: _Count
    tests: Annotated[list[_Test], Field(max_length=FUNCTIONS)]
    test_count: _Count
    unchanged_flow: _Count
    renamed: _Count
    files: _Count
    notes: Annotated[list[_Text], Field(max_length=50)]
    edits: Annotated[list[_Edit], Field(max_length=EDITS)]
    counts: Annotated[list[_Count], Field(min_length=5, max_length=5)]
    neutral: Annotated[list[_Counted], Field(max_length=50)]
    along: Annotated[list[_Counted], Field(max_length=50)]
    others: Annotated[list[_Counted], Field(max_length=50)]
    scope: Literal["", "tests", "tests alone"] = ""


class _Handed(Wire):
    number: Annotated[int, Field(ge=1, le=10**12)]
    head_sha: Annotated[_Commit, Field(min_length=40)]
    project: Annotated[str, Field(pattern=r"^[\w.-]{0,60}$")]
    style: Literal["default", "compact"]
    before: _Commit
    after: _Commit
    mode: Literal["merge-parent", "compare", "deepen", "files", "full", "given"]
    review: _Review


def packed(handed: Handed) -> str:
    """Within the limits: what is told last loses its drawing, its places and its outline first, then goes."""
    review = _cut(handed.review)
    record = {"schema": SCHEMA} | _plain(handed._replace(review=review._replace(functions=())))
    room = MOST_BYTES - len(dumps_ascii(record))
    rows, wholes = [_plain(_bare(one)) for one in review.functions], list(map(_plain, review.functions))
    while rows and sum(map(_size, rows)) > room:
        rows = rows[: len(rows) // 2]
    room -= sum(map(_size, rows))
    for at, whole in enumerate(wholes[: len(rows)]):
        room -= _size(whole) - _size(rows[at])
        if room < 0:
            break
        rows[at] = whole
    record["review"]["functions"] = rows
    return dumps_ascii(record) + "\n"


def _size(row: Any) -> int:
    return len(dumps_ascii(row)) + 1


def unpacked(data: bytes) -> Handed:
    """Raises Unfit."""
    if len(data) > MOST_BYTES + 1:
        raise Unfit("it is longer than an honest run leaves")
    try:
        record = json.loads(data.decode(), object_pairs_hook=_once, parse_constant=_refused)
    except (ValueError, RecursionError):
        raise Unfit("it is no JSON") from None
    if not isinstance(record, dict):
        raise Unfit("it is no object")
    if record.get("schema") == FIRST:
        raise Unfit("it is of an older version, whose Markdown is not posted")
    if record.pop("schema", None) != SCHEMA:
        raise Unfit(f"it is not of the schema {SCHEMA}")
    try:
        return _handed(_Handed.model_validate(record))
    except (ValueError, RecursionError) as error:
        raise Unfit(_why(error)) from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands twice")
    return found


def _refused(constant: str) -> Any:
    raise ValueError(f"{constant} is no JSON value")


def _why(error: Exception) -> str:
    """Where it differs, without quoting it."""
    told = getattr(error, "errors", None)
    if told is None:
        return str(error) if isinstance(error, Unfit) else "it is not of the schema"
    first = told(include_url=False, include_input=False, include_context=False)[0]
    where = ".".join(str(part)[:40] for part in first["loc"] if isinstance(part, int) or str(part).isidentifier())
    return f"{where or 'a key'} is not of the schema"


def _handed(one: _Handed) -> Handed:
    return Handed(
        one.number, one.head_sha, one.project, one.style, one.before, one.after, one.mode, _review(one.review)
    )


def _review(one: _Review) -> ShownReview:
    return ShownReview(
        one.before,
        one.after,
        tuple(ShownEntry(tuple(e.names), e.many, e.said, e.slight) for e in one.told),
        one.told_count,
        one.entry_count,
        tuple(map(_function, one.functions)),
        max(one.function_count, len(one.functions)),
        tuple(ShownTest(t.name, t.path, t.how, tuple(t.sentences)) for t in one.tests),
        max(one.test_count, len(one.tests)),
        one.unchanged_flow,
        one.renamed,
        one.files,
        tuple(one.notes),
        tuple(map(_edit, one.edits)),
        tuple(one.counts),
        tuple(ShownCount(each.what, each.many) for each in one.neutral),
        tuple(ShownCount(each.what, each.many) for each in one.others),
        one.scope,
        tuple(ShownCount(each.what, each.many, each.where) for each in one.along),
    )


def _edit(one: _Edit) -> ShownEdit:
    if not plain_path(one.path):
        raise Unfit("a path leads elsewhere")
    return ShownEdit(
        one.how,
        one.name,
        one.path,
        one.line,
        one.end_line,
        one.before,
        one.sentence,
        one.was,
        one.now,
        one.test,
        one.core,
        one.at,
        one.rule,
        one.slight,
        one.read,
    )


def _function(one: _Function) -> ShownFunction:
    return ShownFunction(
        one.name, one.path, one.how, tuple(one.sentences), tuple(one.reached), one.short_way, one.ways,
        None if one.drawing is None else _drawing(one.drawing), tuple(map(_place, one.steps)), one.outline, one.defect)  # fmt: skip


def _place(one: _Place) -> ShownStep:
    if not plain_path(one.path):
        raise Unfit("a path leads elsewhere")
    return ShownStep(one.sign, one.text, one.path, one.line, one.end_line, one.before)


def plain_path(path: str) -> bool:
    """Whether it leads from the repository's root down to a file, and can be seen."""
    return (
        path.isprintable()
        and not path.startswith("~")
        and all(part not in ("", ".", "..") for part in path.replace("\\", "/").split("/"))
    )


def _drawing(rows: list[_Step]) -> ScenarioFlowModel:
    known = {row.step_id for row in rows}
    ways = [way for row in rows for way in row.transitions]
    if len(known) < len(rows) or len(ways) > DRAWN or any(way.target not in known for way in ways):
        raise Unfit("a drawing does not hold together")
    steps = tuple(ScenarioStep(
        row.step_id, row.step_type, row.label, row.label, (), tuple(Transition(way.target, way.label, way.kind) for way in row.transitions),
        flags=row.flags) for row in rows)  # fmt: skip
    return ScenarioFlowModel("", "", steps, "", (), level="diff")


def _cut(review: ShownReview) -> ShownReview:
    return review._replace(
        told=review.told[:NAMES],
        functions=tuple(map(_fitting, review.functions[:FUNCTIONS])),
        tests=tuple(one._replace(sentences=one.sentences[:SENTENCES]) for one in review.tests[:FUNCTIONS]),
        notes=review.notes[:50],
        edits=tuple(one for one in review.edits if plain_path(one.path) and len(one.path) <= TEXT)[:EDITS],
        neutral=review.neutral[:50],
        along=review.along[:50],
        others=tuple(one for one in review.others if len(one.what) <= 200)[:50],
    )


def _fitting(one: ShownFunction) -> ShownFunction:
    drawn = one.drawing if one.drawing and _fits(one.drawing) else None
    steps = tuple(step for step in one.steps if plain_path(step.path) and len(step.path) <= TEXT)[:PLACES]
    return one._replace(
        sentences=one.sentences[:SENTENCES],
        drawing=drawn,
        steps=steps,
        outline=one.outline if len(one.outline) <= OUTLINE else "",
    )


def _fits(drawing: ScenarioFlowModel) -> bool:
    return len(drawing.steps) <= DRAWN and sum(len(step.transitions) for step in drawing.steps) <= DRAWN


def _bare(one: ShownFunction) -> ShownFunction:
    return one._replace(drawing=None, steps=(), outline="", sentences=one.sentences[:10], reached=one.reached[:1])


def _plain(value: Any) -> Any:
    """As JSON has it."""
    if isinstance(value, str):
        return _text(value, TEXT)
    if isinstance(value, ShownFunction):
        return {key: _plain(item) for key, item in value._asdict().items()} | {"outline": _text(value.outline, OUTLINE)}
    if isinstance(value, ScenarioFlowModel):
        return [{key: _plain(getattr(step, key)) for key in _Step.model_fields} for step in value.steps]
    if hasattr(value, "_asdict"):
        return {key: _plain(item) for key, item in value._asdict().items()}
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def _text(text: str, most: int) -> str:
    text = text if text.isascii() else text.encode("utf-8", "replace").decode()
    return text if len(text) <= most else text[: most - 1] + "…"
