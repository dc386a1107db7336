"""What a question asks: its plain form, without a negation; what it puts together; which parts of it an answer is one of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final, TypeAlias

from .likely import is_hint
from .outside import CLOSING, OPENING

_NOT: Final = frozenset((b"not", b"!"))
_ALL, _ANY = frozenset((b"and", b"&&")), frozenset((b"or", b"||"))
_NULL: Final = frozenset((b"NULL", b"nullptr"))
_OPPOSITE: Final[Mapping[bytes, bytes]] = {b"!=": b"==", b">=": b"<", b"<=": b">"}
Words: TypeAlias = tuple[bytes, ...]
REMEMBERED: Final = 1 << 15  # questions; each is held against every other of its function


def bare(words: Words) -> Words:
    """What an `if` asks, without brackets round the whole."""
    asked = tuple(words[1:] if words[:1] == (b"if",) else words)
    asked = asked[1:] if asked[:1] == (b"constexpr",) else asked
    while (hinted := _hinted(asked)) or (asked[:1] == (b"(",) and _closing(asked) == len(asked) - 1):
        asked = asked[1 + hinted : -1]
    return asked


def _hinted(words: Words) -> bool:
    """Whether all of it is in what says which answer is likely."""
    return len(words) > 3 and is_hint(words[0]) and words[1] == b"(" and _closing(words[1:]) == len(words) - 2


@lru_cache(maxsize=REMEMBERED)
def plain(words: Words) -> tuple[Words, bool]:
    """The question without its negation, and whether it is asked as it stands."""
    asked, holds = bare(words), True
    while True:
        if (hinted := _hinted(asked)) or (asked[:1] == (b"(",) and _closing(asked) == len(asked) - 1):
            asked = asked[1 + hinted : -1]
        elif asked[:1] and asked[0] in _NOT and not _operators(asked[1:]):
            asked, holds = asked[1:], not holds
        else:
            break
    at = [n for n, depth in depths(asked) if not depth]
    if {asked[n] for n in at} & (_ALL | _ANY):
        return asked, holds
    for n in at:
        if asked[n] in (b"==", b"!=") and asked[n + 1 :] and asked[n + 1] in _NULL and n + 2 == len(asked):
            return asked[:n], holds == (asked[n] == b"!=")
        if asked[n] in _OPPOSITE:
            return (*asked[:n], _OPPOSITE[asked[n]], *asked[n + 1 :]), not holds
        if asked[n : n + 2] in ((b"is", b"not"), (b"not", b"in")):
            return (*asked[:n], asked[n + (asked[n] == b"not")], *asked[n + 2 :]), not holds
    return asked, holds


def joints(words: Words) -> list[int]:
    """Where the outermost `and` and `or` stand."""
    return [at for at, depth in depths(words) if not depth and (words[at] in _ALL or words[at] in _ANY)]


@lru_cache(maxsize=REMEMBERED)
def operands(words: Words) -> tuple[tuple[Words, ...], bool]:
    """The questions that one puts together, and whether all must hold; `and` binds stronger than `or`."""
    places = joints(words)
    every = not any(words[at] in _ANY for at in places)
    cuts = [at for at in places if every or words[at] in _ANY]
    starts = [0, *[at + 1 for at in cuts]]
    ends = [*cuts, len(words)]
    return tuple([words[start:end] for start, end in zip(starts, ends, strict=True) if start < end]), every


def depths(words: Words) -> Iterator[tuple[int, int]]:
    """Of each word how many brackets stand round it."""
    depth = 0
    for at, word in enumerate(words):
        depth -= word in CLOSING
        yield at, depth
        depth += word in OPENING


def _operators(words: Words) -> bool:
    """Whether a negation before them is of the first operand alone."""
    return any(not depth and (words[at] in _ALL or words[at] in _ANY) for at, depth in depths(words))


def _closing(words: Words) -> int:
    return next((at for at, depth in depths(words) if at and not depth), -1)


@lru_cache(maxsize=REMEMBERED)
def parts(words: Words, holds: bool) -> tuple[tuple[Words, bool], ...]:
    """`a and b` that holds asks both; `a or b` that does not hold, too."""
    return tuple(_each(words, holds))


def _each(words: Words, holds: bool) -> Iterator[tuple[Words, bool]]:
    waiting = [(words, holds)]
    while waiting:
        asked, true = plain(waiting[-1][0])
        wanted = waiting.pop()[1] == true
        cuts = [at for at, depth in depths(asked) if not depth and asked[at] in (_ALL if wanted else _ANY)]
        mixed = any(not depth and asked[at] in (_ANY if wanted else _ALL) for at, depth in depths(asked))
        if not cuts or mixed:
            yield asked, wanted
            continue
        starts = [0, *[at + 1 for at in cuts]]
        waiting += [(asked[start:end], wanted) for start, end in zip(starts, [*cuts, len(asked)], strict=True)]
