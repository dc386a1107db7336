"""The causes below `Caused by:`, one a line, numbered where they are several; a backtrace may stand in one.

Form: anyhow's and eyre's reports.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ...model.logformat import Line

_ITEM: Final = re.compile(r"^ {2,8}(?P<number>\d{1,3}): (?P<said>\S.*)")
_ONLY: Final = re.compile(r"^ {2,8}(?P<said>[^\s\d-].*)")
_LONGEST: Final = 5_000  # lines of a chain with its backtraces


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
