"""Two outlines of a flow held against each other: a step that only got another number is the same step.

    -   no: Return -1 (error)
    +   no: 15. Log the error
    +       16. Return -1 (error)
      17. Create the index             (was 16; nothing is said of it)

What is gone has no number: those of two sides in one text would tell no order. It leads to a step by the number that this has now, to
one that is gone as well by what that says. An arrow is the same where the step it names is, whatever that says now, or reads the same.
Which step is which is known where the flows were compared: of two questions that read alike it tells which one stayed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import groupby
from typing import Final, TypeAlias

from ..model.alignment import Opcode, opcodes
from ..model.pattern import regex
from ..model.record import NamedTuple

MOST: Final = 3_000  # lines of an outline; nobody reads how two longer ones differ
MOST_SAID: Final = 40  # characters of a step that an arrow of one that is gone leads to
_STEP: Final = regex(r"^( {0,64}(?:[^\n]{1,400}: )??)(\d{1,6})\. ")
Ids: TypeAlias = Mapping[int, str]
_LAST: Final = regex(r"(?<!\w)finally: (?:→ )?(\d{1,6})(?:$|\. )")
_ARROW: Final = regex(r"(→ (?:back to )?)(\d{1,6})$")


class OutlineLine(NamedTuple):
    """A line without its number. step: what its step, or the one that it stands under, is called on both sides, "" for neither."""

    said: str
    step: str


def outline_diff(
    was: str,
    now: str,
    around: int,
    ids: tuple[Ids, Ids] = ({}, {}),
    moved: Set[str] | None = None,
    alike: Set[str] = frozenset(),
) -> str:
    """What differs, with `around` lines next to it, in the form of a unified diff, numbered as the later one is. ids: by the number of a
    step what it is called on both sides. moved: those that stand elsewhere now, where that is known. alike: those that say the same and
    lead to the same, of which only how the outline lays them out can differ."""
    before, after = was.split("\n"), now.split("\n")
    if max(len(before), len(after)) > MOST:
        return ""
    above, over = _above(before), _above(after)
    last = _at_last(before, ids[0]) & _at_last(after, ids[1])
    left, right = (_read(*each, alike, last) for each in ((before, above, ids[0]), (after, over, ids[1])))
    both = {*ids[0].values()} & {*ids[1].values()}
    found = list(_held(left, right, both))
    found = list(_placed(found, above, over) if moved is None else _moved(found, right, moved))
    named = _by_later_numbers(before, after, found, ids, moved or frozenset())
    passed = _passed(found, left, right, alike, last)
    found = [_unmarked(each, passed) for each in found]
    groups = [each for each in _grouped(found, around) if any(how != "equal" for how, *_ in each)]
    hunks = [list(_hunk(group, before, named, after, passed)) for group in groups]
    return "\n".join(line for hunk in hunks if any(row[0] in "+-" for row in hunk) for line in hunk)


def _by_later_numbers(
    before: Sequence[str], after: Sequence[str], found: Sequence[Opcode], ids: tuple[Ids, Ids], moved: Set[str]
) -> list[str]:
    """The lines before, without their own numbers, each arrow to a step that stays with the number which that has now; to one that is gone,
    with what it says, and to one that moved, with both: its number alone leads to where it stands now."""
    numbers = [[step[2] if (step := _STEP.match(line)) else "" for line in side] for side in (before, after)]
    stays = {numbers[0][i + n]: numbers[1][k + n] for how, i, j, k, _ in found if how == "equal" for n in range(j - i)}
    there = {step: str(number) for number, step in ids[1].items()}
    stays |= {str(number): there[step] for number, step in ids[0].items() if step in there}
    says = {number: line for number, line in zip(numbers[0], before, strict=True) if number}

    def named(arrow: re.Match[str]) -> str:
        there_now = stays.get(arrow[2], "")
        if there_now and ids[0].get(int(arrow[2])) not in moved:
            return arrow[1] + there_now
        said = _ARROW.sub("", _STEP.sub("", says.get(arrow[2], ""))).strip()
        where = f"now {there_now}" if there_now else "gone"
        return f"{arrow[1]}{said[:MOST_SAID]}{'…' * (len(said) > MOST_SAID)} ({where})" if said else arrow[0]

    return [_STEP.sub(r"\1", _ARROW.sub(named, line)) for line in before]


def _held(left: Sequence[OutlineLine], right: Sequence[OutlineLine], both: Set[str]) -> Iterator[Opcode]:
    """By what is known to be the same step; what is left of it by what it says, but for what is of a step that stands elsewhere. both: steps
    of both sides."""
    for how, i, j, k, n in opcodes(left, right):
        if how != "replace":
            yield how, i, j, k, n
            continue
        sides = (left[i:j], right[k:n])
        own = [[each if each.step in both else each._replace(step="") for each in side] for side in sides]
        said = opcodes(*own)
        yield from ((kind, i + a, i + b, k + c, k + d) for kind, a, b, c, d in said)


def _placed(found: Sequence[Opcode], above: Sequence[int], over: Sequence[int]) -> Iterator[Opcode]:
    """A line that says the same differs where it stands under another one that stayed."""
    same = {i + n: k + n for how, i, j, k, _ in found if how == "equal" for n in range(j - i)}
    back = {n: i for i, n in same.items()}
    for how, i, j, k, n in found:
        if how != "equal":
            yield how, i, j, k, n
            continue
        stays = [same.get(_kept(above, i + at, same), -1) == _kept(over, k + at, back) for at in range(j - i)]
        for here, run in groupby(range(j - i), stays.__getitem__):
            at = list(run)
            yield "equal" if here else "replace", i + at[0], i + at[-1] + 1, k + at[0], k + at[-1] + 1


def _moved(found: Sequence[Opcode], right: Sequence[OutlineLine], moved: Set[str]) -> Iterator[Opcode]:
    """A line that says the same differs where its step is one that moved; how deep it stands is layout."""
    for how, i, j, k, n in found:
        if how != "equal":
            yield how, i, j, k, n
            continue
        stays = [right[at].step not in moved for at in range(k, n)]
        for here, run in groupby(range(j - i), stays.__getitem__):
            at = list(run)
            yield "equal" if here else "replace", i + at[0], i + at[-1] + 1, k + at[0], k + at[-1] + 1


Passed: TypeAlias = tuple[set[int], set[int]]


def _passed(
    found: Sequence[Opcode],
    left: Sequence[OutlineLine],
    right: Sequence[OutlineLine],
    alike: Set[str],
    last: Set[str],
) -> Passed:
    """Lines before and after of steps that are the same, and are only listed behind others now: alone in saying what their step is. With
    them the names of ways from such steps to what stays: where a way has a line of its own is layout."""
    rows = [Counter(each.step for each in side) for side in (left, right)]
    was, now = dict[str, int](), dict[str, int]()
    for how, i, j, k, n in found:
        if how != "equal":
            was |= {left[at].step: at for at in range(i, j) if not left[at].said}
            now |= {right[at].step: at for at in range(k, n) if not right[at].said}
    same = [step for step in was.keys() & now.keys() & alike if rows[0][step] == rows[1][step] == 1]
    passed = {was[step] for step in same}, {now[step] for step in same}
    kept = [one for one in found if one[0] == "equal"]
    stays = (
        {at for _, i, j, _, _ in kept for at in range(i, j)} | passed[0],
        {at for _, _, _, k, n in kept for at in range(k, n)} | passed[1],
    )
    for side, lines, other in ((0, left, rows[1]), (1, right, rows[0])):
        there = alike & other.keys()
        passed[side].update(at for at in range(len(lines)) if _only_names(lines, at, stays[side], there, last))
    return passed


def _only_names(lines: Sequence[OutlineLine], at: int, stays: Set[int], alike: Set[str], last: Set[str]) -> bool:
    """Whether a line says but by which answer a step that is the same comes to the next line, which stays."""
    one = lines[at]
    named = one.said.endswith(":") and at + 1 in stays
    named = named and (one.step in alike or (one.said == "finally:" and lines[at + 1].step in last))
    return named and at not in stays and lines[at + 1].step != one.step


def _unmarked(one: Opcode, passed: Passed) -> Opcode:
    _, i, j, k, n = one
    return ("equal", i, j, k, n) if passed[0].issuperset(range(i, j)) and passed[1].issuperset(range(k, n)) else one


def _above(lines: Sequence[str]) -> list[int]:
    """Of each line the one that it stands under, -1 for none."""
    found, open_ = [], [(-1, -1)]
    for at, line in enumerate(lines):
        depth = len(line) - len(line.lstrip())
        while open_[-1][0] >= depth:
            open_.pop()
        found.append(open_[-1][1])
        open_.append((depth, at))
    return found


def _kept(above: Sequence[int], at: int, known: Mapping[int, int]) -> int:
    at = above[at]
    while at >= 0 and at not in known:
        at = above[at]
    return at


def _grouped(found: Sequence[Opcode], around: int) -> Iterator[list[Opcode]]:
    """What differs, with what stands next to it; equal runs between are cut where they are longer than that on both sides."""
    group: list[Opcode] = []
    for at, (how, i, j, m, n) in enumerate(found):
        if how != "equal":
            group.append((how, i, j, m, n))
            continue
        if at and (j - i > 2 * around or at == len(found) - 1):
            yield [*group, (how, i, min(j, i + around), m, min(n, m + around))]
            group = []
        if at < len(found) - 1:
            head = i if group else max(i, j - around)
            group.append((how, head, j, m + head - i, n))
    if group:
        yield group


def _hunk(
    group: Sequence[Opcode], before: list[str], named: list[str], after: list[str], passed: Passed
) -> Iterator[str]:
    """named: the lines before as they are shown. passed: those that are shown once, where they stand now."""
    (_, first, _, start, _), (_, _, last, _, end) = group[0], group[-1]
    yield f"@@ -{first + 1},{last - first} +{start + 1},{end - start} @@"
    reads = [line if _STEP.match(line) else told for line, told in zip(before, named, strict=True)]
    for how, i, j, k, n in group:
        if how == "equal":
            yield from (f" {line}" for line in after[k:n])
            continue
        for same, a, b, c, d in opcodes(reads[i:j], after[k:n]):
            if same == "equal":  # also of what is another step and reads the same: nobody sees what differs
                yield from (f" {line}" for line in after[k + c : k + d])
            else:
                yield from (f"-{named[at]}" for at in range(i + a, i + b) if at not in passed[0])
                yield from (f"{' ' if at in passed[1] else '+'}{after[at]}" for at in range(k + c, k + d))


def _at_last(lines: Sequence[str], ids: Ids) -> frozenset[str]:
    """Steps that a `finally` begins with: where several ways come to it, each of them says so."""
    below = [_STEP.match(line) for line, head in zip(lines[1:], lines, strict=False) if head.endswith(" finally:")]
    found = [at_last[1] for line in lines if (at_last := _LAST.search(line))]
    found += [first[2] for first in below if first]
    return frozenset(step for number in found if (step := ids.get(int(number))))


def _read(
    lines: list[str], above: Sequence[int], ids: Ids, alike: Set[str], last: Set[str] = frozenset()
) -> list[OutlineLine]:
    """Each line with what its number's step and its arrow's step say, however deep it stands. Of a step that says and leads to the same
    alone by which answer of a step it is come to that is another one. last: steps that a `finally` begins with on both sides."""
    numbers = [found[2] if (found := _STEP.match(line)) else "" for line in lines]
    steps = {
        number: line[found.end() :] for number, line in zip(numbers, lines, strict=True) if (found := _STEP.match(line))
    }

    def named(arrow: re.Match[str]) -> str:
        return arrow[1] + (ids.get(int(arrow[2])) or _ARROW.sub("", steps.get(arrow[2], arrow[2])))

    read: list[OutlineLine] = []
    for at, (number, line) in enumerate(zip(numbers, lines, strict=True)):
        own = ids.get(int(number), "") if number else read[above[at]].step if above[at] >= 0 else ""
        whole = _STEP.sub(r"\1", _ARROW.sub(named, line)).lstrip()
        if number and own in alike:
            asks = ids.get(int(numbers[above[at]] or 0), "") if above[at] >= 0 else ""
            whole = "" if asks in alike else found[1].lstrip() if (found := _STEP.match(line)) else ""
        read.append(OutlineLine(whole.removeprefix("finally: ") if number and own in last else whole, own))
    return read
