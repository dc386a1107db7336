"""What one function holds where: a pass forward over its control-flow graph.

A resource is known by its release: `free(p)`, `m.unlock()`, `delete x` name what they release, and that is its key. It
is acquired where it is assigned from a call, handed out by address, or locked; one that is released and never acquired
is held from the beginning. It is let go where it is released, returned, or stored away; and on the branch of a test
about itself that only leaves (`if (!p) return`), for there it was never had. Blocks of `with`, and C++ guards, end by
themselves.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from typing import TypeVar

from ...model.action import ACQUIRE, RELEASE, SemanticAction
from ...model.bound import BoundFunction
from ...model.facts import Binding
from ...model.flow import FlowEdge, FunctionCFG, Op
from ...model.pattern import regex
from ...model.record import NamedTuple
from ...model.syntax import With, walk
from .answered import Step, answered
from .conditional import Never, absent_where
from .confirmed import confirmed, surely_taken
from .guards import entered, held_until, items
from .nothing import nothing, reached, set_from_calls
from .plainly import WORDS, bare, called, flat, release_keys, whole

_LOCK = regex(r"[Ll]ock|LOCK|mutex|Mutex|acquire|[Cc]ritical|\bsem_")
_END = "the end"
_GUARD = "type:guard"

Keys = frozenset[str]
Releases = Mapping[str, frozenset[str]]
Made = TypeVar("Made")


class HeldExit(NamedTuple):
    """text: as written, `the end` where it falls off. unwinding: an exception of a callee passes. had: what may have
    been acquired on the way here; held: what may not have been released; doubtful: what may not
    have been acquired, or is given to a call right before it."""

    text: str
    line: int
    unwinding: bool
    had: Keys
    held: Keys
    doubtful: Keys = frozenset()


class Holding(NamedTuple):
    """releases: texts and lines by key. unwound: what is released on a way that only an exception takes. acquired:
    lines by key. under: by the text of a statement that stands once, its line and the locks and blocks that surely hold
    there; around: those of the function, of which a `with` may be no lock."""

    exits: tuple[HeldExit, ...]
    releases: Mapping[str, tuple[tuple[str, int], ...]]
    unwound: Keys
    acquired: Mapping[str, int]
    under: Mapping[str, tuple[int, Keys]]
    around: Mapping[str, int]
    locks: Keys


class _Deed(NamedTuple):
    op: Op
    text: str
    takes: Keys
    gives: Keys
    result: str = ""
    releases: bool = False


def answers(
    bound: BoundFunction, cfg: FunctionCFG, actions: Sequence[SemanticAction], keys: Releases
) -> Mapping[str, Keys]:
    """See `answered`."""
    steps = [[_step(deed) for deed in row] for row in _deeds(bound, cfg, actions, keys)]
    return answered(cfg, steps, ((a.block, a.guard) for a in actions if a.guard))


def _deeds(
    bound: BoundFunction, cfg: FunctionCFG, actions: Sequence[SemanticAction], keys: Releases
) -> list[list[_Deed]]:
    meaning = {(a.block, a.op): a.type for a in actions if a.reason != _GUARD}  # which lets go by itself
    return [
        [_deed(bound, op, meaning.get((block.id, at), ""), keys) for at, op in enumerate(block.ops)]
        for block in cfg.blocks
    ]


def holding(
    bound: BoundFunction,
    cfg: FunctionCFG,
    actions: Sequence[SemanticAction],
    keys: Releases,
    had_there: Mapping[str, Keys] = {},
) -> Holding:
    """keys: of both sides that are compared (see `releases`). had_there: by a question's text what whoever asks so still has."""
    deeds = _deeds(bound, cfg, actions, keys)
    acquired = _first((key, bound.line(deed.op.start)) for row in deeds for deed in row for key in deed.takes)
    begin = frozenset(key for row in deeds for deed in row for key in deed.gives) - acquired.keys()
    begin, deeds = _from_its_declaration(bound, begin, deeds)
    guards = {(a.block, a.guard) for a in actions if a.guard}
    never = absent_where(cfg, [[(deed.op.kind, deed.text, deed.takes) for deed in row] for row in deeds])
    had, held = (_forward(cfg, deeds, guards, never, begin, kept, had_there) for kept in (True, False))
    guarded = _guarded(bound, deeds, actions)
    return Holding(
        tuple(_exits(bound, cfg, had, held, deeds)),
        _released(bound, deeds),
        _unwound(cfg, deeds),
        acquired,
        _under(bound, cfg, deeds, guarded),
        (around := _around(bound, deeds, guarded)),
        frozenset(around) - frozenset(what for what in entered(bound) if not _LOCK.search(what)),
    )


