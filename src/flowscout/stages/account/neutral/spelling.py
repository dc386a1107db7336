"""Words in one spelling, where a language has several for the same: quotes, the letters before a text, commas before a closing bracket."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from keyword import kwlist
from typing import Final

from ..pieces.literals import as_one
from ..pieces.outside import CLOSING, OPENING

_BOTH: Final = frozenset((b"fr", b"rf", b"br", b"rb"))  # before a text, in either order
_KEYWORDS: Final = frozenset((*(word.encode() for word in kwlist), b"match", b"case"))  # which nothing calls


def plain(words: Sequence[bytes], quotes: bool) -> Iterator[bytes]:
    """Without a comma before a closing bracket that changes nothing; strings in one kind of quotes, `fr"…"` as `rf"…"`."""
    bare = list(without_last_commas(words if quotes else [*as_one(words)], quotes))
    for word, behind in zip(bare, [*bare[1:], b""], strict=False):
        before_a_text = quotes and len(word) == 2 and word.lower() in _BOTH and behind[:1] in (b"'", b'"')
        yield bytes(sorted(word.lower())) if before_a_text else quoted(word) if quotes else word


def without_last_commas(words: Sequence[bytes], python: bool) -> Iterator[bytes]:
    stack: list[list[int]] = []  # of each open bracket, whether it is a call's or an index's, and its commas
    for at, word in enumerate(words):
        if word in OPENING:
            stack.append([_called(words[at - 1] if at else b""), 0])
        elif word in CLOSING and stack:
            stack.pop()
        elif word == b"," and stack:
            if at + 1 < len(words) and words[at + 1] in CLOSING and _needless(words[at + 1], python, *stack[-1]):
                continue
            stack[-1][1] += 1
        yield word


def _called(before: bytes) -> bool:
    """Or indexed: `f(`, `a[`, and not `return (`."""
    return (before[-1:].isalnum() or before[-1:] in (b"_", b")", b"]")) and before not in _KEYWORDS


def _needless(closing: bytes, python: bool, called: int, commas: int) -> bool:
    if not python:
        return closing == b"}"
    return bool(commas) or (closing == b")" and bool(called)) or (closing != b")" and not called)


def quoted(word: bytes) -> bytes:
    """`"a"` and `'a'` are one string, whatever is escaped in it; where it holds a quote, it is left alone."""
    for quote in (b'"""', b"'''", b'"', b"'"):
        if word.startswith(quote) and len(word) >= 2 * len(quote) and word.endswith(quote):
            inner = word[len(quote) : -len(quote)]
            return word if any(sign in inner for sign in (b"'", b'"')) else b'"' + inner + b'"'
    return word
