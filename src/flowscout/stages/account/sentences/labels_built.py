"""C and C++: a label that came to the others of its case under a line of `#if`: only what is built with that goes there."""

from __future__ import annotations

from typing import Final

from ....model.pattern import regex
from ..pairing.changes import CHANGED, Change, Trees
from ..pieces.lexing import LexedSource
from ..reading.saying import Said, q

_CAME: Final = regex(r"(?<=now also covers )`[^`\n]{1,400}`(?:(?:, | and )`[^`\n]{1,400}`){0,20}")
_QUOTED: Final = regex(r"`([^`\n]{1,400})`")
_ELSE: Final = " else"


def with_lines(both: Trees, change: Change, said: Said, new: LexedSource) -> Said:
    """ "The case `1` now also covers `6`, `6` only with `#ifdef B`"."""
    came = _CAME.search(said.sentence) if change.kind == CHANGED else None
    if came is None:
        return said
    piece = both.new[change.b]
    around = {*new.asked(both.new[piece.parent].start)}
    found = [
        (label, lines[-1])
        for label in _QUOTED.findall(came[0])
        if (lines := [line for line in _asked(new, piece.start, piece.last, label) if line not in around])
    ]
    if not found:
        return said
    only = ", ".join([f"{q(label)} only {_with(line)}" for label, line in found])
    return said._replace(sentence=f"{said.sentence.removesuffix('.')}, {only}.")


def _asked(source: LexedSource, first: int, last: int, label: str) -> list[bytes]:
    """What is asked round a label, the nearest last."""
    own = list(source.within(first, last))
    words = [source.tokens[at].text for at in own]
    for n, word in enumerate(words):
        end = words.index(b":", n) if word == b"case" and b":" in words[n:] else n
        if end > n and b"".join(words[n + 1 : end]).decode("utf-8", "replace") == "".join(label.split()):
            return [*source.asked(source.tokens[own[n]].start)]
    return []


def _with(line: bytes) -> str:
    text = line.decode("utf-8", "replace")
    return (
        f"with the `#else` of {q(f'#{text.removesuffix(_ELSE)}')}" if text.endswith(_ELSE) else f"with {q(f'#{text}')}"
    )
