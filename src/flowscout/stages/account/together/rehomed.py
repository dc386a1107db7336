"""A type, a constant or a macro that a file no longer declares and that another one of those that differ declares now: it has moved, and what
differs in it is told there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ....model.account import DECLARATION, FILE, NEUTRAL, Answer
from ....model.record import NamedTuple
from ....words.series import series
from ..neutral.rules import PLACE
from ..pieces.called import name_of
from ..pieces.outside import Outside
from ..pieces.pieces import Piece
from .file import State
from .outside_functions import of_outside

MOVED: Final = "moved"
NAMED: Final = 24
_DIRECTIVE: Final = "directive"
_KINDS: Final = frozenset(("Class", "Enum", "Assign", "Define", "Typedef"))
_TYPES: Final = frozenset(("Class", "Enum"))
_RULES: Final = frozenset(("type", "enum", "value", "table", "macro", "declaration", "moved type"))
_HOLDING: Final = frozenset(("Namespace", "Directive", "Statement"))
Key = tuple[str, str]
Names = Mapping[bytes, bytes]


class DeclaredAt(NamedTuple):
    """A declaration: in which file, and which piece."""

    path: str
    at: int


def rehomed(
    told: Sequence[Answer],
    old: Mapping[str, State],
    new: Mapping[str, State],
    renamed: Names,
    quotes: bool,
) -> Iterator[Answer]:
    """old, new: the files that differ, by their path on either side."""
    was, now = _declared(old, renamed), _declared(new, {})
    came = {key: place for key, places in now.items() if len(places) == 1 for place in places if key not in was}
    came |= {key: place for key, place in _to_another(was, now).items() if key not in came}
    left = [_left(one, old, new, came, renamed) for one in told]
    left = [
        None if key is not None and _another_was_moved(one, key, was, came[key], old, new) else key
        for one, key in zip(told, left, strict=True)
    ]
    taken_in = {one.before.path: _taken_in(one, was, came, old, new) for one in told if one.rule == FILE}
    arrived = {key for key in left if key is not None}.union(*taken_in.values())
    heads = {
        _at(new[came[key].path], at)
        for key in arrived
        for at in _with_what_holds(
            new[came[key].path], came[key].at, [(old[each.path], each.at) for each in was.get(key, ())]
        )
    }
    for one, key in zip(told, left, strict=True):
        if key is not None:
            yield from _went(one, key, old[one.before.path], came[key], new, renamed, quotes)
        elif (
            one.how == DECLARATION
            and (one.rule in _RULES or one.rule == _DIRECTIVE)
            and not one.before.code
            and (one.after.path, one.after.line) in heads
        ):
            yield one._replace(how=NEUTRAL, rule=PLACE, sentence="", core="", rank=9)
        elif one.rule == FILE and (there := taken_in[one.before.path]):
            yield one._replace(sentence=_dissolved(there, was, came, one.before.path))
        else:
            yield one


def _another_was_moved(
    one: Answer,
    key: Key,
    was: Mapping[Key, list[DeclaredAt]],
    place: DeclaredAt,
    old: Mapping[str, State],
    new: Mapping[str, State],
) -> bool:
    """Of several files that declared it whether another one did so word for word, and this one did not."""
    now = _words(new[place.path], place.at)
    alike = [each.path for each in was.get(key, ()) if _words(old[each.path], each.at) == now]
    return len(was.get(key, ())) > 1 and bool(alike) and one.before.path not in alike


def _taken_in(
    one: Answer,
    was: Mapping[Key, list[DeclaredAt]],
    came: Mapping[Key, DeclaredAt],
    old: Mapping[str, State],
    new: Mapping[str, State],
) -> list[Key]:
    """Of a file that is gone what another one declares now, word for word."""
    path = one.before.path
    if one.after.path or path not in old:
        return []
    here = {key: place for key, places in was.items() for place in places if place.path == path and key in came}
    return [
        key
        for key, place in here.items()
        if _words(old[path], place.at) == _words(new[came[key].path], came[key].at) and came[key].path != path
    ]


def _words(state: State, at: int) -> list[tuple[bytes, ...]]:
    return [tuple(each.words) for each in _alone(state, at).around.pieces]


def _dissolved(
    there: Sequence[Key], was: Mapping[Key, list[DeclaredAt]], came: Mapping[Key, DeclaredAt], path: str
) -> str:
    """Of a file that is gone where its declarations are now, and which are nowhere."""
    homes = sorted({came[key].path for key in there})
    lost = [key[1] for key, places in was.items() if key not in there and any(each.path == path for each in places)]
    verb = "is" if len(there) == 1 else "are"
    gone = f"; gone with it: {_listed(lost)}" if lost else ""
    return f"Is gone: {_listed([name for _, name in there])} {verb} in {_listed(homes)} now{gone}."


def _listed(names: Sequence[str]) -> str:
    told = [f"`{name}`" for name in names[:NAMED]] + ([f"{len(names) - NAMED} more"] if len(names) > NAMED else [])
    return series(told)


def _called(piece: Piece, renamed: Names) -> str:
    name = name_of(piece)
    return renamed.get(name.encode(), name.encode()).decode("utf-8", "replace")


def _declared(states: Mapping[str, State], renamed: Names) -> dict[Key, list[DeclaredAt]]:
    """What stands at a file's own level, whatever condition it is under, as it is called after the change."""
    found: dict[Key, list[DeclaredAt]] = {}
    for path, state in states.items():
        pieces = state.around.pieces
        for at, piece in enumerate(pieces):
            if piece.kind in _KINDS and _outermost(pieces, at) and name_of(piece).isidentifier():
                found.setdefault((piece.kind, _called(piece, renamed)), []).append(DeclaredAt(path, at))
    return found


