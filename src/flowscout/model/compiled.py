"""What a compiler says of a unit: one source with all that it includes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from .record import NamedTuple

COMPILED_FORMAT = 2


class Dropped(NamedTuple):
    """A flag that a unit is not read with, though its build is. kind: code | arguments | outside | system | written |
    long."""

    kind: str
    flag: str


class CompilationUnit(NamedTuple):
    """arguments: the compiler's. files: path in the project and bytes of the unit and of whatever it may include."""

    path: str
    arguments: tuple[str, ...]
    files: tuple[tuple[str, bytes], ...]


class Defined(NamedTuple):
    """A definition. offset: of its name. symbol: the compiler's name for it, the same in every unit. overrides:
    symbols, of all classes above."""

    offset: int
    symbol: str
    name: str
    overrides: tuple[str, ...]


class Called(NamedTuple):
    """A call, where its text stands in the file; that of a macro's body stands where the macro is used. dynamic: 1 for
    one that is dispatched. library: name of what is called where that is none of the project's, dotted by `::`."""

    start: int
    end: int
    symbol: str
    dynamic: int
    library: str


class CompilerAnswer(NamedTuple):
    """By path in the project. errors: how many the compiler met. refused: why there is no answer."""

    path: str
    defined: Mapping[str, tuple[Defined, ...]]
    called: Mapping[str, tuple[Called, ...]]
    errors: int = 0
    refused: str = ""


def encode_answer(answer: CompilerAnswer) -> bytes:
    rows = [dict(answer.defined), dict(answer.called), answer.errors, answer.refused]
    return json.dumps(rows, separators=(",", ":"), sort_keys=True).encode()


def decode_answer(path: str, data: bytes) -> CompilerAnswer | None:
    """None where the bytes are no answer: they may come from a process that hostile sources have spoilt, or from a
    spoilt store."""
    try:
        defined, called, errors, refused = json.loads(data)
        answer = CompilerAnswer(
            path,
            {file: tuple([_defined(*row) for row in rows]) for file, rows in defined.items()},
            {file: tuple([_called(*row) for row in rows]) for file, rows in called.items()},
            errors, refused,
        )  # fmt: skip
    except (ValueError, TypeError, AttributeError, RecursionError):
        return None
    return answer if type(errors) is int and type(refused) is str else None


def _defined(offset: Any, symbol: Any, name: Any, overrides: Any) -> Defined:
    if type(offset) is not int or not all(type(text) is str for text in (symbol, name, *overrides)):
        raise ValueError(offset)
    return Defined(offset, symbol, name, tuple(overrides))


def _called(start: Any, end: Any, symbol: Any, dynamic: Any, library: Any) -> Called:
    if not all(type(number) is int for number in (start, end, dynamic)) or not all(
        type(text) is str for text in (symbol, library)
    ):
        raise ValueError(start)
    return Called(start, end, symbol, dynamic, library)
