"""From where a changed function is reached: from each entry point by the shortest way down to it."""

from __future__ import annotations

from collections import deque
from collections.abc import Container, Iterator, Set
from typing import TypeAlias

from ...model.identity import path_of
from ...model.product import is_aside, is_test, is_test_case
from ...model.summary import EXACT, MAY, POSSIBLE
from ...pipeline import Project
from ..selves import MOST, NONE, Classes, selves
from .closed import Closing, Need
from .words import MOST_ENTRIES

_At: TypeAlias = tuple[str, Need | None, Classes]
_To: TypeAlias = tuple[str, Need | None]
Paths: TypeAlias = tuple[tuple[str, ...], ...]


def reached(closing: Closing, id_: str, entries: Set[str], changed: Container[str] = ()) -> tuple[Paths, Paths, str]:
    """The ways that surely go there, those of other entry points that may; where a parameter closes all there would be else, under which
    condition alone anything is otherwise. changed: functions that are named first where they call it."""
    need = closing.need(id_)
    sure = paths_up(closing, id_, entries, EXACT, need)
    starts = {path[0] for path in sure}
    perhaps = tuple([path for path in paths_up(closing, id_, entries, MAY, need) if path[0] not in starts])
    given = any(goes(closing.after, caller, id_) > MAY for caller in closing.after.callers.get(id_, ()))
    if need is None or sure or perhaps or given or not paths_up(closing, id_, entries, MAY, None):
        new = _by_new_calls(closing, id_, entries, sure) if need is None else ()
        every = (*sure[:1], *new, *sure[1:])
        direct = sorted(
            _other_callers(closing, id_, (*every, *perhaps), need), key=lambda caller: caller not in changed
        )
        first = [(caller, id_) for caller in direct if caller in changed]
        return (*first, *every[:1], *[(caller, id_) for caller in direct[len(first) :]], *every[1:]), perhaps, ""
    how = {(True, False): "holds", (False, False): "does not hold", (True, True): "is given"}
    return (
        sure,
        perhaps,
        f"only where `{need.name}` {how.get((need.holds, need.none), 'is `None`')}, which no known call asks for",
    )


def _other_callers(closing: Closing, id_: str, told: Paths, need: Need | None) -> Iterator[str]:
    """Who surely calls it, and stands right above it on none of the ways that are told, where there are any: tests, examples and the like
    do not count."""
    known = {path[-2] for path in told if len(path) > 1} | {id_}
    for caller in sorted(set(closing.after.callers.get(id_, ())) - known) if told else ():
        aside = is_aside(path_of(caller)) or is_test(path_of(caller)) or is_test_case(caller)
        if not aside and goes(closing.after, caller, id_) <= EXACT and _next(closing, caller, (id_, need)):
            yield caller


def _by_new_calls(closing: Closing, id_: str, entries: Set[str], known: Paths) -> Iterator[tuple[str, ...]]:
    """Ways by a call that is new, where a shorter one leads there from the same entry point."""
    was = closing.back.get(id_, "")
    if was not in closing.before.functions:
        return
    told = {path[-2] for path in known if len(path) > 1} | {id_} | entries
    then = set(closing.before.callers.get(was, ()))
    for caller in sorted(set(closing.after.callers.get(id_, ())) - told):
        if closing.back.get(caller, caller) not in then and goes(closing.after, caller, id_) <= EXACT:
            yield from ((*path, id_) for path in paths_up(closing, caller, entries, EXACT, None)[:1] if id_ not in path)


def comes_to(closing: Closing, id_: str, entry: str) -> bool:
    """Whether an edit may do anything there: by some way its calls give, or leave open, what the edit hangs on. id_: the function that was
    edited, or a file."""
    need = closing.need(id_) if id_ != entry and "::" in id_ else None
    return need is None or bool(paths_up(closing, id_, frozenset([entry]), MAY, need))


def by_an_open_way(closing: Closing, path: tuple[str, ...]) -> tuple[str, ...]:
    """A way down to what was edited, or the nearest other one from there where a call on it leaves out what the edit hangs on."""
    need = closing.need(path[-1]) if len(path) > 1 and "::" in path[-1] else None
    if need is None or _open(closing, path, need):
        return path
    start = frozenset([path[0]])
    return next(iter(paths_up(closing, path[-1], start, EXACT, need)), path)


def _open(closing: Closing, path: tuple[str, ...], need: Need) -> bool:
    at: list[_To] = [(path[-1], need)]
    for caller in path[-2::-1]:
        at = [to for each in at for to in _next(closing, caller, each)]
    return bool(at)


def paths_up(closing: Closing, id_: str, entries: Set[str], how: int, need: Need | None) -> Paths:
    """Nearest first; itself is no path. how: what is known at most of where the calls on it go. need: what has to be given to it."""
    found, of = _searched(closing, id_, entries, how, need, whose=False) or (), selves(closing.after)
    if all(map(of.possible, found)):
        return found
    again = _searched(closing, id_, entries, how, need, whose=True)
    if again is None:
        return found
    starts = {path[0] for path in again}
    return (*again, *[path for path in found if path[0] not in starts and of.possible(path)])


def _searched(
    closing: Closing, id_: str, entries: Set[str], how: int, need: Need | None, *, whose: bool
) -> Paths | None:
    """None where that is too far to look. whose: whether the object is asked for on which methods are called."""
    project, of = closing.after, selves(closing.after)
    start: _At = id_, need, of.begun(id_) if whose else None
    came: dict[_At, _At | None] = {start: None}
    queue, found = deque[_At]([start]), dict[str, tuple[str, ...]]()
    while queue and len(found) < MOST_ENTRIES:
        if whose and len(came) >= MOST:
            return None
        at = queue.popleft()
        here = at[0]
        if here in entries and here != id_:
            found.setdefault(here, _down(came, at))
            continue
        for caller in project.callers.get(here, ()):
            if goes(project, caller, here) > how:
                continue
            held = of.up(at[2], caller, here) if whose else None
            for to in _next(closing, caller, at[:2]) if held != NONE else ():
                if (*to, held) not in came:
                    came[*to, held] = at
                    queue.append((*to, held))
    return tuple(found.values())


def _next(closing: Closing, caller: str, at: _To) -> list[_To]:
    """With what has to be given to the caller for that; nothing where no call of it may give what is needed."""
    callee, need = at
    if need is None:
        return [(caller, None)]
    given, own = closing.holds(caller, callee, need)
    return [(caller, None)] if given else [(caller, each) for each in own]


def _down(came: dict[_At, _At | None], at: _At) -> tuple[str, ...]:
    path, step = list[str](), at if at in came else None
    while step is not None:
        path.append(step[0])
        step = came[step]
    return tuple(path)


def goes(project: Project, caller: str, callee: str) -> int:
    """What is known at most of a call of one by the other."""
    return min([flow.how for flow in project.row(caller).flows if flow.target == callee], default=POSSIBLE)
