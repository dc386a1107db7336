"""One Python file as its resolver sees it: which names stand where.

Terms. A *type key* is path and qualified name of a class (`src/app.py::Flask`). A *frame* is a namespace an expression
is read in: a module (`path::<module>`), a class (its key) or a function (its id). A *source* is one thing a name is
bound to in a frame.
"""

from __future__ import annotations

import json
from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final

from ...model.facts import Binding, FileFacts, FunctionDetail, FunctionFacts, Import, TypeFacts
from ...model.record import NamedTuple

KNOWN: Final = "known"  # how: the text is a type or a value, the facts do not say which
ITEM: Final = "item"  # how: `name[annotation] = text`

Source = tuple[str, str, str, int]
"""(how, annotation, text, start): how is a Binding's, or function (text: id), class (text: key), import (text: JSON),
`KNOWN`, `ITEM`."""


class FileScope(NamedTuple):
    """A file, ready to resolve. owners: class key of each function, "" none. inner: positions of the functions directly
    inside one (-1: at module level); lambdas: (start, position) of the lambdas among them, in order; types, imports: of
    those that stand in a scope, in a function; methods: (class's position, name)."""

    path: str
    facts: FileFacts
    ids: tuple[str, ...]
    positions: Mapping[str, int]
    owners: tuple[str, ...]
    inner: Mapping[int, list[int]]
    types: Mapping[tuple[str, ...], list[TypeFacts]]
    imports: Mapping[int, list[Import]]
    lambdas: Mapping[int, list[tuple[int, int]]]
    methods: frozenset[tuple[int, str]]
    module: int


def prepare(path: str, facts: FileFacts, ids: tuple[str, ...]) -> FileScope:
    facts = facts._replace(functions=tuple([f if isinstance(f.detail, FunctionDetail) else f._replace(detail=f.details) for f in facts.functions]))
    keys = [type_key(path, entry) for entry in facts.types]
    inner: dict[int, list[int]] = {}
    types: dict[tuple[str, ...], list[TypeFacts]] = {}
    imports: dict[int, list[Import]] = {}
    lambdas: dict[int, list[tuple[int, int]]] = {}
    module = -1
    for at, function in enumerate(facts.functions):
        inner.setdefault(function.parent, []).append(at)
        if function.kind == "lambda":
            insort(lambdas.setdefault(function.parent, []), (function.start, at))
        if function.kind == "module":
            module = at
    for kind in facts.types:
        types.setdefault(kind.scope, []).append(kind)
    for entry in facts.imports:
        imports.setdefault(-1 if entry.scope == module else entry.scope, []).append(entry)
    owners = tuple(keys[f.owner] if f.owner >= 0 else "" for f in facts.functions)
    methods = frozenset((f.owner, f.name) for f in facts.functions if f.owner >= 0)
    places = {name: at for at, name in enumerate(ids)}
    return FileScope(path, facts, ids, places, owners, inner, types, imports, lambdas, methods, module)


def type_key(path: str, facts: TypeFacts) -> str:
    return f"{path}::{'.'.join((*facts.scope, facts.name))}"


def module_frame(path: str) -> str:
    return f"{path}::<module>"


def bound_name(entry: Import) -> str:
    if entry.alias:
        return entry.alias
    return entry.name if entry.kind == "from" else entry.module.split(".")[0]


def import_value(entry: Import) -> tuple[str, ...]:
    if entry.kind == "from":
        return ("", "import", entry.module, entry.name, str(entry.level))
    whole = entry.alias and entry.alias != entry.module.split(".")[0]
    return ("", "import", entry.module if whole else entry.module.split(".")[0], "", str(entry.level))


@lru_cache(maxsize=4096)
def imported(text: str) -> tuple[str, ...]:
    """The value of an import from a source's text."""
    return tuple(json.loads(text))


def self_name(function: FunctionFacts) -> str:
    """The name of the object (or class) a method works on, "" for none."""
    if function.owner < 0 or not function.params or "staticmethod" in function.flags:
        return ""
    name = function.params[0].name
    return "" if name.startswith("*") else name


def outer_frame(scope: FileScope, at: int) -> str:
    """The frame whose names a function sees beyond its own, "" the module's."""
    parent = scope.facts.functions[at].parent
    return scope.ids[parent] if parent >= 0 and parent != scope.module else ""


def local_names(scope: FileScope, at: int) -> dict[str, list[Source]]:
    """Names bound inside a function."""
    function = scope.facts.functions[at]
    names: dict[str, list[Source]] = {}
    for parameter in function.params:
        names.setdefault(parameter.name.lstrip("*"), []).append(("param", parameter.type, parameter.default, -1))
    for binding in function.bindings:
        if binding.how != "param":
            names.setdefault(binding.name, []).append(bound_source(scope, at, binding))
    for name, key, value, start in added(function):
        names.setdefault(name, []).append((ITEM, key, value, start))
    for inner in scope.inner.get(at, ()):
        entry = scope.facts.functions[inner]
        if entry.kind != "lambda" and entry.owner < 0:
            names.setdefault(entry.name, []).append(("function", "", scope.ids[inner], entry.start - function.start))
    for kind in scope.types.get(function.qualified, ()):
        names.setdefault(kind.name, []).append(("class", "", type_key(scope.path, kind), -1))
    for imported in scope.imports.get(at, ()):
        names.setdefault(bound_name(imported), []).append(("import", "", json.dumps(import_value(imported)), -1))
    return names


def starts(sources: Iterable[Source]) -> str:
    """Tells choices of a name's sources apart."""
    return ",".join([str(source[3]) for source in sources])


def bound_source(scope: FileScope, at: int, binding: Binding) -> Source:
    if binding.value.startswith("lambda"):
        found = lambda_at(scope, at, binding.start, scope.facts.functions[at].end)
        if found >= 0:
            return ("function", "", scope.ids[found], binding.start)
    return (binding.how, binding.type, binding.value, binding.start)


def lambda_at(scope: FileScope, outer: int, start: int, end: int) -> int:
    """Position of the first lambda of a function between two offsets in it, -1 for none."""
    base = scope.facts.functions[outer].start
    inner = scope.lambdas.get(-1 if outer == scope.module else outer, [])
    first = bisect_left(inner, (base + start, -1))
    return inner[first][1] if first < len(inner) and inner[first][0] < base + end else -1


def added(function: FunctionFacts) -> Iterator[tuple[str, str, str, int]]:
    """(name, key, value, start) of `name[key] = value`, where the value is a name that may be a function's."""
    items = [write for write in function.writes if write.target.endswith("]") and write.how == "assign"]
    if not items:
        return
    stored = {call.start: call for call in function.calls if call.kind == "ref"}
    for write in items:
        name, _, key = write.target.partition("[")
        value = next((stored[at] for at in range(write.end + 1, write.end + 5) if at in stored), None)
        if value is not None and name.isidentifier():
            yield name, key[:-1], f"{value.receiver}{value.sep}{value.name}", write.start


def results(scope: FileScope, at: int) -> tuple[str, ...]:
    """Returned expressions; a lambda is given by its id, as `@id`."""
    returns = scope.facts.functions[at].returns
    if not any(text.startswith("lambda") for text in returns):
        return returns
    inner = [scope.ids[p] for p in scope.inner.get(at, ()) if scope.facts.functions[p].kind == "lambda"]
    return tuple(f"@{inner[-1]}" if text.startswith("lambda") and inner else text for text in returns)
