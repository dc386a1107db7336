"""Python: a name that is set again and again in a row, each time to what is made of what it was: each value has a name of its own.

rows = find(a)               one = find(a)
rows = rows.sorted()    →    two = one.sorted()
rows = rows.first(n)         rows = two.first(n)
return rows.all()            return rows.all()

So it is where nothing but the step right behind reads the name, and steps near the last of them what that gave.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import Final

SIGN: Final = b"then__"  # begins the name of a value that only the next step knows
_MOST: Final = 7  # steps that speak of one name
Words = tuple[bytes, ...]


def told_apart(words: Sequence[Words], left: Sequence[int], changed: Container[int]) -> dict[int, Words]:
    """The words of such steps. left: the step before each, under the same."""
    setting: dict[bytes, list[int]] = {}
    for at, own in enumerate(words):
        if own[1:2] == (b"=",) and at in changed:
            setting.setdefault(own[0], []).append(at)
    rows = {name: those for name, those in setting.items() if 1 < len(those) <= _MOST}
    if rows and any(word.startswith(SIGN) for own in words for word in own):
        return {}
    often: dict[bytes, list[int]] = {}
    for at, own in enumerate(words):
        for name in rows.keys() & {*own}:
            often.setdefault(name, []).append(at)
    found: dict[int, Words] = {}
    for name, those in rows.items():
        besides = [at for at in often[name] if at not in those]
        if _in_a_row(words, left, name, those) and all(those[-1] in _before(left, at) for at in besides):
            for n, at in enumerate(those):
                was, now = (SIGN + b"%b%d" % (name, each) for each in (n - 1, n))
                value = [was if word == name and n else word for word in found.get(at, words[at])[1:]]
                found[at] = (now if at != those[-1] else name, *value)
    return found


def _before(left: Sequence[int], at: int) -> Iterator[int]:
    """The last steps before it."""
    for _ in range(_MOST):
        at = left[at] if at >= 0 else -1
        yield at


def _in_a_row(words: Sequence[Words], left: Sequence[int], name: bytes, those: Sequence[int]) -> bool:
    """Whether each reads once what the one before set, and the first nothing."""
    return all(
        words[at].count(name) == 1 + (n > 0) and (not n or (left[at] == those[n - 1] and _reads(words[at], name)))
        for n, at in enumerate(those)
    )


def _reads(words: Words, name: bytes) -> bool:
    """No field of its name, and nothing that is given by it."""
    at = words.index(name, 1)
    return words[at - 1] != b"." and words[at + 1 : at + 2] != (b"=",)
