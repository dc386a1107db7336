"""What an expression may stand for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain

from ...model.record import NamedTuple
from .expression import Expr


class Value(NamedTuple):
    """kind: function (key: its id) | class (key: type key) | instance (key: type key; `open`: maybe of a subclass) |
    module (key: path) | external (key: dotted name) | made (key: dotted name of the library callable or built-in type
    that made it) | super (key: class it is looked up after; `owner`: class of the object) | literal (`expr` in `frame`)
    | each (a container; `expr`: annotation of its elements, in `frame`) | yields (key: id of a generator) | getter,
    setter (key: id of the function that a property calls) | apply (returns what it is called with) | unknown (something else,
    too; never alone).

    owner: of a function, the class it was reached through, "" when it is not bound.
    """

    kind: str
    key: str
    owner: str = ""
    open: bool = False
    expr: Expr | None = None
    frame: str = ""


Values = tuple[Value, ...]
_MOST = 48  # values told apart; an expression that may stand for more is known to stand for some of them
RAW = "raw"  # frame of a function that its decorators have not replaced
ABOVE = "above"  # of one that is reached by `super()`, for an object of who knows which class below
NOTHING: Values = ()
UNKNOWN = Value("unknown", "")
_ALONE: Values = (UNKNOWN,)


def union(groups: Iterable[Values]) -> Values:
    """All values of all groups, first come first, none twice."""
    found = [group for group in groups if group]
    if not found:
        return NOTHING
    values = found[0] if len(found) == 1 else tuple(dict.fromkeys(chain.from_iterable(found)))[:_MOST]
    return NOTHING if values == _ALONE else values


def each(values: Values, read: Callable[[Value], Values]) -> Values:
    """`union` of what is read of each; mostly there is one."""
    if len(values) != 1:
        return union([read(value) for value in values])
    found = read(values[0])
    return NOTHING if found == _ALONE else found


def every(groups: Iterable[Values]) -> Values:
    """As `union`, of all that something may come from: where nothing is known of one of them, that is said."""
    listed = list(groups)
    found = union(listed)
    return union((found, _ALONE)) if found and not all(listed) else found


def instance(key: str, *, of_subclass: bool = False) -> Value:
    return Value("instance", key, open=of_subclass)


def made(dotted: str) -> Value:
    return Value("made", dotted)
