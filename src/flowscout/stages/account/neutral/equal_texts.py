r"""Python: texts, bytes and powers that are spelt otherwise and are the same: `"\d"` and `r"\d"`, `b"\x61"` and `b"a"`, `bytes.fromhex("61")`, `10**3` and
`1000`.

Only what is certain: an escape that is none of the plain ones is left as it is written, and so is a text with a part that is filled in. A sign
behind a backslash that is no escape keeps its backslash.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ....model.pattern import regex

_ESCAPE: Final = regex(rb"""\\(?:x([0-9a-fA-F]{2})|([ntr\\'"]|0(?![0-7]))|[^\sabfnrtvxuUN0-7\\'"\x80-\xff])""")
_PLAIN: Final = {
    b"n": b"\n",
    b"t": b"\t",
    b"r": b"\r",
    b"0": b"\0",
    b"\\": b"\\",
    b"'": b"'",
    b'"': b'"',
}
_HEX: Final = regex(rb"^[0-9a-fA-F]*+$")
_FROMHEX: Final = (b"bytes", b".", b"fromhex", b"(")
_BINDS: Final = frozenset((b".", b"**", b"(", b"["))
_DIGITS: Final = 20  # of a base
_POWER: Final = 999  # the largest exponent
_PREFIXES: Final = regex(rb"(?i)\A(?:[bfrtu]|[bfrtu][bfrtu])\Z")
_TRIPLE: Final = (b'"""', b"'''")
_LONGEST: Final = 4_000  # signs of a text, digits of a number (`int` refuses to write more than 4,300)


def in_one_spelling(words: Sequence[bytes]) -> Iterator[bytes]:
    at = 0
    while at < len(words):
        end, value = _text(words, at) or _from_hex(words, at) or _power(words, at) or (at + 1, words[at])
        yield value
        at = end


def _text(words: Sequence[bytes], at: int) -> tuple[int, bytes] | None:
    """A text or bytes by its value: a text without what a quote or an escape is written for stays a text."""
    if at and _PREFIXES.match(words[at - 1]):
        return None  # what stands before it was left as it is
    letters = words[at].lower() if _PREFIXES.match(words[at]) else b""
    word = words[at + bool(letters)] if at + bool(letters) < len(words) else b""
    if not _is_text(word) or not {*letters} <= {*b"br"}:
        return None
    inner = _within(word)
    held = inner if b"r" in letters else _unescaped(inner, b"b" in letters)
    return (at + 1 + bool(letters), _known(held) if b"b" in letters else _shown(held)) if held is not None else None


def _from_hex(words: Sequence[bytes], at: int) -> tuple[int, bytes] | None:
    before = words[at - 1] if at else b""
    text = words[at + 4 : at + 5]
    if tuple(words[at : at + 4]) == _FROMHEX and before != b"." and text and _is_text(text[0]):
        digits = text[0][1:-1]
        plain = len(digits) % 2 == 0 and _HEX.match(digits) and words[at + 5 : at + 6] == (b")",)
        return (at + 6, _known(bytes.fromhex(digits.decode()))) if plain else None
    return None


def _is_text(word: bytes) -> bool:
    return len(word) > 1 and word[:1] in (b'"', b"'") and len(word) <= _LONGEST


def _within(word: bytes) -> bytes:
    wide = 3 if word[:3] in _TRIPLE and len(word) >= 2 * 3 else 1
    return word[wide:-wide]


def _unescaped(text: bytes, all_bytes: bool) -> bytes | None:
    """None where an escape is none of the plain ones; of a text one that is not of ASCII is none."""
    out, at = bytearray(), 0
    for found in _ESCAPE.finditer(text):
        between = text[at : found.start()]
        if b"\\" in between or (found[1] and found[1] > b"7f" and not all_bytes):
            return None
        out += between + (bytes.fromhex(found[1].decode()) if found[1] else _PLAIN.get(found[2], found[0]))
        at = found.end()
    return None if b"\\" in text[at:] else bytes(out) + text[at:]


def _shown(value: bytes) -> bytes:
    odd = any(sign in value for sign in (b"'", b'"', b"\\", b"\n"))
    return b"s'" + value.hex().encode() + b"'" if odd else b'"' + value + b'"'


def _known(value: bytes) -> bytes:
    return b"b'" + value.hex().encode() + b"'"


def _power(words: Sequence[bytes], at: int) -> tuple[int, bytes] | None:
    """`10**3`, which nothing beside it binds to."""
    base, exponent = words[at], words[at + 2 : at + 3]
    if words[at + 1 : at + 2] != (b"**",) or not base.isdigit() or not exponent or not exponent[0].isdigit():
        return None
    free = (not at or words[at - 1] not in (b"**", b".")) and _BINDS.isdisjoint(words[at + 3 : at + 4])
    power = int(exponent[0]) if len(exponent[0]) <= len(str(_POWER)) else _POWER + 1
    small = power <= _POWER and len(base) <= _DIGITS and len(base) * power <= _LONGEST and not base.startswith(b"0")
    return (at + 3, b"%d" % int(base) ** power) if free and small else None
