"""What a piece that stands outside of functions declares, by its name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ....model.pattern import regex
from .outside import CLOSING, OPENING
from .pieces import Piece
from .quoting import q

_TYPES = (b"class", b"struct", b"union", b"enum")
_ENDING = frozenset((b"=", b":", b"[", b";", b","))
_SET: Final = regex(r"([A-Za-z_][\w.]{0,80}) ?= ?(?!=)")
_ANGLED = frozenset(("Field", "Declaration", "Typedef"))


def name_of(piece: Piece) -> str:
    """What a declaration declares; its words where that is not plain."""
    words = list(piece.words)
    if piece.kind in ("Class", "Enum"):
        at = next((at for at, word in enumerate(words) if word in _TYPES), -1)
        rest = [word for word in words[at + 1 :] if word not in (b"class", b"struct", b"final")]
        cut = next(
            (n for n, word in enumerate(rest) if word in (b":", b"(", b"<", b"{") or (n == 1 and word == b"[")),
            len(rest),
        )
        names = [word for word in rest[:cut] if word[:1].isalpha() or word[:1] == b"_"]
        return names[-1].decode("utf-8", "replace") if names else ""
    if piece.kind == "Define":
        return b"".join(words[2:3]).decode("utf-8", "replace")
    depth, angled = 0, piece.kind in _ANGLED and b"<" in words
    for at, word in enumerate(words):
        if not depth and at and word in _ENDING:
            return words[at - 1].decode("utf-8", "replace")
        if not depth and at > 1 and word == b"{" and piece.kind == "Field" and not {*words[at - 2 : at]} & {*_TYPES}:
            return words[at - 1].decode("utf-8", "replace")  # with the first value in braces
        depth += (word in OPENING) - (word in CLOSING) + (_angle(word) if angled else 0)
    return words[-1].decode("utf-8", "replace") if piece.kind in ("Field", "Item", "Declaration") and words else ""


def chained(was: tuple[str, str], now: tuple[str, str]) -> tuple[list[str], tuple[str, str]]:
    """Of `a = b = 1` all names, and the values on both sides. was, now: (name, what stands behind its sign)."""
    names, one, other = [now[0]], was[1], now[1]
    while (left := _SET.match(one)) and (right := _SET.match(other)) and left[1] == right[1]:
        names.append(left[1])
        one, other = one[left.end() :], other[right.end() :]
    return names, (one, other)


def along(was: tuple[str, str], now: tuple[str, str]) -> str:
    """Of `a = b = 1` that was `a = c = 1`: with what else `a` is set to what it was before; "" where that is another value."""
    (one, before), (other, after) = _chain(was[1]), _chain(now[1])
    lost, gained = [each for each in one if each not in other], [each for each in other if each not in one]
    if before != after or not lost + gained:
        return ""
    told = [
        f"{how} along with {', '.join(map(q, names))}" for how, names in (("now", gained), ("no longer", lost)) if names
    ]
    return f"{q(after)}, {' and '.join(told)}"


def _chain(value: str) -> tuple[list[str], str]:
    names = list[str]()
    while found := _SET.match(value):
        names.append(found[1])
        value = value[found.end() :]
    return names, value


def _angle(word: bytes) -> int:
    return {b"<": 1, b">": -1, b">>": -2}.get(word, 0)


def qualified(pieces: Sequence[Piece], at: int) -> tuple[str, ...]:
    """With the names of the types around it; () where it declares nothing."""
    return within_types(pieces, at, name_of(pieces[at]))


def within_types(pieces: Sequence[Piece], at: int, own: str) -> tuple[str, ...]:
    """() for what is no name."""
    if not own.replace("_", "a").isalnum():
        return ()
    found, here = [own], pieces[at].parent
    while here >= 0:
        found += [name_of(pieces[here])] if pieces[here].kind in ("Class", "Enum") else []
        here = pieces[here].parent
    return tuple(found)
