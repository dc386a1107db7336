"""Drafts as steps: ids, words cut to the budgets of `model/limits.py`, the lines they stand for."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence

from ...model import limits
from ...model.bound import BoundFunction
from ...model.language import Language
from ...model.pattern import regex
from ...model.record import NamedTuple
from ...model.sfm import ACTION, BRANCHING, STATE_CHANGE, TERMINAL, Evidence, ScenarioStep, Transition
from ...words import english
from ...words.cases import ranges
from ...words.closures import rows
from ...words.code import raw
from ...words.cutting import apart, torn, whole
from ...words.folding import split
from ...words.many_terms import counted
from ...words.nested import nested
from ...words.tables import WordTable, table
from .draft import Draft, Way
from .naming import StepIds
from .runs import MOST_LINES, itemised

_OPENS = regex(
    rb"(?:(?:else|if|elif|while|switch|match|return|throw|raise|for|await|async|with|constexpr)\b|[ (!{])*+(?:[^()]{0,80}[;=:] ?+|\w{1,80} in )?+"
)  # what stands before a condition
_NEAR = 120  # bytes between a comment's statement and what it asks
_MARKS = regex(r"\s++|//[^\n]*+|/\*(?:[^*]++|\*(?!/))*+(?:\*/)?|#[^\n]*+|;")
_ENTRIES = 24  # lines of a table
_SOME = 9  # lines of one that is only declared, to be looked up
_TALL = 40  # lines of a box that tell what is done later, none of it cut
_TYPED = regex(r"^[^=(\"']{0,200}?\b(?=\w{1,80}\s{0,8}=(?!=))")  # the type of a declaration
_KINDS = {"low": "raise", "closed": "raise", "cleanup": "raise", "resume": "next"}


class Maker(NamedTuple):
    """breaks: where the lines of the function's text end. titles, places: comments that read as titles, by where what
    follows stands."""

    bound: BoundFunction
    language: Language
    names: StepIds
    breaks: Sequence[int]
    titles: Mapping[int, str]
    places: Sequence[int]

    def line(self, offset: int) -> int:
        return self.bound.facts.line + bisect_left(self.breaks, self.bound.site(offset))

    def evidence(self, start: int, end: int) -> Evidence:
        text = self.bound.read(start, min(end, start + limits.EVIDENCE_TEXT))
        return Evidence(self.line(start), self.line(max(start, end - 1)), text)

    def text(self, draft: Draft) -> str:
        """What a step's id is made of: the code where there is some, else its words."""
        return self.bound.read(draft.start, draft.end) if draft.end > draft.start else draft.words

    def title(self, draft: Draft) -> str:
        """What the author says right above it."""
        at = bisect_right(self.places, draft.start) - 1
        begin = self.places[at] if at >= 0 else 0
        near = at >= 0 and draft.start - begin <= _NEAR and _OPENS.fullmatch(self.bound.text[begin : draft.start])
        return self.titles[begin] if near else ""

    def titled(self, draft: Draft, words: str) -> str:
        title = self.title(draft)
        return f"{title}: {words}" if title else words

    def table(self, draft: Draft) -> WordTable | None:
        whole = (
            draft.kind in (ACTION, STATE_CHANGE)
            and draft.is_op("do")
            and draft.role in ("expression", "assign", "declare")
        )
        return table(self.bound.read(draft.start, draft.end), self.language) if whole else None

    def step(self, draft: Draft, levels: tuple[str, ...]) -> ScenarioStep:
        evidence = self.evidence(draft.start, draft.end) if draft.end > draft.start else None
        words, label = draft.words, english.cut(draft.words, limits.DEED_TEXT)
        if draft.later:
            when = ", which does" if "lambda()" in draft.words else ", run when called"
            words = f"{draft.words}{when}: {'; '.join(draft.later)}"
            inside = nested(self.bound.read(draft.start, draft.end), self.language)
            told = inside or tuple(row for line in draft.later for row in rows(line))
            head = f"{whole(draft.words)}{when}"
            tall = sum(-(-len(row) // limits.WIDE_LINE) for row in told)
            room = limits.DEED_TEXT if tall <= _TALL else limits.WIDE_TITLE
            label = itemised(head, told, max(len(inside), MOST_LINES), room)
        elif len(words) > limits.TABLE_TEXT and (held := self.table(draft)):
            label = itemised(held.head, held.rows, _ENTRIES if draft.role != "declare" else _SOME)
        return ScenarioStep(
            draft.step_id,
            draft.kind,
            label,
            self.titled(draft, words),
            levels,
            transitions(draft),
            (),
            evidence,
            " ".join(sorted(draft.flags)),
            draft.callees,
            words=words,
            parting=draft.action.parting if draft.action and draft.kind in TERMINAL else "",
        )


def maker(bound: BoundFunction, language: Language, titles: Mapping[int, str]) -> Maker:
    """titles: comments that read as one, by the place of what they stand above."""
    return Maker(
        bound, language, StepIds(), [match.start() for match in re.finditer(b"\n", bound.text)], titles, sorted(titles)
    )


def told_apart(steps: Sequence[ScenarioStep]) -> list[ScenarioStep]:
    """Steps of one chart that say different things do not read the same. A run's label says all of it already."""
    said = _short([step.label if step.members and "; " in step.words else step.words for step in steps], steps)
    labels = iter(
        apart(
            [
                _telling(step, text, told)
                for step, text, told in zip(steps, said, _codes(steps, said), strict=True)
                if "\n" not in step.label
            ],
            limits.DEED_TEXT,
        )
    )
    return [step if "\n" in step.label else step._replace(label=next(labels)) for step in steps]


def _short(said: Sequence[str], steps: Sequence[ScenarioStep]) -> list[str]:
    """Of questions that a cut would tear the first terms and how many there are more, where no other says the same then."""
    asked = {
        text: counted(text, limits.DEED_TEXT)
        for text, step in zip(said, steps, strict=True)
        if len(text) > limits.DEED_TEXT and step.step_type in BRANCHING and torn(whole(text, limits.DEED_TEXT))
    }
    short = [*asked.values()]
    return [told if (told := asked.get(text, "")) and short.count(told) == 1 else text for text in said]


def _codes(steps: Sequence[ScenarioStep], said: Sequence[str]) -> list[set[str]]:
    """Of each step, the code of those that say the same."""
    codes: dict[str, set[str]] = {}
    for step, text in zip(steps, said, strict=True):
        if step.evidence and step.step_type in (ACTION, STATE_CHANGE):
            codes.setdefault(text, set()).add(_MARKS.sub("", _TYPED.sub("", step.evidence.text, count=1)))
    return [codes.get(text, set()) for text in said]


def _telling(step: ScenarioStep, text: str, codes: set[str]) -> str:
    """Where others say the same of other code (a cast, a receiver), all members or the code itself."""
    if len(codes) < 2 or step.evidence is None or step.step_type not in (ACTION, STATE_CHANGE):
        return text
    if step.members:
        return step.words
    return text if "\n" in step.evidence.text else raw(step.evidence.text.rstrip("; \n"))


def transitions(draft: Draft) -> tuple[Transition, ...]:
    """One per target. A decision that leads to one place for several reasons says them all; for any other step the
    plain way tells enough. An error that is caught and goes on where all else does is a way of its own: somebody
    swallows it."""
    ways: dict[tuple[str, bool], list[Way]] = {}
    for way in draft.ways:
        ways.setdefault((way.target.step_id, way.kind == "raise"), []).append(way)
    return tuple([_joined(name, same, draft.kind in BRANCHING) for (name, _), same in ways.items()])


def _joined(target: str, ways: Sequence[Way], branching: bool) -> Transition:
    labels = list(dict.fromkeys(way.label for way in ways))
    label = "" if "" in labels and not branching else _cases([label for label in labels if label])
    return Transition(target, label, _KINDS.get(ways[0].kind, ways[0].kind))


def _cases(labels: Sequence[str]) -> str:
    """All of many values, as long as they can be read: none is cut."""
    told = ranges(labels)
    labels = [each for label in labels for each in split(label, ", ")]
    if len(told) <= limits.EDGE_TEXT or len(labels) < 2:
        return whole(told, limits.EDGE_TEXT)
    at = next((n for n in range(2, len(labels)) if len(ranges(labels[: n + 1])) > limits.TABLE_TEXT), len(labels))
    more = len(labels) - at
    return ranges([whole(label, limits.EDGE_TEXT) for label in labels[:at]]) + (f" and {more} more" if more else "")


def ends(steps: Iterable[ScenarioStep]) -> tuple[str, ...]:
    return tuple(step.step_id for step in steps if step.step_type in TERMINAL)
