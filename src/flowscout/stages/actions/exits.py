"""Exits: how the function is left, and whether that reports an error.

Raised, or never coming back; a value of the language's error lexicon; the very value just tested as failed; a constant
that the function's own code shows to be a failure (`evidence`), then wherever the function gives that constant. In
doubt it is plain.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from ...model import action
from ...model.expression import Expression, Invoke, Logic, Member, Word
from ...model.facts import Call
from ...model.flow import Op
from ...model.pattern import regex
from ...model.record import NamedTuple
from ...model.summary import GIVEN
from ...words import names
from ...words.code import Source, code, plain
from .before import Asked, before, jumped_to
from .evidence import Given, answers, cleared, family, says_so, seen_to_fail
from .failing import code_like, known, says_failure
from .guards import REPORT, Guard, returned
from .meaning import Judged
from .scene import MadeCall, OpPlace, Scene

_FAILED_PART: Final = frozenset({"status", "error", "err"})
_ENDS_WELL: Final = frozenset({"", "0", "EXIT_SUCCESS", "EX_OK", "None", "NULL", "nullptr"})
_CODE: Final = regex(r"""^\s*+(?:-?[1-9]|[fF]?["']|[A-Z][A-Z0-9_]++\s*+$)""")
_REPLACED: Final = regex(r"exec[vl]p?e?$")


class Exit(NamedTuple):
    type: str
    reason: str
    error: bool = False


class ExitFrame(NamedTuple):
    """What one exit is judged against. given: what the function gives, in the order of the text; codes: the
    same, each once, by family; last: where its text ends, what only a `goto` or an exception leads to left out."""

    scene: Scene
    found: Mapping[OpPlace, Judged]
    given: Sequence[Given]
    codes: Mapping[str, Collection[str]]
    last: int


def exits(scene: Scene, guards: Mapping[OpPlace, Guard], found: Mapping[OpPlace, Judged]) -> dict[OpPlace, Exit]:
    arms: dict[OpPlace, list[Asked]] = {}
    for place, guard in guards.items():
        arms.setdefault(guard.place, []).append((place, guard.edge))
    left = sorted(
        [(op.start, place, op) for place, op in scene.ops() if _leaves(op) and not scene.block(place.block).dead]
    )
    given = {place: _given(scene, op) for _, place, op in left if op.kind == "return"}
    last = max(
        (
            op.start
            for place, op in scene.ops()
            if not scene.block(place.block).dead and not jumped_to(scene, place.block)
        ),
        default=-1,
    )
    frame = ExitFrame(scene, found, list(given.values()), _by_family(given.values()), last)
    left_by = {place: _exit(frame, place, op, arms.get(place, [])) for place, op in scene.ops() if _leaves(op)}
    well = frozenset([place for place in given if cleared(scene, found, place)])
    return _alike(
        {place: each for place, each in given.items() if place not in well}, left_by, scene.bound.facts.name == "main"
    )


def _alike(given: Mapping[OpPlace, Given], found: dict[OpPlace, Exit], ends: bool) -> dict[OpPlace, Exit]:
    """One constant, one look: what is a failure by evidence is one wherever this function gives it. Where it gives 0 and 1 alone, 1
    is as often the answer yes, unless that ends the program: each place has to tell."""
    failing = {value.code for place, value in given.items() if found[place].reason == "structure:failing-arm"}
    numbers = {value.code for value in given.values() if value.family in ("number", "negative")}
    plain_: set[str] = set()
    if "0" in failing and (numbers != {"0", "1"} or "1" in failing):  # zero is what went well
        plain_.add("0")
    if (
        numbers == {"0", "1"}
        and not ends
        and any(each.code == "1" and not found[at].error for at, each in given.items())
    ):
        plain_.add("1")
    if plain_ & failing:
        failing -= plain_
        found = {
            place: one
            if one.reason != "structure:failing-arm" or place not in given or given[place].code not in plain_
            else Exit(action.EXIT, "structure:return")
            for place, one in found.items()
        }
    same = Exit(action.EXIT, "structure:failing-value", error=True)
    return {
        place: same if place in given and given[place].code in failing and not one.error else one
        for place, one in found.items()
    }


def _leaves(op: Op) -> bool:
    return op.kind in ("return", "raise", "call-noreturn") or (
        op.kind == "do" and op.role in ("break", "continue", "goto")
    )


def _given(scene: Scene, op: Op) -> Given:
    node, source = returned(scene, op)
    return Given(code(node, source), family(node, source))


def _exit(frame: ExitFrame, place: OpPlace, op: Op, tests: list[Asked]) -> Exit:
    scene = frame.scene
    if op.kind == "raise":
        return Exit(action.EXIT, "structure:raise", error=not _leaves_well(scene, op))
    if op.kind == "call-noreturn":
        return _never_back(frame, place, op, tests)
    if op.kind == "do":
        return Exit(action.EXIT, f"structure:{op.role}")
    node, source = returned(scene, op)
    why = (
        says_failure(scene, plain(node), source)
        or _by_test(frame, place, (node, source), tests)
        or _by_evidence(frame, place, _given(scene, op), tests)
    )
    if why:
        return Exit(action.EXIT, why, error=True)
    if not tests and op.start >= frame.last and not jumped_to(scene, place.block):
        return Exit(action.COMPUTATION, "structure:result")
    return Exit(action.EXIT, "structure:return")


def _leaves_well(scene: Scene, op: Op) -> bool:
    """`raise SystemExit(0)`, `sys.exit()`"""
    made = scene.calls(op.start, op.end)
    quits = {start for start, _ in scene.bound.quits}
    return (
        bool(made) and (made[0].call.name == "SystemExit" or made[0].call.start in quits) and not _fails(scene, made[0])
    )


def _never_back(frame: ExitFrame, place: OpPlace, op: Op, tests: Sequence[Asked]) -> Exit:
    scene = frame.scene
    made = scene.calls(op.start, op.end)
    ways = {how for start, how in scene.bound.ends if op.start <= start < op.end}
    if "loop" in ways:
        return Exit(action.EXIT, "structure:for-ever")
    if made and f"{made[0].call.receiver}{made[0].call.sep}{made[0].call.name}" in scene.language.lexicon.unreachable:
        return Exit(action.EXIT, "structure:unreachable")
    if made and ways == {GIVEN}:
        asked = [one for one in (*tests, *before(scene, place).asked) if one[1]]
        failed = _complains(scene, made[0].call) or any(seen_to_fail(scene, frame.found, one) for one in asked)
        return Exit(action.EXIT, "structure:noreturn", error=failed)
    return Exit(action.EXIT, "structure:noreturn", error=not made or _fails(scene, made[0]))


def _complains(scene: Scene, call: Call) -> bool:
    """Of a function of the project that ends with a status which turns out there: by its name, by a text or a code that it is given."""
    given = [scene.read(*argument).strip() for argument in call.args]
    return bool(REPORT & set(names.lower(call.name))) or any(_CODE.match(text) for text in given)


def _fails(scene: Scene, made: MadeCall) -> bool:
    """What never comes back ends the program badly, unless it is an exit that does not say so, or another program goes
    on. It is asked by the name that it has where it comes from: `from sys import exit as leave`."""
    call, outside = made.call, made.resolved.external if made.resolved else ""
    name = names.last(outside) if outside else call.name
    words = names.lower(name)
    if _REPLACED.match(name):
        return False
    if "exit" not in words:
        return True
    given = [scene.read(*argument).strip() for argument in call.args[:1]]
    return bool(given) and given[0] not in _ENDS_WELL and bool(_CODE.match(given[0]))


def _by_test(frame: ExitFrame, place: OpPlace, given: tuple[Expression, Source], tests: list[Asked]) -> str:
    """The very value just tested as failed, or its status."""
    node, source = given
    bare = plain(node)
    if (
        isinstance(bare, Invoke)
        and isinstance(bare.callee, Member)
        and _FAILED_PART & set(names.lower(bare.callee.name)[-1:])
    ):
        bare = plain(bare.callee.of)
    if not isinstance(bare, Word | Member):
        return ""
    value = code(bare, source)
    for at, edge in (*tests, *_unchanged(frame.scene, place, value)):
        test, asked = frame.scene.tree(*frame.scene.span(at))
        if edge and _means_failure(frame, place, known(test, asked, value, edge == "true"), value, tests):
            return "structure:failed-value"
        if _means_failure(frame, place, _with_others(frame.scene, place, at, value), value, tests):
            return "structure:failed-value"
    return ""


def _with_others(scene: Scene, place: OpPlace, at: OpPlace, value: str) -> str:
    """`if (err && err != AGAIN) return err;`: what the other operands say, all of which hold where one leaves."""
    whole = scene.conditions.get(scene.block(at.block).ops[at.op].statement)
    if whole is None or not whole.then or not whole.then[0].start <= scene.span(place)[0] < whole.then[-1].end:
        return ""
    test, asked = scene.tree(whole.test.start, whole.test.end)
    node = plain(test)
    return known(node, asked, value, True) if isinstance(node, Logic) and node.op == "and" else ""


def _unchanged(scene: Scene, place: OpPlace, value: str) -> tuple[Asked, ...]:
    """The test that led straight to an exit, whatever was done on the way but setting the value anew."""
    way = before(scene, place)
    return () if any(_sets(scene.read(*scene.span(at)), value) for at in way.ops) else way.asked


def _by_family(given: Iterable[Given]) -> dict[str, set[str]]:
    codes: dict[str, set[str]] = {}
    for each in given:
        codes.setdefault(each.family, set()).add(each.code)
    return codes


def _sets(text: str, name: str) -> bool:
    target, made, value = text.partition("=")
    return bool(made) and not value.startswith("=") and target.strip() == name


def _means_failure(frame: ExitFrame, place: OpPlace, what: str, value: str, tests: list[Asked]) -> bool:
    python = frame.scene.python
    if what == "nonzero":  # in a function that gives the same at its end, where it is zero
        if not code_like(value, True) and value in frame.scene.pointers:  # `if (res) return res;`: what was found
            return False
        return code_like(value, python) or (
            frame.given[-1].code == value and frame.given.count(frame.given[-1]) > 1 and not answers(frame.scene)
        )
    if what == "null":
        return bool(_by_evidence(frame, place, Given("null", "null"), tests))
    return what == "bad" or (what == "negative" and not python)


def _by_evidence(frame: ExitFrame, place: OpPlace, given: Given, tests: list[Asked]) -> str:
    start = frame.scene.block(place.block).ops[place.op].start
    early = bool(tests) or start < frame.last or jumped_to(frame.scene, place.block)
    return "structure:failing-arm" if says_so(frame.scene, frame.found, place, given, tests, frame.codes, early) else ""
