"""What the lexicons of all languages share: tables of words as text, and the verbs that mean the same in each."""

from __future__ import annotations

from typing import Final

from ..model.action import IRREVERSIBLE, LOGGING, MUTATION, RESOURCES, VALIDATION

VERBS: Final = (
    (IRREVERSIBLE, "broadcast commit delete drop kill persist publish purge send wipe"),
    (
        MUTATION,
        (
            "activate add append assign attach clear deactivate decrement dequeue detach disable enable enqueue increment "
            "insert mark pop push put register remove rename replace reset rollback save set store unregister unset update "
            "write"
        ),
    ),
    (VALIDATION, "assert check ensure validate verify"),
    (LOGGING, "debug log warn"),
)
PREDICATES: Final = "is has have can should must was are will may needs supports allows contains exists matches"


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def rows(*tables: tuple[str, str]) -> dict[str, str]:
    """Each word of a table means its kind; a later table decides."""
    return {word: kind for kind, text in tables for word in text.split()}


def verbs(*own: tuple[str, str]) -> dict[str, str]:
    """By a first word of a callee's name, what such a call does: what all languages share, and a language's own."""
    return {**rows(*VERBS, *own), **RESOURCES}


def defaults(text: str) -> dict[str, str]:
    """Of each `function.parameter=value` what that is where it is not given."""
    return {name: value for name, _, value in (word.partition("=") for word in text.split())}
