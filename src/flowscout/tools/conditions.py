"""Under what a place of a function is reached: the questions of which one answer alone leads there, read off the control-flow graph.

A condition of several operands is one question, so that `a and b` is told whole. A question decides over a place where every way to the place
goes through it, and from it, without asking again, only one answer leads there. What an exception's handler stands behind is told by what it catches.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from ..model.flow import FlowEdge, FunctionCFG
from ..model.pattern import regex
from ..pipeline import Project
from ..words.builds import in_any

MOST: Final = 5  # conditions that are told; those nearest to the place
LONGEST: Final = 160  # characters of one
ARMS: Final = ("true", "false", "exit-loop", "case", "default")


class AskedCondition(NamedTuple):
    """said: as it is written. holds: the answer that leads to the place. loop: it goes through something, or has come to its end."""

    said: str
    holds: bool
    loop: bool = False


_LOCK: Final = regex(
    rb"(?i)(?<![a-z])(?:r|rw)?lock(?:s|ed)?(?:_?\w{0,3})?(?:\(\))?\Z|(?<![a-z])(?:mutex|semaphore|cond|cv)\Z"
)


_ASSERTS: Final = regex(rb"(?i)(?<!\w)(?:\w{1,20}_)?(?:static_)?assert\s{0,4}\(\s{0,9}\Z")
_FAR: Final = 60


@lru_cache(maxsize=4096)
def under(project: Project, id_: str, offset: int) -> tuple[AskedCondition, ...]:
    """In the order of the source; empty where nothing decides, or the place is in no statement."""
    cfg = project.cfg(id_)
    around = [
        (op.end - op.start, block.id)
        for block in cfg.blocks
        for op in block.ops
        if op.start <= offset < op.end and not block.dead
    ]
    if not around:
        return ()
    where = project.functions[id_]
    own = where.facts.end - where.facts.start  # what stands behind it is a macro's text: told only of a place in there
    text = project.bound(id_).text
    return tuple(_conditions(_unswallowed(cfg, text), min(around)[1], text if offset >= own else text[:own]))


@lru_cache(maxsize=1024)
def jumps(project: Project, id_: str, offset: int) -> tuple[tuple[int, ...], bool]:
    """(where the jumps forward stand that lead to a place and nowhere else, whether it is come to without one, too)."""
    cfg = project.cfg(id_)
    end, seen = _block(cfg, offset), set[int]()
    place, leads, ends = end, _leads(cfg), {*cfg.returns, *cfg.raises, *cfg.noreturn} - {end}
    into: dict[int, list[FlowEdge]] = {}
    for edge in cfg.edges:
        into.setdefault(edge.target, []).append(edge)
    while place >= 0 and place not in seen:  # straight back to the label
        seen.add(place)
        came = into.get(place, [])
        leaping = [edge.source for edge in came if edge.kind == "goto"]
        ops = [cfg.blocks[source].ops[-1] for source in leaping if cfg.blocks[source].ops]
        if leaping:
            back = any(op.start > _start(cfg, place) for op in ops)
            elsewhere = _comes_to(leads, place, ends, (end,)) if place != end else False
            able = not back and not elsewhere and len(ops) == len(leaping)
            return (tuple(sorted(op.start for op in ops)), len(leaping) < len(came)) if able else ((), False)
        forward = {edge.source for edge in came if edge.kind in ("next", "true", "false") and edge.source < place}
        heads = {block for block in forward if _start(cfg, block) < offset}
        place = min(heads, default=-1) if len(heads) == len(forward) and len(forward) <= MOST else -1
    return (), False


def _unswallowed(cfg: FunctionCFG, text: bytes) -> FunctionCFG:
    """Without the ways on behind `with self.lock:` after something was raised in it: what only locks swallows nothing."""
    locks = {
        block.id
        for block in cfg.blocks
        if block.ops and block.ops[-1].kind == "leave" and _LOCK.search(text[block.ops[-1].start : block.ops[-1].end])
    }
    raised = {edge.target for edge in cfg.edges if edge.kind == "raise" and edge.target in locks}
    only = raised - {edge.target for edge in cfg.edges if edge.kind != "raise"}
    return cfg._replace(edges=tuple(edge for edge in cfg.edges if edge.source not in only)) if only else cfg


def told(conditions: tuple[AskedCondition, ...]) -> str:
    """`, when A and B, unless C`; "" where there are none."""
    conditions = tuple(one for n, one in enumerate(conditions) if one._replace(holds=not one.holds) not in conditions[n + 1 :])  # fmt: skip
    shown = conditions[-MOST:]  # of what is asked again, the last answer
    when, unless = (
        [f"`{each.said}`" for each in shown if each.holds is holds and not each.loop] for holds in (True, False)
    )
    loops, behind = (
        [f"`{each.said}`" for each in shown if each.loop and each.holds is holds] for holds in (True, False)
    )
    rows = (
        ("after the loop", " and ", behind),
        ("in the loop", " and ", loops),
        ("when", " and ", when),
        ("unless", " or ", unless),
    )
    words = [f"{word} {joining.join(each)}" for word, joining, each in rows if each]
    more = len(conditions) - len(shown)
    return "".join(f", {each}" for each in words) + (
        f" ({more} earlier condition{'s are' if more > 1 else ' is'} not shown)" if more else ""
    )


def _conditions(cfg: FunctionCFG, place: int, text: bytes) -> Iterator[AskedCondition]:
    leads = _leads(cfg)
    found: list[tuple[int, AskedCondition]] = []
    before = _leading_to(cfg, place)
    ways = {block: [edge for edge in leads.get(block, ()) if edge.target in before] for block in before}
    for owner, group in _questions(cfg).items():
        if before.isdisjoint(group):
            continue  # it is asked on no way to the place
        if (place in group and place != max(group)) or _reaches(ways, 0, place, group):
            continue
        arms = [edge for block in group for edge in leads.get(block, ()) if edge.target not in group]
        leading = [edge for edge in arms if edge.target == place or _reaches(ways, edge.target, place, group)]
        if not leading or len(leading) == len(arms):
            continue
        ends = {*cfg.returns, *cfg.raises} - {place}
        left = any(_comes_to(leads, edge.target, ends, group) for edge in arms if edge.kind == "true")
        if said := _said(cfg, group, arms, leading, text, left):
            found.append((cfg.statements[owner][0], said))
    handlers: dict[
        int, tuple[int, AskedCondition]
    ] = {}  # by its statement: of the handlers of one `try`, one alone is passed
    for block in cfg.blocks:
        caught = next((op for op in block.ops if op.kind == "catch"), None)
        if (
            caught
            and (block.id == place or not _reaches(ways, 0, place, (block.id,)))
            and _inside(cfg, caught.statement, place)
        ):
            head = _short(text[caught.start : caught.end].partition(b"\n")[0].partition(b"#")[0].rstrip(b": "))
            earlier = handlers.get(caught.statement)
            if earlier is None or earlier[0] < caught.start <= _start(cfg, place):
                handlers[caught.statement] = (caught.start, AskedCondition(head, True))
    found += handlers.values()
    return (each for _, each in sorted(found))


def _questions(cfg: FunctionCFG) -> Mapping[int, Collection[int]]:
    """The blocks of each question, by its statement."""
    found: dict[int, set[int]] = {}
    for block in cfg.blocks:
        if (
            block.owner >= 0
            and not block.value
            and not block.dead
            and block.ops
            and block.ops[-1].kind in ("test", "switch", "each", "variant")
        ):
            found.setdefault(block.owner, set()).add(block.id)
    return found


def _leading_to(cfg: FunctionCFG, place: int) -> set[int]:
    """The blocks from which the place can be come to, and itself."""
    sources: dict[int, list[int]] = {}
    for edge in cfg.edges:
        sources.setdefault(edge.target, []).append(edge.source)
    found, waiting = {place}, [place]
    while waiting:
        for source in sources.get(waiting.pop(), ()):
            if source not in found:
                found.add(source)
                waiting.append(source)
    return found


def _reaches(leads: Mapping[int, list[FlowEdge]], start: int, goal: int, without: Collection[int]) -> bool:
    return _comes_to(leads, start, (goal,), without)


def _comes_to(
    leads: Mapping[int, list[FlowEdge]], start: int, goals: Collection[int], without: Collection[int]
) -> bool:
    if start in without:
        return False
    waiting, seen = [start], {start}
    while waiting:
        here = waiting.pop()
        if here in goals:
            return True
        for edge in leads.get(here, ()):
            if edge.target not in seen and edge.target not in without:
                seen.add(edge.target)
                waiting.append(edge.target)
    return False


def _said(
    cfg: FunctionCFG, group: Collection[int], arms: list[FlowEdge], leading: list[FlowEdge], text: bytes, left: bool
) -> AskedCondition | None:
    """left: it can be left from within, so that to come to its end says something."""
    kinds = {edge.kind for edge in leading}
    asked = [cfg.blocks[block].ops[-1] for block in sorted(group)]
    first = min(op.start for op in asked)
    if _ASSERTS.search(text[max(0, first - _FAR) : first]):
        return None  # what is only asserted decides over nothing
    start = _opened(text, first, max(op.end for op in asked))
    said = _short(_balanced(text, start, max(op.end for op in asked)))
    if asked[0].kind == "variant":
        labels = dict.fromkeys(edge.label for edge in (leading if kinds == {"case"} else arms) if edge.kind == "case")
        return (
            AskedCondition(f"#if {' or '.join(labels)}", kinds == {"case"})
            if kinds in ({"case"}, {"default"})
            else None
        )
    if kinds == {"case"}:
        return AskedCondition(f"{said} is {' or '.join(dict.fromkeys(in_any(edge.label) for edge in leading))}", True)
    if kinds == {"default"}:
        return AskedCondition(
            f"{said} is {' or '.join(dict.fromkeys(in_any(edge.label) for edge in arms if edge.kind == 'case'))}", False
        )
    targets = {edge.target for edge in leading}
    if not said:
        return None  # of a macro: it is nowhere as it is asked
    if kinds == {"exit-loop"} and asked[0].kind in ("each", "test") and left:
        return AskedCondition(f"for {said}" if asked[0].kind == "each" else said, False, True)
    if (
        "exit-loop" in kinds
        or not kinds <= {"true", "false"}
        or len(targets) != 1
        or {edge.target for edge in arms if edge.kind in ARMS} == targets
    ):
        return None  # that a loop ends, or that nothing was raised, goes without saying
    last = max((edge for edge in leading), key=lambda edge: edge.source)
    if asked[0].kind == "each":
        return AskedCondition(f"for {said}", True, True)
    denied = _denials(text[start : cfg.blocks[last.source].ops[-1].start]) % 2 == 1
    return AskedCondition(said, (last.kind == "true") is not denied)


_DENYING: Final = regex(rb"(?:!|(?<!\w)not)\s{0,9}\Z")


def _opened(text: bytes, start: int, end: int) -> int:
    """Where a condition begins whose first operand stands behind brackets: at the outermost of these that closes within it, with what denies it."""
    deep = lowest = 0
    for letter in _outside(text[start:end]):
        deep += (letter in b"([{") - (letter in b")]}")
        lowest = min(lowest, deep)
    for _ in range(-lowest):
        before = text[:start].rstrip()
        if not before.endswith(b"("):
            return start
        start = len(before) - 1
        if denying := _DENYING.search(text, max(0, start - _FAR), start):
            start = denying.start()
    return start


def _denials(said: bytes) -> int:
    """How many of the brackets that are open at its end are denied as a whole: the answer of what stands in them is then the other way round."""
    opened: list[bool] = []
    plain = bytes(_masked(said))
    for at, letter in enumerate(plain):
        if letter in b"([{":
            opened.append(_DENYING.search(plain, max(0, at - _FAR), at) is not None)
        elif letter in b")]}" and opened:
            opened.pop()
    return sum(opened)


def _balanced(text: bytes, start: int, end: int) -> bytes:
    """With the brackets that stand around some of the operands."""
    said, deep, lowest = text[start:end], 0, 0
    for letter in _outside(said):
        deep += (letter in b"([{") - (letter in b")]}")
        lowest = min(lowest, deep)
    return b"(" * -lowest + said + b")" * (deep - lowest)


def _outside(said: bytes) -> Iterator[int]:
    """The letters that stand in no literal."""
    return (letter for letter in _masked(said) if letter)


def _masked(said: bytes) -> Iterator[int]:
    """Its letters, with a nought for each that stands in a literal."""
    quote, escaped = 0, False
    for letter in said:
        if quote:
            quote, escaped = (quote if escaped or letter != quote else 0), letter == ord("\\") and not escaped
            yield 0
        elif letter in b"'\"":
            quote = letter
            yield 0
        else:
            yield letter


def _start(cfg: FunctionCFG, place: int) -> int:
    ops = cfg.blocks[place].ops
    return ops[-1].start if ops else -1


def _inside(cfg: FunctionCFG, statement: int, place: int) -> bool:
    """Whether a place is in the handler: its statement lies in the handler's."""
    if not 0 <= statement < len(cfg.statements) or not cfg.blocks[place].ops:
        return False
    start, end = cfg.statements[statement]
    return start <= cfg.blocks[place].ops[-1].start < end


