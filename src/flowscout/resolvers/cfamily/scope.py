"""What one C or C++ file brings: its scope, and the offers others ask for.

A *type key* is path and qualified name (`db/db.h::leveldb::DB`). A function is offered by its simple name and, where it
stands in a class or namespace, as a member of that by the last name of it (`DB::Get`), for out-of-line definitions
do not say which it is. Declarations are offered like definitions, with no id. Offers of a C or C++ file:

| kind | name | value |
|---|---|---|
| function | simple name of a free function | id, or "" of a declaration; scope; least, most arguments; result; flags; signature |
| own | path:simple name of one that no other file sees, unless it includes this one | the same |
| method | simple name of a member | the same |
| member | last scope::name of any function in a scope | the same |
| type | simple name | type key, scope, kind, bases joined by newlines |
| field | class::name | type key, type |
| derived | simple name of a base | type key |
| alias | simple name of a typedef or `using` | what it stands for |
| global | name | type |
| include | path of the including file | what it includes, as written, joined by newlines |
| includer | last part of the path of a fragment | how it is included |
| file | last part of the path | path |
| macro | name | name; params joined by "," or "-"; text; control; body; calls as JSON |
| usual | name of a macro that is defined several times | text of the one of a build that defines nothing |
| unusual | name of a macro with parameters | text of one that such a build has not |
| noreturn | simple name of a function declared never to return | id or "" |
| guard | simple name of a class whose objects hold a lock while they live | nothing |
| stored | field, type or variable that keeps a function | the function's name |
"""

from __future__ import annotations

import json
from bisect import insort
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from ...model.declared import Declared, TypeFacts
from ...model.facts import FileFacts, FunctionFacts, Macro
from ...model.product import is_test
from ...model.record import NamedTuple
from ...ports import Lookup, Offer
from .guards import guards
from .types import read_type

FRAGMENTS: Final = (".inl", ".ipp", ".tpp", ".tcc", ".txx", ".icc", ".inc")  # part of who includes them
SOURCES: Final = (".c", ".cc", ".cpp", ".cxx")  # compiled by itself, or part of who includes it: `#include "client.c"`
HEADERS: Final = (".h", ".hh", ".hpp", ".hxx", ".h++", *FRAGMENTS)
_MADE: Final = "by:"


class FileScope(NamedTuple):
    """A file, ready to resolve. lambdas: (start, position) of those directly in a function, in order."""

    path: str
    facts: FileFacts
    ids: tuple[str, ...]
    positions: Mapping[str, int]
    lambdas: Mapping[int, list[tuple[int, int]]]
    cplusplus: bool


def prepare(path: str, facts: FileFacts, ids: tuple[str, ...]) -> FileScope:
    lambdas: dict[int, list[tuple[int, int]]] = {}
    for at, function in enumerate(facts.functions):
        if function.kind == "lambda":
            insort(lambdas.setdefault(function.parent, []), (function.start, at))
    return FileScope(path, facts, ids, {name: at for at, name in enumerate(ids)}, lambdas, facts.language == "cpp")


def offers(scope: FileScope) -> tuple[Offer, ...]:
    return tuple(sorted({*_offers(scope.path, scope.facts, scope.ids)}))


def is_header(path: str) -> bool:
    return path.endswith(HEADERS)


def hidden(path: str, scope: str, flags: str) -> bool:
    """Whether only its own file sees a function."""
    return ("static" in flags.split() or "(anonymous)" in scope) and not is_header(path)


def maker(offer: Offer) -> str:
    """The macro that makes a function's name of the one it is offered by: `PUBLIC(parse)(int a)`."""
    flags = offer.value[5]
    return next((f.removeprefix(_MADE) for f in flags.split() if f.startswith(_MADE)), "") if _MADE in flags else ""


def free_functions(lookup: Lookup, name: str, files: Iterable[str]) -> list[Offer]:
    """Those of a name that every file sees, and those that only these files see. Thousands of files may each have one
    of its own: what all of them have is never asked for."""
    found = [*lookup("function", name), *(offer for path in files for offer in lookup("own", f"{path}:{name}"))]
    return sorted(found, key=lambda offer: (offer.path, offer.value))


