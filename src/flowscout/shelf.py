"""Shelves are walked, not edited: a plug-in is a module in a package that exposes `PLUGIN`."""

from __future__ import annotations

import importlib
import os
from functools import cache
from typing import Any


@cache
def names(package: str) -> tuple[str, ...]:
    """Names of the plug-ins on a shelf, sorted, without importing them. (`pkgutil` would tell, but imports `inspect`.)"""
    shelf = importlib.import_module(package)
    inside = [
        entry for folder in shelf.__path__ for entry in os.scandir(folder) if not entry.name.startswith(("_", "."))
    ]
    files = {entry.name.removesuffix(".py") for entry in inside if entry.name.endswith(".py")}
    folders = {entry.name for entry in inside if os.path.exists(os.path.join(entry.path, "__init__.py"))}
    return tuple(sorted(files | folders))


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


def offered(shelf: str, name: str) -> Any:
    """The PLUGIN that an installed package offers as the entry point `name` of the group `flowscout.<shelf>`. KeyError when
    none does, or more than one. Callers ask only for names that the user allowed (FLOWSCOUT_PLUGINS)."""
    from importlib.metadata import entry_points

    found = list(entry_points(group=f"flowscout.{shelf}", name=name))
    if len(found) != 1:
        raise KeyError(name)
    return found[0].load()
