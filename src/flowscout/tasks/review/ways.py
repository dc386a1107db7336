"""From where what changed is reached, a line each: "from main → run → f; perhaps from go → f".

Of functions that changed together many are reached through one of them. All ways of such a one begin with all ways of the other, and say
nothing anew: "from where run is reached, by run → f". The nearest one is named.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

_ARROW: Final = " → "
HANDS_OVER: Final = ", which hands over "
HOLDS: Final = ", which holds "
_OTHERS: Final = ("by ", "perhaps by ")  # "by other ways too"


def telling(reached: Sequence[str]) -> list[str]:
    """Without ways that say no more than a name: `open` calls `_open`."""
    steps = [way.removeprefix("perhaps ").removeprefix("from ").split(_ARROW) for way in reached]
    return [way for way, each in zip(reached, steps, strict=True) if len(each) != 2 or _bare(each[0]) != _bare(each[1])]


def _bare(step: str) -> str:
    """`open` of `_open` and of `File.open`."""
    return step.rpartition(".")[2].strip("_")


def in_a_line(ways: Sequence[str], others: Mapping[str, Sequence[str]]) -> str:
    """others: the ways to each of the functions that are told beside it, by a name that none shares."""
    behind = {other: end for other, own in others.items() if (end := _behind(ways, own))}
    if not behind:
        return "; ".join(_listed(ways))
    nearest = min(behind, key=lambda other: (len(behind[other]), other))
    last = _last(others[nearest][0])
    return f"from where {last} is reached, by {last}{behind[nearest]}"


def _behind(ways: Sequence[str], others: Sequence[str]) -> str:
    """What follows on each of the other's ways, where these are all: "" where they are not."""
    ends = {
        way[len(other) :]
        if way.startswith(other + _ARROW)
        else ""
        if way == other and way.startswith(_OTHERS)
        else None
        for way, other in zip(ways, others, strict=False)
    }
    told = ends - {""}
    return next(iter(told)) or "" if len(ways) == len(others) and len(told) == 1 else ""


def _last(way: str) -> str:
    return way.rpartition(_ARROW)[2].rpartition(HANDS_OVER)[2].rpartition(HOLDS)[2].removeprefix("from ")


def _listed(ways: Sequence[str]) -> list[str]:
    """What the way before it was said of as well is said once: "from a → f; b → f; perhaps from c → f"."""
    said = ["perhaps from " if way.startswith("perhaps ") else "from " for way in ways]
    return [
        way.removeprefix(start) if at and start == said[at - 1] else way
        for at, (way, start) in enumerate(zip(ways, said, strict=True))
    ]
