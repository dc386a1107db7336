"""Summaries in a model's words: one question for each function, made of its actions and the rule-made words of what it calls.

A caller's question never holds a model's words, so that these can be asked for in any order, and a model that words a
callee differently wakes no caller. Each text of the answer is measured on its own; what does not stand is rule-made.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Annotated, Any, Final, NamedTuple

from ..llm.ask import Question
from ..llm.faithful import faithful, turned
from ..llm.ground import Evidence, flaws
from ..llm.stems import negates
from ..llm.wire import Field, Flaw, Text, Wire
from ..model.summary import SemanticSummary
from ..pipeline import Project
from .evidence import children_of, of_function, summary_of, told_actions

SENTENCE: Final = 220  # characters
ITEM: Final = 160
ITEMS: Final = 12  # of a list; longer ones keep their rule-made words beyond
LISTS: Final = ("preconditions", "postconditions", "side_effects", "control_flow", "error_conditions")

Texts = Annotated[list[Text], Field(max_length=ITEMS)]


class SummaryWire(Wire):
    summary: Text
    preconditions: Texts
    postconditions: Texts
    side_effects: Texts
    control_flow: Texts
    error_conditions: Texts


class Telling(NamedTuple):
    """A question about one function, and what its answer is measured against."""

    question: Question[SummaryWire]
    evidence: Evidence
    rule: SemanticSummary


def telling(project: Project, id_: str) -> Telling:
    summary, children = summary_of(project, id_), children_of(project, id_)
    facts = project.functions[id_].facts
    evidence = of_function(project, id_, summary, children)
    rule = {"summary": summary.sentence} | {name: list(getattr(summary, name)[:ITEMS]) for name in LISTS}
    data: dict[str, Any] = {
        "function": evidence.done[0],
        "language": project.functions[id_].language.name,
        "kind": facts.kind,
        "semantic_actions": [f"{each.type}: {each.effect}" for each in told_actions(project, id_)],
        "called_functions": [{"name": c.name, "achieves": c.sentence, "effects": list(c.effects)} for c in children],
        "rule_made": rule,
    }
    question = Question(
        "summary", data, SummaryWire, lambda value: tuple(wrong(value, evidence, summary)), 1_500, json.dumps(rule)
    )
    return Telling(question, evidence, summary)


def wrong(value: SummaryWire, evidence: Evidence, rule: SemanticSummary) -> Iterator[Flaw]:
    for reason in sentence_flaws(value.summary, evidence, rule.sentence):
        yield _flaw("summary", value.summary, reason)
    for name in LISTS:
        wanted, given = getattr(rule, name)[:ITEMS], getattr(value, name)
        if len(wanted) != len(given):
            message = f"{name} has {len(given)} items, the rule-made list has {len(wanted)}"
            yield Flaw(
                message,
                f"Your last response was invalid. The error was: `{message}`. Please answer with as many, in the same order.",
            )
            continue
        for text, meant in zip(given, wanted, strict=True):
            yield from (_flaw(name, text, reason) for reason in item_flaws(text, meant, evidence))


def sentence_flaws(text: str, evidence: Evidence, rule: str) -> list[str]:
    if text == rule:
        return []
    long = [f"it has more than {SENTENCE} characters"] if len(text) > SENTENCE else []
    no = negates(text.split(" ", 1)[0]) and not negates(rule.split(" ", 1)[0])
    first = ["it turns the meaning round"] if no or turned(text, rule) else []
    return long + first + flaws(text, evidence)


def item_flaws(text: str, rule: str, evidence: Evidence) -> list[str]:
    """An item says what the rule-made one says: measured against the lines that share its words, which hold its code."""
    if text == rule:
        return []
    long = [f"it has more than {ITEM} characters"] if len(text) > ITEM else []
    return long + flaws(text, evidence._replace(deeds=(), told=())) + faithful(text, rule, Evidence((rule,), (rule,)), asks=False)


def _flaw(name: str, text: str, reason: str) -> Flaw:
    message = f"{name}: {text[:80]!r}: {reason}"
    return Flaw(
        message,
        f"Your last response was invalid. The error was: `{message}`. Use only what the data says.",
        fatal=False,
    )


def accepted(value: SummaryWire, told: Telling) -> dict[str, Any]:
    """By field: the model's text where it stands, else the rule-made one."""
    rule = told.rule
    kept: dict[str, Any] = {
        "summary": value.summary if not sentence_flaws(value.summary, told.evidence, rule.sentence) else rule.sentence
    }
    for name in LISTS:
        wanted, given = getattr(rule, name), getattr(value, name)
        pairs = zip(given, wanted, strict=False)
        kept[name] = [t if not item_flaws(t, meant, told.evidence) else meant for t, meant in pairs] + list(
            wanted[len(given) :]
        )
    return kept
