"""Critical sub-operations: what a called function itself does that matters, one level down, shown at deep."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Final

from ...model.identity import qualified_of
from ...model.sfm import ACTION, END, ERROR, STATE_CHANGE
from ...model.summary import SemanticSummary
from ...words import names
from .draft import Draft, Way

MOST: Final = 5
_CALLING: Final = frozenset({ACTION, STATE_CHANGE, END, ERROR})


def _words(callee: str, kind: str, target: str) -> str:
    where = qualified_of(callee).replace("::", ".").rsplit(".", 1)[-1]
    last = target.replace("::", ".").rsplit(".", 1)[-1]
    done = " ".join(names.lower(last)) or last
    told = f"{done} ({target})" if done != target else done
    return f"In {where}: change {last}" if kind == "state" else f"In {where}: {told}"


def sub_steps(draft: Draft, summaries: Mapping[str, SemanticSummary]) -> list[Draft]:
    """The callee's own irreversible effects and state changes; nothing where it is not certain who is called."""
    if draft.kind not in _CALLING or len(draft.callees) != 1 or draft.callees[0] not in summaries:
        return []
    callee = draft.callees[0]
    own = [effect for effect in summaries[callee].effects if effect.origin == callee and effect.kind in ("irreversible", "state")]
    found = []
    for effect in sorted(own)[:MOST]:
        sub = Draft(None, draft.start, "sub")
        sub.kind, sub.words, sub.flags = STATE_CHANGE, _words(callee, effect.kind, effect.target), {"sub"}
        sub.flags |= {"irreversible"} if effect.kind == "irreversible" else set()
        found.append(sub)
    return found


def chain(draft: Draft, subs: list[Draft], sources: list[Draft]) -> None:
    """Put them after the step, or before it when it is an end. sources: who leads to the step."""
    for sub, after in pairwise(subs):
        sub.ways = [Way(after)]
    if draft.kind in (END, ERROR):
        for source in sources:
            source.ways = [way._replace(target=subs[0]) if way.target is draft else way for way in source.ways]
        subs[-1].ways = [Way(draft)]
    else:
        caught = [way for way in draft.ways if way.label.startswith("on ")]
        subs[-1].ways = [way for way in draft.ways if way not in caught]
        draft.ways = [Way(subs[0]), *caught]
