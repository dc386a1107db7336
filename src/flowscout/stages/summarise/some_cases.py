"""What some cases of a choice do: as many of them as there is room for, and how many there are beside.

set `a`, call `f()` or do one of 3 other things by `kind`
may set `a` or call `f()` by `kind`                             where only one is left out
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

_DEEDS: Final = 3  # that are named
_PERHAPS: Final = "may "


def counted(told: Sequence[str], arms: int, before: str, behind: str, others: str, longest: int) -> str:
    """As many of these as there is room for."""
    told = list(dict.fromkeys(told))
    for most in range(min(_DEEDS, len(told)), 0, -1):
        more = max(arms, len(told)) - most
        left_out = more == 1 and others != "more"
        rest = f"{more} {others}" if others == "more" else f"do one of {more} {others}"
        parts = [*told[:most], *([rest] if more and not left_out else [])]
        whole = f"{before}{' or '.join([part for part in (', '.join(parts[:-1]), parts[-1]) if part])}{behind}"
        if len(whole) <= longest:
            return f"{_PERHAPS}{whole}" if left_out else whole
    return ""


def unsure(phrase: str) -> tuple[str, bool]:
    """Of a choice its order, and whether it is only said of some of its cases."""
    return phrase.removeprefix(_PERHAPS), phrase.startswith(_PERHAPS)
