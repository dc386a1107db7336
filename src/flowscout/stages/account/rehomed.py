"""A type, a constant or a macro that a file no longer declares and that another one of those that differ declares now: it has moved, and what
differs in it is told there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ...model.account import DECLARATION, NEUTRAL, Answer
from ...model.record import NamedTuple
from .called import name_of
from .file import State, of_outside
from .neutral import PLACE
from .outside import Outside
from .pieces import Piece

MOVED: Final = "moved"
_KINDS: Final = frozenset(("Class", "Enum", "Assign", "Define", "Typedef"))
_TYPES: Final = frozenset(("Class", "Enum"))
_RULES: Final = frozenset(("type", "enum", "value", "table", "macro", "declaration", "moved type"))
_HOLDING: Final = frozenset(("Namespace", "Directive", "Statement"))
Key = tuple[str, str]


class Place(NamedTuple):
    """A declaration: in which file, and which piece."""

    path: str
    at: int


def rehomed(
    told: Sequence[Answer],
    old: Mapping[str, State],
    new: Mapping[str, State],
    renamed: Mapping[bytes, bytes],
    quotes: bool,
) -> Iterator[Answer]:
    """old, new: the files that differ, by their path on either side."""
    was, now = _declared(old), _declared(new)
    came = {key: place for key, places in now.items() if len(places) == 1 for place in places if key not in was}
    came |= {key: place for key, place in _to_another(was, now).items() if key not in came}
    left = [_left(one, old, new, came) for one in told]
    arrived = {key for key in left if key is not None}
    heads = {_at(new[came[key].path], came[key].at): key for key in arrived}
    for one, key in zip(told, left, strict=True):
        if key is not None:
            yield from _went(one, key, old[one.before.path], came[key], new, renamed, quotes)
        elif (
            one.how == DECLARATION
            and one.rule in _RULES
            and not one.before.code
            and (one.after.path, one.after.line) in heads
        ):
            yield one._replace(how=NEUTRAL, rule=PLACE, sentence="", core="", rank=9)
        else:
            yield one


def _declared(states: Mapping[str, State]) -> dict[Key, list[Place]]:
    """What stands at a file's own level, whatever condition it is under."""
    found: dict[Key, list[Place]] = {}
    for path, state in states.items():
        pieces = state.around.pieces
        for at, piece in enumerate(pieces):
            if piece.kind in _KINDS and _outermost(pieces, at) and name_of(piece).isidentifier():
                found.setdefault((piece.kind, name_of(piece)), []).append(Place(path, at))
    return found


def _to_another(was: Mapping[Key, list[Place]], now: Mapping[Key, list[Place]]) -> dict[Key, Place]:
    """Of what is declared once now, in a file in which it was not."""
    both = {key: now[key][0] for key in was.keys() & now.keys() if len(now[key]) == 1}
    return {key: place for key, place in both.items() if all(each.path != place.path for each in was[key])}


def _outermost(pieces: Sequence[Piece], at: int) -> bool:
    here = pieces[at].parent
    while here >= 0 and pieces[here].kind in _HOLDING:
        here = pieces[here].parent
    return here < 0


def _at(state: State, at: int) -> tuple[str, int]:
    return state.source.path, state.source.line(state.around.pieces[at].start)


def _left(one: Answer, old: Mapping[str, State], new: Mapping[str, State], came: Mapping[Key, Place]) -> Key | None:
    """What is gone here and stands in another file now."""
    if one.how != DECLARATION or one.rule not in _RULES or not one.before.code or one.after.code:
        return None
    state = old.get(one.before.path)
    at = _piece(state, one.before.line) if state is not None else -1
    piece = state.around.pieces[at] if state is not None and at >= 0 else None
    if state is None or piece is None:
        return None
    key = (piece.kind, name_of(piece))
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
    place: Place,
    new: Mapping[str, State],
    renamed: Mapping[bytes, bytes],
    quotes: bool,
) -> Iterator[Answer]:
    there = new[place.path]
    at = _piece(state, one.before.line)
    parts = [_alone(state, at), _alone(there, place.at)]
    differing = [
        each for each in of_outside(parts[0], parts[1], renamed, quotes) if each.sentence or each.how != NEUTRAL
    ]
    if key[0] in _TYPES:
        yield one._replace(rule="moved type", sentence=f"`{key[1]}` has moved to `{place.path}`.", core="", rank=8)
    else:
        said = f"`{key[1]}` has moved from `{one.before.path}`."
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
