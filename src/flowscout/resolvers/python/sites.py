"""Call sites of one function -> who is called there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from ...model.calls import CANDIDATE_CAP, Resolved
from ...model.facts import Call
from ...ports import Offer
from .evaluate import Evaluator
from .expression import Expr, read
from .frames import Frame
from .hierarchy import BARE, LIBRARY
from .scope import ADDING, lambda_at, module_frame, starts
from .values import RAW, UNKNOWN, Value, Values, union

OVERRIDDEN: Final = 0.8  # one of a base's method and its overrides
UNION: Final = 0.8
WRAPPED: Final = 0.7
HANDED: Final = 0.5
GUESSED: Final = 0.4
SHOWN: Final = 64  # targets listed of an answer that is `many`
_COMMON: Final = frozenset(name for kind in (str, bytes, list, dict, set, int, float, tuple) for name in vars(kind)) | {
    "read",
    "write",
    "close",
    "flush",
    "seek",
    "readline",
    "readlines",
    "open",
    "acquire",
    "release",
    "put",
    "send",
    "recv",
    "wait",
    "search",
    "sub",
    "group",
    "groups",
    "fullmatch",
    "run",
    "start",
    "cancel",
    "submit",
    "connect",
    "execute",
    "fetchone",
    "fetchall",
    "commit",
    "rollback",
    "cursor",
    "info",
    "debug",
    "warning",
    "error",
    "exception",
    "log",
    "total_seconds",
    "strftime",
    "isoformat",
    "append",
    "popleft",
    "appendleft",
    "most_common",
    "getvalue",
    "fileno",
    "tell",
    "terminate",
    "kill",
    "communicate",
    "poll",
}
SET: Final = 1  # argc of an attribute that is set
PROTOCOLS: Final = frozenset({f"{LIBRARY}typing.Protocol", f"{LIBRARY}typing_extensions.Protocol"})
ASKED: Final = {
    **{name: (f"__{name}__",) for name in ("len", "repr", "hash", "next", "abs", "reversed")},
    "str": ("__str__", "__repr__"),
    "format": ("__format__", "__str__", "__repr__"),
    "bool": ("__bool__", "__len__"),
    "int": ("__int__", "__index__"),
    "float": ("__float__",),
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
}
_CONSTRUCTION: Final = ("__init__", "__new__")


class Sites:
    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self._wraps: dict[str, frozenset[str]] = {}
        self._leading: dict[tuple[str, ...], tuple[tuple[Resolved, ...], bool]] = {}

    def resolve(self, position: int) -> tuple[Resolved, ...]:
        scope = self.evaluator.scope
        facts = scope.facts.functions[position]
        calls = facts.calls
        if not calls:
            return ()
        frame = self.evaluator.frames.frame(
            module_frame(scope.path) if position == scope.module else scope.ids[position]
        )
        found: list[Resolved] = []
        external: set[int] = set()
        around: list[int] = []  # calls whose arguments are being read
        for site, call in enumerate(calls):
            while around and calls[around[-1]].end <= call.start:
                around.pop()
            if call.kind == "ref":
                if call.sep:
                    found += [Resolved(site, *lead[1:]) for lead in self._known(call, frame, position)[0]]
                if around and around[-1] in external:
                    found += self._reference(site, call, calls[around[-1]], frame)
                continue
            leads, outside = self._known(call, frame, position)
            found += [Resolved(site, *lead[1:]) for lead in leads]
            if outside and call.given and (call.name in SHOWING or call.name in (HASHING if call.receiver else ASKED)):
                found += self._asked(site, call, frame)
            if outside:
                external.add(site)
            if call.args:
                around.append(site)
        found.sort()
        return tuple(found)

    def _known(self, call: Call, frame: Frame, position: int) -> tuple[tuple[Resolved, ...], bool]:
        """Where a call leads (for site 0), and whether outside of the project; remembered by what the answer depends on."""
        key = self._key(call, frame)
        if key is None:
            return self._leads(call, frame, position)
        found = self._leading.get(key)
        if found is None:
            found = self._leading[key] = self._leads(call, frame, position)
        return found

    def _key(self, call: Call, frame: Frame) -> tuple[str, ...] | None:
        """What the answer depends on, when that is the class around, what a local name holds, or nothing of the function."""
        if call.kind == "decorator" or frame.position == self.evaluator.scope.module:
            return None
        receiver = call.receiver
        root = receiver.partition(".")[0] if receiver else call.name
        if root == frame.receiver and len(frame.names.get(root, ())) == 1:
            kind = "class" if "classmethod" in frame.flags or call.kind == "super" else "self"
            kind = "new" if frame.key.endswith((".__new__", ".__init_subclass__")) else kind
            around = frame.owner
        elif receiver == "super()":
            kind, around = "super", frame.owner
        else:
            kind, around = "", self._local(root, frame, call.start)
        if receiver and kind != "super" and not receiver.replace(".", "").isidentifier():
            return None
        if f"{root}." in frame.dotted:
            return None
        return (around, kind, "set" if call.argc == SET and call.kind == "property" else call.kind, receiver, call.name)

    def _local(self, name: str, frame: Frame, at: int) -> str:
        """The function around that binds a name, and which of its values may reach; "" for none."""
        place: Frame | None = frame
        while place is not None and not place.is_module:
            sources = place.names.get(name)
            if sources:
                chosen = len(sources) > 1 and place is frame and frame.position >= 0
                held = self.evaluator.narrowed(name, frame, at) if place is frame else ()
                return f"{place.key} {starts(self.evaluator.reaching(sources, frame, at) if chosen else sources)} {','.join(held)}"
            place = self.evaluator.frames.outer(place)
        return ""

    def _leads(self, call: Call, frame: Frame, position: int) -> tuple[tuple[Resolved, ...], bool]:
        self.evaluator.begin()
        if call.kind in ("property", "ref"):
            return tuple(self._property(0, call, frame)), False
        if call.kind == "with":
            return tuple(self._with(0, call, frame)), False
        values = self._callee(call, frame, position)
        found = list(self._called(0, call, values))
        if call.kind == "decorator" and (call.args or call.argc == 0):  # what it gives back is called, too
            second = union(
                self.evaluator.calls.result(value, ()) for value in values if value.kind in ("function", "class")
            )
            found += self._called(0, call, tuple(v for v in second if v.kind in ("function", "instance")))
        return tuple(found), not any(v.kind in ("function", "class") for v in values)

    # -- what is called --------------------------------------------------------------------------------------------

    def _callee(self, call: Call, frame: Frame, position: int) -> Values:
        if not call.name:
            return self._unnamed(call, frame, position)
        if not call.receiver:
            return self.evaluator.name(call.name, frame, call.start)
        expr = read(call.receiver)
        placed = self.evaluator.placed(expr, call.name, frame, call.start)
        base = self.evaluator.values(expr, frame, call.start) if not placed else ()
        return placed or union([self.evaluator.objects.attribute(value, call.name) for value in base])

    def _unnamed(self, call: Call, frame: Frame, position: int) -> Values:
        """`f()()`, `d["k"]()`, `(lambda: 1)()`"""
        expr = read(call.receiver)
        if expr.kind == "lambda":
            scope = self.evaluator.scope
            found = lambda_at(scope, position, call.start, call.end)
            return (Value("function", scope.ids[found]),) if found >= 0 else ()
        return self.evaluator.values(expr, frame, call.start)

    def _called(self, site: int, call: Call, values: Values) -> Iterator[Resolved]:
        targets = union([self.targets(value) for value in values])
        dotted = sorted({v.key for v in values if v.kind == "external"})
        if targets and (dotted or UNKNOWN in values or any(map(self._structural, targets))):
            yield from map(_perhaps, self._edges(site, targets))
            if dotted:
                yield Resolved(site, (), "external", UNION, dotted[0])
        elif targets:
            yield from self._edges(site, targets)
        if targets:
            wrapped = self._wrappers(targets)
            if wrapped:
                yield Resolved(site, wrapped, "candidates", WRAPPED)
            return
        if dotted:
            yield Resolved(site, (), "external", 1.0, dotted[0])
        elif call.receiver and not values and call.kind == "call":
            yield from self._guess(site, call)

    def _guess(self, site: int, call: Call) -> Iterator[Resolved]:
        """The methods of that name in the project that take as many arguments, where nothing is known of the receiver."""
        if not call.name or call.name in _COMMON or call.name.startswith("__"):
            return
        offers = self.evaluator.lookup("method", call.name)
        keys = {offer.value[0] for offer in offers if _takes(offer.value[2], call.argc)} or {
            offer.value[0] for offer in offers
        }
        if 0 < len(keys) <= SHOWN:
            yield Resolved(site, tuple(sorted(keys)), "possible" if len(keys) <= CANDIDATE_CAP else "many", GUESSED)

    def _edges(self, site: int, values: Values) -> Iterator[Resolved]:
        keys = {v.key for v in values}
        if not keys:
            return
        overrides = {key for v in values for key in self._overrides(v)} - keys
        if len(keys | overrides) > CANDIDATE_CAP:
            shown = keys | overrides if len(keys | overrides) <= SHOWN else keys if len(keys) == 1 else set()
            yield Resolved(site, tuple(sorted(shown)), "many", GUESSED)
        elif overrides:
            yield Resolved(site, tuple(sorted(keys | overrides)), "candidates", OVERRIDDEN)
        elif len(keys) == 1:
            yield Resolved(site, tuple(keys), "exact", 1.0)
        else:
            yield Resolved(site, tuple(sorted(keys)), "candidates", UNION)

    def targets(self, value: Value) -> Values:
        """The functions that run when this value is called."""
        if value.kind == "function":
            return (value,)
        if value.kind == "class":
            return union(
                tuple(method._replace(owner=value.key, open=value.open) for method in self._method(value.key, name))
                for name in _CONSTRUCTION
            )
        if value.kind == "instance":
            return tuple(v for v in self.evaluator.objects.attribute(value, "__call__") if v.kind == "function")
        return ()

    def _method(self, key: str, name: str) -> Values:
        for place in self.evaluator.hierarchy.order(key):
            if place.startswith(LIBRARY) and place not in BARE:
                return ()
            found = tuple(
                Value("function", offer.value[0])
                for offer in self.evaluator.frames.ask("member", f"{place}.{name}")
                if offer.value[1] == "function"
            )
            if found:
                return found
        return ()

    def _structural(self, value: Value) -> bool:
        """A method of a `Protocol`: whatever has the members may stand there."""
        return bool(value.open and value.owner) and any(
            base in PROTOCOLS for base in self.evaluator.hierarchy.bases(value.owner)
        )

    def _overrides(self, value: Value) -> Iterable[str]:
        """Methods of the same name in classes below the object's: any of them may be meant."""
        if not value.open or not value.owner:
            return ()
        name = value.key.partition("~")[0].rpartition(".")[2]
        found = set()
        for child in self.evaluator.hierarchy.below(value.owner):
            for offer in self.evaluator.frames.ask("member", f"{child}.{name}"):
                if offer.value[1] == "function":
                    found.add(offer.value[0])
        return found

    def _wrappers(self, targets: Values) -> tuple[str, ...]:
        """Functions of the project that decorators put in the place of the targets."""
        found = {key for target in targets if target.frame != RAW for key in self._wrapping(target.key)}
        return tuple(sorted(found)) if len(found) <= CANDIDATE_CAP else ()

    def _wrapping(self, function: str) -> frozenset[str]:
        found = self._wraps.get(function)
        if found is None:
            frame = self.evaluator.frames.frame(function)
            outer = self.evaluator.frames.outer(frame) if frame.decorators else None
            found = self._wraps[function] = (
                frozenset(self._outermost(frame.decorators, outer, function)) if outer is not None else frozenset()
            )
        return found

    def _outermost(self, decorators: Iterable[str], outer: Frame, function: str) -> Iterable[str]:
        """What the last decorator to run of which anything is known puts in a function's place."""
        for text in decorators:
            found = {v.key for v in self._decorated(read(text), outer)} - {function}
            if found:
                return found
        return ()

    def _decorated(self, decorator: Expr, frame: Frame) -> Values:
        values = self.evaluator.values(decorator, frame)
        made = union([self.evaluator.calls.result(v, ()) for v in values if v.kind in ("function", "class")])
        return union([self.targets(v) for v in made if v.kind in ("function", "instance")])

    # -- what runs without a call written ----------------------------------------------------------------------------

    def _property(self, site: int, call: Call, frame: Frame) -> Iterator[Resolved]:
        special = call.name.startswith("__")
        dynamic = bool(self.evaluator.lookup("method", "__setattr__" if call.argc == SET else "__getattr__"))
        if (
            call.name != "__iter__"
            and not dynamic
            and not any(
                self.evaluator.lookup("method" if special else "getter", name)
                for name in (call.name, *_OTHERWISE.get(call.name, ()))
            )
        ):
            return
        base = self.evaluator.read(call.receiver, frame, call.start)
        if call.name == "__iter__":
            yield from self._iterated(site, base)
            return
        if special:
            yield from (
                self._edges(site, union([self.targets(v) for v in base if v.kind == "class"]))
                if call.name == "__init__"
                else self._special(site, base, call.name)
            )
            return
        kind = "setter" if call.argc == SET else "property"
        found = union(self._getters(value, call.name, kind) for value in base if value.kind == "instance")
        if dynamic and not found:
            if call.argc == SET:
                yield from self._run(site, base, ("__setattr__",))
            elif found := union(self._missing(value, call.name) for value in base):
                yield from map(_perhaps, self._edges(site, found))
            return
        if found:
            yield from map(_perhaps, self._edges(site, found)) if UNKNOWN in base else self._edges(site, found)
            descriptors = {v.key for getter in found for v in self._descriptors(getter)}
            if descriptors:
                yield Resolved(site, tuple(sorted(descriptors)), "candidates", WRAPPED)

    def _special(self, site: int, base: Values, name: str) -> Iterator[Resolved]:
        return (
            self._looked_for(site, base)
            if name == "__hash__"
            else self._run(site, base, (name, *_OTHERWISE.get(name, ())))
        )

    def _run(self, site: int, base: Values, names: tuple[str, ...]) -> Iterator[Resolved]:
        """The first of these special methods that an object has."""
        methods = [
            next((found for name in names if (found := self._method(v.key, name))), ())
            for v in base
            if v.kind == "instance"
        ]
        bound = union(
            tuple(m._replace(owner=v.key, open=v.open) for m in found)
            for v, found in zip([v for v in base if v.kind == "instance"], methods, strict=True)
        )
        if bound:
            sure = all(methods) and len(methods) == len(base) and not any(map(self._structural, bound))
            yield from self._edges(site, bound) if sure else map(_perhaps, self._edges(site, bound))
            if wrapped := self._wrappers(bound):
                yield Resolved(site, wrapped, "candidates", WRAPPED)

    def _asked(self, site: int, call: Call, frame: Frame) -> Iterator[Resolved]:
        """`len(x)`, `str(x)`, `seen.add(x)`: what a builtin asks of an object of the project's."""
        names = ASKED["format"] if call.name in SHOWING else ASKED[call.name] if not call.receiver else ("__hash__",)
        elements = OF_ELEMENTS.get(call.name, ()) if not call.receiver else ()
        if not any(self.evaluator.lookup("method", name) for name in (*names, *elements)):
            return
        self.evaluator.begin()
        for text in call.given if call.name in SHOWING else call.given[:1]:
            base = self.evaluator.read(text, frame, call.start) if text else ()
            if names[0] == "__iter__":
                yield from self._iterated(site, base)
            else:
                yield from self._looked_for(site, base) if names[0] == "__hash__" else self._run(site, base, names)
            if elements:
                taken = union(self.evaluator.containers.elements(value) for value in base)
                yield from (
                    self._looked_for(site, taken) if elements[0] == "__hash__" else self._run(site, taken, elements)
                )

    def _looked_for(self, site: int, base: Values) -> Iterator[Resolved]:
        """What a container may ask of a key or an element."""
        for name in ("__hash__", "__eq__"):
            yield from map(_perhaps, self._run(site, base, (name,)))

    def _missing(self, value: Value, name: str) -> Values:
        """`__getattr__`, where nothing is known to be held under that name."""
        if value.kind != "instance":
            return ()
        ask, order = self.evaluator.frames.ask, self.evaluator.hierarchy.order(value.key)
        known = any(
            (place.startswith(LIBRARY) and place not in BARE)
            or ask("member", f"{place}.{name}")
            or ask("field", f"{place}.{name}")
            for place in order
        )
        return () if known else self._method(value.key, "__getattr__")

    def _descriptors(self, getter: Value) -> Values:
        """`__get__` of the project's own descriptor classes that decorate a getter."""
        frame = self.evaluator.frames.frame(getter.key)
        outer = self.evaluator.frames.outer(frame)
        values = (
            union(self.evaluator.values(read(text), outer) for text in frame.decorators) if outer is not None else ()
        )
        return union(self._method(value.key, "__get__") for value in values if value.kind == "class")

    def _iterated(self, site: int, values: Values) -> Iterator[Resolved]:
        """A loop over an object of the project's: it is asked for an iterator, and that for each item."""
        resumed = tuple(Value("function", value.key) for value in values if value.kind == "yields")
        yield from map(_perhaps, self._edges(site, resumed))
        for value in values:
            makers = (
                [v for v in self.evaluator.objects.attribute(value, "__iter__") if v.kind == "function"]
                if value.kind == "instance"
                else []
            )
            for maker in makers:
                yield from self._edges(site, (maker,))
                for made in self.evaluator.calls.result(maker, ()):
                    steps = self.evaluator.objects.attribute(made, "__next__") if made.kind == "instance" else ()
                    yield from (
                        edge for step in steps if step.kind == "function" for edge in self._edges(site, (step,))
                    )

    def _getters(self, value: Value, name: str, kind: str) -> Values:
        """What runs when the attribute is read or set: a property, or a descriptor's `__get__` or `__set__`."""
        found: list[Value] = []
        for offer in self._first(value.key, name):
            if offer.value[1] == "function":
                if kind in offer.value[2].split():
                    found.append(Value("function", offer.value[0], value.key, open=value.open))
            elif offer.value[1] == "value" and offer.value[3]:
                held = self.evaluator.read(offer.value[3], self.evaluator.frames.frame(offer.name.rpartition(".")[0]))
                asked = "__get__" if kind == "property" else "__set__"
                found += [method for v in held if v.kind == "instance" for method in self._method(v.key, asked)]
                found += [
                    Value("function", v.key, value.key, open=value.open)
                    for v in held
                    if v.kind == "getter" and kind == "property"
                ]
        return tuple(found)

    def _first(self, key: str, name: str) -> tuple[Offer, ...]:
        for place in self.evaluator.hierarchy.order(key):
            offers = () if place.startswith(LIBRARY) else self.evaluator.frames.ask("member", f"{place}.{name}")
            if offers:
                return offers
        return ()

    def _with(self, site: int, call: Call, frame: Frame) -> Iterator[Resolved]:
        leave = call.name.replace("enter", "exit")
        base = self.evaluator.read(call.receiver, frame, call.start)
        for name in (call.name, leave):
            targets = union(
                self.targets(v)
                for value in base
                if value.kind == "instance"
                for v in self.evaluator.objects.attribute(value, name)
            )
            if targets:
                yield from self._edges(site, targets)

    def _reference(self, site: int, call: Call, around: Call, frame: Frame) -> Iterator[Resolved]:
        """A function handed to something that is not ours may be called by it."""
        if not any(first <= call.start < last for first, last in around.args) or (
            around.receiver and around.name in ADDING
        ):
            return
        self.evaluator.begin()
        values = [v for v in self._callee(call, frame, -1) if v.kind == "function"]
        if values and len(values) <= CANDIDATE_CAP:
            yield Resolved(site, tuple(sorted({v.key for v in values})), "possible", HANDED)


def _takes(arity: str, count: int) -> bool:
    """Whether a method of that arity, `least most` without the object itself, may be called with that many arguments; -1: nobody knows."""
    least, most = map(int, arity.split())
    return count < 0 or (least <= count and (most < 0 or count <= most))


def _perhaps(edge: Resolved) -> Resolved:
    """Something outside of the project may be meant as well."""
    return edge._replace(how="candidates", confidence=UNION) if edge.how == "exact" else edge
