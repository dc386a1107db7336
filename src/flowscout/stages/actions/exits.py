"""Exits: how the function is left, and whether that reports an error.

Raised, or never coming back; a value of the language's error lexicon; the very value just tested as failed; `false`, `-1`,
null only in a guard's failing arm, when another path returns differently and the function does not itself answer a question.
"""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase
from typing import Final, NamedTuple

from ...model import action
from ...model.expression import Expression, Group, Invoke, Literal, Member, Opaque, Unary, Word
from ...model.flow import Op
from ...words import names
from ...words.code import Source, code, dotted, plain
from ...words.statements import is_status
from .failing import mentions
from .guards import Guard, returned
from .scene import Place, Scene

_ANSWERS: Final = frozenset(["equal", "equals", "eq", "lt", "gt", "compare", "match", "contains", "exists", "operator"])
_FAILED_PART: Final = frozenset({"status", "error", "err"})
_NO_ERROR: Final = frozenset({"", "0", "EXIT_SUCCESS", "None"})


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
    return {place: _exit(scene, op, arms.get(place, []), values, last) for place, op in scene.ops() if _leaves(op)}


def _leaves(op: Op) -> bool:
    return op.kind in ("return", "raise", "call-noreturn") or (op.kind == "do" and op.role in ("break", "continue", "goto"))


def _value(scene: Scene, op: Op) -> str:
    node, source = returned(scene, op)
    return code(node, source)


def _exit(scene: Scene, op: Op, tests: list[tuple[Place, Guard]], values: set[str], last: int) -> Exit:
    if op.kind == "raise":
        return Exit(action.EXIT, "structure:raise", error=True)
    if op.kind == "call-noreturn":
        return _never_back(scene, op)
    if op.kind == "do":
        return Exit(action.EXIT, f"structure:{op.role}")
    node, source = returned(scene, op)
    why = _by_lexicon(plain(node), source) or _by_test(scene, node, source, tests) or _by_arm(scene, plain(node), tests, values)
    if why:
        return Exit(action.EXIT, why, error=True)
    if not tests and op.start >= last:
        return Exit(action.COMPUTATION, "structure:result")
    return Exit(action.EXIT, "structure:return")


def _never_back(scene: Scene, op: Op) -> Exit:
    made = scene.calls(op.start, op.end)
    given = {scene.read(*argument).strip() for argument in made[0].call.args} if made else {"?"}
    ended = bool(made) and "exit" in names.lower(made[0].call.name)
    return Exit(action.EXIT, "structure:noreturn", error=not (ended and given <= _NO_ERROR))


def _by_lexicon(node: Expression, source: Source) -> str:
    lexicon = source.language.lexicon
    if isinstance(node, Unary) and node.op == "-":  # -EINVAL
        node = plain(node.operand)
    if isinstance(node, Group) and node.open == "" and len(node.items) == 2:  # "message", 404
        return _by_http(node.items[1])
    path = names.bare(dotted(node.callee if isinstance(node, Invoke) else node, source))
    if not path or any(fnmatchcase(path, glob) for glob in lexicon.fine):
        return ""
    for glob in sorted(lexicon.errors):
        if fnmatchcase(path, glob) and (isinstance(node, Invoke) or glob != "*Error" or not isinstance(node, Member)):
            return f"errors:{glob}"
    if isinstance(node, Invoke) and is_status(node, source) and names.last(path).lower() not in ("ok", "okstatus", "success"):
        return "errors:status"
    return ""


def _by_http(node: Expression) -> str:
    number = node.value if isinstance(node, Literal) and node.kind == "number" else ""
    return f"errors:{number}" if len(number) == 3 and number[0] in "45" else ""


def _by_test(scene: Scene, node: Expression, source: Source, tests: list[tuple[Place, Guard]]) -> str:
    """The very value just tested as failed, or its status."""
    bare = plain(node)
    if isinstance(bare, Invoke) and isinstance(bare.callee, Member) and names.lower(bare.callee.name)[-1:] and (
        names.lower(bare.callee.name)[-1] in _FAILED_PART
    ):
        bare = plain(bare.callee.of)
    if not isinstance(bare, Word | Member):
        return ""
    value = code(bare, source)
    for place, guard in tests:
        op = scene.block(place.block).ops[place.op]
        test, asked = scene.tree(op.start, op.end)
        if guard.edge and mentions(test, asked, value, guard.edge == "true") == "failed":
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