def _short(said: bytes) -> str:
    plain = " ".join(said.decode("utf-8", "replace").split()).replace("`", "'")
    return plain if len(plain) <= LONGEST else f"{plain[: LONGEST - 2]} …"


def precedes(project: Project, id_: str, first: int, second: int) -> bool:
    """Whether the step at one offset is done before that at the other, in every run (in a loop, every round) that does both."""
    cfg = project.cfg(id_)
    one, other = _block(cfg, first), _block(cfg, second)
    if one < 0 or other < 0 or one == other:
        return one == other >= 0 and first < second
    leads = _leads(cfg)
    if not _reaches(leads, one, other, ()):
        return False
    if not _reaches(leads, other, one, ()) or not _reaches(leads, 0, other, (one,)):
        return True
    heads = [block.id for block in cfg.blocks if block.id not in (one, other) and not _reaches(leads, 0, one, (block.id,)) and not _reaches(leads, 0, other, (block.id,))]  # fmt: skip
    return _reaches(leads, one, other, heads) and not _reaches(
        leads, other, one, heads
    )  # a round begins where both come through


def order_of(project: Project, id_: str, ones: Collection[int], others: Collection[int]) -> str:
    """`before` where of all that is done in one run each of the first comes before each of the others, `after` the other way round, else ""."""
    pairs = [(one, other) for one in ones for other in others if joined(project, id_, one, other)]
    if not pairs or set(ones) & set(others):
        return ""
    if all(precedes(project, id_, one, other) for one, other in pairs):
        return "before"
    return "after" if all(precedes(project, id_, other, one) for one, other in pairs) else ""


