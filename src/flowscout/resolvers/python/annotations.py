"""Annotations -> what a value of that type is: instances of project classes, containers of them, library objects."""

from __future__ import annotations

from typing import Final, TypeAlias

from .evaluation import Evaluation
from .expression import Expr, read
from .frames import Frame
from .values import NOTHING, Value, Values, instance, made, union

Known: TypeAlias = dict[tuple[Expr, str, int], Values]
"""What names in a frame were read as within one annotation, at a depth if as aliases: those may name each other."""
_ALONE: Final = -1

_TRANSPARENT: Final = frozenset(
    {
        "Annotated",
        "ClassVar",
        "Final",
        "Required",
        "NotRequired",
        "ReadOnly",
        "Unpack",
        "InitVar",
    }
)
_LAST: Final = frozenset({"Awaitable", "Coroutine"})
_CONTAINERS: Final = frozenset(
    {
        "list",
        "List",
        "set",
        "Set",
        "frozenset",
        "FrozenSet",
        "tuple",
        "Tuple",
        "deque",
        "Deque",
        "Sequence",
        "MutableSequence",
        "Iterable",
        "Iterator",
        "Collection",
        "Generator",
        "AsyncIterator",
        "AsyncIterable",
        "AsyncGenerator",
        "AbstractSet",
        "MutableSet",
        "KeysView",
        "ValuesView",
        "QuerySet",
    }
)
_MAPPINGS: Final = frozenset(
    {
        "dict",
        "Dict",
        "Mapping",
        "MutableMapping",
        "defaultdict",
        "DefaultDict",
        "OrderedDict",
        "ItemsView",
    }
)
_SAYS_NOTHING: Final = frozenset(
    {
        "Any",
        "Callable",
        "Optional",
        "Union",
        "object",
        "AnyStr",
        "NoReturn",
        "Never",
        "Literal",
        "LiteralString",
        "Generic",
        "Protocol",
        "TypeVar",
        "ParamSpec",
        "Concatenate",
        "type",
        "Type",
        "FunctionType",
        "MethodType",
        "TypeAlias",
        "property",  # what it runs is told by what makes it
    }
)


