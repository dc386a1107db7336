"""What the parts of the evaluator ask of it and, through it, of each other: values, attributes, results, contents."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias

from ...ports import Lookup
from .expression import Expr
from .frames import Frame, Frames
from .hierarchy import Hierarchy
from .memo import Key
from .scope import FileScope
from .values import Value, Values

Given: TypeAlias = tuple[tuple[str, Expr, Frame], ...]
"""(keyword or "", expression, where it is written) of each argument."""


class Evaluation(Protocol):
    """at: an offset in the function at hand, -1 anywhere in it."""

    scope: FileScope
    lookup: Lookup
    frames: Frames
    hierarchy: Hierarchy
    known: dict[Key, Values]

    def spent(self) -> bool:
        """Whether there is no work left for the call site at hand: nothing more is found for it."""

    def once(self, key: Key, compute: Callable[[], Values]) -> Values:
        """Computed once; nothing where it is asked for on the way to itself."""

    def read(self, text: str, frame: Frame, at: int = -1) -> Values: ...

    def values(self, expr: Expr, frame: Frame, at: int = -1) -> Values: ...

    def bound(self, how: str, annotation: str, text: str, frame: Frame, at: int = -1) -> Values:
        """The value of a binding of that kind."""

    def filled(self, found: Values, items: Sequence[tuple[str, str, Frame]]) -> Values:
        """With what is put into it, where it is a container."""

    def attribute(self, base: Value, name: str) -> Values:
        """base.name"""

    def result(self, callee: Value, arguments: Given, at: int = -1) -> Values:
        """What calling it gives back."""

    def item(self, base: Value, key: Expr) -> Values:
        """base[key]"""

    def elements(self, base: Value) -> Values:
        """What a loop over it takes out."""

    def written(self, name: str, frame: Frame) -> tuple[Expr, Frame] | None:
        """The expression that a name at the top of a file has alone, and where it stands."""

    def taken(self, key: str, name: str, position: int) -> Values:
        """What a field of a class is given by calls of the class."""
