"""What a call may give back: the values of the returns of whom it calls, an object of the class, what an annotation says."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from .annotations import Annotations
from .decorated import Decorated
from .evaluation import Evaluation, Given
from .expression import Expr, read
from .frames import Frame
from .hierarchy import LIBRARY
from .values import ABOVE, NOTHING, UNKNOWN, Value, Values, every, instance, made, union

_KEEPERS: Final = frozenset(
    {
        "functools.wraps",
        "functools.update_wrapper",
        "functools.lru_cache",
        "functools.cache",
        "functools.partial",
        "staticmethod",
        "classmethod",
        "copy.copy",
        "copy.deepcopy",
        "contextlib.contextmanager",
        "functools.cached_property",
        "abc.abstractmethod",
    }
)
_OVERRIDES: Final = 8  # methods of one name of which the results are read
_ELEMENT_MAKERS: Final = frozenset(
    {"list", "tuple", "set", "frozenset", "sorted", "reversed", "iter", "next", "min", "max"}
)

_RAISING: Final = frozenset({"raises", "assertRaises", "assertRaisesRegex"})
_PAIRING: Final = frozenset(
    {"enumerate", "zip", "map", "filter", "itertools.chain", "itertools.zip_longest", "itertools.product"}
)
_OF_PROPERTIES: Final = (("getter", "fget"), ("setter", "fset"))
_TAKING: Final = frozenset(
    {
        "get",
        "pop",
        "popleft",
        "popitem",
        "setdefault",
        "get_nowait",
        "first",
        "last",
        "one",
        "result",
        "peek",
    }
)


class Calls:
    def __init__(self, evaluator: Evaluation, annotations: Annotations) -> None:
        self._evaluator, self._annotations, self._decorated = evaluator, annotations, Decorated(evaluator)

    def result(self, callee: Value, arguments: Given, at: int = -1) -> Values:
        """What calling it gives back."""
        if callee.kind == "class":
            return self._made_class(callee, arguments) or (instance(callee.key, of_subclass=callee.open),)
        if callee.kind == "function":
            return self._as_decorated(callee, arguments, at) or self._returned(callee, arguments, at)
        if callee.kind == "instance":
            calls = [v for v in self._evaluator.attribute(callee, "__call__") if v.kind == "function"]
            return union(self.result(v, arguments, at) for v in calls)
        if callee.kind == "apply":
            return self._argument(arguments, 0, "", at)
        if callee.kind == "external":
            return self._from_library(callee, arguments, at)
        return (callee,) if callee.kind == "unknown" else NOTHING

    def _made_class(self, callee: Value, arguments: Given) -> Values:
        """`Meta("Name", (Base,), {…})`: a class that has what its bases have, where it has nothing of its own."""
        if len(arguments) != 3 or LIBRARY + "type" not in self._evaluator.hierarchy.order(callee.key):
            return NOTHING
        bases = arguments[1][1]
        values = self._evaluator.values
        found = union([values(part, arguments[1][2]) for part in bases.parts]) if bases.kind == "tuple" else NOTHING
        made_of = tuple(value for value in found if value.kind == "class")
        return (*made_of, UNKNOWN) if made_of else NOTHING

    def _from_library(self, callee: Value, arguments: Given, at: int) -> Values:
        dotted = callee.key
        last = dotted.rpartition(".")[2]
        if last == "cast" and dotted.startswith("typing") and len(arguments) > 1:
            declared = self._annotations.instances(arguments[0][1], arguments[0][2])
            return declared or self._argument(arguments, 1, "", at)
        if dotted == "property":
            return self._property(arguments, at)
        if dotted in _KEEPERS:
            found = self._argument(arguments, 0, "", at)
            return (Value("apply", dotted),) if dotted == "functools.wraps" or not found else found
        if callee.expr is not None and callee.expr.kind == "index":
            return self._from_container(callee, last)
        if callee.expr is not None and last in ("get", "pop", "setdefault", "values", "items", "copy"):
            return self._from_literal(callee, last, arguments)
        if dotted in _PAIRING and arguments:
            return self._paired(dotted, arguments)
        if dotted in _ELEMENT_MAKERS and arguments:
            found = self._argument(arguments, 0, "", at)
            kept = tuple(v for v in found if v.kind in ("literal", "each", "yields", "instance"))
            if dotted in ("next", "min", "max"):
                return union(self._evaluator.elements(v) for v in kept)
            taken = ("instance",) if dotted == "iter" else ("instance", "yields")
            if any(v.kind in taken for v in kept):  # `list(rows)` is no `Rows`, and what it took ran then
                return self._paired("filter", (arguments[0], arguments[0]))
            if kept:
                return kept
        if last in _RAISING and arguments and not arguments[0][0]:  # as an `except` does: see `Objects.attribute`
            return (made(dotted)._replace(expr=arguments[0][1], frame=arguments[0][2].key),)
        return (made(dotted),)

    def _property(self, arguments: Given, at: int) -> Values:
        return tuple(
            Value(kind, value.key)
            for place, (kind, keyword) in enumerate(_OF_PROPERTIES)
            for value in self._argument(arguments, place, keyword, at)
            if value.kind == "function"
        )

    def _paired(self, dotted: str, arguments: Given) -> Values:
        """What a builtin gives out of other containers, one at a time."""
        taken = [Expr("next", "", (expr,)) for keyword, expr, _ in arguments if not keyword]
        if dotted in ("map", "filter", "itertools.starmap"):
            taken = taken[1:]
        frame = arguments[0][2].key
        if dotted == "enumerate":
            item = Expr("tuple", "", (Expr("lit", "int"), *taken[:1]))
        elif dotted == "map":
            item = Expr("call", "", (arguments[0][1], *taken))
        elif dotted in ("filter", "itertools.chain"):
            return (Value("literal", "list", expr=Expr("list", "", tuple(taken)), frame=frame),)
        else:
            item = Expr("tuple", "", tuple(taken))
        return (Value("literal", "list", expr=Expr("list", "", (item,)), frame=frame),)

    def _from_container(self, callee: Value, last: str) -> Values:
        """A method of a container whose elements' type is annotated (`ContextVar[T].get()`, `dict[K, V].values()`)."""
        container = Value("each", callee.key.rpartition(".")[0], callee.owner, expr=callee.expr, frame=callee.frame)
        if last in _TAKING:
            return self._annotations.element(container)
        if last == "items":
            return self._annotations.items(container)
        return (self._annotations.values(container),) if last in ("values", "copy") else NOTHING

    def _from_literal(self, callee: Value, last: str, arguments: Given) -> Values:
        base = Value("literal", callee.key.partition(".")[0], expr=callee.expr, frame=callee.frame)
        if last in ("get", "pop", "setdefault") and arguments:
            return self._evaluator.item(base, arguments[0][1])
        if callee.expr is not None and last == "values":
            return (base._replace(key="list", expr=Expr("list", "", callee.expr.parts[1::2])),)
        if callee.expr is not None and last == "items":
            pairs = zip(callee.expr.parts[::2], callee.expr.parts[1::2], strict=False)
            return (base._replace(key="list", expr=Expr("list", "", tuple(Expr("tuple", "", pair) for pair in pairs))),)
        return (base,) if last == "copy" else NOTHING

    def _as_decorated(self, callee: Value, arguments: Given, at: int) -> Values:
        placed = self._decorated.placed(callee)
        if placed is None:
            return NOTHING
        frame = placed[1]
        if "generator" in frame.flags:
            return (Value("yields", placed[0].key),)
        given = {name for name, *_ in frame.params}
        texts = [text for text in frame.returns if not self._decorated.gives_nothing(text, frame)]
        return every([self._return(text, frame, given, placed[0], arguments, at) for text in texts])

    def _returned(self, callee: Value, arguments: Given, at: int) -> Values:
        declared, found = self._given_back(callee, arguments, at)
        overrides = self._evaluator.hierarchy.overrides(callee) if not declared else ()
        if not overrides:
            return found
        if len(overrides) > _OVERRIDES:
            return union((found, (UNKNOWN,)))
        below = [self._given_back(callee._replace(key=key), arguments, at)[1] for key in overrides]
        return every([group for group in (found, *below) if group])

    def _given_back(self, callee: Value, arguments: Given, at: int) -> tuple[bool, Values]:
        """Whether that is declared, and what it gives back."""
        frame = self._evaluator.frames.frame(callee.key)
        if frame.owner and frame.key.endswith((".__new__",)):
            return True, (instance(frame.owner, of_subclass=True),)
        declared = self._annotations.read(frame.result, frame, callee.owner) if frame.result else NOTHING
        if declared and all(map(self._annotations.tells, declared)):
            return True, tuple(_resumed(value, callee, frame) for value in declared)
        if "generator" in frame.flags:
            return False, (Value("yields", callee.key),)
        given = {name for name, *_ in frame.params}
        found = every([self._return(text, frame, given, callee, arguments, at) for text in frame.returns])
        return False, found or declared

    def _return(
        self, text: str, frame: Frame, params: Iterable[str], callee: Value, arguments: Given, at: int
    ) -> Values:
        if text.startswith("@"):
            return (Value("function", text[1:]),)
        expr = read(text)
        if expr.kind == "name" and expr.text in params and len(frame.names.get(expr.text, ())) <= 1:
            if expr.text == frame.receiver and callee.owner:
                return (instance(callee.owner, of_subclass=callee.open or callee.frame == ABOVE),)
            position = [name for name, *_ in frame.params].index(expr.text) - bool(frame.receiver and callee.owner)
            if arguments:
                return self._argument(arguments, position, expr.text, at)
        if callee.owner and frame.receiver and frame.receiver in text and callee.owner != frame.owner:
            frame = frame._replace(owner=callee.owner)  # the object's or class's own class is known
        key = (frame.key, f"return {frame.owner} {text}")
        return self._evaluator.once(key, lambda: self._evaluator.values(expr, frame))

    def operated(self, expr: Expr, frame: Frame, at: int) -> Values:
        """What an operator gives: what the special method of the left operand's class gives back, or the right one's, which is asked
        first where that is a subclass, and then where the left one declines."""
        name, given_back = expr.text, NOTHING
        for asked, operand, other in (
            (name, expr.parts[0], expr.parts[1:]),
            (f"__r{name[2:]}", expr.parts[-1], expr.parts[:1]),
        ):
            if not self._evaluator.lookup("method", asked):
                continue
            values = self._evaluator.values(operand, frame, at)
            given = arguments_of(other, frame)
            given_back = union([given_back, every([self._asked(value, asked, given, at) for value in values])])
        return given_back

    def _asked(self, value: Value, name: str, given: Given, at: int) -> Values:
        if value.kind != "instance":
            return (value,) if value.kind == "unknown" else NOTHING
        methods = [v for v in self._evaluator.attribute(value, name) if v.kind == "function"]
        return union([self.result(method, given, at) for method in methods])

    def _argument(self, arguments: Given, position: int, name: str, at: int) -> Values:
        plain = [pair for pair in arguments if not pair[0]]
        for keyword, expr, frame in arguments:
            if keyword and keyword == name:
                return self._evaluator.values(expr, frame, at)
        return (
            self._evaluator.values(plain[position][1], plain[position][2], at)
            if 0 <= position < len(plain)
            else NOTHING
        )


def arguments_of(parts: tuple[Expr, ...], frame: Frame) -> Given:
    return tuple((p.text, p.parts[0], frame) if p.kind == "kw" else ("", p, frame) for p in parts)


def _resumed(declared: Value, callee: Value, frame: Frame) -> Value:
    """The iterator that a generator declares: what it gives out is declared, and what goes through it runs the generator."""
    goes_on = declared.kind == "each" and "generator" in frame.flags
    return declared._replace(kind="yields", key=callee.key) if goes_on else declared
