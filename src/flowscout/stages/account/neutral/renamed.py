"""Statements in which names alone differ: those of locals, or of what is called otherwise in the whole project."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ....model.pattern import regex
from ..pairing.changes import ADDED, REMOVED, Change, Trees
from ..pieces.pieces import HEAD, Piece
from .rules import FOLLOWS, LOCALS

_WORD: Final = regex(rb"(?<![\w.])[A-Za-z_]\w*+")
_MADE_BY_NAME: Final = frozenset((b"__init__", b"__new__", b"__call__", b"__init_subclass__", b"__post_init__"))
_BRACES: Final = regex(rb"([{}])")


def by_other_names(
    kind: str,
    old: Sequence[bytes],
    new: Sequence[bytes],
    renamed: Mapping[bytes, bytes],
    locals_: Mapping[bytes, bytes],
    python: bool,
) -> str:
    """The rule by which a piece of this kind is the same under the names that things have now."""
    if len(old) != len(new) or not (locals_ or renamed) or kind == "Namespace":
        return ""  # what stands in a namespace follows that, and it follows nothing
    names = {**renamed, **locals_}
    differing = {
        (a, b)
        for at, (a, b) in enumerate(zip(old, new, strict=True))
        if a != b and not (python and at and _filled(old[at - 1], a, b, names))
    }
    if python and kind == HEAD and _by_name(old, {a for a, _ in differing}):
        return ""
    if all(locals_.get(a) == b for a, b in differing) and not _dotted(old, {a for a, _ in differing}):
        return LOCALS
    return FOLLOWS if all(renamed.get(a, locals_.get(a)) == b for a, b in differing) else ""


def under_another_name(both: Trees, found: Sequence[Change], locals_: Mapping[bytes, bytes]) -> frozenset[Change]:
    """Statements too short to be known again, which are the same but for locals renamed, behind the same as before."""
    came = {change.b: change for change in found if change.kind == ADDED} if locals_ else {}
    told: dict[int, int] = {}
    same: set[Change] = set()
    for change in sorted([each for each in found if each.kind == REMOVED], key=lambda each: each.a) if came else ():
        at = change.a
        before = told.get(at - 1, both.pairs.get(at - 1, -2))
        twin = came.get(before + 1)
        if twin is not None and _again(both.old[at], both.new[twin.b], locals_):
            told[at] = twin.b
            same |= {change, twin}
    return frozenset(same)


def _again(one: Piece, other: Piece, locals_: Mapping[bytes, bytes]) -> bool:
    if (one.kind, one.role) != (other.kind, other.role) or one.kind != "Simple":
        return False
    return (
        tuple(
            [
                word if at and one.words[at - 1] in (b".", b"->") else locals_.get(word, word)
                for at, word in enumerate(one.words)
            ]
        )
        == other.words
    )


def _by_name(head: Sequence[bytes], names: set[bytes]) -> bool:
    """Whether a caller may name one of these parameters of Python: not before a `/`, and not where an operator or a protocol calls."""
    name = head[head.index(b"(") - 1] if b"(" in head else b""
    if name.startswith(b"__") and name.endswith(b"__") and name not in _MADE_BY_NAME:
        return False
    first = next((at for at, word in enumerate(head) if word == b"/" and head[at - 1] == b","), 0)
    return any(word in names and head[at - 1] in (b"(", b",") for at, word in enumerate(head) if at > first)


def _dotted(words: Sequence[bytes], names: set[bytes]) -> bool:
    """Whether one of these stands as somebody's attribute."""
    return any(word in names and at and words[at - 1] in (b".", b"->") for at, word in enumerate(words))


def _filled(prefix: bytes, one: bytes, other: bytes, names: Mapping[bytes, bytes]) -> bool:
    """Whether two f-strings differ in the names alone that they are filled with."""
    if prefix.lower() not in (b"f", b"rf", b"fr") or any(b"{{" in each or b"}}" in each for each in (one, other)):
        return False
    return inserted(one, names) == other


def inserted(text: bytes, names: Mapping[bytes, bytes]) -> bytes:
    """With other names in what stands in braces."""
    out, depth = [], 0
    for part in _BRACES.split(text):
        depth += (part == b"{") - (part == b"}")
        out.append(_WORD.sub(lambda found: names.get(found[0], found[0]), part) if depth > 0 else part)
    return b"".join(out)
