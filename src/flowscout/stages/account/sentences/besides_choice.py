"""What the arms of a question do beyond a value that one expression chooses on the other side, and where that stands there.

    if (c) {
        n = 1;                                 n = c ? 1 : 3;
        log(n);                                log(n);
    } else
        n = 3;                                 `log(n)` no longer depends on `c`

What both arms do last is done in any case: it is the one step behind the choice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Protocol

from ....words.series import series
from ..pieces.answers import asked
from ..pieces.pieces import Piece
from ..reading.saying import does, q

_MOST: Final = 120  # characters of a step
_OUT: Final = "\0"  # behind what is done outside of where the choice stands


class Paired(Protocol):
    @property
    def pieces(self) -> Sequence[Piece]: ...
    @property
    def known(self) -> Mapping[int, int]: ...


class _Told:
    """Rows in the order in which they are found, those of one kind together."""

    def __init__(self) -> None:
        self.rows: dict[tuple[str, str], list[str]] = {}

    def add(self, head: str, tail: str, deed: str) -> None:
        held = self.rows.setdefault((head, tail), [])
        held += [deed] * (deed not in held)

    def said(self, where: str) -> Iterator[str]:
        for (head, tail), deeds in self.rows.items():
            verb = tail.replace("runs", "run", 1).replace("depends", "depend", 1) if len(deeds) > 1 else tail
            where = "" if verb.endswith(_OUT) else where
            verb = verb.removesuffix(_OUT)
            yield f"{head} {series(deeds)}{verb}{where}." if head else f"{series(deeds)} {verb}{where}."


def besides(choosing: tuple[Paired, int], asking: tuple[Paired, int, Sequence[int]], gone: bool, where: str) -> str:
    """choosing: the side of the choice, and where it stands. asking: the other one, the question, and the steps in its arms. gone: there is a
    choice now."""
    (mine, at), (others, asks, more) = choosing, asking
    twins = [*_twins(others, more)]
    moved = _Moved(mine, at, others, more, gone)
    told = _Told()
    for one, other in twins:
        _of_both(others, (one, other), moved, told, q(others.pieces[asks].said))
    lone = [each for each in more if all(each not in pair for pair in twins)]
    for each in lone:
        piece = others.pieces[each]
        how = asked(others.pieces[asks].said, piece.role)
        if each not in others.known:
            told.add("No longer" if gone else "Now", f", {how}", does(piece, _MOST))
        elif gone:
            out = mine.pieces[others.known[each]].parent != mine.pieces[at].parent
            deed = f"no longer depends on {how.partition(' ')[2]}{moved.said(each)}"
            told.add("", f"{deed}{_OUT * out}", q(piece.said))
        else:
            told.add("", f"now runs {how.replace('when ', 'only when ', 1)}{moved.said(each)}", q(piece.said))
    return " ".join(told.said(where))


def _of_both(others: Paired, pair: tuple[int, int], moved: _Moved, told: _Told, asks: str) -> None:
    deed = q(others.pieces[pair[0]].said)
    known = [each for each in pair if each in others.known]
    if len(known) == len(pair):
        told.add("", "now runs twice, where it ran once" if moved.gone else "now runs once, where it ran twice", deed)
    elif known and (how := moved.said(known[0])):
        told.add(
            "",
            f"now runs {how.removeprefix(', ').removeprefix('and runs ').replace('that question', f'the question {asks}')}",
            deed,
        )
    elif not known:
        told.add("No longer" if moved.gone else "Now", " in both cases", does(others.pieces[pair[0]], _MOST))


def _twins(side: Paired, more: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Steps in both arms that are the same, each behind the ones before."""
    arms = [[each for each in more if side.pieces[each].role == role] for role in ("then", "else")]
    rest = arms[1]
    for one in arms[0]:
        same = next((each for each in rest if side.pieces[each].words == side.pieces[one].words), -1)
        if same >= 0:
            yield one, same
            rest = [each for each in rest if each > same]


class _Moved:
    """Where a step stands on the side of the choice: right behind it, in the order of the arm, or elsewhere."""

    def __init__(self, mine: Paired, at: int, others: Paired, more: Sequence[int], gone: bool) -> None:
        self.at, self.known, self.gone = at, others.known, gone
        last, self.behind = at, set[int]()
        for each in sorted({others.known[one] for one in more if one in others.known and others.known[one] > at}):
            if all(_within(mine.pieces, between, last) for between in range(last + 1, each)):
                self.behind.add(each)
                last = each
        for role in ("then", "else"):
            arm = [others.known[one] for one in more if one in others.known and others.pieces[one].role == role]
            self.behind -= {each for n, each in enumerate(arm) if any(before > each for before in arm[:n])}

    def said(self, step: int) -> str:
        there = self.known[step]
        if there in self.behind:
            return ""
        if there < self.at:
            return ", and runs before that question now" if self.gone else ", behind that question"
        return ", and runs later than before" if self.gone else ", earlier than before"


def _within(pieces: Sequence[Piece], at: int, around: int) -> bool:
    while at > around:
        at = pieces[at].parent
    return at == around