def _to_another(was: Mapping[Key, list[DeclaredAt]], now: Mapping[Key, list[DeclaredAt]]) -> dict[Key, DeclaredAt]:
    """Of what is declared once now, in a file in which it was not."""
    both = {key: now[key][0] for key in was.keys() & now.keys() if len(now[key]) == 1}
    return {key: place for key, place in both.items() if all(each.path != place.path for each in was[key])}


def _outermost(pieces: Sequence[Piece], at: int) -> bool:
    here = pieces[at].parent
    while here >= 0 and pieces[here].kind in _HOLDING:
        here = pieces[here].parent
    return here < 0


def _with_what_holds(state: State, at: int, was: Sequence[tuple[State, int]]) -> Iterator[int]:
    """A declaration, and the `#ifndef` that stands around it alone, as it did."""
    yield at
    if question := _around_alone(state, at):
        yield from [state.around.pieces[at].parent] if all(_around_alone(*each) == question for each in was) else []


def _around_alone(state: State, at: int) -> tuple[bytes, ...]:
    pieces = state.around.pieces
    above = pieces[at].parent
    alone = above >= 0 and pieces[above].kind == "Directive" and sum(1 for each in pieces if each.parent == above) == 1
    return tuple(pieces[above].words) if alone else ()


def _at(state: State, at: int) -> tuple[str, int]:
    return state.source.path, state.source.line(state.around.pieces[at].start)


def _left(
    one: Answer, old: Mapping[str, State], new: Mapping[str, State], came: Mapping[Key, DeclaredAt], renamed: Names
) -> Key | None:
    """What is gone here and stands in another file now."""
    if one.how != DECLARATION or one.rule not in _RULES or not one.before.code or one.after.code:
        return None
    state = old.get(one.before.path)
    at = _piece(state, one.before.line) if state is not None else -1
    piece = state.around.pieces[at] if state is not None and at >= 0 else None
    if state is None or piece is None:
        return None
    key = (piece.kind, _called(piece, renamed))
    place = came.get(key)
    if place is None or place.path == one.before.path:
        return None
    if piece.kind in _TYPES or _outermost(state.around.pieces, at):
        return key
    same = [
        [each.words for each in _alone(side, n).around.pieces] for side, n in ((state, at), (new[place.path], place.at))
    ]
    return key if same[0] == same[1] else None  # of a class, and a file's own now


def _piece(state: State, line: int) -> int:
    return next(
        (
            at
            for at, piece in enumerate(state.around.pieces)
            if piece.kind in _KINDS and state.source.line(piece.start) == line
        ),
        -1,
    )


def _went(
    one: Answer,
    key: Key,
    state: State,
    place: DeclaredAt,
    new: Mapping[str, State],
    renamed: Names,
    quotes: bool,
) -> Iterator[Answer]:
    there = new[place.path]
    at = _piece(state, one.before.line)
    parts = [_alone(state, at), _alone(there, place.at)]
    name = name_of(state.around.pieces[at])
    differing = [
        each for each in of_outside(parts[0], parts[1], renamed, quotes) if each.sentence or each.how != NEUTRAL
    ]
    if key[0] in _TYPES:
        yield one._replace(rule="moved type", sentence=f"`{name}` has moved to `{place.path}`.", core="", rank=8)
    else:
        said = f"`{name}` has moved from `{one.before.path}` to `{place.path}`."
        yield one._replace(how=NEUTRAL, rule=MOVED, sentence=said, core="", rank=9)
    yield from differing


def _alone(state: State, first: int) -> State:
    """A declaration with all that stands in it, as a file of its own."""
    pieces = state.around.pieces
    place = {first: 0}
    for at in range(first + 1, len(pieces)):
        if pieces[at].parent in place:
            place[at] = len(place)
    own = tuple([pieces[at]._replace(parent=place.get(pieces[at].parent, -1)) for at in place])
    return state._replace(around=Outside(own, state.around.decorators))
