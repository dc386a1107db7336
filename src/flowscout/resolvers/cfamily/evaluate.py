"""The type of a C or C++ expression, and the functions a called expression may mean.

Types come from declarations: locals, parameters, fields, globals, results of the functions called. Standard wrappers
and containers are looked through (`unique_ptr<T>`, `vector<T>`, `map<K, V>`): an arrow, a star or an index leads to
what they hold.
"""

from __future__ import annotations

from typing import Final

from ...model.facts import Binding, FunctionFacts
from ...model.record import NamedTuple
from ...ports import Lookup, Offer
from .classes import Candidate, Class, Classes, CodePlace, best_scope, grouped
from .expression import Expr, read
from .scope import FileScope, bare, maker
from .types import Type, is_number, leads_to, read_type

_DEEPEST: Final = 30
_WORK: Final = 2000
_MAKERS: Final = frozenset(
    {"make_unique", "make_shared", "MakeUnique", "make_ref", "make_intrusive", "WrapUnique", "allocate_shared"}
)
_SAME: Final = frozenset({"move", "forward", "ref", "cref", "as_const", "exchange"})
_HELD: Final = frozenset(
    {"get", "at", "front", "back", "top", "value", "release", "lock", "load", "value_or", "emplace_back", "data", "operator[]"}
)  # fmt: skip
_ITERATING: Final = frozenset({"begin", "end", "rbegin", "rend", "cbegin", "find", "lower_bound", "upper_bound"})


class PlacedType(NamedTuple):
    """A type and where it is written."""

    type: Type
    place: CodePlace


class CodeFrame(NamedTuple):
    """One function: its names, where it stands, its class. at: the offset of what is asked, where that is known: of
    several declarations of a name the last before it counts."""

    position: int
    place: CodePlace
    names: dict[str, list[Binding]]
    owner: Class | None
    at: int = -1

    def several(self, name: str) -> bool:
        """Whether declarations of a name, each in a block of its own, are of several types: of which block it is is not
        known here."""
        types = {read_type(b.type)._replace(reference=False) for b in self.names.get(name, ()) if b.type}
        return len(types) > 1

    def bound(self, name: str) -> Binding | None:
        found = self.names.get(name, ())
        if self.at >= 0 and len(found) > 1:
            found = [binding for binding in found if binding.start <= self.at] or found[:1]
        return found[-1] if found else None


