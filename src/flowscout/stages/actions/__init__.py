"""actions: what each op of a function's control-flow graph means.

Structure decides first, words second:

1. `meaning`  statements: a write that outlives the call is a mutation, a call is what the lexicon (or its verb) says;
              elided are `talk` (logging and metrics) and what nobody would miss, by `dataflow`: delete it, and nothing differs.
2. `guards`   a condition whose one branch only exits early is a validation, or a permission check when its words say so.
3. `exits`    a return reports an error when its value says so, or the code around it (`evidence`); in doubt it does not.

Words are matched on names split into words, on resolved callees and on kinds of lvalues, never on substrings. One
action per op, in the order of the blocks; each keeps its evidence and the rule that decided.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ...model import action
from ...model.action import SemanticAction
from ...model.bound import BoundFunction
from ...model.calls import Resolved
from ...model.flow import FunctionCFG, Op
from ...model.language import Language
from ...model.settings import Semantics
from ...model.summary import Effect
from ...words import english
from .exits import Exit, exits
from .guards import Guard, guards
from .imported import modules
from .meaning import Judged, acts, meanings
from .parting import parting
from .permission import permission
from .scene import OpPlace, Scene

_TEXT: int = 400
_VALIDATES: Final = "Validate "


def actions(
    bound: BoundFunction,
    cfg: FunctionCFG,
    resolved: tuple[Resolved, ...],
    language: Language,
    semantics: Semantics,
    effects: Callable[[str], tuple[Effect, ...]],
    worded: bool = True,
) -> tuple[SemanticAction, ...]:
    """`effects`: of a function of the project, by id. `worded`: with each action's `effect`, which is "" otherwise."""
    if worded:
        text = bound.read(0, len(bound.text))
        others = english.hidden(bound.calls, bound.noreturn, language)
        language = english.speaking(language, bound.facts, text, modules(bound.facts, resolved, language), others)
    scene = Scene(bound, cfg, resolved, language, semantics, effects)
    found = meanings(scene)
    asked = guards(scene, found)
    left = exits(scene, asked, found)
    said = _effect if worded else _unsaid
    return tuple([
        _action(scene, place, op, found[place], asked.get(place), left.get(place), said(scene, op, asked.get(place)))._replace(
            parting=parting(scene, found, place, op, left[place].error) if worded and place in left else ""
        )
        for place, op in scene.ops()
    ])  # fmt: skip


def _action(
    scene: Scene, place: OpPlace, op: Op, found: Judged, guard: Guard | None, leaving: Exit | None, effect: str
) -> SemanticAction:
    kind, reason, error = found.type, found.reason, False
    if leaving is not None:
        kind = leaving.type if kind != action.IRREVERSIBLE else kind
        reason, error = leaving.reason, leaving.error
    elif op.kind in ("test", "each", "switch") and kind != action.IRREVERSIBLE:
        kind, reason = _asking(scene, op, guard)
    return SemanticAction(
        type=kind,
        effect=effect,
        block=place.block,
        op=place.op,
        start=op.start,
        end=op.end,
        text=scene.read(op.start, op.end)[:_TEXT],
        error=error,
        target=found.target,
        callees=found.callees,
        outlives=found.outlives,
        guard=guard.edge if guard else "",
        reason=reason,
        acts=op.kind == "test" and (found.type == action.IRREVERSIBLE or acts(scene, op)),
        refused=_refused(scene, op, guard) if guard and effect.startswith(_VALIDATES) else "",
    )


def _asking(scene: Scene, op: Op, guard: Guard | None) -> tuple[str, str]:
    if guard is None:
        return action.COMPUTATION, f"structure:{op.kind}"
    why = permission(scene, op, guard)
    return (action.PERMISSION, why) if why else (action.VALIDATION, "structure:guard")


def _unsaid(scene: Scene, op: Op, guard: Guard | None) -> str:
    return ""


def _effect(scene: Scene, op: Op, guard: Guard | None) -> str:
    text, language = scene.read(op.start, op.end), scene.language
    if op.kind == "test":
        if guard is None:
            return f"Decide whether {english.question(text, language, told=True)}"
        return _validation(scene, op, guard)
    if op.kind == "switch":
        return f"Choose by {english.expression(text, language)}"
    if op.kind == "each":
        return scene.each(text)
    if op.role == "assert" and op.kind in ("raise", "call-noreturn"):
        return english.statement(text, "refute", language)
    if op.role in ("expression", "assign") and scene.initialises(op):
        told = english.statement(text, "initialise", language)
        return told.replace("Initialise ", "Construct as ", 1) if scene.of_a_class(op) else told
    return english.statement(text, _role(op, text), language)


def _role(op: Op, text: str) -> str:
    """How a statement is to be read. What raises may be a call that always does."""
    if op.kind == "raise":
        return "raise" if text.startswith(("raise", "throw")) else op.role
    return op.kind if op.kind in ("return", "enter", "leave", "catch") else op.role


def _validation(scene: Scene, op: Op, guard: Guard) -> str:
    """What must hold to go on: of the whole condition, for its operands alone may not say it."""
    text, fails = _asked(scene, op, guard)
    passes = english.question(text, scene.language, negate=fails, told=True)
    return f"{_VALIDATES}{passes}" if passes else f"Stop when {english.question(text, scene.language, told=True)}"


def _refused(scene: Scene, op: Op, guard: Guard) -> str:
    text, fails = _asked(scene, op, guard)
    return english.question(text, scene.language, negate=not fails, told=True) or ""


def _asked(scene: Scene, op: Op, guard: Guard) -> tuple[str, bool]:
    """The whole condition, and whether one leaves where it holds."""
    whole = scene.conditions.get(op.statement)
    if whole is None:
        return scene.read(op.start, op.end), guard.edge == "true"
    inside = bool(whole.then) and whole.then[0].start <= guard.exit.start < whole.then[-1].end
    return scene.read(whole.test.start, whole.test.end), inside
