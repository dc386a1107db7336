"""Where what is held is let go: the way out of a `with`, and out of a block of C++ whose guard lives as long as it does.

    q.push(1) -- end of with lock --> notify()      q.push(1) -- end of l --> notify()

A guard is a local that is made and that nothing behind it speaks of: it is there for its destructor; so is one that acquires.
Only told where something is done behind it: where the function ends, or a loop begins anew, nobody asks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ...model.action import RESOURCE
from ...model.bound import BoundFunction
from ...model.language import Language
from ...model.pattern import regex
from ...model.record import NamedTuple
from ...model.sfm import TERMINAL
from ...model.syntax import Range, With, walk
from ...words.cutting import cut
from ...words.declarations import declared
from ...words.english import expression
from .draft import Draft, Way

_NAME = 28  # letters of what is let go
_WORD = regex(rb"\w++")
_BRACE = regex(rb"[{}]")
_POINTS = regex(r"[*&]\s{0,8}\w++\s{0,8}(?:[=({;]|$)")
_PLAIN = regex(
    r"\b(?:int|bool|char|long|short|unsigned|float|double|u?int\d{0,2}_t|s?size_t|ptrdiff_t|off_t|time_t)\s{0,8}$"
)
_QUIET = regex(rb"\"(?:[^\"\\\n]++|\\.)*+\"?+|'(?:[^'\\\n]++|\\.){1,8}+'|//[^\n]*+|/\*(?:[^*]++|\*(?!/))*+(?:\*/)?+")


class Scope(NamedTuple):
    """[start, end): where it is held."""

    start: int
    end: int
    name: str


def scopes(bound: BoundFunction, drafts: Iterable[Draft], language: Language) -> list[Scope]:
    """Asked for before what is not drawn goes."""
    if language.spelling.conditional == "if-else":
        return [
            scope for stmt in walk(bound.statements) if isinstance(stmt, With) for scope in _held(bound, stmt, language)
        ]
    return list(_guarded(bound, drafts, language)) if language.name == "cpp" else []


def _held(bound: BoundFunction, stmt: With, language: Language) -> Iterator[Scope]:
    if stmt.body and stmt.items:
        names = [_item(bound, item, language) for item in stmt.items]
        yield Scope(stmt.items[-1].start, stmt.body[-1].end, f"with {', '.join(names)}")


def _item(bound: BoundFunction, item: Range, language: Language) -> str:
    head, _, alias = " ".join(bound.read(item.start, item.end).split()).rpartition(" as ")
    return alias if head else cut(expression(alias, language), _NAME)


def _guarded(bound: BoundFunction, drafts: Iterable[Draft], language: Language) -> Iterator[Scope]:
    """What blocks within the body hold."""
    text = b""
    for draft in drafts:
        if draft.role != "declare" or not draft.kind or draft.later:
            continue
        text = text or _QUIET.sub(lambda it: b" " * len(it[0]), bound.text)
        name, end = _made(bound.read(draft.start, draft.end), language), _block_end(text, draft.end)
        if not name or end >= len(text.rstrip()) - 1:
            continue
        if draft.flags & RESOURCE or name.encode() not in _WORD.findall(text, draft.end, end):
            yield Scope(draft.end, end, name)


def _made(text: str, language: Language) -> str:
    """The one object that a declaration makes; a pointer or a reference makes none."""
    names = declared(text, language.spelling)
    object_ = len(names) == 1 and names[0].name.isidentifier() and not _PLAIN.search(names[0].type)
    return names[0].name if object_ and not _POINTS.search(text.partition("=")[0]) else ""


def _block_end(text: bytes, at: int) -> int:
    depth = 0
    for brace in _BRACE.finditer(text, at):
        depth += 1 if brace[0] == b"{" else -1
        if depth < 0:
            return brace.start()
    return len(text)


def marked(known: Sequence[Scope], drafts: Iterable[Draft]) -> None:
    """After what is not drawn is gone."""
    for draft in drafts if known else ():
        inside = [scope for scope in known if scope.start <= draft.start < scope.end]
        draft.ways = [_marked(way, inside) for way in draft.ways] if inside else draft.ways


def _marked(way: Way, inside: Sequence[Scope]) -> Way:
    left = [scope for scope in inside if way.target.start >= scope.end]
    if not left or way.kind == "raise" or not _acts(way.target):
        return way
    told = f"end of {', '.join(dict.fromkeys([scope.name for scope in left]))}"
    return way._replace(label=f"{way.label}, {told}" if way.label else told)


def _acts(target: Draft) -> bool:
    return target.kind not in (*TERMINAL, "") or (target.kind in TERMINAL and "(" in target.words)
