"""Calls that nobody wrote: what an attribute, an operator, `with`, a loop or a builtin runs in an object's class."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ...model.calls import CANDIDATE_CAP, Resolved
from ...model.facts import Call
from ...ports import Offer
from .expression import read
from .frames import Frame
from .hierarchy import BARE, LIBRARY
from .objects import TYPES
from .targets import GUESSED, WRAPPED, Targets, perhaps
from .values import UNKNOWN, Value, Values, union

SET: Final = 1  # argc of an attribute that is set
ASKED: Final = {
    **{name: (f"__{name}__",) for name in ("len", "repr", "hash", "next", "abs", "reversed")},
    "str": ("__str__", "__repr__"),
    "format": ("__format__", "__str__", "__repr__"),
    "bool": ("__bool__", "__len__"),
    "int": ("__int__", "__index__"),
    "float": ("__float__",),
    "bytes": ("__bytes__", "__iter__"),
    "round": ("__round__",),
    "divmod": ("__divmod__",),
    **dict.fromkeys(("getattr", "hasattr"), ("__getattr__",)),
    **dict.fromkeys(
        ("iter", "list", "tuple", "set", "frozenset", "sorted", "enumerate", "any", "all", "sum", "min", "max"),
        ("__iter__",),
    ),
}
SHOWING: Final = frozenset({"format", "print"})  # each argument is shown as text
HASHING: Final = frozenset(
    {"add", "discard", "remove", "get", "pop", "setdefault", "index", "count", "fromkeys"}
)  # the first argument is looked for
OF_ELEMENTS: Final = {
    "set": ("__hash__",),
    "frozenset": ("__hash__",),
    "sorted": ("__lt__",),
    "min": ("__lt__",),
    "max": ("__gt__", "__lt__"),
}
_OTHERWISE: Final = {
    "__format__": ("__str__", "__repr__"),
    "__str__": ("__repr__",),
    "__bool__": ("__len__",),
    "__contains__": ("__iter__",),
    "__ne__": ("__eq__",),
    **{
        f"__i{name}__": (f"__{name}__",)
        for name in [
            "add",
            "sub",
            "mul",
            "truediv",
            "floordiv",
            "mod",
            "pow",
            "matmul",
            "and",
            "or",
            "xor",
            "lshift",
            "rshift",
        ]
    },
}


class Implicit:
    def __init__(self, targets: Targets) -> None:
        self.evaluator = targets.evaluator
        self.targets = targets
        self._there: dict[str, bool] = {}

    def _some(self, name: str) -> bool:
        """Whether anything in the project may run for that name: a special method, or what stands in for it, or a getter."""
        found = self._there.get(name)
        if found is None:
            kind = "method" if name.startswith("__") else "getter"
            names = (name, *_OTHERWISE.get(name, ()))
            found = self._there[name] = any(self.evaluator.lookup(kind, one) for one in names)
        return found

    def may_run(self, call: Call) -> bool:
        """Whether asking for an attribute of that name may run anything at all."""
        name = call.name
        return name == "__iter__" or self._some(name) or (name[:2] != "__" and self._dynamic(call))

    def _dynamic(self, call: Call) -> bool:
        return self._some("__setattr__" if call.argc == SET else "__getattr__")

    def attribute(self, site: int, call: Call, frame: Frame) -> Iterator[Resolved]:
        special = call.name.startswith("__")
        dynamic = not special and self._dynamic(call)
        base = self.evaluator.read(call.receiver, frame, call.start)
        if call.name == "__iter__":
            yield from self._iterated(site, base)
            return
        if special:
            yield from (
                self.targets.edges(site, union([self.targets.run_by(v) for v in base if v.kind == "class"]))
                if call.name == "__init__"
                else self._special(site, base, call.name)
            )
            return
        kind = "setter" if call.argc == SET else "property"
        found = union(self._getters(value, call.name, kind) for value in base if value.kind == "instance")
        if dynamic and call.argc == SET:
            hooks = [*map(perhaps, self._run(site, base, ("__setattr__",)))]  # which names it takes it asks itself
            yield from hooks
            yield from self._asked(site, base, found, sure=not hooks)
            return
        if dynamic and not found and (missing := union(self._missing(value, call.name) for value in base)):
            yield from map(perhaps, self.targets.edges(site, missing))
            if wrapped := self.targets.wrappers(missing):
                yield Resolved(site, wrapped, "candidates", WRAPPED)
            return
        if found:
            descriptors = {v.key for getter in found for v in self._descriptors(getter)}
            yield from self._asked(site, base, found, sure=not descriptors)
            if descriptors:
                yield Resolved(site, tuple(sorted(descriptors)), "candidates", WRAPPED)
        elif call.argc != SET and all(value == UNKNOWN for value in base):
            yield from self._guessed(site, call.name)

    def gotten(self, site: int, call: Call, frame: Frame) -> Iterator[Resolved]:
        """The property that gives what is called: `page.writer(text)`."""
        base = self.evaluator.read(call.receiver, frame, call.start)
        found = union(self._getters(value, call.name, "property") for value in base if value.kind == "instance")
        yield from self._asked(site, base, found)

    def _asked(self, site: int, base: Values, found: Values, *, sure: bool = True) -> Iterator[Resolved]:
        """Getters or setters; one that is not known may stand in the place of one that is."""
        edges = [*self.targets.edges(site, tuple(v for v in found if v != UNKNOWN))]
        yield from edges if sure and UNKNOWN not in base and UNKNOWN not in found else map(perhaps, edges)

    def hooked(self, site: int, call: Call, frame: Frame) -> Iterator[Resolved]:
        """`log.debug(text)`, where the class has but a `__getattr__` that gives what is called."""
        base = self.evaluator.read(call.receiver, frame, call.start)
        missing = union(self._missing(v, call.name) for v in base if not self._kept_below(v, call.name))
        yield from map(perhaps, self.targets.edges(site, missing))

    def _kept_below(self, value: Value, name: str) -> bool:
        below = self.evaluator.hierarchy.below(value.key) if value.open else ()
        return any(self.evaluator.frames.ask("member", f"{child}.{name}") for child in below)

    def _guessed(self, site: int, name: str) -> Iterator[Resolved]:
        """The properties of that name in the project, where nothing is known of the object."""
        ask = self.evaluator.frames.ask
        found = {
            method.value[0]
            for method in ask("method", name)
            for offer in ask("member", f"{method.value[1]}.{name}")
            if offer.value[0] == method.value[0] and "property" in offer.value[2].split()
        }
        if 0 < len(found) <= CANDIDATE_CAP:
            yield Resolved(site, tuple(sorted(found)), "possible", GUESSED)

    def _special(self, site: int, base: Values, name: str) -> Iterator[Resolved]:
        return (
            self._looked_for(site, base)
            if name == "__hash__"
            else self._run(site, base, (name, *_OTHERWISE.get(name, ())))
        )

    def _run(self, site: int, base: Values, names: tuple[str, ...]) -> Iterator[Resolved]:
        """The first of these special methods that an object has."""
        objects = [v for v in base if v.kind == "instance"]
        asked = [self._reached(v.key, names) for v in objects]
        methods = [
            next((found for name in reached if (found := self.targets.method(v.key, name))), ())
            for v, reached in zip(objects, asked, strict=True)
        ]
        bound = union(
            tuple(m._replace(owner=v.key, open=v.open) for m in found)
            or next((below for name in reached if v.open and (below := self._below(v, name))), ())
            for v, found, reached in zip(objects, methods, asked, strict=True)
        )
        if bound:
            sure = (
                all(methods)
                and len(methods) == len(base)
                and not any(map(self.targets.structural, bound))
                and not any(self._stands_for(v.key, names) for v in objects)
            )
            yield from (self.targets.edges(site, bound) if sure else map(perhaps, self.targets.edges(site, bound)))
            if wrapped := self.targets.wrappers(bound):
                yield Resolved(site, wrapped, "candidates", WRAPPED)

    def _reached(self, key: str, names: tuple[str, ...]) -> tuple[str, ...]:
        """Those of these names that are asked for until a builtin that the class derives from has one."""
        given = self._given(key) if len(names) > 1 else set()
        last = next((at for at, name in enumerate(names) if name in given), len(names))
        return names[: last + 1]

    def _stands_for(self, key: str, names: tuple[str, ...]) -> bool:
        """Whether one is run in the place of another that a library's class may have."""
        outside = [place for place in self.evaluator.hierarchy.order(key) if place.startswith(LIBRARY)]
        foreign = any(place not in BARE and place[1:] not in TYPES for place in outside)
        return foreign and not self.targets.method(key, names[0])

    def _given(self, key: str) -> set[str]:
        """What builtin types give a class that derives from them; they show themselves by what `__str__` gives."""
        held = [TYPES[place[1:]] for place in self.evaluator.hierarchy.order(key) if place[1:] in TYPES]
        return {name for type_ in held for above in type_.__mro__[:-1] for name in vars(above)} - {"__format__"}

    def _below(self, value: Value, name: str) -> Values:
        """A special method that only classes below the object's have."""
        return tuple(v for v in self.evaluator.attribute(value, name) if v.kind == "function")

    def builtin(self, site: int, call: Call, frame: Frame) -> Iterator[Resolved]:
        """`len(x)`, `str(x)`, `seen.add(x)`: what a builtin asks of an object of the project's."""
        names = ASKED["format"] if call.name in SHOWING else ASKED[call.name] if not call.receiver else ("__hash__",)
        elements = OF_ELEMENTS.get(call.name, ()) if not call.receiver else ()
        walked = names[0] in ("__iter__", "__next__")  # generators, too, have these
        if not walked and not any(self.evaluator.lookup("method", name) for name in (*names, *elements)):
            return
        self.evaluator.begin()
        for text in call.given if call.name in SHOWING else call.given[:1]:
            base = self.evaluator.read(text, frame, call.start) if text else ()
            if names[0] == "__iter__":
                yield from self._iterated(site, base)
            elif names[0] == "__next__":
                for value in base:
                    yield from self._stepped(site, value)
            elif names[0] == "__getattr__":
                yield from map(perhaps, self._run(site, base, names))
            else:
                yield from self._looked_for(site, base) if names[0] == "__hash__" else self._run(site, base, names)
            if elements:
                taken = union(self.evaluator.elements(value) for value in base)
                yield from (
                    self._looked_for(site, taken) if elements[0] == "__hash__" else self._run(site, taken, elements)
                )

    def _looked_for(self, site: int, base: Values) -> Iterator[Resolved]:
        """What a container may ask of a key or an element."""
        for name in ("__hash__", "__eq__"):
            yield from map(perhaps, self._run(site, base, (name,)))

    def _missing(self, value: Value, name: str) -> Values:
        """`__getattr__`, where nothing is known to be held under that name."""
        hook = self.targets.method(value.key, "__getattr__") if value.kind == "instance" else ()
        if not hook:
            return ()
        ask, order = self.evaluator.frames.ask, self.evaluator.hierarchy.order(value.key)
        known = any(
            (place.startswith(LIBRARY) and place not in BARE)
            or ask("member", f"{place}.{name}")
            or ask("field", f"{place}.{name}")
            for place in order
        )
        return () if known else hook

    def _descriptors(self, getter: Value) -> Values:
        """`__get__` of the project's own descriptor classes that decorate a getter."""
        frame = self.evaluator.frames.frame(getter.key)
        outer = self.evaluator.frames.outer(frame)
        values = (
            union(self.evaluator.values(read(text), outer) for text in frame.decorators) if outer is not None else ()
        )
        return union(self.targets.method(value.key, "__get__") for value in values if value.kind == "class")

    def _iterated(self, site: int, values: Values) -> Iterator[Resolved]:
        """A loop over an object of the project's: it is asked for an iterator, and that for each item."""
        resumed = tuple(Value("function", value.key) for value in values if value.kind == "yields")
        yield from map(perhaps, self.targets.edges(site, resumed))
        for value in values:
            makers = (
                [v for v in self.evaluator.attribute(value, "__iter__") if v.kind == "function"]
                if value.kind == "instance"
                else []
            )
            for maker in makers:
                edges = [*self.targets.edges(site, (maker,))]
                for made in self.evaluator.result(maker, ()):
                    edges += self._stepped(site, made)
                yield from edges if len(values) == 1 else map(perhaps, edges)

    def _stepped(self, site: int, iterator: Value) -> Iterator[Resolved]:
        """What runs for the next item."""
        if iterator.kind == "yields":
            yield from map(perhaps, self.targets.edges(site, (Value("function", iterator.key),)))
        steps = self.evaluator.attribute(iterator, "__next__") if iterator.kind == "instance" else ()
        for step in steps:
            if step.kind == "function":
                yield from self.targets.edges(site, (step,))

    def _getters(self, value: Value, name: str, kind: str) -> Values:
        """What runs when the attribute is read or set: a property, or a descriptor's `__get__` or `__set__`."""
        found = self._run_for(self._first(value.key, name), value, kind)
        if not found or not value.open or found[0].key.rpartition(".")[2] == name:
            return found
        return union((found, *self._getters_below(value, name, kind)))  # a property that was made has a name of its own

    def _getters_below(self, value: Value, name: str, kind: str) -> Iterator[Values]:
        for child in self.evaluator.hierarchy.below(value.key):
            offers = self.evaluator.frames.ask("member", f"{child}.{name}")
            if offers:
                yield self._run_for(offers, Value("instance", child), kind) or (UNKNOWN,)

    def _run_for(self, offers: tuple[Offer, ...], value: Value, kind: str) -> Values:
        found: list[Value] = []
        for offer in offers:
            if offer.value[1] == "function":
                if kind in offer.value[2].split():
                    found.append(Value("function", offer.value[0], value.key, open=value.open))
            elif offer.value[1] == "value" and offer.value[3]:
                held = self.evaluator.read(offer.value[3], self.evaluator.frames.frame(offer.name.rpartition(".")[0]))
                asked, kept = ("__get__", "getter") if kind == "property" else ("__set__", "setter")
                found += [method for v in held if v.kind == "instance" for method in self.targets.method(v.key, asked)]
                found += [Value("function", v.key, value.key, open=value.open) for v in held if v.kind == kept]
        return tuple(found)

    def _first(self, key: str, name: str) -> tuple[Offer, ...]:
        for place in self.evaluator.hierarchy.order(key):
            offers = () if place.startswith(LIBRARY) else self.evaluator.frames.ask("member", f"{place}.{name}")
            if offers:
                return offers
        return ()

    def entered(self, site: int, call: Call, frame: Frame) -> Iterator[Resolved]:
        leave = call.name.replace("enter", "exit")
        base = self.evaluator.read(call.receiver, frame, call.start)
        for name in (call.name, leave):
            targets = union(
                self.targets.run_by(v)
                for value in base
                if value.kind == "instance"
                for v in self.evaluator.attribute(value, name)
            )
            if targets:
                edges = [*self.targets.edges(site, targets)]
                yield from edges if UNKNOWN not in base else map(perhaps, edges)
