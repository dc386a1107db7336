"""What a file says of classes, wherever they are: read from its facts and its text, to be put together with that of the others."""

from __future__ import annotations

from typing import Any

from .record import NamedTuple


class ClassRow(NamedTuple):
    """python: or else C++. names: of its classes. bases: names with what they derive from or stand for. dynamic: whether it may make
    classes of which no line says from which ones they derive. factories: it does where one of these names is a function. assigned: Python's
    names of members that something is set to, in a class or behind a dot."""

    python: bool
    names: tuple[str, ...]
    bases: tuple[tuple[str, tuple[str, ...]], ...]
    dynamic: bool
    factories: tuple[str, ...]
    assigned: tuple[str, ...]


def decoded(row: Any) -> ClassRow:
    """ValueError, TypeError for what we have not written."""
    python, names, bases, dynamic, factories, assigned = row
    said = ClassRow(
        python,
        tuple(names),
        tuple([(name, tuple(own)) for name, own in bases]),
        dynamic,
        tuple(factories),
        tuple(assigned),
    )
    texts = [
        *said.names,
        *said.factories,
        *said.assigned,
        *(name for name, _ in said.bases),
        *(b for _, bs in said.bases for b in bs),
    ]
    lists = [names, bases, factories, assigned, *(own for _, own in bases)]
    if not (all(type(each) is list for each in lists) and all(type(each) is str for each in texts)):
        raise ValueError("not what a file says of classes")
    if type(python) is not bool or type(dynamic) is not bool:
        raise ValueError("not what a file says of classes")
    return said