def again(project: Project, id_: str, offset: int) -> bool:
    """Whether a place can be come to again in one run."""
    cfg = project.cfg(id_)
    place = _block(cfg, offset)
    leads = _leads(cfg)
    return any(_reaches(leads, edge.target, place, ()) for edge in leads.get(place, ()))


def avoidable(project: Project, id_: str, goals: Collection[int], between: Collection[int]) -> list[int]:
    """Those of the goals to which a way leads that passes none of the places between; where no goals are given, the returns of the function."""
    cfg = project.cfg(id_)
    leads, passed = _leads(cfg), {block for one in between if (block := _block(cfg, one)) >= 0}
    ends = {one: _block(cfg, one) for one in goals}
    if not goals:
        ends = {_start(cfg, block): block for block in cfg.returns}
    free = [one for one, block in ends.items() if block not in passed and _reaches(leads, 0, block, passed)]
    first = [one for one, block in ends.items() if goals and block in passed and _reaches(leads, 0, block, passed - {block}) and all(_block(cfg, other) != block or one < other for other in between)]  # fmt: skip
    return sorted({*free, *first})


def _leads(cfg: FunctionCFG) -> dict[int, list[FlowEdge]]:
    leads: dict[int, list[FlowEdge]] = {}
    for edge in cfg.edges:
        leads.setdefault(edge.source, []).append(edge)
    return leads


def joined(project: Project, id_: str, one: int, other: int) -> bool:
    """Whether both places can be come to in one run."""
    cfg = project.cfg(id_)
    first, second = _block(cfg, one), _block(cfg, other)
    leads = _leads(cfg)
    return first < 0 or second < 0 or _reaches(leads, first, second, ()) or _reaches(leads, second, first, ())


def _block(cfg: FunctionCFG, offset: int) -> int:
    around = [
        (op.end - op.start, block.id)
        for block in cfg.blocks
        for op in block.ops
        if op.start <= offset < op.end and not block.dead
    ]
    return min(around)[1] if around else -1
