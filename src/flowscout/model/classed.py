"""What a file says of classes, wherever they are: read from its facts and its text, to be put together with that of the others."""

from __future__ import annotations

from typing import Any

from .record import NamedTuple


class Classed(NamedTuple):
    """python: or else C++. names: of its classes. above: names with what they derive from or stand for. made: whether it may make classes of
    which no line says from which ones they derive. asked: it does where one of these names is a function. put: Python's names that
    something is put under in a class, or in what is before a dot."""

    python: bool
    names: tuple[str, ...]
    above: tuple[tuple[str, tuple[str, ...]], ...]
    made: bool
    asked: tuple[str, ...]
    put: tuple[str, ...]


def decoded(row: Any) -> Classed:
    """ValueError, TypeError for what we have not written."""
    python, names, above, made, asked, put = row
    said = Classed(
        python, tuple(names), tuple([(name, tuple(bases)) for name, bases in above]), made, tuple(asked), tuple(put)
    )
    texts = [
        *said.names,
        *said.asked,
        *said.put,
        *(name for name, _ in said.above),
        *(b for _, bs in said.above for b in bs),
    ]
    lists = [names, above, asked, put, *(bases for _, bases in above)]
    if not (all(type(each) is list for each in lists) and all(type(each) is str for each in texts)):
        raise ValueError("not what a file says of classes")
    if type(python) is not bool or type(made) is not bool:
        raise ValueError("not what a file says of classes")
    return said
