"""Python: a value that is chosen where there is none, read as the other side writes it.

    if a is None:                    a = [] if a is None else a          run([] if a is None else a)
        a = []
    run(a)

Likewise `v = e or d` of `v = e; if not v: v = d`. Both sides have the same pieces then, and only what differs besides is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from .pieces import Piece
from .plain_names import ANY_NAME, is_name

_MOST: Final = 400  # pieces of a side
_LONGEST: Final = 60  # tokens of a value
_LOWER: Final = frozenset((b"if", b"else", b"lambda", b"or", b":=", b",", b"for", b"await", b"yield"))
_PERHAPS: Final = frozenset((b"and", b"or", b"if", b"else"))  # what stands behind need not be evaluated
_LOCAL: Final = (ANY_NAME - {b"globals"}) | {b"global", b"nonlocal"}
Pieces = tuple[Piece, ...]
Words = tuple[bytes, ...]
Written = tuple[bool, tuple[int, int], tuple[int, int]]


def alike(old: Pieces, new: Pieces) -> tuple[Pieces, Pieces, tuple[Written, ...]]:
    """Both sides in one form, and of each choice whether it was read so on the new side, where the other side has it and where it stands."""
    if max(len(old), len(new)) > _MOST or old[:1] == new[:1] == ():
        return old, new, ()
    new, came = _read(old, new, True)
    old, went = _read(new, old, False)
    return old, new, (*came, *went)


def _read(others: Pieces, pieces: Pieces, is_new: bool) -> tuple[Pieces, list[Written]]:
    found = [at for at in range(len(pieces)) if _fills(pieces, at)]
    there = {piece.words: piece for piece in others} if found else {}
    own = {piece.words for piece in pieces} if found else set()
    written = list[Written]()
    for at in reversed(found):
        behind = at + 2 if at + 2 < len(pieces) else -1
        for first, last, words in (*_set(pieces, at), *_handed(pieces, at, behind)):
            other = there.get(words)
            if other is not None and words not in own:
                written.append((is_new, (other.start, other.end), (pieces[first].start, pieces[last].end)))
                pieces = tuple(_as_one(pieces, first, last, words))
                break
    return pieces, written


def _fills(pieces: Pieces, at: int) -> bool:
    """`if a is None: a = d` with nothing besides, and no other arm."""
    piece = pieces[at]
    name, asks = _asked(piece)
    inner = [each for each in range(at + 1, len(pieces)) if pieces[each].parent == at] if name else []
    words = pieces[inner[0]].words if len(inner) == 1 and inner[0] == at + 1 else ()
    sets = words[:2] == (name, b"=") and name not in words[2:] and pieces[at + 1].kind == "Simple"
    return bool(asks and sets and pieces[at + 1].role == "then" and 0 < len(words) - 2 <= _LONGEST)


def _asked(piece: Piece) -> tuple[bytes, Words]:
    """(name, what is asked about it) of `if a is None` and of `if not a`."""
    words = piece.words
    if piece.kind != "If" or piece.role == "else" or len(words) not in (3, 4):
        return b"", ()
    if words[:2] == (b"if", b"not") and len(words) == 3 and is_name(words[2]):
        return words[2], (b"not",)
    return (words[1], words[2:]) if words[2:] == (b"is", b"None") and is_name(words[1]) else (b"", ())


def _choices(pieces: Pieces, at: int) -> Iterator[Words]:
    """What the name is then, in all the ways in which it is written as one value."""
    name, asks = _asked(pieces[at])
    value = pieces[at + 1].words[2:]
    if asks == (b"not",):
        yield name, b"or", *value
        yield name, b"if", name, b"else", *value
        yield *value, b"if", b"not", name, b"else", name
    else:
        yield *value, b"if", name, b"is", b"None", b"else", name
        yield name, b"if", name, b"is", b"not", b"None", b"else", *value


def _set(pieces: Pieces, at: int) -> Iterator[tuple[int, int, Words]]:
    """As one step: (first, last, its words)."""
    name, asks = _asked(pieces[at])
    value = pieces[at + 1].words[2:]
    if not _LOWER.isdisjoint(value):
        return
    for choice in _choices(pieces, at):
        yield at, at + 1, (name, b"=", *choice)
    before = next((n for n in range(at - 1, 0, -1) if _beside(pieces, n, at)), -1)
    given = pieces[before].words[2:] if before == at - 1 and pieces[before].words[:2] == (name, b"=") else ()
    if asks == (b"not",) and given and _LOWER.isdisjoint(given):
        yield before, at + 1, (name, b"=", *given, b"or", *value)


def _handed(pieces: Pieces, at: int, behind: int) -> Iterator[tuple[int, int, Words]]:
    """In the step right behind, which alone has the name then: it is evaluated there as before."""
    name, _ = _asked(pieces[at])
    if behind < 0 or not _beside(pieces, behind, at) or pieces[behind].kind not in ("Simple", "Return"):
        return
    words, value = pieces[behind].words, pieces[at + 1].words[2:]
    later = any(name in piece.words for piece in pieces[behind + 1 :])
    inner = any(not piece.words or b"lambda" in piece.words for piece in pieces)  # a function that may read the name
    loops = any(piece.kind == "Loop" for piece in pieces)
    if words.count(name) != 1 or later or inner or loops or any(not _LOCAL.isdisjoint(piece.words) for piece in pieces):
        return
    place = words.index(name)
    before, tail = words[place - 1 : place], words[place + 1 : place + 2]
    whole = before in ((b"(",), (b",",), (b"=",), (b"return",)) and tail in ((b")",), (b",",), ())
    called = sum(word == b")" for word in words[:place])
    if (
        not whole
        or not _PERHAPS.isdisjoint(words[:place])
        or not _LOWER.isdisjoint(value)
        or words[place + 1 :].count(b"for")
        or called
    ):
        return
    for choice in _choices(pieces, at):
        yield at, behind, (*words[:place], *choice, *words[place + 1 :])


def _beside(pieces: Sequence[Piece], one: int, other: int) -> bool:
    return (pieces[one].parent, pieces[one].role) == (pieces[other].parent, pieces[other].role)


def _as_one(pieces: Pieces, first: int, last: int, words: Words) -> Iterator[Piece]:
    places: Mapping[int, int] = {
        at: at if at <= first else at - (last - first) for at in range(len(pieces)) if not first < at <= last
    }
    step = pieces[last]
    said = b" ".join(words).decode("utf-8", "replace")
    for at, piece in enumerate(pieces):
        if at == first:
            one = step._replace(role=piece.role, parent=piece.parent, words=words, start=piece.start, said=said)
            yield one
        elif not first < at <= last:
            yield piece._replace(parent=places.get(piece.parent, piece.parent))
