"""A line of a review: what is said of one edit, or at once of several."""

from __future__ import annotations

from ...model.record import NamedTuple
from ...model.shown import ShownEdit


class Point(NamedTuple):
    """edits: those it tells, the first one weighs most. names: the functions or types that it is said of. said: its sentences, with code
    between backticks."""

    edits: tuple[ShownEdit, ...]
    names: tuple[str, ...]
    said: str


def of_one_function(line: Point) -> tuple[str, str] | tuple[()]:
    """(path, name) of the function or type that it is said of; () where that is none, or several."""
    first = line.edits[0]
    of = {(one.path, one.name) for one in line.edits}
    return (first.path, first.name) if first.name and (len(of) == 1 or line.names == (first.name,)) else ()


def last(name: str) -> str:
    """`f` of `A::f(int)` and of `A.f`."""
    return name.partition("(")[0].replace("::", ".").rpartition(".")[2]
