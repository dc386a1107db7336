"""What is said of a function, in clauses: what it does, what it gives, how it is left before.

    Clause(DOES, "call `save(r)`", after="for each r in rows")      calls `save(r)` for each r in rows
    Clause(LEAVES, "return `-1`", after="where n is 0")             returns `-1` where n is 0
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...model.record import NamedTuple

DOES, GIVES, LEAVES = "does", "gives", "leaves"
_LONGEST_AFTER: Final = 100


class Clause(NamedTuple):
    """phrase: an order (`set x to 1`, "return `x`"). after: what it hangs on. may: it need not be done. at: where it stands.
    way: of GIVES and LEAVES, where the exits stand that it tells."""

    kind: str
    phrase: str
    weight: int
    after: str = ""
    may: bool = False
    at: int = 0
    ways: tuple[int, ...] = ()


class Way(NamedTuple):
    """Clauses in order. ends: control does not go on behind it."""

    clauses: tuple[Clause, ...]
    ends: bool = False


def heaviest(clauses: Sequence[Clause]) -> Clause | None:
    """What weighs most of what is done."""
    done = [each for each in clauses if each.kind == DOES and each.phrase and each.weight > 1]
    return max(done, key=lambda each: (each.weight, not each.may), default=None)


def maybe(clause: Clause) -> Clause:
    return clause._replace(may=True, weight=max(2, clause.weight - 1))


def where(clause: Clause, condition: str) -> Clause:
    """It is done where a condition holds."""
    if not condition or "where " in clause.after or " if " in clause.after:
        return maybe(clause)
    return hung(clause, f"where {condition}")._replace(weight=max(2, clause.weight - 1))


def hung(clause: Clause, on: str) -> Clause:
    """A loop stands before the condition in it, so that this cannot be read as the loop's."""
    inner = clause.after.startswith("where ") and not on.startswith("where ")
    if inner:
        after = f"{on} {clause.after if on.startswith('for ') else clause.after.replace('where ', 'if ', 1)}"
    else:
        after = clause.after if clause.after == on else f"{clause.after} {on}".strip()
    return clause._replace(after=after) if len(after) <= _LONGEST_AFTER else maybe(clause)._replace(after="")


def behind(clause: Clause, error: str) -> Clause:
    """What stands behind a `try` that never comes to its end itself is done where that has failed."""
    if clause.kind == DOES:
        return maybe(clause) if clause.after else clause._replace(after=f"on {error}", weight=max(2, clause.weight - 1))
    return clause._replace(kind=LEAVES, after="" if clause.after or clause.kind == LEAVES else f"on {error}", may=True, weight=3)
