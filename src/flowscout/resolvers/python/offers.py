"""What one Python file brings to the project:

| kind | name | value |
|---|---|---|
| module | dotted name, every suffix of the path | path |
| file | path without ending, packages without `/__init__` | path |
| export | path:name at module level (`*` for star imports) | id, function · key, class · "", import, module, name, level · "", value, annotation, text, how |
| all | path | the names of its `__all__` |
| function | simple name | id, "" |
| method | simple name | id, class key, how many arguments it takes beside the object: least and most, -1 any number |
| type | simple name | type key |
| class | type key | key, frame it stands in, bases… |
| member | key.name | id, function, flags · key, class · "", value, annotation, text |
| fields | type key | names of the fields that its constructor takes, where that is made for it |
| methods | type key | names of its own methods |
| field | key.name | id of the method that assigns it, annotation, text, how |
| early | key.name | id of a constructor that assigns it before it calls one above |
| getter | simple name of a member whose reading may run code | "" |
| derived | simple name of a base | type key |
| frame | function id | id, frame as JSON |
| passed | simple name of what is called | id, slot, text, frame, receiver: a function handed over as an argument (`passing`) |
| noreturn | simple name | id |
| swallows | simple name of a context manager that keeps exceptions | id, their types |
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ...model.codec import dumps
from ...model.declared import TypeFacts
from ...model.facts import SOME, SWALLOWING, SWALLOWING_SOME, FunctionFacts
from ...model.pattern import regex
from ...ports import Offer
from .expression import OP, dotted, read, spelt
from .hierarchy import MAKER
from .passing import offered
from .scope import (
    ITEM,
    KNOWN,
    FileScope,
    Source,
    bound_name,
    bound_source,
    import_value,
    local_names,
    module_frame,
    outer_frame,
    results,
    self_name,
    type_key,
)

_DATA: Final = regex(r"\b(?:dataclass|define|frozen|mutable|attrs|attr\.s|NamedTuple)\b")
_WORD: Final = regex(r"[^\W\d]\w*")
_ASSIGNING: Final = frozenset({"assign", "declare", "each", "with", "except", "field-init"})


def offers(scope: FileScope) -> tuple[Offer, ...]:
    """Sorted, none twice."""
    found = {*_module(scope.path), *_names(scope), *_classes(scope)}
    known = {f.name for f in scope.facts.functions if not f.scope} | {t.name for t in scope.types.get((), ())}
    known.update(bound_name(entry) for entry in scope.facts.imports if entry.kind == "from")
    known.update(name for name, text in scope.facts.globals if text in known or text.partition("(")[0] in known)
    for at, function in enumerate(scope.facts.functions):
        found.update(_function(scope, at, function, known))
    return tuple(sorted(found))


def _module(path: str) -> Iterator[Offer]:
    stem = path.rpartition(".")[0]
    stem = stem.removesuffix("/__init__") if stem != "__init__" else ""
    yield Offer("file", stem, path, (path,))
    parts = stem.split("/")
    for start in range(len(parts)):
        yield Offer("module", ".".join(parts[start:]), path, (path,))


def _names(scope: FileScope) -> Iterator[Offer]:
    path, facts = scope.path, scope.facts
    if facts.exports:
        yield Offer("all", path, path, facts.exports)
    for entry in scope.imports.get(-1, ()):
        yield Offer("export", f"{path}:{bound_name(entry)}", path, import_value(entry))
    module = facts.functions[scope.module] if scope.module >= 0 else None
    placed = module.bindings if module is not None else ()
    names, seen = {name for name, _ in facts.globals}, {binding.name for binding in placed}
    for name, known in facts.globals:
        if name not in seen:
            yield Offer("export", f"{path}:{name}", path, ("", "value", "", known, KNOWN))
    for binding in placed:
        if binding.name in names and binding.how in _ASSIGNING:
            how, annotation, text, _ = bound_source(scope, scope.module, binding)
            value = (text, "function") if how == "function" else ("", "value", annotation, text, how)
            yield Offer("export", f"{path}:{binding.name}", path, value)
    for at, function in enumerate(facts.functions):
        elsewhere = {b.name for b in function.bindings if b.how == "global"} if function is not module else set()
        for entry in scope.imports.get(at, ()) if elsewhere else ():
            if bound_name(entry) in elsewhere:
                yield Offer("export", f"{path}:{bound_name(entry)}", path, import_value(entry))
        for binding in function.bindings if elsewhere else ():
            if binding.name in elsewhere and binding.how in _ASSIGNING and (binding.type or binding.value):
                value = ("", "value", binding.type, binding.value, binding.how)
                yield Offer("export", f"{path}:{binding.name}", path, value)
    for name, deep, text, _ in scope.puts[scope.module] if module is not None else ():
        if "." not in name:
            yield Offer("export", f"{path}:{name}", path, ("", "value", deep, text, ITEM, ""))
    for at, function in enumerate(facts.functions):
        if function is not module and (
            items := [item for item in scope.puts[at] if "." not in item[0] and item[0] in names]
        ):
            local = {parameter.name for parameter in function.params} | {
                b.name for b in function.bindings if b.how != "global"
            }
            for name, deep, text, _ in items:
                if name not in local:
                    yield Offer("export", f"{path}:{name}", path, ("", "value", deep, text, ITEM, scope.ids[at]))


def _classes(scope: FileScope) -> Iterator[Offer]:
    path = scope.path
    enclosing = {f.qualified: scope.ids[at] for at, f in enumerate(scope.facts.functions)} if scope.facts.types else {}
    assigned = _assigned(scope)
    types = {(*t.scope, t.name) for t in scope.facts.types}
    for at, entry in enumerate(scope.facts.types):
        key = type_key(path, entry)
        frame = enclosing.get(entry.scope) or (
            f"{path}::{'.'.join(entry.scope)}" if entry.scope else module_frame(path)
        )
        bases = tuple(_bases(entry))
        yield Offer("class", key, path, (key, frame, *bases))
        yield Offer("type", entry.name, path, (key,))
        for base in bases:
            yield Offer("derived", _simple(base), path, (key,))
        if not entry.scope:
            yield Offer("export", f"{path}:{entry.name}", path, (key, "class"))
        elif entry.scope in types:
            yield Offer("member", f"{path}::{'.'.join(entry.scope)}.{entry.name}", path, (key, "class"))
        if any(_DATA.search(text) for text in (*entry.decorators, *entry.bases)):
            fields = tuple(name for name, known in entry.fields if "ClassVar" not in known)
            yield Offer("fields", key, path, fields)
        if methods := tuple(dict.fromkeys(f.name for f in scope.facts.functions if f.owner == at)):
            yield Offer("methods", key, path, methods)
        yield from _attributes(path, key, entry, assigned.get(at, {}))


def _attributes(path: str, key: str, entry: TypeFacts, assigned: dict[str, list[str]]) -> Iterator[Offer]:
    values = dict(entry.values)
    for name, known in entry.fields:
        if known not in assigned.get(name, ()):
            value = values.get(name)
            typed = known if value is not None and known not in value[: len(known)] else ""
            yield Offer("member", f"{key}.{name}", path, ("", "value", typed, known if value is None else value))
            if "(" in known:
                yield Offer("getter", name, path, ("",))


def _assigned(scope: FileScope) -> dict[int, dict[str, list[str]]]:
    """By class, what methods assign to fields: values, annotations, types of parameters."""
    found: dict[int, dict[str, list[str]]] = {}
    for function in scope.facts.functions:
        receiver = self_name(function)
        for binding in function.bindings if receiver else ():
            base, dot, name = binding.name.partition(".")
            if dot and base == receiver:
                typed = next((p.type for p in function.params if p.name == binding.value), "")
                texts = found.setdefault(function.owner, {}).setdefault(name, [])
                texts += (binding.type, binding.value, typed)
    return found


def _bases(entry: TypeFacts) -> Iterator[str]:
    """As written; `with_metaclass(M, B)` and `@add_metaclass(M)`, which serve both Pythons, as `B, metaclass=M`."""
    for text in entry.bases:
        called = read(text) if "with_metaclass(" in text else OP
        if called.kind == "call" and called.parts[1:] and dotted(called.parts[0]).endswith("with_metaclass"):
            maker, *others = [dotted(part) for part in called.parts[1:]]
            yield from (*filter(None, others), f"{MAKER}{maker}")
        else:
            yield text
    for text in entry.decorators:
        name, opened, given = text.partition("(")
        if text.startswith(MAKER):
            yield text
        elif opened and name.endswith("add_metaclass"):
            yield f"{MAKER}{given.rstrip(') ')}"


def _simple(text: str) -> str:
    return text.removeprefix(MAKER).split("[")[0].split("(")[0].rpartition(".")[2].strip()


def _function(scope: FileScope, at: int, function: FunctionFacts, known: set[str]) -> Iterator[Offer]:
    path, fid, owner = scope.path, scope.ids[at], scope.owners[at]
    if "noreturn" in function.flags:
        yield Offer("noreturn", function.name, path, (fid,))
    if SWALLOWING in function.flags:
        yield Offer("swallows", function.scope[-1] if owner else function.name, path, (fid, *_kept(function)))
    if function.kind == "lambda" and function.scope:
        yield from [
            Offer("lambda", f"{path}::{'.'.join(function.scope)}:{spelt(text)}", path, (fid,))
            for text in function.returns
        ]
    if owner:
        yield Offer("method", function.name, path, (fid, owner, _arity(function)))
        yield Offer("member", f"{owner}.{function.name}", path, (fid, "function", function.flags))
        if "property" in function.flags:
            yield Offer("getter", function.name, path, ("",))
        yield from _fields(scope, at)
    elif function.kind not in ("module", "lambda"):
        yield Offer("function", function.name, path, (fid, ""))
        if not function.scope:
            yield Offer("export", f"{path}:{function.name}", path, (fid, "function"))
    local = {
        entry.name
        for inner in scope.inner.get(at, ())
        if (entry := scope.facts.functions[inner]).kind != "lambda" and entry.owner < 0
    }
    passed = list(offered(scope, at, known | local if local else known))
    handed = [offer.value[2] for offer in passed if offer.value[2].isidentifier()]
    names = local_names(scope, at) if handed or _told(scope, at) else {}
    if names or function.returns or function.result or function.decorators:
        yield Offer("frame", fid, path, (fid, dumps(_record(scope, at, names, handed))))
    yield from passed


_AS_WRITTEN: Final = frozenset(
    ("abstractmethod", "cached_property", "classmethod", "final", "overload", "override", "property", "staticmethod")
)


def _arity(function: FunctionFacts) -> str:
    """`least most` arguments, the object itself aside; what a decorator makes of it may take any."""
    if any(decorator.rpartition(".")[2] not in _AS_WRITTEN for decorator in function.decorators):
        return "0 -1"
    plain = [parameter for parameter in function.params if not parameter.name.startswith("*")]
    bound = int("staticmethod" not in function.flags and bool(plain) and plain[0] is function.params[0])
    least = sum(not parameter.default for parameter in plain) - bound
    named = next(
        (at for at, parameter in enumerate(function.params) if parameter.name.startswith("*")), len(function.params)
    )
    least -= sum(not parameter.default for parameter in function.params[named:] if not parameter.name.startswith("*"))
    return f"{max(0, least)} {len(plain) - bound if len(plain) == len(function.params) else -1}"


def _kept(function: FunctionFacts) -> list[str]:
    """What a context manager keeps: what its own handlers catch, or anything, or some of what it is given."""
    if SWALLOWING_SOME in function.flags.split():
        return [SOME]
    return sorted({name for shield in function.shields for name in shield.types}) or ["*"]


def _told(scope: FileScope, at: int) -> bool:
    """Whether others may need names of the function: for what it returns or keeps, puts into containers, or for
    functions inside."""
    function = scope.facts.functions[at]
    return bool(
        function.returns or (function.owner >= 0 and any("." in b.name for b in function.bindings)) or scope.puts[at]
    )


def _fields(scope: FileScope, at: int) -> Iterator[Offer]:
    path, fid, owner, function = scope.path, scope.ids[at], scope.owners[at], scope.facts.functions[at]
    receiver = self_name(function)
    for binding in function.bindings if receiver else ():
        base, dot, name = binding.name.partition(".")
        if dot and base == receiver and "." not in name and (binding.type or binding.value):
            yield Offer("field", f"{owner}.{name}", path, (fid, binding.type, binding.value, binding.how))
            if binding.start < _made_above(function):
                yield Offer("early", f"{owner}.{name}", path, (fid,))
    for target, deep, text, _ in scope.puts[at] if receiver else ():
        base, dot, name = target.partition(".")
        if dot and base == receiver:
            yield Offer("field", f"{owner}.{name}", path, (fid, deep, text, ITEM))


def _made_above(function: FunctionFacts) -> int:
    """Where a constructor last calls one above, which may put other things into the same fields."""
    return (
        max((c.start for c in function.calls if c.name == function.name), default=-1)
        if function.name == "__init__"
        else -1
    )


def _record(scope: FileScope, at: int, names: dict[str, list[Source]], handed: list[str]) -> dict[str, object]:
    """What others need to read this function's results: params, returns, and the names those go through."""
    function = scope.facts.functions[at]
    seeds = list(function.returns)
    receiver = self_name(function) + "."
    if len(receiver) > 1:
        seeds += [b.value for b in function.bindings if b.name.startswith(receiver)]
    seeds += [text for _, _, text, _ in scope.puts[at]]
    seeds += handed
    kept: dict[str, list[Source]] = {}
    todo = [word for seed in seeds for word in _WORD.findall(seed)]
    while todo:
        word = todo.pop()
        if word in names and word not in kept:
            kept[word] = names[word]
            todo += [w for source in names[word] for text in source[1:3] for w in _WORD.findall(text)]
    return {
        "n": {word: [source[:3] for source in kept[word]] for word in sorted(kept)},
        "p": function.params,
        "r": function.result,
        "s": results(scope, at),
        "d": function.decorators,
        "f": function.flags,
        "c": scope.owners[at],
        "o": outer_frame(scope, at),
    }
