"""C++: `API_NAMESPACE(v2) { using v1::object; }`: a macro that opens a namespace."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

_WORDS: Final = len("N(a)")
_DECLARING: Final = frozenset(
    (b"using", b"template", b"namespace", b"typedef", b"class", b"struct", b"enum", b"inline", b"static")
)


def opens_by_macro(words: Sequence[bytes], behind: bytes = b"using") -> bool:
    """Whether such a head stands before a brace, and a declaration behind that."""
    head = len(words) == _WORDS and (words[1], words[3]) == (b"(", b")") and words[0] == words[0].upper()
    return head and words[0][:1].isalpha() and words[2][:1].isalpha() and behind in _DECLARING
