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
    return Classed(
        bool(python), tuple(names), tuple((name, tuple(bases)) for name, bases in above), bool(made), tuple(asked), tuple(put)
    )  # fmt: skip