class Evaluator:
    def __init__(self, scope: FileScope, lookup: Lookup) -> None:
        self.scope = scope
        self.lookup = lookup
        self.classes = Classes(scope, lookup)
        self._depth = 0
        self._work = 0
        self._frames: dict[int, CodeFrame] = {}
        self._free: dict[tuple[str, tuple[str, ...]], tuple[Candidate, ...]] = {}
        self._globals: dict[str, PlacedType | None] = {}

    def begin(self) -> None:
        self._work = 0

    # -- frames ----------------------------------------------------------------------------------------------------

    def frame(self, position: int) -> CodeFrame:
        found = self._frames.get(position)
        if found is None:
            found = self._frames[position] = self._frame(position)
        return found

    def _frame(self, position: int) -> CodeFrame:
        function = self.scope.facts.functions[position]
        names: dict[str, list[Binding]] = {}
        for binding in function.bindings:
            if binding.how != "global" or binding.type:
                names.setdefault(binding.name, []).append(binding)
        for parameter in function.params:
            if parameter.name and all(b.how == "global" for b in names.get(parameter.name, ())):
                own = Binding(0, parameter.name, parameter.type, "", "param")
                names[parameter.name] = [own, *names.get(parameter.name, ())]
        place = CodePlace(_named_scope(function), self.scope.path)
        if function.parent >= 0 and function.kind == "lambda":
            outer = self.frame(function.parent)
            return CodeFrame(position, outer.place, {**outer.names, **names}, outer.owner)
        return CodeFrame(position, place, names, self._owner(function, place))

    def _owner(self, function: FunctionFacts, place: CodePlace) -> Class | None:
        if not function.scope or not self.scope.cplusplus:
            return None
        last = function.scope[-1].partition("<")[0]
        return self.classes.named(last, CodePlace(function.scope[:-1], place.path))

    # -- types of expressions ----------------------------------------------------------------------------------------

    def read(self, text: str, frame: CodeFrame) -> PlacedType | None:
        return self.type_of(read(text), frame) if text else None

    def type_of(self, expr: Expr, frame: CodeFrame) -> PlacedType | None:
        self._work += 1
        if self._depth >= _DEEPEST or self._work > _WORK:
            return None
        self._depth += 1
        try:
            return self._type_of(expr, frame)
        finally:
            self._depth -= 1

    def _type_of(self, expr: Expr, frame: CodeFrame) -> PlacedType | None:
        kind = expr.kind
        if kind == "name":
            return self.variable(expr.text, frame)
        if kind == "member":
            return self._field(expr, frame)
        if kind == "call":
            return self._result(expr, frame)
        if kind in ("new", "make", "cast", "lit"):
            written = read_type(expr.text)
            if kind == "new":
                written = written._replace(pointers=written.pointers + 1)
            return PlacedType(written, frame.place)
        if kind in ("deref", "index"):
            base = self.type_of(expr.parts[0], frame)
            return self.held(base) if base else None
        if kind == "address":
            base = self.type_of(expr.parts[0], frame)
            return base and base._replace(type=base.type._replace(pointers=base.type.pointers + 1, reference=False))
        if kind == "either":
            return self._either(expr, frame)
        return None

    def _either(self, expr: Expr, frame: CodeFrame) -> PlacedType | None:
        """Of numbers none, where they are not all of one type: another comes of them."""
        found = [self.type_of(part, frame) for part in expr.parts]
        known = next((each for each in found if each is not None), None)
        mixed = expr.extra or any(each is None or each.type != found[0].type for each in found if found[0] is not None)
        return None if known is not None and mixed and is_number(known.type) else known

    def variable(self, name: str, frame: CodeFrame) -> PlacedType | None:
        if name == "this":
            return frame.owner and PlacedType(Type("::".join(frame.owner.qualified), (), 1), frame.owner.inside)
        binding = frame.bound(name)
        if binding is not None:
            return self.bound(binding, frame)
        if frame.owner is not None and "::" not in name:
            found = self.classes.field(frame.owner, name)
            if found is not None:
                return PlacedType(*found)
        simple = name.rpartition("::")[2]
        if simple not in self._globals:
            self._globals[simple] = self._global(simple)
        return self._globals[simple]

    def _global(self, simple: str) -> PlacedType | None:
        """None where those that are seen from here differ: which one is meant is a matter of scopes."""
        offers = self.lookup("global", simple)
        seen = [offer for offer in offers if self.classes.visibility.is_near(offer.path)]
        found = [read_type(offer.value[0]) for offer in seen]
        if any(not each.name or each != found[0] for each in found):
            return None
        for offer in self.classes.visibility.nearest(offers):
            return PlacedType(read_type(offer.value[0]), CodePlace((), offer.path)) if offer.value[0] else None
        return None

    def bound(self, binding: Binding, frame: CodeFrame) -> PlacedType | None:
        if binding.type and read_type(binding.type).name != "auto":
            return PlacedType(read_type(binding.type), frame.place)
        if not binding.value:
            return None
        found = self.read(binding.value, frame._replace(at=binding.start - 1) if frame.at >= 0 else frame)
        if found is None:
            return None
        return self.element(found) if binding.how == "each" else found

    def _field(self, expr: Expr, frame: CodeFrame) -> PlacedType | None:
        base = self.type_of(expr.parts[0], frame)
        if base is None:
            return None
        owner = self.class_of(base, arrow=expr.extra == "->")
        found = self.classes.field(owner, expr.text) if owner is not None else None
        if found is not None:
            return PlacedType(*found)
        return self._half(expr.text, base) if expr.text in ("first", "second") else None

    def _half(self, name: str, base: PlacedType) -> PlacedType | None:
        """`first` or `second` of a library's pair, or of what holds pairs."""
        kind = self.classes.expand(base.type, base.place)
        if len(kind.arguments) == 1:
            kind = read_type(kind.arguments[0])
        given = kind.arguments
        return PlacedType(read_type(given[name == "second"]), base.place) if len(given) > 1 else None

    def _result(self, expr: Expr, frame: CodeFrame) -> PlacedType | None:
        callee, count = expr.parts[0], len(expr.parts) - 1
        if callee.kind == "name":
            return self._named_result(callee, expr.parts[1:], frame)
        if callee.kind == "member":
            base = self.type_of(callee.parts[0], frame)
            if base is None:
                return None
            owner = self.class_of(base, arrow=callee.extra == "->")
            if owner is not None:
                return self.method_result(owner, callee.text, count)
            if callee.text in _HELD:
                return self.held(base)
            return base if callee.text in _ITERATING else None
        if callee.kind == "cast":
            return PlacedType(read_type(callee.text), frame.place)
        return None

    def _named_result(self, callee: Expr, arguments: tuple[Expr, ...], frame: CodeFrame) -> PlacedType | None:
        simple = callee.text.rpartition("::")[2]
        if simple in _MAKERS and callee.extra:
            return PlacedType(read_type(callee.extra)._replace(pointers=1), frame.place)
        if simple in _SAME and arguments:
            return self.type_of(arguments[0], frame)
        found = [c for c in self.functions(callee.text, frame) if c.takes(len(arguments))]
        for candidate in found:
            if candidate.result:
                return PlacedType(read_type(candidate.result), CodePlace(candidate.scope, candidate.path))
        made = self.classes.named(callee.text, frame.place) if not found else None
        return PlacedType(Type("::".join(made.qualified)), CodePlace((), made.path)) if made is not None else None

    def method_result(self, owner: Class, name: str, count: int) -> PlacedType | None:
        found = self.classes.found(owner, name)
        if found is None:
            return None
        place, candidates = found
        fitting = [c for c in candidates if c.takes(count) and c.result] or [c for c in candidates if c.result]
        return PlacedType(read_type(fitting[0].result), place.inside) if fitting else None

    # -- from types to classes ---------------------------------------------------------------------------------------

    def class_of(self, typed: PlacedType, *, arrow: bool) -> Class | None:
        """The class whose members `.` or `->` reaches."""
        for _ in range(4):
            found = self.classes.named(typed.type.name, typed.place) if typed.type.name else None
            if found is not None and not (arrow and not typed.type.pointers and self._forwards(found)):
                return found
            expanded = self.classes.expand(typed.type, typed.place)
            if expanded != typed.type:
                typed = typed._replace(type=expanded)
                continue
            if not arrow or typed.type.pointers or not typed.type.arguments:
                result = self._arrow(found) if found is not None and arrow else None
                if result is None:
                    return found
                typed = result
                continue
            typed = PlacedType(read_type(leads_to(typed.type)), typed.place)
        return None

    def _forwards(self, owner: Class) -> bool:
        return self.scope.cplusplus and self.classes.found(owner, "operator->") is not None

    def _arrow(self, owner: Class) -> PlacedType | None:
        return self.method_result(owner, "operator->", 0)

    def held(self, typed: PlacedType) -> PlacedType | None:
        """What a star or an index leads to."""
        kind = typed.type
        if kind.pointers:
            return typed._replace(type=kind._replace(pointers=kind.pointers - 1))
        if kind.arguments:
            return PlacedType(read_type(leads_to(kind) if "map" in kind.name else kind.arguments[0]), typed.place)
        expanded = self.classes.expand(kind, typed.place)
        if expanded.arguments:
            return self.held(typed._replace(type=expanded))
        owner = self.classes.named(kind.name, typed.place) if kind.name else None
        if owner is not None and self.scope.cplusplus:
            return self.method_result(owner, "operator[]", 1) or self.method_result(owner, "operator*", 0)
        return self.held(typed._replace(type=expanded)) if expanded != kind else None

    def element(self, typed: PlacedType) -> PlacedType | None:
        """What a loop over it takes out."""
        kind = self.classes.expand(typed.type, typed.place)
        if kind.arguments and "map" in kind.name:
            return PlacedType(Type("std::pair", kind.arguments[:2]), typed.place)
        return self.held(typed._replace(type=kind))

    # -- functions by name -------------------------------------------------------------------------------------------

    def functions(self, name: str, frame: CodeFrame) -> tuple[Candidate, ...]:
        """What a called name may mean there: members of the class around, then functions in reach; `::f` what is outside of all."""
        outer, _, last = name.rpartition("::")
        if "<" in outer and not self._specialised(read_type(outer).name, last):  # `Storage<std::int64_t>::get`
            name = f"{read_type(outer).name}::{last}"
        parts = tuple(part for part in name.split("::") if part) if ":" in name else (name,) if name else ()
        if not parts:
            return ()
        if name.startswith("::") and len(parts) == 1:
            return tuple(
                [found for found in self.free(parts, ()) if all(part == "(anonymous)" for part in found.scope)]
            )
        if frame.owner is not None and len(parts) == 1 and not self._brought(parts[0], frame.position):
            found = self._inherited(frame, parts[0])
            if found:
                return found
        if len(parts) > 1 and self.scope.cplusplus:
            owner = self.classes.named("::".join(parts[:-1]), frame.place)
            if owner is not None:
                held = self.classes.found(owner, parts[-1])
                return held[1] if held else ()
        return self.free(parts, frame.place.scope)

    def _specialised(self, owner: str, name: str) -> bool:
        """Whether a template has another member of that name for some of what it is given."""
        return any("<" in offer.value[1] for offer in self.lookup("member", f"{bare(owner)}::{name}"))

    def _brought(self, name: str, position: int) -> bool:
        """`using std::swap;` in the body: no member of that name is meant there."""
        using = [e.scope for e in self.scope.facts.imports if e.kind == "using" and e.alias == name and e.scope >= 0]
        while using and position >= 0:
            if position in using:
                return True
            position = self.scope.facts.functions[position].parent
        return False

    def _inherited(self, frame: CodeFrame, name: str) -> tuple[Candidate, ...]:
        owner = frame.owner
        while owner is not None:
            held = self.classes.found(owner, name)
            if held is not None:
                return held[1]
            outer = owner.scope
            around = self.classes.named(outer[-1], CodePlace(outer[:-1], owner.path)) if outer else None
            owner = (
                around if around is not None and len(around.scope) < len(outer) else None
            )  # else a namespace of a class's name
        return ()

    def free(self, parts: tuple[str, ...], scope: tuple[str, ...]) -> tuple[Candidate, ...]:
        """Functions outside of classes, by what can be seen from the scope."""
        key = ("::".join(parts), scope)
        found = self._free.get(key)
        if found is None:
            found = self._free[key] = self._reach(parts, scope)
        return found

    def _reach(self, parts: tuple[str, ...], scope: tuple[str, ...]) -> tuple[Candidate, ...]:
        alias = self.classes.aliases.get(parts[0])
        if alias:
            parts = (*(p for p in alias.split("::") if p), *parts[1:])
        offers = [offer for offer in self.classes.visibility.functions(parts[-1]) if not self._made(offer)]
        if len(parts) == 1:
            offers = [offer for offer in offers if not self._of_another_class(offer, scope)]
        fitting = self._seen(offers, parts, scope) or best_scope(offers, parts[:-1], scope, self.classes.spaces)
        if self.classes.spaces and len(parts) == 1 and all(not offer.value[1] for offer in fitting):
            fitting = [*fitting, *self._used(offers)] if fitting else fitting
        one_of = self.classes.visibility.overloads if self.scope.cplusplus else self.classes.visibility.nearest
        defined = self.classes.visibility.built(one_of([offer for offer in fitting if offer.value[0]]), fitting)
        return grouped((*defined, *[offer for offer in fitting if not offer.value[0]]))

    def _seen(self, offers: list[Offer], parts: tuple[str, ...], scope: tuple[str, ...]) -> list[Offer]:
        """Those of the scope that this file sees: one that it does not include hides nothing."""
        near = [offer for offer in offers if self.scope.cplusplus and self.classes.visibility.is_near(offer.path)]
        if not near or len(near) == len(offers):
            return []
        scopes = {offer.value[1] for offer in best_scope(near, parts[:-1], scope, self.classes.spaces)}
        return [offer for offer in offers if offer.value[1] in scopes]

    def _used(self, offers: list[Offer]) -> list[Offer]:
        """Those of the namespaces that the file uses as if they were outside of all."""
        used = {"::".join(space) for space in self.classes.spaces}
        return [offer for offer in offers if offer.value[1] in used and self.classes.visibility.is_near(offer.path)]

    def made(self, handed: str, macro: str = "") -> tuple[Candidate, ...]:
        """Functions whose names a macro makes, this or any: `PUBLIC(parse)`."""
        offers = [o for o in self.classes.visibility.functions(handed) if (by := self._made(o)) and macro in ("", by)]
        defined = self.classes.visibility.nearest([offer for offer in offers if offer.value[0]])
        return grouped((*defined, *[offer for offer in offers if not offer.value[0]]))

    def _made(self, offer: Offer) -> str:
        """By which macro of the project, so that the bare name is not the function's."""
        macro = maker(offer)
        return macro if macro and self.lookup("macro", macro) else ""

    def _of_another_class(self, offer: Offer, scope: tuple[str, ...]) -> bool:
        """A member that is defined away from its class, which its bare name does not mean from here."""
        around = tuple(offer.value[1].split("::")) if offer.value[1] else ()
        return bool(around) and scope[: len(around)] != around and self.classes.named_here(bare(around[-1]))

    def constructors(self, owner: Class) -> tuple[Candidate, ...]:
        return self.classes.members(owner, owner.name)


def _named_scope(function: FunctionFacts) -> tuple[str, ...]:
    return tuple(part.partition("<")[0] for part in function.scope)
