"""C and C++: a variable of a file, or a field, that is `static` or `const` now, or no longer, and else what it was."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .pieces import Piece

_WORDS: Final = frozenset((
    b"const", b"constexpr", b"constinit", b"static", b"extern", b"inline", b"volatile", b"mutable", b"thread_local",
    b"_Thread_local", b"register"))  # fmt: skip
_POINTS: Final = frozenset((b"*", b"&", b"&&", b"(", b"<"))  # what is `const` then is not the variable


def otherwise(one: Piece, other: Piece) -> str:
    """ "is now `static` and `const`, no longer `extern`"; "" where more differs, or less."""
    was, now = _head(one.words), _head(other.words)
    same = [[word for word in words if word not in _WORDS] for words in (one.words, other.words)]
    if same[0] != same[1] or sorted(was) == sorted(now) or _POINTS & {*now}:
        return ""
    came, gone = ([word for word in mine if word not in others] for mine, others in ((now, was), (was, now)))
    if len(came) + len(gone) != len({*came, *gone}) or not came + gone:
        return ""
    told = [f"is now {_quoted(came)}"] if came else []
    return ", ".join([*told, f"{'' if came else 'is '}no longer {_quoted(gone)}"] if gone else told)


def _head(words: Sequence[bytes]) -> Sequence[bytes]:
    """Before its value, or the rows of a table."""
    return words[: next((at for at, word in enumerate(words) if word in (b"=", b"{")), len(words))]


def _quoted(words: Sequence[bytes]) -> str:
    return " and ".join([f"`{word.decode()}`" for word in words])
