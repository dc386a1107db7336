"""Where a body of statements falls apart: at comments, blank lines, braces and labels, beside what weighs much.

    strength  5 a label, where who jumps comes in · 4 a comment that reads as a title stands above · 3 any other comment · 2 a blank line
              1 a brace, a statement that weighs much · 0 none of it; less by a half where the next one uses what was just made

A body is cut at its strongest gaps, and further at weaker ones while there are no more than `FAN` parts; each part then
again. Where the strongest are more than that, light neighbours stay together. What is cut hangs on the text around a
gap alone, so an edit elsewhere moves no border.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from ...model.bound import BoundFunction
from ...model.pattern import regex
from ...model.record import NamedTuple
from ...model.syntax import Body, If, walk
from ...words.comments import comments, title

FAN: Final = 6  # parts of one whole
HEAVY: Final = 5  # steps of a statement that stands for itself
_ENTERED: Final = 5.0
_TITLE: Final = 4.0
_REMARK: Final = 3.0
_APART: Final = 1.5  # a blank line, also where what stands below uses what stands above
_MANY: Final = 300  # paragraphs that are weighed one against the other
_WHOLE: Final = 12  # steps that are cut even where nothing parts them
_NAMES: Final = regex(rb"[^\W\d]\w*")
_WORDS: Final = regex(rb"\w++|[^\w\s]")
_LONG: Final = 120  # words of a question and what hangs on it, that is held against the next one
_ASKING: Final = frozenset([b"if", b"not", b"is", b"and", b"or", b"in", b"return", b"else"])
_LABEL: Final = regex(rb"(?:^|[\n;}])[ \t]{0,80}(?!default\b|else\b)[A-Za-z_]\w{0,80}[ \t]{0,8}:(?!:)")


class Item(NamedTuple):
    """A statement, an arm or a run of them: its place in the function's own text, and how many steps stand there."""

    start: int
    end: int
    weight: int
    title: str = ""


class Layout:
    """What the text around the statements says. titles and remarks: by the place of what follows the comment."""

    def __init__(self, bound: BoundFunction, mark: str) -> None:
        self.text = bound.text[: bound.facts.end - bound.facts.start]
        self._jumps = b"goto" in self.text
        self.titles: dict[int, str] = {}
        self._said = comments(self.text, mark)
        self._ends = [comment.end for comment in self._said]
        for comment in self._said:
            if (said := title(comment.text)) and (after := self._after(comment.end)) >= 0:
                self.titles[after] = said
        for start in _of_one_arm(bound.statements, self.titles):
            self.titles[start] = ""
        self._made = sorted(
            (each.start, each.name.encode("utf-8", "replace")) for each in bound.facts.bindings if "." not in each.name
        )

    def _after(self, end: int) -> int:
        """The place of what a comment stands above; -1 where more than a line is between."""
        at = len(self.text) - len(self.text[end:].lstrip())
        if self.text.count(b"\n", end, at) > 2:
            return -1
        if self.text[at : at + 1] == b"{":
            at += 1 + len(self.text[at + 1 :]) - len(self.text[at + 1 :].lstrip())
        return at

    def strengths(self, items: Sequence[Item]) -> list[float]:
        """Of the gaps between the items of one body."""
        titled = dict(self.titles)
        return [self._strength(one, other, titled) for one, other in pairwise(items)]

    def _strength(self, before: Item, after: Item, titled: dict[int, str]) -> float:
        """titled: what each block is under; one that is asked the same of another name comes under the title of the one before."""
        gap = self.text[before.end : after.start]
        if self._jumps and _LABEL.search(gap):
            return _ENTERED
        if after.start in self.titles:
            return _TITLE
        first = bisect_left(self._ends, before.end)
        if first < len(self._ends) and self._ends[first] <= after.start:
            return _REMARK
        braced = b"}" in gap or b"{" in gap
        heavy = before.weight >= HEAVY or after.weight >= HEAVY
        parted = (
            2.0
            if gap.count(b"\n") > 1 and any(not line.strip() for line in gap.split(b"\n")[1:-1])
            else 1.0
            if braced or heavy
            else 0.0
        )
        if before.start in titled and before.weight > 1 and b"\n" in gap:
            if parted < _APART and self._alike(before, after, titled[before.start]):
                titled[after.start] = titled[before.start]
                return 0.0
            parted = max(parted, _APART + 0.5)  # what is said of a block is not said of what stands below it
        return parted - 0.5 * self._used(before, after)

    def _alike(self, before: Item, after: Item, said: str) -> bool:
        """Two questions in a row that are the same but for names, of which the title names none."""
        one, other = (_WORDS.findall(self.text[item.start : item.end]) for item in (before, after))
        if len(one) != len(other) or one[:1] != [b"if"] or len(one) > _LONG:
            return False
        names = set(zip(one, other, strict=True))
        changed = {(a, b) for a, b in names if a != b}
        kept = {a for a, b in names if a == b and a[-1:].isalnum() and a not in _ASKING}
        if (
            not changed
            or len(changed) > len(kept)
            or not all(_NAMES.fullmatch(each) for pair in changed for each in pair)
        ):
            return False
        if any(a != b and after == b"(" for a, b, after in zip(one, other, one[1:], strict=False)):
            return False  # another call
        told = set(_NAMES.findall(said.lower().encode("utf-8", "replace")))
        single = len({a for a, _ in names}) == len({b for _, b in names}) == len(names)
        return single and not told & {each.lower() for pair in changed for each in pair}

    def _used(self, before: Item, after: Item) -> bool:
        """Whether the next statement names what this one gives a value."""
        first, last = (bisect_left(self._made, (place, b"")) for place in (before.start, before.end))
        made = {name for _, name in self._made[first:last]}
        return bool(made) and not made.isdisjoint(_NAMES.findall(self.text[after.start : after.end][:400]))


