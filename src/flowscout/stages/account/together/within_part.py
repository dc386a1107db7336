"""What differs within a function that was taken out of another: told of where it stands now, in words that somebody wrote."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Final

from ....model.account import Answer
from ....model.pattern import regex
from ....model.record import NamedTuple
from ..pieces.lexing import LexedSource
from ..pieces.pieces import Piece
from ..pieces.quoting import joined
from ..pieces.splicing import read_with
from ..reading.saying import q

_QUOTED: Final = regex(r"`([^`\n]*)`")
_TRY: Final = regex(r"(?<!\w)in the `try`")
_BEFORE: Final = (
    "no longer",
    "where it",
    "instead of",
    "in the place of",
    "not ",
)  # what is quoted there stood in the caller
Words = tuple[bytes, ...]


class TakenPart(NamedTuple):
    """A function that was taken out. lines: of it. names: what its parameters are given. source: that it stands in."""

    name: str
    lines: tuple[int, int]
    pieces: Sequence[Piece]
    names: Mapping[bytes, Words]
    source: LexedSource

    @property
    def tries(self) -> bool:
        return any(piece.kind == "Try" for piece in self.pieces)


def within_parts(rest: Iterable[Answer], parts: Sequence[TakenPart]) -> Iterator[Answer]:
    for one in rest:
        part = next((each for each in parts if each.lines[0] <= one.after.line <= each.lines[1]), None)
        yield _placed(one, part) if part and one.sentence.endswith(".") else one


def _placed(one: Answer, part: TakenPart) -> Answer:
    here = [piece for piece in part.pieces[1:] if part.source.line(piece.start) == one.after.line]
    said, renamed = _in_its_words(one.sentence[:-1], here, part.names)
    if not part.tries:
        said = _TRY.sub(f"in the `try` that calls {q(part.name)}", said)
    told = f" that calls {q(part.name)}" in said
    if not told:
        said += f", {'now ' if one.before.line else ''}in {q(part.name)}"
    given = [f"{q(name.decode())} is {q(joined(part.names[name]))}" for name in renamed if one.before.line]
    said += f", where {' and '.join(given)}" if given else ""
    return one._replace(sentence=f"{said}.", core="" if told or renamed else one.core)


def _in_its_words(said: str, pieces: Sequence[Piece], names: Mapping[bytes, Words]) -> tuple[str, list[bytes]]:
    """With what is quoted of these pieces as it stands there, and the parameters that stand in it."""
    parts = said.split("`")
    renamed = dict[bytes, None]()
    for at in range(1, len(parts) - 1, 2):
        if any(word in parts[at - 1] for word in _BEFORE):
            continue
        for own in filter(None, (_written(parts[at], piece.words, names) for piece in pieces)):
            if (text := joined(own)) and _bare(text) != _bare(parts[at]):
                parts[at] = text
                renamed |= dict.fromkeys(word for word in own if word in names and names[word] != (word,))
            break
    return "`".join(parts), list(renamed)


def _written(said: str, words: Words, names: Mapping[bytes, Words]) -> Words:
    """The words of a statement that read so with what is given in place of the parameters; () where none do."""
    texts = [_bare(joined(each)) for each in read_with(words, names)]
    ends = list(accumulate(map(len, texts), initial=0))
    first = "".join(texts).find(_bare(said))
    last = first + len(_bare(said))
    return words[ends.index(first) : ends.index(last)] if first in ends and last in ends else ()


def unwritten(rest: Iterable[Answer], given: Iterable[Sequence[bytes]], sides: Callable[[], Iterable[Piece]]) -> bool:
    """Whether something is quoted that stands on no side: a value of several words that was read in place of a parameter, and what stands
    beside it. sides: the pieces as they are written."""
    values = {_bare(joined(each)) for each in given if len(each) > 1}
    quoted = [_bare(said) for one in rest for said in _QUOTED.findall(one.sentence)]
    made = [said for said in quoted if any(value in said for value in values)]
    if not made:
        return False
    known = "\n".join([_bare(joined(piece.words)) for piece in sides()])
    return any(said not in known for said in made)


def _bare(said: str) -> str:
    return said.replace(" ", "")
