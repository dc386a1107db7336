"""What a macro's name stands for, as far as it steers control."""

from __future__ import annotations

import json
from typing import Final, NamedTuple

from ...model.codec import Refused, decode_body
from ...model.facts import Call
from ...model.syntax import FunctionBody
from ...ports import Offer

NESTING: Final = 120  # of brackets in a stored body; deeper ones are not written out


class Definition(NamedTuple):
    """params None: object-like. body and calls are relative to text."""

    name: str
    params: tuple[str, ...] | None
    text: str
    body: FunctionBody
    calls: tuple[Call, ...]


def define(name: str, offers: tuple[Offer, ...]) -> tuple[Definition | None, list[str]]:
    """Of several definitions, the first that steers control; a note says that there are others."""
    values = sorted({offer.value for offer in offers if len(offer.value) == 6})
    steering = [value for value in values if value[3] and value[4] and _depth(value[4]) <= NESTING]
    if not steering:
        return None, []
    notes = [f"macro {name} has {len(values)} definitions; drawn with one that steers control"] if len(values) > 1 else []
    _, params, text, _, body, calls = steering[0]
    try:
        found = Definition(name, _params(params), text, decode_body(body), _calls(calls))
    except (Refused, ValueError, TypeError):
        return None, [f"macro {name}: its stored body is damaged"]
    return found, notes


def _params(joined: str) -> tuple[str, ...] | None:
    return None if joined == "-" else tuple([part.strip() for part in joined.split(",") if part.strip()])


def _calls(text: str) -> tuple[Call, ...]:
    rows = json.loads(text) if text else []
    return tuple([Call._make((*row[:7], tuple([(first, last) for first, last in row[7]]))) for row in rows])


def _depth(text: str) -> int:
    deepest = depth = 0
    for character in text:
        if character == "[":
            depth += 1
            deepest = max(deepest, depth)
        elif character == "]":
            depth -= 1
    return deepest
