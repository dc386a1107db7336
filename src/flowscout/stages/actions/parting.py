"""What is said last before the function is left for good: the exit's reason, where no step of its own says it.

    if (!t) { fprintf(stderr, "no tag\n"); return -3; }      Return -3: "no tag"

Only what stands behind the question that the exit hangs on, with no other question between, and is said to whoever uses it.
An exit that brings a message of its own, or gives what is worked out there, needs none.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ...model import action
from ...model.flow import Op
from ...model.pattern import regex
from ...words.folding import DOTS
from .heard import loud, warns
from .prepared import Typed
from .scene import QUOTED, OpPlace, Scene

_NEAR: Final = 12  # blocks
_ASKS: Final = frozenset({"test", "switch", "each", "variant", "catch"})
_LITERAL: Final = regex(r'(?<![\w"])[A-Za-z]{0,2}"((?:[^"\\\n]++|\\.)*+)"')
_BREAK: Final = regex(r"\\[nrt]")
_PLAIN: Final = regex(r"return\b\s*+\(?\s*+(?:-?[\w.:]{1,60})?\s*+\)?\s*+;?$")
_FEWEST: Final = 3  # letters of a message that says something
_MOST: Final = 3  # messages of one way out


def parting(scene: Scene, found: Mapping[OpPlace, Typed], place: OpPlace, op: Op, error: bool) -> str:
    """The messages in quotes, in the order in which they are said; "" where there are none."""
    text = scene.read(op.start, op.end)
    if op.kind not in ("return", "call-noreturn") or QUOTED.search(text):
        return ""
    if op.kind == "return" and not error and not _PLAIN.match(text):
        return ""
    said = [at for at in reversed(_way(scene, place)) if found[at].type == action.LOGGING and _heard(scene, at, error)]
    return "; ".join(list(dict.fromkeys(_message(scene, at) for at in said))[:_MOST])


def _heard(scene: Scene, place: OpPlace, error: bool) -> bool:
    """Behind a failure whatever is not for who looks for defects; else a warning or an error."""
    return loud(scene, action.LOGGING, place) if error else warns(scene, place)


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
    """What is said, as it is written; of a message without a text the call."""
    text = scene.read(*scene.span(place))
    said, last = "", 0
    for literal in _LITERAL.finditer(text):
        between = text[last : literal.start()]
        said += ("" if between.isspace() else '", "' if "," in between else DOTS) if last else ""
        said, last = said + literal[1], literal.end()
    said = " ".join(_BREAK.sub(" ", said).split())
    return f'"{said}"' if len(said) >= _FEWEST else " ".join(text.rstrip("; \n").split())
