"""What is printed in many steps, told by what is printed, not by how often.

printf("id: %d\\n", r->id); printf("name: %s\\n", r->name); …      print `r.id`, `r.name` and 3 more values
fprintf(f, "# rows\\n"); fprintf(f, "version: 1\\n"); …              write 4 texts to `f`
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from ...model.pattern import regex
from .clauses import DOES, Clause

_PRINTS: Final = regex(r"call `[a-z]{0,3}printf\((?:([^\W\d][\w.]{0,60}), )?(\"[^\"]{0,80}\"|…)(?:, (.{1,200}))?\)`")
_VALUE: Final = regex(r"[*&(]{0,2}[^\W\d][\w.\[\]]{0,60}\)?")
_LEAST: Final = 3  # steps
_NAMED: Final = 3
_WRITES: Final = 3.5  # to what is no terminal
_AGAIN: Final = 0.7  # what more of them weigh for each doubling


def printed(clauses: Sequence[Clause]) -> list[Clause]:
    """One clause for what is printed to one place under the same; it stands where the last of it does."""
    kinds: dict[tuple[str, str], list[Clause]] = {}
    for each in clauses:
        found = (
            _PRINTS.fullmatch(each.phrase) if each.kind == DOES and not (each.may or each.other or each.also) else None
        )
        if found:
            kinds.setdefault((found[1] or "", each.after), []).append(each)
    many = {id(same[-1]): (to, same) for (to, _), same in kinds.items() if len(same) >= _LEAST}
    gone = {id(each) for _, same in many.values() for each in same[:-1]}
    return [_one(*many[id(each)]) if id(each) in many else each for each in clauses if id(each) not in gone]


def _one(to: str, same: Sequence[Clause]) -> Clause:
    values: list[str] = []
    for each in same:
        found = _PRINTS.fullmatch(each.phrase)
        given = (found[3] or "").split(", ") if found else []
        values += [value for value in given if _VALUE.fullmatch(value)]
    named = [f"`{value}`" for value in dict.fromkeys(values)]
    verb, more = "write" if to else "print", len(same) - 1
    first = _PRINTS.fullmatch(same[0].phrase)
    if 2 * len(named) < len(same):
        text = first[2] if first and first[2] != "…" else ""
        told = f"{verb} `{text}` and {more} more texts" if text else f"{verb} {len(same)} texts"
    elif len(named) > _NAMED:
        told = f"{verb} {', '.join(named[:_NAMED])} and more"
    else:
        told = f"{verb} {' and '.join([part for part in (', '.join(named[:-1]), named[-1]) if part])}"
    weight = max([each.weight for each in same] + [_WRITES] * bool(to))
    again = _AGAIN * math.log2(len(same)) if weight > 1 else 0
    return same[-1]._replace(phrase=f"{told} to `{to}`" if to else told, weight=weight + again)
