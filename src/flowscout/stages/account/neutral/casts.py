"""Python: `cast(T, x)` of `typing`, which gives `x` and is for checkers alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..pairing.changes import CHANGED, Change, Trees
from ..pieces.outside import CLOSING, OPENING
from .otherwise_imported import Names
from .rules import ANNOTATION
from .spelling import plain

RULE: Final = ANNOTATION
_TYPING: Final = ((b"import", b"typing"), (b"import", b"typing_extensions"))
_CAST: Final = tuple((*module, b".", b"cast") for module in _TYPING)
_LINKS: Final = frozenset((b".", b"(", b"["))
Words = tuple[bytes, ...]


def same(both: Trees, change: Change, was: Names, now: Names) -> bool:
    """Whether a statement differs in such casts alone. was, now: what names are in full."""
    if change.kind != CHANGED:
        return False
    one, other = both.renamed_words(change.a), both.new[change.b].words
    bare = _uncast(one, was), _uncast(other, now)
    return bare != (one, other) and list(plain(bare[0], True)) == list(plain(bare[1], True))


def _uncast(words: Words, names: Names) -> Words:
    at = 0
    while at < len(words):
        opens = _opens(words, at, names)
        end = _closing(words, opens) if opens else 0
        comma = next((n for n in range(opens, end) if words[n] == b"," and not _depth(words[opens + 1 : n])), 0)
        if comma:
            value = words[comma + 1 : end - (words[end - 1] == b",")]
            words = (*words[:at], *(value if _one(value) else (b"(", *value, b")")), *words[end + 1 :])
        else:
            at += 1
    return words


def _opens(words: Words, at: int, names: Names) -> int:
    """The bracket of a cast whose name begins at a place; 0 for none."""
    whole = names.get(words[at], ()) if not at or words[at - 1] != b"." else ()
    ends = at + 1 if whole in _CAST else at + 3 if whole in _TYPING and words[at + 1 : at + 3] == (b".", b"cast") else 0
    return ends if ends and words[ends : ends + 1] == (b"(",) else 0


def _one(value: Sequence[bytes]) -> bool:
    """Whether it is one value without brackets round it: a name, a call, a field."""
    return not any(
        n and not _depth(value[:n]) and word not in _LINKS and value[n - 1] != b"." for n, word in enumerate(value)
    )


def _closing(words: Sequence[bytes], at: int) -> int:
    return next((n for n in range(at + 1, len(words)) if _depth(words[at : n + 1]) == 0), 0)


def _depth(words: Sequence[bytes]) -> int:
    return sum((word in OPENING) - (word in CLOSING) for word in words)
