"""Classes: their bases across files, the order in which members are looked for, and who derives from whom."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator
from heapq import heappop, heappush

from .frames import Frame, Frames
from .values import Value, Values

_LONGEST = 96  # classes in one order
_MOST_SUBCLASSES = 64
BARE = frozenset(
    {"!abc.ABC", "!object", "!typing.Generic", "!typing.Protocol", "!typing_extensions.Protocol"}
)  # bases that bring no members
MAKER = "metaclass="
LIBRARY = "!"  # marks a base outside the project in a linearization: `!enum.Enum`


class Hierarchy:
    """`read` evaluates the text of an expression in a frame."""

    def __init__(self, frames: Frames, read: Callable[[str, Frame], Values]) -> None:
        self._frames = frames
        self._ask = frames.ask
        self._read = read
        self._bases: dict[str, tuple[str, ...]] = {}
        self._orders: dict[str, tuple[str, ...]] = {}
        self._makers: dict[str, str] = {}
        self._overrides: dict[tuple[str, str], tuple[str, ...]] = {}
        self._below: dict[str, tuple[str, ...]] = {}

    def bases(self, key: str) -> tuple[str, ...]:
        found = self._bases.get(key)
        if found is None:
            self._bases[key] = ()
            found = self._bases[key] = tuple(dict.fromkeys(self._read_bases(key)))
        return found

    def _read_bases(self, key: str) -> Iterator[str]:
        for offer in self._ask("class", key):
            frame = self._frames.frame(offer.value[1])
            for text in offer.value[2:]:
                if "=" not in text:
                    yield from (b for b in map(_base, self._read(text.split("[")[0], frame)) if b)

    def metaclass(self, key: str) -> str:
        """The class of the project that makes this class, "" where Python's own does."""
        found = self._makers.get(key)
        if found is None:
            found = self._makers[key] = next(filter(None, map(self._named_maker, self.order(key))), "")
        return found

    def _named_maker(self, place: str) -> str:
        for offer in self._ask("class", place) if not place.startswith(LIBRARY) else ():
            for text in offer.value[2:]:
                if text.startswith(MAKER):
                    found = self._read(text.removeprefix(MAKER), self._frames.frame(offer.value[1]))
                    return next((value.key for value in found if value.kind == "class"), "")
        return ""

    def makes(self, key: str) -> list[str]:
        """The classes that name this one as their metaclass, and those below them, sorted."""
        makers = {key, *self.below(key)}
        found: set[str] = set()
        for maker in makers:
            for offer in self._ask("derived", maker.rpartition("::")[2].rpartition(".")[2])[:_MOST_SUBCLASSES]:
                child = offer.value[0]
                if child not in makers and self.metaclass(child) in makers:
                    found |= {child, *self.below(child)}
        return sorted(found)

    def order(self, key: str) -> tuple[str, ...]:
        """Method resolution order (C3); where bases contradict each other, the first head. A class that is its own base
        counts once."""
        todo, under_way = [key], {key}
        while todo and key not in self._orders:
            here = todo[-1]
            bases = () if here.startswith(LIBRARY) else self.bases(here)
            missing = [b for b in bases if b not in self._orders and b not in under_way]
            if missing:
                todo += missing[:1]
                under_way.add(missing[0])
                continue
            lines = [self._orders.get(b, (b,)) for b in bases]
            linear = _merge([*lines, bases]) if len(lines) > 1 else [k for line in lines for k in line if k != here]
            self._orders[here] = (here, *linear)[:_LONGEST]
            todo.pop()
        return self._orders[key]

    def below(self, key: str) -> tuple[str, ...]:
        """All classes that derive from this one, sorted; those beyond a limit are left out."""
        found = self._below.get(key)
        if found is None:
            reached: dict[str, None] = {}
            todo = [key]
            while todo and len(reached) < _MOST_SUBCLASSES:
                for child in self._children(todo.pop(0)):
                    if child not in reached and child != key:
                        reached[child] = None
                        todo.append(child)
            found = self._below[key] = tuple(sorted(reached))
        return found

    def overrides(self, method: Value) -> tuple[str, ...]:
        """Methods of the same name in classes below the object's, sorted: any of them may be meant."""
        if not method.open or not method.owner:
            return ()
        name = method.key.partition("~")[0].rpartition(".")[2]
        found = self._overrides.get((method.owner, name))
        if found is None:
            offers = [o for child in self.below(method.owner) for o in self._ask("member", f"{child}.{name}")]
            found = tuple(sorted({offer.value[0] for offer in offers if offer.value[1] == "function"}))
            self._overrides[method.owner, name] = found
        return found if method.key not in found else tuple(key for key in found if key != method.key)

    def _children(self, key: str) -> list[str]:
        simple = key.rpartition("::")[2].rpartition(".")[2]
        offered = self._frames.ask("derived", simple)
        if len(offered) > 4 * _MOST_SUBCLASSES:
            return []
        return [o.value[0] for o in offered if key in self.bases(o.value[0])]


def _base(value: Value) -> str:
    if value.kind == "class":
        return value.key
    return LIBRARY + value.key if value.kind in ("external", "made") else ""


def _merge(sequences: list[tuple[str, ...]]) -> list[str]:
    """C3 linearization; a contradiction is settled by taking the first head."""
    rest = [deque(s) for s in sequences]
    later = Counter(k for s in sequences for k in s[1:])  # how often each stands behind a head
    heads: dict[str, list[int]] = {}
    able = list[int]()  # a heap: those whose head stands behind no other
    merged: dict[str, None] = {}

    def lead(number: int) -> None:
        while rest[number] and rest[number][0] in merged:
            forward(number)
        if rest[number]:
            heads.setdefault(rest[number][0], []).append(number)
            if not later[rest[number][0]]:
                heappush(able, number)

    def forward(number: int) -> None:
        rest[number].popleft()
        if rest[number]:
            one = rest[number][0]
            later[one] -= 1
            if not later[one] and one not in merged:
                for other in heads.get(one, ()):
                    heappush(able, other)

    for number in range(len(rest)):
        lead(number)
    first = 0
    while first < len(rest):
        while able and (not rest[able[0]] or later[rest[able[0]][0]]):
            heappop(able)
        if not rest[first]:
            first += 1
            continue
        head = rest[heappop(able) if able else first][0]
        merged[head] = None
        for number in heads.pop(head):
            lead(number)
    return list(merged)
