"""What one Python file brings: its scope, and the offers others ask for.

Terms. A *type key* is path and qualified name of a class (`src/app.py::Flask`). A *frame* is a namespace an expression
is read in: a module (`path::<module>`), a class (its key) or a function (its id). Offers of a Python file:

| kind | name | value |
|---|---|---|
| module | dotted name, every suffix of the path | path |
| file | path without ending, packages without `/__init__` | path |
| export | path:name at module level (`*` for star imports) | id, function · key, class · "", import, module, name, level · "", value, annotation, text |
| function, method | simple name | id, class key |
| type | simple name | type key |
| class | type key | key, frame it stands in, bases… |
| member | key.name | id, function, flags · key, class · "", value, annotation, text |
| field | key.name | id of the method that assigns it, annotation, text |
| derived | simple name of a base | type key |
| frame | function id | id, frame as JSON |
| passed | simple name of what is called | id, slot, text, frame, receiver: a function handed over as an argument (`passing`) |
| noreturn | simple name | id |
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from ...model.facts import Binding, FileFacts, FunctionFacts, Import, TypeFacts
from ...ports import Offer
from .passing import lambda_at, offered

_WORD: Final = re.compile(r"[^\W\d]\w*")
KNOWN: Final = "known"  # how: the text is a type or a value, the facts do not say which
_ASSIGNING: Final = frozenset({"assign", "declare", "each", "with", "except", "field-init"})


class FileScope(NamedTuple):
    """A file, ready to resolve. owners: class key of each function, "" none. local: the file's own offers by kind and name."""

    path: str
    facts: FileFacts
    ids: tuple[str, ...]
    positions: Mapping[str, int]
    owners: tuple[str, ...]
    offers: tuple[Offer, ...]
    local: Mapping[tuple[str, str], tuple[Offer, ...]]


def prepare(path: str, facts: FileFacts, ids: tuple[str, ...]) -> FileScope:
    owners = tuple(type_key(path, facts.types[f.owner]) if f.owner >= 0 else "" for f in facts.functions)
    offers = tuple(sorted({*_offers(path, facts, ids, owners)}))
    local: dict[tuple[str, str], list[Offer]] = {}
    for offer in offers:
        local.setdefault((offer.kind, offer.name), []).append(offer)
    return FileScope(path, facts, ids, {name: at for at, name in enumerate(ids)}, owners, offers,
                     {key: tuple(found) for key, found in local.items()})


def type_key(path: str, facts: TypeFacts) -> str:
    return f"{path}::{'.'.join((*facts.scope, facts.name))}"


def module_frame(path: str) -> str:
    return f"{path}::<module>"


def _offers(path: str, facts: FileFacts, ids: tuple[str, ...], owners: tuple[str, ...]) -> Iterator[Offer]:
    yield from _module(path)
    yield from _names(path, facts, ids)
    yield from _classes(path, facts, ids)
    known = {f.name for f in facts.functions if not f.scope} | {t.name for t in facts.types if not t.scope}
    known.update(bound_name(entry) for entry in facts.imports if entry.kind == "from")
    for position, function in enumerate(facts.functions):
        yield from _function(path, facts, ids, owners, position, function, known)


def _module(path: str) -> Iterator[Offer]:
    stem = path.rpartition(".")[0]
    stem = stem.removesuffix("/__init__") if stem != "__init__" else ""
    yield Offer("file", stem, path, (path,))
    parts = stem.split("/")
    for start in range(len(parts)):
        yield Offer("module", ".".join(parts[start:]), path, (path,))


def _names(path: str, facts: FileFacts, ids: tuple[str, ...]) -> Iterator[Offer]:
    for entry in facts.imports:
        if entry.scope < 0 or facts.functions[entry.scope].kind == "module":
            yield Offer("export", f"{path}:{bound_name(entry)}", path, import_value(entry))
    placed = [b for f in facts.functions if f.kind == "module" for b in f.bindings]
    seen = {binding.name for binding in placed}
    for name, known in facts.globals:
        if name not in seen:
            yield Offer("export", f"{path}:{name}", path, ("", "value", "", known, KNOWN))
    names = {name for name, _ in facts.globals}
    module = next((at for at, f in enumerate(facts.functions) if f.kind == "module"), -1)
    for binding in placed:
        if binding.name in names and binding.how in _ASSIGNING:
            how, annotation, text, _ = _bound(facts, ids, module, binding)
            value = (text, "function") if how == "function" else ("", "value", annotation, text, how)
            yield Offer("export", f"{path}:{binding.name}", path, value)
    for name, key, text, _ in added(facts.functions[module]) if module >= 0 else ():
        yield Offer("export", f"{path}:{name}", path, ("", "value", key, text, "item"))


