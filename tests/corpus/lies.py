"""Labels held against the laws of words. Each law looks at a step's label, its whole words and its code, not at the rules that
made them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Final, NamedTuple

from flowscout.model import limits
from flowscout.model.sfm import BRANCHING, MEDIUM, ScenarioFlowModel, ScenarioStep
from flowscout.pipeline import Project


class Lie(NamedTuple):
    law: str
    label: str
    code: str


_ASKS: Final = re.compile(
    r" (?:is not|is|has no|has|lacks|equals|differs from|does not|cannot|must not|should not)(?= |\?|$)"
    r"(?: (?:less than|at most|more than|at least|in)(?= ))?"
)
_INSIDE: Final = re.compile(r"\"[^\"]*\"|'[^']*'|\([^()]*\)|\[[^\[\]]*\]|\{[^{}]*\}")


def _outside(text: str) -> str:
    while True:
        shorter = _INSIDE.sub("·", text)
        if shorter == text:
            return text
        text = shorter


def polarity(step: ScenarioStep) -> Iterator[str]:
    """Short words are whole; of long ones what is asked stays, in its order, and the last comparand's end."""
    whole = " ".join(step.whole.split())
    if step.members or step.label == whole:
        return
    if len(whole) <= limits.LABEL_TEXT:
        yield "shortened without need"
    if step.step_type in BRANCHING and "…" in step.label:
        yield from _asked(step.label, whole)


def _asked(label: str, whole: str) -> Iterator[str]:
    said, kept = _outside(whole), _outside(label)
    if re.search(r" (?:and|or) ", said):
        joins, left = set(re.findall(r" (and|or) ", said)), set(re.findall(r" (and|or) ", kept))
        if not left or not left <= joins or ("or" in joins and "or" not in left):
            yield "the row is torn"
        ends = [re.split(r" (?:and|or) ", text) for text in (said, kept)]
        pairs = [(ends[0][0], ends[1][0]), (ends[0][-1], ends[1][-1])]
    else:
        pairs = [(said, kept)]
    for one, other in pairs:
        if [m[0] for m in _ASKS.finditer(one)] != [m[0] for m in _ASKS.finditer(other)]:
            yield "what is asked is cut"
        if one.startswith("not ") != other.startswith("not "):
            yield "a not is cut"
    if whole.rstrip("?")[-2:] != label.rstrip("?")[-2:] and not (whole.rstrip("?").endswith(")") and label.rstrip("?").endswith("…)")):
        yield "the end is cut"


_LAWS_OF_STEPS: Final[tuple[tuple[str, Callable[[ScenarioStep], Iterator[str]]], ...]] = (("1", polarity),)


def _plain(code: str) -> str:
    """Without layout, comments' blanks, brackets and the marks that change no meaning."""
    return re.sub(r"[\s();{}!]|\b(?:return|not)\b|(?<=\w)->", "", code)


def arms(model: ScenarioFlowModel) -> Iterator[Lie]:
    """Where a way parts, two ways that lead to equal words lead to equal code."""
    known = model.by_id()
    for step in model.steps:
        targets = [known[name] for name in dict.fromkeys(t.target for t in step.transitions) if name in known]
        for one, other in combinations(targets, 2):
            if one.label == other.label and one.evidence and other.evidence and _differs(one, other):
                yield Lie("5", one.label, f"{one.evidence.text[:80]!r} and {other.evidence.text[:80]!r}")


def _differs(one: ScenarioStep, other: ScenarioStep) -> bool:
    assert one.evidence
    assert other.evidence
    return _plain(one.evidence.text) != _plain(other.evidence.text)


def lies(built: Project, id_: str) -> Iterator[Lie]:
    scenario = built.scenario(id_)
    for step in (*scenario.steps, *scenario.groups):
        for law, holds in _LAWS_OF_STEPS:
            for why in holds(step):
                yield Lie(law, step.label, f"{step.whole} ({why})")
    yield from arms(built.chart(id_, MEDIUM))
