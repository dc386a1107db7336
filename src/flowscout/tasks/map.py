"""One drawing of the areas of a project: who calls whom how often, and where somebody enters. Text of Mermaid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from ..model.record import NamedTuple
from ..stages.mermaid.shown import INIT
from ..stages.mermaid.text import quoted, wrapped
from .areas import Area

DOORS: Final = 6  # entry points shown
_TIES: Final = 20  # ways between areas
_EACH: Final = 2  # ways that leave one area, and entry points that lead into it
_SLIGHT: Final = 5  # a way that is so many times less than the heaviest
_WIDE: Final = 24


class Door(NamedTuple):
    """An entry point, and the area that it stands in."""

    name: str
    area: int


def ties(found: Sequence[Area], calls: Iterable[tuple[str, str]]) -> list[tuple[int, int, int]]:
    """(from, to, how often) between areas: the heaviest of each, and a second one that is not slight beside it. calls: (path of the
    caller, path of the callee)."""
    area = {path: at for at, each in enumerate(found) for path in each.paths}
    counts = Counter((area[a], area[b]) for a, b in calls if a in area and b in area and area[a] != area[b])
    heaviest = sorted(counts, key=lambda pair: (-counts[pair], pair))
    leaving: dict[int, list[int]] = {}
    kept: list[tuple[int, int, int]] = []
    for one, other in heaviest:
        count, before = counts[one, other], leaving.setdefault(one, [])
        if len(before) < _EACH and len(kept) < _TIES and count * _SLIGHT >= max(before, default=0):
            before.append(count)
            kept.append((one, other, count))
    return sorted(kept)


def doors(entered: Iterable[Door]) -> list[Door]:
    """The best, not too many of one area."""
    counts: Counter[int] = Counter()
    kept: list[Door] = []
    for door in entered:
        if counts[door.area] < _EACH and len(kept) < DOORS:
            counts[door.area] += 1
            kept.append(door)
    return kept


def drawn(
    found: Sequence[Area],
    folder: str,
    charts: Mapping[int, int],
    entered: Sequence[Door],
    calls: Sequence[tuple[int, int, int]],
) -> str:
    """folder: that all lie in, which need not be told of each. charts: how many of each area."""
    lines = [f"{INIT}flowchart LR"]
    for at, door in enumerate(entered):
        lines.append(f"  e{at}([{quoted(wrapped(door.name, _WIDE))}])")
    for at, area in enumerate(found):
        lines.append(f"  a{at}[{quoted(wrapped(title(area, folder), _WIDE) + chr(10) + _counted(charts[at]))}]")
    lines += [f"  e{at} --> a{door.area}" for at, door in enumerate(entered)]
    lines += [f"  a{one} -->|{count}| a{other}" for one, other, count in calls]
    lines.append("  classDef door fill:#e8f1fb,stroke:#3572a5,color:#1b1f24")
    if entered:
        lines.append(f"  class {','.join(f'e{at}' for at in range(len(entered)))} door")
    return "\n".join(lines)


def title(area: Area, folder: str = "") -> str:
    name = area.folder.removeprefix(folder) or area.folder
    return f"more of {name}" if area.rest and name else "more files" if area.rest else name or "."


def _counted(charts: int) -> str:
    return f"{charts} chart{'s' if charts > 1 else ''}"
