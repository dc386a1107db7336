"""Call sites of one C or C++ function -> who is called there."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from ...model.calls import CANDIDATE_CAP, Resolved
from ...model.facts import Binding, Call
from ...ports import Offer
from .classes import Candidate, Class, grouped
from .compiled import LEAVING
from .evaluate import Evaluator, Frame, Typed
from .expression import read, read_list
from .overloads import narrowed, parameters
from .scope import free_functions
from .types import Type, read_type

OVERRIDDEN: Final = 0.8
ALIKE: Final = 0.6  # several definitions that cannot be told apart
HANDED: Final = 0.5
GUESSED: Final = 0.4
SHOWN: Final = 64
_MACRO_DEPTH: Final = 4
_LIBRARY_MEMBERS: Final = frozenset(
    {
        "begin",
        "end",
        "size",
        "empty",
        "push_back",
        "clear",
        "insert",
        "erase",
        "find",
        "count",
        "front",
        "back",
        "data",
        "c_str",
        "append",
        "get",
        "reset",
        "at",
        "resize",
        "reserve",
        "first",
        "second",
        "str",
        "lock",
        "unlock",
        "load",
        "store",
    }
)


class Sites:
    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.classes = evaluator.classes
        self._kept_names: dict[int, frozenset[str]] = {}
        self._by_start: dict[int, dict[int, Binding]] = {}
        self._macros_by_name: dict[str, list[tuple[str, ...]]] = {}
        self._below: dict[tuple[str, str], tuple[Candidate, ...]] = {}

    def resolve(self, position: int) -> tuple[Resolved, ...]:
        facts = self.evaluator.scope.facts.functions[position]
        frame = self.evaluator.frame(position)
        found: set[Resolved] = set()
        for site, call in enumerate(facts.calls):
            self.evaluator.begin()
            found.update(self._site(site, call, frame))
        return tuple(sorted(found))

    def _site(self, site: int, call: Call, frame: Frame) -> Iterable[Resolved]:
        if call.kind == "ref":
            return self._reference(site, call, frame)
        if call.kind in ("new", "construct"):
            return self._construct(site, call, frame)
        if call.kind == "delete":
            return self._delete(site, call, frame)
        if call.kind == "operator":
            return self._operator(site, call, frame)
        if call.kind == "property":
            return self._given_back(site, call, frame)
        return self._call(site, call, frame, 0)

    # -- calls -----------------------------------------------------------------------------------------------------

    def _call(self, site: int, call: Call, frame: Frame, depth: int) -> Iterator[Resolved]:
        if not call.name:
            yield from self._unnamed(site, call, frame)
        elif call.sep in (".", "->"):
            yield from self._member(site, call, frame)
        else:
            yield from self._named(site, call, frame, depth)

    def _unnamed(self, site: int, call: Call, frame: Frame) -> Iterator[Resolved]:
        """`make()()`, `(*table[i])(x)`: an object that can be called."""
        typed = self.evaluator.read(call.receiver, frame)
        if typed is not None:
            yield from self._object(site, typed, call.argc)

    def _object(self, site: int, typed: Typed, count: int) -> Iterator[Resolved]:
        owner = self.evaluator.class_of(typed, arrow=False) if not typed.type.pointers else None
        held = self.classes.found(owner, "operator()") if owner is not None else None
        if held:
            yield from self._chosen(site, held[1], count)

    def _named(self, site: int, call: Call, frame: Frame, depth: int) -> Iterator[Resolved]:
        name = f"{call.receiver}::{call.name}" if call.sep == "::" and call.receiver else call.name
        if not call.sep and call.name in frame.names:
            yield from self._variable(site, call, frame)
            return
        macros = self._macros(call.name) if not call.sep and depth < _MACRO_DEPTH else []
        if macros:
            yield from self._expanded(site, call, macros, frame, depth)
            return
        candidates = self.evaluator.functions(name if call.receiver or not call.sep else f"::{name}", frame)
        if candidates:
            static = call.sep == "::"
            yield from self._dispatched(site, candidates, call, None if static else frame.owner)
            return
        owner = self.classes.named(name, frame.place) if self.evaluator.scope.cplusplus else None
        if owner is not None:
            yield from self._chosen(site, self.evaluator.constructors(owner), call.argc)
            return
        typed = self.evaluator.variable(call.name, frame) if not call.sep else None
        if typed is not None:
            yield from self._object(site, typed, call.argc)
            yield from self._kept(site, call, [call.name])
        elif not self.classes.lookup("type", call.name):
            yield Resolved(site, (), "external", 1.0, self._dotted(name))

    def _dotted(self, name: str) -> str:
        parts = name.split("::")
        alias = self.classes.aliases.get(parts[0])
        return (
            "::".join([alias.removeprefix("typename "), *parts[1:]])
            if alias and "<" not in alias
            else name.removeprefix("::")
        )

    def _member(self, site: int, call: Call, frame: Frame) -> Iterator[Resolved]:
        typed = self.evaluator.read(call.receiver, frame)
        if typed is None:
            yield from self._guess(site, call)
            return
        owner = self.evaluator.class_of(typed, arrow=call.sep == "->")
        if owner is None:
            expanded = self.classes.expand(typed.type, typed.place)
            if "::" in expanded.name:
                yield Resolved(site, (), "external", 1.0, f"{expanded.name}::{call.name}")
            elif not self.evaluator.scope.cplusplus:
                yield from self._kept(site, call, [call.name])
            return
        name = call.name.rpartition("::")[2]
        held = self.classes.found(owner, name)
        if held is None:
            field = self.classes.field(owner, name)
            if field is not None:
                yield from self._object(site, Typed(*field), call.argc)
                yield from self._kept(site, call, [name, owner.name])
            return
        dynamic = call.sep == "->" or typed.type.reference or read(call.receiver).kind in ("deref", "name")
        by_value = call.sep == "." and typed.type.by_value and not typed.type.reference
        yield from self._dispatched(
            site, held[1], call, owner if dynamic and not by_value and "::" not in call.name else None
        )

    def _kept(self, site: int, call: Call, keepers: Iterable[str]) -> Iterator[Resolved]:
        """A call through a pointer: any function that the field, or a table of its type, was seen to keep."""
        ids = {
            fid
            for keeper in keepers
            for o in self.classes.lookup("stored", keeper)
            for fid in self._meant(o, call.argc)
        }
        if 0 < len(ids) <= CANDIDATE_CAP:
            yield Resolved(site, tuple(sorted(ids)), "possible", HANDED)
        elif ids:
            yield Resolved(site, (), "many", GUESSED)

    def _meant(self, stored: Offer, count: int) -> Iterator[str]:
        """Functions that a stored name means in the file that stores it."""
        offers = [o for o in free_functions(self.classes.lookup, stored.value[0], (stored.path,)) if o.value[0]]
        own = [o for o in offers if o.path == stored.path] or offers
        return (fid for candidate in grouped(tuple(own)) if candidate.takes(count) for fid in candidate.ids)

    def _guess(self, site: int, call: Call) -> Iterator[Resolved]:
        """The only member of that name in the project, where nothing is known of the receiver."""
        if call.name in _LIBRARY_MEMBERS:
            return
        ids = {o.value[0] for o in self.classes.lookup("method", call.name)} - {""}
        if len(ids) == 1:
            yield Resolved(site, tuple(ids), "possible", GUESSED)

    # -- choosing --------------------------------------------------------------------------------------------------

    def _chosen(
        self, site: int, candidates: Iterable[Candidate], count: int, given: Sequence[Type | None] = ()
    ) -> Iterator[Resolved]:
        fitting = narrowed([c for c in candidates if c.takes(count)], given)
        yield from self._edges(site, {fid for c in fitting for fid in c.ids}, set())

    def _dispatched(
        self, site: int, candidates: Iterable[Candidate], call: Call, owner: Class | None
    ) -> Iterator[Resolved]:
        """`owner`: class of the object where the call is dynamic."""
        listed = list(candidates)
        fitting = [c for c in listed if c.takes(call.argc)] or (listed if len(listed) == 1 else [])
        ids = {fid for c in fitting for fid in c.ids}
        overrides: set[str] = set()
        if owner is not None and fitting and self._virtual(fitting, owner, call.name):
            overrides = self._overrides(owner, call) - ids
        yield from self._edges(site, ids, overrides)

    def _virtual(self, fitting: Iterable[Candidate], owner: Class, name: str) -> bool:
        if any(c.flags & {"virtual", "override", "pure"} for c in fitting):
            return True
        return any("virtual" in c.flags for base in self.classes.line(owner) for c in self.classes.members(base, name))

    def _overrides(self, owner: Class, call: Call) -> set[str]:
        key = (owner.key, call.name)
        found = self._below.get(key)
        if found is None:
            found = tuple([c for child in self.classes.below(owner) for c in self.classes.members(child, call.name)])
            self._below[key] = found
        return {fid for candidate in found if candidate.takes(call.argc) for fid in candidate.ids}

    def _edges(self, site: int, ids: set[str], overrides: set[str]) -> Iterator[Resolved]:
        everything = ids | overrides
        if not everything:
            return
        if len(everything) > CANDIDATE_CAP:
            shown = everything if len(everything) <= SHOWN else ids if len(ids) == 1 else set()
            yield Resolved(site, tuple(sorted(shown)), "many", GUESSED)
        elif len(everything) == 1 and not overrides:
            yield Resolved(site, tuple(everything), "exact", 1.0)
        else:
            yield Resolved(site, tuple(sorted(everything)), "candidates", OVERRIDDEN if overrides else ALIKE)

    # -- objects come and go -----------------------------------------------------------------------------------------

    def _construct(self, site: int, call: Call, frame: Frame) -> Iterator[Resolved]:
        name = f"{call.receiver}::{call.name}" if call.sep == "::" and call.receiver else call.name
        binding = self._declared(call, frame)
        owner = self._constructed(name, binding, frame)
        if owner is None:
            return
        given = self._argument_types(binding, frame)
        constructors = self.evaluator.constructors(owner)
        if len(given) == 1 and given[0] is not None and self._copies(owner, given[0], frame):
            constructors = tuple(c for c in constructors if owner.name in c.signature)
        yield from self._chosen(site, constructors, call.argc, given)
        if call.kind == "construct" and binding is not None and binding.how == "declare":
            for gone in self._destroyed(site, owner, exactly=True):
                yield gone._replace(how="candidates", confidence=LEAVING)

    def _declared(self, call: Call, frame: Frame) -> Binding | None:
        """The declaration or initialiser that a construction stands in."""
        if call.kind != "construct":
            return None
        return self._bindings(frame).get(call.start)

    def _bindings(self, frame: Frame) -> dict[int, Binding]:
        found = self._by_start.get(frame.position)
        if found is None:
            bindings = self.evaluator.scope.facts.functions[frame.position].bindings
            found = self._by_start[frame.position] = {
                b.start: b for b in bindings if b.how in ("declare", "field-init")
            }
        return found

    def _constructed(self, name: str, binding: Binding | None, frame: Frame) -> Class | None:
        """The class: of the member an initialiser names, else the named one."""
        if binding is not None and binding.how == "field-init" and frame.owner is not None:
            field = self.classes.field(frame.owner, binding.name)
            if field is not None:
                return self.evaluator.class_of(Typed(*field), arrow=False) if field[0].by_value else None
        return self.classes.named(name.partition("<")[0], frame.place)

    def _argument_types(self, binding: Binding | None, frame: Frame) -> list[Type | None]:
        if binding is None or not binding.value:
            return []
        text = binding.value[1:-1] if binding.how == "declare" and binding.value[0] in "({" else binding.value
        found = [self.evaluator.type_of(part, frame) for part in read_list(text)]
        return [typed and self.classes.expand(typed.type, typed.place) for typed in found]

    def _copies(self, owner: Class, given: Type, frame: Frame) -> bool:
        return not given.pointers and given.name.rpartition("::")[2] == owner.name

    def _given_back(self, site: int, call: Call, frame: Frame) -> Iterator[Resolved]:
        """The constructor by which an object leaves, unless the compiler builds it where it goes."""
        typed = self.evaluator.read(call.receiver, frame)
        result = read_type(self.evaluator.scope.facts.functions[frame.position].result)
        if typed is None or typed.type.pointers or not result.by_value:
            return
        owner = self.evaluator.class_of(typed, arrow=False)
        if owner is None or self.classes.named(result.name, frame.place) != owner:
            return
        takes = [(c, c.signature.count("&")) for c in self.evaluator.constructors(owner) if _copying(c, owner.name)]
        best = max((count for _, count in takes if count == 1 or typed.type.by_value), default=0)
        for edge in self._edges(site, {fid for c, count in takes if count == best for fid in c.ids}, set()):
            yield edge._replace(how="candidates", confidence=LEAVING)

    def _delete(self, site: int, call: Call, frame: Frame) -> Iterator[Resolved]:
        typed = self.evaluator.read(call.receiver or call.name.lstrip("~"), frame)
        owner = self.evaluator.class_of(typed, arrow=True) if typed is not None else None
        if owner is not None:
            yield from self._destroyed(site, owner)

    def _destroyed(self, site: int, owner: Class, *, exactly: bool = False) -> Iterator[Resolved]:
        """`exactly`: the object is of this class and no subclass."""
        found = self.classes.members(owner, f"~{owner.name}")
        ids = {fid for c in found for fid in c.ids}
        overrides: set[str] = set()
        line = () if exactly else self.classes.line(owner)
        if any("virtual" in c.flags for base in line for c in self.classes.members(base, f"~{base.name}")):
            below = self.classes.below(owner)
            overrides = {
                f for child in below for c in self.classes.members(child, f"~{child.name}") for f in c.ids
            } - ids
        yield from self._edges(site, ids, overrides)

    def _operator(self, site: int, call: Call, frame: Frame) -> Iterator[Resolved]:
        typed = self.evaluator.read(call.receiver, frame) if call.receiver else None
        owner = self.evaluator.class_of(typed, arrow=False) if typed is not None and not typed.type.pointers else None
        held = self.classes.found(owner, call.name) if owner is not None else None
        if held is not None:
            yield from self._chosen(site, held[1], 1)
        elif owner is not None:
            found = self.evaluator.free((call.name,), owner.scope)
            yield from self._chosen(site, [c for c in found if owner.name in c.signature], 2)

    # -- names that hold functions -----------------------------------------------------------------------------------

    def _variable(self, site: int, call: Call, frame: Frame) -> Iterator[Resolved]:
        """A local: a lambda, an object that can be called, or a pointer to one of the functions it was given."""
        bindings = frame.names[call.name]
        lambdas = {fid for b in bindings for fid in self._lambda(b, frame)}
        if lambdas:
            yield from self._edges(site, lambdas, set())
            return
        typed = self.evaluator.variable(call.name, frame)
        if typed is not None and not typed.type.function and not typed.type.pointers:
            owner = self.evaluator.class_of(typed, arrow=False)
            if owner is not None:
                yield from self._object(site, typed, call.argc)
                return
        ids = {fid for b in bindings if b.value for fid in self._named_ids(b.value.lstrip("& "), frame)}
        ids |= self._assigned(call, frame) if ids or any(b.how != "param" for b in bindings) else set()
        if ids:
            yield from self._edges(site, ids, set())

    def _assigned(self, call: Call, frame: Frame) -> set[str]:
        """Functions assigned to the local anywhere in the function."""
        names = self._kept_names.get(frame.position)
        if names is None:
            calls = self.evaluator.scope.facts.functions[frame.position].calls
            names = self._kept_names[frame.position] = frozenset(_outside(calls))
        return {
            fid for name in names for c in self.evaluator.functions(name, frame) if c.takes(call.argc) for fid in c.ids
        }

    def _named_ids(self, name: str, frame: Frame) -> set[str]:
        if not name.replace("::", "").isidentifier():
            return set()
        return {fid for c in self.evaluator.functions(name, frame) for fid in c.ids}

    def _lambda(self, binding: Binding, frame: Frame) -> Iterator[str]:
        if not binding.value.startswith("["):
            return
        scope = self.evaluator.scope
        base = scope.facts.functions[frame.position].start
        inner = scope.lambdas.get(frame.position, [])
        first = bisect_left(inner, (base + binding.start, -1))
        if first < len(inner):
            yield scope.ids[inner[first][1]]

    def _reference(self, site: int, call: Call, frame: Frame) -> Iterator[Resolved]:
        if call.name in frame.names or self.evaluator.variable(call.name, frame) is not None:
            return
        ids = {fid for c in self.evaluator.functions(call.name, frame) for fid in c.ids}
        if 0 < len(ids) <= CANDIDATE_CAP:
            yield Resolved(site, tuple(sorted(ids)), "possible", HANDED)

    # -- macros ----------------------------------------------------------------------------------------------------

    def _macros(self, name: str) -> list[tuple[str, ...]]:
        """The macros a call may be a use of: its own file's, else those of an included one; several under `#if`."""
        known = self._macros_by_name.get(name)
        if known is None:
            near = self.classes.visibility.nearest(self.classes.lookup("macro", name))
            seen = near if near and self.classes.visibility.sees(near[0].path) else ()
            known = [o.value for o in seen if o.value[1] != "-" or o.value[2].isidentifier() or o.value[5] != "[]"]
            self._macros_by_name[name] = known
        return known

    def _expanded(
        self, site: int, call: Call, macros: list[tuple[str, ...]], frame: Frame, depth: int
    ) -> Iterator[Resolved]:
        """The calls of a replacement, as if written at the site; of several replacements one holds."""
        for macro in macros:
            for found in self._replaced(site, call, macro, frame, depth):
                if len(macros) > 1 and found.how == "exact":
                    yield found._replace(how="candidates", confidence=ALIKE)
                else:
                    yield found

    def _replaced(self, site: int, call: Call, macro: tuple[str, ...], frame: Frame, depth: int) -> Iterator[Resolved]:
        if macro[1] == "-" and macro[2].isidentifier():
            if macro[2] != call.name:
                yield from self._call(site, call._replace(name=macro[2]), frame, depth + 1)
            return
        for inner in _written(macro[5]):
            if inner.name != call.name:
                yield from self._call(site, inner, frame, depth + 1)


def _copying(candidate: Candidate, name: str) -> bool:
    """A constructor from another object of its class: `const T &` or `T &&`."""
    wanted = parameters(candidate.signature)
    return (
        len(wanted) == 1
        and wanted[0].reference
        and not wanted[0].pointers
        and wanted[0].name.rpartition("::")[2] == name
    )


@lru_cache(maxsize=1024)
def _written(calls: str) -> tuple[Call, ...]:
    """The calls of a macro's replacement, as it is offered."""
    return tuple([Call(*row) for row in json.loads(calls)])


def _outside(calls: Sequence[Call]) -> Iterator[str]:
    """Names of functions that are mentioned, not as arguments."""
    end = -1
    for call in calls:
        if call.kind in ("call", "new", "construct"):
            end = max(end, call.end)
        elif call.kind == "ref" and call.start >= end:
            yield call.name