def bound_name(entry: Import) -> str:
    if entry.alias:
        return entry.alias
    return entry.name if entry.kind == "from" else entry.module.split(".")[0]


def import_value(entry: Import) -> tuple[str, ...]:
    if entry.kind == "from":
        return ("", "import", entry.module, entry.name, str(entry.level))
    whole = entry.alias and entry.alias != entry.module.split(".")[0]
    return ("", "import", entry.module if whole else entry.module.split(".")[0], "", str(entry.level))


def _classes(path: str, facts: FileFacts, ids: tuple[str, ...]) -> Iterator[Offer]:
    enclosing = {f.qualified: ids[at] for at, f in enumerate(facts.functions)}
    types = {(*t.scope, t.name) for t in facts.types}
    for entry in facts.types:
        key = type_key(path, entry)
        frame = enclosing.get(entry.scope) or (f"{path}::{'.'.join(entry.scope)}" if entry.scope else module_frame(path))
        yield Offer("class", key, path, (key, frame, *entry.bases))
        yield Offer("type", entry.name, path, (key,))
        for base in entry.bases:
            yield Offer("derived", _simple(base), path, (key,))
        if not entry.scope:
            yield Offer("export", f"{path}:{entry.name}", path, (key, "class"))
        elif entry.scope in types:
            yield Offer("member", f"{path}::{'.'.join(entry.scope)}.{entry.name}", path, (key, "class"))
        assigned = _assigned(facts, entry)
        for name, known in entry.fields:
            if known not in assigned.get(name, ()):
                yield Offer("member", f"{key}.{name}", path, ("", "value", "", known))


def _assigned(facts: FileFacts, entry: TypeFacts) -> dict[str, list[str]]:
    """What methods assign to fields, by name: values, annotations, types of parameters."""
    found: dict[str, list[str]] = {}
    for function in facts.functions:
        receiver = self_name(function)
        if not receiver or facts.types[function.owner] is not entry:
            continue
        types = {parameter.name: parameter.type for parameter in function.params}
        for binding in function.bindings:
            base, _, name = binding.name.partition(".")
            if base == receiver and name:
                found.setdefault(name, []).extend((binding.type, binding.value, types.get(binding.value, "")))
    return found


def _simple(text: str) -> str:
    return text.split("[")[0].split("(")[0].rpartition(".")[2].strip()


def _function(
    path: str, facts: FileFacts, ids: tuple[str, ...], owners: tuple[str, ...], at: int, function: FunctionFacts,
    known: set[str],
) -> Iterator[Offer]:
    fid, owner = ids[at], owners[at]
    if function.has("noreturn"):
        yield Offer("noreturn", function.name, path, (fid,))
    if owner:
        yield Offer("method", function.name, path, (fid, owner))
        yield Offer("member", f"{owner}.{function.name}", path, (fid, "function", function.flags))
        yield from _fields(path, fid, owner, function)
    elif function.kind not in ("module", "lambda"):
        yield Offer("function", function.name, path, (fid, ""))
        if not function.scope:
            yield Offer("export", f"{path}:{function.name}", path, (fid, "function"))
    names = local_names(facts, ids, at)
    frame = frame_record(facts, ids, owners, at, names)
    if frame["s"] or frame["r"] or frame["d"] or frame["n"]:
        yield Offer("frame", fid, path, (fid, json.dumps(frame, ensure_ascii=False, separators=(",", ":"))))
    yield from offered(path, facts, ids, at, known.union(n for n, found in names.items() if found[0][0] == "function"))


def _fields(path: str, fid: str, owner: str, function: FunctionFacts) -> Iterator[Offer]:
    receiver = self_name(function)
    for binding in function.bindings if receiver else ():
        base, dot, name = binding.name.partition(".")
        if dot and base == receiver and "." not in name and (binding.type or binding.value):
            yield Offer("field", f"{owner}.{name}", path, (fid, binding.type, binding.value, binding.how))


def self_name(function: FunctionFacts) -> str:
    """The name of the object (or class) a method works on, "" for none."""
    if function.owner < 0 or function.has("staticmethod") or not function.params:
        return ""
    return function.params[0].name if not function.params[0].name.startswith("*") else ""


