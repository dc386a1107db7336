"""`typing.NamedTuple` at a third of its price to define.

A run that reads one file defines some 150 values and makes few of each. `typing` compiles each field's annotation, which nobody
reads; that took as long as git takes in all. What comes out is the same: a `collections.namedtuple` with the class's
defaults, methods and docstring.
"""

from __future__ import annotations

from collections import namedtuple
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple
else:

    class _Defining(type):
        """`class Name(NamedTuple)` does not make a subclass of it, but a namedtuple."""

        def __new__(cls, name: str, bases: tuple[type, ...], given: dict[str, Any]) -> type:
            if not bases:
                return super().__new__(cls, name, bases, given)
            fields = tuple(given.get("__annotations__", ()))
            defaults = [given.pop(field) for field in fields if field in given]
            made = namedtuple(name, fields, defaults=defaults, module=given["__module__"])
            for key, value in given.items():
                setattr(made, key, value)
            return made

    class NamedTuple(metaclass=_Defining):
        """See the module."""
