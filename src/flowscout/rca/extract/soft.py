"""What a tool says below its own word that it only warns is a warning."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import Final

from ...model.logformat import CAUSE, CONSEQUENCE, NOISE, SUCCESS, Record

WARNED: Final = "only_warned"  # type of a tool's word that holds to its next one
WARNS: Final = "warns"  # and of one on the message right below
BELOW: Final = 2  # lines
_SIGN: Final = "⚠"


def cautions(texts: Sequence[str], first: int) -> Iterator[int]:
    """The lines that begin with the sign of a warning; the first has this number."""
    return (first + at for at, text in enumerate(texts) if _SIGN in text and text.lstrip().startswith(_SIGN))


def softened(found: Sequence[Record], cautioned: Set[int] = frozenset()) -> list[Record]:
    """found: of a log, in its order. cautioned: lines that are marked as a warning."""
    warned: dict[tuple[str, int], bool] = {}  # by format and section
    warns: dict[tuple[str, int], int] = {}  # the last line that one holds for
    told: list[Record] = []
    for record in found:
        key = (record.format, record.section)
        if record.role in (CONSEQUENCE, SUCCESS):
            warned[key] = False
        elif record.role == NOISE and record.type == WARNED:
            warned[key] = True
        elif record.role == NOISE and record.type == WARNS:
            warns[key] = record.line + BELOW
        elif record.role == CAUSE and (
            record.line in cautioned or warned.get(key) or record.first <= warns.get(key, 0)
        ):
            record = record._replace(severity="warning")
        told.append(record)
    return told
