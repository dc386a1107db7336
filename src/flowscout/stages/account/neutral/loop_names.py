"""Python: the variable of one loop that is called otherwise there, while another loop has its own of the old name.

`for x in a: use(x)` and `for x in b: drop(x)` have two variables for a reader, and either may get another name, where nothing reads it behind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from ....model.pattern import regex
from ....model.syntax import Loop
from ..pairing.changes import Trees
from ..pieces.pieces import Piece
from ..pieces.plain_names import told_by_name
from ..reading.conditions import under
from .renamed import inserted
from .scopes import in_new_words

_PREFIXES: Final = (b"f", b"fr", b"rf")
_WORD: Final = regex(rb"[A-Za-z_]\w*+")
_BEFORE_A_KEYWORD: Final = (b"(", b",")


def renamed_in_loops(both: Trees) -> tuple[Trees, frozenset[int]]:
    """With what the old side calls otherwise in the new side's words, and what of it was so changed."""
    found: dict[int, dict[bytes, bytes]] = {}
    spelt = told_by_name((*both.old, *both.new))
    for a, b in both.pairs.items():
        names = _other_names(both.old[a], both.new[b])
        if not names or {*names, *names.values()} & spelt:
            continue
        was, now = ([at, *under(below, at)] for at, below in ((a, both.old_below), (b, both.new_below)))
        left, right = _words(both.old, was), _words(both.new, now)
        apart = all(_bound_elsewhere(both.old, both.old_below, a, x) for x in names) and all(
            _bound_elsewhere(both.new, both.new_below, b, y) for y in names.values()
        )
        if apart and right.isdisjoint(names) and left.isdisjoint(names.values()):
            for at in was:
                found.setdefault(at, {}).update(names)
    return in_new_words(both, found, renamed)


def _other_names(one: Piece, other: Piece) -> dict[bytes, bytes]:
    """Of two loops the names that they give to what they go through, where these differ."""
    was, now = _targets(one), _targets(other)
    if one.words == other.words or not was or len(was) != len(now):
        return {}
    names = {x: y for x, y in zip(was, now, strict=True) if x != y}
    return names if len({*names.values()}) == len(names) and not {*names} & {*names.values()} else {}


def _targets(piece: Piece) -> list[bytes]:
    """The names of `for a, (b, c) in …`; [] of what is no such loop, or sets more than names."""
    if not isinstance(piece.stmt, Loop) or b"for" not in piece.words or b"in" not in piece.words:
        return []
    between = piece.words[piece.words.index(b"for") + 1 : piece.words.index(b"in")]
    plain = not any(word in (b".", b"[", b"*") for word in between)
    return [word for word in between if word not in (b",", b"(", b")")] if plain else []


def _bound_elsewhere(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int, name: bytes) -> bool:
    """Whether all that speaks of a name outside a loop has it from a loop of its own."""
    inside = {at, *under(below, at)}
    for here, piece in enumerate(pieces):
        if here in inside or name not in _names(piece):
            continue
        own = here
        while own >= 0 and name not in _targets(pieces[own]):
            own = pieces[own].parent
        in_a_value = any(one == b"for" and other == name for one, other in pairwise(piece.words))
        if own < 0 and not (in_a_value and piece.kind != "Loop"):
            return False
    return True


def renamed(piece: Piece, names: Mapping[bytes, bytes]) -> Piece:
    words = piece.words
    if not names:
        return piece
    return piece._replace(words=tuple([word_of(words, at, names) for at in range(len(words))]))


def word_of(words: Sequence[bytes], at: int, names: Mapping[bytes, bytes]) -> bytes:
    if at and _fills(words, at):
        return inserted(words[at], names)
    return words[at] if _is_no_variable(words, at) else names.get(words[at], words[at])


def _fills(words: Sequence[bytes], at: int) -> bool:
    """Whether it is a text that values are put into."""
    return words[at - 1].lower() in _PREFIXES and words[at][:1] in (b"'", b'"')


def _is_no_variable(words: Sequence[bytes], at: int) -> bool:
    """A field, the name of an argument."""
    keyword = words[at + 1 : at + 2] == (b"=",) and at and words[at - 1] in _BEFORE_A_KEYWORD
    return bool(at and (words[at - 1] == b"." or keyword))


def _names(piece: Piece) -> Iterator[bytes]:
    for at in range(len(piece.words)):
        yield from names_at(piece, at)


def names_at(piece: Piece, at: int) -> Sequence[bytes]:
    """What may be a variable in one of its words."""
    if at and _fills(piece.words, at):
        return list(dict.fromkeys(_WORD.findall(piece.words[at])))
    return () if _is_no_variable(piece.words, at) else (piece.words[at],)


def _words(pieces: Sequence[Piece], places: Sequence[int]) -> set[bytes]:
    return {word for at in places for word in _names(pieces[at])}
