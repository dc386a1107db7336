"""Call sites of one C or C++ function -> who is called there.

A site is asked by its form. A bare name is, in this order: a local (a lambda, an object that can be called, a pointer to
one of the functions assigned to it), a macro (then the calls of its replacement, as if written here), a function that is
visible, a class (then its constructors), a variable that holds a function. A member is looked for in the class of the
receiver's type; where that type is not known, only a name that one class alone has is guessed. A call through a pointer
may mean every function that was seen to be stored in a field of that name. What no file of the project defines is
external, by its written name.

Which of several functions of one name is meant says `choosing`; `lifetimes` knows construction and destruction."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ...model.calls import CANDIDATE_CAP, Resolved
from ...model.facts import Binding, Call
from ...ports import Offer
from .choosing import GUESSED, OverloadChoice
from .classes import Candidate, Class, grouped
from .evaluate import CodeFrame, Evaluator, PlacedType
from .expression import read
from .lifetimes import Lifetimes
from .replacements import DEEPEST, Replacements
from .scope import free_functions

HANDED: Final = 0.5
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
        self.choice = OverloadChoice(evaluator)
        self.lifetimes = Lifetimes(evaluator, self.choice)
        self._kept_names: dict[int, frozenset[str]] = {}
        self.replacements = Replacements(evaluator, self._replaced)

    def resolve(self, position: int) -> tuple[Resolved, ...]:
        facts = self.evaluator.scope.facts.functions[position]
        frame = self.evaluator.frame(position)
        found: set[Resolved] = set()
        several = facts.kind != "lambda" and any(len(bound) > 1 for bound in frame.names.values())
        names = [(c.start, c.start + len(c.receiver)) for c in facts.calls if not c.name and self._made(c)]
        for site, call in enumerate(facts.calls):
            if names and any(start <= call.start and call.end <= end for start, end in names):
                continue  # what makes a name calls nothing
            self.evaluator.begin()
            found.update(self._site(site, call, frame._replace(at=call.start) if several else frame))
        return tuple(sorted(found))

    def _made(self, call: Call) -> tuple[Candidate, ...]:
        """`PUBLIC(parse)(x)`: the functions whose name is made so."""
        called = read(call.receiver)
        if called.kind != "call" or [part.kind for part in called.parts] != ["name", "name"]:
            return ()
        return self.evaluator.made(called.parts[1].text, called.parts[0].text)

    def _site(self, site: int, call: Call, frame: CodeFrame) -> Iterable[Resolved]:
        if call.kind == "ref":
            return self._reference(site, call, frame)
        if call.kind in ("new", "construct"):
            return self.lifetimes.construct(site, call, frame)
        if call.kind == "delete":
            return self.lifetimes.delete(site, call, frame)
        if call.kind == "operator":
            return self._operator(site, call, frame)
        if call.kind == "property":
            return self.lifetimes.given_back(site, call, frame)
        return self._call(site, call, frame, 0)

    # -- calls -----------------------------------------------------------------------------------------------------

    def _call(self, site: int, call: Call, frame: CodeFrame, depth: int) -> Iterator[Resolved]:
        if not call.name:
            yield from self._unnamed(site, call, frame)
        elif call.sep in (".", "->"):
            yield from self._member(site, call, frame)
        else:
            yield from self._named(site, call, frame, depth)

    def _replaced(self, site: int, call: Call, frame: CodeFrame, depth: int) -> Iterator[Resolved]:
        """What a macro's replacement calls, or only mentions: a function that is handed on is not called there."""
        if call.kind != "ref":
            yield from self._call(site, call, frame, depth)
        elif (macros := self.replacements.of(call.name) if depth < DEEPEST else []) and not macros[0].params:
            yield from self.replacements.expanded(site, call, macros, frame, depth)
        else:
            yield from self._reference(site, call, frame)

    def _unnamed(self, site: int, call: Call, frame: CodeFrame) -> Iterator[Resolved]:
        """`make()()`, `(*table[i])(x)`: an object that can be called; `PUBLIC(parse)(x)`: the function so made."""
        if made := self._made(call):
            yield from self.choice.dispatched(site, made, call, None, frame)
            return
        typed = self.evaluator.read(call.receiver, frame)
        if typed is not None:
            yield from self._object(site, typed, call.argc)

    def _object(self, site: int, typed: PlacedType, count: int) -> Iterator[Resolved]:
        owner = self.evaluator.class_of(typed, arrow=False) if not typed.type.pointers else None
        held = self.classes.found(owner, "operator()") if owner is not None else None
        if held:
            yield from self.choice.chosen(site, held[1], count)

    def _named(self, site: int, call: Call, frame: CodeFrame, depth: int) -> Iterator[Resolved]:
        name = f"{call.receiver}::{call.name}" if call.sep == "::" and call.receiver else call.name
        if not call.sep and call.name in frame.names:
            yield from self._variable(site, call, frame)
            return
        macros = self.replacements.of(call.name) if not call.sep and depth < DEEPEST else []
        if macros:
            yield from self.replacements.expanded(site, call, macros, frame, depth)
            return
        candidates = self.evaluator.functions(name if call.receiver or not call.sep else f"::{name}", frame)
        if candidates and not call.sep and frame.owner and all(0 <= c.most < call.argc for c in candidates):
            candidates = self._beside(call, frame.owner)
        if candidates:
            static = call.sep == "::"
            yield from self.choice.dispatched(site, candidates, call, None if static else frame.owner, frame)
            return
        owner = self.classes.named(name, frame.place) if self.evaluator.scope.cplusplus else None
        if owner is not None:
            given = self.choice.given(call, frame) if call.given else ()
            converted = list(self.lifetimes.converted(site, owner, call, given, frame))
            chosen = converted or self.choice.chosen(site, self.evaluator.constructors(owner), call.argc, given)
            yield from chosen
            return
        typed = self.evaluator.variable(call.name, frame) if not call.sep else None
        if typed is not None:
            yield from self._object(site, typed, call.argc)
            yield from self._kept(site, call, [call.name])
        elif not self.classes.lookup("type", call.name):
            yield Resolved(site, (), "external", 1.0, self._dotted(name))

    def _beside(self, call: Call, owner: Class) -> tuple[Candidate, ...]:
        """Functions of the name outside of classes, where none that would hide them takes so much."""
        return tuple([c for c in self.evaluator.free((call.name,), owner.scope) if c.takes(call.argc)])

    def _dotted(self, name: str) -> str:
        parts = name.split("::")
        alias = self.classes.aliases.get(parts[0])
        return (
            "::".join([alias.removeprefix("typename "), *parts[1:]])
            if alias and "<" not in alias
            else name.removeprefix("::")
        )

    def _member(self, site: int, call: Call, frame: CodeFrame) -> Iterator[Resolved]:
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
                yield from self._object(site, PlacedType(*field), call.argc)
                yield from self._kept(site, call, [name, owner.name])
            return
        dynamic = call.sep == "->" or typed.type.reference or read(call.receiver).kind in ("deref", "name")
        by_value = call.sep == "." and typed.type.by_value and not typed.type.reference
        yield from self.choice.dispatched(
            site, held[1], call, owner if dynamic and not by_value and "::" not in call.name else None, frame
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

    # -- operators -----------------------------------------------------------------------------------------

    def _operator(self, site: int, call: Call, frame: CodeFrame) -> Iterator[Resolved]:
        """Members of the left operand's class, and functions that take an object of either's."""
        owner = self._operand(call.receiver, frame)
        held = self.classes.found(owner, call.name) if owner is not None else None
        members = [c for c in held[1] if c.takes(1)] if held is not None else []
        given = self.choice.given(call._replace(given=(call.receiver, *call.given[1:])), frame)
        around = owner or (self._operand("".join(call.given[1:2]), frame) if held is None else None)
        free = self.evaluator.free((call.name,), around.scope) if around is not None and call.argc != 1 else ()
        beside = [c for c in free if around is not None and around.name in c.signature and c.takes(2)]
        if beside:
            of_object = [
                c._replace(signature=c.signature.replace("(", f"({around and around.name},", 1)) for c in members
            ]
            fitting = self.choice.overloads.narrowed([*of_object, *beside], given)
            yield from self.choice.edges(site, {fid for c in fitting for fid in c.ids}, set())
        elif held is not None:
            yield from self.choice.chosen(site, held[1], 1, given[1:])

    def _operand(self, text: str, frame: CodeFrame) -> Class | None:
        typed = self.evaluator.read(text, frame) if text else None
        return self.evaluator.class_of(typed, arrow=False) if typed is not None and not typed.type.pointers else None

    # -- names that hold functions -----------------------------------------------------------------------------------

    def _variable(self, site: int, call: Call, frame: CodeFrame) -> Iterator[Resolved]:
        """A local: a lambda, an object that can be called, or a pointer to one of the functions it was given."""
        bindings = frame.names[call.name]
        lambdas = {fid for b in bindings for fid in self._lambda(b, frame)}
        if lambdas:
            yield from self.choice.edges(site, lambdas, set())
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
            yield from self.choice.edges(site, ids, set())

    def _assigned(self, call: Call, frame: CodeFrame) -> set[str]:
        """Functions assigned to the local anywhere in the function."""
        names = self._kept_names.get(frame.position)
        if names is None:
            calls = self.evaluator.scope.facts.functions[frame.position].calls
            names = self._kept_names[frame.position] = frozenset(_outside(calls))
        return {
            fid for name in names for c in self.evaluator.functions(name, frame) if c.takes(call.argc) for fid in c.ids
        }

    def _named_ids(self, name: str, frame: CodeFrame) -> set[str]:
        if not name.replace("::", "").isidentifier():
            return set()
        return {fid for c in self.evaluator.functions(name, frame) for fid in c.ids}

    def _lambda(self, binding: Binding, frame: CodeFrame) -> Iterator[str]:
        if not binding.value.startswith("["):
            return
        scope = self.evaluator.scope
        base = scope.facts.functions[frame.position].start
        inner = scope.lambdas.get(frame.position, [])
        first = bisect_left(inner, (base + binding.start, -1))
        if first < len(inner):
            yield scope.ids[inner[first][1]]

    def _reference(self, site: int, call: Call, frame: CodeFrame) -> Iterator[Resolved]:
        if call.name in frame.names or self.evaluator.variable(call.name, frame) is not None:
            return
        found = self.evaluator.functions(call.name, frame) or self.evaluator.made(call.name)
        ids = {fid for c in found for fid in c.ids}
        if 0 < len(ids) <= CANDIDATE_CAP:
            yield Resolved(site, tuple(sorted(ids)), "possible", HANDED)


def _outside(calls: Sequence[Call]) -> Iterator[str]:
    """Names of functions that are mentioned, not as arguments."""
    end = -1
    for call in calls:
        if call.kind in ("call", "new", "construct"):
            end = max(end, call.end)
        elif call.kind == "ref" and call.start >= end:
            yield call.name
