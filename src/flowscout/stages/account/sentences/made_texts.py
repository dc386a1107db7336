"""C and C++: a name that is called otherwise where a macro makes a text of it: `#define CASE(x) case x: return #x`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ..pairing.changes import CHANGED, Change, Trees
from ..pieces.brackets import closing
from ..pieces.pieces import Piece
from ..pieces.splicing import given_in
from ..reading.saying import Said, q, when

RULE: Final = "text"
_RANK: Final = 6
Words = Sequence[bytes]


def told(both: Trees, change: Change, around: Sequence[Piece]) -> Said | None:
    """around: what stands outside of functions, macros among it."""
    if change.kind != CHANGED:
        return None
    one, other = both.old[change.a].words, both.new[change.b].words
    named = {*other} - {*one}
    macros = {
        words[2]: words for words in [each.words for each in around if each.kind == "Define"] if b"#" in words[3:]
    }
    made = [
        (macro, was, now)
        for macro in sorted(macros.keys() & {*one} & {*other})
        for was, now in zip(_texts(one, macros[macro]), _texts(other, macros[macro]), strict=False)
        if was != now and now in named
    ]
    if not made:
        return None
    macro, was, now = (each.decode("utf-8", "replace") for each in made[0])
    text = f"{q(macro)} makes the text {q(chr(34) + now + chr(34))}, no longer {q(chr(34) + was + chr(34))}"
    return Said(RULE, f"{text}{when(both.new, change.b)}.", _RANK)


def _texts(words: Words, macro: Words) -> Iterator[bytes]:
    """The names that a macro makes a text of, where a statement calls it."""
    if macro[3:4] != (b"(",):
        return
    end = closing(macro, 3) % len(macro)
    params = [word for word in macro[4:end] if word != b","]
    asked = {macro[at + 1] for at in range(end + 1, len(macro) - 1) if macro[at] == b"#"}
    for at, word in enumerate(words):
        if word == macro[2] and words[at + 1 : at + 2] == (b"(",):
            given = given_in(words, at + 1)
            yield from [each[0] for name, each in zip(params, given, strict=False) if name in asked and len(each) == 1]
