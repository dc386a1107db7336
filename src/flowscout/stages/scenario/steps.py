"""Drafts as steps: ids, words cut to size, evidence."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence

from ...model import limits
from ...model.bound import BoundFunction
from ...model.record import NamedTuple
from ...model.sfm import BRANCHING, TERMINAL, Evidence, ScenarioStep, Transition
from ...model.summary import SemanticSummary
from ...words import english
from ...words.cases import ranges
from ...words.cutting import apart
from .draft import Draft, Way
from .naming import Names

_KINDS = {"low": "raise", "cleanup": "raise", "resume": "next"}


class Maker(NamedTuple):
    """breaks: where the lines of the function's text end."""

    bound: BoundFunction
    summaries: Mapping[str, SemanticSummary]
    names: Names
    breaks: Sequence[int]

    def line(self, offset: int) -> int:
        return self.bound.facts.line + bisect_left(self.breaks, self.bound.site(offset))

    def evidence(self, start: int, end: int) -> Evidence:
        text = self.bound.read(start, min(end, start + limits.EVIDENCE_TEXT))
        return Evidence(self.line(start), self.line(max(start, end - 1)), text)

    def text(self, draft: Draft) -> str:
        """What a step's id is made of: the code where there is some, else its words."""
        return self.bound.read(draft.start, draft.end) if draft.end > draft.start else draft.words

    def description(self, words: str, callees: Sequence[str]) -> str:
        known = self.summaries.get(callees[0]) if len(callees) == 1 else None
        return f"{words}. {known.sentence}" if known and known.sentence else words

    def step(self, draft: Draft, levels: tuple[str, ...]) -> ScenarioStep:
        evidence = self.evidence(draft.start, draft.end) if draft.end > draft.start else None
        return ScenarioStep(
            draft.step_id, draft.kind, english.cut(draft.words, limits.LABEL_TEXT), self.description(draft.words, draft.callees), levels,
            transitions(draft), (), evidence, " ".join(sorted(draft.flags)), draft.callees, words=draft.words,
        )


def maker(bound: BoundFunction, summaries: Mapping[str, SemanticSummary]) -> Maker:
    return Maker(bound, summaries, Names(), [match.start() for match in re.finditer(b"\n", bound.text)])


def told_apart(steps: Sequence[ScenarioStep]) -> list[ScenarioStep]:
    """Steps of one chart that say different things do not read the same. A run's label says all of it already."""
    labels = apart([step.label if step.members and "; " in step.words else step.words for step in steps], limits.LABEL_TEXT)
    return [step._replace(label=label) for step, label in zip(steps, labels, strict=True)]


def transitions(draft: Draft) -> tuple[Transition, ...]:
    """One per target. A decision that leads to one place for several reasons says them all; for any other step the plain
    way tells enough. An error that is caught and goes on where all else does is a way of its own: somebody swallows it."""
    ways: dict[tuple[str, bool], list[Way]] = {}
    for way in draft.ways:
        ways.setdefault((way.target.step_id, way.kind == "raise"), []).append(way)
    return tuple([_joined(name, same, draft.kind in BRANCHING) for (name, _), same in ways.items()])


def _joined(target: str, ways: Sequence[Way], branching: bool) -> Transition:
    labels = list(dict.fromkeys(way.label for way in ways))
    label = "" if "" in labels and not branching else ranges([label for label in labels if label])
    return Transition(target, english.cut(label, limits.EDGE_TEXT), _KINDS.get(ways[0].kind, ways[0].kind))


def ends(steps: Iterable[ScenarioStep]) -> tuple[str, ...]:
    return tuple(step.step_id for step in steps if step.step_type in TERMINAL)
