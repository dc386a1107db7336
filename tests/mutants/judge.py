"""What a review says of a mutant, held against what its operator knows."""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from flowscout.entrypoints.reviewing import reviewed
from flowscout.frontends.treesitter import parse
from flowscout.model.review import Review
from flowscout.model.settings import Settings
from flowscout.pipeline import Project, assemble
from flowscout.tasks.review.review import review
from flowscout.wiring import place
from shell.repositories import Repo

from .drawing import Mutant
from .operators import EVERY
from .operators.operator import SAME
from .told import Span, Told, told

NEAR = 1  # lines that a place may be off: what is gone has no place of its own
BY_NAME = {each.name: each for each in EVERY}


class Verdict(NamedTuple):
    """found: told or listed, at the right line; of what is neutral, that nothing else is said. kind: told by a sentence of the right
    kind. listed: in code alone. false: a sentence cannot be true. said: all sentences, with the rules of what has none. snippet: the lines before and after."""

    number: int
    operator: str
    path: str
    line: int
    neutral: bool
    found: bool
    kind: bool
    listed: bool
    false: bool
    said: tuple[str, ...]
    snippet: str


def judged(mutant: Mutant, folder: Path | None = None) -> Verdict:
    """folder: of a repository to be made, where it shall be read from git."""
    name = f"{mutant.path.rsplit('/', 1)[-1]}"
    found = (
        _from_git(mutant, name, folder)
        if folder
        else review(
            project(name, mutant.language, mutant.before), _project(name, mutant.language, mutant.after), ("a", "b")
        )
    )
    return verdict(mutant, found)


@functools.lru_cache(maxsize=8)
def project(name: str, language: str, data: bytes) -> Project:
    return _project(name, language, data)


def _project(name: str, language: str, data: bytes) -> Project:
    return assemble({name: parse(data, language)}, lambda path: data, Settings())


def _from_git(mutant: Mutant, name: str, folder: Path) -> Review:
    repo = Repo(folder)
    before, after = repo.commit({name: mutant.before}), repo.commit({name: mutant.after})
    return reviewed(place(str(folder)), before, after)[0]


def verdict(mutant: Mutant, found: Review) -> Verdict:
    every, operator = told(found), mutant.operator
    counts = [each for each in every if each.how != "neutral"]
    near = [each for each in counts if _meets(each.old, mutant.old) or _meets(each.new, mutant.new)]
    sentences = [sentence for each in every for sentence in each.sentences]
    kind = any(re.search(operator.right, sentence) for sentence in sentences)
    return Verdict(
        mutant.number,
        operator.name,
        mutant.path,
        mutant.new[0],
        operator.neutral,
        not counts and not found.entries if operator.neutral else bool(near),
        kind,
        bool(near) and all(each.how == "listed" for each in near),
        any(re.search(operator.never, sentence) or re.search(SAME, sentence) for sentence in sentences),
        _said(every),
        snippet(mutant),
    )


def _said(every: Sequence[Told]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(said for each in every for said in each.sentences or (f"({each.how}: {each.rule})",)))


def _meets(one: Span, other: Span) -> bool:
    return one[0] <= other[1] + NEAR and other[0] - NEAR <= one[1]


def snippet(mutant: Mutant) -> str:
    old, new = _lines(mutant.before, mutant.old), _lines(mutant.after, mutant.new)
    return f"{old} → {new}"


def _lines(data: bytes, span: Span) -> str:
    rows = data.decode("utf-8", "replace").split("\n")[span[0] - 1 : span[1]]
    words = " ".join(" ".join(rows).split())
    return words if len(words) < 150 else f"{words[:100]} … {words[-48:]}"


def record(one: Verdict) -> dict[str, Any]:
    return one._asdict()
