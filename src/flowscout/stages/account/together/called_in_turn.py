"""Two calls of Python that changed places by names that are new, or gone: nothing else tells it.

return "{}-{}".format(f(), g())      ->      m = g()                 Now sets `m` to `g()`, which is called before `f()` now, no longer after it.
                                             t = f()
                                             return f"{t}-{m}"

Nothing is said where one of them only gives a value, nor of steps that changed places as they are: that is told where they stand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ....model.account import FLOW, Answer
from ....model.pattern import regex
from ....model.record import NamedTuple
from ....words.names import matches
from ..pieces.outside import CLOSING, OPENING
from ..pieces.pieces import Piece
from ..pieces.quoting import joined, q
from ..reading.saying import ORDER

_RANK: Final = 2  # of what may do another thing now
_SHORT: Final = 60  # characters of a call
_MOST: Final = 24  # calls of a function that are held against each other
_STEPS: Final = frozenset(("Simple", "Return", "Raise"))
_PERHAPS: Final = frozenset((b"lambda", b"for", b"and", b"or", b"if", b"else", b"yield", b"await"))
_VALUES: Final = frozenset(
    [
        "str",
        "int",
        "float",
        "list",
        "tuple",
        "dict",
        "set",
        "frozenset",
        "sorted",
        "min",
        "max",
        "sum",
        "bytes",
        "super",
        "getattr",
        "*.format",
        "*.join",
    ]
)
_FILLED: Final = regex(rb"\{([^{}]{1,200})\}")
_FILLING: Final = frozenset((b"f", b"F", b"rf", b"fr"))
_WORD: Final = regex(rb"[A-Za-z_]\w{0,80}|\d{1,40}|[^\s\w]")
_NAME: Final = regex(rb"[A-Za-z_]\w{0,80}")


class _Call(NamedTuple):
    """at: of its step. order: how far behind the others it is called. said: as it is written."""

    name: str
    at: int
    order: tuple[int, int]
    said: str


def called_in_turn(
    told: Sequence[Answer], was: Sequence[Piece], now: Sequence[Piece], pure: frozenset[str]
) -> list[Answer]:
    found = list(told)
    rows = (_calls(was, pure), _calls(now, pure)) if any(one.how == FLOW for one in told) else ({}, {})
    for first, then in _turned(*rows, was, now):
        if any(one.rule == ORDER and (first.name in one.sentence or then.name in one.sentence) for one in found):
            continue
        at = next((n for n, one in enumerate(found) if one.how == FLOW and _tells(one, first, then)), -1)
        if at >= 0:
            row = [found[at].sentence, found[at].core]
            sentence, core = [_with_its_turn(each, first.said, then.said) if each else "" for each in row]
            found[at] = found[at]._replace(sentence=sentence, core=core, rank=min(found[at].rank, _RANK))
            break
    return found


def _with_its_turn(sentence: str, first: str, then: str) -> str:
    own, turned = q(first, _SHORT), f"is called before {q(then, _SHORT)} now, no longer after it."
    return f"{sentence[:-1]}, which {turned}" if sentence.endswith(f" {own}.") else f"{sentence[:-1]}; {own} {turned}"


def _tells(one: Answer, first: _Call, then: _Call) -> bool:
    return one.sentence.endswith(".") and any(f"{each.name}(" in one.after.code for each in (first, then))


def _turned(
    old: dict[str, _Call], new: dict[str, _Call], was: Sequence[Piece], now: Sequence[Piece]
) -> Iterator[tuple[_Call, _Call]]:
    known = [name for name in new if name in old][:_MOST]
    whole = {each.words for each in was} & {each.words for each in now}
    for first in known:
        for then in known:
            before, after = (old[first], old[then]), (new[first], new[then])
            if after[0].order < after[1].order and before[1].order < before[0].order:
                straight = _in_one_row(was, *before) and _in_one_row(now, *after)
                moved = all(now[each.at].words in whole for each in after)
                if straight and not moved:
                    yield after


def _in_one_row(pieces: Sequence[Piece], one: _Call, other: _Call) -> bool:
    a, b = pieces[one.at], pieces[other.at]
    return (a.parent, a.role) == (b.parent, b.role)


def _calls(pieces: Sequence[Piece], pure: frozenset[str]) -> dict[str, _Call]:
    """By its name, each that is called in one place alone, and may do something."""
    found: dict[str, list[_Call]] = {}
    for at, piece in enumerate(pieces):
        words = tuple(_spelt_out(piece.words))
        perhaps = piece.kind not in _STEPS or not _PERHAPS.isdisjoint(words)
        for name, order, said in _of_step(words):
            found.setdefault(name, []).append(_Call("" if perhaps else name, at, (at, order), said))
    alone = {name: each[0] for name, each in found.items() if len(each) == 1 and each[0].name}
    return {name: each for name, each in alone.items() if not matches(name, pure | _VALUES)}


def _spelt_out(words: Sequence[bytes]) -> Iterator[bytes]:
    """With what a text is filled with in the place of that text."""
    for before, word in zip((b"", *words), words, strict=False):
        if before in _FILLING and word[:1] in (b'"', b"'"):
            for inner in _FILLED.findall(word):
                yield from (b"(", *_WORD.findall(inner), b")")
        else:
            yield word


def _of_step(words: Sequence[bytes]) -> Iterator[tuple[str, int, str]]:
    """(the name, where its bracket closes, the whole) of each call: what it is given is called before it is."""
    opened: list[int] = []
    for at, word in enumerate(words):
        if word in OPENING:
            opened.append(at)
        elif word in CLOSING and opened:
            begin = opened.pop()
            start = _start(words, begin) if words[begin] == b"(" else begin
            if start < begin:
                yield joined(words[start:begin]).replace(" ", ""), at, joined(words[start : at + 1])


def _start(words: Sequence[bytes], bracket: int) -> int:
    """Where the name before a bracket begins; the bracket for none."""
    start = bracket
    while start and _NAME.fullmatch(words[start - 1]):
        start -= 1
        if not start or words[start - 1] != b".":
            break
        start -= 1
    return start if start == bracket or words[start - 1 : start] != (b".",) else bracket
