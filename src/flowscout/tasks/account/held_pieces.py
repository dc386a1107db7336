"""The statements of one function held against those that came to another one: which stand there as they were, be it with another name for what
they are given, which read otherwise, and which are not there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from difflib import SequenceMatcher
from typing import Final

from ...model.record import NamedTuple
from ...stages.account.pieces.pieces import Piece

ALIKE: Final = 0.7
_OPENS: Final = (b"{", b";")
_BEHIND: Final = (b".", b"->")
Words = tuple[bytes, ...]


class HeldThere(NamedTuple):
    """Positions among the pieces of the one. same: of those that stand there as they were. renamed: with other names. otherwise: in other words, or
    under another one of them. lost: that are not there. turned: whether they stand in another order. within: whether any of them runs under
    something that is new."""

    same: Sequence[int]
    renamed: Sequence[int]
    otherwise: Sequence[int]
    lost: Sequence[int]
    turned: bool
    within: bool


def words_of(piece: Piece) -> Words:
    return tuple([word for word in piece.words if word not in _OPENS])


def telling(pieces: Sequence[Piece]) -> list[int]:
    """Those that do something: no head, and no text alone."""
    texts = (b'"', b"'")
    return [
        at
        for at, piece in enumerate(pieces)
        if at and words_of(piece) and piece.kind != "Decorator" and not all(w[:1] in texts for w in words_of(piece))
    ]


class NewHome(NamedTuple):
    """What may hold it. came: positions of what is new there. calls: what the call ran under there. own: names of the one that there are none
    of here."""

    pieces: Sequence[Piece]
    came: Sequence[int]
    calls: Set[Words]
    own: Set[bytes]


def held(one: Sequence[Piece], place: NewHome) -> HeldThere:
    home, free = place.pieces, list(place.came)
    pairs = dict[int, int]()
    for at in telling(one):
        fitting = [to for to in free if words_of(home[to]) == words_of(one[at]) and home[to].kind == one[at].kind]
        if fitting:
            pairs[at] = next((to for to in fitting if _placed(one[at], home[to], pairs)), fitting[0])
            free.remove(pairs[at])
    near = dict[int, int]()
    there = {to: words_of(home[to]) for to in free}
    for at in [at for at in telling(one) if at not in pairs]:
        to = _nearest(words_of(one[at]), {to: there[to] for to in sorted(free) if home[to].kind == one[at].kind})
        if to is not None:
            near[at] = to
            free.remove(to)
    every = {**pairs, **near}
    for at in telling(one):  # what stood there already
        if at not in every and one[at].parent in every:
            taken = set(every.values())
            alike = [to for to in range(len(home)) if to not in taken and words_of(home[to]) == words_of(one[at])]
            if placed := [to for to in alike if _placed(one[at], home[to], every)]:
                every[at] = pairs[at] = placed[0]
    moved = {at for at, to in every.items() if not _placed(one[at], home[to], every)}
    named = {at for at in near if at not in moved} & set(_renamed(one, home, pairs, near, place.own))
    taken = set(every.values())
    order = [every[at] for at in sorted(every)]
    return HeldThere(
        [at for at in pairs if at not in moved],
        sorted(named),
        sorted((set(near) - named) | moved),
        [at for at in telling(one) if at not in every],
        order != sorted(order),
        any(_within(home, to, taken, place.calls) for to in taken),
    )


def above(pieces: Sequence[Piece], at: int) -> list[int]:
    """What it runs under, but for the head."""
    found = list[int]()
    while (at := pieces[at].parent) > 0:
        found.append(at)
    return found


def _placed(piece: Piece, there: Piece, pairs: dict[int, int]) -> bool:
    """Whether it stands in the same part of what stands around it, as far as that is there."""
    parent = pairs.get(piece.parent)
    return parent is None or (parent == there.parent and piece.role == there.role)


def _within(home: Sequence[Piece], at: int, taken: Set[int], calls: Set[Words]) -> bool:
    return any(each not in taken and words_of(home[each]) not in calls for each in above(home, at))


def _nearest(words: Words, of: Mapping[int, Words]) -> int | None:
    """The first of those that are most alike, if any is."""
    own, best, found = Counter(words), ALIKE, None
    for to, there in of.items():
        both = len(words) + len(there)
        if 2 * min(len(words), len(there)) < best * both or 2 * (own & Counter(there)).total() < best * both:
            continue
        ratio = SequenceMatcher(None, words, there, False).ratio()
        if ratio > best or (found is None and ratio >= best):
            best, found = ratio, to
    return found


def _renamed(
    one: Sequence[Piece], home: Sequence[Piece], pairs: dict[int, int], near: dict[int, int], own: Set[bytes]
) -> list[int]:
    """Those in which its own names alone read otherwise, each in the same words wherever it stands."""
    stays = {word for at in pairs for word in words_of(one[at])}
    found = {at: _names(words_of(one[at]), words_of(home[to]), own) for at, to in near.items()}
    into: dict[bytes, set[Words]] = {}
    for names in found.values():
        for name, words in names or ():
            into.setdefault(name, set()).add(words)
    for name in stays & own:
        into.setdefault(name, set()).add((name,))
    sure = {name for name, words in into.items() if len(words) == 1}
    twice = Counter(next(iter(words)) for name, words in into.items() if name in sure)
    sure = {name for name in sure if twice[next(iter(into[name]))] == 1}
    return [at for at, names in found.items() if names is not None and all(name in sure for name, _ in names)]


def _names(was: Words, now: Words, own: Set[bytes]) -> list[tuple[bytes, Words]] | None:
    """Which of its own names became which words, where nothing else differs; with those that stayed."""
    found = list[tuple[bytes, Words]]()
    at = to = 0
    while at < len(was):
        if at + 1 < len(was):
            end = next((n for n in range(to + 1, len(now)) if now[n] == was[at + 1] and n - to <= 8 - 1), -1)
        else:
            end = len(now)
        piece = now[to:end] if end > to else ()
        if was[at] in own and (not at or was[at - 1] not in _BEHIND):
            if not piece or any(piece.count(a) != piece.count(b) for a, b in ((b"(", b")"), (b"[", b"]"))):
                return None
            found.append((was[at], piece))
            at, to = at + 1, to + len(piece)
        elif now[to : to + 1] == (was[at],):
            at, to = at + 1, to + 1
        else:
            return None
    return found if to == len(now) else None
