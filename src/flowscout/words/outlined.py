"""What is in a run of steps, as its own small outline: what is done, in the order of the code, each under all that it hangs on.

    • fd = open(path)
    • If fd is less than 0: return -1            who leaves here does nothing of what stands below
    • For each r in rows:
    – Send r
    – … 2 more                                   what tells least is counted where it stands
    – If r.last: leave the loop

Of more than there is room for, what tells most is kept, with the conditions around it; of what gives a value what is read by
something that is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from heapq import heapify, heappop, heappush
from typing import Final

from ..model import limits
from ..model.record import NamedTuple
from ..model.sfm import TERMINAL, ScenarioStep
from .clauses import clause
from .cutting import BULLET, INNER
from .dataflow import given, read
from .deed_lines import Told
from .dominated import RunAround
from .structured import told

_LINES: Final = 10
_ROWS: Final = 18  # of letters, as a box breaks them
_COUNTS: Final = 2  # lines that only count, beyond these
_KEPT: Final = (
    4  # of these for what does something or ends: what tells less and is counted is no reason to leave that out
)
_MORE: Final = 3  # lines for what gives a value that is read, or does something beside ways out, beyond these
_REST: Final = 2  # things left out that have what room they need: a condition with what is done is not only counted
_SHORT: Final = 72  # letters of a condition with all that hangs on it, in one line
_TRIED: Final = 40  # lines of a run; the rest is counted
_READ: Final = 6  # worth of what gives a value that is read behind the run
_EFFECT: Final = 5  # worth of what does something: ways out do not take all the room
_NEEDED: Final = 6  # worth of what gives a value that something told reads
_PLAIN: Final = 2  # worth of what gives a variable a value that is there already,
_COPIED: Final = 4  # and of it where something told reads that


def outlined(steps: Sequence[ScenarioStep], around: RunAround, title: str = "", room: int = 0) -> tuple[str, int]:
    """Lines below a title, or alone; and how many things are left out. room: for lines beyond those that every step has."""
    some = told([step for step in steps if step.step_type not in TERMINAL], around)
    shown, more = lines(some, around.read, room=room)
    if len(shown) == 1 and not title:
        return shown[0], more
    marked = [row if row.startswith(INNER) else BULLET + row for row in shown]
    return "\n".join([f"{title}:", *marked] if title else marked), more


def lines(
    some: Sequence[Told], behind: Set[str] = frozenset(), rows: int = _ROWS, room: int = 0
) -> tuple[list[str], int]:
    """As many as there is room for, and how many things are left out. behind: names that are read behind the run."""
    leaves = list(_leaves(some))
    last = {
        leaf.text: at for at, (leaf, _) in enumerate(leaves)
    }  # of the same again and again one is what is read behind
    waiting = [
        (
            -max(leaf.worth, _READ if leaf.worth and last[leaf.text] == at and given(leaf.text) & behind else 0),
            leaf.at,
            at,
        )
        for at, (leaf, _) in enumerate(leaves)
    ]
    heapify(waiting)
    shown, done, tall, leaving = _Shown(leaves), set[int](), 0, False
    tried, ended = dict(_tried(some)), dict(_ended(some, 0))
    while waiting and len(done) < _TRIED:
        worth, _, at = heappop(waiting)
        if at in done:
            continue
        done.add(at)
        own = id(leaves[at][0])
        fresh = shown.add({own, tried.get(own, own), ended.get(own, own)})
        made = list(_written(some, shown))
        more = _MORE if (-worth >= _READ and leaves[at][0].worth < _READ) or (leaving and -worth >= _EFFECT) else 0
        more += _REST if leaving and -worth >= _READ else 0
        counts = _KEPT if -worth >= _EFFECT else 0
        if tall and not _fit(made, rows, room + more, counts) and len(made) > tall:
            shown.drop(fresh)
            continue
        tall, leaving = len(made), leaving or leaves[at][0].leaves
        needed = (each for each in _needed(leaves, at, ended) if leaves[each][0].worth < _NEEDED)
        for each in needed:
            heappush(waiting, (-(_NEEDED if leaves[each][0].worth > _PLAIN else _COPIED), leaves[each][0].at, each))
    few = [(leaf, heads) for leaf, heads in leaves if shown.left(leaf)]
    if len(few) <= _REST and any(heads or leaf.worth >= _EFFECT for leaf, heads in few):
        fresh = shown.add({own for leaf, _ in few for own in (id(leaf), tried.get(id(leaf), id(leaf)))})
        if not _fit(list(_written(some, shown)), rows, room + 2 * _MORE):
            shown.drop(fresh)
    shown.add({id(leaf) for leaf in _alone(some, shown) if len(leaf.text) <= limits.STEP_TEXT})
    return [line.text for line in _written(some, shown)], sum(map(shown.left, some))


def _alone(some: Sequence[Told], shown: _Shown, arms: bool = False) -> Iterator[Told]:
    """What is left out by itself: to count it takes the line that it has itself. arms: of one question, each in a line of its own."""
    gaps = [each for each in some if shown.left(each) and not shown.any(each)]
    for gap in gaps if arms or len(gaps) == 1 else ():
        own = [leaf for leaf, _ in _leaves([gap]) if shown.left(leaf)]
        yield from own if len(own) == 1 else ()
    for each in some:
        if each.inside and shown.any(each):
            yield from _alone(each.inside, shown, arms=not each.text)


class _Shown:
    """Which lines are shown, and how many of what hangs on each question."""

    def __init__(self, leaves: Sequence[tuple[Told, tuple[Told, ...]]]) -> None:
        self._around = {id(leaf): (id(leaf), *map(id, heads)) for leaf, heads in leaves}
        self._counted = {id(leaf): leaf.many if leaf.worth > 0 else 0 for leaf, _ in leaves}
        self._told: dict[int, int] = {}
        self._left: dict[int, int] = {}
        for name, around in self._around.items():
            for each in around:
                self._left[each] = self._left.get(each, 0) + self._counted[name]

    def add(self, names: Set[int]) -> Set[int]:
        fresh = {name for name in names if not self._told.get(name)}
        self._turn(fresh, 1)
        return fresh

    def drop(self, names: Set[int]) -> None:
        self._turn(names, -1)

    def _turn(self, names: Set[int], by: int) -> None:
        for name in names:
            for each in self._around[name]:
                self._told[each] = self._told.get(each, 0) + by
                self._left[each] -= by * self._counted[name]

    def any(self, one: Told) -> bool:
        return self._told.get(id(one), 0) > 0

    def left(self, one: Told) -> int:
        return self._left.get(id(one), 0)


def _fit(made: Sequence[OutlinedLine], rows: int, more: int, kept: int = 0) -> bool:
    """more: lines beyond these; kept: such that only count."""
    told_ = [line.text for line in made if not line.counts]
    wide = sum(-(-len(line.text) // limits.WIDE_LINE) for line in made)
    counts = len(made) - len(told_)
    return (
        len(told_) <= _LINES + more and len(made) <= _LINES + _COUNTS + kept + more and wide <= rows + counts + 2 * more
    )


def _needed(leaves: Sequence[tuple[Told, tuple[Told, ...]]], at: int, ended: Mapping[int, int]) -> Iterator[int]:
    """What gives the values that a line and its conditions read: of each what stands nearest before it, and what may stand in its place.
    ended: what is done on a way out, which goes on to nothing that stands below."""
    leaf, heads = leaves[at]
    end = ended.get(id(leaf))
    wanted = {name for text in (leaf.text, *(head.text for head in heads)) for name in read(text) - given(text)}
    for there in range(at - 1, -1, -1):
        other, above = leaves[there]
        if ended.get(id(other), end) == end and (both := given(other.text) & wanted):
            yield there
            if above == heads[: len(above)]:
                wanted -= both
        if above and above[:-1] == heads[: len(above) - 1]:
            wanted -= given(above[-1].text)  # asked on the way, whatever the answer
        if not wanted:
            return


class OutlinedLine(NamedTuple):
    """counts: it only says how much is left out."""

    text: str
    counts: bool = False


def _leaves(some: Sequence[Told], heads: tuple[Told, ...] = ()) -> Iterator[tuple[Told, tuple[Told, ...]]]:
    """What is done, each with all that it hangs on."""
    for each in some:
        if each.inside:
            yield from _leaves(each.inside, (*heads, each))
        else:
            yield each, heads


def _tried(some: Sequence[Told]) -> Iterator[tuple[int, int]]:
    """Of what is done on an error what was tried: it stands before, and says on whose."""
    before: Told | None = None
    for each in some:
        own = [leaf for leaf, _ in _leaves([each])]
        if before and each.caught:
            yield from ((id(leaf), id(before)) for leaf in own)
        yield from _tried(each.inside)
        before = before if each.caught else own[-1]


def _ended(some: Sequence[Told], end: int) -> Iterator[tuple[int, int]]:
    """Of what is done on the way out how it is left: without that it would be done by who goes on below. end: of what is around."""
    end = next((id(each) for each in some if each.leaves), end)
    for each in some:
        if each.inside:
            yield from _ended(each.inside, end)
        elif end:
            yield id(each), end


def _written(some: Sequence[Told], shown: _Shown, depth: int = 0, arms: bool = False) -> Iterator[OutlinedLine]:
    """What is left out is counted where the last of it stands, and before who leaves: that is done before. arms: they are cases of one
    choice, which are named."""
    mark, gaps = INNER * depth, list[Told]()
    for at, each in enumerate(some):
        if shown.left(each) and not shown.any(each):
            gaps.append(each)
            if _last_of(some[at + 1 :], shown):
                yield _count(gaps if len(gaps) == 1 or arms else [], sum(map(shown.left, gaps)), mark)
                gaps = []
        elif not each.inside:
            if shown.any(each):
                yield OutlinedLine(mark + each.text)
        elif not each.text:
            yield from _arms(each.inside, shown, depth)
        elif shown.any(each):
            yield from _headed(each, shown, depth)


def _last_of(behind: Sequence[Told], shown: _Shown) -> bool:
    """Whether nothing more is left out behind, or before that who leaves is shown."""
    for each in behind:
        if _leaving(each, shown):
            return True
        if shown.left(each) and not shown.any(each):
            return False
    return True


def _leaving(each: Told, shown: _Shown) -> bool:
    """It, or something that hangs on it, is shown as a way out."""
    return shown.any(each) and (each.leaves or any(_leaving(one, shown) for one in each.inside))


def _headed(each: Told, shown: _Shown, depth: int) -> Iterator[OutlinedLine]:
    """What hangs on something below it; in its line where that is short, and where it ends can be seen."""
    mark = INNER * depth
    under = list(_written(each.inside, shown, arms=each.text.startswith("By ")))
    line = f"{each.text}: {'; '.join(clause(one.text) for one in under)}"
    if len(line) - sum(len(one.text) + 2 for one in under if one.counts) <= _SHORT and _plain(each, shown, under):
        yield OutlinedLine(mark + line)
    else:
        yield OutlinedLine(f"{mark}{each.text}:")
        yield from (one._replace(text=f"{mark}{INNER}{one.text}") for one in under)


def _plain(each: Told, shown: _Shown, under: Sequence[OutlinedLine]) -> bool:
    """Whether what stands below may stand in one line: what has something below itself is all of it, and has one thing. Behind
    another, `if c: stop()` reads as asked in any case."""
    if any(line.text.endswith(":") or line.text.startswith(INNER) for line in under):
        return False
    parts = [one for one in each.inside if shown.any(one) or shown.left(one)]
    if each.text.startswith("By "):
        return all(len(one.inside) == 1 and not one.inside[0].inside for one in parts)
    *before, last = parts
    if any(one.inside for one in before) or (last.inside and (before or not last.text)):
        return False
    return not last.inside or sum(1 for _ in _leaves(last.inside)) == 1


def _count(alone: Sequence[Told], many: int, mark: str) -> OutlinedLine:
    """alone: all of it hangs on these, which is said where it is short."""
    named = ", ".join([each.text if not at else clause(each.text) for at, each in enumerate(alone)])
    line = f"{named}: … {many} more" if alone and all(each.inside and each.text for each in alone) else ""
    return OutlinedLine(f"{mark}{line if 0 < len(line) <= limits.STEP_TEXT else f'… {many} more'}", counts=True)


def _arms(arms: Sequence[Told], shown: _Shown, depth: int) -> Iterator[OutlinedLine]:
    """One answer after the other: what `otherwise` stands for is never left out."""
    last = max((at for at, arm in enumerate(arms) if shown.any(arm) or shown.left(arm)), default=-1)
    for arm in arms[: last + 1]:
        if shown.any(arm):
            yield from _written([arm], shown, depth)
        else:
            many = shown.left(arm)
            yield OutlinedLine(f"{INNER * depth}{arm.text}: …{f' {many} more' if many else ''}", counts=True)
