"""Words that are names, and the functions of Python by which any name may be read or bound."""

from __future__ import annotations

from typing import Final

ANY_NAME: Final = frozenset((b"locals", b"globals", b"vars", b"exec", b"eval"))


def is_name(word: bytes) -> bool:
    return word.replace(b"_", b"a").isalnum() and not word[:1].isdigit()


def begins_as_name(word: bytes) -> bool:
    """`x`, and `L"x"` as well."""
    return word[:1].isalpha() or word[:1] == b"_"
