"""A function that gives one of two values, and does little else: when it gives the rarer one.

if (!a) return false; if (n > b) return false; return true;     returns `false` where a is not set or n is more than b, else `true`
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...model.pattern import regex
from ...words.names import lower
from ...words.phrases import bare, shortened, third
from ...words.whole_clauses import LONGEST
from .clauses import DOES, GIVES, LEAVES, Clause
from .reader import FunctionReader
from .telling import AMONG, EARLY
from .ways_out import WayOut

_EITHER: Final = regex(r"return (.{1,60}) if .{1,200}, else (.{1,60})")
_RETURNS: Final = "return "
_AFTER: Final = ("where ", "for some ", "on ")
_CHECKS: Final = frozenset(["check", "validate", "verify", "ensure", "assert", "require", "expect"])
_BOTH: Final = 2
_MOST: Final = 3
_FEW: Final = 3  # values that are told one after another
_FIRST: Final = regex(r"\bthe first [^\W\d]\w* in ")


def only_checks(done: Clause) -> bool:
    """By its name it only looks whether all is well: `check_type(other)`."""
    said = done.phrase.partition("(")[0].removeprefix("call `").rpartition(".")[2]
    return not _CHECKS.isdisjoint(lower(said) if done.phrase.startswith("call ") else done.phrase.split()[:1])


def judged(clauses: Sequence[Clause], exits: Sequence[WayOut], does: Sequence[Clause]) -> str:
    """One sentence, "" where it gives something else, or nobody knows when. does: what must be told too, where there is any."""
    value = next((each for each in reversed(clauses) if each.kind == GIVES), None)
    if value is None or value.after or value.may or not value.phrase.startswith("return `"):
        return ""
    kept, values = value.phrase.removeprefix(_RETURNS).strip("`"), values_given(exits)
    if len(values) != _BOTH or kept not in values:
        return ""
    rare = next(each for each in values if each != kept)
    left = [each for each in clauses if each.kind == LEAVES and each.phrase == f"return `{rare}`" and each.after]
    known = {
        each.after: each for each in left if not each.may and each.after.startswith(_AFTER) and AMONG not in each.after
    }
    told = {way for each in known.values() for way in each.ways}
    every = all(each.at in told for each in exits if each.phrase != value.phrase)
    top = does[0] if does else None
    if top is not None and (top.may or top.after or top.other or top.also or len(does) > 1):
        return ""
    if top is not None and any(each.passes(top.at) and each.at not in told for each in exits):
        return ""  # it is not always done
    for head in (top.phrase, shortened(top.phrase)) if top is not None else ("",):
        asked = [_of_that(each, top.phrase) if top is not None else each for each in known]
        for most in range(len(known), 0, -1):
            whole = _worded(head, rare, asked[:most], kept, every and most == len(known))
            if len(whole) <= LONGEST:
                return whole
    return ""


def _of_that(after: str, done: str) -> str:
    """A condition that asks what a call gave that was just told."""
    call = done.removeprefix("call `").rstrip("`")
    said = next((each for each in (call, f"{bare(call)}(…)") if after.startswith(f"where {each} ")), "")
    return f"where that {after.removeprefix(f'where {said} ')}" if said and done.startswith("call `") else after


def spread(exits: Sequence[WayOut], asked: Sequence[str]) -> str:
    """Of many values the first, and what it hangs on which is given; "" where something else is given, or there is no room."""
    values = list(dict.fromkeys(map(_said, values_given(exits))))
    for few in range(min(_MOST, len(asked)), 0, -1):
        for most in range(min(_MOST, len(values)), 0, -1):
            for named in (most + 1, most) if len(values) == most + 1 else (most,):  # a name may be as short as "1 more"
                told = f"Returns {some(values, named, 'or')}, by {some(asked, few, 'and')}."
                if len(told) <= LONGEST and len(values) > 1 and (most > 1 or len(values) > _MOST):
                    return told
    return ""


def _said(value: str) -> str:
    return value if value.startswith("whether ") else shortened(f"return `{value}`").removeprefix(_RETURNS)


def some(parts: Sequence[str], most: int, word: str) -> str:
    more = len(parts) - most
    told = [*parts[:most], *([f"{more} more"] if more > 0 else [])]
    return f" {word} ".join([part for part in (", ".join(told[:-1]), told[-1]) if part])


def _worded(done: str, rare: str, asked: Sequence[str], kept: str, every: bool) -> str:
    first, *others = asked
    same = first.partition(" ")[0]
    listed = " or ".join([first, *(each.removeprefix(f"{same} ") if same == "where" else each for each in others)])
    told = f"{f'{third(done)}; ' if done else ''}returns `{rare}` {listed}{'' if every else AMONG}; else `{kept}`."
    return f"{told[:1].upper()}{told[1:]}"


def values_given(exits: Sequence[WayOut]) -> list[str]:
    """As code, each once; none where one way out is no value."""
    found: list[str] = []
    for each in exits:
        either = _EITHER.fullmatch(each.phrase)
        if not each.phrase.startswith(_RETURNS) or each.phrase == EARLY:
            return []
        found += [either[1], either[2]] if either else [each.phrase.removeprefix(_RETURNS).strip("`")]
    return list(dict.fromkeys(found))


def decided(clauses: Sequence[Clause], exits: Sequence[WayOut], reader: FunctionReader) -> str:
    """Of what only gives one of a few values, and for no reason that few words could tell: by what it is decided which."""
    values = list(dict.fromkeys(each.phrase.removeprefix("return ") for each in exits))
    plain = all(each.phrase.startswith("return `") for each in exits)
    sought = any(each.kind == GIVES and _FIRST.search(each.phrase) for each in clauses)
    done = any(each.kind == DOES and each.weight > 1 for each in clauses)
    if done or sought or not plain or not 1 < len(values) <= _FEW:
        return ""
    if all(each.after for each in clauses if each.kind == LEAVES):
        return ""
    if not (asked := reader.asked()):
        return ""
    ways = [f"Returns {some(values, _FEW, 'or')}, by {some(asked, most, 'and')}." for most in range(_MOST, 0, -1)]
    return next((told for told in ways if len(told) <= LONGEST), "")
