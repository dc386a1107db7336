"""Two long pieces of code, each with those items alone that differ, between dots: `f(…, timeout=3, …)` and `f(…, timeout=5, …)`.

Names stay before their brackets, so that one sees whose item it is; a first item that is a short text stays too, for it is what the
rest is about: `option("--color", …, default=True)`. Only what is alike becomes dots.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from ..model.alignment import opcodes
from ..model.pattern import regex
from ..model.record import NamedTuple
from .terms import DOTS

_CLOSE: Final = {"(": ")", "[": "]", "{": "}"}
_TOKEN: Final = regex(r"""'(?:\\.|[^'\\]){0,300}+'|"(?:\\.|[^"\\]){0,300}+"|[()\[\]{},]|[^()\[\]{},'"]++|['"]""")
_SHORT: Final = 32  # letters of a first item that stays
_KEPT: Final = (60, 40, 24, 0)  # letters of what stands in brackets and is seen whole, as far as there is room
_BESIDE: Final = ((True, 16), (True, 0), (False, 0))
_DEEPEST: Final = 24
_LONGEST: Final = 4_000
_ABOUT: Final = ("'", '"')
Part: TypeAlias = "str | Bracketed"


class Bracketed(NamedTuple):
    """What stands between two brackets. whole: as it is written."""

    sign: str
    items: tuple[tuple[Part, ...], ...]
    whole: str


class Room(NamedTuple):
    """Whether a first item stays, how long others are that stay, and what stands in brackets and is seen whole, at most."""

    first: bool
    alike: int
    kept: int


def narrowed(one: str, other: str, limit: int) -> tuple[str, str] | None:
    """None where the brackets of either do not fit, where all differs, or where it is still longer than `limit`."""
    sides = [_read(text) if len(text) <= _LONGEST else None for text in (one, other)]
    if sides[0] is None or sides[1] is None or one == other:
        return None
    for room in [Room(first, alike, kept) for kept in _KEPT for first, alike in _BESIDE]:
        found = _item(sides[0], sides[1], room)
        if found is not None and found[0] != found[1] and max(map(len, found)) <= limit:
            return found
    return None


def _read(text: str) -> tuple[Part, ...] | None:
    """The parts of a text outside of all brackets; None where they do not close."""
    open_: list[tuple[str, int, list[tuple[Part, ...]]]] = []
    own: list[Part] = []
    kept: list[list[Part]] = []
    for found in _TOKEN.finditer(text):
        word = found[0]
        if word in _CLOSE:
            if len(open_) == _DEEPEST:
                return None
            open_.append((word, found.start(), []))
            kept.append(own)
            own = []
        elif word in (")", "]", "}"):
            if not open_ or _CLOSE[open_[-1][0]] != word:
                return None
            sign, start, items = open_.pop()
            items += [tuple(own)] if own else []
            own = [*kept.pop(), Bracketed(sign, tuple(items), text[start : found.end()])]
        elif word == "," and open_:
            open_[-1][2].append(tuple(own))
            own = []
        elif word.strip() or own:
            own.append(word if own else word.lstrip())
    return None if open_ else tuple(own)


def _item(one: Sequence[Part], other: Sequence[Part], room: Room) -> tuple[str, str] | None:
    """Of two with brackets in the same places, each with what differs within and outside of them; None of others."""
    if [_kind(part) for part in one] != [_kind(part) for part in other]:
        return None
    if not any(isinstance(part, Bracketed) for part in one) and one != other:
        return None
    pairs = [_part(a, b, room) for a, b in zip(one, other, strict=True)]
    return "".join(a for a, _ in pairs), "".join(b for _, b in pairs)


def _kind(part: Part) -> str:
    return part.sign if isinstance(part, Bracketed) else ""


def _part(one: Part, other: Part, room: Room) -> tuple[str, str]:
    if not isinstance(one, Bracketed) or not isinstance(other, Bracketed):
        return str(one), str(other)
    if one.whole == other.whole:
        short = one.whole if len(one.whole) <= _SHORT else f"{one.sign}{DOTS}{_CLOSE[one.sign]}"
        return short, short
    if max(len(one.whole), len(other.whole)) <= room.kept:
        return one.whole, other.whole
    inner = _items(one.items, other.items, room)
    end = _CLOSE[one.sign]
    return f"{one.sign}{inner[0]}{end}", f"{one.sign}{inner[1]}{end}"


def _items(one: Sequence[Sequence[Part]], other: Sequence[Sequence[Part]], room: Room) -> tuple[str, str]:
    written = [[_whole(item) for item in side] for side in (one, other)]
    was, now = list[str](), list[str]()
    for kind, i, j, m, n in opcodes(written[0], written[1]):
        if kind == "equal":
            kept = [_alike(item, room, not (i or m or at)) for at, item in enumerate(written[0][i:j])]
            same = [item for at, item in enumerate(kept) if item != DOTS or kept[at - 1 : at] != [DOTS]]
            was, now = [*was, *same], [*now, *same]
            continue
        inner = [_item(a, b, room) for a, b in zip(one[i:j], other[m:n], strict=False)] if j - i == n - m else []
        for at in range(max(j - i, n - m)):
            pair = inner[at] if at < len(inner) else None
            was += [pair[0] if pair else written[0][i + at]] if at < j - i else []
            now += [pair[1] if pair else written[1][m + at]] if at < n - m else []
    return _joined(was), _joined(now)


def _joined(items: Sequence[str]) -> str:
    """One pair of dots for all that goes between two that stay."""
    return ", ".join([item for at, item in enumerate(items) if item != DOTS or not at or items[at - 1] != DOTS])


def _alike(item: str, room: Room, first: bool) -> str:
    """An item that both sides have: dots where it is long, of a first text its beginning."""
    if first and room.first and item.startswith(_ABOUT):
        return item if len(item) <= _SHORT else f"{item[: _SHORT - 2]}{DOTS}{item[-1]}"
    return item if len(item) <= room.alike else DOTS


def _whole(item: Sequence[Part]) -> str:
    return "".join(part.whole if isinstance(part, Bracketed) else part for part in item).strip()
