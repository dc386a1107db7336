"""Words of a question that names have as one: `the pid file` is `pidfile`, what is `cleaned up` is what `cleanup` is called for.

Two plain words that stand beside each other, or a verb with its particle in any form, are read as one word where the product has that as a word of a
name. Asked only of what is else refused or answered loosely; the answer says how it was read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from ....llm.english import GLUE
from ....llm.stems import stem
from ....model.pattern import regex
from ....model.product import is_aside
from ....pipeline import Project
from .inquiry import TIMED_OUT
from .tokens import LONGEST

LEAST: Final = 5  # letters of both
MOST: Final = 24  # pairs that are looked for
_PAIR: Final = regex(r"(?<![\w.`:>/\"'-])(?=(?P<first>[A-Za-z]{2,30}) (?P<second>[A-Za-z]{2,30})(?![\w`(:/\"'-]|\.\w))")
_PASSIVE: Final = regex(r"(?i)\b(?:is|are|was|were|be|been|being|gets?|got|getting)\b")
_ENDS: Final = ("ing", "ed", "s")


class JoinedWord(NamedTuple):
    """said: the words as they stand there. name: the word they are. written: that word in the form of what was said."""

    said: str
    name: str
    written: str


class JoinedReading(NamedTuple):
    question: str
    joined: tuple[JoinedWord, ...]


def as_one(project: Project, question: str) -> JoinedReading | None:
    """The question with each such pair as one word; None where there is none."""
    plain = question[:LONGEST]
    able = [(found.start(), pair) for found in _PAIR.finditer(plain) for pair in _joined(plain, found)][:MOST]
    known = _standing(project, {pair.name for _, pair in able})
    kept, end = list[tuple[int, JoinedWord]](), 0
    for at, pair in able:
        if pair.name in known and at >= end:
            kept.append((at, pair))
            end = at + len(pair.said)
    for at, pair in reversed(kept):
        plain = f"{plain[:at]}{pair.written}{plain[at + len(pair.said) :]}"
    return JoinedReading(plain, tuple(pair for _, pair in kept)) if kept else None


def _joined(question: str, found: re.Match[str]) -> Iterator[JoinedWord]:
    """A noun with the noun before it; a verb with the particle behind it."""
    first, second = found["first"].lower(), found["second"].lower()
    if first in GLUE or len(first) + len(second) < LEAST:
        return
    said = f"{found['first']} {found['second']}"
    if TIMED_OUT.fullmatch(said):
        return  # which is read as one word wherever a question is
    if second not in GLUE:
        one = second.removesuffix("s") if not second.endswith("ss") else second
        yield from (JoinedWord(said, f"{first}{last}", f"{first}{second}") for last in dict.fromkeys((second, one)))
        return
    plain = stem(first)
    passive = _PASSIVE.search(question, 0, found.start()) is not None
    for base in dict.fromkeys((first, plain, f"{plain}e")):
        yield JoinedWord(said, f"{base}{second}", f"{base}{second}{_ending(first, base, passive=passive)}")


def _ending(word: str, base: str, *, passive: bool) -> str:
    """How the verb is inflected: `cleans`, `cleaning`, `cleaned`, `is shut`."""
    if word == base:
        return "ed" if passive else ""
    return next((end for end in _ENDS if word.endswith(end)), "ed")


def _standing(project: Project, words: set[str]) -> set[str]:
    """Those that are a word of a name somewhere in the product."""
    met = set[str]()
    for path in project.files if words else ():
        if met == words:
            break
        if not is_aside(path):
            source = project.sources(path)
            small = source.lower()
            met.update(word for word in words - met if word.encode() in small and _stands(word, source))
    return met


def _stands(word: str, source: bytes) -> bool:
    own, camel = re.escape(word), re.escape(word.capitalize())
    found = re.search(rf"(?<![A-Za-z])(?i:{own})s?(?![A-Za-z])|(?<![A-Z]){camel}s?(?![a-z])".encode(), source)
    return found is not None
