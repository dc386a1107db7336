"""Python: a function that fills a container of its own and gives it back, called to fill one of the caller with it: in place of the call it
fills that one. `kwargs.update(filters(x))`, where `filters` begins with `kwargs = {}`, sets `kwargs[key]` and ends with `return kwargs`. A text
that it makes piece by piece is added to the caller's: `text += total(rows)`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ....model.record import NamedTuple
from .brackets import closing
from .pieces import Piece

Words = tuple[bytes, ...]
_EMPTY: Final[dict[Words, str]] = {
    (b"{", b"}"): "dict",
    (b"dict", b"(", b")"): "dict",
    (b"[", b"]"): "list",
    (b"list", b"(", b")"): "list",
    (b"set", b"(", b")"): "set",
}
_MADE: Final = {
    "dict": ((b"{",), (b"dict", b"(")),
    "list": ((b"[",), (b"list", b"(")),
    "set": ((b"{",), (b"set", b"(")),
}
_WITH_ALL: Final = {"dict": b"update", "list": b"extend", "set": b"update"}
_WITH: Final = {"dict": (b"update",), "list": (b"append", b"extend"), "set": (b"add", b"update")}
_WITHIN: Final = frozenset((b"yield", b"await", b"locals", b"eval", b"exec"))


class Filling(NamedTuple):
    """own: the function's own container. filled: the caller's. begun: with what its text begins, () for nothing."""

    own: bytes
    filled: bytes
    begun: Words = ()


def filling(words: Words, first: int, last: int, body: Sequence[Piece], ahead: Sequence[Piece]) -> Filling | None:
    """first, last: of the call's words. body: of what is called. ahead: what stands before the call: the container was made there, so that
    it is known to be one, and nothing else has it yet."""
    if words[1:2] == (b"+=",) and first == 2 and last == len(words):
        return _adding(words[0], words[first:last], body, ahead)
    if len(body) < 3 or first != 4 or words[1] != b"." or words[3] != b"(" or words[last:] != (b")",):
        return None
    begin, end, filled = body[0].words, body[-1].words, words[0]
    kind = _EMPTY.get(begin[2:], "")
    if not kind or begin[1] != b"=" or end != (b"return", begin[0]) or body[-1].parent or words[2] != _WITH_ALL[kind]:
        return None
    own = begin[0]
    inner = body[1:-1]
    given = words[first:last]
    plain = all(each.kind != "Return" and _WITHIN.isdisjoint(each.words) for each in inner)
    only = all(_fills_only(each, own, kind) for each in inner if own in _names(each.words))
    apart = filled not in given and (own == filled or not any(filled in each.words for each in inner))
    return Filling(own, filled) if plain and only and apart and _made(filled, kind, ahead) else None


def _adding(filled: bytes, given: Words, body: Sequence[Piece], ahead: Sequence[Piece]) -> Filling | None:
    """A text of its own, to which nothing but `+=` adds, and that nothing reads before it is given back. What it is added to is one as well."""
    if len(body) < 3 or len(body[0].words) != 3 or body[0].words[1] != b"=" or not _is_text(body[0].words[2]):
        return None
    own, inner = body[0].words[0], body[1:-1]
    adds = [each for each in inner if own in _names(each.words)]
    plain = all(each.kind != "Return" and _WITHIN.isdisjoint(each.words) for each in inner)
    only = all(each.words[:2] == (own, b"+=") and own not in _names(each.words[2:]) for each in adds)
    apart = filled not in given and (own == filled or not any(filled in each.words for each in inner))
    whole = body[-1].words == (b"return", own) and not body[-1].parent
    shared = any(each.words[:1] in ((b"global",), (b"nonlocal",)) and filled in each.words for each in ahead)
    made = any(each.words[:2] == (filled, b"=") for each in ahead) and not shared
    if not (plain and only and adds and apart and whole and made):
        return None
    return Filling(own, filled, () if len(body[0].words[2]) == 2 else (filled, b"+=", body[0].words[2]))


def _is_text(word: bytes) -> bool:
    return len(word) > 1 and word[:1] == word[-1:] and word[:1] in (b'"', b"'")


def fills(piece: Piece, name: bytes) -> bool:
    """Whether it puts something into it."""
    return piece.kind == "Simple" and piece.words[:1] == (name,) and piece.words[1:2] in ((b"[",), (b".",))


def _names(words: Words) -> list[bytes]:
    return [word for at, word in enumerate(words) if not at or words[at - 1] != b"."] + [
        word for word in words if word[-1:] in (b'"', b"'") and b"{" in word
    ]


def _fills_only(piece: Piece, own: bytes, kind: str) -> bool:
    words = piece.words
    if piece.kind != "Simple" or words[0] != own or any(own in word for word in words[1:]):
        return False
    end = closing(words, 1) + 1
    if words[1:2] == (b"[",):
        return kind == "dict" and words[end : end + 1] == (b"=",)
    return words[1:2] == (b".",) and words[2] in _WITH[kind] and closing(words, 3) == len(words) - 1


def _made(name: bytes, kind: str, ahead: Sequence[Piece]) -> bool:
    sets = [each.words for each in ahead if name in each.words and not fills(each, name) and each.kind != "Decorator"]
    made = [words for words in sets if words[:2] == (name, b"=") and name not in words[2:]]
    whole = [
        words
        for words in made
        for start in _MADE[kind]
        if words[2 : 2 + len(start)] == start and closing(words, 1 + len(start)) == len(words) - 1
    ]
    return bool(made) and len(whole) == len(sets)
