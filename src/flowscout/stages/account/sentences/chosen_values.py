"""A value that one expression chooses now, where a question with two steps did, or a question and the step beside it; and the other way round.

    if (c)
        n = 1;                                 n = c ? 1 : 3;
    else
        n = 2;

The one step is neither of the two: it is read against both, and where all of them give the same, nothing differs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ....model.pattern import regex
from ....model.record import NamedTuple
from ....model.syntax import Simple
from ..pairing.changes import ADDED, CHANGED, REMOVED, Change, Trees
from ..pieces import questions
from ..pieces.outside import CLOSING, OPENING
from ..pieces.pieces import Piece
from ..pieces.questions import Words
from ..pieces.targets import SETS, target
from ..reading.conditions import OTHERWISE
from ..reading.saying import EXIT, VALUE, Said, joined, q, when

_MOST: Final = 120  # characters of a value
_RUNS: Final = frozenset((b"(", b"++", b"--"))
_INT: Final = regex(rb"\d{1,9}|0[xX][\da-fA-F]{1,7}")
_NOTHING: Final = frozenset((b"NULL", b"nullptr", b"None"))
_TRUTHS: Final = frozenset((b"true", b"false", b"TRUE", b"FALSE", b"True", b"False"))
Values = tuple[Words, Words]


class OneSide(NamedTuple):
    pieces: Sequence[Piece]
    below: Sequence[Sequence[int]]
    known: Mapping[int, int]


class AskedApart(NamedTuple):
    """asks: the question. held: what is set where it holds, and where not. steps: those that set it. first: it is set before the question."""

    asks: int
    left: Words
    held: Values
    steps: tuple[int, ...]
    first: bool


def chosen(both: Trees, found: Sequence[Change], python: bool) -> dict[Change, Said]:
    """By every change that is told so."""
    old, new = OneSide(both.old, both.old_below, both.pairs), OneSide(both.new, both.new_below, both.back)
    told: dict[Change, Said] = {}
    for change in found:
        for new_chooses, mine, others, at in ((True, new, old, change.b), (False, old, new, change.a)):
            ours = at >= 0 and change.kind in (CHANGED, ADDED if new_chooses else REMOVED)
            if not ours or change in told or not (choice := _choice(mine.pieces[at])):
                continue
            apart = _asked(mine, others, at, questions.plain(choice[0])[0])
            if apart is None:
                continue
            those = {apart.asks, *apart.steps}
            told |= {
                each: _said(both, (mine, at, choice), (others, apart), new_chooses, python)
                for each in found
                if each == change or (each.a if new_chooses else each.b) in those
            }
            break
    return told


def _asked(mine: OneSide, others: OneSide, at: int, by: Words) -> AskedApart | None:
    """What set the same by a question there that this side has not, in the same place: by the same question, or by the only such one."""
    left = _left(mine.pieces[at])
    above = mine.known.get(mine.pieces[at].parent, -1)
    if above < 0:
        return None
    beside = [each for each in others.below[above] if others.pieces[each].role == mine.pieces[at].role]
    lone = [each for each in beside if others.pieces[each].kind == "If" and each not in others.known]
    for n, asks in enumerate(beside):
        if asks not in lone or (len(lone) > 1 and questions.plain(others.pieces[asks].words)[0] != by):
            continue
        apart = _apart(others, asks, beside[n - 1] if n else -1, beside[n + 1] if n + 1 < len(beside) else -1)
        if apart is None or not _same(apart.left, left) or not _free(others, apart, at):
            continue
        here = [*beside[:n], *beside[n + 1 :]]
        if all(
            (each < asks) == (others.known[each] < at)
            for each in here
            if each in others.known
            and each not in apart.steps
            and mine.pieces[others.known[each]].parent == mine.pieces[at].parent
        ):
            return apart
    return None


def _free(others: OneSide, apart: AskedApart, at: int) -> bool:
    """Whether none of its steps stands for itself on the other side."""
    return all(others.known.get(each, at) == at for each in apart.steps)


def _apart(side: OneSide, asks: int, before: int, behind: int) -> AskedApart | None:
    then, other = ([each for each in side.below[asks] if side.pieces[each].role == role] for role in ("then", "else"))
    if len(then) != 1 or len(other) > 1:
        return None
    first = not other and side.pieces[then[0]].kind == "Simple"
    last = other[0] if other else before if first else behind
    if last < 0:
        return None
    one, two = side.pieces[then[0]], side.pieces[last]
    left, values = _left(one), (_value(one), _value(two))
    if not left or not all(values) or one.kind != two.kind or not _same(_left(two), left):
        return None
    return AskedApart(asks, left, values, (then[0], last), first)


def _same(one: Words, other: Words) -> bool:
    """Of a declaration the name that it ends with."""
    return one == other or (one[-2:] == other[-2:] and len(other[:-2]) + len(one[:-2]) > 0 and one[-1:] == (b"=",))


def _left(piece: Piece) -> Words:
    """What a step sets, with how; of a declaration the name alone; `return` of a way out."""
    if piece.kind == "Return":
        return (b"return",)
    cut = _sets(piece)
    if not cut:
        return ()
    declares = isinstance(piece.stmt, Simple) and piece.stmt.role == "declare"
    return (*(target(piece) if declares else piece.words[:cut]), piece.words[cut])


def _value(piece: Piece) -> Words:
    if piece.kind == "Return":
        return _bare(piece.words[1:])
    cut = _sets(piece)
    return _bare(piece.words[cut + 1 :]) if cut else ()


def _sets(piece: Piece) -> int:
    """Where what it is set to begins behind; 0 for a step that sets nothing, or more than one thing."""
    signs = [at for at, word in _outermost(piece.words) if word in SETS or word == b","]
    return signs[0] if piece.kind == "Simple" and len(signs) == 1 and piece.words[signs[0]] in SETS else 0


def _bare(words: Words) -> Words:
    return tuple([word for word in words if word != b";"])


def _choice(piece: Piece) -> tuple[Words, Values] | None:
    """By what a step chooses its value, and between which two."""
    words = _value(piece)
    signs = [(at, word) for at, word in _outermost(words) if word in (b"?", b":", b"if", b"else")]
    if len(signs) != 2 or not 0 < signs[0][0] < signs[1][0] - 1 < len(words) - 2:
        return None
    (cut, one), (end, other) = signs
    if (one, other) == (b"?", b":"):
        return words[:cut], (words[cut + 1 : end], words[end + 1 :])
    return (words[cut + 1 : end], (words[:cut], words[end + 1 :])) if (one, other) == (b"if", b"else") else None


def _outermost(words: Words) -> Iterator[tuple[int, bytes]]:
    depth = 0
    for at, word in enumerate(words):
        depth += (word in OPENING) - (word in CLOSING)
        if not depth:
            yield at, word


def _said(
    both: Trees,
    choosing: tuple[OneSide, int, tuple[Words, Values]],
    asked: tuple[OneSide, AskedApart],
    new_chooses: bool,
    python: bool,
) -> Said:
    (mine, at, (by, values)), (others, apart) = choosing, asked
    (question, holds), (was, held) = questions.plain(by), questions.plain(others.pieces[apart.asks].words)
    same = question == was and (values if holds == held else values[::-1]) == apart.held
    rule = EXIT if apart.left == (b"return",) else VALUE
    if same and not apart.first and (python or (_alike(values) and _RUNS.isdisjoint(apart.left))):
        return Said(OTHERWISE, "", 9)
    said, name = q(others.pieces[apart.asks].said), q(joined(apart.left[:-1]))
    then, other = (q(joined(each), _MOST) for each in apart.held)
    one = q(joined(_value(mine.pieces[at])), _MOST)
    returns = rule == EXIT
    verb = ("returns", "returned") if returns else (f"sets {name} to", "set it to")
    apart_ = f"{other}, and to {then} when {said}" if apart.first else f"{then} when {said}, else {other}"
    now, before = (one, apart_) if new_chooses else (apart_, one)
    text = f"{verb[0][:1].upper()}{verb[0][1:]} {now}, where it {verb[1]} {before}"
    where = when(both.new, at if new_chooses else apart.asks)
    return Said(rule, f"{text}{where}{': the same' * same}.", 7 if same else 3)


def _alike(values: Values) -> bool:
    """Whether both are of one type for sure, so that neither is made another value beside the other."""
    one, other = (each[0] if len(each) == 1 else b"" for each in values)
    pairs = ({one, other} <= _TRUTHS, {one, other} <= _NOTHING, bool(_INT.fullmatch(one) and _INT.fullmatch(other)))
    return any(pairs) or (one[:1] == other[:1] == b'"')
