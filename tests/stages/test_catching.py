"""What is known of the standard library's exceptions is what Python itself says of them."""

from __future__ import annotations

import builtins
from importlib import import_module

import pytest

from flowscout.stages.bind.catching import DERIVED, SAME


def _class(dotted: str) -> type:
    module, _, name = dotted.rpartition(".")
    found = getattr(import_module(module or "builtins"), name)
    assert isinstance(found, type)
    return found


@pytest.mark.parametrize(("name", "base"), DERIVED.items())
def test_an_exception_derives_from_what_is_said_of_it(name: str, base: str) -> None:
    assert issubclass(_class(name), _class(base))
    assert base in vars(builtins)


@pytest.mark.parametrize(("name", "other"), [item for item in SAME.items() if not item[0].startswith("futures.")])
def test_two_names_of_one_exception(name: str, other: str) -> None:
    assert _class(name) is _class(other)
