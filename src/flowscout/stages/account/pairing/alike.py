"""How alike two pieces are, and which of those between the same neighbours are most alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Mapping, Sequence
from difflib import SequenceMatcher
from functools import lru_cache

from ....engine.rising import longest_rising
from ..pieces.called import name_of
from ..pieces.outside import CLOSING, OPENING
from ..pieces.pieces import Piece
from ..pieces.targets import given_to
from ..pieces.texts import in_words

FEW = 3  # tokens of which a piece that changed places must have more, or be the only such
MOST_WEIGHED = 10_000  # pairs within one gap


ALIKE = 0.5


PLACED = 0.25  # likeness that is enough for the only one of its kind in its place


MUCH_ALIKE, HALF_ALIKE = 0.7, 0.5


FAR = 0.8  # likeness that is enough under another parent


_IN_EVERY = frozenset((b"is", b"not", b"in", b"and", b"or", b"None", b"nullptr", b"NULL"))


ONE_KIND = {
    "Return": "exit",
    "Raise": "exit",
    "Field": "declaration",
    "Declared": "declaration",
    "Declaration": "declaration",
    "Assign": "declaration",
    "Typedef": "declaration",
}


def under_one(
    old: Sequence[Piece], new: Sequence[Piece], pairs: Mapping[int, int], back: Container[int], a: int, b: int
) -> bool:
    """Pieces above that are on one side alone do not part them. back: what of the new side is paired."""
    one, other = old[a], new[b]
    here, role, there, part = one.parent, one.role, other.parent, other.role
    while here >= 0 and here not in pairs:
        here, role = old[here].parent, old[here].role
    while there >= 0 and there not in back:
        there, part = new[there].parent, new[there].role
    return pairs.get(here, -1) == there and role == part


def alike(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int]) -> None:
    """Of what stands between the same two pairs: the most alike first, then the only one of its kind."""
    gaps: dict[tuple[int, ...], tuple[list[int], list[int]]] = {}
    rising = _rising(pairs)
    for side, (count, known) in enumerate(
        ((len(old), {a: n for n, (a, _) in enumerate(rising)}), (len(new), {b: n for n, (_, b) in enumerate(rising)}))
    ):
        last = -1
        for at in range(count):
            last = known.get(at, last)
            if at not in known:
                gaps.setdefault((last,), ([], []))[side].append(at)
    for left, right in gaps.values():
        taken = set(pairs.values())
        left, right = [a for a in left if a not in pairs], [b for b in right if b not in taken]
        if left and right:
            _weighed(old, new, left, right, pairs)


def _rising(pairs: dict[int, int]) -> list[tuple[int, int]]:
    rows = sorted(pairs.items())
    kept = longest_rising([b for _, b in rows])
    return [row for at, row in enumerate(rows) if at in kept]


def _weighed(
    old: Sequence[Piece], new: Sequence[Piece], left: list[int], right: list[int], pairs: dict[int, int]
) -> None:
    if len(left) * len(right) > MOST_WEIGHED:
        left, right = left[:100], right[:100]
    if len(left) == len(right) == 1 and kin(old[left[0]], new[right[0]]) and _weightless(old[left[0]], new[right[0]]):
        pairs[left[0]] = right[0]
        return
    taken: set[int] = set()
    known = {*pairs.values()}
    others_own, done_apart = _set_by_another(old, new, left, right), _done_by_another(old, new, left, right)
    related = [(a, b) for a in left for b in right if kin(old[a], new[b]) and not done_apart(a, b)]
    scored = sorted(
        (-likeness(one := old[a], other := new[b]), -texts_alike(one, other), abs(a - left[0] - b + right[0]), a, b)
        for a, b in related
        if not others_own(a, b)
    )
    for floor, fits in ((ALIKE, _always), (PLACED, _only_of_its_kind(related))):
        for minus, _, _, a, b in scored:
            near = (
                _beside(old[a], new[b], pairs)
                if old[a].kind == "Import"
                else (-minus >= FAR or under_one(old, new, pairs, known, a, b))
                and not _of_another_arm(old, new, pairs, known, a, b)
            )
            if -minus >= floor and near and a not in pairs and b not in taken and fits(a, b):
                pairs[a] = b
                taken.add(b)
                known.add(b)


def _set_by_another(
    old: Sequence[Piece], new: Sequence[Piece], left: Sequence[int], right: Sequence[int]
) -> Callable[[int, int], bool]:
    """Whether two pieces set two things, one of which is set on both sides."""
    was, now = ({at: given_to(pieces[at]) for at in places} for pieces, places in ((old, left), (new, right)))
    both = {*was.values()} & {*now.values()} - {()}
    return lambda a, b: was[a] != now[b] and bool({was[a], now[b]} & both)


def _done_by_another(
    old: Sequence[Piece], new: Sequence[Piece], left: Sequence[int], right: Sequence[int]
) -> Callable[[int, int], bool]:
    """Whether one of two pieces is a call that another piece makes on the other side, and the other is none of it:
    `run(row.entry);` did not become `arg = quoted(row.entry);` where `run(arg);` follows."""
    was, now = ({at: called(pieces[at]) for at in places} for pieces, places in ((old, left), (new, right)))
    both = {*was.values()} & {*now.values()} - {b""}

    def apart(a: int, b: int) -> bool:
        called = {was[a], now[b]} & both
        return was[a] != now[b] and any(name not in old[a].words or name not in new[b].words for name in called)

    return apart


def _of_another_arm(
    old: Sequence[Piece], new: Sequence[Piece], pairs: Mapping[int, int], known: Container[int], a: int, b: int
) -> bool:
    """Whether another function is called, where a question over either of them is on one side alone: each came, or went, with its own."""
    one, other = old[a], new[b]
    was, now = called(one), called(other)
    if not was or not now or was == now or pairs.get(one.parent, -1) == other.parent:
        return False
    own, asks = one.words[1:2] == other.words[1:2] == (b"(",), [old[one.parent].kind, new[other.parent].kind]
    alone = [one.parent not in pairs, other.parent not in known]
    return any(side and (own or kind == "If") for side, kind in zip(alone, asks, strict=True))


def called(piece: Piece) -> bytes:
    """`send` of `self.all()[0].send(data)`; nothing of what is more than a call."""
    words, depth, cut = piece.words, 0, 0
    for at in range(len(words) - 1, 0, -1) if piece.kind == "Simple" and words[-1:] == (b")",) else ():
        depth += (words[at] in CLOSING) - (words[at] in OPENING)
        if not depth:
            cut = at
            break
    plain = cut and b"=" not in words[:cut] and words[cut - 1].replace(b"_", b"a").isalnum()
    return words[cut - 1] if plain else b""


def _beside(one: Piece, other: Piece, pairs: dict[int, int]) -> bool:
    """An import stands for itself: another one elsewhere is no change of it."""
    return (pairs.get(one.parent, -2) if one.parent >= 0 else -1) == other.parent


def _always(a: int, b: int) -> bool:
    return True


def _only_of_its_kind(related: Sequence[tuple[int, int]]) -> Callable[[int, int], bool]:
    often = Counter(a for a, _ in related), Counter(b for _, b in related)
    return lambda a, b: often[0][a] == often[1][b] == 1


def _weightless(one: Piece, other: Piece) -> bool:
    """Whether its place tells enough: a row, a value of an enumeration, an exit; of a call or a type more must be alike."""
    return (
        one.kind in ("Row", "Item", "Return", "Raise", "Jump", "Docstring", "Handler", "Arm", "If", "Loop")
        or len(one.words) == len(other.words) == 1
    )


def kin(one: Piece, other: Piece) -> bool:
    """Whether one can have become the other. A function is known by its pair alone; of two calls or assignments that begin otherwise
    much must be alike."""
    if "Function" in (one.kind, other.kind):
        return False
    if one.kind == other.kind == "Simple" and (one.words[:1] != other.words[:1] or _set_apart(one, other)):
        return likeness(one, other) >= MUCH_ALIKE
    if one.kind == other.kind and one.kind in ("If", "Loop") and not names(one) & names(other):
        return not names(one) and not names(other)
    if one.kind == other.kind == "Statement" and one.words[:1] != other.words[:1]:
        return likeness(one, other) >= HALF_ALIKE
    if one.kind == other.kind == "Row" and len(one.words) > FEW < len(other.words):
        return _one_row(one.words, other.words)
    if one.kind == other.kind == "Assign" and name_of(one) != name_of(other):
        return likeness(one, other) >= MUCH_ALIKE or one.words[1:] == other.words[1:]
    return ONE_KIND.get(one.kind, one.kind) == ONE_KIND.get(other.kind, other.kind)


def _set_apart(one: Piece, other: Piece) -> bool:
    """Whether each sets something, and not the same."""
    was, now = given_to(one), given_to(other)
    return bool(was and now) and was != now


def _one_row(one: Sequence[bytes], other: Sequence[bytes]) -> bool:
    """Rows that begin with another name are one where the rest is the same, or most of what they hold; in whichever quotes."""
    one, other = [*map(_said, one)], [*map(_said, other)]
    if one[:2] == other[:2] or one[2:] == other[2:]:
        return True
    was, now = (set(in_words([word for word in words if _names_or_says(word)])) for words in (one, other))
    return 2 * len(was & now) >= len(was | now)


def _said(word: bytes) -> bytes:
    return b'"' + word[1:-1] + b'"' if word[:1] == word[-1:] == b"'" and b'"' not in word else word


def _names_or_says(word: bytes) -> bool:
    return word[:1].isalnum() or word[:1] in (b"_", b'"', b"'")


def names(piece: Piece) -> set[bytes]:
    """What a question is about; brackets, signs and words like `not` are in every question."""
    return {
        word
        for word in piece.words[1:]
        if word not in _IN_EVERY and (word[:1].isalnum() or word[:1] in (b"_", b'"', b"'"))
    }


def likeness(one: Piece, other: Piece) -> float:
    if not one.words or not other.words:
        return 1.0 if one.words == other.words else 0.0
    return _ratio(one.words[:400], other.words[:400])


def texts_alike(one: Piece, other: Piece) -> float:
    """How alike what is written between quotes is, in tenths, where the same call is given one text for another: of two with the same words
    beside it the text tells which is which. 0 where anything else differs, and for texts that are not much alike."""
    if one.kind != "Simple" or len(one.words) != len(other.words):
        return 0.0
    apart = [(was, now) for was, now in zip(one.words, other.words, strict=True) if was != now]
    if len(apart) != 1 or any(word[:1] not in (b'"', b"'") for word in apart[0]):
        return 0.0
    alike_ = round(_text_ratio(*apart[0]), 1)
    return alike_ if alike_ >= MUCH_ALIKE else 0.0


@lru_cache(maxsize=2048)
def _text_ratio(one: bytes, other: bytes) -> float:
    return SequenceMatcher(None, one[:200], other[:200], autojunk=False).ratio()


@lru_cache(maxsize=2048)
def _ratio(one: tuple[bytes, ...], other: tuple[bytes, ...]) -> float:
    found = SequenceMatcher(None, one, other, autojunk=False)
    return found.ratio() if found.quick_ratio() >= PLACED else 0.0
