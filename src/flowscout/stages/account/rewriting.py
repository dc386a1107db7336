"""A function of which little survives -> that it is rewritten, and what it calls, gives and raises otherwise.

Statement by statement nothing true could be said of it: what is left over on both sides would be matched by accident."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ...model.account import DECLARATION, FLOW, NEUTRAL, Answer, Side
from ...model.alignment import matching
from .pieces import HEAD, Piece
from .quoting import joined, q
from .saying import CHECK
from .targets import target, value

REWRITTEN: Final = "rewritten"
FEWEST: Final = 6  # statements on either side, and edits, from which a function is told as a whole
KEPT: Final = 0.4  # the share of what is written that is still there, in its order
NAMED: Final = 24
_ASKING: Final = frozenset(
    (b"if", b"while", b"for", b"switch", b"return", b"sizeof", b"catch", b"in", b"not", b"and", b"or", b"elif", b"with")
)
_NO_CALLS: Final = frozenset(
    (b"defined", b"bool", b"char", b"short", b"int", b"long", b"unsigned", b"signed", b"float", b"double")
)  # which ask for a macro, or make a value of another type


def rewritten(
    old: Sequence[Piece], new: Sequence[Piece], told: Sequence[Answer], sides: tuple[Side, Side]
) -> list[Answer]:
    """One answer in place of all that are of statements, where little survives; else as told. sides: the whole function."""
    own = [one for one in told if one.how not in (NEUTRAL, DECLARATION)]
    if min(len(old), len(new)) <= FEWEST or len(own) < FEWEST or _share(old, new) >= KEPT:
        return list(told)
    parts = [part for part in (_calls(old, new), *_exits(old, new)) if part]
    said = f"Is rewritten{': ' if parts else ''}{'; '.join(parts)}."
    rest = [one for one in told if one.how == DECLARATION or one.rule in ("renamed", "moved")]
    rest += [one for one in own if one.rule == CHECK and not one.rank and _is_still_due(one, old, new)]
    return [*rest, Answer(FLOW, REWRITTEN, own[0].unit, *sides, said, 2)]


def _is_still_due(one: Answer, old: Sequence[Piece], new: Sequence[Piece]) -> bool:
    """A check that is dropped; not where what gave the checked value is no longer called."""
    words = next((each.words for each in old if each.kind == "If" and q(each.said) in one.sentence), ())
    values = [value(each) for each in old if len(target(each)) == 1 and target(each)[0] in words]
    there = {word for each in new for word in each.words}
    return bool(words) and all(given[0] in there for given in values if b"(" in given)


def _share(old: Sequence[Piece], new: Sequence[Piece]) -> float:
    left, right = ([word for word in _written(pieces) if _says(word)] for pieces in (old, new))
    same = sum(size for *_, size in matching(left, right))
    return same / max(1, min(len(left), len(right)))


def _says(word: bytes) -> bool:
    return word[:1].isalnum() or word[:1] in (b"_", b'"', b"'")


def _written(pieces: Iterable[Piece]) -> Iterator[bytes]:
    for piece in pieces:
        if piece.kind not in (HEAD, "Decorator"):
            yield from piece.words


def _calls(old: Sequence[Piece], new: Sequence[Piece]) -> str:
    was, now = ([*dict.fromkeys(_called(pieces))] for pieces in (old, new))
    return _otherwise("calls", [each for each in was if each not in now], [each for each in now if each not in was])


def _called(pieces: Iterable[Piece]) -> Iterator[str]:
    for piece in pieces:
        if piece.kind in (HEAD, "Decorator"):
            continue
        for at, word in enumerate(piece.words[:-1]):
            if piece.words[at + 1] == b"(" and _is_called(word):
                begin = at
                while begin > 1 and piece.words[begin - 1] in (b".", b"->", b"::") and _says(piece.words[begin - 2]):
                    begin -= 2
                yield joined(piece.words[begin : at + 1])


def _is_called(word: bytes) -> bool:
    return word.replace(b"_", b"a").isalnum() and word not in _ASKING and word not in _NO_CALLS


def _exits(old: Sequence[Piece], new: Sequence[Piece]) -> Iterator[str]:
    for kind, verb in (("Raise", "raises"), ("Return", "returns")):
        was, now = (
            [*dict.fromkeys(each.said for each in pieces if each.kind == kind and each.said)] for pieces in (old, new)
        )
        yield _otherwise(verb, [each for each in was if each not in now], [each for each in now if each not in was])


def _otherwise(verb: str, gone: Sequence[str], came: Sequence[str]) -> str:
    parts = [f"now {verb} {_named(came)}"] if came else []
    parts += [f"no longer {'' if came else f'{verb} '}{_named(gone)}"] if gone else []
    return ", ".join(parts)


def _named(names: Sequence[str]) -> str:
    shown = [*map(q, names[:NAMED]), *([f"{len(names) - NAMED} more"] if len(names) > NAMED else [])]
    return " and ".join(filter(None, (", ".join(shown[:-1]), *shown[-1:])))
