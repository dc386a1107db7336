"""Of a function that is new: parts of its sentence that what stands behind it tells as well, and more fully."""

from __future__ import annotations

from typing import Final

from ...model.pattern import regex

_ENDS: Final = regex(r"(?:Return|Raise)s `[^`]{1,200}`")  # alone: what the end says again, and more fully
_CALLS: Final = regex(r"Calls `([^`]{1,200})`")
_ANSWER: Final = regex(r"Returns `(?:-?\d{1,20}|[Tt]rue|[Ff]alse)`")


def is_the_end(said: str, end: str) -> bool:
    """Whether a sentence tells only in which way the function ends."""
    return bool(_ENDS.fullmatch(said)) and end.startswith(said[:1].lower() + said[1:].partition("`")[0])


def without_the_end(said: str, end: str) -> str:
    """`Returns `f(x)`; returns `None` where …` before an end that says what `f(x)` it is: of both the ways before."""
    first, _, rest = said.partition("; ")
    again = _ENDS.fullmatch(first) is not None and f"{end},".startswith(f"{first[:1].lower()}{first[1:]},")
    return f"{rest[:1].upper()}{rest[1:]}" if again and rest else said


def is_called_there(said: str, does: str) -> bool:
    """Whether a sentence tells only a call of what the function is said to do behind it."""
    called = _CALLS.fullmatch(said)
    return bool(called and f"= {called[1]}`" in does)


def ends_it(said: str, end: str) -> bool:
    """Whether a sentence tells only what answer the function ends with: what it asks is told first."""
    return bool(_ANSWER.fullmatch(said)) and f"{said[:1].lower()}{said[1:]}" == end
