"""Two trees of pieces -> what changed: each differing piece once, by the outermost that is new or gone."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice, takewhile
from typing import Final

from ....engine.rising import longest_rising
from ....engine.same import KEPT, Same
from ....model.record import NamedTuple
from ..pieces.brackets import holds, place_of
from ..pieces.called import name_of
from ..pieces.children import children
from ..pieces.pieces import Piece
from .matching import match
from .turned_arms import by_their_answers

ADDED: Final = "added"
REMOVED: Final = "removed"
CHANGED: Final = "changed"  # its own tokens differ
MOVED: Final = "moved"  # it stands under something else
REORDERED: Final = "reordered"  # it stands elsewhere under the same
CHECKED: Final = "checked"  # a call that stood alone now stands in a condition
UNCHECKED: Final = "unchecked"
WHOLE: Final = 3  # words from which a statement is known again within a condition


class Change(NamedTuple):
    """a, b: positions before and after, -1 for none."""

    kind: str
    a: int
    b: int


class Asks(NamedTuple):
    """What another function asks now, in the words of the one that lost a check. calls: whether it calls that one, as others may. without:
    functions that call that one too, and ask nothing."""

    unit: str
    words: tuple[bytes, ...]
    calls: bool
    without: tuple[str, ...] = ()


class Trees(NamedTuple):
    """Both sides, and which piece is which. below: positions of the pieces directly under each. renamed: what the old side calls otherwise.
    others: what other functions ask now and did not ask. in_c: a declaration without a value runs nothing."""

    old: tuple[Piece, ...]
    new: tuple[Piece, ...]
    pairs: dict[int, int]
    back: dict[int, int]
    old_below: tuple[tuple[int, ...], ...]
    new_below: tuple[tuple[int, ...], ...]
    renamed: Mapping[bytes, bytes] = {}
    others: tuple[Asks, ...] = ()
    in_c: bool = False

    def renamed_words(self, at: int) -> tuple[bytes, ...]:
        """Of a piece of the old side, as the new one calls things."""
        words = self.old[at].words
        return tuple([self.renamed.get(word, word) for word in words]) if self.renamed else words


def trees(old: tuple[Piece, ...], new: tuple[Piece, ...], renamed: Mapping[bytes, bytes] = {}) -> Trees:
    """renamed: under which what was is known again, whatever it was called."""
    again = (
        tuple([piece._replace(words=tuple([renamed.get(word, word) for word in piece.words])) for piece in old])
        if renamed
        else old
    )
    pairs = match(again, new)
    by_their_answers(again, new, pairs)
    pairs.update(_texts(again, new, pairs))
    return Trees(old, new, pairs, {b: a for a, b in pairs.items()}, children(old), children(new), renamed)


def _texts(old: Sequence[Piece], new: Sequence[Piece], pairs: Mapping[int, int]) -> dict[int, int]:
    """The text that stands first in a function of Python on both sides, however much of it differs."""
    sides = [next((at for at, piece in enumerate(side) if piece.kind == "Simple"), -1) for side in (old, new)]
    a, b = sides
    alone = min(sides) >= 0 and a not in pairs and b not in pairs.values()
    plain = alone and all(word[:1] in (b'"', b"'") for word in (*old[a].words, *new[b].words))
    return {a: b} if plain and old[a].parent == new[b].parent == 0 else {}


def across(parent: int, known: Mapping[int, int]) -> int:
    """The same place on the other side: -1 the file's own level, -2 for none."""
    return known.get(parent, -2) if parent >= 0 else -1


def changes(both: Trees) -> list[Change]:
    """In the order of the new side; what is gone comes last."""
    split = _round_kept(both.old, both.pairs), _round_kept(both.new, both.back)
    gone = [
        a for a in range(len(both.old)) if a not in both.pairs and not _within_gone(both.old, both.pairs, split[0], a)
    ]
    came = {
        b for b in range(len(both.new)) if b not in both.back and not _within_gone(both.new, both.back, split[1], b)
    }
    again = (
        [each._replace(words=both.renamed_words(a)) for a, each in enumerate(both.old)] if both.renamed else both.old
    )
    checked = dict(_checked(again, gone, both.new, came))
    unchecked = dict(_checked(both.new, sorted(came - {*checked.values()}), again, {*gone} - checked.keys()))
    told_otherwise = {*checked.values(), *unchecked}
    gone_otherwise = {*checked, *unchecked.values()}
    with_labels = behind_labels(both.new, both.new_below, came - told_otherwise)
    gone_with = behind_labels(both.old, both.old_below, {*gone} - gone_otherwise)
    turned = _reordered(both)
    found: list[Change] = []
    for b in range(len(both.new)):
        if b in came and b not in told_otherwise and b not in with_labels:
            found.append(Change(ADDED, -1, b))
        elif b in both.back:
            found += _paired(both, both.back[b], b, turned)
    found += [Change(CHECKED, a, b) for a, b in _first_of_each(checked)]
    found += sorted(Change(UNCHECKED, a, b) for b, a in _first_of_each(unchecked))
    return found + [Change(REMOVED, a, -1) for a in gone if a not in gone_otherwise and a not in gone_with]


