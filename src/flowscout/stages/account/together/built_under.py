"""Under which lines of an `#if` a function stands: which builds have it."""

from __future__ import annotations

from typing import Final

from ..pieces.outside import FUNCTION
from ..pieces.quoting import q
from ..sentences.scripts import built_if
from .file import State

_LINES: Final = 2  # that are told, the nearest first
_OTHER: Final = "the other case of "


def built_under(one: State, id_: str) -> str:
    """ "`#ifdef A`", "the other case of `#ifdef A`"; "" where every build has it."""
    pieces = one.around.pieces
    at = next(
        (
            at
            for at, each in enumerate(pieces)
            if each.kind == FUNCTION and each.words[-1] == id_.encode("utf-8", "surrogatepass")
        ),
        -1,
    )
    return " and ".join([_quoted(line) for line in (built_if(pieces, at) if at >= 0 else [])[:_LINES]])


def _quoted(line: str) -> str:
    other = _OTHER if line.startswith(_OTHER) else ""
    return f"{other}{q(line.removeprefix(other))}"