def _offers(path: str, facts: FileFacts, ids: tuple[str, ...]) -> Iterator[Offer]:
    yield Offer("file", path.rpartition("/")[2], path, (path,))
    included = [entry.module for entry in facts.imports if entry.kind == "include"]
    if included:
        yield Offer("include", path, path, tuple(included))
    for text in included:
        if text.endswith((*FRAGMENTS, *SOURCES)) and not (text.endswith(SOURCES) and is_test(path)):
            yield Offer("includer", text.rpartition("/")[2], path, (text,))
    for entry in facts.imports:
        if entry.kind == "alias":
            yield Offer("alias", entry.alias, path, (entry.module, bare(entry.name)))
    several = Counter(macro.name for macro in facts.macros if not macro.undone)
    for macro in facts.macros:
        if macro.undone:
            continue
        yield Offer("macro", macro.name, path, _macro(macro))
        if not macro.usual and macro.params is not None:
            yield Offer("unusual", macro.name, path, (macro.text,))
        elif macro.usual and several[macro.name] > 1:
            yield Offer("usual", macro.name, path, (macro.text,))
    for name, known in facts.globals:
        yield Offer("global", name, path, (known,))
    for keeper, name in facts.stored:
        yield Offer("stored", keeper, path, (name,))
    for at, function in enumerate(facts.functions):
        yield from _stored(path, function)
        if function.kind not in ("lambda", "module") and function.parent < 0:
            yield from _defined(path, facts, ids[at], function)
    for name in guards(facts):
        yield Offer("guard", name, path, ())
    for declared in facts.declared:
        yield from _declared(path, declared, member=False)
    for described in facts.types:
        yield from _type(path, described)


def _stored(path: str, function: FunctionFacts) -> Iterator[Offer]:
    """`ops->read = my_read`: the field keeps the function."""
    fields = [w for w in function.writes if w.how == "assign" and ("->" in w.target or "." in w.target)]
    references = {call.start: call.name for call in function.calls if call.kind == "ref"} if fields else {}
    for write in fields:
        name = next((references[at] for at in range(write.end + 1, write.end + 6) if at in references), "")
        field = write.target.replace("->", ".").rpartition(".")[2].strip()
        if name and field.isidentifier():
            yield Offer("stored", field, path, (name,))


def _macro(macro: Macro) -> tuple[str, ...]:
    params = "-" if macro.params is None else ",".join(macro.params)
    rows = [[*c[:7], (), c.given] if c.given else c[:7] for c in macro.calls]
    calls = json.dumps(rows, separators=(",", ":")) if rows else "[]"
    return (macro.name, params, macro.text, macro.control, macro.body, calls)


def _defined(path: str, facts: FileFacts, fid: str, function: FunctionFacts) -> Iterator[Offer]:
    most = -1 if any("..." in p.name or "..." in p.type for p in function.params) else len(function.params)
    fixed = [p for p in function.params if "..." not in p.name and "..." not in p.type]
    least = sum(not p.default for p in fixed)
    value = (fid, "::".join(function.scope), str(least), str(most), function.result, function.flags, function.signature)
    yield from _callable(path, function.name, function.scope, value, function.owner >= 0)
    if function.has("noreturn"):
        yield Offer("noreturn", function.name, path, (fid,))


def _declared(path: str, declared: Declared, *, member: bool) -> Iterator[Offer]:
    value = (
        "",
        "::".join(declared.scope),
        str(declared.argc_min),
        str(declared.argc_max),
        declared.result,
        declared.flags,
        declared.signature,
    )
    yield from _callable(path, declared.name, declared.scope, value, member)
    if "noreturn" in declared.flags.split():
        yield Offer("noreturn", declared.name, path, ("",))
    if declared.doc:
        yield Offer("said", declared.name, path, ("::".join(declared.scope), declared.signature, declared.doc))


def _callable(path: str, name: str, scope: tuple[str, ...], value: tuple[str, ...], member: bool) -> Iterator[Offer]:
    if is_header(path) and not {"private", "protected"} & {*value[5].split()}:
        yield from _seen(path, name, scope, member)
    if scope:
        yield Offer("member", f"{bare(scope[-1])}::{name}", path, value)
        yield Offer("method", name, path, value)
    if not member and hidden(path, value[1], value[5]):
        yield Offer("own", f"{path}:{name}", path, value)
    elif not member:
        yield Offer("function", name, path, value)


def _seen(path: str, name: str, scope: tuple[str, ...], member: bool) -> Iterator[Offer]:
    """What a header shows, apart from what every file has: thousands of files may each have one of a name."""
    if scope:
        yield Offer("seen", f"{bare(scope[-1])}::{name}", path, ())
    if not member:
        yield Offer("seen", name, path, ())


def _type(path: str, described: TypeFacts) -> Iterator[Offer]:
    scope = "::".join(described.scope)
    name = bare(described.name)
    key = f"{path}::{scope}::{name}" if scope else f"{path}::{name}"
    yield Offer("type", name, path, (key, scope, described.kind, "\n".join(described.bases)))
    for base in described.bases:
        yield Offer("derived", read_type(base).name.rpartition("::")[2], path, (key,))
    for field, kind in described.fields:
        yield Offer("field", f"{name}::{field}", path, (key, kind))
    for declared in described.methods:
        yield from _declared(path, declared, member=True)


def bare(name: str) -> str:
    """Without template arguments."""
    return name.partition("<")[0].strip()
