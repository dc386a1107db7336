"""A file of C or C++ whose `#if`s do not go together, before or now: no compiler took it, or takes it, so nothing is said of what runs under them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from functools import lru_cache
from typing import Final

from ...model.account import DECLARATION, FLOW, Answer, Side
from ...model.record import NamedTuple
from ...stages import account as stage
from ...stages.account.pieces.quoting import q
from .files import MOST_FILES, Files, unread

RULE: Final = "unbalanced"
_BUILT: Final = ("`#if", "`#el", "`#endif")
_WORST: Final = 0
_MENDED: Final = 5


class _Sides(NamedTuple):
    """A file before and now. was, now: the `#if`s that do not go together."""

    old: stage.State
    new: stage.State
    was: Sequence[stage.Unbalanced]
    now: Sequence[stage.Unbalanced]


def not_compiled(old: Files, new: Files, paths: Sequence[tuple[str, str]], told: Sequence[Answer]) -> list[Answer]:
    found = list(told)
    for a, b in paths if len(paths) <= MOST_FILES else ():
        if a and b and not unread(old.project, new.project, a, b):
            one, other = old.state(a), new.state(b)
            sides = _Sides(one, other, stage.unbalanced(one.source), stage.unbalanced(other.source))
            if sides.was or sides.now:
                found = [*_plainly(found, sides), *_said(told, sides)]
    return found


def _plainly(told: Sequence[Answer], sides: _Sides) -> Iterator[Answer]:
    """What else differs there, as it stands; without the lines of the `#if`s, of which it is said what they do."""
    old, new, was, now = sides
    own = {*_within(old, was), *_within(new, now)}
    lines = {one.line for one in was}, {one.line for one in now}
    for one in told:
        if one.before.path != old.source.path and one.after.path != new.source.path:
            yield one
        elif one.rule == "syntax" or _is_one(one.before, lines[0]) or _is_one(one.after, lines[1]):
            continue
        elif not _same(one, old, new) and not _read_as_gone(one, sides):
            listed = one.how == FLOW and (one.unit in own or any(sign in one.sentence for sign in _BUILT))
            yield stage.as_listed(one) if listed or one.rule in stage.BUILDS else one


def _is_one(place: Side, lines: Set[int]) -> bool:
    return place.line in lines and place.line == place.end_line and place.code.lstrip().startswith("#")


def _same(one: Answer, old: stage.State, new: stage.State) -> bool:
    """Whether its own lines are the same, so that what it says is what was read of the `#if`s round them."""
    was, now = _lines(old, one.before), _lines(new, one.after)
    return bool(was) and was == now


def _read_as_gone(one: Answer, sides: _Sides) -> bool:
    """Whether it is the line of an `#if` that stands on the other side too, where it was not read as one."""
    old, new, was, now = sides
    if one.before.line and one.after.line:
        return False
    mine, theirs, side, found = (old, new, one.before, now) if one.before.line else (new, old, one.after, was)
    return _text(mine, side.line) in {_text(theirs, each.opened) for each in found if each.opened}


def _lines(side: stage.State, place: Side) -> list[bytes]:
    rows = _rows(side.source.data)[place.line - 1 : place.end_line] if place.line else []
    asks = [row.strip() for row in rows][:1]
    return asks if asks and asks[0].startswith(b"#") else [row.strip() for row in rows]


def _within(side: stage.State, found: Sequence[stage.Unbalanced]) -> Iterator[str]:
    """Functions that such lines stand in."""
    for id_, facts in side.functions.items():
        if any(facts.line <= line <= facts.end_line for one in found for line in (one.line, one.opened)):
            yield id_


def _said(told: Sequence[Answer], sides: _Sides) -> Iterator[Answer]:
    old, new, was, now = sides
    for one in now:
        side = Side(new.source.path, one.line, one.line)
        still = "still " if was else "now "
        said = f"{_fault(new, one, now, ('stands', 'is'))}: {still}no compiler takes the file."
        yield Answer(DECLARATION, RULE, "", Side(), side, said, _MENDED if was else _WORST)
    closed = {each.before.line: each.after for each in told if _closes(each, old)} if not now else {}
    for one in was if not now else ():
        side = Side(old.source.path, one.line, one.line)
        if one.kind == stage.TWICE and one.line in closed:
            said = f"{_fault(old, one, was, ('', ''))} is `#endif` now: before, no compiler took the file."
            yield Answer(DECLARATION, RULE, "", side, closed[one.line], said, _MENDED)
            continue
        said = f"{_fault(old, one, was, ('stood', 'was'))} before: no compiler took the file."
        yield Answer(DECLARATION, RULE, "", side, Side(), said, _MENDED)


def _closes(one: Answer, old: stage.State) -> bool:
    return (
        one.before.path == old.source.path and one.after.code.strip() == "#endif" and one.before.code.strip() == "#else"
    )


def _fault(side: stage.State, one: stage.Unbalanced, every: Sequence[stage.Unbalanced], verbs: tuple[str, str]) -> str:
    stands = f" {verbs[0]}".rstrip()
    if one.kind == stage.ALONE:
        return f"`#{one.word}`{stands} without an `#if`"
    line = q(_text(side, one.opened))
    if one.kind == stage.TWICE:
        return f"`#{one.word}`{stands} behind the `#else` of {line if len(every) == 1 else 'its `#if`'}"
    return f"{line} {verbs[1]} not closed by an `#endif`"


def _text(side: stage.State, line: int) -> str:
    return _rows(side.source.data)[line - 1].decode("utf-8", "replace").strip()


@lru_cache(maxsize=2)
def _rows(data: bytes) -> list[bytes]:
    return data.split(b"\n")