def _first_of_each(checked: Mapping[int, int]) -> list[tuple[int, int]]:
    """Of a row of calls that one question asks about, the first: all are told with it."""
    firsts: dict[int, int] = {}
    for one, b in sorted(checked.items()):
        firsts.setdefault(b, one)
    return sorted((one, b) for b, one in firsts.items())


def checked_in_a_row(
    lone: Sequence[Piece], at: int, asking: Sequence[bytes], known: Container[int]
) -> list[tuple[int, int]]:
    """(which, where the question holds it): a call that a question holds now, and those of the steps right behind it that it holds
    too, each at a place of its own. known: what is on both sides."""
    if lone[at].kind != "Simple" or at in known:
        return []
    taken, found, last = [*asking], list[tuple[int, int]](), at
    arm = (lone[at].parent, lone[at].role)
    for each in _held(lone, at, asking):
        between = range(last, each + 1)
        if any(
            lone[step].kind != "Simple" or (lone[step].parent, lone[step].role) != arm or step in known
            for step in between
        ):
            break
        width, last = len(lone[each].words), each
        begin = place_of(taken, [*lone[each].words])
        if begin >= 0:
            found.append((each, begin))
            taken[begin : begin + width] = [b""] * width
    return found if found and found[0][0] == at else [(at, -1)]


def _held(lone: Sequence[Piece], at: int, asking: Sequence[bytes]) -> list[int]:
    """From a place on, the steps that a question holds, in their order; of those that read alike, no more than it can hold."""
    steps, widths = _steps(Same(lone))
    often = Counter(
        part
        for begin in range(len(asking))
        for width in widths
        if begin + width <= len(asking) and (part := tuple(asking[begin : begin + width])) in steps
    )
    first = {part: bisect_left(steps[part], at) for part in often}
    return sorted(each for part, count in often.items() for each in steps[part][first[part] : first[part] + count])


@lru_cache(maxsize=KEPT)
def _steps(pieces: Same[Sequence[Piece]]) -> tuple[dict[tuple[bytes, ...], list[int]], list[int]]:
    """Where each statement stands, by its words; how many words they have. Without those that are too short to be known again."""
    found: dict[tuple[bytes, ...], list[int]] = {}
    for at, piece in enumerate(pieces.value):
        if piece.kind == "Simple" and len(piece.words) >= WHOLE:
            found.setdefault(tuple(piece.words), []).append(at)
    return found, sorted({*map(len, found)})


def behind_labels(pieces: Sequence[Piece], below: Sequence[Sequence[int]], free: Container[int]) -> dict[int, int]:
    """What is new, or gone, with the label it stands behind, up to what is not or to the next label -> the label."""
    taken = {at: at for at in range(len(pieces)) if at not in free}
    return {each: at for at in range(len(pieces)) if at in free for each in behind_label(pieces, below, taken, at)}


def behind_label(pieces: Sequence[Piece], below: Sequence[Sequence[int]], known: Container[int], at: int) -> list[int]:
    """Its siblings in the same arm that stand behind a label, up to one that is known on both sides or to the next label."""
    piece = pieces[at]
    if piece.kind != "Label" or piece.parent < 0:
        return []
    under = below[piece.parent]
    behind = (each for each in islice(under, bisect_right(under, at), None) if pieces[each].role == piece.role)
    return list(takewhile(lambda each: each not in known and pieces[each].kind != "Label", behind))


def _round_kept(pieces: Sequence[Piece], known: Mapping[int, int]) -> set[int]:
    """Types without a name, on one side alone, that were put around something that is on both: what else they hold is told by itself."""
    above = {pieces[at].parent for at in known} - {-1}
    return {at for at in above if at not in known and pieces[at].kind == "Class" and not name_of(pieces[at])}


