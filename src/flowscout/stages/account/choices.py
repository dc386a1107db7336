"""A chain of questions about one value, read as the choice that stands on the other side.

if (k == A) a(); else if (k == B || k == C) b(); else c();      switch (k) { case A: a(); break; case B: case C: b(); break; default: c(); }

Both sides have the same pieces then, so that only a case that is new, gone or another one differs. Read so is a chain whose every question
holds the value for equal to a constant, and only where no case runs on into the next one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ...model.record import NamedTuple
from .outside import CLOSING, OPENING
from .pieces import Piece

_LEAVES: Final = frozenset(("Return", "Raise", "Jump"))
_SIGNS: Final = frozenset((b".", b"::", b"-"))
_MOST: Final = 6  # tokens of a constant
_TRIED: Final = 40  # choices of a function that are held against the other side
_LINKS: Final = 400
_CHOICE, _REST = -2, -3
Words = tuple[bytes, ...]


class Alike(NamedTuple):
    """Two sides of which a chain is read as a choice. chain, choice: where each stands, from byte to byte; new: the choice is on the new side."""

    old: tuple[Piece, ...]
    new: tuple[Piece, ...]
    written: tuple[tuple[bool, tuple[int, int], tuple[int, int]], ...] = ()


class _Link(NamedTuple):
    at: int
    values: tuple[Words, ...]


def alike(old: tuple[Piece, ...], new: tuple[Piece, ...]) -> Alike:
    for is_new, plain, chosen in ((True, old, new), (False, new, old)):
        here = {piece.words for piece in plain if piece.kind == "Switch"}
        alone = [at for at, piece in enumerate(chosen) if piece.kind == "Switch" and piece.words not in here]
        for at in alone[:_TRIED]:
            switch = chosen[at]
            links = _chain(plain, _subject(switch))
            unbroken = _unbroken(chosen, at) if links else None
            if not links or unbroken is None:
                continue
            again = _as_choice(plain, links, switch, chosen, at)
            more = alike(again, unbroken) if is_new else alike(unbroken, again)
            ends = (plain[links[0].at].start, max(plain[each.at].last for each in links))
            return more._replace(written=(*more.written, (is_new, ends, (switch.start, switch.last))))
    return Alike(old, new)


def _subject(switch: Piece) -> Words:
    return _bare(switch.words[1:])


def _bare(words: Sequence[bytes]) -> Words:
    """Without round brackets around all of it."""
    while words[:1] == (b"(",) and words[-1:] == (b")",) and _closes(words) == len(words) - 1:
        words = words[1:-1]
    return tuple(words)


def _closes(words: Sequence[bytes]) -> int:
    depth = 0
    for at, word in enumerate(words):
        depth += (word in OPENING) - (word in CLOSING)
        if not depth:
            return at
    return len(words)


def _chain(pieces: Sequence[Piece], subject: Words) -> list[_Link]:
    """The first such chain: `else if`, or questions in a row of which each leaves where it holds."""
    for at, piece in enumerate(pieces):
        if piece.kind != "If" or not (values := _values(piece, subject)):
            continue
        links = [_Link(at, values)]
        while (following := _next(pieces, links[-1].at)) >= 0:
            if len(links) == _LINKS or not (values := _values(pieces[following], subject)):
                return []  # part of it asks something else, or there is no end to it
            links.append(_Link(following, values))
        return (
            [] if any(each.role == "init" and each.parent in {link.at for link in links} for each in pieces) else links
        )
    return []


def _next(pieces: Sequence[Piece], at: int) -> int:
    otherwise = [n for n, each in enumerate(pieces) if each.parent == at and each.role == "else"]
    if otherwise:
        return otherwise[0] if len(otherwise) == 1 and pieces[otherwise[0]].kind == "If" else -1
    behind = _behind(pieces, at)
    asks = behind and pieces[behind[0]].kind == "If" and _leaves(pieces, at, "then")
    return behind[0] if asks and not any(each.parent == behind[0] and each.role == "else" for each in pieces) else -1


def _behind(pieces: Sequence[Piece], at: int) -> list[int]:
    """Its siblings behind it."""
    one = pieces[at]
    return [n for n, each in enumerate(pieces) if n > at and (each.parent, each.role) == (one.parent, one.role)]


def _leaves(pieces: Sequence[Piece], at: int, role: str) -> bool:
    inner = [each for each in pieces if each.parent == at and each.role == role]
    return bool(inner) and inner[-1].kind in _LEAVES


def _values(piece: Piece, subject: Words) -> tuple[Words, ...]:
    """The constants that a question holds the value for; () where it asks anything else."""
    asked = _bare(piece.words[1:])
    if asked[: len(subject) + 2] == (*subject, b"in", b"(") and asked[-1:] == (b")",):
        found = list(_split(asked[len(subject) + 2 : -1], (b",",)))
    else:
        found = [_equal(_bare(each), subject) for each in _split(asked, (b"||", b"or"))]
    return tuple(found) if found and all(map(_constant, found)) else ()


def _equal(asked: Words, subject: Words) -> Words:
    if asked[: len(subject) + 1] == (*subject, b"=="):
        return asked[len(subject) + 1 :]
    return asked[: -len(subject) - 1] if asked[-len(subject) - 1 :] == (b"==", *subject) else ()


def _constant(words: Words) -> bool:
    plain = all(word in _SIGNS or word[:1].isalnum() or word[:1] in (b"_", b"'", b'"') for word in words)
    return 0 < len(words) <= _MOST and plain


def _split(words: Words, at: Sequence[bytes]) -> Iterator[Words]:
    depth, begun = 0, 0
    for n, word in enumerate(words):
        depth += (word in OPENING) - (word in CLOSING)
        if not depth and word in at:
            yield words[begun:n]
            begun = n + 1
    if words[begun:]:
        yield words[begun:]


def _unbroken(pieces: tuple[Piece, ...], at: int) -> tuple[Piece, ...] | None:
    """The side with the choice, without what ends each case; None where one runs on into the next."""
    arms = [n for n, each in enumerate(pieces) if each.parent == at and each.kind == "Arm"]
    falls = pieces[at].words[:1] == (b"switch",)
    gone: set[int] = set()
    for n in arms:
        inner = [m for m, each in enumerate(pieces) if each.parent == n]
        last = pieces[inner[-1]] if inner else None
        if last is not None and last.words == (b"break",):
            gone |= {inner[-1], *([n] if len(inner) == 1 and _is_default(pieces[n]) else [])}
        elif falls and n != arms[-1] and (last is None or last.kind not in _LEAVES):
            return None
    rest = [n for n in range(len(pieces)) if n not in gone]
    if any(_is_default(pieces[n]) for n in arms[:-1]):
        return None
    place = {n: now for now, n in enumerate(rest)}
    return tuple([pieces[n]._replace(parent=place.get(pieces[n].parent, -1)) for n in rest])


def _is_default(arm: Piece) -> bool:
    return arm.words in ((b"default",), (b"case", b"_"))


def _as_choice(
    pieces: Sequence[Piece], links: Sequence[_Link], switch: Piece, chosen: Sequence[Piece], at: int
) -> tuple[Piece, ...]:
    arms = [each for each in chosen if each.parent == at and each.kind == "Arm"]
    default = next((each for each in arms if _is_default(each)), None)
    by_place = {link.at: link for link in links}
    first, last = pieces[links[0].at], links[-1].at
    otherwise = [n for n, each in enumerate(pieces) if each.parent == last and each.role == "else"]
    leaves = all(_leaves(pieces, link.at, "then") for link in links)
    if not otherwise and default is not None and leaves:
        otherwise = [n for n in _behind(pieces, links[0].at) if n not in by_place]
    under = _CHOICE if default is None and leaves else _REST
    rows: list[tuple[int, Piece, int]] = []
    for n, piece in enumerate(pieces):
        if n == links[0].at:
            rows.append((_CHOICE, _like(switch, piece)._replace(role=piece.role), piece.parent))
        if otherwise and n == otherwise[0] and under == _REST:
            rows.append(
                (_REST, _like(default or arms[-1]._replace(words=(b"default",), said="default"), piece), _CHOICE)
            )
        if n in by_place:
            rows.append((n, _arm(piece, by_place[n], switch), _CHOICE))
        elif n in otherwise:
            own = (
                (piece._replace(role="body"), _REST)
                if under == _REST
                else (piece._replace(role=first.role), first.parent)
            )
            rows.append((n, *own))
        else:
            role = "body" if piece.parent in by_place else piece.role
            rows.append((n, piece._replace(role=role), piece.parent))
    place = {key: now for now, (key, _, _) in enumerate(rows)} | {-1: -1}
    return tuple([piece._replace(parent=place[parent]) for _, piece, parent in rows])


def _like(what: Piece, where: Piece) -> Piece:
    return what._replace(start=where.start, end=where.end, last=where.last)


def _arm(piece: Piece, link: _Link, switch: Piece) -> Piece:
    between = (b"case",) if switch.words[:1] == (b"switch",) else (b"|",)
    words: Words = (b"case", *link.values[0], *[word for value in link.values[1:] for word in (*between, *value)])
    values = [b"".join(value).decode("utf-8", "replace") for value in link.values]
    return piece._replace(
        kind="Arm", role="arm", words=words, said=(", " if between == (b"case",) else " | ").join(values)
    )
