"""A value as the key of what is remembered about it, by which one it is: two that hold the same are looked at anew.

What is remembered keeps the value alive, so that no other one takes its place.
"""

from __future__ import annotations

from typing import Any, Final, Generic, TypeVar

Value = TypeVar("Value")
KEPT: Final = 8  # values that something is remembered of at once


class Same(Generic[Value]):
    __slots__ = ("value",)

    def __init__(self, value: Value) -> None:
        self.value: Value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, Same) and other.value is self.value
