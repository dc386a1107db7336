"""Guards: a condition whose one branch only exits early.

The operands of one condition are taken together: they leave for two places. A branch exits early when a straight way
from it does nothing but log, clean up, report the failure or set a local, and then returns, raises, breaks, continues
or never comes back. A `goto` leaves early where its label only cleans up; one that skips some work to go on with the rest
and does more than it skipped does not. A branch that gives a computed result is a choice between results, not a guard.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from typing import Final

from ...model import action
from ...model.expression import Assign, Expression, Group, Invoke, Literal, Member, OpaqueExpression, Unary, Word
from ...model.flow import BasicBlock, Op
from ...model.record import NamedTuple
from ...words import names
from ...words.code import Source, code, parse, plain
from .before import jumped_to
from .failing import mentions, says_failure
from .meaning import Judged, acts
from .scene import OpPlace, Scene

_LONG: Final = 6
_FAR: Final = 30  # blocks
_CLEANUP: Final = frozenset(
    [
        "free",
        "close",
        "release",
        "cleanup",
        "clean",
        "unlock",
        "destroy",
        "dispose",
        "unref",
        "decr",
        "deref",
        "rollback",
        "abort",
        "cancel",
        "teardown",
        "reset",
        "discard",
        "shutdown",
        "disconnect",
    ]
)
REPORT: Final = frozenset(
    [
        "error",
        "errors",
        "err",
        "fail",
        "failed",
        "failure",
        "reject",
        "deny",
        "denied",
        "usage",
        "warn",
        "warning",
        "perror",
        "die",
        "invalid",
    ]
)
_RESULTS: Final = frozenset({"status", "err", "error", "errors", "errstr", "errno", "rc", "ret"})
_ERROR_LABELS: Final = frozenset(
    ["err", "error", "errors", "fail", "failed", "failure", "bad", "invalid", "oom", "corrupt", "corrupted", "abort"]
)


class Guard(NamedTuple):
    """edge: the kind of the edge from this operand to the exit, "" when another operand's leads there. exit: the op
    that leaves; how: return | raise | noreturn | jump. error: it surely reports a failure (raises, or its label says
    so)."""

    edge: str
    exit: Op
    place: OpPlace
    how: str
    error: bool


class GuardArm(NamedTuple):
    exit: Op
    place: OpPlace
    how: str
    error: bool


def guards(scene: Scene, found: Mapping[OpPlace, Judged]) -> dict[OpPlace, Guard]:
    """The guard of each test op that is one."""
    known: dict[OpPlace, Guard] = {}
    for group in _conditions(scene):
        known.update(_guard(scene, group, found))
    return known


def _conditions(scene: Scene) -> Iterator[list[BasicBlock]]:
    """Blocks that decide one condition together (a copy of it in a finally is a condition of its own)."""
    deciding = {
        block.id: block
        for block in scene.cfg.blocks
        if block.owner >= 0
        and not block.value
        and block.ops
        and block.ops[-1].kind == "test"
        and block.ops[-1].role in ("if", "assert")
    }
    done: set[int] = set()
    for start in deciding:
        if start in done:
            continue
        group, waiting = [], [start]
        done.add(start)
        while waiting:
            here = waiting.pop()
            group.append(deciding[here])
            for edge in scene.edges.get(here, ()):
                if (
                    edge.target in deciding
                    and edge.target not in done
                    and deciding[edge.target].owner == deciding[here].owner
                ):
                    done.add(edge.target)
                    waiting.append(edge.target)
        yield sorted(group)


def _guard(scene: Scene, group: list[BasicBlock], found: Mapping[OpPlace, Judged]) -> dict[OpPlace, Guard]:
    inside = {block.id for block in group}
    ways = {edge.target for block in group for edge in scene.edges.get(block.id, ()) if edge.target not in inside}
    if len(ways) != 2:
        return {}
    arms = {target: _arm(scene, target, inside, found) for target in sorted(ways)}
    leaving = [target for target, arm in arms.items() if arm is not None]
    sure = [target for target in leaving if _certain(scene, arms[target])]
    if len(leaving) == 2 and len(sure) == 1:
        leaving = sure
    elif len(leaving) == 2:
        leaving = [target for target in leaving if _against(scene, target, arms, group)]
    else:
        leaving = [target for target in leaving if target in sure or _poor(scene, arms[target], group, target)]
    arm = arms[leaving[0]] if len(leaving) == 1 else None
    if arm is None:
        return {}
    return {place: guard for block in group for place, guard in [_of(scene, block, leaving[0], arm)]}


def _of(scene: Scene, block: BasicBlock, target: int, arm: GuardArm) -> tuple[OpPlace, Guard]:
    kinds = [edge.kind for edge in scene.edges.get(block.id, ()) if edge.target == target]
    return OpPlace(block.id, len(block.ops) - 1), Guard(
        kinds[0] if kinds else "", arm.exit, arm.place, arm.how, arm.error
    )


def _arm(scene: Scene, target: int, inside: set[int], found: Mapping[OpPlace, Judged]) -> GuardArm | None:
    """Where a branch exits, None when it does not, or does more, or other ways join it before."""
    steps, here, before, assigned = 0, target, set(inside), False
    while scene.sources.get(here, set()) <= before:
        steps += 1
        block = scene.block(here)
        for position, op in enumerate(block.ops):
            place = OpPlace(here, position)
            leaving = _leaving(op)
            if leaving:
                done = (
                    found[place].type == action.IRREVERSIBLE
                    or (assigned and op.role in ("break", "continue"))
                    or (op.role == "goto" and not _bad_label(scene, op) and _works_on(scene, here, found))
                )
                return (
                    None
                    if done
                    else GuardArm(op, place, leaving, leaving in ("raise", "noreturn") or _bad_label(scene, op))
                )
            steps, assigned = steps + 1, assigned or (op.role == "assign" and found[place].type not in action.ELIDED)
            if steps > _LONG or not _minor(scene, op, found[place]):
                return None
        onward = scene.edges.get(here, [])
        if len(onward) != 1 or onward[0].kind in ("loop", "exit-loop"):
            return None
        before, here = {here}, onward[0].target
    return None


def _works_on(scene: Scene, jump: int, found: Mapping[OpPlace, Judged]) -> bool:
    """From a `goto` forward on, where other ways come too, more is done than it passes, and not clean-up alone."""
    waiting = [
        edge.target for edge in scene.edges.get(jump, ()) if edge.kind == "goto" and not jumped_to(scene, edge.target)
    ]
    seen, from_ = {jump, *waiting}, scene.block(jump).ops[-1].start
    done, works = list[int](), False
    while waiting and len(seen) < _FAR:
        here = scene.block(waiting.pop())
        behind = [(at, op) for at, op in enumerate(here.ops) if op.start > from_]
        done += [op.start for _, op in behind]
        works = works or any(not _settles(scene, op, found[OpPlace(here.id, at)]) for at, op in behind)
        onward = {edge.target for edge in scene.edges.get(here.id, ())} - seen
        seen |= onward
        waiting += onward
    return works and len(done) > bisect_left(scene.starts, min(done)) - bisect_right(scene.starts, from_)


def _settles(scene: Scene, op: Op, found: Judged) -> bool:
    """Part of what a function does at its end in any case."""
    if op.kind == "test":
        return not acts(scene, op) or _cleans(scene, op)
    return (
        bool(_leaving(op))
        or op.kind in ("each", "switch", "variant")
        or found.type == action.RELEASE
        or _minor(scene, op, found)
    )


def _cleans(scene: Scene, op: Op) -> bool:
    said = {word for one in scene.calls(op.start, op.end) for word in names.lower(one.call.name)}
    return bool((said | scene.words(op.start, op.end) & REPORT) & (_CLEANUP | REPORT))


def _leaving(op: Op) -> str:
    if op.kind in ("return", "raise"):
        return op.kind
    if op.kind == "call-noreturn":
        return "noreturn"
    return "jump" if op.kind == "do" and op.role in ("break", "continue", "goto") else ""


def _bad_label(scene: Scene, op: Op) -> bool:
    return op.role == "goto" and bool(scene.words(op.start, op.end) & _ERROR_LABELS)


def _minor(scene: Scene, op: Op, found: Judged) -> bool:
    """Logging, cleaning up, saying what failed, setting a local."""
    if found.type in action.ELIDED or found.reason == action.SAID or op.kind == "leave":
        return True
    if found.type == action.IRREVERSIBLE or op.kind not in ("do", "enter"):
        return False
    made = scene.calls(op.start, op.end)
    if op.role in ("assign", "declare", "step"):
        if not made and not found.outlives:
            return True
        node, source = scene.tree(op.start, op.end)
        named = names.lower(names.last(found.target))[-1:]
        return bool(_RESULTS & set(named)) or (
            isinstance(node, Assign) and bool(says_failure(scene, plain(node.value), source))
        )
    return op.role == "expression" and _cleans(scene, op)


def _certain(scene: Scene, arm: GuardArm | None) -> bool:
    """It surely reports a failure."""
    if arm is None or arm.error:
        return arm is not None
    if arm.how != "return":
        return False
    node, source = returned(scene, arm.exit)
    return bool(says_failure(scene, plain(node), source))


def _poor(scene: Scene, arm: GuardArm | None, group: list[BasicBlock], target: int) -> bool:
    """It gives no result worth telling: nothing, a constant, a name that the test does not ask for."""
    if arm is None or arm.how != "return":
        return arm is not None
    node, source = returned(scene, arm.exit)
    node = plain(node)
    if isinstance(node, OpaqueExpression) and node.end == 0:
        return True
    if isinstance(node, Unary) and node.op in ("-", "+", "&"):
        node = node.operand
    if isinstance(node, Literal):
        return node.value in ("", "0", "1", "0.0") if node.kind in ("number", "string") else True
    if isinstance(node, Group):
        return not node.items or (
            node.open in ("", "(") and all(isinstance(plain(item), Literal) for item in node.items)
        )
    if isinstance(node, Invoke):
        return not node.args and _empty_type(code(node.callee, source))
    if not isinstance(node, Word | Member):
        return False
    return _spoken(scene, arm, group, target) != "asked"


def _against(scene: Scene, target: int, arms: Mapping[int, GuardArm | None], group: list[BasicBlock]) -> bool:
    """Of two arms that leave, one is the failing one: it gives nothing, and the other a result that is worked out."""
    arm = arms[target]
    other = next(found for at, found in arms.items() if at != target)
    if arm is None or other is None or not _poor(scene, arm, group, target):
        return False
    node = plain(_value(scene, arm))
    if isinstance(node, Word | Member):
        return _spoken(scene, arm, group, target) == "failed"
    positive = isinstance(node, Literal) and (node.kind == "true" or node.value == "1")
    return not positive and other.how == "return" and not _literal(plain(_value(scene, other)))


def _literal(node: Expression) -> bool:
    return isinstance(node, Literal) or (isinstance(node, Unary) and isinstance(node.operand, Literal))


def _value(scene: Scene, arm: GuardArm) -> Expression:
    return returned(scene, arm.exit)[0] if arm.how == "return" else OpaqueExpression(0, 0)


def _spoken(scene: Scene, arm: GuardArm, group: list[BasicBlock], target: int) -> str:
    """What the test says of the value given back: "failed", "asked", or "" when it does not speak of it."""
    node, source = returned(scene, arm.exit)
    value, spoken = code(plain(node), source), ""
    for block in group:
        op = block.ops[-1]
        kinds = [edge.kind for edge in scene.edges.get(block.id, ()) if edge.target == target]
        test, asked = scene.tree(op.start, op.end)
        known = mentions(test, asked, value, kinds[0] == "true") if kinds else ""
        if known == "failed":
            return known
        if known or re.search(rf"(?<![\w.]){re.escape(value)}(?!\w)", code(test, asked)):
            spoken = "asked"
    return spoken


def _empty_type(name: str) -> bool:
    return name in ("dict", "list", "set", "tuple", "str", "frozenset", "string", "vector") or name.endswith(
        ("Status::OK", "OkStatus")
    )


def returned(scene: Scene, op: Op) -> tuple[Expression, Source]:
    """The returned expression; an empty `Opaque` when there is none."""
    text = scene.read(op.start, op.end).strip()
    for keyword in ("co_return", "return"):
        if text.startswith(keyword):
            text = text[len(keyword) :]
            break
    text = text.strip().rstrip(";").strip()
    if not text:
        return OpaqueExpression(0, 0), Source("", scene.language)
    return parse(text, scene.language)
