"""What macros and attributes with brackets of their own say in a head ahead of a function's name: `void __FORMAT(2, 3) fail(…)`.

The first bracket of such a head is not the parameters'."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....model.alignment import opcodes
from ....words.series import series
from .brackets import closing
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
            end = closing(words, at + 1) + 1 or len(words)
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


def only_put_in(before: Sequence[bytes], after: Sequence[bytes]) -> str:
    """What the longer of two heads has more in several places, `ATTR(…)` where that stands round what both have; "" where they differ otherwise."""
    words, shorter = (after, before) if len(after) > len(before) else (before, after)
    found = [(i, j, kind) for kind, i, j, m, n in opcodes(list(words), list(shorter)) if kind != "equal"]
    if any(kind != "delete" for _, _, kind in found):
        return ""
    runs = [words[i:j] for i, j, _ in found]
    round_it = [at for at, run in enumerate(runs) if tuple(run) == (b")",) and at and runs[at - 1][-1] == b"("]
    told = [
        f"{joined(run)}…)" if at + 1 in round_it else joined(run) for at, run in enumerate(runs) if at not in round_it
    ]
    named = all(any(word[:1].isalpha() or word[:1] == b"_" for word in run) for run in runs if run and run[0] != b")")
    return _all(told) if told and named else ""


def _all(told: Sequence[str]) -> str:
    return series([*map(q, told)])
