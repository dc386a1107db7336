"""What gives way to what around something that stays: `items(a.b)` and `a.b.items()` are `items(…)` and `….items()`, whatever `a.b` is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...model.pattern import regex

_WORD: Final = regex(r"""\w+|"[^"\n]{0,200}"|'[^'\n]{0,200}'|\s+|[^\s\w]""")
_NAME: Final = regex(r"[A-Za-z_]\w\w")
_MOST: Final = 80  # words of either side
_LEAST: Final = 3  # signs of what stays


def around(was: str, now: str) -> tuple[str, str]:
    """Both as they are, where nothing stays in between, or too little else."""
    words = [_WORD.findall(each) for each in (was, now)]
    if max(map(len, words)) > _MOST:
        return was, now
    first, second, many = _longest(*words)
    same = "".join(words[0][first : first + many])
    parts = [[*side[:at], "…", *side[at + many :]] for side, at in zip(words, (first, second), strict=True)]
    told = ["".join(part) for part in parts]
    whole = all(closed(each) and _NAME.search(each) for each in told) and closed(same)
    return (told[0], told[1]) if len(same) >= _LEAST and _NAME.search(same) and whole else (was, now)


def _longest(one: Sequence[str], other: Sequence[str]) -> tuple[int, int, int]:
    """Where the run of words begins that both have and that has the most signs, and how many words it is."""
    best, most = (0, 0, 0), 0
    runs: dict[int, tuple[int, int]] = {}
    for at, word in enumerate(one):
        runs = {
            place: (runs.get(place - 1, (0, 0))[0] + 1, runs.get(place - 1, (0, 0))[1] + len(word))
            for place, each in enumerate(other)
            if each == word
        }
        for place, (many, signs) in runs.items():
            if signs > most:
                best, most = (at - many + 1, place - many + 1, many), signs
    return best


def closed(text: str) -> bool:
    """Whether every bracket is closed."""
    depth = 0
    for sign in text:
        depth += (sign in "([{") - (sign in ")]}")
        if depth < 0:
            return False
    return not depth