def _of_one_arm(body: Body, titles: Mapping[int, str]) -> list[int]:
    """Places of questions whose title is that of their first arm alone: before the next one stands another title."""
    asked = [stmt for stmt in walk(body) if isinstance(stmt, If) and stmt.start in titles and stmt.then and stmt.orelse]
    between = {stmt.start: (stmt.then[-1].end, stmt.orelse[0].start) for stmt in asked}
    places = sorted(titles)
    return [
        start for start, (end, other) in between.items() if bisect_left(places, end) < bisect_left(places, other + 1)
    ]


def _light(items: Sequence[Item], cuts: list[int]) -> list[int]:
    """At most FAN parts: of the lightest neighbours the border goes; how light is told by doublings, so that a step
    more rarely counts."""
    sizes = [sum(item.weight for item in items[a:b]) for a, b in zip([0, *cuts], [*cuts, len(items)], strict=True)]
    cuts = list(cuts)
    if len(cuts) > _MANY:
        cuts = cuts[:: len(cuts) // _MANY + 1]
        sizes = [sum(item.weight for item in items[a:b]) for a, b in zip([0, *cuts], [*cuts, len(items)], strict=True)]
    while len(cuts) >= FAN:
        at = min(range(len(cuts)), key=lambda n: ((sizes[n] + sizes[n + 1]).bit_length(), n))
        sizes[at : at + 2] = [sizes[at] + sizes[at + 1]]
        del cuts[at]
    return cuts


def _cuts(items: Sequence[Item], strengths: Sequence[float]) -> list[int]:
    """Before which items a run of them is cut."""
    weight = sum(item.weight for item in items)
    found: list[int] = []
    for level in sorted({s for s in strengths if s > 0 or weight > _WHOLE}, reverse=True):
        cuts = [at for at, strength in enumerate(strengths, 1) if strength >= level]
        if len(cuts) >= FAN:
            return found or _light(items, cuts)
        found = cuts
    return found


def _whole(items: Sequence[Item], strengths: Sequence[float], titles: Mapping[int, str]) -> Item:
    """A run of items; of several titles as many as are short enough to be read. strengths: of the gaps inside. A
    comment speaks for what stands below it up to a blank line."""
    said = [told for item in items if (told := titles.get(item.start))]
    more = items[0].start not in titles or any(_APART <= strength < _TITLE for strength in strengths)
    whole = _listed(said, more) if said else ""
    return Item(items[0].start, items[-1].end, sum(item.weight for item in items), whole)


def _listed(said: Sequence[str], more: bool, room: int = 56) -> str:
    """more: there is something besides what the titles stand for."""
    kept = [said[0]]
    for each in said[1:]:
        if len("; ".join([*kept, each])) > room:
            return "; ".join(kept) + "; …"
        kept.append(each)
    return "; ".join(kept) + ("; …" if more else "")


def body(items: Sequence[Item], layout: Layout) -> Item:
    """All of a body as one run."""
    return _whole(items, layout.strengths(items), layout.titles)


def paragraphs(items: Sequence[Item], layout: Layout) -> Iterator[Item]:
    """Runs of the statements of one body, outer ones first; a whole body is none of them."""
    strengths = layout.strengths(items)
    waiting = [(0, len(items))]
    while waiting:
        first, last = waiting.pop()
        borders = [first, *(first + cut for cut in _cuts(items[first:last], strengths[first : last - 1])), last]
        if len(borders) > 2:
            for a, b in pairwise(borders):
                run = _whole(items[a:b], strengths[a : b - 1], layout.titles)
                if run.weight > 1:
                    yield run
                if b - a > 1 and run.weight > 3:
                    waiting.append((a, b))
