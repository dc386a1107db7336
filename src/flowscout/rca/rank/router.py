"""Which tools were at work, by evidence.

A weak pattern ("Error: text") is one that other tools could print too. It is believed where its own tool shows itself: by a
message that no other tool prints, or by one of the signs that its format names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ...model.logformat import CAUSE, CONSEQUENCE, SUCCESS, LogFormat, Record
from ..reading import LineBlock


def doubtful(records: Sequence[Record], formats: Iterable[LogFormat]) -> dict[str, LogFormat]:
    """Formats with nothing but weak messages, by name."""
    strong = {
        record.format for record in records if record.weight >= 0 and record.role in (CAUSE, CONSEQUENCE, SUCCESS)
    }
    weak = {record.format for record in records if record.role == CAUSE and record.weight < 0} - strong
    return {format_.name: format_ for format_ in formats if format_.name in weak and format_.signs}


def strangers(blocks: Iterable[LineBlock], doubted: dict[str, LogFormat]) -> frozenset[str]:
    """Those of the doubted formats no sign of which stands in the log."""
    left = {
        name: re.compile("|".join(f"(?:{sign})" for sign in format_.signs), re.MULTILINE)
        for name, format_ in doubted.items()
    }
    for block in blocks:
        text = "\n".join(block.texts)
        left = {name: signs for name, signs in left.items() if not signs.search(text)}
        if not left:
            break
    return frozenset(left)
