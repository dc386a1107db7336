"""`typing.NamedTuple` at a tenth of its price to define.

A run that reads one file defines some 150 values and makes few of each. `typing` compiles each field's annotation,
which nobody reads, and `collections` writes and compiles a constructor for each class; both took as long as git takes
in all. Here what all values do alike stands in one base, and a constructor is another's of as many fields with the
names changed.
"""

from __future__ import annotations

import sys
from collections import namedtuple
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple
else:
    from types import FunctionType

    try:
        from _collections import _tuplegetter
    except ImportError:  # an interpreter without CPython's accelerators

        def _tuplegetter(index, doc):
            return property(lambda self: tuple.__getitem__(self, index), doc=doc)

    _UNEXPECTED = TypeError if sys.version_info >= (3, 13) else ValueError

    class _Record(tuple):
        """What `collections.namedtuple` gives each of its classes."""

        __slots__ = ()

        @classmethod
        def _make(cls, iterable):
            made = tuple.__new__(cls, iterable)
            if len(made) != len(cls._fields):
                raise TypeError(f"Expected {len(cls._fields)} arguments, got {len(made)}")
            return made

        def _replace(self, /, **changes):
            made = tuple.__new__(type(self), map(changes.pop, self._fields, self))
            if changes:
                raise _UNEXPECTED(f"Got unexpected field names: {list(changes)!r}")
            return made

        def _asdict(self):
            return dict(zip(self._fields, self, strict=True))

        def __repr__(self):
            return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in zip(self._fields, self, strict=True))})"

        def __getnewargs__(self):
            return tuple(self)

    @cache
    def _constructor(count):
        """A constructor of that many fields, whose names do not matter."""
        return namedtuple("Like", [f"f{index}" for index in range(count)]).__new__

    @cache
    def _getter(index):
        return _tuplegetter(index, f"Alias for field number {index}")

    class _Defining(type):
        """`class Name(NamedTuple)` does not make a subclass of it, but a named tuple."""

        def __new__(cls, name: str, bases: tuple[type, ...], given: dict[str, Any]) -> type:
            if not bases:
                return super().__new__(cls, name, bases, given)
            fields = tuple(given.get("__annotations__", ()))
            defaults = {field: given[field] for field in fields if field in given}
            given.setdefault("__doc__", f"{name}({', '.join(fields)})")
            like = _constructor(len(fields))
            code = like.__code__.replace(
                co_name="__new__", co_qualname=f"{name}.__new__", co_varnames=("_cls", *fields)
            )
            given.update(
                __slots__=(), __match_args__=fields, _fields=fields, _field_defaults=defaults,
                __new__=FunctionType(code, like.__globals__, "__new__", tuple(defaults.values())),
                **{field: _getter(index) for index, field in enumerate(fields)},
            )  # fmt: skip
            return type(name, (_Record,), given)

    class NamedTuple(metaclass=_Defining):
        """See the module."""