def _within_gone(pieces: Sequence[Piece], known: Mapping[int, int], split: Container[int], at: int) -> bool:
    parent = pieces[at].parent
    return parent >= 0 and parent not in known and parent not in split


def _checked(
    lone: Sequence[Piece], gone: Sequence[int], asking: Sequence[Piece], came: set[int]
) -> Iterator[tuple[int, int]]:
    """(a statement that is gone, the condition that is new and holds all of it)."""
    free = {b for b in came if asking[b].kind in ("If", "Loop")}
    by_word: dict[bytes, list[int]] = {}
    for b in sorted(free):
        for word in {*asking[b].words}:
            by_word.setdefault(word, []).append(b)
    begins = Counter(_to_first_argument(lone[each].words) for each in gone)
    known, told = {*range(len(lone))} - {*gone}, set[int]()
    for a in gone:
        if (
            a not in told
            and lone[a].kind == "Simple"
            and (len(lone[a].words) >= WHOLE or lone[a].words[:1] == (b"await",))
        ):
            fewest = min((by_word.get(word, []) for word in lone[a].words), key=len)
            found = next((b for b in fewest if b in free and holds(asking[b].words, lone[a].words)), None)
            found = _asked_alone(lone[a], begins, asking, free, by_word) if found is None else found
            if found is not None:
                free.discard(found)
                row = checked_in_a_row(lone, a, asking[found].words, known)
                told.update(each for each, _ in row)
                yield from ((each, found) for each, _ in row)


def _asked_alone(
    lone: Piece,
    begins: Mapping[tuple[bytes, ...], int],
    asking: Sequence[Piece],
    free: set[int],
    by_word: Mapping[bytes, Sequence[int]],
) -> int | None:
    """The only new question that the same function is called in, with the same first argument, where nothing else that is gone calls it."""
    begin = _to_first_argument(lone.words)
    if not begin or begins[begin] > 1:
        return None
    fewest = min((by_word.get(word, ()) for word in begin), key=len)
    found = [b for b in fewest if b in free and asking[b].kind == "If" and holds(asking[b].words, begin)]
    return found[0] if len(found) == 1 else None


def _to_first_argument(words: Sequence[bytes]) -> tuple[bytes, ...]:
    """`f(a` of `f(a, b)`; () where it is no such call."""
    if words[1:2] != (b"(",) or words[2:] == (b")",):
        return ()
    depth = 0
    for at, word in enumerate(words):
        if depth == 1 and word in (b",", b")"):
            return tuple(words[:at])
        depth += (word in (b"(", b"[")) - (word in (b")", b"]"))
    return ()


def _paired(both: Trees, a: int, b: int, turned: set[int]) -> Iterator[Change]:
    one, other = both.old[a], both.new[b]
    if (one.words != other.words and begun(one) != begun(other)) or one.kind != other.kind:
        yield Change(CHANGED, a, b)
    if _standing(both.old, a, both.pairs, lambda at: at) != _standing(both.new, b, both.back, lambda at: both.back[at]):
        yield Change(MOVED, a, b)
    elif b in turned:
        yield Change(REORDERED, a, b)


def begun(piece: Piece) -> Sequence[bytes]:
    """Of `for (; more; next)`: what it begins with is told by itself, and as a declaration it holds the `;` that is else the loop's."""
    words = piece.words
    return (*words[:2], *words[3:]) if piece.kind == "Loop" and words[:3] == (b"for", b"(", b";") else words


def _standing(pieces: Sequence[Piece], at: int, known: dict[int, int], name: object) -> tuple[int, str]:
    """The nearest piece above that is there on both sides, and the part of it."""
    here, role = pieces[at].parent, pieces[at].role
    while here >= 0 and here not in known:
        here, role = pieces[here].parent, pieces[here].role
    return (name(here) if here >= 0 else -1), role if here >= 0 else ""  # type: ignore[operator]


def _reordered(both: Trees) -> set[int]:
    """Of pieces that stand under the same, those that have left the longest common order."""
    groups: dict[tuple[int, str], list[int]] = {}
    for b in sorted(both.back):
        groups.setdefault(_standing(both.new, b, both.back, lambda at: at), []).append(b)
    found: set[int] = set()
    for members in groups.values():
        kept = longest_rising([both.back[b] for b in members])
        found.update(b for at, b in enumerate(members) if at not in kept)
    return found
