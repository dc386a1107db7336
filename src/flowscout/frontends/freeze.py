"""From drafts to facts: statements read, records sorted, digests taken."""

from __future__ import annotations

from typing import TypeVar

from flowscout.model import codec, report
from flowscout.model.declared import TypeFacts
from flowscout.model.facts import Binding, Call, FileFacts, FunctionFacts, Raised
from flowscout.model.generated import GENERATED, is_generated
from flowscout.model.language import Language
from flowscout.model.syntax import FunctionBody, Mark
from flowscout.shapes.draft import FileDraft, FunctionDraft, FunctionHead, TypeDraft
from flowscout.shapes.reading import Reading
from flowscout.words.dead import dead
from flowscout.words.lvalue import all_fresh

from .digest import digest, outside, remarks
from .endings import endings
from .ignored import ignored
from .statements import statements

MODULE = "<module>"
RETURNS = 8
NOTES = 50
T = TypeVar("T")


def freeze(file: FileDraft, language: Language, checksum: str) -> FileFacts:
    reading: Reading = language.reading
    if reading.module and reading.module(file):
        _publish(file)
    skip = ignored(file)
    inner: dict[int, list[str]] = {}
    made = GENERATED if is_generated(file.data) else ""
    functions = [_function(f, file, language, skip, inner, made) for f in reversed(file.functions)][::-1]
    top = ((f.start, f.end) for f in file.functions if f.outer is file.root and f is not file.root)
    return FileFacts(
        language.name,
        checksum,
        report.COMPLETED_SUCCESS,
        "",
        _lines(file),
        tuple(functions),
        tuple(_type(draft, file) for draft in file.types),
        tuple(sorted(file.declared)),
        tuple(file.imports),
        tuple(file.macros),
        tuple(file.globals.items()),
        tuple(file.exports),
        digest(reading.tokens, outside(file.data, top), *_known(file)),
        tuple(sorted(set(file.notes))[:NOTES]),
        tuple(sorted(file.stored)),
    )


def _known(file: FileDraft) -> list[str]:
    """Which names stand in which scope: what tokens alone do not tell where indentation is syntax."""
    fields = [f"{draft.scope}{draft.head.name} {list(draft.fields)}" for draft in file.types]
    return [*fields, *file.globals]


def heads(file: FileDraft, language: Language, checksum: str) -> FileFacts:
    """Facts of which only what points of interest say is there."""
    functions = (
        FunctionFacts(
            f.head.name, f.scope, f.head.kind, -1, -1, (), "", "", "", (), "", f.start, f.end, _line(f, file), file.last_line(f), "",
            _confidence(f), (), (), (), (), (), (), 0, "",
        )
        for f in file.functions
    )  # fmt: skip
    return FileFacts(
        language.name, checksum, report.COMPLETED_SUCCESS, "", _lines(file), tuple(functions),
        tuple(_type(draft, file) for draft in file.types), (), tuple(file.imports), tuple(file.macros), (), (), "",
        tuple(sorted(set(file.notes))[:NOTES]),
    )  # fmt: skip


def _lines(file: FileDraft) -> int:
    return file.data.count(b"\n") + (not file.data.endswith(b"\n") and bool(file.data))


def _line(draft: FunctionDraft, file: FileDraft) -> int:
    return int(draft.node.start_point.row) + 1 if draft.head.start < 0 else file.line(draft.start)


def _confidence(draft: FunctionDraft) -> float:
    return 1.0 if not draft.errors else round(max(0.2, 0.8 - 0.1 * draft.errors), 2)


def _publish(file: FileDraft) -> None:
    """The root becomes the function `<module>`, before all others."""
    file.root.head = FunctionHead(MODULE, "module", file.root.node, flags="public", start=0)
    file.functions.insert(0, file.root)
    for index, function in enumerate(file.functions):
        function.index = index
    file.imports = [row._replace(scope=row.scope + 1) if row.scope >= 0 else row for row in file.imports]


def ordered(rows: list[T]) -> tuple[T, ...]:
    if len(rows) > 1:
        rows.sort()
    return tuple(rows)


