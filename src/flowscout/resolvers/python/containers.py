"""What containers hold: literals, annotated ones, generators, objects with the container methods."""

from __future__ import annotations

from .annotations import Annotations
from .evaluation import Evaluation
from .expression import Expr, is_none
from .values import NOTHING, Value, Values, every, union


class Containers:
    def __init__(self, evaluator: Evaluation, annotations: Annotations) -> None:
        self._evaluator, self._annotations = evaluator, annotations

    def item(self, base: Value, key: Expr) -> Values:
        """base[key]"""
        if base.kind == "each":
            return self._annotations.item(base, key)
        if base.kind in ("class", "unknown"):
            return (base,)
        if base.kind == "instance":
            return union(
                self._evaluator.result(v, (), -1)
                for v in self._evaluator.attribute(base, "__getitem__")
                if v.kind == "function"
            )
        if base.kind != "literal" or base.expr is None:
            return NOTHING
        frame = self._evaluator.frames.frame(base.frame)
        return every([self._evaluator.values(part, frame) for part in _picked(base.expr, key) if not is_none(part)])

    def slice(self, base: Value, bounds: tuple[Expr, ...]) -> Value:
        """base[first:last], where both are written out; else all of it."""
        first, last = (_place(bound) for bound in bounds) if len(bounds) == 2 else (None, None)
        if (
            base.kind != "literal"
            or base.expr is None
            or base.expr.kind not in ("list", "tuple")
            or len(bounds) != 2
            or None in (first, last)
        ):
            return base
        return base._replace(expr=base.expr._replace(parts=base.expr.parts[first : last if last != _END else None]))

    def elements(self, base: Value) -> Values:
        """What a loop over it takes out."""
        if base.kind == "each":
            return self._annotations.key(base)
        if base.kind == "yields":
            return self._yielded(base)
        if base.kind == "unknown":
            return (base,)
        if base.kind == "instance":
            return union([self._stepped(value) for value in self._asked(base, "__iter__")])
        if base.kind != "literal" or base.expr is None:
            return NOTHING
        frame = self._evaluator.frames.frame(base.frame)
        parts = base.expr.parts[::2] if base.expr.kind == "dict" else base.expr.parts
        return every([self._evaluator.values(part, frame) for part in parts if not is_none(part)])

    def _stepped(self, iterator: Value) -> Values:
        if iterator.kind in ("yields", "literal", "each"):
            return self.elements(iterator)
        return self._asked(iterator, "__next__")

    def _asked(self, base: Value, name: str) -> Values:
        """What a method of that name gives back."""
        methods = self._evaluator.attribute(base, name) if base.kind == "instance" else NOTHING
        return union([self._evaluator.result(v, (), -1) for v in methods if v.kind == "function"])

    def _yielded(self, base: Value) -> Values:
        if base.expr is not None:  # as declared
            return self._annotations.key(base)
        frame = self._evaluator.frames.frame(base.key)
        return union(
            self._evaluator.once((frame.key, "return " + text), lambda text=text: self._evaluator.read(text, frame))  # type: ignore[misc]
            for text in frame.returns
        )

    def entered(self, base: Value) -> Values:
        """What `with base as x` binds."""
        if base.kind == "yields":
            return self._yielded(base)
        if base.kind != "instance":
            return (base,)
        found = [
            v
            for v in self._evaluator.attribute(base, "__enter__") + self._evaluator.attribute(base, "__aenter__")
            if v.kind == "function"
        ]
        return union(self._evaluator.result(v, (), -1) for v in found) or (base,)


_END = 1 << 30


def _place(bound: Expr) -> int | None:
    """A bound of a slice: none written is 0 or the end by where it stands."""
    if bound.kind == "lit" and bound.text == "int" and bound.parts[0].text.isdigit():
        return int(bound.parts[0].text)
    return {"first": 0, "last": _END}.get(bound.text) if bound.kind == "bound" else None


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