class Annotations:
    def __init__(self, evaluator: Evaluation) -> None:
        self._evaluator = evaluator

    def read(self, text: str, frame: Frame, owner: str = "") -> Values:
        return self.instances(read(text), frame, owner) if text else NOTHING

    def instances(
        self, expr: Expr, frame: Frame, owner: str = "", depth: int = 0, known: Known | None = None
    ) -> Values:
        """`owner`: the class a method was reached through, for `Self`."""
        if depth > 8:
            return NOTHING
        known = {} if known is None else known
        if expr.kind == "str":
            return self.instances(read(expr.text), frame, owner, depth + 1, known)
        if expr.kind in ("either", "tuple"):
            return union(self.instances(part, frame, owner, depth + 1, known) for part in expr.parts)
        if expr.kind == "index":
            return self._generic(expr, frame, owner, depth, known)
        if expr.kind not in ("name", "attr"):
            return NOTHING
        if expr.text == "Self":
            return (instance(owner or frame.owner, of_subclass=True),) if owner or frame.owner else NOTHING
        named = (expr, frame.key, _ALONE)
        if named not in known:
            known[named] = union(self._of(value) for value in self._evaluator.values(expr, frame))
        if known[named] or expr.kind != "name" or self._evaluator.spent():
            return known[named]
        alias = (expr, frame.key, depth)
        if alias not in known:
            known[alias] = self._aliased(expr, frame, owner, depth, known)
        return known[alias]

    def _aliased(self, expr: Expr, frame: Frame, owner: str, depth: int, known: Known) -> Values:
        """Of a name that stands for an annotation, `Node = Union["Leaf", "Branch"]`, at the top of a file."""
        written = self._evaluator.written(expr.text, frame)
        if written is not None and written[0].kind == "call":
            return union(self.instances(part, written[1], owner, depth + 1, known) for part in _bounds(written[0]))
        if written is None or written[0].kind not in ("index", "either", "str"):
            return NOTHING
        return self.instances(written[0], written[1], owner, depth + 1, known)

    def _of(self, value: Value) -> Values:
        if value.kind == "class":
            return (instance(value.key, of_subclass=True),)
        if value.kind == "external" and value.key.rpartition(".")[2] not in _SAYS_NOTHING:
            return (made(value.key),)
        return NOTHING

    def _generic(self, expr: Expr, frame: Frame, owner: str, depth: int, known: Known) -> Values:
        base, *arguments = expr.parts
        name = base.text
        if name in ("Optional", "Union") or name in _TRANSPARENT:
            kept = arguments if name == "Union" else arguments[:1]
            return union(self.instances(part, frame, owner, depth + 1, known) for part in kept)
        if name in ("type", "Type"):
            found = self.instances(arguments[0], frame, owner, depth + 1, known)
            return tuple(Value("class", v.key, open=True) for v in found if v.kind == "instance")
        if name in _LAST:
            return self.instances(arguments[-1], frame, owner, depth + 1, known)
        if name in ("Callable", "Literal"):
            return NOTHING
        if name in _CONTAINERS or name in _MAPPINGS:
            return (Value("each", name.lower(), owner, expr=expr, frame=frame.key),)
        found = self.instances(base, frame, owner, depth + 1, known)
        library = [v for v in found if v.kind == "made"]
        return tuple(Value("each", v.key, owner, expr=expr, frame=frame.key) for v in library) or found

    def tells(self, value: Value) -> bool:
        """Whether a declared type says anything of what it holds: `list[T]` of a type variable does not."""
        if value.kind != "each":
            return True
        mapping = value.expr is not None and value.expr.parts[0].text in _MAPPINGS
        return any(map(self.tells, self.element(value) if mapping else self.key(value)))

    def key(self, container: Value) -> Values:
        """What a loop over it takes out: of a tuple, any of its types."""
        expr = container.expr
        if expr is not None and expr.parts[0].text in ("tuple", "Tuple"):
            return union(self._part(container, at) for at in range(1, len(expr.parts)))
        return self._part(container, 1)

    def element(self, container: Value) -> Values:
        """What an index takes out: the value of a mapping, any element of anything else."""
        mapping = container.expr is not None and container.expr.parts[0].text in _MAPPINGS
        return self._part(container, 2 if mapping else 1)

    def values(self, container: Value) -> Value:
        """A mapping's values, as a container; any other container is its own."""
        expr = container.expr
        if expr is None or expr.parts[0].text not in _MAPPINGS or len(expr.parts) < 3:
            return container
        return container._replace(key="list", expr=Expr("index", "", (Expr("name", "list"), expr.parts[2])))

    def items(self, container: Value) -> Values:
        """A mapping's keys and values, as pairs."""
        expr = container.expr
        if expr is None or expr.parts[0].text not in _MAPPINGS or len(expr.parts) < 3:
            return NOTHING
        pair = Expr("index", "", (Expr("name", "tuple"), *expr.parts[1:3]))
        return (container._replace(key="list", expr=Expr("index", "", (Expr("name", "list"), pair))),)

    def item(self, container: Value, key: Expr) -> Values:
        """container[key]: of a tuple, the type at that place."""
        expr = container.expr
        if (
            expr is None
            or expr.parts[0].text not in ("tuple", "Tuple")
            or key.kind != "lit"
            or not key.parts
            or not key.parts[0].text.isdigit()
        ):
            return self.element(container)
        parts = expr.parts[1:]
        same = len(parts) == 2 and parts[1].kind == "lit" and parts[1].text == "ellipsis"
        return self._part(container, 1 if same else 1 + int(key.parts[0].text))

    def of_container(self, container: Value, name: str) -> Values:
        """An attribute of it: methods of the built-in type; those that give elements are read as the element."""
        return (
            Value("external", f"{container.key}.{name}", container.owner, expr=container.expr, frame=container.frame),
        )

    def _part(self, container: Value, which: int) -> Values:
        if container.expr is None or len(container.expr.parts) <= which:
            return NOTHING
        frame = self._evaluator.frames.frame(container.frame)
        return self.instances(container.expr.parts[which], frame, container.owner)


def _bounds(expr: Expr) -> tuple[Expr, ...]:
    """What a type variable may be at most: its bound, or one of its constraints."""
    if expr.parts[0].text != "TypeVar":
        return ()
    bound = next((part.parts for part in expr.parts[1:] if part.kind == "kw" and part.text == "bound"), None)
    return bound or tuple(part for part in expr.parts[2:] if part.kind != "kw")
