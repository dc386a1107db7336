"""C and C++: `T const &x` and `const T &x` have the same type, for a `const` binds to what stands before it, and to the type where nothing does.

Behind a star it is the pointer's own: `char *const p` is another type. A name in capitals may be a macro that ends with a star.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..pieces.plain_names import begins_as_name

RULE: Final = "types written otherwise"
_QUALIFIES: Final = frozenset((b"const", b"volatile"))
_OPENS, _CLOSES = b"<", (b">", b">>")


def same(one: Sequence[bytes], other: Sequence[bytes]) -> bool:
    """Whether the words differ in where a type has its `const` alone."""
    if _QUALIFIES.isdisjoint(one) or sorted(one) != sorted(other) or one[:1] == (b"#",):
        return False
    return _led(one) == _led(other)


def _led(words: Sequence[bytes]) -> list[bytes]:
    """With what qualifies a type before all of its words."""
    found: list[bytes] = []
    begins, opened = 0, list[int]()  # where the words of this type begin, and of those in whose `<…>` it stands
    for word in words:
        if word in _QUALIFIES and not _may_be_a_macro(found[begins:]):
            at = begins
            while at < len(found) and found[at] in _QUALIFIES and found[at] <= word:
                at += 1
            found.insert(at, word)
            continue
        found.append(word)
        if word == _OPENS:
            opened.append(begins)
            begins = len(found)
        elif word in _CLOSES and opened:
            for _ in word:
                begins = opened.pop() if opened else len(found)
        elif word != b"::" and not begins_as_name(word):
            begins = len(found)
            opened = opened if word in (b",", b"*", b"&", b"&&") else []
    return found


def _may_be_a_macro(words: Sequence[bytes]) -> bool:
    return any(begins_as_name(word) and len(word) > 1 and word.isupper() for word in words)
