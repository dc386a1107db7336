"""Which functions of the project run when a value is called, and how sure that is.

A class runs its constructor, an object its `__call__`, a decorated function what its decorators put in its place; a
method may be one of a class below. How an answer is given (exact, one of several, too many to list) is decided here for
all sites.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from ...model.calls import CANDIDATE_CAP, Resolved
from .evaluate import Evaluator
from .expression import HELD, Expr, read
from .frames import Frame
from .hierarchy import BARE, LIBRARY
from .values import RAW, Value, Values, union

OVERRIDDEN: Final = 0.8  # one of a base's method and its overrides
UNION: Final = 0.8
WRAPPED: Final = 0.7
GUESSED: Final = 0.4
SHOWN: Final = 64  # targets listed of an answer that is `many`
PROTOCOLS: Final = frozenset({f"{LIBRARY}typing.Protocol", f"{LIBRARY}typing_extensions.Protocol"})
_CONSTRUCTION: Final = ("__init__", "__new__")


class Targets:
    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self._wraps: dict[str, frozenset[str]] = {}
        self._methods: dict[tuple[str, str], Values] = {}

    def edges(self, site: int, values: Values) -> Iterator[Resolved]:
        keys = {v.key for v in values}
        if not keys:
            return
        overrides = {key for v in values for key in self.evaluator.hierarchy.overrides(v)} - keys
        if len(keys | overrides) > CANDIDATE_CAP:
            shown = keys | overrides if len(keys | overrides) <= SHOWN else keys if len(keys) == 1 else set()
            yield Resolved(site, tuple(sorted(shown)), "many", GUESSED)
        elif overrides:
            yield Resolved(site, tuple(sorted(keys | overrides)), "candidates", OVERRIDDEN)
        elif len(keys) == 1:
            yield Resolved(site, tuple(keys), "exact", 1.0)
        else:
            yield Resolved(site, tuple(sorted(keys)), "candidates", UNION)

    def run_by(self, value: Value) -> Values:
        """The functions that run when this value is called."""
        if value.kind == "function":
            return (value,)
        if value.kind == "class":
            return self.maker(value) or self.construction(value)
        if value.kind == "instance":
            return tuple(v for v in self.evaluator.attribute(value, "__call__") if v.kind == "function")
        return ()

    def construction(self, value: Value) -> Values:
        """The constructor of a class."""
        return union(
            tuple(method._replace(owner=value.key, open=value.open) for method in self.method(value.key, name))
            for name in _CONSTRUCTION
        )

    def maker(self, value: Value) -> Values:
        """What a metaclass of the project puts in the place of construction."""
        key = self.evaluator.hierarchy.metaclass(value.key) if value.kind == "class" else ""
        return tuple(method._replace(owner=key) for method in self.method(key, "__call__")) if key else ()

    def constructed(self, maker: str) -> Values:
        """The constructors that a metaclass, or one below it, may go on to."""
        classes = self.evaluator.hierarchy.makes(maker)
        return union(self.construction(Value("class", key)) for key in classes)

    def method(self, key: str, name: str) -> Values:
        found = self._methods.get((key, name))
        if found is None:
            found = self._methods[key, name] = self._method(key, name)
        return found

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

    def structural(self, value: Value) -> bool:
        """A method of a `Protocol`: whatever has the members may stand there."""
        return bool(value.open and value.owner) and any(
            base in PROTOCOLS for base in self.evaluator.hierarchy.bases(value.owner)
        )

    def wrappers(self, targets: Values) -> tuple[str, ...]:
        """Functions of the project that decorators put in the place of the targets."""
        found = {key for target in targets if target.frame != RAW for key in self._wrapping(target.key)} - {""}
        return tuple(sorted(found)) if len(found) <= CANDIDATE_CAP else ()

    def replaced(self, targets: Values) -> bool:
        """Whether decorators of the project may have put something else in the place of a target."""
        return any(target.frame != RAW and self._wrapping(target.key) for target in targets)

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
        """What the last decorator to run of which anything is known puts in a function's place; "": something that is
        not known."""
        unknown: tuple[str, ...] = ()
        for text in decorators:
            makers = [v for v in self.evaluator.values(read(text), outer) if v.kind in ("function", "class")]
            given = (("", Expr(HELD, function), outer),)
            made = union([self.evaluator.result(v, given) for v in makers])
            found = {v.key for v in union([self.run_by(v) for v in made if v.kind in ("function", "instance")])}
            if found - {function}:
                return found - {function}
            if makers and not found:
                unknown = ("",)
        return unknown


def perhaps(edge: Resolved) -> Resolved:
    """Something outside of the project may be meant as well."""
    return edge._replace(how="candidates", confidence=UNION) if edge.how == "exact" else edge
