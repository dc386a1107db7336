"""Python, outside of functions: what a name is set to by one line, and by the arms of a question or of a `try` on the other side.

X = a if c else b    ->    if c:
                               X = d
                           else:
                               X = b

It is one edit: what the name is now, and when; where each arm says what it said, none at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ....model.account import DECLARATION, NEUTRAL, Answer, Side
from ....model.record import NamedTuple
from ..neutral.arms import otherwise
from ..pairing.changes import Change, Trees
from ..pieces.children import beside, place, under
from ..pieces.lexing import LexedSource
from ..pieces.outside import CLOSING, OPENING
from ..pieces.pieces import Piece
from ..pieces.questions import bare
from ..pieces.quoting import joined, q
from ..reading.conditions import OTHERWISE
from .at_import import STATEMENT

Words = tuple[bytes, ...]
_UNSPLIT: Final = frozenset(
    (b",", b"lambda", b"=", b":=", b"yield", b"*")
)  # beside a choice they are no part of its arms
_GOES_ON: Final = frozenset((b"except", b"else", b"finally"))


class _Set(NamedTuple):
    """how: line, if or try. asks: the question, or what is handled; () for a value that is given always. own: positions."""

    name: bytes
    how: str
    asks: Words
    values: tuple[Words, ...]
    own: tuple[int, ...]


def told(
    both: Trees, found: Sequence[Change], old: LexedSource, new: LexedSource
) -> Iterator[tuple[set[Change], Answer]]:
    """Each answer with the changes that it is in place of."""
    for a, b in _places(both, found):
        one, other = _set(both.old, both.old_below, a), _set(both.new, both.new_below, b)
        if one is None or other is None or one.name != other.name or (one.how == "line") == (other.how == "line"):
            continue
        mine = {each for each in found if each.a in one.own or each.b in other.own}
        if not mine or _meets_others(both, one, other):
            continue
        said = _said(one, other)
        sides = _side(both.old, one, old), _side(both.new, other, new)
        yield mine, Answer(DECLARATION if said else NEUTRAL, STATEMENT if said else OTHERWISE, "", *sides, said, 4)


def _places(both: Trees, found: Sequence[Change]) -> Iterator[tuple[int, int]]:
    """What stands at the same place on both sides, of which neither is the other."""
    for a in dict.fromkeys(change.a for change in found if change.a >= 0):
        row = beside(both.old, a)
        at = place(row, a)
        end = at + len(_arms(both.old, a))
        above = both.old[a].parent
        if above >= 0 and above not in both.pairs:
            continue
        others = under(both.new, both.pairs[above] if above >= 0 else -1)
        before = place(others, both.pairs.get(row[at - 1], -1)) if at else -1
        if before + 1 < len(others) and (before >= 0 or not at):
            yield a, others[before + 1]
        elif end < len(row) and (behind := place(others, both.pairs.get(row[end], -1))) >= 0:
            starts = [n for n in (behind - 1, behind - 2) if n >= 0 and len(_arms(both.new, others[n])) == behind - n]
            if starts:
                yield a, others[starts[-1]]


def _arms(pieces: Sequence[Piece], at: int) -> tuple[int, ...]:
    """A line; an `if` with its `else`, a `try` with its one handler."""
    word = pieces[at].words[:1]
    if word == (b"if",):
        behind = otherwise(pieces, at)
        return (at, behind) if behind >= 0 else (at,)
    if word != (b"try",):
        return (at,)
    row = beside(pieces, at)
    here = place(row, at)
    heads = [pieces[each].words[:1] for each in row[here + 1 : here + 3]]
    alone = heads[:1] == [(b"except",)] and not _GOES_ON.intersection(word for head in heads[1:] for word in head)
    return (at, row[here + 1]) if alone else (at,)


def _set(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int) -> _Set | None:
    words = pieces[at].words
    if pieces[at].kind == "Assign":
        given = _given(pieces, below, at)
        chosen = _chosen(given) if given else None
        if chosen:
            return _Set(words[0], "line", *chosen, (at,))
        return _Set(words[0], "line", (), (given,), (at,)) if given else None
    own = _arms(pieces, at)
    steps = [below[each] for each in own]
    if len(own) < 2 or any(len(each) != 1 for each in steps):
        return None
    sets = [each[0] for each in steps]
    values = tuple(_given(pieces, below, each) for each in sets)
    if not all(values) or pieces[sets[0]].words[0] != pieces[sets[1]].words[0]:
        return None
    asks = bare(words[:-1]) if words[0] == b"if" else pieces[own[1]].words[1:-1]
    return _Set(pieces[sets[0]].words[0], words[0].decode(), asks, values, (*own, *sets))


def _given(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int) -> Words:
    """What a name alone is set to; () for anything else."""
    words = pieces[at].words
    plain = pieces[at].kind == "Assign" and words[1:2] == (b"=",) and not below[at]
    return words[2:] if plain and b"=" not in _outer(words[2:]) else ()


def _outer(words: Words) -> dict[bytes, int]:
    """Where each word that stands in no bracket stands first."""
    found: dict[bytes, int] = {}
    depth = 0
    for at, word in enumerate(words):
        depth -= word in CLOSING
        if not depth:
            found.setdefault(word, at)
        depth += word in OPENING
    return found


def _chosen(value: Words) -> tuple[Words, tuple[Words, Words]] | None:
    value = bare(value)
    outer = _outer(value)
    asks, other = outer.get(b"if", -1), outer.get(b"else", -1)
    if not 0 < asks < other or _UNSPLIT & outer.keys():
        return None
    return bare(value[asks + 1 : other]), (value[:asks], value[other + 1 :])


def _meets_others(both: Trees, one: _Set, other: _Set) -> bool:
    """Whether a part of one is something else on the other side, which is told by itself."""
    return any(both.pairs.get(a, other.own[0]) not in other.own for a in one.own) or any(
        both.back.get(b, one.own[0]) not in one.own for b in other.own
    )


def _said(one: _Set, other: _Set) -> str:
    """ "" where both say the same."""
    alike = one.asks == other.asks and "try" not in (one.how, other.how)
    name = q(one.name.decode("utf-8", "replace"))
    if alike and len(one.values) == len(other.values) > 1:
        where = f"when {_q(one.asks)}", f"unless {_q(one.asks)}"
        turned = [
            f"{_q(now)} {when}, where it was {_q(was)}"
            for was, now, when in zip(one.values, other.values, where, strict=True)
            if bare(was) != bare(now)
        ]
        return f"{name} is {'; '.join(turned)}." if turned else ""
    return f"{name} is {_ways(other)}; it was {_ways(one)}."


def _ways(one: _Set) -> str:
    if len(one.values) < 2:
        return _q(one.values[0])
    first, last = map(_q, one.values)
    if one.how != "try":
        return f"{first} when {_q(one.asks)}, else {last}"
    return f"{first} in a `try`, {last} on {_q(one.asks) if one.asks else 'any exception'}"


def _q(words: Words) -> str:
    return q(joined(words))


def _side(pieces: Sequence[Piece], one: _Set, source: LexedSource) -> Side:
    start, end = min(pieces[at].start for at in one.own), max(pieces[at].end for at in one.own)
    return Side(source.path, source.line(start), source.line(end - 1), source.text(start, end))
