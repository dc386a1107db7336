"""Errors with the chain of their causes below: `Error: text`, a blank line, `Caused by:`, and a cause a line, the last of which is the first in time.

What stands on the top says only what was tried (`failed to run main module`). A chain of several numbers its causes; the backtrace of one
may stand in it.
Form: anyhow's and eyre's reports.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from flowscout.model.logformat import CAUSE, Line, Reading, Record

_TOP: Final = re.compile(r"^(?:[\w./-]{1,60}: )?[Ee]rror: (?P<message>\S.*)")
_ITEM: Final = re.compile(r"^ {2,8}(?P<number>\d{1,3}): (?P<said>\S.*)")
_ONLY: Final = re.compile(r"^ {2,8}(?P<said>[^\s\d-].*)")
_ABOVE: Final = 3  # lines above `Caused by:` in which the error stands
_LONGEST: Final = 5_000  # lines of a chain with its backtraces


def _chained(lines: Sequence[Line], at: int) -> tuple[tuple[Record, ...], int]:
    above = ((index, _TOP.match(lines[index].text)) for index in range(at - 1, max(-1, at - 1 - _ABOVE), -1))
    top = next(((index, match) for index, match in above if match), None)
    if top is None or lines[at].text != "Caused by:":
        return (), 1
    last = root(lines, at)
    if last is None:
        return (), 1
    line, end = lines[top[0]], lines[last[0]]
    return (
        Record(
            line.number, end.number, "error_message", "unknown", CAUSE, "error", f"{top[1]['message']}: {last[1]}", "plain",
            weight=1, first=line.number, section=line.section,
        ),
    ), 1  # fmt: skip


def root(lines: Sequence[Line], at: int) -> tuple[int, str] | None:
    """(index, text) of the last of the causes below `Caused by:`, as far as their numbers count on; else of the only one."""
    found: tuple[int, str] | None = None
    count = 0
    for index in range(at + 1, min(len(lines), at + _LONGEST)):
        text = lines[index].text
        if text and not text.startswith(" "):
            break
        item = _ITEM.match(text)
        if item and int(item["number"]) == count:
            found, count = (index, item["said"]), count + 1
        elif found is None and (only := _ONLY.match(text)):
            return index, only["said"]
    return found


READINGS: Final = (Reading(("Caused by:",), _chained),)
