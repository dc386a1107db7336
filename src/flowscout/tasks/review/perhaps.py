"""Whether the other side may have an effect that it is not known to have: by a call of which is only guessed where it goes. Then it is only
known now, and not new.

Of a state, or an exception, the same function has to come to it there: others set fields and raise by the same names all over a project. What
cannot be taken back counts whoever does it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from typing import Final, TypeAlias

from ...model.summary import ENDS, POSSIBLE, Effect
from ...pipeline import Project

# Functions from which a way with a guess on it leads to who does an effect, by the effect and that; None where not all were looked at.
Guessed: TypeAlias = dict[tuple[str, str, str], frozenset[str] | None]
_MOST: Final = 20_000  # functions that are looked at


def perhaps_there(there: Project, id_: str, effect: Effect, origin: str, known: Guessed) -> bool:
    """origin: who does it here, by its id there; "" where it is new. known: of all that was asked of that side."""
    final = effect.kind == "irreversible"
    if effect.kind == ENDS or id_ not in there.functions or not (final or origin):
        return False
    key = (*effect[:2], "" if final else origin)
    if key not in known:
        does = there.doing([effect.kind], lambda own: own[:2] == effect[:2]) if final else [origin]
        does = [each for each in does if any(own[:2] == effect[:2] for own in there.row(each).own)]
        known[key] = _guessed(there, does, effect.kind == "raises")
    came = known[key]
    return came is None or id_ in came


def _guessed(project: Project, does: Collection[str], caught: bool) -> frozenset[str] | None:
    """From where one of them may run, by a way with a guess on it. caught: not by a call whose exceptions are handled."""
    came = {(each, False) for each in does}
    queue, open_ = deque(sorted(came)), dict[str, dict[str, set[bool]]]()
    while queue and len(came) < _MOST:
        here, guess = queue.popleft()
        for caller in project.callers.get(here, ()):
            if caller not in open_:
                open_[caller] = _ways(project, caller, caught)
            for guessed in sorted(open_[caller].get(here, ())):
                to = (caller, guess or guessed)
                if to not in came:
                    came.add(to)
                    queue.append(to)
    return None if queue else frozenset([name for name, guess in came if guess])


def _ways(project: Project, id_: str, caught: bool) -> dict[str, set[bool]]:
    """Whom it calls, and whether that is guessed."""
    flows = [each for each in project.row(id_).flows if not (caught and each.catches)]
    handed = _handed(project, id_) if any(each.how == POSSIBLE for each in flows) else frozenset()
    found: dict[str, set[bool]] = {}
    for flow in flows:
        if flow.how != POSSIBLE or flow.target not in handed:
            found.setdefault(flow.target, set()).add(flow.how == POSSIBLE)
    return found


def _handed(project: Project, id_: str) -> frozenset[str]:
    """What it gives to others, who may call it later, or never: that is no call of its own."""
    calls = project.functions[id_].facts.calls
    return frozenset([to for each in project.resolved(id_) if calls[each.site].kind == "ref" for to in each.targets])
