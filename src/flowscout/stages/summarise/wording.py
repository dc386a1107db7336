"""The wording of a rule-made summary. Every line comes from an action of the function or an effect that reached it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ...model import action
from ...model.action import SemanticAction
from ...model.bound import BoundFunction
from ...model.flow import FunctionCFG
from ...model.identity import qualified_of
from ...model.summary import ATOM_CAP, ENDS, Effect, SemanticSummary
from ...words.names import split
from ...words.sentence import third_person


def summarise(
    bound: BoundFunction,
    cfg: FunctionCFG,
    actions: Sequence[SemanticAction],
    effects: Sequence[Effect],
    via: Callable[[Effect], Sequence[str]],
    sentence: str,
) -> SemanticSummary:
    """effects: all atoms that reach the function, canonical order; via: path of ids from it to an atom's origin."""
    tests = {(a.block, a.op) for a in actions if a.guard}
    below = [e for e in effects if e.origin != bound.id]
    return SemanticSummary(
        function=bound.id,
        sentence=sentence,
        preconditions=_unique(a.effect for a in actions if a.guard and a.type in (action.VALIDATION, action.PERMISSION)),
        postconditions=_unique(a.effect for a in actions if not a.error and cfg.blocks[a.block].ops[a.op].kind == "return"),
        side_effects=_unique((
            *(a.effect for a in actions if a.type == action.IRREVERSIBLE or (a.type == action.MUTATION and a.outlives)),
            *(travelled(e, via(e)) for e in below if e.kind not in ("raises", ENDS)),
        )),
        control_flow=_unique(_decision(bound, cfg, actions, tests)),
        error_conditions=_unique((
            *(a.effect for a in actions if a.type == action.EXIT and a.error),
            *(travelled(e, via(e)) for e in below if e.kind == "raises"),
        )),
        effects=tuple(effects),
        truncated=len(effects) >= ATOM_CAP,
    )


def _decision(
    bound: BoundFunction, cfg: FunctionCFG, actions: Sequence[SemanticAction], guards: set[tuple[int, int]]
) -> Iterable[str]:
    for block in cfg.blocks:
        for position, op in enumerate(block.ops):
            if op.kind in ("test", "switch", "each") and not block.value and (block.id, position) not in guards:
                yield next((a.effect for a in actions if (a.block, a.op) == (block.id, position)), "") or _source(bound, op.start, op.end)


def _source(bound: BoundFunction, start: int, end: int) -> str:
    return " ".join(bound.read(start, end).split())


def travelled(effect: Effect, path: Sequence[str]) -> str:
    """"Removes (os.remove) via PurgeReplica → Drop"."""
    last = effect.target.replace("::", ".").rsplit(".", 1)[-1]
    may = "May " if effect.may else ""
    steps = " → ".join(display(step) for step in path[1:])
    if effect.kind == "raises":
        text = f"raise {effect.target}" if may else f"raises {effect.target}"
    elif effect.kind == ENDS:
        text = "never return" if may else "never returns"
    elif effect.kind == "state":
        text = f"change {effect.target}" if may else f"changes {effect.target}"
    else:
        words = [w.lower() for w in split(last)] or [last]
        text = " ".join([words[0] if may else third_person(words[0]), *words[1:]]) + f" ({effect.target})"
    text = may + text
    return text[:1].upper() + text[1:] + (f" via {steps}" if steps else "")


def display(function_id: str) -> str:
    """The short name people read: the last two parts at most."""
    parts = qualified_of(function_id).replace("::", ".").split(".")
    return ".".join(parts[-2:])


def _unique(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text for text in texts if text))
