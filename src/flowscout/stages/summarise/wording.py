"""The wording of a rule-made summary. Every line comes from an action of the function or an effect that reached it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ...model import action
from ...model.action import SemanticAction
from ...model.bound import BoundFunction
from ...model.facts import FunctionFacts
from ...model.flow import FunctionCFG
from ...model.identity import qualified_of
from ...model.summary import ATOM_CAP, ENDS, Effect, SemanticSummary
from ...words.names import split
from ...words.sentence import from_name, third_person


def sentence(facts: FunctionFacts) -> str:
    """One sentence from the doc comment, else from the name. Depends on the function's own text alone."""
    if facts.doc:
        return facts.doc
    if facts.name.isupper() and "TEST" in facts.name and facts.params and not any(p.name for p in facts.params):
        return f"Tests {', '.join(p.type for p in facts.params)}."  # a macro's arguments: parameters have names
    return from_name(facts.name, facts.kind, facts.scope[-1] if facts.scope else "", split) + "."


def summarise(
    bound: BoundFunction,
    cfg: FunctionCFG,
    actions: Sequence[SemanticAction],
    effects: Sequence[Effect],
    via: Callable[[Effect], Sequence[str]],
) -> SemanticSummary:
    """effects: all atoms that reach the function, canonical order; via: path of ids from it to an atom's origin."""
    tests = {(a.block, a.op) for a in actions if a.guard}
    below = [e for e in effects if e.origin != bound.id]
    return SemanticSummary(
        function=bound.id,
        sentence=telling(bound.facts, actions),
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


def telling(facts: FunctionFacts, actions: Sequence[SemanticAction]) -> str:
    """"Creates volume metadata; fails when name is taken." – only where no doc comment speaks for itself."""
    base = sentence(facts)
    if facts.doc:
        return base
    done = next((a for a in actions if a.type == action.IRREVERSIBLE), None)
    fails = next((a for a in actions if a.type == action.EXIT and a.error), None)
    parts = [base.rstrip(".")]
    if done:
        parts.append(f"it does: {_lower(done.effect)}")
    elif fails:
        parts.append(f"may fail: {_lower(fails.effect)}")
    elif " " not in base and not facts.decisions and len(facts.returns) == 1:  # a bare verb tells too little
        parts += [_lower(a.effect).replace("return", "returns", 1) for a in actions if a.effect.startswith("Return ")]
    return "; ".join(parts) + "."


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


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
