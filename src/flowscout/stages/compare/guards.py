"""How far a guard of C++ holds: to the end of its block, or to where it is unlocked by its name and not locked again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ...model.bound import BoundFunction
from ...model.pattern import regex
from ...model.syntax import With, walk
from .plainly import flat

_SIGNS: Final = regex(rb"[\"'{}\n\\]|//|/\*|\*/")
_CLOSES: Final = {b'"': b'"', b"'": b"'", b"//": b"\n", b"/*": b"*/"}
LINE: Final = 400  # characters before its end in which a guard is named
_NAMED: Final = regex(rb"([A-Za-z_]\w{0,80})\s{0,8}[({][^(){};]{0,200}[)}]\s{0,8};?\Z")


def held_until(text: bytes, at: int, steps: Sequence[tuple[str, int]]) -> int:
    """at: where its declaration ends. steps: of the function, each with where it begins."""
    end = _scope(text, at)
    named = _NAMED.search(text[max(0, at - LINE) : at])
    name = named[1].decode("utf-8", "replace") if named else ""
    own = [(step, start) for step, start in steps if at <= start < end and step.startswith(f"{name}.")]
    if not name or any(step == f"{name}.lock()" for step, _ in own):
        return end
    unlocked = [start for step, start in own if step == f"{name}.unlock()" and _scope(text, start) == end]
    return min(unlocked, default=end)


def _scope(text: bytes, at: int) -> int:
    """Where the block that a place stands in is closed."""
    depth, inside, after = 0, b"", at
    for sign in _SIGNS.finditer(text, at):
        here = sign[0]
        if sign.start() < after:
            continue
        if here == b"\\":
            after = sign.end() + 1
        elif inside:
            inside = b"" if here == _CLOSES[inside] or (here == b"\n" and inside != b"/*") else inside
        elif here in _CLOSES:
            inside = here
        else:
            depth += {b"{": 1, b"}": -1}.get(here, 0)
        if depth < 0:
            return sign.start()
    return len(text)


def entered(bound: BoundFunction) -> Iterator[str]:
    for stmt in walk(bound.statements):
        if isinstance(stmt, With):
            yield from items(bound, stmt)


def items(bound: BoundFunction, stmt: With) -> list[str]:
    return [flat(bound.read(*item)).partition(" as ")[0] for item in stmt.items]
