"""Which functions the docs show, in which order, and how many are left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from itertools import islice
from typing import Final

from ..border import within
from ..model.identity import qualified_of
from ..model.record import NamedTuple
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

    def beyond(self) -> str:
        """`81 functions beyond max-charts, …`; empty when all are shown. Not for the docs: each new function would rewrite them."""
        counts = (self.over_cap, "beyond max-charts"), (sum(self.over_page.values()), "beyond charts-per-page")
        return ", ".join(f"{count:,} function{'s' if count > 1 else ''} {why}" for count, why in counts if count)


IGNORED: Final = "~ignored"


class Ranked(NamedTuple):
    """best: (id, path) of what is wanted, best first; not read further than asked for. total: how many there are. crowded: how many
    of each path that has more than a page shows. ignored: how many carry `flowscout: ignore`."""

    best: Iterable[tuple[str, str]]
    total: int
    crowded: Mapping[str, int]
    ignored: int


def select(wanted: Ranked, settings: Settings, idle: Iterable[str] = ()) -> Selection:
    most = settings.charts_per_page
    over_page = {path: count - most for path, count in wanted.crowded.items()}
    over_cap = wanted.total - sum(over_page.values()) - settings.max_charts
    chosen = islice(_within_pages(wanted.best, most), settings.max_charts)
    return Selection(tuple(chosen), max(0, over_cap), over_page, wanted.ignored, tuple(idle))


def selected(project: Project) -> Selection:
    """What the docs of a project show."""
    return select(ranked(project), project.settings, idle_selectors(project))


def _within_pages(best: Iterable[tuple[str, str]], most: int) -> Iterator[str]:
    shown: Counter[str] = Counter()
    for id_, path in best:
        if shown[path] < most:
            shown[path] += 1
            yield id_


def ranked(project: Project) -> Ranked:
    """A view has it in order, and with all else that is known of a function."""
    most = project.settings.charts_per_page
    if isinstance(project, StoredProject):
        total, crowded, ignored = project.view.ranks(IGNORED, most)
        best = ((charted.id, charted.path) for charted in map(project.keep, project.view.ranked(IGNORED)))
        return Ranked(best, total, crowded, ignored)
    standings = sorted((rank, id_) for id_ in project.functions if (rank := standing(project, id_)))
    listed = [(id_, project.place(id_)[0]) for rank, id_ in standings if rank != IGNORED]
    counts = Counter(path for _, path in listed)
    crowded = {path: count for path, count in counts.items() if count > most}
    return Ranked(listed, len(listed), crowded, len(standings) - len(listed))


def standing(project: Project, id_: str) -> str:
    """Sorts functions by irreversible effects, reach (levels of calls below), decisions; "" when the docs do not want it."""
    return within(id_, lambda: _standing(project, id_), lambda: "")


def _standing(project: Project, id_: str) -> str:
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
