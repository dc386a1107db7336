"""What macros and attributes with brackets of their own say in a head ahead of a function's name: `void __FORMAT(2, 3) fail(…)`.

The first bracket of such a head is not the parameters'."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .outside import CLOSING, OPENING
from .quoting import joined, q

_OF_THE_LANGUAGE = frozenset(
    (b"decltype", b"explicit", b"noexcept", b"requires", b"operator", b"__typeof__", b"typeof")
)


def unmarked(words: Sequence[bytes], name: str) -> tuple[tuple[bytes, ...], list[str]]:
    """The head without such marks, and them; all of it where its name is not found as one word behind them."""
    kept, marks, at = list[bytes](), list[str](), 0
    while at < len(words):
        following = words[at + 1 : at + 2]
        if words[at] == name.encode() and following == (b"(",):
            return (*kept, *words[at:]), marks
        if following == (b"(",) and words[at][:1].isalpha() | (words[at][:1] == b"_"):
            if words[at] in _OF_THE_LANGUAGE:
                break
            end = _closed(words, at + 1)
            marks.append(joined(words[at:end]))
            at = end
            continue
        kept.append(words[at])
        at += 1
    return tuple(words), []


def marked(was: Sequence[str], now: Sequence[str]) -> Iterator[str]:
    """What has come to stand there, and gone."""
    came, gone = ([each for each in mine if each not in others] for mine, others in ((now, was), (was, now)))
    if came:
        yield f"now has {_all(came)} in its head" + (f", no longer {_all(gone)}" if gone else "")
    elif gone:
        yield f"no longer has {_all(gone)} in its head"


def _all(told: Sequence[str]) -> str:
    return " and ".join(map(q, told))


def _closed(words: Sequence[bytes], begin: int) -> int:
    """Behind the bracket that closes the one there."""
    depth = 0
    for at in range(begin, len(words)):
        depth += (words[at] in OPENING) - (words[at] in CLOSING)
        if not depth:
            return at + 1
    return len(words)