def _from_its_declaration(
    bound: BoundFunction, begin: Keys, deeds: list[list[_Deed]]
) -> tuple[Keys, list[list[_Deed]]]:
    """A local of C and C++ that is given something else's value (`T v = *at`), or made (`ifstream in(n)`), is there from then on, and not before."""
    declared = [each for each in bound.facts.bindings if each.how == "declare" and each.name in begin]
    own = frozenset(each.name for each in declared if each.value)
    made = [[deed._replace(takes=deed.takes | _made_by(deed, own, declared)) for deed in row] for row in deeds]
    given = begin & {key for row in made for deed in row for key in deed.takes}
    return begin - given, made if given else deeds


def _made_by(deed: _Deed, own: Keys, declared: Sequence[Binding]) -> Keys:
    here = {each.name for each in declared if deed.op.start <= each.start < deed.op.end}
    makes = (
        deed.op.kind == "do" and not deed.releases and not _LOCK.search(deed.text)
    )  # a guard of a lock is told as what it locks
    return own & {deed.result} | (here if makes else frozenset())


def releases(bound: BoundFunction, cfg: FunctionCFG, actions: Sequence[SemanticAction]) -> Releases:
    """What is done to each resource to release it."""
    found: dict[str, frozenset[str]] = {}
    for a in actions:
        op = cfg.blocks[a.block].ops[a.op]
        text = flat(bound.read(op.start, op.end)) if a.type == RELEASE and op.kind == "do" else ""
        found.update({key: found.get(key, frozenset()) | {text} for key in release_keys(text)})
    return found


def _first(found: Iterator[tuple[str, Made]]) -> dict[str, Made]:
    made: dict[str, Made] = {}
    for key, value in found:
        made.setdefault(key, value)
    return made


def _released(bound: BoundFunction, deeds: Sequence[Sequence[_Deed]]) -> dict[str, tuple[tuple[str, int], ...]]:
    found: dict[str, dict[tuple[str, int], None]] = defaultdict(dict)
    for row in deeds:
        for deed in row:
            for key in deed.gives if deed.releases else ():
                found[key][deed.text, bound.line(deed.op.start)] = None
    return {key: tuple(sorted(places, key=lambda place: place[1])) for key, places in found.items()}


def _unwound(cfg: FunctionCFG, deeds: Sequence[Sequence[_Deed]]) -> Keys:
    """A `finally` for exceptions, and a handler."""
    leaving, seen, stack = _edges(cfg), {0}, [0]
    while stack:
        fresh = {edge.target for edge in leaving[stack.pop()] if edge.kind != "raise"} - seen
        seen |= fresh
        stack += fresh
    return frozenset(
        key
        for block in cfg.blocks
        if block.id not in seen and not block.dead
        for deed in deeds[block.id]
        if deed.releases
        for key in deed.gives
    )


def _came(cfg: FunctionCFG) -> dict[int, list[FlowEdge]]:
    found: dict[int, list[FlowEdge]] = {block.id: [] for block in cfg.blocks}
    for edge in cfg.edges:
        found[edge.target].append(edge)
    return found


def _deed(bound: BoundFunction, op: Op, type_: str, keys: Releases) -> _Deed:
    text = flat(bound.read(op.start, op.end))
    left, sign, right = text.partition(" = ")
    name = left.split()[-1].strip("&*") if sign and left else ""
    if op.kind in ("enter", "leave", "variant"):
        return _Deed(op, text, frozenset(), frozenset())
    if type_ == RELEASE or any(each in text for done in keys.values() for each in done):
        return _Deed(
            op,
            text,
            frozenset(),
            frozenset(key for key, done in keys.items() if any(each in text for each in done)),
            "",
            True,
        )
    words = set(WORDS.findall(text))
    if op.kind == "return":
        return _Deed(op, text, frozenset(), frozenset(words & keys.keys()))
    takes = {name} if sign and (called(right)[0] or right.startswith("new ")) else set()
    takes |= set_from_calls(text) if op.kind == "test" else set()
    takes |= {key for key in words & keys.keys() if f"&{key}" in text}
    if type_ == ACQUIRE and not sign:
        takes |= release_keys(text)
    stored = {
        key
        for key in words & keys.keys()
        if sign and name not in keys and ("." in name or left.startswith("*")) and bare(right) == key
    }
    return _Deed(op, text, frozenset(takes) & keys.keys(), frozenset(stored), name)


