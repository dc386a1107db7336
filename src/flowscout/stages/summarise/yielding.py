"""What a generator yields besides the one value that is told of it.

for child in children:                 May yield `part` for every part in parts(child) …; may also yield `child`.
    if child.parts:
        for part in parts(child):
            yield part
    else:
        yield child
"""

from __future__ import annotations

from typing import Final

from ...model.pattern import regex
from ...model.syntax import Body, Simple, walk
from ...words.whole_clauses import LONGEST

_TOLD: Final = regex(r"ields? `([^`]{1,120})`")


def yields_too(told: str, text: bytes, body: Body) -> str:
    """text: of the function. told: its sentence; as it is where it names no value, or all."""
    said = _TOLD.findall(told)
    if len(said) != 1:
        return told
    steps = (text[each.start : each.end] for each in walk(body) if isinstance(each, Simple))
    values = [step[6:].decode("utf-8", "replace") for step in steps if step.startswith(b"yield ")]
    given = list(dict.fromkeys([" ".join(value.split()) for value in values if not value.startswith("from ")]))
    left = [f"`{each}`" for each in given if f"`{each}`" not in told and "`" not in each]
    if not left or said[0] not in given:
        return told
    ends = (f"; may also yield {' or '.join(left)}.", "; may yield others.")
    return next((f"{told[:-1]}{end}" for end in ends if len(told) + len(end) <= LONGEST), told)
