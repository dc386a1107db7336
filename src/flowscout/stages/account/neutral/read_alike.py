"""Python: a statement, the head of one or a row of a table that Python reads as the same: `"%s" % (a)` and `"%s" % a`, `.5` and `0.5`,
`class A():` and `class A:`, a text over two lines and one with `\\n` in it.

What Python 3 does not read is left alone. `u"a"` and `"a"` are told apart, for Python 2 does."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator, Sequence
from typing import Final

from ....model.pattern import regex

RULE: Final = "equal statements spelt otherwise"
_ROWS: Final = frozenset(("Row", "Item"))
_PREFIX: Final = regex(rb"(?i)\A[bfrtu]{1,2}\Z")
_TEXT: Final = (b'"', b"'")
_BEFORE: Final = {b"elif": "if 0: pass\n", b"else": "if 0: pass\n", b"except": "try: pass\n", b"finally": "try: pass\n"}
_LONGEST: Final = 4_000  # words of a piece


def same(kind: str, one: Sequence[bytes], other: Sequence[bytes]) -> bool:
    if not one or not other or max(len(one), len(other)) > _LONGEST:
        return False
    return any(
        was is not None and was == now for was, now in zip(_readings(kind, one), _readings(kind, other), strict=False)
    )


def _readings(kind: str, words: Sequence[bytes]) -> Iterator[str | None]:
    """As a whole, as a head, as what a list, a table or a call holds; in the same order for both."""
    text = "".join(_spelt(words))
    if kind in _ROWS:
        yield from (_read(f"{opens}{text}{closes}") for opens, closes in (("[", "]"), ("{", "}"), ("f(", ")")))
        return
    before = _BEFORE.get(words[0], "")
    yield _read(f"{text}\ndef f(): pass" if words[0] == b"@" else text)
    yield _read(f"{before}{text} pass")
    yield _read(f"{before}{text}: pass")


def _spelt(words: Sequence[bytes]) -> Iterator[str]:
    for at, word in enumerate(words):
        behind = words[at + 1][:1] if at + 1 < len(words) else b""
        in_a_number = (word == b"." and behind.isdigit()) or (behind == b"." and word[:1].isdigit())
        joins = in_a_number or (behind in _TEXT and bool(_PREFIX.match(word)))
        yield word.decode("utf-8", "surrogateescape") + ("" if joins else " ")


def _read(text: str) -> str | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.dump(ast.parse(text))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
