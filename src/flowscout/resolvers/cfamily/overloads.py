"""Which overload is meant, as far as the arguments' types tell: one that an argument cannot become is out, and so is one
that another fits no worse in any argument and better in one. What is not known decides nothing."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from ...model.record import NamedTuple
from .classes import Candidate, Class, Classes, CodePlace
from .types import NUMBERS, Type, read_type

SAME: Final = 4
UNSURE: Final = 3  # a number that may be the same on one machine and another on the next
WIDER: Final = 2  # a promotion, an object of a class below
CONVERTED: Final = 1
MADE: Final = 0  # by a constructor or a conversion of the project's
WRONG: Final = -1
_DEEPEST: Final = 4
_MOST: Final = 512  # candidates of one call, and of what is to be compared with each other: more stay as they are
_MOST_ALIKE: Final = 64
_BROKEN: Final = frozenset({"bool", "float", "double", "long double"})
_PROMOTED: Final = {
    "bool": "int", "char": "int", "signed char": "int", "unsigned char": "int", "short": "int", "unsigned short": "int", "float": "double",
}  # fmt: skip


class Argument(NamedTuple):
    """The type of an argument, and where it is written."""

    type: Type
    place: CodePlace


class _Kind(NamedTuple):
    """number, class or library; name: of one that is no class of the project. place: where its arguments are written."""

    kind: str
    name: str
    owner: Class | None
    type: Type
    place: CodePlace


_Row = tuple[Candidate, tuple[Type, ...], tuple[int | None, ...]]
_Asked = tuple[tuple[int, ...], tuple["_Kind | None", ...]]


class Overloads:
    def __init__(self, classes: Classes) -> None:
        self._classes = classes
        self._kinds: dict[tuple[Type, CodePlace], _Kind | None] = {}
        self._bases: dict[str, frozenset[str]] = {}
        self._known: dict[_Asked, tuple[list[Candidate], list[Candidate]]] = {}

    def narrowed(self, candidates: Sequence[Candidate], arguments: Sequence[Argument | None]) -> list[Candidate]:
        """Those that may be meant; all of them when nothing is known."""
        if not 2 <= len(candidates) <= _MOST or not any(arguments):
            return list(candidates)
        given = tuple([self._kind(each.type, each.place) if each is not None else None for each in arguments])
        if not any(given):
            return list(candidates)
        asked = (tuple(map(id, candidates)), given)
        if asked not in self._known:
            self._known[asked] = (
                list(candidates),
                self._narrowed(candidates, given),
            )  # kept, so that each id stays its own
        return list(self._known[asked][1])

    def _narrowed(self, candidates: Sequence[Candidate], given: Sequence[_Kind | None]) -> list[Candidate]:
        rows: list[_Row] = []
        for candidate in candidates:
            wanted = parameters(candidate.signature)
            rows.append((candidate, wanted, self._fits(candidate, wanted, given)))
        left = [row for row in rows if WRONG not in row[2]] or rows
        alike: dict[object, _Row] = {_told(row): row for row in left}
        if len(alike) > _MOST_ALIKE:
            return [row[0] for row in left]
        beaten = {key for key, row in alike.items() if any(_beats(other, row) for other in alike.values())}
        return [row[0] for row in left if _told(row) not in beaten]

    def _fits(
        self, candidate: Candidate, wanted: Sequence[Type], given: Sequence[_Kind | None]
    ) -> tuple[int | None, ...]:
        place = CodePlace(candidate.scope, candidate.path)
        found = list[int | None]()
        for here, kind in zip(wanted, given, strict=False):
            known = self._kind(here, place) if kind is not None else None
            found.append(self._fit(known, kind) if known is not None and kind is not None else None)
        return tuple(found + [None] * (len(given) - len(found)))

    def _kind(self, written: Type, place: CodePlace) -> _Kind | None:
        key = (written, place)
        if key not in self._kinds:
            self._kinds[key] = self._looked_up(written, place)
        return self._kinds[key]

    def _looked_up(self, written: Type, place: CodePlace) -> _Kind | None:
        plain = written.name.removeprefix("std::") in NUMBERS
        if not plain and self._classes.is_unsettled(written.parts[-1:]):
            return None
        known = written if plain else self._classes.expand(written, place)
        if known.function or written.function or not known.name:
            return None
        last = known.name.removeprefix("std::")
        if last in NUMBERS:
            return _Kind("number", last, None, known, place)
        owner = self._classes.named(known.name, place)
        if owner is not None:
            return _Kind("class", owner.name, owner, known, place)
        return _Kind("library", last, None, known, place) if known.name.startswith("std::") or last == "void" else None

    def _fit(self, wanted: _Kind, given: _Kind) -> int | None:
        if bool(wanted.type.pointers) != bool(given.type.pointers):
            return _mixed(wanted, given)
        same = _same(wanted, given)
        if wanted.type.pointers != given.type.pointers:
            return WRONG if same else None
        if same:
            alike = self._alike(wanted, given, _DEEPEST)
            return None if alike is None else SAME if alike else MADE
        below = bool(wanted.owner and given.owner and wanted.owner.key in self._above(given.owner))
        if wanted.type.pointers:
            return CONVERTED if wanted.name == "void" else WIDER if below else None
        if wanted.kind == given.kind == "number":
            return _number(wanted.name, given.name)
        return WIDER if below else None if "library" in (wanted.kind, given.kind) else MADE

    def _above(self, owner: Class) -> frozenset[str]:
        if owner.key not in self._bases:
            self._bases[owner.key] = frozenset([base.key for base in self._classes.line(owner)])
        return self._bases[owner.key]

    def _alike(self, one: _Kind, other: _Kind, depth: int) -> bool | None:
        """Whether two uses of a template are given the same; None where that is not known."""
        mine, theirs = one.type.arguments, other.type.arguments
        if mine == theirs:
            return True
        if not depth or len(mine) != len(theirs):
            return None
        found = True
        for ours, others in zip(mine, theirs, strict=True):
            left, right = self._kind(read_type(ours), one.place), self._kind(read_type(others), other.place)
            inside = self._alike_inside(left, right, depth - 1) if left is not None and right is not None else None
            if inside is None:
                return None
            found = found and inside
        return found

    def _alike_inside(self, one: _Kind, other: _Kind, depth: int) -> bool | None:
        if _same(one, other) and one.type.pointers == other.type.pointers:
            return self._alike(one, other, depth)
        numbers = one.kind == other.kind == "number"
        return None if numbers and _number(one.name, other.name) == UNSURE else False


def _same(one: _Kind, other: _Kind) -> bool:
    return one.owner.key == other.owner.key if one.owner and other.owner else one[:2] == other[:2]


def _told(row: _Row) -> object:
    """What a comparison asks of a candidate: how each argument fits, and what is wanted where that is not known."""
    return row[2], tuple([row[1][at : at + 1] for at, fit in enumerate(row[2]) if fit is None])


def _beats(one: _Row, other: _Row) -> bool:
    better = False
    for at, (ours, theirs) in enumerate(zip(one[2], other[2], strict=False)):
        if ours is None or theirs is None:
            if one[1][at : at + 1] != other[1][at : at + 1]:
                return False
            continue
        if ours < theirs or (ours == UNSURE and theirs < UNSURE):
            return False
        better = better or ours > theirs
    return better


def _mixed(wanted: _Kind, given: _Kind) -> int:
    """A pointer where there is none, or the other way round."""
    if given.kind == "number" and wanted.type.pointers:
        return WRONG
    if given.type.pointers and wanted.kind == "number":
        return MADE if wanted.name == "bool" else WRONG
    return MADE


def _number(wanted: str, given: str) -> int | None:
    if (wanted.endswith("_t") or given.endswith("_t")) and not {wanted, given} & _BROKEN:
        return UNSURE
    return WIDER if _PROMOTED.get(given) == wanted else CONVERTED


@lru_cache(maxsize=4096)
def parameters(signature: str) -> tuple[Type, ...]:
    """The parameter types of a signature."""
    start, depth, here, found = signature.find("("), 0, "", []
    for char in signature[start + 1 :]:
        if depth == 0 and char in ",)":
            found.append(here)
            here = ""
            if char == ")":
                break
            continue
        depth += (char in "<([") - (char in ">)]")
        here += char
    return tuple([read_type(text) for text in found if text])
