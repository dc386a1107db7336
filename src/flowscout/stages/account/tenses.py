"""A sentence's first letter, and its verb in the past."""

from __future__ import annotations


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


def past_of(told: str) -> str:
    """Of each step of a row."""
    return ", then ".join([_past(each) for each in told.split(", then ")])


def _past(told: str) -> str:
    verb, blank, rest = told.partition(" ")
    return _PASTS.get(verb, verb) + blank + rest
