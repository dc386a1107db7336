"""Where control leaves: the exits of a function, and the jumps of a body."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from ...model.record import NamedTuple
from ...model.syntax import (
    Body,
    Handler,
    If,
    Jump,
    Label,
    Loop,
    Raise,
    Range,
    Return,
    Simple,
    Stmt,
    Switch,
    parts,
    walk,
)
from ...words.names import last

NOTHING: Final = tuple(
    f"return `{value}`"
    for value in ("None", "NULL", "null", "nullptr", "-1", "False", "FALSE", "false", '""', "''", "[]", "{}")
)  # an exit that says that there is nothing


BREAK: Final = " until a break"
_MUCH: Final = 3  # times as long


class WayOut(NamedTuple):
    """phrase: an order ("return `x`"), "" where only that it goes elsewhere is known. lands: where a `goto` goes on, 0 for other
    ways out: what stands behind that is done all the same. beside: what stands before it in the text, in the arm beside its own."""

    at: int
    phrase: str
    lands: int = 0
    beside: tuple[Range, ...] = ()

    def passes(self, at: int) -> bool:
        """Whether what stands there is left out on this way."""
        return self.at < at and not 0 < self.lands <= at

    def skips(self, at: int) -> bool:
        """Whether that stands in the other arm: `if (p) start(p); else return 0;`."""
        return any(part.start <= at < part.end for part in self.beside)


class Landing(NamedTuple):
    """Where a label stands, and how the way that goes on there leaves; None where it hangs on something."""

    at: int
    leaves: Stmt | None


def landings(body: Body, ends: Callable[[Simple], bool] | None = None) -> dict[str, Landing]:
    """Of each label. ends: whether a plain statement never comes back; None where falling off the end is no way out."""
    off = Return(body[-1].end, body[-1].end) if body and ends and not any(_over(stmt, ends) for stmt in body) else None
    found: dict[str, Landing] = {}
    waiting = [body]
    while waiting:
        here = waiting.pop()
        waiting += [part for stmt in here for part in parts(stmt)]
        if any(isinstance(stmt, Label) for stmt in here):
            found.update(_landings(here, off if here is body else None, ends))
    return found


def given_at(last: Stmt, labels: Mapping[str, Landing]) -> Return | None:
    """How a body is left that ends so: what it gives back, be it at a label."""
    to = labels.get(last.label) if isinstance(last, Jump) and last.keyword == "goto" else None
    leaves = to.leaves if to else last
    return leaves if isinstance(leaves, Return) else None


def _over(stmt: Stmt, ends: Callable[[Simple], bool]) -> bool:
    """What stands behind it is only come to by a jump."""
    if isinstance(stmt, Loop):
        return stmt.test is None and stmt.style != "each" and not breaks(stmt.body)
    return isinstance(stmt, Jump) or _left(stmt, ends)


def _landings(body: Body, off: Stmt | None, ends: Callable[[Simple], bool] | None) -> dict[str, Landing]:
    """From its end on: the way out behind a label is surely taken where nothing before it may leave otherwise. off: falling off the
    end, which all else comes to as well."""
    found: dict[str, Landing] = {}
    leaves = off
    for stmt in reversed(body):
        if isinstance(stmt, Label):
            found.setdefault(stmt.name, Landing(stmt.start, leaves))
        if isinstance(stmt, Return | Raise):
            leaves = stmt
        elif any(isinstance(each, Return | Raise | Jump) for each in walk((stmt,))):
            leaves = None
        elif off and ends and leaves is off:
            stays = any(isinstance(each, Loop) or (isinstance(each, Simple) and ends(each)) for each in walk((stmt,)))
            leaves = None if stays else off
    return found


def exits(body: Body, phrase: Callable[[Stmt, Jump | None], str], ends: Callable[[Simple], bool]) -> tuple[WayOut, ...]:
    """All of a function that anything comes to, in order; a jump back is none. phrase: also of the `goto` by which it is come to. ends: whether a plain statement never comes back."""
    labels = landings(body, ends)
    found: list[WayOut] = []
    never = [each for part in (body, *_parts(body)) for each in _behind(part, ends)]
    idle = {each.start for each in never} if labels else {each.start for each in walk(tuple(never))}
    others = list(_other_arms(body, ends))
    for stmt in walk(body):
        if stmt.start in idle:
            continue
        if isinstance(stmt, Return | Raise) or (isinstance(stmt, Simple) and ends(stmt)):
            beside = tuple(arm for own, arm in others if own.start <= stmt.start < own.end)
            found.append(WayOut(stmt.start, phrase(stmt, None), beside=beside))
        elif isinstance(stmt, Jump) and stmt.keyword == "goto":
            to = labels.get(stmt.label, Landing(0, None))
            if not 0 < to.at < stmt.start:
                found.append(WayOut(stmt.start, phrase(to.leaves, stmt) if to.leaves else "", to.at))
    return tuple(sorted(found))


def _other_arms(body: Body, ends: Callable[[Simple], bool]) -> Iterator[tuple[Range, Range]]:
    """Of each `else` that always leaves, with the arm before it, which is what goes on."""
    for stmt in walk(body):
        if isinstance(stmt, If) and stmt.then and stmt.orelse and _left(stmt.orelse[-1], ends):
            yield _of(stmt.orelse), _of(stmt.then)


def _of(body: Body) -> Range:
    return Range(body[0].start, body[-1].end)


def _parts(body: Body) -> Iterator[Body]:
    for stmt in walk(body):
        yield from parts(stmt)


def _behind(body: Body, ends: Callable[[Simple], bool]) -> Iterator[Stmt]:
    """What stands behind a step that leaves, with no label between."""
    left = False
    for stmt in body:
        if left and not isinstance(stmt, Label):
            yield stmt
        left = not isinstance(stmt, Label) and (left or _left(stmt, ends))


def _left(stmt: Stmt, ends: Callable[[Simple], bool]) -> bool:
    """Nothing goes on behind it; all arms of a question leave, and each of these holds no label."""
    waiting = [stmt]
    while waiting:
        stmt = waiting.pop()
        if isinstance(stmt, If) and stmt.then and stmt.orelse:
            waiting += [stmt.then[-1], stmt.orelse[-1]]
        elif not (isinstance(stmt, Return | Raise) or (isinstance(stmt, Simple) and ends(stmt))):
            return False
    return True


def jumps(body: Body) -> list[Jump]:
    """What goes on to the next round of the loop around, or out of it, in order."""
    own = [each for each in walk(body, (Loop,)) if isinstance(each, Jump) and each.keyword == "continue"]
    own += [each for each in walk(body, (Loop, Switch)) if isinstance(each, Jump) and each.keyword == "break"]
    return sorted(own + [each for each in walk(body) if isinstance(each, Jump) and each.keyword == "goto"])


def labels(body: Body) -> dict[str, int]:
    """Where the labels stand that it holds."""
    return {each.name: each.start for each in walk(body) if isinstance(each, Label)}


def breaks(body: Body) -> bool:
    """A `break` of its own, not of a loop inside."""
    return any(each.keyword == "break" for each in jumps(body))


def until(body: Body) -> str:
    """How a loop with this body may be left before its end, "" where it is not."""
    if any(isinstance(each, Return) for each in walk(body)):
        return " until a return"
    inside = labels(body)
    if any(each.keyword != "continue" and each.label not in inside for each in jumps(body)):
        return BREAK
    return " until an error" if any(isinstance(each, Raise) for each in walk(body)) else ""


def goes_on(stmt: Stmt) -> bool:
    """It does nothing, or only leads elsewhere."""
    return isinstance(stmt, Jump) or (isinstance(stmt, Simple) and stmt.role == "pass")


def caught_by(handlers: Sequence[Handler]) -> str:
    return " or ".join(last(type_) for handler in handlers for type_ in handler.types) or "any error"


def much(stmt: If, phrase: Callable[[Stmt], str]) -> bool:
    """What is done where the question holds is the main way, by its length and by what it gives, and the other arm a guard."""
    last, than, other = stmt.then[-1], stmt.then[-1].end - stmt.then[0].start, stmt.orelse
    rest = other[-1].end - other[0].start if other else 0
    return len(stmt.then) > 1 and than > _MUCH * rest and isinstance(last, Return) and phrase(last) not in NOTHING


def rarely(body: Body, phrase: Callable[[Stmt], str], leaves: Callable[[Stmt], bool]) -> int:
    """Where the `if` stands behind which there is only a way out that says that there is nothing, with its `else` or with the return
    behind it; -1 where none does. phrase: of a way out, as an order."""
    at = len(body) - (2 if body and isinstance(body[-1], Return) else 1)
    stmt = body[at] if at >= 0 else None
    if (
        not isinstance(stmt, If)
        or stmt.init
        or not stmt.then
        or not isinstance(stmt.then[-1], Return)
        or bool(stmt.orelse) == isinstance(body[-1], Return)
    ):
        return -1
    rest = stmt.orelse or body[-1:]
    plain = (
        isinstance(rest[-1], Return)
        and phrase(rest[-1]) in NOTHING
        and not any(leaves(each) for each in walk(rest) if each is not rest[-1])
    )
    before = body[at - 1] if at else None
    last = before.then[-1] if isinstance(before, If) and before.then else None
    one_of = isinstance(last, Return) and phrase(last) not in NOTHING  # each of several gives something
    return at if plain and phrase(stmt.then[-1]) not in NOTHING and not one_of else -1
