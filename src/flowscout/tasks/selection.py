"""Which functions the docs show, in which order, and how many are left out."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase
from typing import NamedTuple

from ..engine.scc import components
from ..model.identity import qualified_of
from ..pipeline import Located, Project
from .entrypoints import evidence, is_test
from .globs import matches
from .names import MODULE, display, split


class Selection(NamedTuple):
    """chosen: ids by rank. over_cap, over_page: how many more would be shown but for the caps. ignored: functions that carry
    `flowscout: ignore`. idle: selectors that name nothing."""

    chosen: tuple[str, ...]
    over_cap: int
    over_page: dict[str, int]
    ignored: int
    idle: tuple[str, ...]


def select(project: Project) -> Selection:
    settings = project.settings
    wanted = [f for f in project.functions.values() if f.facts.kind != "lambda" and f.facts.name != MODULE]
    ignored = sum(1 for f in wanted if f.facts.ignore)
    wanted = [f for f in wanted if not f.facts.ignore]
    idle: list[str] = []
    if settings.charts:
        wanted, idle = _by_selectors(settings.charts, wanted)
    else:
        wanted = [f for f in wanted if _by_default(project, f)]
    ranked = rank(project, wanted)
    chosen, per_page, over_page = [], dict[str, int](), dict[str, int]()
    for function in ranked:
        if per_page.get(function.path, 0) >= settings.charts_per_page:
            over_page[function.path] = over_page.get(function.path, 0) + 1
        else:
            per_page[function.path] = per_page.get(function.path, 0) + 1
            chosen.append(function.id)
    over_cap = max(0, len(chosen) - settings.max_charts)
    return Selection(tuple(chosen[: settings.max_charts]), over_cap, over_page, ignored, tuple(idle))


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


def _by_selectors(selectors: Iterable[str], functions: list[Located]) -> tuple[list[Located], list[str]]:
    chosen: dict[str, Located] = {}
    idle = []
    for selector in selectors:
        path, name = split(selector.removeprefix("!"))
        named = [f for f in functions if selects(path, name, f)]
        for function in named:
            if selector.startswith("!"):
                chosen.pop(function.id, None)
            else:
                chosen[function.id] = function
        if not named:
            idle.append(selector)
    return list(chosen.values()), idle


def selects(path: str, name: str, function: Located) -> bool:
    """A glob on the path (if any) and a glob on the name, the qualified name or the whole id."""
    if path and not matches(path, function.path):
        return False
    inner = function.id.split("::", 1)[1]
    spelled = (function.facts.name, display(function), inner, qualified_of(function.id))
    return any(fnmatchcase(each, name) for each in spelled) or _suffix(display(function), name, function.language.separator)


def _suffix(qualified: str, name: str, separator: str) -> bool:
    return fnmatchcase(qualified, f"*{separator}{name}")


def rank(project: Project, functions: list[Located]) -> list[Located]:
    """Irreversible effects, reach, decisions, id."""
    reach = _reach(project, [f.id for f in functions])

    def weight(function: Located) -> tuple[int, int, int, str]:
        lasting = sum(1 for effect in project.effects(function.id) if effect.kind == "irreversible")
        return (-lasting, -reach.get(function.id, 0), -function.facts.decisions, function.id)

    return sorted(functions, key=weight)


def _reach(project: Project, roots: list[str]) -> dict[str, int]:
    """How many functions each one leads to: bit sets, leaves first, so every edge is looked at once."""

    def callees(id_: str) -> list[str]:
        sites = project.resolved(id_)
        return sorted({t for s in sites if s.how in ("exact", "candidates") for t in s.targets if t in project.functions})

    reached: dict[str, int] = {}
    bit = 1
    for component in components(roots, callees):
        below = 0
        for member in component:
            below, bit = below | bit, bit << 1
            for callee in callees(member):
                below |= reached.get(callee, 0)
        reached.update(dict.fromkeys(component, below))
    return {id_: reached[id_].bit_count() for id_ in roots}
