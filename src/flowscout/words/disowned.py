"""What an author writes above a function and does not mean as a description of what it does.

Closes the port, I guess        he is not sure himself
Copy of parse_row from rows.c   where it comes from
The main signal handler         what it is called
Meant to be fast                how it was made
"""

from __future__ import annotations

from re import IGNORECASE
from typing import Final

from ..model.pattern import regex
from .openings import is_verb

_DOUBTS: Final = regex(
    r"(?:\bI|(?:^|[,;:(] |\b(?:and|but) )[Ww]e) (?:guess|think|suppose|believe|hope|assume|do(?:n't| not) know)\b|(?<!\bif )(?<!\bwhen )\bnot (?:entirely |quite |really |at all )?sure\b|\bno idea\b|\bfor some (?:odd |strange )?reason\b|\bsomehow\b"
)  # what an author does not know of it is no description
_COPIED: Final = regex(
    r"(?:(?:an?|the|this is an?|direct|exact|literal|modified|simplified) ){0,3}(?:copy|clone|duplicate|port|backport|fork|adaptation) of `?(?:\w{1,60}_\w{1,60}|\w{1,60}(?:\(\)|\.[a-z]{1,4}\b))(?!.{0,200}\b(?:is|are|was|were|gets|that|which|but|with|without|for)\b)",
    IGNORECASE,
)  # where it comes from
_KIND_OF_ONE: Final = regex(
    r"(?:(?:this is )?(?:an?|the|our) )?(?:[\w`'-]{1,40} ){1,4}(?:handler|callback|hook|function|method|routine|procedure|helper|entry point|implementation|destructor)$",
    IGNORECASE,
)  # `The main signal handler` says what it is called
_MADE_SO: Final = regex(
    r"(?:(?:this|it) is )?(?:meant|intended|supposed|designed|written|optimi[sz]ed) (?:to be|so (?:that|as)|for) (?!.{0,200}\bto (?!be\b)[a-z]{2,20} (?:an?|the|all|each|every|its|any) )",
    IGNORECASE,
)  # but `Meant to be called at the end to close the file`
_OBJECT: Final = frozenset(["a", "an", "the", "our", "its", "this", "that", "each", "every", "any"])


def disowned(said: str) -> bool:
    """said: a sentence without its full stop."""
    first, *rest = said.removeprefix("This is ").split(" ")
    deed = is_verb(first) or first.endswith("ly") or not _OBJECT.isdisjoint(rest)  # `Debounces the input handler`
    kind = _KIND_OF_ONE.fullmatch(said) is not None and not deed
    return (
        kind or _MADE_SO.match(said) is not None or _DOUBTS.search(said) is not None or _COPIED.match(said) is not None
    )
