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

from ...model.declared import Import, TypeFacts
from ...model.facts import Binding, Call, FileFacts, FunctionDetail, FunctionFacts
from ...model.record import NamedTuple

KNOWN: Final = "known"  # how: the text is a type or a value, the facts do not say which
ITEM: Final = "item"  # how: what the text holds is put into the name's container

# methods by which containers take what they are given
ADDING: Final = frozenset({"append", "appendleft", "add", "extend", "update", "insert", "setdefault"})

Source = tuple[str, str, str, int]
"""(how, annotation, text, start): how is a Binding's, with the part of what it gives (`each[0]`), or function (text:
id), class (text: key), import (text: JSON), `KNOWN`, `ITEM` (text: a container; annotation: how many keys deep what
stood there is replaced, "0" where nothing is)."""


Put = tuple[str, str, str, int]
"""(name, how many keys deep, container, start): `d[k] = v` puts `{k: v}` into `d`, `d.append(v)` `[v]`."""


class FileScope(NamedTuple):
    """A file, ready to resolve. owners: class key of each function, "" none. inner: positions of the functions directly
    inside one (-1: at module level); lambdas: (start, position) of the lambdas among them, in order; types, imports: of
    those that stand in a scope, in a function; methods: (class's position, name); puts: what each function puts into
    containers."""

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
    puts: tuple[tuple[Put, ...], ...]


def prepare(path: str, facts: FileFacts, ids: tuple[str, ...]) -> FileScope:
    facts = facts._replace(
        functions=tuple(
            [f if isinstance(f.detail, FunctionDetail) else f._replace(detail=f.details) for f in facts.functions]
        )
    )
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
    return FileScope(
        path,
        facts,
        ids,
        places,
        owners,
        inner,
        types,
        imports,
        lambdas,
        methods,
        module,
        tuple([tuple(_put_by(function)) for function in facts.functions]),
    )


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
    for name, deep, text, start in scope.puts[at]:
        if "." not in name or name in names:
            names.setdefault(name, []).append((ITEM, deep, text, start))
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
    if not binding.taken:
        return (binding.how, binding.type, binding.value, binding.start)
    if binding.how == "assign":
        return (binding.how, binding.type, binding.taken, binding.start)
    return (binding.how + binding.taken, binding.type, binding.value, binding.start)


def lambda_at(scope: FileScope, outer: int, start: int, end: int) -> int:
    """Position of the first lambda of a function between two offsets in it, -1 for none."""
    base = scope.facts.functions[outer].start
    inner = scope.lambdas.get(-1 if outer == scope.module else outer, [])
    first = bisect_left(inner, (base + start, -1))
    return inner[first][1] if first < len(inner) and inner[first][0] < base + end else -1


def _put_by(function: FunctionFacts) -> Iterator[Put]:
    for write in function.writes:
        if write.value and write.how == "assign":
            name, keys = _keyed(write.target)
            if name:
                yield name, str(len(keys)), _nested(keys, write.value), write.start
    for call in function.calls:
        if call.given and call.sep == "." and call.name in ADDING:
            text, deep = _put(call)
            name, keys = _keyed(call.receiver) if text else ("", ())
            if name:
                yield name, deep if not keys else "0", _nested(keys, text), call.start


def _keyed(target: str) -> tuple[str, tuple[str, ...]]:
    """`d["a"][k]` -> d and its keys; no name where it is anything else."""
    name, opened, rest = target.partition("[")
    keys = tuple(rest[:-1].split("][")) if opened else ()
    plain = name.replace(".", "").isidentifier() and name.count(".") < 2 and (not opened or rest.endswith("]"))
    return (name, keys) if plain and all(key and (":" not in key or key[0] in "\"'") for key in keys) else ("", ())


def _nested(keys: tuple[str, ...], text: str) -> str:
    for key in reversed(keys):
        text = f"{{{key}: {text}}}"
    return text


def _put(call: Call) -> tuple[str, str]:
    """What a container gets by one of its own methods, as a container, and how many keys deep it replaces."""
    given = [text for text in call.given if "=" not in text]
    if call.name in ("append", "appendleft", "add"):
        return (f"[{call.given[0]}]" if len(call.given) == 1 == len(given) and given[0] else ""), "0"
    if call.name in ("extend", "update"):
        if len(given) == 1 == len(call.given):
            return given[0], "1" if call.name == "update" else "0"
        named = [text.partition("=") for text in call.given if text]
        return (
            "{" + ", ".join(f'"{key.strip()}": {value}' for key, _, value in named) + "}" if named and not given else ""
        ), "1"
    if len(given) != 2 or not given[1]:
        return "", "0"
    return f"[{given[1]}]" if call.name == "insert" else f"{{{given[0] or '0()'}: {given[1]}}}", "0"


def results(scope: FileScope, at: int) -> tuple[str, ...]:
    """Returned expressions; a lambda is given by its id, as `@id`."""
    returns = scope.facts.functions[at].returns
    if not any(text.startswith("lambda") for text in returns):
        return returns
    inner = [scope.ids[p] for p in scope.inner.get(at, ()) if scope.facts.functions[p].kind == "lambda"]
    return tuple(f"@{inner[-1]}" if text.startswith("lambda") and inner else text for text in returns)
