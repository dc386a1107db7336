"""Exits: how the function is left, and whether that reports an error.

Raised, or never coming back; a value of the language's error lexicon; the very value just tested as failed; `false`, `-1`,
null only in a guard's failing arm, when another path returns differently and the function does not itself answer a question; then
wherever the function gives that value.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from ...model import action
from ...model.expression import Expression, Invoke, Literal, Member, Opaque, Unary, Word
from ...model.flow import Op
from ...model.record import NamedTuple
from ...words import names
from ...words.code import Source, code, plain
from .failing import mentions, says_failure
from .guards import Guard, returned
from .scene import Place, Scene

_ANSWERS: Final = frozenset(["equal", "equals", "eq", "lt", "gt", "compare", "match", "contains", "exists", "operator"])
_FAILED_PART: Final = frozenset({"status", "error", "err"})
_NO_ERROR: Final = frozenset({"", "0", "EXIT_SUCCESS", "None"})


_NEAR: Final = 12
Asked: TypeAlias = tuple[Place, str]


class Exit(NamedTuple):
    type: str
    reason: str
    error: bool = False


def exits(scene: Scene, guards: Mapping[Place, Guard]) -> dict[Place, Exit]:
    arms: dict[Place, list[tuple[Place, Guard]]] = {}
    for place, guard in guards.items():
        arms.setdefault(guard.place, []).append((place, guard))
    values = {_value(scene, op) for _, op in scene.ops() if op.kind == "return"}
    last = max((op.start for place, op in scene.ops() if not scene.block(place.block).dead), default=-1)
    found = {place: _exit(scene, place, op, arms.get(place, []), values, last) for place, op in scene.ops() if _leaves(op)}
    return _alike(scene, found)


def _alike(scene: Scene, found: dict[Place, Exit]) -> dict[Place, Exit]:
    """One value, one look: what a guard's failing arm gives is a failure wherever this function gives it."""
    given = {place: _value(scene, op) for place, op in scene.ops() if op.kind == "return" and place in found}
    failing = {value for place, value in given.items() if found[place].reason == "structure:failing-arm"}
    same = Exit(action.EXIT, "structure:failing-value", error=True)
    return {place: same if given.get(place) in failing and not known.error else known for place, known in found.items()}


def _leaves(op: Op) -> bool:
    return op.kind in ("return", "raise", "call-noreturn") or (op.kind == "do" and op.role in ("break", "continue", "goto"))


def _value(scene: Scene, op: Op) -> str:
    node, source = returned(scene, op)
    return code(node, source)


def _exit(scene: Scene, place: Place, op: Op, tests: list[tuple[Place, Guard]], values: set[str], last: int) -> Exit:
    if op.kind == "raise":
        return Exit(action.EXIT, "structure:raise", error=True)
    if op.kind == "call-noreturn":
        return _never_back(scene, op)
    if op.kind == "do":
        return Exit(action.EXIT, f"structure:{op.role}")
    node, source = returned(scene, op)
    why = says_failure(scene, plain(node), source) or _by_test(scene, place, (node, source), tests) or _by_arm(scene, plain(node), tests, values)
    if why:
        return Exit(action.EXIT, why, error=True)
    if not tests and op.start >= last:
        return Exit(action.COMPUTATION, "structure:result")
    return Exit(action.EXIT, "structure:return")


def _never_back(scene: Scene, op: Op) -> Exit:
    made = scene.calls(op.start, op.end)
    given = {scene.read(*argument).strip() for argument in made[0].call.args} if made else {"?"}
    if any(how == "loop" and op.start <= start < op.end for start, how in scene.bound.ends):
        return Exit(action.EXIT, "structure:for-ever")
    ended = bool(made) and "exit" in names.lower(made[0].call.name)
    return Exit(action.EXIT, "structure:noreturn", error=not (ended and given <= _NO_ERROR))


def _sets(text: str, name: str) -> bool:
    target, made, value = text.partition("=")
    return bool(made) and not value.startswith("=") and target.strip() == name


def _asked_before(scene: Scene, place: Place, value: str) -> list[Asked]:
    """The test that led straight to an exit, whatever was done on the way but setting the value anew."""
    here, done = place.block, place.op
    for _ in range(_NEAR):
        block = scene.block(here)
        if any(_sets(scene.read(op.start, op.end), value) for op in block.ops[:done]):
            return []
        before = scene.sources.get(here, set())
        if len(before) != 1:
            return []
        came, here = here, next(iter(before))
        last = len(scene.block(here).ops) - 1
        if last >= 0 and scene.block(here).ops[last].kind == "test":
            return [(Place(here, last), edge.kind) for edge in scene.edges.get(here, ()) if edge.target == came]
        done = last + 1
        if last >= 0 and scene.block(here).ops[last].kind in ("each", "switch"):
            return []
    return []


def _by_test(scene: Scene, place: Place, given: tuple[Expression, Source], tests: list[tuple[Place, Guard]]) -> str:
    """The very value just tested as failed, or its status."""
    node, source = given
    bare = plain(node)
    if isinstance(bare, Invoke) and isinstance(bare.callee, Member) and names.lower(bare.callee.name)[-1:] and (
        names.lower(bare.callee.name)[-1] in _FAILED_PART
    ):
        bare = plain(bare.callee.of)
    if not isinstance(bare, Word | Member):
        return ""
    value = code(bare, source)
    for at, edge in (*((at, guard.edge) for at, guard in tests), *_asked_before(scene, place, value)):
        op = scene.block(at.block).ops[at.op]
        test, asked = scene.tree(op.start, op.end)
        if edge and mentions(test, asked, value, edge == "true") == "failed":
            return "structure:failed-value"
    return ""


def _by_arm(scene: Scene, node: Expression, tests: list[tuple[Place, Guard]], values: set[str]) -> str:
    if not tests or len(values) < 2 or _answers(scene):
        return ""
    if isinstance(node, Unary) and node.op == "-" and isinstance(node.operand, Literal):
        return "structure:failing-arm"
    if isinstance(node, Literal) and node.kind in ("false", "null") and not isinstance(node, Opaque):
        return "structure:failing-arm"
    return ""


def _answers(scene: Scene) -> bool:
    """The function is itself a question: its `false` is an answer, not a failure."""
    words = names.lower(scene.bound.facts.name)
    return bool(words) and (words[0] in scene.language.lexicon.predicates or bool(_ANSWERS & set(words)))
