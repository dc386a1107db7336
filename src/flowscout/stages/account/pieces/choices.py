"""A chain of questions about one value, read as the choice that stands on the other side.

if (k == A) a(); else if (k == B || k == C) b(); else c();      switch (k) { case A: a(); break; case B: case C: b(); break; default: c(); }

Both sides have the same pieces then, so that only a case that is new, gone or another one differs. Read so is a chain whose every question
holds the value for equal to a constant, and only where no case runs on into the next one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ....model.record import NamedTuple
from .brackets import closing
from .lexing import LINKS
from .outside import CLOSING, OPENING
from .pieces import Piece

_LEAVES: Final = frozenset(("Return", "Raise", "Jump"))
_SIGNS: Final = frozenset((b".", b"::", b"-"))
_MOST: Final = 6  # tokens of a constant
_TRIED: Final = 20  # choices of a function that are held against the other side
_VALUES: Final = frozenset((b"None", b"True", b"False"))
_CHOICE, _REST = -2, -3
Words = tuple[bytes, ...]


class Alike(NamedTuple):
    """Two sides in one form. written: whether the choice is on the new side, where the chain stands and where the choice, from byte to byte."""

    old: tuple[Piece, ...]
    new: tuple[Piece, ...]
    written: tuple[tuple[bool, tuple[int, int], tuple[int, int]], ...] = ()


class _Link(NamedTuple):
    at: int
    values: tuple[Words, ...]


class _Tree:
    """Pieces, with what stands in each part of each."""

    def __init__(self, pieces: tuple[Piece, ...]) -> None:
        self.pieces = pieces
        self._parts: dict[tuple[int, str], list[int]] = {}
        self._places: list[int] = []
        for at, piece in enumerate(pieces):
            part = self._parts.setdefault((piece.parent, piece.role), [])
            self._places.append(len(part))
            part.append(at)

    def part(self, at: int, role: str) -> list[int]:
        return self._parts.get((at, role), [])

    def behind(self, at: int, most: int | None = None) -> list[int]:
        """Its siblings behind it."""
        one, place = self.pieces[at], self._places[at] + 1
        return self.part(one.parent, one.role)[place : None if most is None else place + most]

    def leaves(self, at: int) -> bool:
        inner = self.part(at, "then")
        return bool(inner) and self.pieces[inner[-1]].kind in _LEAVES


def alike(old: tuple[Piece, ...], new: tuple[Piece, ...]) -> Alike:
    found = Alike(old, new)
    for is_new in (True, False):
        for _ in range(_TRIED):
            more = next(_with_one_more(found, is_new), None)
            if more is None:
                break
            found = more
    return found


def _with_one_more(sides: Alike, is_new: bool) -> Iterator[Alike]:
    plain, chosen = (sides.old, sides.new) if is_new else (sides.new, sides.old)
    here = {piece.words for piece in plain if piece.kind == "Switch"}
    alone = [at for at, piece in enumerate(chosen) if piece.kind == "Switch" and piece.words not in here]
    if not alone:
        return
    tree = _Tree(plain)
    for at in alone[:_TRIED]:
        switch = chosen[at]
        links = _chain(tree, _subject(switch), switch.words[:1] == (b"match",))
        unbroken = _unbroken(chosen, at) if links else None
        if links and unbroken is not None:
            arms = [each for each in chosen if each.parent == at and each.kind == "Arm"]
            again = _as_choice(tree, links, switch, arms)
            ends = (plain[links[0].at].start, max(plain[each.at].last for each in links))
            pair = (again, unbroken) if is_new else (unbroken, again)
            yield Alike(*pair, (*sides.written, (is_new, ends, (switch.start, switch.last))))


def _subject(switch: Piece) -> Words:
    return _bare(switch.words[1:])


def _bare(words: Sequence[bytes]) -> Words:
    """Without round brackets around all of it."""
    while words[:1] == (b"(",) and words[-1:] == (b")",) and closing(words, 0) == len(words) - 1:
        words = words[1:-1]
    return tuple(words)


def _chain(tree: _Tree, subject: Words, matches: bool) -> list[_Link]:
    """The only questions about that value: `else if`, or in a row of which each leaves where it holds. [] where another asks about it,
    or asking twice may not be asking once. matches: a bare name in a case takes any value, and asks nothing."""
    if not subject or not all(map(_is_path, subject)):
        return []
    asking = {
        at: values
        for at, piece in enumerate(tree.pieces)
        if piece.kind == "If" and (values := _values(piece, subject, matches))
    }
    links: list[_Link] = []
    at = min(asking, default=-1)
    while at in asking:
        links.append(_Link(at, asking[at]))
        at = _next(tree, at)
    whole = at < 0 and len(links) == len(asking)
    return [] if not whole or any(tree.part(each.at, "init") for each in links) else links


def _is_path(word: bytes) -> bool:
    return word in LINKS or word[:1].isalpha() or word[:1] == b"_"


def _next(tree: _Tree, at: int) -> int:
    """The question that is asked where that one does not hold; -1 for none. Where what stands there is not understood, itself."""
    otherwise = tree.part(at, "else")
    if any(tree.pieces[each].kind == "Opaque" for each in otherwise):
        return len(tree.pieces)
    if otherwise:
        return otherwise[0] if len(otherwise) == 1 and tree.pieces[otherwise[0]].kind == "If" else -1
    behind = tree.behind(at, 1)
    asks = behind and tree.pieces[behind[0]].kind == "If" and tree.leaves(at)
    return behind[0] if asks and not tree.part(behind[0], "else") else -1


def _values(piece: Piece, subject: Words, matches: bool) -> tuple[Words, ...]:
    """The constants that a question holds the value for; () where it asks anything else."""
    asked = _bare(piece.words[1:])
    if asked[: len(subject) + 2] == (*subject, b"in", b"(") and asked[-1:] == (b")",):
        found = list(_split(asked[len(subject) + 2 : -1], (b",",)))
    else:
        found = [_equal(_bare(each), subject) for each in _split(asked, (b"||", b"or"))]
    asks = not matches or not any(len(each) == 1 and _is_path(each[0]) and each[0] not in _VALUES for each in found)
    return tuple(found) if found and asks and all(map(_constant, found)) else ()


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
    """The side with the choice, without what ends each case; None where one runs on into the next, and of none."""
    tree = _Tree(pieces)
    arms = [n for n in tree.part(at, "arm") if pieces[n].kind == "Arm"]
    falls = pieces[at].words[:1] == (b"switch",)
    gone: set[int] = set()
    for n in arms:
        inner = tree.part(n, "body")
        last = pieces[inner[-1]] if inner else None
        if last is not None and last.words == (b"break",):
            gone |= {inner[-1], *([n] if len(inner) == 1 and _is_default(pieces[n]) else [])}
        elif falls and n != arms[-1] and (last is None or last.kind not in _LEAVES):
            return None
    if not arms or any(_is_default(pieces[n]) for n in arms[:-1]):
        return None
    rest = [n for n in range(len(pieces)) if n not in gone]
    place = {n: now for now, n in enumerate(rest)}
    return tuple([pieces[n]._replace(parent=place.get(pieces[n].parent, -1)) for n in rest])


def _is_default(arm: Piece) -> bool:
    return arm.words in ((b"default",), (b"case", b"_"))


def _as_choice(tree: _Tree, links: Sequence[_Link], switch: Piece, arms: Sequence[Piece]) -> tuple[Piece, ...]:
    """arms: of the choice."""
    pieces = tree.pieces
    default = next((each for each in arms if _is_default(each)), None)
    by_place = {link.at: link for link in links}
    first = pieces[links[0].at]
    otherwise = tree.part(links[-1].at, "else")
    leaves = all(tree.leaves(link.at) for link in links)
    if not otherwise and default is not None and leaves:
        otherwise = [n for n in tree.behind(links[0].at) if n not in by_place]
    rest = {*otherwise}
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
        elif n in rest:
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
