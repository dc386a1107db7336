"""What Python expressions stand for, by following names, imports, classes, returned values and arguments.

Evaluation is by demand: to know `self.db.commit` it asks for `self`'s class, the field `db` there, the value once
assigned to it, and so on across files. It is bounded in depth and, for each call site, in work; what lies deeper is
not known. Within one function the assignments that can reach a use count (`reaching`), elsewhere all of a name's.
"""

from __future__ import annotations

import builtins
import json
from collections.abc import Callable, Iterable
from typing import Final

from ...ports import Lookup
from . import modules
from .annotations import Annotations
from .arguments import Arguments
from .expression import Expr, read
from .frames import Frame, Frames
from .hierarchy import LIBRARY, Hierarchy
from .reaching import reaching
from .scope import KNOWN, FileScope, Source, module_frame
from .values import NOTHING, Value, Values, instance, made, union

_DEEPEST: Final = 32
_WORK: Final = 1200
_LIMIT: Final = ("", "")
_TYPES: Final = frozenset(name for name, value in vars(builtins).items() if isinstance(value, type))
_BUILTINS: Final = frozenset(vars(builtins))
_KEEPERS: Final = frozenset({
    "functools.wraps", "functools.update_wrapper", "functools.lru_cache", "functools.cache", "functools.partial", "staticmethod",
    "classmethod", "copy.copy", "copy.deepcopy", "contextlib.contextmanager", "functools.cached_property", "abc.abstractmethod",
})
_ELEMENT_MAKERS: Final = frozenset({"list", "tuple", "set", "frozenset", "sorted", "reversed", "iter", "next", "min", "max"})

_TAKING: Final = frozenset({
    "get", "pop", "popleft", "popitem", "setdefault", "get_nowait", "first", "last", "one", "result", "peek",
})

Given = tuple[tuple[str, Expr, Frame], ...]


