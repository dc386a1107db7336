"""A name that is brought by another line now, on the other side of what runs: a module's own first steps are done at another time, and what
looks for the module finds it, or does not.

import imp                      import imp, backend
module = find("backend")        module = find("backend")       `backend` is imported before `module = find("backend")`, no longer after it
import backend
"""

from __future__ import annotations

from ..pairing.changes import Trees
from .imports import brought, imports, places
from .saying import q, subject


def imported_past(both: Trees, at: int) -> str:
    """Of what the line brings now; "" where it passed nothing. at: of the lines on the side after."""
    if at < 0 or not imports(both.new[at]):
        return ""
    for each in brought(both.new[at]):
        was, now = places(both, each, False), places(both, each, True)
        if len(was) != 1 or now != [at] or both.pairs.get(was[0], -1) == at:
            continue
        for a, b in sorted(both.pairs.items(), key=lambda pair: abs(pair[1] - at)):
            beside = both.new[b].parent == both.new[at].parent and both.old[a].parent == both.old[was[0]].parent
            if beside and b"(" in both.new[b].words and _runs(both, b) and (a < was[0]) != (b < at):
                before, after = ("before", "after") if b > at else ("after", "before")
                return f"{q(each.name)} is imported {before} {subject(both.new[b])}, no longer {after} it."
    return ""


def _runs(both: Trees, b: int) -> bool:
    """It is no definition."""
    return not imports(both.new[b]) and both.new[b].kind not in ("Function", "Class", "Head", "Decorator")
