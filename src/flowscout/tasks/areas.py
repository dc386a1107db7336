"""Sources that belong together, few enough to be seen at once: folders, and the files of a folder that holds most of all.

From one folder that holds everything, what holds more than a quarter of the charts is opened: into its folders and the files beside
them, then into files. Where these are too many, the best of them stand alone (folders by how much they hold), and the rest stays together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from ..model.record import NamedTuple

MOST: Final = 12


class Area(NamedTuple):
    """folder: ends with a slash, "" the root; of a file that stands alone, its path. rest: what others of the folder left. paths: sorted."""

    folder: str
    paths: tuple[str, ...]
    rest: bool = False


def areas(charts: Mapping[str, int], most: int = MOST) -> list[Area]:
    """charts: how many of each source, the best source first; so are the areas, by where their sources stand on average (one that
    ranks high makes no chapter of a folder that holds nothing else), what is left of a folder last."""
    place = {path: at for at, path in enumerate(charts)}
    found = [_of(charts)] if charts else []
    while True:
        largest = min(found, key=lambda area: (-_charts(area, charts), area.folder), default=None)
        if largest is None or _charts(largest, charts) * 4 <= sum(charts.values()):
            break
        parts = _opened(largest, charts, most - len(found) + 1)
        if len(parts) < 2:
            break
        found = [*(area for area in found if area != largest), *parts]
    return sorted(found, key=lambda area: (area.rest, sum(place[path] for path in area.paths) / len(area.paths)))


def _charts(area: Area, charts: Mapping[str, int]) -> int:
    return 0 if area.rest else sum(charts[path] for path in area.paths)


def _of(paths: Iterable[str]) -> Area:
    """By the folder that all of them lie in."""
    listed = tuple(sorted(paths))
    return Area(listed[0] if len(listed) == 1 else common(listed), listed)


def common(paths: Sequence[str]) -> str:
    """The folder that all of these lie in, with a slash; "" for the root. paths: sorted."""
    first, last = paths[0].split("/")[:-1], paths[-1].split("/")[:-1]
    same = next(
        (at for at, (one, other) in enumerate(zip(first, last, strict=False)) if one != other),
        min(len(first), len(last)),
    )
    return "".join(f"{part}/" for part in first[:same])


def _opened(area: Area, charts: Mapping[str, int], room: int) -> list[Area]:
    """At most `room` areas; [] when it cannot be opened."""
    inner: dict[str, list[str]] = {}
    for path in area.paths if len(area.paths) > 1 else ():
        below = path[len(area.folder) :]
        inner.setdefault(below.partition("/")[0] if "/" in below else "", []).append(path)
    beside = inner.pop("", []) if [*inner] == [""] or len(inner) > room else []
    inner |= {path: [path] for path in beside}
    if len(inner) <= room:
        return [
            Area(area.folder, tuple(paths)) if not name and len(paths) > 1 else _of(paths)
            for name, paths in inner.items()
        ]
    if room < 3:
        return []
    place = {path: at for at, path in enumerate(charts)}
    best = sorted(inner.values(), key=lambda paths: _first(paths, charts, place))
    rest = sorted(path for paths in best[room - 1 :] for path in paths)
    return [*(_of(sorted(paths)) for paths in best[: room - 1]), Area(area.folder, tuple(rest), True)]


def _first(paths: Sequence[str], charts: Mapping[str, int], place: Mapping[str, int]) -> tuple[int, int]:
    """Folders by how much they hold, files as they rank."""
    return -sum(charts[path] for path in paths) if len(paths) > 1 else 0, min(place[path] for path in paths)
