"""Values of one function that are cast to a type now, or no longer, and are otherwise what they were: one line for a type.

Sets `a` to `(int)x->n`, no longer to `x->n`, when … Sets `b` to `m - (int)y`, no longer to `m - y`, unless …
Now casts `x->n` and `y` to `int`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...model.pattern import regex
from ...model.shown import ShownEdit
from ..sentences import listing

SHOWN: Final = 4
_CAST: Final = regex(
    r"(?<![\w)\]])\(((?:const |unsigned |signed |struct |long ){0,3}[A-Za-z_][\w:]{0,60}(?: ?\*{1,3})?)\) ?(?=[\w(&*~!-])"
    r"|\b(?:static|reinterpret)_cast ?< ?([^<>()]{1,60}) ?>(?=\()"
)
_OPERAND: Final = regex(
    r"\((?:[^()]|\([^()]{0,120}\)){1,120}\)|[&*~!-]?\w+(?:(?:->|\.|::)\w+|\[[^\[\]]{1,60}\]|\([^()]{0,60}\))*"
)
_SPACE: Final = regex(r"\s+")
Key = tuple[object, ...]


def key(one: ShownEdit) -> Key:
    """(whether it is cast now, to what); () where something else differs."""
    for new, short, long in ((True, one.was, one.now), (False, one.now, one.was)):
        if short and long and (kind := _put(short, long)[0]):
            return (new, kind)
    return ()


def _put(short: str, long: str) -> tuple[str, str]:
    """The type, and what is cast; "" where the code differs by more than a cast and the brackets that it needs."""
    bare = _SPACE.sub("", short)
    for found in _CAST.finditer(long):
        operand = _OPERAND.match(long, found.end())
        if operand is None:
            continue
        rest = long[: found.start()], long[operand.end() :]
        whole = operand[0]
        inner = whole[1:-1] if whole[:1] == "(" else whole
        if bare in {_SPACE.sub("", f"{rest[0]}{each}{rest[1]}") for each in (whole, inner)}:
            return (found[1] or found[2]).strip(), inner.strip()
    return "", ""


def told(edits: Sequence[ShownEdit], known: Key) -> str:
    new, kind = known
    values = [_put(*(one.was, one.now) if new else (one.now, one.was))[1] for one in edits]
    shown = listing(dict.fromkeys(f"`{each}`" for each in values if "`" not in each), SHOWN)
    return f"{'Now' if new else 'No longer'} casts {shown} to `{kind}`{f', in {len(edits)} places' if len(edits) > 1 else ''}."
