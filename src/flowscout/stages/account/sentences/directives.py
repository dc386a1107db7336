"""C and C++: the lines of an `#if` that stand in a function, where their conditions differ and what they hold stays as it was.

`#if VERSION >= 10` -> `#if VERSION >= 20`; a new `#elif` beside an `#ifdef` that was there; a new `#if` among the cases of a choice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from ....engine.same import KEPT, Same
from ....model.account import Side
from ....model.alignment import opcodes
from ....model.record import NamedTuple
from ....model.syntax import Variant
from ..pairing.changes import CHANGED, MOVED, Change, Trees
from ..pieces.lexing import LexedSource
from ..pieces.pieces import Piece
from ..pieces.questions import REMEMBERED
from ..reading.saying import CONDITION, Said, both_quoted, joined, q, when

FOLLOWS: Final = "lines of an #if that is told"
ENDS: Final = "lines of #else and #endif"
_HOLDING: Final = frozenset(("Switch", "Variant", "Arm"))
_ASKS: Final = frozenset((b"if", b"ifdef", b"ifndef", b"elif", b"elifdef", b"elifndef"))
_SHOWN: Final = 4  # cases
_BESIDE: Final = ("#elif", "# elif")


class Asking(NamedTuple):
    """A line as it is written, by its tokens."""

    words: tuple[bytes, ...]
    text: str
    line: int


Told = tuple[Said, tuple[Side, Side]]
Around = Callable[[Asking, bool], str]


def asked_otherwise(both: Trees, change: Change, old: LexedSource, new: LexedSource) -> list[Told]:
    """Each line that differs; nothing where something else differs too."""
    if change.kind != CHANGED or not _holds(both, change.a, change.b):
        return []
    was, now = _lines(both.old[change.a], old), _lines(both.new[change.b], new)
    under = _within(both.new[change.b]) + when(both.new, change.b)
    rows = [[line.words for line in each] for each in (was, now)]
    if _begin(was) == _begin(now) == 1 and (turned := _in_another_order(was, now)):
        return [(Said(CONDITION, f"{said}{under}.", 3), (_side(None, old), _side(line, new))) for said, line in turned]
    return [
        (Said(CONDITION, f"{said}{under}.", 3), (_side(one, old), _side(other, new)))
        for kind, i, j, m, n in opcodes(*rows)
        if kind != "equal"
        for said, one, other in _each(was[i:j], now[m:n], now[:m], _around(both.new[change.b], old, new))
    ]


def follows(both: Trees, change: Change) -> bool:
    """Whether a step stands in the same arm as before of an `#if` of which the condition is told."""
    if change.kind != MOVED or both.old[change.a].words != both.new[change.b].words:
        return False
    one, other = both.old[change.a].parent, both.new[change.b].parent
    if one < 0 or both.pairs.get(one, -1) != other or not _holds(both, one, other):
        return False
    places = [
        _place(pieces[at], each.role)
        for pieces, at, each in ((both.old, one, both.old[change.a]), (both.new, other, both.new[change.b]))
    ]
    return places[0] is not None and places[0] == places[1]


def _place(above: Piece, role: str) -> tuple[int, bool] | None:
    """Which arm it is, counted; of an `#else` that it is one."""
    if not isinstance(above.stmt, Variant):
        return None
    at = _roles(Same(above.stmt)).get(role, -1)
    return at, at < 0


@lru_cache(maxsize=KEPT)
def _roles(whole: Same[Variant]) -> Mapping[str, int]:
    """The first arm of each role."""
    found: dict[str, int] = {}
    for at, (condition, _) in enumerate(whole.value.arms):
        found.setdefault(f"#if {condition}", at)
    return found


def _holds(both: Trees, a: int, b: int) -> bool:
    return _asked_otherwise(Same(both), a, b)


@lru_cache(maxsize=REMEMBERED)
def _asked_otherwise(sides: Same[Trees], a: int, b: int) -> bool:
    """Whether its own words stayed, and the lines that ask did not."""
    one, other = sides.value.old[a], sides.value.new[b]
    if one.kind != other.kind or one.kind not in _HOLDING:
        return False
    (was, old), (now, new) = _parted(one.words), _parted(other.words)
    return was == now and old != new


def _within(piece: Piece) -> str:
    return f" in {q(f'switch ({piece.said})')}" if piece.kind == "Switch" else ""


def _side(line: Asking | None, source: LexedSource) -> Side:
    return Side(source.path, line.line, line.line, line.text) if line else Side()


def _around(piece: Piece, old: LexedSource, new: LexedSource) -> Around:
    """Of a choice which of its cases a line that asks stands around."""
    if piece.kind != "Switch":
        return lambda line, is_new: ""

    def around(line: Asking, is_new: bool) -> str:
        cases = _cases(new if is_new else old, line.line)
        more = len(cases) - _SHOWN
        rest = f" and {more} more" if more > 0 else ""
        return f" around {', '.join(map(q, cases[:_SHOWN]))}{rest}" if cases else ""

    return around


def _cases(source: LexedSource, line: int) -> list[str]:
    """Those that begin between a line that asks and the next one that belongs to it."""
    found: list[str] = []
    depth = 0
    for at in range(line + 1, len(source.rows) + 1):
        words = source.on(at, at)
        word = words[1] if words[:1] == [b"#"] and len(words) > 1 else b""
        if word:
            if not depth and word.startswith((b"el", b"endif")):
                return found
            depth += word.startswith(b"if") - (word == b"endif")
        elif words[:1] in ([b"case"], [b"default"]) and b":" in words:
            found.append(joined(words[: words.index(b":")]))
    return []


def _each(
    old: Sequence[Asking], new: Sequence[Asking], before: Sequence[Asking], around: Around
) -> Iterator[tuple[str, Asking | None, Asking | None]]:
    pairs = list(zip(old, new, strict=False)) if len(old) == len(new) or _begin(old) == _begin(new) == 1 else []
    for was, now in pairs:
        told = both_quoted(was.text, now.text)
        yield f"{told[1]} was {told[0]}", was, now
    yield from [(f"{q(line.text)} is gone{around(line, False)}", line, None) for line in old[len(pairs) :]]
    for line in new[len(pairs) :]:
        beside = f" beside {q(before[-1].text)}" if before and line.text.startswith(_BESIDE) else ""
        yield f"{q(line.text)} is new{beside}{around(line, True)}", None, line


def _in_another_order(old: Sequence[Asking], new: Sequence[Asking]) -> list[tuple[str, Asking]]:
    """What is asked first now, before all that was asked: `#if B` before `#if A`, which is its `#elif` now."""
    was, now = ([_condition(line.words) for line in lines] for lines in (old, new))
    first = now.index(was[0]) if was[0] in now else 0
    if not first or [each for each in now if each in was] != [*was]:
        if len({*was}) != len(was) or now == was or sorted(now) != sorted(was):
            return []
        passed = next(at for at, (one, other) in enumerate(zip(was, now, strict=True)) if one != other)
        behind = new[now.index(was[passed])]
        return [(f"{q(new[passed].text)} is asked before {q(behind.text)}, no longer after it", new[passed])]
    told = [
        (f"{q(line.text)} is new, before {q(old[0].text)}, which is asked only where that does not hold", line)
        for line in new[:first]
    ]
    return told if len(now) == len(was) + first else []


def _condition(words: tuple[bytes, ...]) -> tuple[bytes, ...]:
    """What a line asks, whether it begins a question or goes on with one."""
    word = words[0].removeprefix(b"el")
    defined = (b"defined", b"(", *words[1:], b")")
    return defined if word == b"ifdef" else (b"!", *defined) if word == b"ifndef" else words[1:]


def _begin(lines: Sequence[Asking]) -> int:
    """How many of them begin a question; 0 where the first does not."""
    begins = [line.words[0].startswith(b"if") for line in lines]
    return sum(begins) if begins[:1] == [True] else 0


def _parted(words: Sequence[bytes]) -> tuple[tuple[bytes, ...], list[tuple[bytes, ...]]]:
    """Its own words, and the lines that ask; what else such lines say (`#else`, `#endif`) only ends them."""
    cut = next((at for at, word in enumerate(words[:-1]) if word == b"#"), len(words))
    lines: list[list[bytes]] = []
    for word in words[cut:]:
        if word == b"#":
            lines.append([])
        elif lines:
            lines[-1].append(word)
    return tuple(words[:cut]), [tuple(line) for line in lines if line[:1] and line[0] in _ASKS]


def _lines(piece: Piece, source: LexedSource) -> list[Asking]:
    """Where they stand: those of the piece's lines that say this, in order."""
    first, last = source.line(piece.start), source.line(max(piece.start, piece.last - 1))
    found: list[Asking] = []
    waiting = _parted(piece.words)[1]
    for line in range(first, last + 1):
        words = source.on(line, line) if len(found) < len(waiting) else []
        if words[:1] == [b"#"] and tuple(words[1:]) == waiting[len(found)]:
            end = source.rows[line] if line < len(source.rows) else len(source.data)
            found.append(Asking(tuple(words[1:]), source.text(source.rows[line - 1], end), line))
    return found


def by_half(both: Trees, at: int, kept: Sequence[int], new: bool) -> list[tuple[str, list[int]]]:
    """What stands under a line of an `#if` itself, and "the `#else` of " it."""
    halves: tuple[list[int], list[int]] = ([], [])
    for each in kept:
        pieces, there = (both.new, each) if new else (both.old, both.back[each])
        halves[_half(pieces, there, at) == "else"].append(each)
    return [(way, those) for way, those in zip(("", "the `#else` of "), halves, strict=True) if those]


def _half(pieces: Sequence[Piece], there: int, at: int) -> str:
    """In which arm of it a piece stands, be it under another `#if` within that."""
    while pieces[there].parent not in (at, -1):
        there = pieces[there].parent
    return pieces[there].role
