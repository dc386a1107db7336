"""The border around a unit of work: a defect of ours costs one unit its result, is said, and costs nothing else.

A unit is a file (bytes to facts, who calls whom), a function (from binding to a picture, and comparing two of them), a
page, a log, a format of logs, a command. `within` runs the work of one. What flies there because our code is wrong is
remembered, and the unit gets what stands in for its result; whoever ends the run tells what is remembered, with a
report to paste. What the outside does (a disk, a network, a database, no memory, the user) is no defect, and flies on.

Memories are of one process. A worker that meets a defect gives no answer (`alone`): who asked it does the work again,
meets the same defect, and tells.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Made = TypeVar("Made")
DEFECTS: tuple[type[Exception], ...] = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    NameError,
    RuntimeError,
    StopIteration,
    TypeError,
    ValueError,
)
"""What wrong code raises. Who looks for defects empties it: then everything flies."""

_met: dict[str, Exception] = {}
_watching: list[Watch] = []


def within(unit: str, make: Callable[[], Made], instead: Callable[[], Made]) -> Made:
    try:
        return make()
    except DEFECTS as error:
        _met.setdefault(unit, error)
        for watch in _watching:
            watch.units.add(unit)
    return instead()


class Watch:
    """units: those that meet a defect while this is open; what was made meanwhile is not to be remembered."""

    def __init__(self) -> None:
        self.units: set[str] = set()

    def __enter__(self) -> set[str]:
        _watching.append(self)
        return self.units

    def __exit__(self, *_: object) -> None:
        _watching.remove(self)


def met() -> dict[str, Exception]:
    """The first defect of each unit, by the unit's path, id or name."""
    return dict(sorted(_met.items()))


def forget() -> None:
    """What was met has been told."""
    _met.clear()


def alone(work: Callable[[], Made], unanswered: Made) -> Made:
    """What a worker answers; `unanswered` where it met a defect."""
    with Watch() as units:
        made = within("a part of the work", work, lambda: unanswered)
    for unit in units:
        _met.pop(unit, None)
    return unanswered if units else made
