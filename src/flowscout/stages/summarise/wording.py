"""The wording of a rule-made summary. Every line comes from an action of the function or an effect that reached it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from ...model import action
from ...model.action import SemanticAction
from ...model.bound import BoundFunction
from ...model.flow import FlowEdge, FunctionCFG
from ...model.identity import qualified_of
from ...model.pattern import regex
from ...model.record import NamedTuple
from ...model.summary import ATOM_CAP, ENDS, Effect, SemanticSummary
from ...model.syntax import Body, If, Loop, Range, Switch, Try, Variant, With, parts, walk
from ...words.names import split
from ...words.sentence import third_person
from ...words.verbs import VERBS

MANY: Final = 4  # fields of one owner from which on they are told together
NAMED: Final = 3
_BELOW: Final = regex(r"(\S{1,80}) is (less than|at most) (-?\d{1,18})")
_UNLESS: Final = ", unless "
_RUNGS: Final = 5  # questions of a ladder that are told one by one
_ANSWERS: Final = frozenset(
    {"", "{}", "false", "False", "FALSE", "None", "NULL", "nullptr"}
)  # may say that it was not done
_ALWAYS: Final = frozenset({"1", "true", "True"})  # conditions of a loop without end, which decide nothing
_CATCHES_EXITS: Final = regex(r"except\b[\s(*]{0,8}(?:$|:|.{0,300}?\b(?:SystemExit|BaseException)\b)")
_WORD: Final = regex(r"[^\W\d]\w*+")


def summarise(
    bound: BoundFunction,
    cfg: FunctionCFG,
    actions: Sequence[SemanticAction],
    effects: Sequence[Effect],
    via: Callable[[Effect], Sequence[str]],
    sentence: str,
) -> SemanticSummary:
    """effects: all atoms that reach the function, canonical order; via: path of ids from it to an atom's origin.
    What cannot be taken back comes first, what is done here before what is done below."""
    actions = [a for a in actions if not cfg.blocks[a.block].dead]
    asked = needed(bound, cfg, actions)
    tests = {(a.block, a.op) for a in actions if a.guard} - early_ends(bound, cfg, actions)
    below = [e for e in effects if e.origin != bound.id]
    return SemanticSummary(
        function=bound.id,
        sentence=sentence,
        preconditions=_unique(a.effect for a in asked),
        postconditions=_unique(a.effect for a in actions if not a.error and _left(bound, cfg, a)),
        side_effects=_unique(
            (
                *(a.effect for a in actions if a.type == action.IRREVERSIBLE),
                *inherited([e for e in below if e.kind == "irreversible"], via),
                *(a.effect for a in actions if a.type == action.MUTATION and a.outlives),
                *(a.effect for a in given_back(bound, actions)),
                *inherited([e for e in below if e.kind not in ("irreversible", "raises", ENDS)], via),
            )
        ),
        control_flow=_unique(_decision(bound, cfg, actions, tests)),
        error_conditions=_unique(
            (*errors(bound, cfg, actions), *inherited([e for e in below if e.kind == "raises"], via))
        ),
        effects=tuple(effects),
        truncated=len(effects) >= ATOM_CAP,
    )


def _left(bound: BoundFunction, cfg: FunctionCFG, act: SemanticAction) -> bool:
    """It ends here: by a return, or by a call that ends the program and that no handler around it stops."""
    kind = cfg.blocks[act.block].ops[act.op].kind
    if act.reason == "structure:raise":
        return not _stopped(bound, cfg, act.block)
    return kind == "return" or act.reason == "structure:noreturn"


def _stopped(bound: BoundFunction, cfg: FunctionCFG, block: int) -> bool:
    """Whether a handler of what ends the program stands around."""
    seen, waiting = {block}, [block]
    while waiting:
        here = waiting.pop()
        caught = [bound.read(op.start, op.end) for op in cfg.blocks[here].ops if op.kind == "catch"]
        if any(_CATCHES_EXITS.match(text) for text in caught):
            return True
        onward = [edge for edge in cfg.edges if edge.source == here and edge.kind == "raise" and not edge.label]
        fresh = {edge.target for edge in onward} - seen
        seen |= fresh
        waiting += fresh
    return False


def given_back(bound: BoundFunction, actions: Sequence[SemanticAction]) -> Iterator[SemanticAction]:
    """What is freed, closed or released here and has been taken elsewhere: a parameter, a field, a global."""
    taken = {each.target for each in actions if each.type == action.ACQUIRE and "=" not in each.text.partition("(")[0]}
    own = {each.name for each in bound.facts.bindings if each.how not in ("global", "capture", "param")}
    for each in actions:
        root = _WORD.search(each.target)
        if each.type == action.RELEASE and root and root[0] not in own and each.target not in taken:
            yield each


def inherited(effects: Sequence[Effect], via: Callable[[Effect], Sequence[str]]) -> list[str]:
    """Ranked: what cannot be taken back, what is sure, what is near. Fields of one owner are told together where they are many.
    What a callee writes through a pointer alone is what its caller gave it: the call says so. What surely comes is not said to come perhaps
    as well."""
    surely = {each[:3] for each in effects if not each.may}
    effects = [
        each
        for each in effects
        if not (each.kind == "state" and each.target.startswith("*")) and not (each.may and each[:3] in surely)
    ]
    owners = Counter(_owner(each) for each in effects if each.kind == "state")
    many = {owner for owner, count in owners.items() if owner and count >= MANY}
    single = [(each, tuple(via(each))) for each in effects if each.kind != "state" or _owner(each) not in many]
    ranked = sorted(
        single, key=lambda told: (told[0].kind != "irreversible", told[0].may, len(told[1]), told[0].target)
    )
    return [
        *(travelled(each, path) for each, path in ranked),
        *(_fields(owner, [e for e in effects if e.kind == "state" and _owner(e) == owner]) for owner in sorted(many)),
    ]


def _owner(effect: Effect) -> str:
    """`DBImpl` of `DBImpl.versions_`"""
    return effect.target.replace("->", ".").rpartition(".")[0]


def _fields(owner: str, effects: Sequence[Effect]) -> str:
    fields = sorted({each.target.replace("->", ".").rpartition(".")[2] for each in effects})
    said = f"{', '.join(fields[:NAMED])}{f' and {len(fields) - NAMED} more' if len(fields) > NAMED else ''}"
    changes = "May change" if all(each.may for each in effects) else "Changes"
    return f"{changes} {len(fields)} field{'s' * (len(fields) > 1)} of {owner}: {said}"


def needed(bound: BoundFunction, cfg: FunctionCFG, actions: Sequence[SemanticAction]) -> list[SemanticAction]:
    """What is asked of who calls: checks before the first effect that nothing else decides on, of nothing that a call has only just given.
    Where it does not hold something fails: what only ends early needs nothing."""
    ends = early_ends(bound, cfg, actions)
    return [a for a in _first_checks(bound, actions) if (a.block, a.op) not in ends]


def early_ends(bound: BoundFunction, cfg: FunctionCFG, actions: Sequence[SemanticAction]) -> set[tuple[int, int]]:
    """Of the first checks those behind which a value is given that is no failure: `if not items: return 0`."""
    plain = {a.block for a in actions if not a.error and _plainly(bound, cfg, a)}
    led: dict[tuple[int, str], int] = {(edge.source, edge.kind): edge.target for edge in cfg.edges}
    checks = [a for a in _first_checks(bound, actions) if a.type == action.VALIDATION]
    return {(a.block, a.op) for a in checks if led.get((a.block, a.guard), -1) in plain}


def _plainly(bound: BoundFunction, cfg: FunctionCFG, act: SemanticAction) -> bool:
    """A value is returned, not whether it went well."""
    op = cfg.blocks[act.block].ops[act.op]
    given = _source(bound, op.start, op.end).removeprefix("return").strip(" ;()")
    return op.kind == "return" and given not in _ANSWERS


def _first_checks(bound: BoundFunction, actions: Sequence[SemanticAction]) -> list[SemanticAction]:
    given = {b.name for b in bound.facts.bindings if "(" in b.value and b.how in ("assign", "declare", "each", "with")}
    inner = list(_nested(bound.statements))
    first = min(
        (a.start for a in actions if a.state_impact and (a.outlives or a.type == action.IRREVERSIBLE) and not a.guard),
        default=len(bound.text),
    )
    return [
        a for a in actions
        if a.guard and a.type in (action.VALIDATION, action.PERMISSION) and a.start < first
        and not any(start <= a.start < end for start, end in inner) and given.isdisjoint(_WORD.findall(a.text))
    ]  # fmt: skip


def _nested(body: Body) -> Iterator[tuple[int, int]]:
    """Where what runs hangs on something: loops, arms, handlers."""
    for stmt in body:
        match stmt:
            case Loop():
                yield stmt.start, stmt.end
            case If() | Switch() | Variant():
                yield from [
                    (part[0].start, part[-1].end)
                    for part in parts(stmt)
                    if part and part is not getattr(stmt, "init", ())
                ]
            case Try():
                yield from _nested(stmt.body)
                yield from [(handler.start, handler.end) for handler in stmt.handlers]
            case With():
                yield from _nested(stmt.body)


def errors(bound: BoundFunction, cfg: FunctionCFG, actions: Sequence[SemanticAction]) -> Iterator[str]:
    """Each exit that fails, and the test that leads to it. An assertion is a contract, no outcome."""
    tests = {a.block: a for a in actions if cfg.blocks[a.block].ops[a.op].kind == "test"}
    above = _asked_above(bound)
    asked = {(a.start, a.end): a for a in tests.values()}
    led: dict[int, list[FlowEdge]] = {}
    for edge in cfg.edges:
        led.setdefault(edge.target, []).append(edge)
    for each in sorted(actions, key=lambda one: one.start):
        if each.type == action.EXIT and each.error and cfg.blocks[each.block].ops[each.op].role != "assert":
            before = led.get(each.block, [])
            test = tests.get(before[0].source) if len(before) == 1 and before[0].kind in ("true", "false") else None
            yes = test is not None and before[0].kind == "true"
            where = _condition(test, yes) if test else ""
            if test and where and not yes and (test.start, test.end) in above:
                rest = (
                    "or a condition above it holds" if where.startswith(_UNLESS) else "and no condition above it holds"
                )
                where = _ladder(test, where, above, asked) or f"{where} {rest}"
            yield f"{each.effect}{where}"


def _asked_above(bound: BoundFunction) -> dict[tuple[int, int], tuple[int, int]]:
    """Of the question of an `elif` the one above it, by where they stand."""
    return {
        _bare(bound, stmt.orelse[0].test): _bare(bound, stmt.test)
        for stmt in walk(bound.statements)
        if isinstance(stmt, If) and len(stmt.orelse) == 1 and isinstance(stmt.orelse[0], If)
    }


def _bare(bound: BoundFunction, asked: Range) -> tuple[int, int]:
    """Without the brackets around it."""
    text = bound.read(asked.start, asked.end)
    wrapped = text[:1] == "(" and text[-1:] == ")"
    return (asked.start + 1, asked.end - 1) if wrapped else (asked.start, asked.end)


def _ladder(
    last: SemanticAction,
    where: str,
    above: Mapping[tuple[int, int], tuple[int, int]],
    asked: Mapping[tuple[int, int], SemanticAction],
) -> str:
    """What stands behind the last `else` of a ladder: none of its questions held. "" it is none, or one asks for several things."""
    chain, at = [last], (last.start, last.end)
    while at in above and (test := asked.get(above[at])):
        chain.append(test)
        at = (test.start, test.end)
    said = [_holds(test) for test in reversed(chain)]
    if at in above or not all(said):
        return ""
    if _one_scale(said):
        return where
    more = len(said) - _RUNGS
    told = said if more < 2 else [*said[:_RUNGS], f"{more} more conditions hold"]
    return f"{_UNLESS}{', '.join(told[:-1])} or {told[-1]}"


def _one_scale(said: Sequence[str]) -> bool:
    """`i is less than 10`, `i is less than 300`: the last one asks for all of them."""
    found = [_BELOW.fullmatch(each) for each in said]
    rows = [(each[1], each[2], int(each[3])) for each in found if each]
    return len(rows) == len(said) and len({row[:2] for row in rows}) == 1 and rows == sorted(rows)


def _holds(test: SemanticAction) -> str:
    """What a question asks, "" where its words say the opposite alone."""
    if test.guard == "true" and test.refused:
        return test.refused
    for opening in ("Validate ", "Stop when ", "Decide whether "):
        if test.effect.startswith(opening) and (opening != "Validate " or test.guard == "false"):
            return test.effect.removeprefix(opening)
    return ""


def _condition(test: SemanticAction, yes: bool) -> str:
    """In the words of the test: what it stops at, what it lets pass, what it asks."""
    if test.refused:
        return f", where {test.refused}"
    for opening, where in (
        ("Validate ", "unless"),
        ("Stop when ", "where"),
        ("Decide whether ", "where" if yes else "unless"),
    ):
        if test.effect.startswith(opening):
            return f", {where} {test.effect.removeprefix(opening)}"
    return ""


def _decision(
    bound: BoundFunction, cfg: FunctionCFG, actions: Sequence[SemanticAction], guards: set[tuple[int, int]]
) -> Iterable[str]:
    effects = {(a.block, a.op): a.effect for a in reversed(actions)}
    for block in [block for block in cfg.blocks if not block.dead]:
        for position, op in enumerate(block.ops):
            if op.kind in ("test", "switch", "each") and not block.value and (block.id, position) not in guards:
                if bound.read(op.start, op.end).strip("( )") in _ALWAYS:
                    continue
                yield effects.get((block.id, position), "") or _source(bound, op.start, op.end)


def _source(bound: BoundFunction, start: int, end: int) -> str:
    return " ".join(bound.read(start, end).split())


class EffectSaid(NamedTuple):
    """does: "Removes". named: "os.remove", "" where that says it already. way: whom it comes by, "PurgeReplica → Drop"."""

    does: str
    named: str
    way: str

    @property
    def whole(self) -> str:
        return f"{self.does}{f' ({self.named})' * bool(self.named)}{f' via {self.way}' * bool(self.way)}"


def travelled(effect: Effect, path: Sequence[str]) -> str:
    """ "Removes (os.remove) via PurgeReplica → Drop"."""
    return in_parts(effect, path).whole


def in_parts(effect: Effect, path: Sequence[str]) -> EffectSaid:
    last = effect.target.replace("::", ".").rsplit(".", 1)[-1]
    may = "May " if effect.may else ""
    steps = " → ".join(display(step) for step in path[1:])
    named = ""
    if effect.kind == "raises":
        text = f"raise {effect.target}" if may else f"raises {effect.target}"
    elif effect.kind == ENDS:
        text = "never return" if may else "never returns"
    elif effect.kind == "state":
        text = f"change {effect.target}" if may else f"changes {effect.target}"
    else:
        words = [w.lower() for w in split(last)] or [last]
        if words[0] in VERBS:
            text = " ".join([words[0] if may else third_person(words[0]), *words[1:]])
            named = effect.target
        else:
            text = f"{'call' if may else 'calls'} {effect.target}"
    text = may + text
    return EffectSaid(text[:1].upper() + text[1:], named, steps)


def display(function_id: str) -> str:
    """The short name people read: the last two parts at most."""
    parts = qualified_of(function_id).replace("::", ".").split(".")
    return ".".join(parts[-2:])


def _unique(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text for text in texts if text))
