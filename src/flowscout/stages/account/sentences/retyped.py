"""C and C++: a variable that is declared where it is set now, as another type than it was: `unsigned long i; … i = 0;` -> `int i = 0;`."""

from __future__ import annotations

from typing import Final

from ..pairing.changes import CHANGED, Change, Trees
from ..pieces.quoting import both_quoted
from ..reading.bound import OUTSIDE, visible
from ..reading.declarators import DeclaredName, declared
from ..reading.saying import Said

_WHERE_SET: Final = "is now declared where it is set to "
_ONCE: Final = "static"


def retyped(both: Trees, change: Change, told: Said) -> Said:
    """With the type that it has now and the one that it had; with what `static` says of a value."""
    own = declared(both.new[change.b]) if change.kind == CHANGED and _WHERE_SET in told.sentence else ()
    if len(own) != 1:
        return told
    more = ["set there once for all calls, for it is `static`"] if _ONCE in own[0].type.split() else []
    was = _was(both, change.a, own[0])
    if was and _type(was) != _type(own[0]):
        one, other = both_quoted(_type(was), _type(own[0]))
        more.append(f"as {other}, no longer as {one}")
    return told._replace(sentence=f"{told.sentence.removesuffix('.')}, {', '.join(more)}.", rank=3) if more else told


def _was(both: Trees, a: int, own: DeclaredName) -> DeclaredName | None:
    """What it was declared as before, in the function."""
    if both.old[a].words[:1] != (own.name.encode(),):
        return None
    at = next(visible(both.old, a, own.name.encode()))
    names = declared(both.old[at]) if at not in (OUTSIDE, 0) else ()
    return next((each for each in names if each.name == own.name), None)


def _type(one: DeclaredName) -> str:
    return f"{one.type} {one.shape.partition(one.name)[0]}".strip()
