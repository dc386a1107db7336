"""The phrases of a clause: where it says that something is done, to what, and towards what."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from .clauses import ClauseWord
from .english import NEUTRAL, words
from .stems import NEUTRAL_STEMS, kinds_of, negates, stem, stems

_ENDS: Final = words(
    "of from to in into on onto with by for at as under over through per via than between against without using"
)
_BE: Final = words("is are was were be been being gets get")
_DETERMINERS: Final = words("""
the a an its this that these those each every any no for from with in on into as new given current existing their his per by
all some both between against through within following previous next only first last other another requested resulting of
""")


def verbs(told: Sequence[ClauseWord]) -> Iterator[tuple[int, frozenset[str]]]:
    """Where a clause says that something is done, and what kinds of doing these are."""
    for at, word in enumerate(told):
        kinds = kinds_of(word.text) if word.kind == "word" else None
        before = told[at - 1].small if at else ""
        if (
            not kinds
            or (before in _DETERMINERS and not (before in ("this", "it") and word.small.endswith("s")))
            or (word.text.isupper() and len(word.text) > 1)
        ):
            continue
        small = word.small
        after = told[at + 1] if at + 1 < len(told) else None
        if (
            at == 0
            and word.text.islower()
            and after
            and after.small.endswith("s")
            and after.text.isalpha()
            and kinds_of(after.text)
        ):
            continue  # a name, of which the verb follows: `drop removes the file`
        if small in NEUTRAL and not (at == 0 and (small.endswith("s") or word.text == "Set")):
            continue
        yield at, kinds


def noun_phrase(told: Sequence[ClauseWord], at: int) -> list[ClauseWord]:
    passive = any(w.small in _BE for w in told[max(0, at - 2) : at])
    around = reversed(told[:at]) if passive else iter(told[at + 1 :])
    phrase: list[ClauseWord] = []
    for word in around:
        if word.kind == "mark" and word.text in "()—–":
            break
        if word.small == "at" and not phrase and not passive:
            break
        if word.small in _ENDS and (phrase or passive):
            if passive:
                phrase.clear()
                continue
            break
        if word.kind in ("word", "code", "quoted", "number"):
            phrase.append(word)
    return phrase[::-1] if passive else phrase


def objects_of(told: Sequence[ClauseWord], at: int) -> frozenset[str]:
    """Stems of what a verb is done to."""
    return frozenset(s for w in noun_phrase(told, at) if names(w) for s in own_stems(w))


def own_stems(word: ClauseWord) -> list[str]:
    if "-" in word.text:
        return [stem(part) for part in word.text.split("-")]
    if word.kind == "word" and word.text.isalpha():
        return [stem(word.text)]
    return [s for s in stems(word.text) if s not in NEUTRAL_STEMS and len(s) > 1]


def names(word: ClauseWord) -> bool:
    return (
        word.kind in ("word", "code", "quoted")
        and word.small not in NEUTRAL
        and not negates(word.text)
        and stem(word.text) not in NEUTRAL_STEMS
        and not word.small.endswith("ly")
    )


def is_literal(word: ClauseWord) -> bool:
    return (
        word.kind in ("quoted", "code", "number")
        or bool(re.search(r"[_\d$]|[a-z][A-Z]|^[A-Z]{2,}$", word.text))
        or word.text in ("None", "True", "False")
    )
