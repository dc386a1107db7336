"""A review tells an edit beside any other one that it tells alone: what makes one of them do nothing hides nothing of the other.

Every fourth pair, by a fixed seed; `TWOFOLD=all` tries each."""

from __future__ import annotations

import os
from functools import cache
from itertools import product
from random import Random
from types import ModuleType

import pytest

from corpus.driver import Source
from corpus.notation import made
from flowscout.model.account import DECLARATION, FLOW
from flowscout.tasks.review.review import review

from . import c, python

LANGUAGES = {"c": (c, "case.c"), "python": (python, "case.py")}
SHARE = 4
SHOWN_ALONE = {
    ("c", "swap grow/send", "(void)"),  # listed, in its own code: neither call is known again by its words
    ("c", "limit 11", "move macro"),  # the second undoes the first
    ("c", "size 65", "macro->enum"),
    ("python", "class value", "constant out"),
    ("python", "grow under if", "else"),  # where it comes to that question, it holds
}
PAIRS = [(language, one, two) for language, (of, _) in LANGUAGES.items() for one, two in product(of.TELLING, of.QUIET)]
DRAWN = PAIRS if os.environ.get("TWOFOLD") == "all" else Random(1).sample(PAIRS, len(PAIRS) // SHARE)


@cache
def told(language: str, after: str) -> frozenset[str]:
    """The sentences of a review, from the source as it stands."""
    of, path = LANGUAGES[language]
    sides = [made((Source(path, language, text.encode()),), {}) for text in (of.SOURCE, after)]
    account = review(sides[0], sides[1], ("before", "after")).account
    return frozenset(one.sentence for one in account if one.how in (FLOW, DECLARATION))


def edited(of: ModuleType, *names: str) -> str:
    text: str = of.SOURCE
    for name in names:
        text = {**of.TELLING, **of.QUIET}[name](text)
    return text


@pytest.mark.parametrize(
    ("language", "name"), [(language, name) for language, (of, _) in LANGUAGES.items() for name in of.TELLING]
)
def test_is_told_alone(language: str, name: str) -> None:
    assert told(language, edited(LANGUAGES[language][0], name))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("one", range(16))
def test_is_told_beside_another(language: str, one: int) -> None:
    of, _ = LANGUAGES[language]
    hidden = []
    for number, (own, name, other) in enumerate(DRAWN):
        both = edited(of, name, other) if own == language and number % 16 == one else ""
        if not both or both == edited(of, name) or (language, name, other) in SHOWN_ALONE:
            continue
        if not told(language, both) - told(language, edited(of, other)):
            hidden.append(f"{name} + {other}")
    assert hidden == []
