"""Which functions the docs show, in which order, and how many are left out."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase
from typing import Final, NamedTuple

from ..model.identity import qualified_of
from ..model.settings import Settings
from ..pipeline import Located, Project
from .entrypoints import evidence, is_test
from .globs import matches
from .names import MODULE, display, split
from .view.stored import StoredProject


class Selection(NamedTuple):
    """chosen: ids by rank. over_cap, over_page: how many more would be shown but for the caps. ignored: functions that carry
    `flowscout: ignore`. idle: selectors that name nothing."""

    chosen: tuple[str, ...]
    over_cap: int
    over_page: dict[str, int]
    ignored: int
    idle: tuple[str, ...]


IGNORED: Final = "~ignored"


def select(ranked: Iterable[tuple[str, str]], settings: Settings, idle: Iterable[str] = ()) -> Selection:
    """`ranked`: (id, path) of what is wanted, best first, then those that carry `flowscout: ignore` with path ""."""
    chosen: list[str] = []
    per_page: dict[str, int] = {}
    over_page: dict[str, int] = {}
    ignored = 0
    for id_, path in ranked:
        if not path:
            ignored += 1
        elif per_page.get(path, 0) >= settings.charts_per_page:
            over_page[path] = over_page.get(path, 0) + 1
        else:
            per_page[path] = per_page.get(path, 0) + 1
            chosen.append(id_)
    over_cap = max(0, len(chosen) - settings.max_charts)
    return Selection(tuple(chosen[: settings.max_charts]), over_cap, over_page, ignored, tuple(idle))


def ranked(project: Project) -> list[tuple[str, str]]:
    """What `select` takes. A view has it in order."""
    if isinstance(project, StoredProject):
        return [(id_, "" if rank == IGNORED else path) for id_, path, rank in project.view.ranked()]
    standings = ((standing(project, id_), id_) for id_ in project.functions)
    return [(id_, "" if rank == IGNORED else project.functions[id_].path) for rank, id_ in sorted(standings) if rank]


def standing(project: Project, id_: str) -> str:
    """Sorts functions by irreversible effects, reach (levels of calls below), decisions; "" when the docs do not want it."""
    function = project.functions[id_]
    facts = function.facts
    if facts.kind == "lambda" or facts.name == MODULE:
        return ""
    if facts.ignore:
        return IGNORED
    wanted = _selected(project.settings.charts, function) if project.settings.charts else _by_default(project, function)
    if not wanted:
        return ""
    lasting = sum(1 for effect in project.effects(id_) if effect.kind == "irreversible")
    return f"{999 - min(lasting, 999):03d} {999 - min(project.height(id_), 999):03d} {9999 - min(facts.decisions, 9999):04d}"


def _selected(selectors: Iterable[str], function: Located) -> bool:
    """The last selector that names it decides."""
    chosen = False
    for selector in selectors:
        if selects(*split(selector.removeprefix("!")), function):
            chosen = not selector.startswith("!")
    return chosen


def idle_selectors(project: Project) -> list[str]:
    """Selectors that name nothing."""
    left = list(project.settings.charts)
    for function in project.functions.values() if left else ():
        left = [selector for selector in left if not selects(*split(selector.removeprefix("!")), function)]
        if not left:
            break
    return left


def _by_default(project: Project, function: Located) -> bool:
    facts = function.facts
    if facts.parent >= 0 or is_test(function.path):
        return False
    if any(part.startswith("_") and not part.startswith("__") for part in facts.scope) and function.language.separator == ".":
        return False
    if facts.decisions and facts.has("public"):
        return True
    entry = evidence(project, function)
    return entry is not None and (entry.rank < 3 or facts.decisions > 0)


def selects(path: str, name: str, function: Located) -> bool:
    """A glob on the path (if any) and a glob on the name, the qualified name or the whole id."""
    if path and not matches(path, function.path):
        return False
    inner = function.id.split("::", 1)[1]
    spelled = (function.facts.name, display(function), inner, qualified_of(function.id))
    return any(fnmatchcase(each, name) for each in spelled) or _suffix(display(function), name, function.language.separator)


def _suffix(qualified: str, name: str, separator: str) -> bool:
    return fnmatchcase(qualified, f"*{separator}{name}")
