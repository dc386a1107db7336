"""Shelves are walked, not edited: a plug-in is a module in a package that exposes `PLUGIN`."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import Any


@cache
def names(package: str) -> tuple[str, ...]:
    """Names of the plug-ins on a shelf, sorted, without importing them."""
    shelf = importlib.import_module(package)
    return tuple(sorted(m.name for m in pkgutil.iter_modules(shelf.__path__) if not m.name.startswith("_")))


@cache
def module(package: str, name: str) -> Any:
    """A module of a shelf by name. KeyError when the shelf has none of that name."""
    if name not in names(package):
        raise KeyError(name)
    return importlib.import_module(f"{package}.{name}")


@cache
def load(package: str, name: str) -> Any:
    """The PLUGIN of one module. KeyError when the shelf has no such plug-in."""
    return module(package, name).PLUGIN
