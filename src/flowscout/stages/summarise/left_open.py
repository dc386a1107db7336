"""A sentence that ends in saying only that there are other ways out, and not when: `; may return early`, `; may fail`.

Calls `save(rows)`, sends `rows`; may return early.         Calls `save(rows)`, sends `rows`.

The end says nothing to who reads what a function does by its main way; what fails is listed apart. It stays where what is told
would read as all there is: a value that is not the only one, a constant that comes of it, a choice of values to its last one,
or what is done in any case beside what may be done in its place.
"""

from __future__ import annotations

from typing import Final

from ...model.pattern import regex

_OPEN: Final = regex(r"; may (?:return early|end early|fail)\.$")
_ONLY_FAILS, _ANOTHER = "; may fail.", "; may return early."
_CLOSES: Final = regex(
    r"(?:^|; )(?:otherwise|else|[Rr]eturns [^;]{0,200} else|[Rr]eturns `(?:-?\d{1,12}|[A-Z][A-Z\d_:]{1,80}|[Tt]rue|[Ff]alse|None|null|\"\")`(?:;|$)) ?"
)
_VALUE: Final = regex(
    r"(?:^|; )[Rr]eturns (?!`[a-z]\w{0,60}`(?:;|$))(?![^;]{0,200} (?:where|on|for) )"
)  # but no mere name
_DEED: Final = regex(
    r"(?:^|; )(?![Rr]eturns |[Mm]ay |(?:[Rr]e-)?[Rr]aises |[Tt]hrows |[Ee]xits )|(?:^|, )[Mm]ay (?!return |raise |throw |end |exit )"
)

_INSTEAD: Final = regex(
    r"(?:^|, )[Mm]ay call [^;]{1,300}, (?:calls|sets|adds|writes) "
)  # it may have returned with that, and not come to the rest


def without_open_end(said: str) -> str:
    """As it is, where it has no such end, or needs it."""
    found = _OPEN.search(said)
    if found is None:
        return said
    rest = said[: found.start()]
    if _CLOSES.search(rest) or _INSTEAD.search(rest) or (found[0] == _ANOTHER and _VALUE.search(rest)):
        return said
    return f"{rest}." if _DEED.search(rest) or found[0] == _ONLY_FAILS else said
