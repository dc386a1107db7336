"""Talk that is all that an arm does, and so what its question is asked for.

A log by the way is not drawn. Where nothing else is done behind a question, in a case, in a round of a loop or in a
handler, the question would go with it, or stand with an empty arm: there it is a step.

    if (!grow(b)) warnx("full");            grow(b)?  no → warnx("full")
    if (fd < 0) { perror(p); return; }      fd is at least 0?  no → perror(p) → Return

So it is where it stands right before a jump out of an arm, `warnx("full"); goto out;`, whatever else is done there, and
at a label to which nothing but jumps lead, where the function is also left elsewhere: `err: warnx("full");`.

What one failing arm says is drawn as what another says: where `warnx("full"); return -1;` is, so is `warnx("shut"); free(b); return -1;`.

A `return` that gives nothing, or what the function also gives elsewhere, is no deed of an arm; neither is the end of a
round. What only informs is told where it is all that an arm does; what is said for who looks for defects (`LOG_DEBUG`,
all behind `if (verbose)`) stays out, but where an arm with it gives what another `return` gives: `log.debug("none"); return wrap(s)`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Set
from typing import Final

from ...model import action
from ...model.flow import BasicBlock, FlowEdge, Op
from ...model.pattern import regex
from ...words import names
from .prepared import Typed, own_value
from .scene import OpPlace, Scene

_LARGE: Final = 40  # blocks of one arm
_QUIET: Final = frozenset(["debug", "dbg", "debugf", "trace", "tracing", "verbose", "info", "infof", "fine", "vlog"])
_FOR_DEFECTS: Final = _QUIET - {"info", "infof"}
_LEVELS: Final = frozenset(["warn", "warning", "error", "err", "critical", "crit", "alert", "emerg", "fatal"])
_LOUD: Final = _LEVELS | {"stderr"}
_VERBOSE: Final = frozenset(["verbose", "verbosity", "debug", "debugging", "dbg", "trace", "tracing", "loglevel"])
_FLUSHES: Final = {"fflush"}  # it says nothing itself
_STREAMED: Final = regex(r"(?:std::)?w?c(?:err|log)\b")
_DEGREES: Final = frozenset(["level", "lvl", "mode", "flag", "flags", "mask", "enabled", "on"])
_FLAG: Final = regex(
    r"[\s(]*+(?:[^\W\d]\w*+(?:\.|->|::))*+([^\W\d]\w*+)(?:\s*+(?:>=?\s*+\w+|&\s*+\w+|==\s*+[1-9]\d*+))?[\s)]*+"
)  # what is asked is whether one wants to hear more
_TALKS: Final = regex(r"(?:debug|trace|dbg)[a-z]{0,6}$|[dv](?:print[fk]?|log)$")  # of macros: `DEBUGP`, `DPRINTF`
_HEAD: Final = regex(r"[^\"'`]{0,200}")  # what stands before the message
_WORD: Final = regex(r"[^\W\d]\w{0,80}")
_CONSTANT: Final = regex(r"return\s*+\(?\s*+(-?\w{1,40})\s*+\)?\s*+;?$")
_BARE: Final = regex(r"return\s*+;?$")
_LEAVING: Final = frozenset({"goto", "break", "continue"})
_ASKS: Final = frozenset({"test", "switch", "each", "variant"})


def heard(scene: Scene, found: Mapping[OpPlace, Typed], said: Set[OpPlace], vain: Collection[OpPlace]) -> set[OpPlace]:
    """Of talk, the places. vain: questions that only lead to talk."""
    if not said:
        return set()
    arms = [*_arms(scene), *_jumped_to(scene)]
    asked = {place for asking, start in arms if _of_verbosity(scene, asking, start) for place in _within(scene, start)}
    muted = {place for place in said & asked if not _at_a_level(scene, place)}
    told = {place for place in said if place not in muted and loud(scene, found[place].type, place, _FOR_DEFECTS)}
    heeded = {place for place in told if loud(scene, found[place].type, place)}
    values = Counter(dict(_given(scene)).values())
    kept = set[OpPlace]()
    for _, start in arms:
        region = _region(scene, start)
        if _alone(scene, region, found, vain, values):
            spoken = said - muted if _gives_the_same(scene, region, values) else told
            kept |= spoken & {OpPlace(block, at) for block in region for at in range(len(scene.block(block).ops))}
        for block in region:
            kept |= heeded & set(_last_said(scene, block, found))
    return kept | (
        heeded & set(_said_alike(scene, kept & heeded, [start for _, start in arms])) if kept & heeded else set()
    )


def _arms(scene: Scene) -> Iterator[tuple[Set[int], int]]:
    """What asks, and where an arm of it begins to which nothing else leads."""
    owned: dict[int, set[int]] = {}
    for block in scene.cfg.blocks:
        if block.ops and block.ops[-1].kind in _ASKS and block.owner >= 0:
            owned.setdefault(block.owner, set()).add(block.id)
    ways: list[set[int]] = [set() for _ in scene.cfg.blocks]
    for edge in scene.cfg.edges:
        if edge.kind != "exit-loop" and (edge.kind != "raise" or _catches(scene.block(edge.source))):
            ways[edge.source].add(edge.target)
    for block in scene.cfg.blocks:
        if block.dead or block.value or not block.ops:
            continue
        kind, asking = block.ops[-1].kind, {block.id}
        if kind in _ASKS:
            asking = owned.get(block.owner, asking)
        elif kind != "catch":
            continue
        for target in sorted(ways[block.id]):
            if scene.sources.get(target, set()) <= asking:
                yield frozenset(asking), target


def _jumped_to(scene: Scene) -> Iterator[tuple[Set[int], int]]:
    """Who jumps, and where a label begins to which nobody comes else, but for a way out beside it."""
    plain = {edge.target for each in scene.edges.values() for edge in each if edge.kind != "goto"}
    for start in sorted({edge.target for each in scene.edges.values() for edge in each} - plain):
        if len(scene.sources.get(start, ())) > 1 and (region := _region(scene, start)):
            left = {*scene.cfg.returns, *scene.cfg.falls_off, *scene.cfg.noreturn} - {*region}
            if any(not scene.block(each).dead for each in left):
                yield frozenset(scene.sources[start]), start


def _catches(block: BasicBlock) -> bool:
    return bool(block.ops) and block.ops[-1].kind == "catch"


def _region(scene: Scene, start: int) -> list[int]:
    """The blocks to which nothing leads but the arm that begins there, in order; none of one too large."""
    found, inside = [start], {start}
    for here in found:
        for edge in scene.edges.get(here, ()):
            if edge.target not in inside and scene.sources.get(edge.target, set()) <= inside:
                found.append(edge.target)
                inside.add(edge.target)
        if len(found) > _LARGE:
            return []
    return found


def _within(scene: Scene, start: int) -> set[OpPlace]:
    return {OpPlace(block, at) for block in _region(scene, start) for at in range(len(scene.block(block).ops))}


def _alone(
    scene: Scene,
    region: Collection[int],
    found: Mapping[OpPlace, Typed],
    vain: Collection[OpPlace],
    values: Mapping[str, int],
) -> bool:
    """Nothing is done there but talk, and who leaves gives nothing of its own."""
    leaves = any(op.role in _LEAVING or op.kind == "return" for each in region for op in scene.block(each).ops)

    def idle(place: OpPlace, op: Op) -> bool:
        return (
            found[place].type in action.ELIDED
            or place in vain
            or op.kind == "catch"
            or op.role in _LEAVING
            or (op.role == "step" and own_value(scene, op))
            or (op.role == "assign" and leaves and own_value(scene, op))
            or (op.kind == "return" and _gives_nothing_new(scene, op, values))
        )

    return bool(region) and all(
        idle(OpPlace(block, at), op) for block in region for at, op in enumerate(scene.block(block).ops)
    )


def _last_said(scene: Scene, block: int, found: Mapping[OpPlace, Typed]) -> Iterator[OpPlace]:
    """What stands right before a jump out of an arm, be it behind what else is done there."""
    ops = scene.block(block).ops
    jump = next((at for at, op in enumerate(ops) if op.role in _LEAVING), 0)
    for at in reversed(range(jump)):
        place = OpPlace(block, at)
        if found[place].type in action.ELIDED:
            yield place
        elif not (ops[at].role == "assign" and own_value(scene, ops[at])):
            return


def _said_alike(scene: Scene, kept: Set[OpPlace], starts: Collection[int]) -> Iterator[OpPlace]:
    """All in the arms that give what an arm gives of which it is kept, and the end of the function does not."""
    given = dict(_returned(scene))
    last = max(given, key=lambda block: scene.block(block).ops[-1].start, default=-1)
    trunk = given.get(last, "") if not scene.cfg.falls_off else ""
    arms = {start: region for start in starts if _straight(scene, region := _region(scene, start))}
    gives = {start: next((given[block] for block in region if block in given), "") for start, region in arms.items()}
    failing = {gives[start] for start in arms if any(place.block in arms[start] for place in kept)} - {trunk, ""}
    for start, region in arms.items():
        if gives[start] in failing:
            yield from (OpPlace(block, at) for block in region for at in range(len(scene.block(block).ops)))


def _straight(scene: Scene, region: Collection[int]) -> bool:
    """Nothing is asked there, but within a value."""
    return all(op.kind not in _ASKS or op.role == "expression" for each in region for op in scene.block(each).ops)


def _returned(scene: Scene) -> Iterator[tuple[int, str]]:
    """What is returned by a block, be it nothing: as it is written."""
    for block in scene.cfg.blocks:
        if block.ops and block.ops[-1].kind == "return" and not block.dead:
            text = scene.read(block.ops[-1].start, block.ops[-1].end)
            if _CONSTANT.match(text) or _BARE.match(text):
                yield block.id, text.rstrip("; ")


def _gives_nothing_new(scene: Scene, op: Op, values: Mapping[str, int]) -> bool:
    text = scene.read(op.start, op.end)
    constant = _CONSTANT.match(text)
    return bool(_BARE.match(text)) or values.get(constant[1] if constant else _reckoned(scene, op), 0) > 1


def _gives_the_same(scene: Scene, region: Collection[int], values: Mapping[str, int]) -> bool:
    """It gives what is reckoned, as another `return` does: without what is said there the two would read alike."""
    given = [
        text
        for each in region
        for op in scene.block(each).ops
        if op.kind == "return" and (text := _reckoned(scene, op))
    ]
    return any(values.get(text, 0) > 1 for text in given)


def _reckoned(scene: Scene, op: Op) -> str:
    text = " ".join(scene.read(op.start, op.end).split())
    return "" if _CONSTANT.match(text) or _BARE.match(text) else text


def _given(scene: Scene) -> Iterator[tuple[int, str]]:
    """Where what is returned stands, and what it is: the constant or name, or all of it where it is reckoned."""
    for _, op in scene.ops():
        if op.kind == "return":
            constant = _CONSTANT.match(scene.read(op.start, op.end))
            yield op.start, constant[1] if constant else _reckoned(scene, op)


def _of_verbosity(scene: Scene, asking: Set[int], start: int) -> bool:
    """Nobody comes to the arm who does not want to hear more: `if (debug && p)`, `#ifdef DEBUG`."""
    reached, going, wanted = set[int](), [min(asking)], False
    for here in going:
        for edge in scene.edges.get(here, ()):
            if _wanted(scene, scene.block(here), edge):
                wanted = True
                continue
            reached.add(edge.target)
            if edge.target in asking and edge.target not in going:
                going.append(edge.target)
    return wanted and start not in reached


def _wanted(scene: Scene, block: BasicBlock, edge: FlowEdge) -> bool:
    """On that way more is wanted: what is asked is a plain name, be it compared with a level, and not whether it is unset."""
    op = block.ops[-1]
    if op.kind == "variant":
        return "!" not in edge.label and bool(_words(edge.label) & _VERBOSE)
    named = _FLAG.fullmatch(scene.read(op.start, op.end)) if op.kind == "test" and edge.kind == "true" else None
    words = names.lower(named[1]) if named else []
    return bool(words) and (words[-1] in _VERBOSE or (words[-1] in _DEGREES and bool({*words} & _VERBOSE)))


def _words(text: str) -> set[str]:
    return {word for name in _WORD.findall(text) for word in names.lower(name)}


def _called(scene: Scene, place: OpPlace) -> tuple[set[str], set[str]]:
    """The words of who is called, and of the constants that stand before the message."""
    head = _HEAD.match(scene.read(*scene.span(place)))
    called, _, given = (head[0] if head else "").partition("<<")[0].partition("(")
    return _words(called), {word for name in _WORD.findall(given) if name.isupper() for word in names.lower(name)}


def _at_a_level(scene: Scene, place: OpPlace) -> bool:
    """Of a warning or an error, however little one wants to hear."""
    words, constants = _called(scene, place)
    return bool((words | constants) & _LEVELS)


def warns(scene: Scene, place: OpPlace) -> bool:
    """Of a warning or an error, or said where those are."""
    words, constants = _called(scene, place)
    return bool(words & _LOUD or constants & _LEVELS)


def loud(scene: Scene, type_: str, place: OpPlace, quiet: Set[str] = _QUIET) -> bool:
    """Said to whoever uses it. The level is a word of who is called, or else a constant that stands before the message."""
    if type_ == action.METRICS:
        return True
    words, constants = _called(scene, place)
    if words & _LOUD:
        return True
    return words != _FLUSHES and not words & quiet and not any(map(_TALKS.match, words)) and not constants & quiet
