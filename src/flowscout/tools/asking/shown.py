"""How the lines of an answer are shown: without secrets, and how many of them there are."""

from __future__ import annotations

from collections.abc import Iterable

from ...agents.said import Cited
from ..desk import Desk
from .here import MOST, Found


def shown(found: Found) -> str:
    cut = (
        f"{MOST} of {len(found.said)} are shown. " if len(found.said) > MOST and " are shown" not in found.note else ""
    )
    return f"{cut}{found.note}"


def cleaned(said: Iterable[Cited], desk: Desk) -> tuple[Cited, ...]:
    return tuple(line._replace(text=_clean(line.text, desk)) for line in said)


def _clean(text: str, desk: Desk) -> str:
    """The name before a colon is no key of a secret: `verify_token: Verifies …`."""
    name, colon, rest = text.partition(": ")
    named = colon and name.replace(".", "").replace("::", "").replace("_", "").isalnum()
    return f"{desk.clean(name)}{colon}{desk.clean(rest)}" if named else desk.clean(text)
