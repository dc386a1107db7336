"""Import names -> files. A dotted name is looked for under every root that could be on `sys.path`."""

from __future__ import annotations

import sys
from collections.abc import Callable

from ...ports import Offer

Ask = Callable[[str, str], tuple[Offer, ...]]


def find(ask: Ask, dotted: str, importer: str) -> str:
    """Path of the module of that absolute name, "" when the project has none."""
    paths = [offer.path for offer in ask("module", dotted)]
    candidates = [(_root(path, dotted), path) for path in paths]
    rooted = [(root, path) for root, path in candidates if not _is_package(ask, root)]
    if not rooted and dotted.split(".")[0] not in sys.stdlib_module_names:
        rooted = [(root, path) for root, path in candidates if root == importer.rpartition("/")[0]]  # a script's folder
    return min(rooted, key=lambda pair: _distance(pair[0], pair[1], importer))[1] if rooted else ""


def relative(ask: Ask, module: str, level: int, importer: str) -> str:
    """Path of `from ..module import`, seen from the importing file."""
    parts = importer.split("/")[:-1]
    if level - 1 > len(parts):
        return ""
    parts = parts[: len(parts) - (level - 1)]
    stem = "/".join([*parts, *(module.split(".") if module else ())])
    return within(ask, stem)


def within(ask: Ask, stem: str) -> str:
    """Path of the module or package at a place in the tree."""
    paths = [offer.path for offer in ask("file", stem)]
    return (
        min(paths, key=lambda path: (not path.endswith("/__init__.py"), not path.endswith(".py"), path))
        if paths
        else ""
    )


def submodule(ask: Ask, package: str, name: str) -> str:
    """Path of `package.name`, when the package is a folder."""
    folder, slash, file = package.rpartition("/")
    return within(ask, f"{folder}{slash}{name}") if file.startswith("__init__.") else ""


def _root(path: str, dotted: str) -> str:
    stem = path.rpartition(".")[0].removesuffix("/__init__")
    return stem[: len(stem) - len(dotted)].rstrip("/")


def _is_package(ask: Ask, folder: str) -> bool:
    return bool(folder) and any(offer.path.rpartition("/")[2].startswith("__init__.") for offer in ask("file", folder))


def _distance(root: str, path: str, importer: str) -> tuple[bool, int, bool, bool, str]:
    """Nearest first: a root above the importing file (deepest), then the shortest root; sources before stubs, a package
    before a module of its name, as Python's own finder has it."""
    above = not root or importer.startswith(root + "/")
    return (not above, -len(root) if above else len(root), path.endswith(".pyi"), "/__init__." not in path, path)
