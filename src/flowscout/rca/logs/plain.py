"""Errors with the chain of their causes below: `Error: text`, a blank line, `Caused by:`, and a cause a line, the last of which is the first in time.

What stands on the top says only what was tried (`failed to run main module`). A chain of several numbers its causes; the backtrace of one
may stand in it.
Form: anyhow's and eyre's reports.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from flowscout.model.logformat import CAUSE, BlockReading, Line, Record
from flowscout.rca.reading.causes import root

_TOP: Final = re.compile(r"^(?:[\w./-]{1,60}: )?[Ee]rror: (?P<message>\S.*)")
_ABOVE: Final = 3  # lines above `Caused by:` in which the error stands


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


READINGS: Final = (BlockReading(("Caused by:",), _chained),)
