"""A sentence's first letter, and its verb in the past."""

from __future__ import annotations

from typing import Final

from ....model.pattern import regex


def upper(text: str) -> str:
    return text[:1].upper() + text[1:]


_PASTS = {
    "returns": "returned",
    "raises": "raised",
    "calls": "called",
    "sets": "set",
    "awaits": "awaited",
    "does": "did",
    "deletes": "deleted",
    "goes": "went",
    "loops": "looped",
    "breaks": "broke",
    "asks": "asked",
    "yields": "yielded",
    "declares": "declared",
    "asserts": "asserted",
    "initialises": "initialised",
    "chooses": "chose",
}


_VERB: Final = regex(
    rf"(^|, (?:then |else )?|; (?:then |else )?|\((?:else )?|: | and (?:there \(?)?)({'|'.join(_PASTS)})\b"
)


def past_of(told: str) -> str:
    """Of each step that is told, also of those in brackets and behind a colon; what is quoted stays."""
    parts = told.split("`")
    parts[::2] = [_in_the_past(part, not at) for at, part in enumerate(parts[::2])]
    return "`".join(parts)


def _in_the_past(part: str, first: bool) -> str:
    """first: whether the row begins with it."""
    return _VERB.sub(
        lambda found: found[0] if found[1] == "" and not first else found[1] + _PASTS[found[2]],
        part,
    )


_IN_A_ROW: Final = regex(rf"`[^`]*+`|[()]|[;:.] |\b[Nn]o longer (?:{'|'.join(_PASTS)})\b|, then ")


def gone_as_well(told: str) -> str:
    """ "No longer calls `a`, nor returns `b`", for "then returns `b`", which reads as if that were still done."""
    if ", then " not in told or "o longer " not in told:
        return told
    said, at, depth, gone = "", 0, 0, False
    for found in _IN_A_ROW.finditer(told):
        sign = found[0]
        depth += (sign == "(") - (sign == ")")
        gone = not depth if sign[1:9] == "o longer" else gone and (bool(depth) or sign not in ("; ", ": ", ". "))
        if sign == ", then " and gone and not depth:
            said += f"{told[at : found.start()]}, nor "
            at = found.end()
    return said + told[at:]
