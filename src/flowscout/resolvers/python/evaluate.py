"""What Python expressions stand for, by following names, imports, classes, returned values and arguments.

Evaluation is by demand: to know `self.db.commit` it asks for `self`'s class, the field `db` there, the value once
assigned to it, and so on across files. It is bounded in depth and, for each call site, in work; what lies deeper is
not known. Within one function the assignments that can reach a use count (`reaching`), elsewhere all of a name's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ...ports import Lookup
from .annotations import Annotations
from .arguments import CallArguments
from .containers import Containers
from .exports import Exports
from .expression import HELD, Expr, ends_of, is_none, read
from .frames import Frame, Frames
from .hierarchy import Hierarchy
from .memo import LIMIT, EvaluationMemo
from .narrowing import TypeGuard, guards
from .objects import BUILTINS, Objects
from .reaching import reaching, replaces
from .results import Calls, arguments_of
from .scope import ITEM, KNOWN, FileScope, Source, imported, local_names, module_frame
from .values import NOTHING, RAW, UNKNOWN, Value, Values, each, every, made, union

_DEEPEST: Final = 32
_WORK: Final = 300
_WITHIN: Final = 4
_ITEMS: Final = {ITEM}
_MOST: Final = 64  # assignments of one name
_IMPORTS: Final = 4  # modules that hand a constant on
_HOLDING: Final = frozenset({"literal", "each", "yields"})
_CONTAINERS: Final = frozenset(
    {
        "list",
        "dict",
        "set",
        "deque",
        "defaultdict",
        "OrderedDict",
        "ChainMap",
        "Counter",
        "WeakValueDictionary",
        "WeakKeyDictionary",
    }
)


class Evaluator:
    """One file's evaluator. Results that no limit has cut are remembered."""

    def __init__(self, scope: FileScope, lookup: Lookup) -> None:
        self.scope = scope
        self.lookup = lookup
        self.frames = Frames(scope, lookup)
        self.hierarchy = Hierarchy(self.frames, self._apart)
        self.annotations = Annotations(self)
        self.arguments = CallArguments(self)
        self.exports = Exports(self)
        self.objects = Objects(self, self.annotations, self.exports)
        self.containers = Containers(self, self.annotations)
        self.calls = Calls(self, self.annotations)
        self.attribute, self.result = self.objects.attribute, self.calls.result
        self.taken = self.arguments.taken
        self.item, self.elements = self.containers.item, self.containers.elements
        self._guards: dict[int, Mapping[str, list[TypeGuard]]] = {}
        self._at_top: dict[str, list[Source]] | None = None  # names of the module's own level, in order
        self._within = 0  # readings of classes' bases within each other
        self._depth = 0
        self._work = 0
        self.memo = EvaluationMemo()
        self.known, self.once = self.memo.known, self.memo.once

    def begin(self) -> None:
        """A new call site: full working capital."""
        self._work = 0
        self.memo.begin()

    def spent(self) -> bool:
        return self._work > _WORK

    def end(self) -> None:
        """Lets go of everything at once: its parts refer to each other, and would wait for the garbage collector."""
        vars(self).clear()

    # -- expressions -----------------------------------------------------------------------------------------------

    def read(self, text: str, frame: Frame, at: int = -1) -> Values:
        return self.values(read(text), frame, at) if text else NOTHING

    def _apart(self, text: str, frame: Frame) -> Values:
        """Read for its own sake: what a class derives from is remembered, however little is left of the work for the
        site at hand."""
        work, depth, cut = self._work, self._depth, self.memo.cut
        if self._within < _WITHIN:
            self._work, self._depth, self.memo.cut = 0, min(depth, _DEEPEST // 2), set()
        self._within += 1
        try:
            return self.read(text, frame)
        finally:
            self._work, self._depth, self.memo.cut = work, depth, cut
            self._within -= 1

    def values(self, expr: Expr, frame: Frame, at: int = -1) -> Values:
        """Everything the expression may stand for; `at`: offset in the function at hand, -1 anywhere in it."""
        self._work += 1
        if self._depth >= _DEEPEST or self._work > _WORK:
            self.memo.cut.add(LIMIT)
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
            attribute, name = self.attribute, expr.text
            return each(self.values(expr.parts[0], frame, at), lambda base: attribute(base, name))
        if kind == "call":
            # those of a chain, `a.b().c().d()`, stand in one place, and each asks for all before it
            key = (expr, frame.key, frame.owner, at)
            return self.memo.remembered(key, lambda: self._called(expr, frame, at))
        if kind == "index":
            return self._indexed(expr, frame, at)
        if kind == "next":
            return each(self.values(expr.parts[0], frame, at), self.elements)
        if kind in (HELD, "asked"):
            return self.calls.operated(expr, frame, at) if kind != HELD else (Value("function", expr.text, frame=RAW),)
        if kind == "lambda":
            return self._lambda(frame, expr.text)
        if kind in ("list", "tuple", "set", "dict"):
            return (Value("literal", kind, expr=expr, frame=frame.key),)
        if kind == "either":
            return every(self.values(part, frame, at) for part in expr.parts if not is_none(part))
        if kind == "str" or (kind == "lit" and expr.text != "None"):
            return (made("str" if kind == "str" else expr.text),)
        return NOTHING

    def _indexed(self, expr: Expr, frame: Frame, at: int) -> Values:
        if expr.text == "slice":
            return tuple(self.containers.slice(base, expr.parts[1:]) for base in self.values(expr.parts[0], frame, at))
        keys: list[Expr] = []
        inner = expr
        while inner.kind == "index" and inner.text != "slice":
            keys.append(self._constant(inner.parts[1], frame))
            inner = inner.parts[0]
        bases = (
            self.name(inner.text, frame, at, tuple(keys[::-1]))
            if inner.kind == "name"
            else self.values(inner, frame, at)
        )
        for key in reversed(keys):
            bases = union([self.item(base, key) for base in bases])
        return bases

    def placed(self, base: Expr, name: str, frame: Frame, at: int) -> Values:
        """What this function itself has put into `base.name`."""
        dotted = f"{base.text}.{name}" if base.kind == "name" else ""
        sources = frame.names.get(dotted)
        return self._local(dotted, frame, sources, at) if sources else NOTHING

    def _lambda(self, frame: Frame, text: str) -> Values:
        """A lambda inside a larger expression: known where the function has but one, and of a class by what it gives."""
        scope, held = self.scope, self.frames.ask("lambda", f"{frame.key}:{text}")
        if held or frame.path != scope.path:
            return (Value("function", held[0].value[0]),) if held else NOTHING
        parent = -1 if frame.key == module_frame(scope.path) else frame.position
        inner = [at for at in scope.inner.get(parent, ()) if scope.facts.functions[at].kind == "lambda"]
        return (Value("function", scope.ids[inner[0]]),) if len(inner) == 1 else NOTHING

    def _called(self, expr: Expr, frame: Frame, at: int) -> Values:
        callee = expr.parts[0]
        if callee.kind == "name" and callee.text == "super" and frame.owner:
            after = self.values(expr.parts[1], frame, at) if len(expr.parts) > 1 else ()
            return tuple(Value("super", v.key, owner=frame.owner) for v in after if v.kind == "class") or (
                Value("super", frame.owner, owner=frame.owner),
            )
        if callee.kind == "name" and callee.text == "type" and len(expr.parts) == 2:
            found = self.values(expr.parts[1], frame, at)
            return tuple(Value("class", v.key, open=v.open) for v in found if v.kind == "instance")
        if callee.kind == "name" and callee.text == "getattr" and len(expr.parts) > 2:
            return self._gotten(self.values(expr.parts[1], frame, at), expr.parts[2], frame)
        arguments = arguments_of(expr.parts[1:], frame)
        return union(self.result(value, arguments, at) for value in self.values(callee, frame, at))

    def _gotten(self, bases: Values, key: Expr, frame: Frame) -> Values:
        """`getattr(base, key)`: of a name that is put together, whatever has it by its ends."""
        known = self._constant(key, frame)
        if known.kind == "str":
            return union([self.attribute(base, known.text) for base in bases])
        first, last = ends_of(known)
        if not first and not last:
            return NOTHING
        found = [self.objects.named(base, first, last) for base in bases]
        return union([*found, (UNKNOWN,)])

    def _constant(self, key: Expr, frame: Frame) -> Expr:
        """A key's literal, where it is a name with one plain value."""
        place: Frame | None = frame
        while key.kind == "name" and place is not None:
            sources = place.names.get(key.text)
            if sources:
                found = read(sources[0][2]) if len(sources) == 1 and sources[0][0] in ("assign", KNOWN) else key
                return found if found.kind in ("str", "lit") or any(ends_of(found)) else key
            if place.is_module:
                written = self._exported_text(place.path, key.text)
                return written[0] if written is not None and written[0].kind in ("str", "lit") else key
            place = self.frames.outer(place)
        return key

    def written(self, name: str, frame: Frame) -> tuple[Expr, Frame] | None:
        """The expression that a name at the top of a file has alone, and where it stands."""
        place: Frame | None = frame
        while place is not None and not place.is_module:
            if name in place.names:
                return None
            place = self.frames.outer(place)
        return self._exported_text(place.path, name) if place is not None else None

    def _exported_text(self, path: str, name: str) -> tuple[Expr, Frame] | None:
        for _ in range(_IMPORTS):
            values = [offer.value for offer in self.frames.ask("export", f"{path}:{name}")]
            if len(values) != 1:
                return None
            if values[0][1] == "value":
                return read(values[0][3]), self.frames.frame(module_frame(path))
            if values[0][1] != "import" or not values[0][3]:
                return None
            path, name = self.exports.module(values[0][2], int(values[0][4]), path), values[0][3]
        return None

    # -- names -----------------------------------------------------------------------------------------------------

    def name(self, name: str, frame: Frame, at: int = -1, keys: tuple[Expr, ...] = ()) -> Values:
        """keys: those of the item that is asked for."""
        place: Frame | None = frame
        while place is not None:
            if place.is_module:
                return self._global(name, place, at if place is frame else -1, keys)
            if place.position < 0 and self._is_class(place):
                found = self._class_name(place, name)
                if found:  # not so in `name = staticmethod(name)`, where the name is still the one outside
                    return found
            sources = place.names.get(name)
            hows = {source[0] for source in sources} if sources else ()
            if sources and len(sources) > _MOST and sum(source[0] != ITEM for source in sources) > _MOST:
                return NOTHING
            if "global" in hows:
                return self.exports.named(place.path, name) or self._builtin(name)
            if sources and hows != _ITEMS:
                if place is not frame:
                    return self._local(name, place, sources, -1, keys)
                found = self._local(name, place, sources, at, keys)
                types = self.narrowed(name, place, at)
                return self._narrow(found, types, place) if types else found
            place = self.frames.outer(place)
        return NOTHING

    def narrowed(self, name: str, frame: Frame, at: int) -> tuple[str, ...]:
        """The classes, as written, of which what a name holds is known to be there."""
        if at < 0 or frame.position < 0:
            return ()
        known = self._guards.get(frame.position)
        if known is None:
            known = self._guards[frame.position] = guards(self.scope.facts.functions[frame.position])
        if not known or name not in known:
            return ()
        holding = [guard for guard in known[name] if guard.first <= at < guard.last]
        return holding[-1].types if holding else ()

    def _narrow(self, found: Values, types: tuple[str, ...], frame: Frame) -> Values:
        asked = [self.annotations.read(text, frame) for text in types]
        classes = {v.key for values in asked for v in values if v.kind == "instance"}
        kept = tuple(v for v in found if v.kind == "instance" and not classes.isdisjoint(self.hierarchy.order(v.key)))
        if kept and UNKNOWN not in found:
            return kept
        if not classes:
            return union(asked) if all(asked) else found
        return every([kept, *asked]) if kept else every(asked)

    def _is_class(self, frame: Frame) -> bool:
        return bool(self.frames.ask("class", frame.key))

    def _class_name(self, frame: Frame, name: str) -> Values:
        offers = self.frames.ask("member", f"{frame.key}.{name}")
        return union(self.objects.member(offer.value, frame.key) for offer in offers) if offers else NOTHING

    def _global(self, name: str, place: Frame, at: int, keys: tuple[Expr, ...] = ()) -> Values:
        module = self.scope.module
        if (
            at >= 0
            and place.path == self.scope.path
            and module >= 0
            and len(self.frames.ask("export", f"{place.path}:{name}")) > 1
        ):
            if self._at_top is None:
                self._at_top = local_names(self.scope, module)
            sources = self._at_top.get(name, [])
            kept = reaching(self.scope.facts.functions[module], sources, at, lambda source: replaces(source, keys))
            if kept and len(kept) < len(sources):
                return self._any_of(name, kept, place)
        return self.exports.named(place.path, name) or self._builtin(name)

    def _builtin(self, name: str) -> Values:
        return (Value("external", name),) if name in BUILTINS else NOTHING

    def _local(self, name: str, frame: Frame, sources: list[Source], at: int, keys: tuple[Expr, ...] = ()) -> Values:
        if name == frame.receiver:
            is_class = "classmethod" in frame.flags or frame.key.endswith((".__new__", ".__init_subclass__"))
            return (Value("class" if is_class else "instance", frame.owner, open=True),)
        if at >= 0 and len(sources) > 1 and frame.position >= 0:
            kept = self.reaching(sources, frame, at, keys)
            return self.once((frame.key, f"{name}@{at}{keys or ''}"), lambda: self._any_of(name, kept, frame, True))
        key = (frame.key, name)
        found = self.known.get(key)
        return self.once(key, lambda: self._any_of(name, sources, frame)) if found is None else found

    def _any_of(self, name: str, sources: Sequence[Source], frame: Frame, placed: bool = False) -> Values:
        plain = [
            self._source(name, source, frame, placed)
            for source in sources
            if source[0] != ITEM and (source[0] == "param" or source[2] != "None" or source[1])
        ]
        items = [(source[1], source[2], frame) for source in sources if source[0] == ITEM]
        return self.filled(every(plain), items) if items else every(plain)

    def filled(self, found: Values, items: Sequence[tuple[str, str, Frame]]) -> Values:
        """With what is put into it, where it is a container of which no types are declared; items: as sources have
        them. `x[k] = v` says that it is one where nothing else is known."""
        if any(v.kind in ("instance", "class", "module") for v in found) or any(
            v.kind == "each" and self.annotations.tells(v) for v in found
        ):
            return found
        sure = any(
            v.kind in ("literal", "each") or (v.kind == "made" and v.key.rpartition(".")[2] in _CONTAINERS)
            for v in found
        )
        kept = [self.read(text, frame) for deep, text, frame in items[:_MOST] if sure or deep != "0"]
        holding = [tuple(v for v in values if v.kind in _HOLDING) for values in kept]
        return union((found, *holding, () if sure else (UNKNOWN,)))

    def reaching(
        self, sources: Sequence[Source], frame: Frame, at: int, keys: tuple[Expr, ...] = ()
    ) -> Sequence[Source]:
        """Those that count where a name of a function of this file is used."""
        return reaching(self.scope.facts.functions[frame.position], sources, at, lambda source: replaces(source, keys))

    def _source(self, name: str, source: Source, frame: Frame, placed: bool = False) -> Values:
        how, annotation, text, start = source
        if how in ("function", HELD):
            return (Value("function", text, frame=RAW if how == HELD else ""),)
        if how == "class":
            return (Value("class", text),)
        if how == "import":
            return self.exports.imported(imported(text), frame.path)
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
        if how.startswith("each"):
            found = union(self.elements(value) for value in found)
        elif how.startswith("with"):
            found = union(self.containers.entered(value) for value in found)
        if how.endswith("]"):
            for part in how.partition("[")[2][:-1].split("]["):
                found = union(self.item(value, Expr("lit", "int", (Expr("str", part),))) for value in found)
        certain = [
            v
            for v in found
            if v.kind not in ("made", "unknown") and not (declared and v.expr is not None and not v.expr.parts)
        ]
        if not certain:
            return declared or found
        foreign = any(v.kind == "unknown" or (v.kind == "made" and v.key not in BUILTINS) for v in found)
        return (*certain, UNKNOWN) if foreign else tuple(certain)

    def _parameter(self, name: str, default: str, frame: Frame) -> Values:
        found = self.read(default, frame) if default not in ("", "None") else NOTHING
        given = self.arguments.given(name, frame)
        return union((found, given, (UNKNOWN,)))

    # -- modules ---------------------------------------------------------------------------------------------------
