"""Calls that a condition makes one after another and leaves at the first that fails: they are what is done, whatever they are called.

if (!skip_head(&at) || !read_number(&at, &row->n) || !read_number(&at, &row->e))  return NULL;
if ((r = put_u8(m, READ)) != 0 || (r = put_u32(m, id)) != 0)                      goto out;
if (!decode(file, &row->rest))                                                   one that fills a field by its address
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...model.facts import Call
from ...model.language import Language
from ...model.pattern import regex
from ...model.syntax import Range
from ...words import verbs
from .callee import asks, converts, pure
from .effects import words_of
from .own import Own

_BEFORE: Final = regex(r"\s*+[(\s]*+(?:!\s*+[(\s]*+)?(?:[\w.>\[\]-]{1,60}\s?=\s?)?")
_FAILED: Final = regex(r"(?:<|!=|==)\s?-?\s?(?:[01]|false|[A-Z_]{0,40}(?:OK|SUCCESS|FALSE|FAIL\w{0,20}))")
_IS: Final = regex(r"(?:^|_)is[a-z]{2,20}(?:_|$)")  # `fe_iszero(x)`, `isalpha(c)`
_FIELD: Final = regex(r"&\s?\w{1,60}->")
_GIVING: Final = frozenset((word,) for word in verbs.PURE | verbs.GIVES)
_NUMBER: Final = regex(r"\s?(?:[<>]=?|[!=]=) ?-?[01]")
_TWO: Final = 2


def in_turn(test: Range, own: Own) -> list[Call]:
    """Nothing where fewer than two are made, unless that one fills something."""
    raw = own.raw(*test)
    if not own.language.spelling.casts or "&&" in raw:
        return [] if own.language.spelling.casts else _status(test, own)
    calls = own.calls(*test)
    parts = [(test.start + first, test.start + end) for first, end in _operands(raw)]
    tried = [call for place in parts if (call := _tried(place, calls, own))]
    if len(tried) >= _TWO and 2 * len(tried) >= len(parts):
        return tried
    return [each for each in tried if len(parts) == 1 and each.argc > 1 and _fills(each, own)]


def _status(test: Range, own: Own) -> list[Call]:
    """Where exceptions say that something has failed, a number that does comes of a library in C: `pcap_compile(p, x) >= 0`."""
    call = next(iter(own.calls(*test)), None)
    if (
        call is None
        or call.start != test.start
        or call.argc < _TWO
        or not _NUMBER.fullmatch(own.text(call.end, test.end))
    ):
        return []
    return [call] if _acts(call, own.language, negated=True) and not call.receiver else []


def _operands(raw: str) -> list[tuple[int, int]]:
    """Between the `||` that stand in no parentheses but those around all."""
    found, depth, first, least = [], 0, 0, 1 if raw.lstrip().startswith("(") and raw.rstrip().endswith(")") else 0
    for at, letter in enumerate(raw):
        depth += (letter in "([") - (letter in ")]")
        if letter == "|" and depth <= least and raw[at : at + 2] == "||":
            found.append((first, at))
            first = at + 2
    return [*found, (first, len(raw))]


def _tried(place: tuple[int, int], calls: Sequence[Call], own: Own) -> Call | None:
    """The call that an operand is, which asks only whether it has failed."""
    start, end = place
    call = next((each for each in calls if start <= each.start < end), None)
    if call is None or call.end > end or not call.argc:
        return None
    before, behind = own.raw(start, call.start), own.raw(call.end, end)
    negated = "!" in before
    compared = behind.strip(") \t\n\r")
    asked = _BEFORE.fullmatch(before) and (not compared if negated else _FAILED.fullmatch(compared))
    return call if asked and _acts(call, own.language, negated) else None


def _acts(call: Call, language: Language, negated: bool) -> bool:
    """negated: nothing but its answer is looked at."""
    looks = call.name.lower().endswith(("cmp", "eq", "equal")) or _IS.search(call.name) is not None
    looks = looks or (negated and words_of(call.name)[:1] in _GIVING)
    return not (looks or asks(call) or pure(call, language) or converts(call, language) or call.name.isupper())


def _fills(call: Call, own: Own) -> bool:
    """It is given the address of what is no local of its own."""
    return any(_FIELD.match(own.text(*place)) for place in call.args)
