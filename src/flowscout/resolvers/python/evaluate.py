"""What Python expressions stand for, by following names, imports, classes, returned values and arguments.

Evaluation is by demand: to know `self.db.commit` it asks for `self`'s class, the field `db` there, the value once
assigned to it, and so on across files. It is bounded in depth and, for each call site, in work; what lies deeper is
not known. Within one function the assignments that can reach a use count (`reaching`), elsewhere all of a name's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from ...ports import Lookup
from . import modules
from .annotations import Annotations
from .arguments import Arguments
from .containers import Containers
from .expression import OP, Expr, is_none, read
from .frames import Frame, Frames
from .hierarchy import Hierarchy
from .objects import BUILTINS, Objects
from .reaching import reaching
from .results import Calls, arguments_of
from .scope import KNOWN, FileScope, Source, imported, module_frame
from .values import NOTHING, UNKNOWN, Value, Values, every, made, union

_DEEPEST: Final = 32
_WORK: Final = 1200
_LIMIT: Final = ("", "")
_MOST: Final = 64  # assignments of one name
_EMPTY: Final = ("value", "", "None")
class Evaluator:
    """One file's evaluator. Results that no limit has cut are remembered."""

    def __init__(self, scope: FileScope, lookup: Lookup) -> None:
        self.scope = scope
        self.lookup = lookup
        self.frames = Frames(scope, lookup)
        self.hierarchy = Hierarchy(self.frames, lambda text, frame: self.read(text, frame))
        self.annotations = Annotations(self)
        self.arguments = Arguments(self)
        self.objects = Objects(self)
        self.containers = Containers(self)
        self.calls = Calls(self)
        self._depth = 0
        self._work = 0
        self._cut: set[tuple[str, str]] = set()  # what cut the values at hand short
        self._busy: set[tuple[str, str]] = set()
        self.known: dict[tuple[str, str], Values] = {}
        self._calls: dict[tuple[Expr, str, str, int], Values] = {}

    def begin(self) -> None:
        """A new call site: full working capital."""
        self._work = 0
        self._cut.clear()

    def end(self) -> None:
        """Lets go of everything at once: its parts refer to each other, and would wait for the garbage collector."""
        vars(self).clear()

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
            placed = self.placed(expr.parts[0], expr.text, frame, at)
            if placed:
                return placed
            return union([self.objects.attribute(base, expr.text) for base in self.values(expr.parts[0], frame, at)])
        if kind == "call":
            return self._remembered(expr, frame, at)
        if kind == "index":
            bases = self.values(expr.parts[0], frame, at)
            key = self._constant(expr.parts[1], frame) if bases and expr.text != "slice" else OP
            return bases if expr.text == "slice" else union([self.containers.item(base, key) for base in bases])
        if kind == "lambda":
            return self._only_lambda(frame)
        if kind in ("list", "tuple", "set", "dict"):
            return (Value("literal", kind, expr=expr, frame=frame.key),)
        if kind == "either":
            return every(self.values(part, frame, at) for part in expr.parts if not is_none(part))
        if kind == "str" or (kind == "lit" and expr.text != "None"):
            return (made("str" if kind == "str" else expr.text),)
        return NOTHING

    def placed(self, base: Expr, name: str, frame: Frame, at: int) -> Values:
        """What this function itself has put into `base.name`."""
        dotted = f"{base.text}.{name}" if base.kind == "name" else ""
        sources = frame.names.get(dotted)
        return self._local(dotted, frame, sources, at) if sources else NOTHING

    def _only_lambda(self, frame: Frame) -> Values:
        """A lambda inside a larger expression: known where the function has but one."""
        scope = self.scope
        parent = -1 if frame.key == module_frame(scope.path) else frame.position
        inner = [at for at in scope.inner.get(parent, ()) if scope.facts.functions[at].kind == "lambda"]
        if frame.path != scope.path:
            return NOTHING
        return (Value("function", scope.ids[inner[0]]),) if len(inner) == 1 else NOTHING

    def _remembered(self, expr: Expr, frame: Frame, at: int) -> Values:
        """What a call gives back. Those of a chain, `a.b().c().d()`, stand in one place, and each asks for all before it."""
        key = (expr, frame.key, frame.owner, at)
        found = self._calls.get(key)
        if found is None:
            before, self._cut = self._cut, set()
            found = self._called(expr, frame, at)
            if not self._cut:
                self._calls[key] = found
            self._cut |= before
        return found

    def _called(self, expr: Expr, frame: Frame, at: int) -> Values:
        callee = expr.parts[0]
        if callee.kind == "name" and callee.text == "super" and frame.owner:
            after = self.values(expr.parts[1], frame, at) if len(expr.parts) > 1 else ()
            return tuple(Value("super", v.key, owner=frame.owner) for v in after if v.kind == "class") or (
                Value("super", frame.owner, owner=frame.owner),)
        if callee.kind == "name" and callee.text == "type" and len(expr.parts) == 2:
            found = self.values(expr.parts[1], frame, at)
            return tuple(Value("class", v.key, open=v.open) for v in found if v.kind == "instance")
        if callee.kind == "name" and callee.text == "getattr" and len(expr.parts) > 2 and expr.parts[2].kind == "str":
            name = expr.parts[2].text
            return union([self.objects.attribute(base, name) for base in self.values(expr.parts[1], frame, at)])
        arguments = arguments_of(expr.parts[1:], frame)
        return union(self.calls.result(value, arguments, at) for value in self.values(callee, frame, at))

    def _constant(self, key: Expr, frame: Frame) -> Expr:
        """A key's literal, where it is a name with one plain value."""
        if key.kind != "name":
            return key
        texts = {source[2] for source in frame.names.get(key.text, ())}
        if frame.is_module:
            texts = {o.value[3] for o in self.frames.ask("export", f"{frame.path}:{key.text}") if o.value[1] == "value"}
        value = read(texts.pop()) if len(texts) == 1 else key
        return value if value.kind in ("str", "lit") else key

    # -- names -----------------------------------------------------------------------------------------------------

    def name(self, name: str, frame: Frame, at: int = -1) -> Values:
        place: Frame | None = frame
        while place is not None:
            if place.is_module:
                return self._global(name, place, at if place is frame else -1)
            if place.position < 0 and self._is_class(place):
                found = self._class_name(place, name)
                if found is not None:
                    return found
            sources = place.names.get(name)
            if sources and len(sources) > _MOST:
                return NOTHING
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
        return union(self.objects.member(offer.value, frame.key) for offer in offers) if offers else None

    def _global(self, name: str, place: Frame, at: int) -> Values:
        if at >= 0 and place.path == self.scope.path:
            module = self.scope.facts.functions[self.scope.module] if self.scope.module >= 0 else None
            offers = self.frames.ask("export", f"{place.path}:{name}")
            if module is not None and len(offers) > 1:
                sources = [(b.how, b.type, b.value, b.start) for b in module.bindings if b.name == name]
                kept = reaching(module, sources, at)
                if kept and len(kept) < len(sources):
                    return self._any_of(name, kept, place)
        return self.export(place.path, name) or self._builtin(name)

    def _builtin(self, name: str) -> Values:
        return (Value("external", name),) if name in BUILTINS else NOTHING

    def _local(self, name: str, frame: Frame, sources: list[Source], at: int) -> Values:
        if name == frame.receiver:
            is_class = "classmethod" in frame.flags or frame.key.endswith((".__new__", ".__init_subclass__"))
            return (Value("class" if is_class else "instance", frame.owner, open=True),)
        if at >= 0 and len(sources) > 1 and frame.position >= 0:
            kept = self.reaching(sources, frame, at)
            return self.once((frame.key, f"{name}@{at}"), lambda: self._any_of(name, kept, frame, True))
        key = (frame.key, name)
        found = self.known.get(key)
        return self.once(key, lambda: self._any_of(name, sources, frame)) if found is None else found

    def _any_of(self, name: str, sources: Sequence[Source], frame: Frame, placed: bool = False) -> Values:
        return every([self._source(name, source, frame, placed) for source in sources if source[0] == "param" or source[2] != "None" or source[1]])

    def reaching(self, sources: Sequence[Source], frame: Frame, at: int) -> Sequence[Source]:
        """Those that count where a name of a function of this file is used."""
        return reaching(self.scope.facts.functions[frame.position], sources, at)

    def once(self, key: tuple[str, str], compute: Callable[[], Values]) -> Values:
        """Computed once, unless a limit or a circle that began further out has cut it short."""
        found = self.known.get(key)
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
            self.known[key] = found
        self._cut |= before
        return found

    def _source(self, name: str, source: Source, frame: Frame, placed: bool = False) -> Values:
        how, annotation, text, start = source
        if how == "function":
            return (Value("function", text),)
        if how == "class":
            return (Value("class", text),)
        if how == "import":
            return self._import(imported(text), frame.path)
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
            found = union(self.containers.elements(value) for value in found)
        elif how == "with":
            found = union(self.containers.entered(value) for value in found)
        certain = [v for v in found if v.kind not in ("made", "unknown") and not (declared and v.expr is not None and not v.expr.parts)]
        if not certain:
            return declared or found
        foreign = any(v.kind == "unknown" or (v.kind == "made" and v.key not in BUILTINS) for v in found)
        return (*certain, UNKNOWN) if foreign else tuple(certain)

    def _item_added(self, key: str, text: str, frame: Frame) -> Values:
        """`name[key] = text` seen as a dictionary of one item."""
        return (Value("literal", "dict", expr=Expr("dict", "", (read(key), read(text))), frame=frame.key),)

    def _parameter(self, name: str, default: str, frame: Frame) -> Values:
        found = self.read(default, frame) if default not in ("", "None") else NOTHING
        given = self.arguments.given(name, frame)
        return union((found, given, (UNKNOWN,)))

    # -- modules ---------------------------------------------------------------------------------------------------

    def export(self, path: str, name: str) -> Values:
        """A name at the top level of a file."""
        key = (f"{path}:", name)
        found = self.known.get(key)
        return self.once(key, lambda: self._export(path, name)) if found is None else found

    def _export(self, path: str, name: str) -> Values:
        offers = self.frames.ask("export", f"{path}:{name}")
        if not offers or len(offers) > _MOST:
            return self._starred(path, name) if not offers else NOTHING
        frame = self.frames.frame(module_frame(path))
        if len(offers) == 1:
            return self._exported(offers[0].value, frame)
        return every([self._exported(offer.value, frame) for offer in offers if offer.value[1:4] != _EMPTY])

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
