"""Whether the other side may have an effect that it is not known to have: by a call of which is only guessed where it goes. Then it is only
known now, and not new.

Of a state, or an exception, the same function has to come to it there: others set fields and raise by the same names all over a project. What
cannot be taken back counts whoever does it.
"""

from __future__ import annotations

from collections import deque
from typing import TypeAlias

from ...model.summary import ENDS, POSSIBLE, Effect
from ...pipeline import Project

Guessed: TypeAlias = dict[
    tuple[str, bool], frozenset[str]
]  # functions by where one begins, and whether handlers end its ways
_MOST = 20_000  # functions that are looked at


def perhaps_there(there: Project, id_: str, effect: Effect, origin: str, known: Guessed) -> bool:
    """origin: who does it here, by its id there; "" where it is new."""
    if effect.kind == ENDS or id_ not in there.functions:
        return False
    caught = effect.kind == "raises"
    if (id_, caught) not in known:
        known[id_, caught] = _guessed(there, id_, caught)
    reached = known[id_, caught]
    does = reached if effect.kind == "irreversible" else reached & {origin}
    return any(own[:2] == effect[:2] for each in does for own in there.row(each).own)


def _guessed(project: Project, id_: str, caught: bool) -> frozenset[str]:
    """What may run below a function, by a way with a guess on it. caught: not by a call whose exceptions are handled."""
    came = {(id_, False)}
    queue = deque(came)
    while queue and len(came) < _MOST:
        here, guess = queue.popleft()
        flows = project.row(here).flows
        handed = _handed(project, here) if any(flow.how == POSSIBLE for flow in flows) else frozenset()
        for flow in flows:
            to = (flow.target, guess or flow.how == POSSIBLE)
            ends = (caught and flow.catches) or (flow.how == POSSIBLE and flow.target in handed)
            if flow.target in project.functions and to not in came and not ends:
                came.add(to)
                queue.append(to)
    return frozenset([name for name, guess in came if guess])


def _handed(project: Project, id_: str) -> frozenset[str]:
    """What it gives to others, who may call it later, or never: that is no call of its own."""
    calls = project.functions[id_].facts.calls
    return frozenset([to for each in project.resolved(id_) if calls[each.site].kind == "ref" for to in each.targets])