def fragment_of(file: FileDraft, language: Language, base: int) -> tuple[str, tuple[Call, ...]] | None:
    """The body of the first function and its calls, relative to `base`."""
    if not file.functions:
        return None
    draft = file.functions[0]
    shift = draft.start - base
    marks = [
        m._replace(start=m.start + shift, end=m.end + shift, at=_moved(m, m.at, shift), at2=_moved(m, m.at2, shift))
        for m in draft.marks
    ]
    calls = (
        c._replace(start=c.start + shift, end=c.end + shift, args=tuple((a + shift, b + shift) for a, b in c.args))
        for c in draft.calls
    )
    return codec.encode_body(read(draft, file, language, base, marks)), tuple(sorted(calls))


def _moved(mark: Mark, at: int, shift: int) -> int:
    return at if mark.kind == "chain" or not at else at + shift


def read(draft: FunctionDraft, file: FileDraft, language: Language, base: int, marks: list[Mark]) -> FunctionBody:
    marks = sorted(marks, key=lambda mark: (mark.start, -mark.end))
    return FunctionBody(statements(draft, file, language, base), tuple(marks))


def _digest(draft: FunctionDraft, file: FileDraft, language: Language, inner: dict[int, list[str]]) -> str:
    """Of the tokens, the shape, and the functions inside; to be asked of inner functions first."""
    text = file.data[draft.start : draft.end]
    if draft is file.root:
        text = outside(text, ((f.start, f.end) for f in file.functions if f.outer is draft))
    own = digest(language.reading.tokens, text, *map(str, draft.shape), *inner.pop(draft.index, ()))
    if draft.outer is not None and draft.outer is not file.root:
        inner.setdefault(draft.outer.index, []).append(own)
    return own


def _function(
    draft: FunctionDraft,
    file: FileDraft,
    language: Language,
    skip: frozenset[int],
    inner: dict[int, list[str]],
    made: str,
) -> FunctionFacts:
    """made: a flag of every function of the file."""
    head = draft.head
    body = read(draft, file, language, draft.start, draft.marks)
    calls = ordered(draft.calls)
    return FunctionFacts(
        head.name,
        draft.scope,
        head.kind,
        draft.owner.index if draft.owner else -1,
        draft.outer.index if draft.outer and draft.outer is not file.root else -1,
        head.params,
        head.signature,
        head.result,
        " ".join(sorted({*head.flags.split(), *made.split()})),
        head.decorators,
        head.doc,
        draft.start,
        draft.end,
        _line(draft, file),
        file.last_line(draft),
        _digest(draft, file, language, inner),
        _confidence(draft),
        calls,
        ordered(_bound(draft)),
        ordered(draft.writes),
        _raised(draft, body, language, file.data[draft.start : draft.end]),
        ordered(draft.shields),
        tuple(dict.fromkeys(draft.returns))[:RETURNS],
        codec.branchings(body),
        codec.encode_body(body),
        draft.index in skip,
        endings(body, calls, file.data[draft.start : draft.end], _own(draft, file, language)),
        "" if draft is file.root else remarks(language.spelling.comment, file.data[draft.start : draft.end]),
    )


def _raised(draft: FunctionDraft, body: FunctionBody, language: Language, text: bytes) -> tuple[Raised, ...]:
    """Not what stands where nothing comes to."""
    raises: tuple[Raised, ...] = ordered(draft.raises)
    spans = dead(body.statements, text, language) if raises else ()
    return tuple([each for each in raises if not any(start <= each.start < end for start, end in spans)])


def _own(draft: FunctionDraft, file: FileDraft, language: Language) -> frozenset[str] | None:
    """Names that may mean one thing here and another there in the function; None of overloads, and where it imports by itself."""
    if language.name == "cpp" or b"import" in file.data[draft.start : draft.end]:
        return None
    return frozenset([*(each.name.lstrip("*&") for each in draft.head.params), *(each.name for each in draft.bindings)])


def _bound(draft: FunctionDraft) -> list[Binding]:
    """Pointers that only ever hold what has been made here are marked."""
    given: dict[str, list[str]] = draft.extra.get("given", {})
    return [
        each._replace(fresh=True) if each.name in given and each.how == "declare" and "*" in each.type and all_fresh([each.value, *given[each.name]], given) else each
        for each in draft.bindings
    ]  # fmt: skip


def _type(draft: TypeDraft, file: FileDraft) -> TypeFacts:
    head = draft.head
    return TypeFacts(
        head.name,
        draft.scope,
        head.kind,
        head.bases,
        tuple(draft.fields.items()),
        tuple(draft.methods),
        head.decorators,
        draft.node.start_point.row + 1,
        file.last_line(draft),
        1.0,
        tuple(draft.values.items()),
    )
