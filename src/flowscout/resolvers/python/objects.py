"""Attributes: of modules, classes, objects, library things."""

from __future__ import annotations

import builtins
from collections.abc import Iterator, Sequence
from typing import Final

from ...ports import Offer
from . import modules
from .annotations import Annotations
from .evaluation import Evaluation
from .exports import Exports
from .hierarchy import BARE, LIBRARY
from .scope import ITEM, KNOWN
from .values import ABOVE, NOTHING, UNKNOWN, Value, Values, every, instance, union

_MOST_BELOW: Final = 16
_MOST_HELD: Final = 8
BUILTINS: Final = frozenset(vars(builtins))
_CONSTRUCTOR: Final = ".__init__"
_HOOK: Final = "__getattr__"
_EVERY: Final = "__getattribute__"
_CAUGHT: Final = frozenset({"value", "exception"})  # of `with raises(E) as caught`: an E
TYPES: Final = {name: held for name, held in vars(builtins).items() if isinstance(held, type)}


class Objects:
    def __init__(self, evaluator: Evaluation, annotations: Annotations, exports: Exports) -> None:
        self._evaluator, self._annotations, self._exports = evaluator, annotations, exports

    def attribute(self, base: Value, name: str) -> Values:
        if base.kind == "module":
            return self._exports.in_module(base.key, name)
        if base.kind in ("instance", "class", "super"):
            key = (f"{base.kind}{base.open:d}{base.key}", "." + name)
            found = self._evaluator.known.get(key)
            return self._evaluator.once(key, lambda: self._of_class(base, name)) if found is None else found
        if base.kind in ("external", "made"):
            return self._of_library(base, name)
        if base.kind == "literal":
            return (Value("external", f"{base.key}.{name}", expr=base.expr, frame=base.frame),)
        if base.kind == "each":
            return self._annotations.of_container(base, name)
        if base.kind == "unknown":
            return (base,)
        return (Value("function", base.key, base.owner),) if base.kind == "function" and name == "__call__" else NOTHING

    def named(self, base: Value, first: str, last: str) -> Values:
        """Methods whose names begin and end so, of an object's class, its bases, and the classes below."""
        if base.kind not in ("instance", "class"):
            return NOTHING
        hierarchy = self._evaluator.hierarchy
        below = hierarchy.below(base.key) if base.open else ()
        places = dict.fromkeys((*hierarchy.order(base.key), *(below if len(below) <= _MOST_BELOW else ())))
        names = {
            name: None
            for place in places
            if not place.startswith(LIBRARY)
            for offer in self._evaluator.frames.ask("methods", place)
            for name in offer.value
            if name.startswith(first) and name.endswith(last) and len(name) > len(first) + len(last)
        }
        found = union([self.attribute(base, name) for name in names])
        return tuple(value for value in found if value.kind == "function")

    def _of_library(self, base: Value, name: str) -> Values:
        dotted = f"{base.key}.{name}"
        if base.kind == "made" and base.expr is not None and name in _CAUGHT:
            return self._annotations.instances(base.expr, self._evaluator.frames.frame(base.frame))
        if base.kind == "made" and base.key in TYPES and not hasattr(TYPES[base.key], name):
            return NOTHING
        if base.kind == "external" and "." not in base.key and base.key not in BUILTINS:
            module = modules.find(self._evaluator.lookup, dotted, self._evaluator.scope.path)
            if module:
                return (Value("module", module),)
        return (Value("external", dotted),)

    def _of_class(self, base: Value, name: str) -> Values:
        if name == "__class__" and base.kind == "instance":
            return (Value("class", base.key, open=base.open),)
        order = self._evaluator.hierarchy.order(base.key)
        for at, place in enumerate(order):
            if place.startswith(LIBRARY) or (base.kind == "super" and not at):
                continue
            found = self._held(base, place, name)
            if found and base.kind == "super":
                return found
            if found:
                return every(
                    [found, *self._kept_above(place, order[at + 1 :], name), *self._held_below(base, found, name)]
                )
        if base.kind == "super":
            found = self._beside(base, name)
            if found:
                return found
        library = next((p for p in order[1:] if p.startswith(LIBRARY) and p not in BARE), "")
        below = self._only_below(base, name) if base.open and base.kind != "super" else NOTHING
        if not below and base.kind == "instance" and not library:
            return self._given_by_hook(base, order, name)
        return (*below, Value("external", f"{library[1:]}.{name}")) if library else below

    def _given_by_hook(self, base: Value, order: Sequence[str], name: str) -> Values:
        """What the class's own `__getattr__` gives for a name that nothing else is known to have."""
        if name[:2] == "__" or not self._evaluator.lookup("method", _HOOK):
            return NOTHING
        ask = self._evaluator.frames.ask
        if any(ask("member", f"{place}.{_EVERY}") for place in order):
            return (UNKNOWN,)  # which is asked before anything else
        found = next((held for place in order if (held := ask("member", f"{place}.{_HOOK}"))), ())
        given = [
            self._evaluator.result(Value("function", offer.value[0], base.key, open=base.open), ())
            for offer in found
            if offer.value[1] == "function"
        ]
        return union([*given, (UNKNOWN,)])

    def _kept_above(self, place: str, above: Sequence[str], name: str) -> Iterator[Values]:
        """What methods of the classes above put into the same field, where their constructors are not what the class's own
        constructor overwrites after it called them."""
        ask = self._evaluator.frames.ask
        own = ask("field", f"{place}.{name}")
        made = any(offer.value[0].endswith(_CONSTRUCTOR) for offer in own) and not ask("early", f"{place}.{name}")
        for higher in above if own else ():
            offers = [
                offer
                for offer in ask("field", f"{higher}.{name}")
                if offer.value[1:3] != ("", "None") and not (made and offer.value[0].endswith(_CONSTRUCTOR))
            ]
            if offers:
                yield self._evaluator.once((f"{higher}#{made}", name), lambda offers=offers: self._kept(offers))  # type: ignore[misc]

    def _held_below(self, base: Value, found: Values, name: str) -> Iterator[Values]:
        """What classes below the object's hold or keep under a name that is no method of it."""
        if not base.open or any(value.kind == "function" and value.owner for value in found):
            return
        ask, count = self._evaluator.frames.ask, 0
        for child in self._evaluator.hierarchy.below(base.key):
            held = any(offer.value[1:4:2] != ("value", "None") for offer in ask("member", f"{child}.{name}"))
            if held or any(offer.value[1:3] != ("", "None") for offer in ask("field", f"{child}.{name}")):
                count += 1
                if count > _MOST_HELD:
                    yield (UNKNOWN,)
                    return
                yield self._held(base, child, name)

    def _only_below(self, base: Value, name: str) -> Values:
        """A member that only subclasses have, or what they are mixed with."""
        hierarchy = self._evaluator.hierarchy
        below = hierarchy.below(base.key)
        if len(below) > _MOST_BELOW:
            return NOTHING
        found = []
        for child in below:
            places = (p for p in hierarchy.order(child) if not p.startswith(LIBRARY))
            found.append(next((held for held in (self._held(base, place, name) for place in places) if held), NOTHING))
        return union(found)

    def _beside(self, base: Value, name: str) -> Values:
        """What `super()` finds in a class that is mixed in: next in the orders of the classes that derive from it."""
        found = []
        for child in self._evaluator.hierarchy.below(base.key)[:_MOST_BELOW]:
            order = self._evaluator.hierarchy.order(child)
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
            for offer in self._evaluator.frames.ask("member", f"{place}.{name}")
            for value in self.member(offer.value, place)
            for replaced in self._seen(value, offer.value, base)
        ]
        if base.kind == "class" and not any(v.kind == "function" for v in values) and self._is_member(place, name):
            return (instance(place),)
        if base.kind != "super":
            values += self._field(place, name)
        if base.kind == "instance" and all(v.kind == "made" for v in values):
            values += self._constructed(place, name)
        return tuple(dict.fromkeys(values))

    def _is_member(self, key: str, name: str) -> bool:
        """A member of an enumeration is an object of it."""
        if not any(base.startswith(f"{LIBRARY}enum.") for base in self._evaluator.hierarchy.order(key)):
            return False
        return any(offer.value[1] == "value" for offer in self._evaluator.frames.ask("member", f"{key}.{name}"))

    def _seen(self, value: Value, offered: tuple[str, ...], base: Value) -> Values:
        if value.kind == "setter" and base.kind != "class":
            return NOTHING
        if value.kind == "getter" and base.kind != "class":
            return self._evaluator.result(Value("function", value.key, base.key), (), -1)
        if value.kind != "function" or offered[1] != "function":
            return (value,)
        flags = offered[2].split()
        if "setter" in flags:
            return NOTHING
        if "property" in flags and base.kind != "class":
            return self._evaluator.result(value._replace(owner=base.key), (), -1)
        bound = base.kind != "class" or "classmethod" in flags
        above = base.kind == "super"
        frame = ABOVE if above else value.frame
        return (value._replace(owner=base.key if bound else "", open=base.open and not above, frame=frame),)

    def member(self, value: tuple[str, ...], key: str) -> Values:
        if value[1] == "function":
            return (Value("function", value[0]),)
        if value[1] == "class":
            return (Value("class", value[0]),)
        return self._evaluator.once(
            (f"{key}=", value[2] + "=" + value[3]),
            lambda: self._evaluator.bound(KNOWN, value[2], value[3], self._evaluator.frames.frame(key)),
        )

    def _field(self, key: str, name: str) -> Values:
        offers = self._evaluator.frames.ask("field", f"{key}.{name}")
        return self._evaluator.once((f"{key}#", name), lambda: self._kept(offers)) if offers else NOTHING

    def _constructed(self, key: str, name: str) -> Values:
        """What a field is given by a constructor that was made for the fields of its class."""
        places = [offer.value.index(name) for offer in self._evaluator.frames.ask("fields", key) if name in offer.value]
        taken = self._evaluator.taken
        return self._evaluator.once((f"{key}(", name), lambda: taken(key, name, places[0])) if places else NOTHING

    def _kept(self, offers: Sequence[Offer]) -> Values:
        """What methods put into a field, and into the container that it is."""
        evaluator = self._evaluator
        plain = [
            evaluator.bound(how, annotation, text, evaluator.frames.frame(fid))
            for fid, annotation, text, how in (offer.value for offer in offers)
            if how != ITEM and (annotation or text != "None")
        ]
        items = [
            (deep, text, evaluator.frames.frame(fid))
            for fid, deep, text, how in (offer.value for offer in offers)
            if how == ITEM
        ]
        return evaluator.filled(every(plain), items) if items and plain else every(plain)
