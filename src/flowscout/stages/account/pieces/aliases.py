"""Names that a function gives to fields: `fd` for `self._fd`, so that `close(fd)` reads as `close(self._fd)`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Final

from .lexing import LINKS
from .pieces import HEAD, Piece
from .targets import SETS, target, value

_BEFORE_ANOTHER: Final = frozenset((b"*", b".", b"->"))  # its declaration, what it leads to, a field that is called so
_STEPS: Final = ((b"++",), (b"--",))
Words = tuple[bytes, ...]


def names(
    mine: Sequence[Piece], others: Sequence[Piece], known: Container[int], steady: bool
) -> Iterator[tuple[bytes, Words]]:
    """What is set once to a field; on the other side there is no such name. steady: the function itself sets the field nowhere."""
    every = _Every((*mine, *others))
    there = {word for piece in others for at, word in enumerate(piece.words) if not _is_of_another(piece.words, at)}
    for at, piece in enumerate(mine):
        name, held = target(piece), value(piece)
        if (
            at not in known
            and len(name) == 1
            and name[0] not in there
            and every.set_[name] == 1
            and ((_is_field(held) and not (steady and held in every.set_)) or _leads_to(piece, held, name[0], every))
        ):
            yield name[0], held


class _Every:
    """What is asked of all pieces on both sides, of each name once."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self.set_ = Counter(map(target, pieces))
        self._pieces = pieces
        self._holding: dict[bytes, list[Piece]] = {}
        self._known: dict[bytes, tuple[bool, bool]] = {}

    def declared(self, name: bytes) -> bool:
        return self._of(name)[0]

    def steady(self, name: bytes) -> bool:
        return self._of(name)[1]

    def _of(self, name: bytes) -> tuple[bool, bool]:
        if not self._holding:
            for piece in self._pieces:
                for word in {*piece.words}:
                    self._holding.setdefault(word, []).append(piece)
        if name not in self._known:
            own = self._holding.get(name, [])
            self._known[name] = any(_declares(each, name) for each in own), all(_steady(each, name) for each in own)
        return self._known[name]


def _leads_to(piece: Piece, held: Words, name: bytes, every: _Every) -> bool:
    """C: a pointer that is declared with the address of a name, or with another pointer of the function, and neither leads
    elsewhere later."""
    address = held[:1] == (b"&",)
    own = held[1:] if address else held
    if len(own) != 1 or not own[0].replace(b"_", b"a").isalnum() or own[0][:1].isdigit():
        return False
    at = piece.words.index(name)
    pointer = at > 0 and piece.words[at - 1] == b"*"
    led = address or (every.declared(own[0]) and every.steady(own[0]))
    return pointer and led and every.steady(name)


def _declares(piece: Piece, name: bytes) -> bool:
    """Whether a pointer of that name is the function's own: given to it, or declared in it."""
    return (piece.kind == HEAD or target(piece) == (name,)) and any(
        word == name and piece.words[at - 1 : at] == (b"*",) for at, word in enumerate(piece.words)
    )


def _steady(piece: Piece, name: bytes) -> bool:
    """Whether a piece sets nothing by that name but where it declares it, and hands its own address to nobody."""
    return not any(
        word == name
        and (
            piece.words[at + 1 : at + 2] in _STEPS
            or (at and piece.words[at - 1 : at] in (*_STEPS, (b"&",)))
            or (
                piece.words[at + 1 : at + 2]
                and piece.words[at + 1] in SETS
                and (at == 0 or piece.words[at - 1] not in _BEFORE_ANOTHER)
            )
        )
        for at, word in enumerate(piece.words)
    )


def _is_of_another(words: Words, at: int) -> bool:
    """Whether a word is a field, or the name of an argument."""
    return bool(at) and (
        words[at - 1] in LINKS or (words[at - 1] in (b"(", b",") and words[at + 1 : at + 2] == (b"=",))
    )


def _is_field(words: Words) -> bool:
    return len(words) > 2 and all((word in LINKS) == bool(at % 2) and (at % 2 or word.replace(b"_", b"a").isalnum()) for at, word in enumerate(words)) and len(words) % 2 == 1  # fmt: skip


def put(words: Words, names: Mapping[bytes, Words]) -> tuple[Words, set[bytes]]:
    """With what the names stand for in their place, and which of them there are."""
    found: list[bytes] = []
    came: set[bytes] = set()
    put_ = False  # the word before
    for at, word in enumerate(words):
        own = word in names and not (at and words[at - 1] in LINKS) and words[at + 1 : at + 2] != (b"=",)
        if own and names[word][:1] == (b"&",):
            led = words[at + 1 : at + 2] == (b"->",)
            found += names[word][led:]
        elif word == b"->" and at and put_ and names[words[at - 1]][:1] == (b"&",):
            found.append(b".")
        else:
            found += names[word] if own else (word,)
        came |= {word} if own else set()
        put_ = own
    return tuple(found), came
