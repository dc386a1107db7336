"""A choice among values in the words that there is room for.

set `x` to `1` where k is A, to `2` where k is B, else to `0`     set `x` to `1`, `2` or `0` by `k`
return `a` where p, `b` where q, else `c`                         return `a` where p, else `b` or `c`
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from ...model.pattern import regex

_LEAST: Final = 2  # conditions from which on there are others to be told
_FEW: Final = 3  # values that are told one after another
_SETS: Final = regex(r"set (`[^`]{1,60}`) to (`.{1,600})")
_NEXT: Final = regex(r",(?: else)? to (?=`)")
_WHERE: Final = regex(r"(`[^`]{1,100}`) where ([^`]{1,200})")
_SPAN: Final = regex(r"`[^`]{1,100}`")
_PATH: Final = regex(r"[^\W\d][\w.>-]{0,60}")


def told(verb: str, word: str, values: Sequence[str], asked: Sequence[str], longest: int, whole: bool = False) -> str:
    """All of it, else the first with what they hang on; "" where there is no room for that. verb: with what is set. word: that
    stands before a value. asked: in words, "" where they take too many; values: one more."""
    known = next((at for at, each in enumerate(asked) if not each), len(asked))
    if any(" where " in value or ", else " in value for value in values):
        return ""
    if whole and known < len(asked):
        return ""
    for most in range(known, 0, -1):
        rest = list(dict.fromkeys(values[most:]))
        if len(rest) > 1 and (word or len(rest) > _FEW or whole or not set(rest).isdisjoint(values[:most])):
            break
        choice = dict.fromkeys(
            f"{word}{value} where {test}" for value, test in zip(values[:most], asked[:most], strict=True)
        )
        phrase = f"{verb} {', '.join([*choice, f'else {word}{_either(rest)}'])}"
        if len(phrase) <= longest + len(word) + 1:
            return phrase
        if word and (short := by_subject(phrase)) and len(short) <= longest:
            return short
    return ""


@lru_cache(maxsize=1024)
def by_subject(phrase: str) -> str:
    """Of what is set by several conditions the values, and what all the conditions look at; "" for any other phrase."""
    found = _SETS.fullmatch(phrase)
    *rungs, last = _NEXT.split(found[2]) if found else [""]
    parts = [_WHERE.fullmatch(rung) for rung in rungs]
    if not found or len(parts) < _LEAST or not all(parts) or not _SPAN.fullmatch(last):
        return ""
    values = list(dict.fromkeys([*(part[1] for part in parts if part), last]))
    subjects = {part[2].split(" ")[0] for part in parts if part}
    by = f" by `{subject}`" if len(subjects) == 1 and _PATH.fullmatch(subject := subjects.pop()) else ""
    return f"set {found[1]} to {_either(values)}{by}"


def _either(values: Sequence[str]) -> str:
    told_ = values if len(values) <= _FEW else [*values[: _FEW - 1], f"{len(values) - _FEW + 1} more"]
    return f"{', '.join(told_[:-1])} or {told_[-1]}" if len(told_) > 1 else told_[0]