class Evaluator:
    """One file's evaluator. Results that no limit has cut are remembered."""

    def __init__(self, scope: FileScope, lookup: Lookup) -> None:
        self.scope = scope
        self.lookup = lookup
        self.frames = Frames(scope, lookup)
        self.hierarchy = Hierarchy(self.frames, lambda text, frame: self.read(text, frame))
        self.annotations = Annotations(self)
        self.arguments = Arguments(self)
        self._depth = 0
        self._work = 0
        self._cut: set[tuple[str, str]] = set()  # what cut the values at hand short
        self._busy: set[tuple[str, str]] = set()
        self._known: dict[tuple[str, str], Values] = {}

    def begin(self) -> None:
        """A new call site: full working capital."""
        self._work = 0
        self._cut.clear()

    # -- expressions -----------------------------------------------------------------------------------------------

    def read(self, text: str, frame: Frame, at: int = -1) -> Values:
        return self.values(read(text), frame, at) if text else NOTHING

    def values(self, expr: Expr, frame: Frame, at: int = -1) -> Values:
        """Everything the expression may stand for; `at`: offset in the function at hand, -1 anywhere in it."""
        self._work += 1
        if self._depth >= _DEEPEST or self._work > _WORK:
            self._cut.add(_LIMIT)
            return NOTHING
        self._depth += 1
        try:
            return self._values(expr, frame, at)
        finally:
            self._depth -= 1

    def _values(self, expr: Expr, frame: Frame, at: int) -> Values:
        kind = expr.kind
        if kind == "name":
            return self.name(expr.text, frame, at)
        if kind == "attr":
            return union([self.attribute(base, expr.text) for base in self.values(expr.parts[0], frame, at)])
        if kind == "call":
            return self._called(expr, frame, at)
        if kind == "index":
            return union(self.item(base, expr.parts[1]) for base in self.values(expr.parts[0], frame, at))
        if kind == "lambda":
            return self._only_lambda(frame)
        if kind in ("list", "tuple", "set", "dict"):
            return (Value("literal", kind, expr=expr, frame=frame.key),)
        if kind == "either":
            return union(self.values(part, frame, at) for part in expr.parts)
        if kind == "str" or (kind == "lit" and expr.text != "None"):
            return (made("str" if kind == "str" else expr.text),)
        return NOTHING

    def _only_lambda(self, frame: Frame) -> Values:
        """A lambda inside a larger expression: known where the function has but one."""
        scope = self.scope
        parent = -1 if frame.key == module_frame(scope.path) else frame.position
        inner = [at for at in scope.inner.get(parent, ()) if scope.facts.functions[at].kind == "lambda"]
        if frame.path != scope.path:
            return NOTHING
        return (Value("function", scope.ids[inner[0]]),) if len(inner) == 1 else NOTHING

    def _called(self, expr: Expr, frame: Frame, at: int) -> Values:
        callee = expr.parts[0]
        if callee.kind == "name" and callee.text == "super" and frame.owner:
            return (Value("super", frame.owner, owner=frame.owner),)
        if callee.kind == "name" and callee.text == "type" and len(expr.parts) == 2:
            found = self.values(expr.parts[1], frame, at)
            return tuple(Value("class", v.key, open=v.open) for v in found if v.kind == "instance")
        arguments = arguments_of(expr.parts[1:], frame)
        return union(self.result(value, arguments, at) for value in self.values(callee, frame, at))

    # -- names -----------------------------------------------------------------------------------------------------

    def name(self, name: str, frame: Frame, at: int = -1) -> Values:
        place: Frame | None = frame
        while place is not None:
            if place.key.endswith("::<module>"):
                return self._global(name, place, at if place is frame else -1)
            if place.position < 0 and self._is_class(place):
                found = self._class_name(place, name)
                if found is not None:
                    return found
            sources = place.names.get(name)
            if sources and not any(how == "global" for how, *_ in sources):
                return self._local(name, place, sources, at if place is frame else -1)
            if sources:
                return self.export(place.path, name) or self._builtin(name)
            place = self.frames.outer(place)
        return NOTHING

    def _is_class(self, frame: Frame) -> bool:
        return bool(self.frames.ask("class", frame.key))

    def _class_name(self, frame: Frame, name: str) -> Values | None:
        offers = self.frames.ask("member", f"{frame.key}.{name}")
        return union(self._member(offer.value, frame.key) for offer in offers) if offers else None

    def _global(self, name: str, place: Frame, at: int) -> Values:
        if at >= 0 and place.path == self.scope.path:
            module = self.scope.facts.functions[self.scope.module] if self.scope.module >= 0 else None
            offers = self.frames.ask("export", f"{place.path}:{name}")
            if module is not None and len(offers) > 1:
                sources = [(b.how, b.type, b.value, b.start) for b in module.bindings if b.name == name]
                kept = reaching(module, sources, at)
                if kept and len(kept) < len(sources):
                    return union(self._source(name, source, place) for source in kept)
        return self.export(place.path, name) or self._builtin(name)

    def _builtin(self, name: str) -> Values:
        return (Value("external", name),) if name in _BUILTINS else NOTHING

    def _local(self, name: str, frame: Frame, sources: list[Source], at: int) -> Values:
        if name == frame.receiver:
            is_class = "classmethod" in frame.flags or frame.key.endswith((".__new__", ".__init_subclass__"))
            return (Value("class" if is_class else "instance", frame.owner, open=True),)
        if at >= 0 and len(sources) > 1 and frame.position >= 0:
            kept = reaching(self.scope.facts.functions[frame.position], sources, at)
            return self._once((frame.key, f"{name}@{at}"), lambda: union(self._source(name, s, frame, True) for s in kept))
        return self._once((frame.key, name), lambda: union(self._source(name, source, frame) for source in sources))

    def _once(self, key: tuple[str, str], compute: Callable[[], Values]) -> Values:
        """Computed once, unless a limit or a circle that began further out has cut it short."""
        found = self._known.get(key)
        if found is not None:
            return found
        if key in self._busy:
            self._cut.add(key)
            return NOTHING
        self._busy.add(key)
        before, self._cut = self._cut, set()
        found = compute()
        self._busy.discard(key)
        self._cut.discard(key)
        if not self._cut:
            self._known[key] = found
        self._cut |= before
        return found

    def _source(self, name: str, source: Source, frame: Frame, placed: bool = False) -> Values:
        how, annotation, text, start = source
        if how == "function":
            return (Value("function", text),)
        if how == "class":
            return (Value("class", text),)
        if how == "import":
            return self._import(tuple(json.loads(text)), frame.path)
        if how == "item":
            return self._item_added(annotation, text, frame)
        if how == "param":
            return self.annotations.read(annotation, frame) or self._parameter(name, text, frame)
        return self.bound(how, annotation, text, frame, start if placed else -1)

    def bound(self, how: str, annotation: str, text: str, frame: Frame, at: int = -1) -> Values:
        """The value of a binding of that kind."""
        declared = self.annotations.read(annotation, frame) if annotation else NOTHING
        if how == "except":
            return self.annotations.instances(read(annotation or text), frame)
        found = self.read(text, frame, at)
        if how == KNOWN:
            return union((found, self.annotations.instances(read(text), frame)))
        if how == "each":
            found = union(self.elements(value) for value in found)
        elif how == "with":
            found = union(self.entered(value) for value in found)
        certain = [v for v in found if v.kind != "made" and not (declared and v.expr is not None and not v.expr.parts)]
        return tuple(certain) if certain else declared or found

    def _item_added(self, key: str, text: str, frame: Frame) -> Values:
        """`name[key] = text` seen as a dictionary of one item."""
        return (Value("literal", "dict", expr=Expr("dict", "", (read(key), read(text))), frame=frame.key),)

    def _parameter(self, name: str, default: str, frame: Frame) -> Values:
        found = self.read(default, frame) if default not in ("", "None") else NOTHING
        return union((found, self.arguments.given(name, frame)))

    # -- modules ---------------------------------------------------------------------------------------------------

    def export(self, path: str, name: str) -> Values:
        """A name at the top level of a file."""
        return self._once((f"{path}:", name), lambda: self._export(path, name))

    def _export(self, path: str, name: str) -> Values:
        offers = self.frames.ask("export", f"{path}:{name}")
        if not offers:
            return self._starred(path, name)
        frame = self.frames.frame(module_frame(path))
        return union(self._exported(offer.value, frame) for offer in offers)

    def _exported(self, value: tuple[str, ...], frame: Frame) -> Values:
        if value[1] == "function":
            return (Value("function", value[0]),)
        if value[1] == "class":
            return (Value("class", value[0]),)
        if value[1] == "import":
            return self._import(value, frame.path)
        if value[4] == "item":
            return self._item_added(value[2], value[3], frame)
        return self.bound(value[4], value[2], value[3], frame)

    def _starred(self, path: str, name: str) -> Values:
        found = []
        for offer in self.frames.ask("export", f"{path}:*") if not name.startswith("_") else ():
            module = self._module(offer.value[2], int(offer.value[4]), path)
            if module and module != path:
                found.append(self.export(module, name))
        return union(found)

    def _module(self, dotted: str, level: int, path: str) -> str:
        if level:
            return modules.relative(self.frames.ask, dotted, level, path)
        return modules.find(self.lookup, dotted, path)

    def _import(self, value: tuple[str, ...], path: str) -> Values:
        _, _, dotted, name, level = value
        module = self._module(dotted, int(level), path)
        if not name:
            return (Value("module", module) if module else Value("external", dotted),)
        if module:
            return self.in_module(module, name)
        inner = self._module(f"{dotted}.{name}" if dotted else name, int(level), path)
        if inner:
            return (Value("module", inner),)
        return () if level != "0" else (Value("external", f"{dotted}.{name}"),)

    def in_module(self, path: str, name: str) -> Values:
        found = self.export(path, name)
        if not found:
            inner = modules.submodule(self.frames.ask, path, name)
            found = (Value("module", inner),) if inner and inner != path else NOTHING
        return found

    # -- objects ---------------------------------------------------------------------------------------------------

    def attribute(self, base: Value, name: str) -> Values:
        if base.kind == "module":
            return self.in_module(base.key, name)
        if base.kind in ("instance", "class", "super"):
            return self._once((f"{base.kind}{base.open:d}{base.key}", "." + name), lambda: self._of_class(base, name))
        if base.kind in ("external", "made"):
            return self._of_library(base, name)
        if base.kind == "literal":
            return (Value("external", f"{base.key}.{name}", expr=base.expr, frame=base.frame),)
        if base.kind == "each":
            return self.annotations.of_container(base, name)
        return (Value("function", base.key, base.owner),) if base.kind == "function" and name == "__call__" else NOTHING

    def _of_library(self, base: Value, name: str) -> Values:
        dotted = f"{base.key}.{name}"
        if base.kind == "external" and "." not in base.key and base.key not in _BUILTINS:
            module = modules.find(self.lookup, dotted, self.scope.path)
            if module:
                return (Value("module", module),)
        return (Value("external", dotted),)

    def _of_class(self, base: Value, name: str) -> Values:
        if name == "__class__" and base.kind == "instance":
            return (Value("class", base.key, open=base.open),)
        order = self.hierarchy.order(base.key)
        for place in order[1:] if base.kind == "super" else order:
            if place.startswith(LIBRARY):
                continue
            found = self._held(base, place, name)
            if found:
                return found
        if base.kind == "super":
            found = self._beside(base, name)
            if found:
                return found
        library = next((p for p in order[1:] if p.startswith(LIBRARY)), "")
        if not library and base.open and base.kind != "super":
            return self._only_below(base, name)
        return (Value("external", f"{library[1:]}.{name}"),) if library else NOTHING

    def _only_below(self, base: Value, name: str) -> Values:
        """A member that only subclasses have."""
        below = self.hierarchy.below(base.key)
        found = union(self._held(base, child, name) for child in below)
        return found if len(below) <= 16 else NOTHING

    def _beside(self, base: Value, name: str) -> Values:
        """What `super()` finds in a class that is mixed in: next in the orders of the classes that derive from it."""
        found = []
        for child in self.hierarchy.below(base.key)[:16]:
            order = self.hierarchy.order(child)
            for place in order[order.index(base.key) + 1 :] if base.key in order else ():
                held = self._held(base, place, name) if not place.startswith(LIBRARY) else NOTHING
                if held:
                    found.append(held)
                    break
        return union(found)

    def _held(self, base: Value, place: str, name: str) -> Values:
        """What one class holds under a name, seen through an object or class."""
        values = [
            replaced
            for offer in self.frames.ask("member", f"{place}.{name}")
            for value in self._member(offer.value, place)
            for replaced in self._seen(value, offer.value, base)
        ]
        if base.kind != "super":
            values += self._field(place, name)
        return tuple(dict.fromkeys(values))

    def _seen(self, value: Value, offered: tuple[str, ...], base: Value) -> Values:
        if value.kind != "function" or offered[1] != "function":
            return (value,)
        flags = offered[2].split()
        if "setter" in flags:
            return NOTHING
        if "property" in flags and base.kind != "class":
            return self.result(value._replace(owner=base.key), (), -1)
        bound = base.kind != "class" or "classmethod" in flags
        return (value._replace(owner=base.key if bound else "", open=base.open and base.kind != "super"),)

    def _member(self, value: tuple[str, ...], key: str) -> Values:
        if value[1] == "function":
            return (Value("function", value[0]),)
        if value[1] == "class":
            return (Value("class", value[0]),)
        return self._once((f"{key}=", value[2] + "=" + value[3]),
                          lambda: self.bound(KNOWN, value[2], value[3], self.frames.frame(key)))

    def _field(self, key: str, name: str) -> Values:
        return self._once((f"{key}#", name), lambda: union(
            self.bound(offer.value[3], offer.value[1], offer.value[2], self.frames.frame(offer.value[0]))
            for offer in self.frames.ask("field", f"{key}.{name}")
        ))

    # -- containers ------------------------------------------------------------------------------------------------

    def item(self, base: Value, key: Expr) -> Values:
        """base[key]"""
        if base.kind == "each":
            return self.annotations.element(base)
        if base.kind == "class":
            return (base,)
        if base.kind == "instance":
            return union(self.result(v, (), -1) for v in self.attribute(base, "__getitem__") if v.kind == "function")
        if base.kind != "literal" or base.expr is None:
            return NOTHING
        frame = self.frames.frame(base.frame)
        return union(self.values(part, frame) for part in _picked(base.expr, key))

    def elements(self, base: Value) -> Values:
        """What a loop over it takes out."""
        if base.kind == "each":
            return self.annotations.key(base)
        if base.kind == "yields":
            return self._yielded(base)
        if base.kind != "literal" or base.expr is None:
            return NOTHING
        frame = self.frames.frame(base.frame)
        parts = base.expr.parts[::2] if base.expr.kind == "dict" else base.expr.parts
        return union(self.values(part, frame) for part in parts)

    def _yielded(self, base: Value) -> Values:
        frame = self.frames.frame(base.key)
        return union(self._once((frame.key, "return " + text), lambda text=text: self.read(text, frame))  # type: ignore[misc]
                     for text in frame.returns)

    def entered(self, base: Value) -> Values:
        """What `with base as x` binds."""
        if base.kind == "yields":
            return self._yielded(base)
        if base.kind != "instance":
            return (base,)
        found = [v for v in self.attribute(base, "__enter__") + self.attribute(base, "__aenter__") if v.kind == "function"]
        return union(self.result(v, (), -1) for v in found) or (base,)

    # -- calls -----------------------------------------------------------------------------------------------------

    def result(self, callee: Value, arguments: Given, at: int = -1) -> Values:
        """What calling it gives back."""
        if callee.kind == "class":
            return (instance(callee.key, of_subclass=callee.open),)
        if callee.kind == "function":
            return self._returned(callee, arguments, at)
        if callee.kind == "instance":
            calls = [v for v in self.attribute(callee, "__call__") if v.kind == "function"]
            return union(self.result(v, arguments, at) for v in calls)
        if callee.kind == "apply":
            return self._argument(arguments, 0, "", at)
        if callee.kind == "external":
            return self._from_library(callee, arguments, at)
        return NOTHING

    def _from_library(self, callee: Value, arguments: Given, at: int) -> Values:
        dotted = callee.key
        last = dotted.rpartition(".")[2]
        if last == "cast" and dotted.startswith("typing") and len(arguments) > 1:
            declared = self.annotations.instances(arguments[0][1], arguments[0][2])
            return declared or self._argument(arguments, 1, "", at)
        if dotted in _KEEPERS:
            found = self._argument(arguments, 0, "", at)
            return (Value("apply", dotted),) if dotted == "functools.wraps" or not found else found
        if callee.expr is not None and callee.expr.kind == "index":
            return self._from_container(callee, last)
        if callee.expr is not None and last in ("get", "pop", "setdefault", "values", "items", "copy"):
            return self._from_literal(callee, last, arguments)
        if dotted in _ELEMENT_MAKERS and arguments:
            found = self._argument(arguments, 0, "", at)
            kept = tuple(v for v in found if v.kind in ("literal", "each", "yields"))
            if dotted in ("next", "min", "max"):
                return union(self.elements(v) for v in kept)
            if kept:
                return kept
        return (made(dotted),)

    def _from_container(self, callee: Value, last: str) -> Values:
        """A method of a container whose elements' type is annotated (`ContextVar[T].get()`, `dict[K, V].values()`)."""
        container = Value("each", callee.key.rpartition(".")[0], callee.owner, expr=callee.expr, frame=callee.frame)
        if last in _TAKING:
            return self.annotations.element(container)
        return (self.annotations.values(container),) if last in ("values", "copy") else NOTHING

    def _from_literal(self, callee: Value, last: str, arguments: Given) -> Values:
        base = Value("literal", callee.key.partition(".")[0], expr=callee.expr, frame=callee.frame)
        if last in ("get", "pop", "setdefault") and arguments:
            return self.item(base, arguments[0][1])
        if callee.expr is not None and last == "values":
            return (base._replace(key="list", expr=Expr("list", "", callee.expr.parts[1::2])),)
        return (base,) if last == "copy" else NOTHING

    def _returned(self, callee: Value, arguments: Given, at: int) -> Values:
        frame = self.frames.frame(callee.key)
        if frame.owner and frame.key.endswith((".__new__",)):
            return (instance(frame.owner, of_subclass=True),)
        declared = self.annotations.read(frame.result, frame, callee.owner) if frame.result else NOTHING
        if declared:
            return declared
        if "generator" in frame.flags:
            return (Value("yields", callee.key),)
        given = {name for name, *_ in frame.params}
        return union(self._return(text, frame, given, callee, arguments, at) for text in frame.returns)

    def _return(
        self, text: str, frame: Frame, params: Iterable[str], callee: Value, arguments: Given, at: int
    ) -> Values:
        if text.startswith("@"):
            return (Value("function", text[1:]),)
        expr = read(text)
        if expr.kind == "name" and expr.text in params and len(frame.names.get(expr.text, ())) <= 1:
            if expr.text == frame.receiver and callee.owner:
                return (instance(callee.owner, of_subclass=True),)
            position = [name for name, *_ in frame.params].index(expr.text) - bool(frame.receiver and callee.owner)
            if arguments:
                return self._argument(arguments, position, expr.text, at)
        return self._once((frame.key, "return " + text), lambda: self.values(expr, frame))

    def _argument(self, arguments: Given, position: int, name: str, at: int) -> Values:
        plain = [pair for pair in arguments if not pair[0]]
        for keyword, expr, frame in arguments:
            if keyword and keyword == name:
                return self.values(expr, frame, at)
        return self.values(plain[position][1], plain[position][2], at) if 0 <= position < len(plain) else NOTHING


def arguments_of(parts: tuple[Expr, ...], frame: Frame) -> Given:
    return tuple((p.text, p.parts[0], frame) if p.kind == "kw" else ("", p, frame) for p in parts)


def _picked(literal: Expr, key: Expr) -> tuple[Expr, ...]:
    """The items of a literal that a key may mean: one when both are written out, else all."""
    if literal.kind == "dict":
        keys, items = literal.parts[::2], literal.parts[1::2]
        exact = tuple(item for k, item in zip(keys, items, strict=False) if k == key)
        written = key.kind in ("str", "lit") and all(k.kind in ("str", "lit") for k in keys)
        return exact if exact or written else items
    if key.kind == "lit" and key.parts and key.parts[0].text.isdigit():
        index = int(key.parts[0].text)
        return literal.parts[index : index + 1]
    return literal.parts
