"""What a file declares around its functions: types, functions without a body, imports; and what nobody could read
there."""

from __future__ import annotations

from .record import NamedTuple


class TypeFacts(NamedTuple):
    """A class, struct, union, enum, interface. bases and field types as written. methods: declared ones, bodies or not.

    kind: class | struct | union | enum. fields: (name, type). methods: declarations (C++: also those without a body).
    decorators: Python; its metaclass, as `metaclass=M`. line/end_line from 1. outer: index of the enclosing type, -1 none. values: (name, value) of
    fields of which the body tells more than `fields` holds: a type and a value, or a long table.
    """

    name: str
    scope: tuple[str, ...]
    kind: str
    bases: tuple[str, ...]
    fields: tuple[tuple[str, str], ...]
    methods: tuple[Declared, ...]
    decorators: tuple[str, ...]
    line: int
    end_line: int
    confidence: float = 1.0
    values: tuple[tuple[str, str], ...] = ()


class Declared(NamedTuple):
    """A function declared without its body here: C/C++ prototypes, members in a class body. flags and doc as of
    FunctionFacts; doc of what has no body here, where the comment is about nothing else."""

    name: str
    scope: tuple[str, ...]
    signature: str
    result: str
    argc_min: int
    argc_max: int  # -1: variadic
    flags: str
    line: int
    doc: str = ""


class Import(NamedTuple):
    """kind: import (`import a.b as c`: module a.b, alias c) | from (`from m import n as a`: module, name, alias; level dots)
    | include (module is the path as written, name `"` or `<`) | using (C++ `using a::b`; module a::b, alias b)
    | namespace (`using namespace a`) | alias (`namespace x = a::b`, `using T = U`, `typedef U T`: alias x, module a::b, name: the class it
    stands in).
    scope: index of the function it stands in, -1 file level.
    """

    kind: str
    module: str
    name: str
    alias: str
    level: int
    line: int
    scope: int = -1


class Note(NamedTuple):
    """Something a stage could not see or do. line 0: the whole file."""

    line: int
    text: str
