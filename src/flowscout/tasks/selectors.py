"""Selectors of functions: a glob on the path, a glob on the name, `!` in front to leave out."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase
from functools import lru_cache

from ..model.identity import qualified_of
from ..pipeline import Located, Project
from .globs import matches
from .names import display, split

# The functions of a file follow each other, so its path is asked again and again.
_on_path = lru_cache(maxsize=4096)(matches)


def selected(selectors: Iterable[str], function: Located) -> bool:
    """The last selector that names it decides."""
    chosen = False
    for selector in selectors:
        if selects(*split(selector.removeprefix("!")), function):
            chosen = not selector.startswith("!")
    return chosen


def idle_selectors(project: Project) -> list[str]:
    """Selectors that name nothing."""
    left = {selector: split(selector.removeprefix("!")) for selector in project.settings.charts}
    for function in project.functions.values() if left else ():
        left = {selector: asked for selector, asked in left.items() if not selects(*asked, function)}
        if not left:
            break
    return list(left)


def selects(path: str, name: str, function: Located) -> bool:
    """A glob on the path (if any) and a glob on the name, the qualified name or the whole id."""
    if path and not _on_path(path, function.path):
        return False
    inner = function.id.split("::", 1)[1]
    spelled = (function.facts.name, display(function), inner, qualified_of(function.id))
    return any(fnmatchcase(each, name) for each in spelled) or _suffix(
        display(function), name, function.language.separator
    )


def _suffix(qualified: str, name: str, separator: str) -> bool:
    return fnmatchcase(qualified, f"*{separator}{name}")
