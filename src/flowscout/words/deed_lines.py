"""A step as what is told of it: a line, or where it lists what it does that with each thing below it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..model import limits
from ..model.action import FLUSH, RELEASE
from ..model.pattern import regex
from ..model.record import NamedTuple
from ..model.sfm import ScenarioStep
from .cutting import BULLET, INNER, headed, whole
from .deeds import weight

_NAMES: Final = 4  # that share a value in a line
_LETS_GO: Final = 6  # worth of what lets go of something: as much as of what does something
_LEFT_OUT: Final = regex(r"… and (\d{1,6}) more")  # of what a step lists
_FIELDS: Final = regex(r"Set \d{1,4} fields of (\S{1,80}?):?\n")


class Told(NamedTuple):
    """text: of what is done or of what the inside hangs on, "" of the arms of one question. at: its place in the code. worth:
    of showing it. caught: done on an error of what stands before. leaves: nothing of what stands below is done by who goes there.
    many: how many things it tells."""

    text: str
    at: int
    worth: int
    inside: tuple[Told, ...] = ()
    caught: bool = False
    leaves: bool = False
    many: int = 1


def deed(step: ScenarioStep, at: int) -> Told:
    """A step that lists what it does has each of that below it."""
    head, several, rest = step.label.partition(f":\n{BULLET}")
    if several and not _FIELDS.match(step.label):
        worth = _worth(step)
        return Told(_line(head), at, worth, tuple(_row(row, at, worth) for row in rest.split(f"\n{BULLET}")))
    if fields := _FIELDS.match(step.label):
        return _set(fields[1], step.label, at, _worth(step))
    return Told(_line(headed(step.label)), at, _worth(step))


def _worth(step: ScenarioStep) -> int:
    """Of showing it: what lets go of something goes along with other things as a title, but who does not read it holds it for kept."""
    return max(weight(step), _LETS_GO if step.has(RELEASE) or step.has(FLUSH) else 0)


def _set(owner: str, label: str, at: int, worth: int) -> Told:
    """Fields with their values: in a line where it has room for all, else those of one value in a line each."""
    rows = [row.split(" = ", 1) for row in label.split(f"\n{BULLET}")[1:]]
    whole_ = f"Set {', '.join(f'{owner}.{name} to {value[0]}' for name, *value in rows if value)}"
    if len(whole_) <= limits.STEP_TEXT and all(len(row) == 2 for row in rows):
        return Told(_line(whole_), at, worth)
    alike: dict[str, list[str]] = {}
    for name, *value in rows:
        alike.setdefault(value[0] if value else "", []).append(name)
    if len(alike) == 1:
        return Told(_line(f"Set {_few(alike[next(iter(alike))])} of {owner} to {next(iter(alike))}"), at, worth)
    wholes = {f"{_few(names)} = {value}" if value else _few(names): names for value, names in alike.items()}
    told_ = [Told(_line(text), at, worth, many=sum(map(_many, names))) for text, names in wholes.items()]
    return Told(f"Set {sum(each.many for each in told_)} fields of {owner}", at, worth, tuple(told_))


def _many(row: str) -> int:
    """How many things a row of a list stands for."""
    more = _LEFT_OUT.fullmatch(row)
    return int(more[1]) if more else 1


def _few(names: Sequence[str]) -> str:
    """As many as are read at a glance."""
    if len(names) <= _NAMES:
        return ", ".join(names)
    return f"{', '.join(names[: _NAMES - 1])} and {len(names) - _NAMES + 1} more"


def _row(text: str, at: int, worth: int) -> Told:
    """One of what a step lists, with the lines below it."""
    head, *below = text.split(f"\n{INNER}")
    inside = tuple(Told(_line(each), at, worth) for each in below)
    return Told(_line(head.removesuffix(":") if inside else head), at, worth, inside, many=_many(head))


def _line(text: str) -> str:
    """Cut where that saves more than a row: what is left out of a few arguments is read as not handed on."""
    text = " ".join(text.split())
    return text if len(text) <= limits.STEP_TEXT + limits.WIDE_LINE else whole(text, limits.STEP_TEXT)
