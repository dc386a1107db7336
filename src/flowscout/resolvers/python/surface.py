"""What a package gives to whoever imports it: its `__all__`, what its `__init__` imports, and what stands in that file."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.facts import FunctionFacts
from ...model.product import DECLARED, PUBLISHED
from ...ports import Lookup

INIT = "__init__.py"


def surface(path: str, function: FunctionFacts, lookup: Lookup) -> tuple[int, str]:
    """(PUBLISHED, DECLARED or 0, the evidence): by the name of the function, or of the class that holds it."""
    if any(part.startswith("_") for part in function.qualified):
        return 0, ""
    top, stem = function.qualified[0], path.rpartition("/")[2].removesuffix(".py")
    listed = lookup("all", path)
    if listed and top in listed[0].value:
        return PUBLISHED, f"is in `__all__` of {path}"
    if path.endswith(INIT) and not listed:
        return PUBLISHED, f"stands in {path}"
    for init in _packages(path, lookup):
        if _imports(init, top, stem, lookup) or (not listed and _imports(init, "*", stem, lookup)):
            return PUBLISHED, f"is imported by {init}"
    return DECLARED, "has a public name"


def _packages(path: str, lookup: Lookup) -> Iterator[str]:
    """The `__init__` of each package that holds a module, the nearest first."""
    folder = path.rpartition("/")[0]
    while folder:
        init = f"{folder}/{INIT}"
        if not any(offer.path == init for offer in lookup("file", folder)):
            return
        if init != path:
            yield init
        folder = folder.rpartition("/")[0]


def _imports(init: str, name: str, module: str, lookup: Lookup) -> bool:
    """Whether a package imports a name from a module of this name."""
    offers = lookup("export", f"{init}:{name}")
    return any(value[1:2] == ("import",) and value[2].rpartition(".")[2] == module for _, _, _, value in offers)
