"""Python: a function that fills a container of its own and gives it back, called to fill one of the caller with it: in place of the call it
fills that one. `kwargs.update(filters(x))`, where `filters` begins with `kwargs = {}`, sets `kwargs[key]` and ends with `return kwargs`. A text
that it makes piece by piece is added to the caller's: `text += total(rows)`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ....model.record import NamedTuple
from ....model.syntax import Simple
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
    """A text of its own, to which nothing but `+=` adds, and that nothing reads before it is given back. What it is added to is one as well,
    which nothing else has had until then."""
    if len(body) < 3 or not _sets_a_text(body[0].words):
        return None
    own, inner = body[0].words[0], body[1:-1]
    plain = all(each.kind != "Return" and _WITHIN.isdisjoint(each.words) for each in inner)
    apart = filled not in given and (own == filled or not any(_reads(each.words, filled) for each in inner))
    whole = body[-1].words == (b"return", own) and not body[-1].parent
    if not (plain and apart and whole and _only_added_to(own, inner)):
        return None
    first = next((at for at, each in enumerate(ahead) if _reads(each.words, filled)), 0)
    begun = first > 0 and not ahead[first].parent and _sets_a_text(ahead[first].words)
    kept = any(each.kind == "With" for each in ahead)  # which may go on behind an error, with what was added until then
    later = [each for each in ahead[first + 1 :] if _reads(each.words, filled)]
    if _defines([*ahead, *inner]) or not begun or kept or not all(_adds(each, filled) for each in later):
        return None
    return Filling(own, filled, () if len(body[0].words[2]) == 2 else (filled, b"+=", body[0].words[2]))


def _defines(pieces: Sequence[Piece]) -> bool:
    """Whether a function stands within, which may read whatever the one around it has."""
    return any(isinstance(each.stmt, Simple) and each.stmt.role == "define" for each in pieces)


def _sets_a_text(words: Words) -> bool:
    return len(words) == 3 and words[1] == b"=" and _is_text(words[2])


def _only_added_to(name: bytes, pieces: Sequence[Piece]) -> bool:
    having = [each for each in pieces if _reads(each.words, name)]
    return bool(having) and all(_adds(each, name) for each in having)


def _adds(piece: Piece, name: bytes) -> bool:
    return piece.kind == "Simple" and piece.words[:2] == (name, b"+=") and not _reads(piece.words[2:], name)


def _reads(words: Words, name: bytes) -> bool:
    """Whether the name stands there, or in a text that may be put together of what stands in braces."""
    return any(name == word or (word[-1:] in (b'"', b"'") and b"{" in word and name in word) for word in words)


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
