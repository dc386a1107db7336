"""Which functions the docs show, in which order, and how many are left out."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from ..model.record import NamedTuple
from ..model.settings import Settings
from ..pipeline import Project
from ..whole import Listed
from .selectors import idle_selectors
from .standing import ASIDE, IGNORED, standing

USUAL: Final = 20  # charts of one file that no other file takes the room of


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


def select(wanted: Listed, settings: Settings, idle: Iterable[str] = ()) -> Selection:
    most = settings.charts_per_page
    over_page = {path: count - most for path, count in wanted.crowded.items()}
    over_cap = wanted.total - sum(over_page.values()) - settings.max_charts
    chosen = (
        islice(_within_pages(wanted.best, most), settings.max_charts)
        if most
        else _filled(wanted.best, settings.max_charts)
    )
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


def _filled(best: Iterable[tuple[str, str]], most: int) -> Iterator[str]:
    """Twenty of each file, the best; where `most` leaves room, the best of what remains. By rank as before."""
    held: Counter[str] = Counter()
    usual: list[tuple[int, str]] = []
    more: list[tuple[int, str]] = []
    for at, (id_, path) in enumerate(best):
        held[path] += 1
        (usual if held[path] <= USUAL else more).append((at, id_))
        if len(usual) == most:
            break
    return (id_ for _, id_ in sorted(usual + more[: most - len(usual)]))


def ranked(project: Project) -> Listed:
    most = project.settings.charts_per_page or sys.maxsize
    kept = project.listed(most, ASIDE, IGNORED)
    if kept is not None:
        return kept
    standings = sorted((rank, id_) for id_ in project.functions if (rank := standing(project, id_)))
    end = ASIDE if standings and standings[0][0] < ASIDE else IGNORED
    listed = [(id_, project.place(id_)[0]) for rank, id_ in standings if rank < end]
    counts = Counter(path for _, path in listed)
    crowded = {path: count for path, count in counts.items() if count > most}
    return Listed(listed, len(listed), crowded, sum(rank == IGNORED for rank, _ in standings))
