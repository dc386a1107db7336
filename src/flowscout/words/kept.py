"""Which values a part of a flow that has a drawing of its own leaves to what comes behind it: `for later: room, head.size`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from ..model import limits
from ..model.pattern import regex
from ..model.sfm import BRANCHING, ScenarioStep

_SET: Final = regex(
    r"(?:Set|Increment|Decrement|Increase|Decrease) (\*?[^\W\d][\w.>]{0,80}+)(?= |$)|(\*?[^\W\d][\w.>]{0,80}+) = "
)
_FIELDS: Final = regex(r"Set \d{1,4} fields of ([\w.>]{1,80}+)")
_LISTED: Final = regex(r"Set \d{1,4} (?:variables|fields|values):")
_VALUE: Final = regex(r"\n• ([^\W\d][\w.]{0,80}+) = ")
_MOST: Final = 3
_LATER: Final = "for later: "


def kept(part: Sequence[ScenarioStep], behind: Sequence[ScenarioStep], told: str) -> str:
    """A line, "" where nothing behind names what is set here. told: what is said of the part already."""
    names = list(dict.fromkeys(name for step in part if step.step_type not in BRANCHING for name in targets(step)))
    text = "\n".join(step.whole for step in behind) if names else ""
    used = [name for name in names if _names(name, text) and not _names(name, told)]
    shown = [
        name
        for at, name in enumerate(used)
        if at < _MOST and len(", ".join(used[: at + 1])) <= limits.LADDER_LINE - len(_LATER)
    ]
    more = len(used) - len(shown)
    return f"{_LATER}{', '.join(shown)}{f' and {more} more' if more else ''}" if shown else ""


def targets(step: ScenarioStep) -> Iterator[str]:
    if fields := _FIELDS.match(step.whole):
        yield from (f"{fields[1]}.{value}" for value in _VALUE.findall(step.whole))
    elif found := _SET.match(step.whole):
        yield found[1] or found[2]
    elif _LISTED.match(step.whole):
        yield from _VALUE.findall(step.whole)


def _names(name: str, text: str) -> bool:
    return re.search(rf"(?<![\w.]){re.escape(name.lstrip('*'))}(?!\w)", text) is not None