def frame_record(
    facts: FileFacts, ids: tuple[str, ...], owners: tuple[str, ...], at: int, names: dict[str, list[Source]]
) -> dict[str, object]:
    """What others need to read this function's results: params, returns, and the names those go through."""
    function = facts.functions[at]
    seeds = list(function.returns)
    receiver = self_name(function) + "."
    if owners[at] and len(receiver) > 1:
        seeds += [b.value for b in function.bindings if b.name.startswith(receiver)]
    kept: dict[str, list[list[str]]] = {}
    todo = [word for seed in seeds for word in _WORD.findall(seed)]
    while todo:
        word = todo.pop()
        if word in names and word not in kept:
            kept[word] = [list(source[:3]) for source in names[word]]
            todo += [w for source in names[word] for text in source[1:3] for w in _WORD.findall(text)]
    return {"n": dict(sorted(kept.items())), "p": [list(p) for p in function.params], "r": function.result,
            "s": results(facts, ids, at), "d": list(function.decorators), "f": function.flags, "c": owners[at],
            "o": outer_frame(facts, ids, at)}


def results(facts: FileFacts, ids: tuple[str, ...], at: int) -> list[str]:
    """Returned expressions; a lambda is given by its id, as `@id`."""
    function = facts.functions[at]
    if not any(text.startswith("lambda") for text in function.returns):
        return list(function.returns)
    inner = [ids[p] for p, f in enumerate(facts.functions) if f.parent == at and f.kind == "lambda"]
    return [f"@{inner[-1]}" if text.startswith("lambda") and inner else text for text in function.returns]


def outer_frame(facts: FileFacts, ids: tuple[str, ...], at: int) -> str:
    """The frame whose names a function sees beyond its own."""
    parent = facts.functions[at].parent
    return ids[parent] if parent >= 0 and facts.functions[parent].kind != "module" else ""


Source = tuple[str, str, str, int]
"""(how, annotation, text, start): how is a Binding's, or function (text: id), class (text: key), import (JSON)."""


def local_names(facts: FileFacts, ids: tuple[str, ...], at: int) -> dict[str, list[Source]]:
    """Names bound inside a function."""
    function = facts.functions[at]
    names: dict[str, list[Source]] = {}
    for parameter in function.params:
        names.setdefault(parameter.name.lstrip("*"), []).append(("param", parameter.type, parameter.default, -1))
    for binding in function.bindings:
        if "." not in binding.name and binding.how != "param":
            names.setdefault(binding.name, []).append(_bound(facts, ids, at, binding))
    for name, key, value, start in added(function):
        names.setdefault(name, []).append(("item", key, value, start))
    for inner in inner_functions(facts, at):
        entry = facts.functions[inner]
        if entry.kind != "lambda":
            names.setdefault(entry.name, []).append(("function", "", ids[inner], entry.start - function.start))
    for kind in facts.types:
        if kind.scope == function.qualified and kind.scope:
            key = ids[at].split("::")[0] + "::" + ".".join((*kind.scope, kind.name))
            names.setdefault(kind.name, []).append(("class", "", key, -1))
    for entry_ in facts.imports:
        if entry_.scope == at:
            names.setdefault(bound_name(entry_), []).append(("import", "", json.dumps(import_value(entry_)), -1))
    return names


def _bound(facts: FileFacts, ids: tuple[str, ...], at: int, binding: Binding) -> Source:
    if binding.value.startswith("lambda"):
        found = lambda_at(facts, at, binding.start, facts.functions[at].end)
        if found >= 0:
            return ("function", "", ids[found], binding.start)
    return (binding.how, binding.type, binding.value, binding.start)


def added(function: FunctionFacts) -> Iterator[tuple[str, str, str, int]]:
    """(name, key, value, start) of `name[key] = value`, where the value is a name that may be a function's."""
    items = [write for write in function.writes if write.how == "assign" and write.target.endswith("]")]
    if not items:
        return
    stored = {call.start: call for call in function.calls if call.kind == "ref"}
    for write in items:
        name, _, key = write.target.partition("[")
        value = next((stored[at] for at in range(write.end + 1, write.end + 5) if at in stored), None)
        if value is not None and name.isidentifier():
            yield name, key[:-1], f"{value.receiver}{value.sep}{value.name}", write.start


def inner_functions(facts: FileFacts, at: int) -> list[int]:
    return [p for p, f in enumerate(facts.functions) if f.parent == at and f.owner < 0]
