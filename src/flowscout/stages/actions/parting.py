"""What is said last before the function is left for good: the exit's reason, where no step of its own says it.

    if (!t) { fprintf(stderr, "no tag\n"); return -3; }      Return -3: "no tag"

Only what stands behind the question that the exit hangs on, with no other question and no step but one that cleans up between,
and is said to whoever uses it. An exit that brings a message of its own, or gives no failure, needs none.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ...model import action
from ...model.flow import Op
from ...model.pattern import regex
from .heard import loud, warns
from .prepared import Typed
from .scene import QUOTED, OpPlace, Scene
from .spoken import spoken

_NEAR: Final = 12  # blocks
_ASKS: Final = frozenset({"test", "switch", "each", "variant", "catch"})
_PLAIN: Final = regex(r"return\b\s*+\(?\s*+(?:-?\w{1,60}(?:(?:\.|->)\w{1,60}){0,4})?\s*+\)?\s*+;?$")
_TIDIES: Final = action.ELIDED | {action.RELEASE, action.FLUSH}
_ASIDE: Final = regex(r"[(,]\s*+stderr\s*+[,)]")
_MOST: Final = 3  # messages of one way out


def parting(scene: Scene, found: Mapping[OpPlace, Typed], place: OpPlace, op: Op, error: bool) -> str:
    """The messages in quotes, in the order in which they are said; "" where there are none."""
    text = scene.read(op.start, op.end)
    if op.kind not in ("return", "call-noreturn") or QUOTED.search(text):
        return ""
    if not error and not (op.kind == "return" and _PLAIN.match(text)):
        return ""
    said = list[str]()
    for at in _way(scene, place):
        if found[at].type not in _TIDIES:
            break
        if found[at].type == action.LOGGING and _heard(scene, at, error):
            said.insert(0, _message(scene, at))
    return "; ".join(list(dict.fromkeys(filter(None, said)))[:_MOST])


def _heard(scene: Scene, place: OpPlace, error: bool) -> bool:
    """Behind a failure whatever is not for who looks for defects; else a warning or an error, or what goes where those do."""
    if error or _ASIDE.search(QUOTED.sub("", scene.read(*scene.span(place)))):
        return loud(scene, action.LOGGING, place)
    return warns(scene, place)


def _way(scene: Scene, place: OpPlace) -> list[OpPlace]:
    """What is done between the question and the exit, the last first; nothing where no question is near."""
    ops, here, done = list[OpPlace](), place.block, place.op
    for _ in range(_NEAR):
        ops += [OpPlace(here, at) for at in reversed(range(done))]
        sources = scene.sources.get(here, set())
        if len(sources) != 1:
            return []
        (here,) = sources
        block = scene.block(here)
        done = len(block.ops)
        if done and block.ops[-1].kind in _ASKS:
            return ops
    return []


def _message(scene: Scene, place: OpPlace) -> str:
    """What is said, as it is written; of a message without a text the call; "" where it hangs on something which it is."""
    text = scene.read(*scene.span(place))
    said = spoken(text, scene.language)
    return f'"{said}"' if said else "" if said is None else " ".join(text.rstrip("; \n").split())