def _forward(
    cfg: FunctionCFG,
    deeds: Sequence[Sequence[_Deed]],
    guards: set[tuple[int, str]],
    never: Never,
    begin: Keys,
    kept: bool,
    had_there: Mapping[str, Keys],
) -> list[Keys]:
    """What may be there when a block ends. kept: what was released counts as had."""
    leaving = _edges(cfg)
    entering: list[Keys | None] = [None] * len(cfg.blocks)
    ending: list[Keys] = [frozenset()] * len(cfg.blocks)
    entering[0], waiting = begin, [0]
    there = _surely_there(cfg, deeds)
    absent = {(edge.source, edge.kind): _absent(deeds[edge.source], edge.kind) for edge in cfg.edges}
    while waiting:
        here = waiting.pop()
        state = ending[here] = reduce(
            lambda now, deed: (now | deed.takes) - (frozenset() if kept and deed.op.kind != "return" else deed.gives),
            deeds[here],
            entering[here] or frozenset(),
        )
        for edge in leaving[here]:
            gone = (
                (_about(deeds[here], state, had_there) - there[here] if (here, edge.kind) in guards else frozenset())
                | reached(absent[here, edge.kind], state)
                | never.get((here, edge.kind), frozenset())
                | (_handed_out(deeds[here]) if _leaves(cfg, edge.target) else frozenset())
            )
            already, coming = entering[edge.target], state - gone
            if already is None or coming - already:
                entering[edge.target] = coming | (already or frozenset())
                waiting.append(edge.target)
    return ending


def _leaves(cfg: FunctionCFG, block: int) -> bool:
    """Whether it ends a way."""
    return any(op.kind in ("return", "raise") for op in cfg.blocks[block].ops)


def _handed_out(row: Sequence[_Deed]) -> Keys:
    """What a question asks a call for by address, and who leaves at once may not have got: `p` of `if (fetch(&p) < 0) return`."""
    asks = bool(row) and row[-1].op.kind == "test"
    return frozenset(key for key in row[-1].takes if f"&{key}" in row[-1].text) if asks else frozenset()


def _edges(cfg: FunctionCFG) -> Mapping[int, Sequence[FlowEdge]]:
    found: dict[int, list[FlowEdge]] = {block.id: [] for block in cfg.blocks}
    for edge in cfg.edges:
        found[edge.source].append(edge)
    return found


def _about(row: Sequence[_Deed], state: Keys, had_there: Mapping[str, Keys]) -> Keys:
    """What a test asks about, and is not there by its answer: the resource itself, or the result of acquiring it."""
    words = set(WORDS.findall(row[-1].text)) if row else set()
    results = {key for deed in row for key in deed.takes if deed.result in words}
    asked = state & frozenset(words | results | {key for deed in row[-1:] for key in deed.takes})
    return asked - had_there.get(row[-1].text, frozenset()) if row else asked


def _surely_there(cfg: FunctionCFG, deeds: Sequence[Sequence[_Deed]]) -> list[Keys]:
    """By block, what its question does not ask to be there, for it was found before."""
    found = confirmed(cfg, [[_step(deed) for deed in row] for row in deeds])
    return [known - row[-1].takes if row else known for known, row in zip(found, deeds, strict=True)]


def _step(deed: _Deed) -> Step:
    return Step(deed.op.kind == "test", deed.text, deed.takes, deed.gives if deed.releases else frozenset())


def _absent(row: Sequence[_Deed], way: str) -> Keys:
    """What a test finds to be nothing on a way out of it."""
    asks = bool(row) and row[-1].op.kind == "test" and way in ("true", "false")
    return nothing(row[-1].text, way == "true") if asks else frozenset()


