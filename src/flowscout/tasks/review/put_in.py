"""The same that was put into a statement, or taken out of it, in many functions: one line with their names, however long the statements are.

`self.widgets = ` is new in `(a, b) = self.widgets = load("a.ui")`. Likewise in the other functions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ...model.pattern import regex
from ...model.shown import ShownEdit
from ..sentences import where

LEAST: Final = 8  # characters behind it by which the rest is known again
MOST: Final = 60  # characters that are put in
_NAME: Final = regex(r"[A-Za-z_]\w\w")
Key = tuple[object, ...]


def key(edits: Sequence[ShownEdit], said: str) -> Key:
    """What is put in, or out; () for anything else."""
    one = edits[0]
    if len(edits) > 1 or not one.was or not one.now or "`" in one.was + one.now or said != one.sentence or where(one):
        return ()
    for new, short, long in ((True, one.was, one.now), (False, one.now, one.was)):
        for put in _put(short, long):
            return (new, put)
    return ()


def _put(short: str, long: str) -> Iterator[str]:
    begin = next((at for at, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), min(len(short), len(long)))
    behind = short[begin : begin + LEAST]
    end = long.find(behind, begin + 1) if len(behind) == LEAST else -1
    put = long[begin:end] if 0 < end - begin <= MOST else ""
    if _NAME.search(put) and any(sign in put for sign in "=.(") and "…" not in put:
        whole, rest = (text.rstrip("…\"') ]}") for text in (short, long[:begin] + long[end:]))
        if whole == rest or (long.count("…") > short.count("…") and whole.startswith(rest)):
            yield put.strip()


def told(edits: Sequence[ShownEdit], known: Key) -> str:
    """Of the first where it stands."""
    new, put = known
    verb = "is new in" if new else "no longer stands in"
    code = edits[0].now if new else edits[0].was
    return f"`{str(put).strip(', ')}` {verb} one statement each, first in `{code}`."
