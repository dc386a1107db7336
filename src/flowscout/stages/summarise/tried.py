"""A function that only tries something, and says whether that went well.

try: os.stat(path); return True; except OSError: return False       returns whether `os.stat(path)` raises no OSError
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...model.facts import FunctionFacts
from ...words.phrases import shortened, third
from ...words.whole_clauses import LONGEST
from .clauses import DOES, GIVES, LEAVES, Clause

_TRUTHS: Final = {"return `True`": True, "return `False`": False, "return `true`": True, "return `false`": False}
_ON: Final = "on "
_MOST: Final = 2
_TALK: Final = 1


def tried(clauses: Sequence[Clause], facts: FunctionFacts) -> str:
    """One sentence; "" of any other function."""
    gives = [each for each in clauses if each.kind == GIVES]
    leaves = [each for each in clauses if each.kind == LEAVES]
    does = [each for each in clauses if each.kind == DOES and each.weight > _TALK]
    if len(gives) != 1 or len(leaves) != 1 or not 0 < len(does) <= _MOST:
        return ""
    value, left = _TRUTHS.get(gives[0].phrase), _TRUTHS.get(leaves[0].phrase)
    plain = all(each.phrase.startswith("call `") and not (each.may or each.after or each.other) for each in does)
    if value is None or left is None or value == left or not plain or gives[0].after:
        return ""
    if leaves[0].may or not leaves[0].after.startswith(_ON) or not _within(does[-1].at, facts):
        return ""
    on = leaves[0].after.removeprefix(_ON)
    for phrases in ([each.phrase for each in does], [shortened(each.phrase) for each in does]):
        calls = [each.removeprefix("call ") for each in phrases]
        if len(does) == 1 or not _within(does[0].at, facts):
            before = f"{third(phrases[0])}; returns" if len(does) > 1 else "Returns"
            told = f"{before} whether {calls[-1]} raises {'no ' if value else ''}{on}."
        else:
            told = f"Returns whether {' and '.join(calls)} raise no {on}." if value else ""
        if 0 < len(told) <= LONGEST:
            return told[:1].upper() + told[1:]
    return ""


def _within(at: int, facts: FunctionFacts) -> bool:
    return any(each.start <= at < each.end for each in facts.shields)