def _exits(
    bound: BoundFunction,
    cfg: FunctionCFG,
    had: Sequence[Keys],
    held: Sequence[Keys],
    deeds: Sequence[Sequence[_Deed]],
) -> Iterator[HeldExit]:
    before = _came(cfg)
    found: dict[tuple[object, ...], HeldExit] = {}
    _, sure = surely_taken(cfg, [[_step(deed) for deed in row] for row in deeds])
    for block in sorted({*cfg.returns, *cfg.raises}):
        if cfg.blocks[block].dead:
            continue
        op = _leaving(cfg, before, block)
        unwinding = block in cfg.raises and (op is None or op.kind != "raise")
        text = _END if op is None or unwinding else flat(bound.read(op.start, op.end))
        place = bound.line(op.start) if op is not None else bound.facts.end_line
        given = {name for deed in deeds[block] if deed.op.kind in ("do", "return") for name in whole(deed.text)}
        one = HeldExit(
            text,
            place,
            unwinding,
            had[block],
            held[block],
            held[block] - sure[block] | reached(frozenset(given), held[block]),
        )
        twin = found.get(one[:3])
        found[one[:3]] = (
            one
            if twin is None
            else one._replace(had=one.had | twin.had, held=one.held | twin.held, doubtful=one.doubtful | twin.doubtful)
        )
    yield from sorted(found.values(), key=lambda each: (each.line, each.unwinding))


def _leaving(cfg: FunctionCFG, before: Mapping[int, Sequence[FlowEdge]], block: int) -> Op | None:
    """The `return` or `raise` by which a way ends; what is done on the way out may follow it."""
    seen = {block}
    while True:
        found = next((op for op in reversed(cfg.blocks[block].ops) if op.kind in ("return", "raise")), None)
        came = before[block]
        if (
            found is not None
            or len(came) != 1
            or came[0].source in seen
            or came[0].kind not in ("finally", "resume", "next")
        ):
            return found
        block = came[0].source
        seen.add(block)


def _guarded(
    bound: BoundFunction, deeds: Sequence[Sequence[_Deed]], actions: Sequence[SemanticAction]
) -> list[tuple[int, int, str]]:
    """(from, to, what it holds) of each block of `with` and each guard of C++."""
    found: list[tuple[int, int, str]] = []
    for a in actions:
        if a.reason == _GUARD:
            deed = deeds[a.block][a.op]
            last = held_until(bound.text, deed.op.end, [(each.text, each.op.start) for row in deeds for each in row])
            found.append((deed.op.end, last, next(iter(release_keys(deed.text)), deed.text)))
    for stmt in walk(bound.statements):
        if isinstance(stmt, With) and stmt.body:
            found += [(stmt.body[0].start, stmt.end, what) for what in items(bound, stmt)]
    return found


def _under(
    bound: BoundFunction, cfg: FunctionCFG, deeds: Sequence[Sequence[_Deed]], guarded: Sequence[tuple[int, int, str]]
) -> dict[str, tuple[int, Keys]]:
    locked, _ = surely_taken(cfg, [[Step(False, deed.text, _locks(deed), deed.gives) for deed in row] for row in deeds])
    found: dict[str, tuple[int, Keys]] = {}
    twice = set()
    for block, row in enumerate(deeds):
        now = locked[block]
        for deed in row:
            around = now | {what for start, end, what in guarded if start <= deed.op.start < end}
            if deed.op.kind == "do" and not deed.takes and not deed.gives:
                twice |= (
                    {deed.text} if deed.text in found and found[deed.text][0] != bound.line(deed.op.start) else set()
                )
                found[deed.text] = bound.line(deed.op.start), around & found.get(deed.text, (0, around))[1]
            now = (now | _locks(deed)) - deed.gives
    return {text: place for text, place in found.items() if text not in twice}


def _locks(deed: _Deed) -> Keys:
    return deed.takes if _LOCK.search(deed.text) else frozenset()


def _around(
    bound: BoundFunction, deeds: Sequence[Sequence[_Deed]], guarded: Sequence[tuple[int, int, str]]
) -> dict[str, int]:
    own = [(key, bound.line(deed.op.start)) for row in deeds for deed in row for key in sorted(_locks(deed))]
    return _first(iter([*own, *[(what, bound.line(start)) for start, _, what in guarded]]))
