"""Summaries in a model's words: one question for each function, made of its actions and the rule-made words of what it calls.

A caller's question never holds a model's words, so that these can be asked for in any order, and a model that words a
callee differently wakes no caller. Each text of the answer is measured on its own; what does not stand is rule-made.

Functions that call each other round about are one question, answered under each one's id, so that a model sees the whole of a
recursion at once; each is still measured against its own evidence.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Final, Literal, NamedTuple

from ..llm.ask import Question
from ..llm.claims.typed import TypedClaim
from ..llm.faithful import faithful, turned
from ..llm.ground import GroundEvidence, astray, flaws, foreign, unclean
from ..llm.judged import UNREAD, misstated
from ..llm.parts import facts_of, shown
from ..llm.trimmed import trimmed
from ..llm.wire import Field, Flaw, Name, Text, Wire
from ..model.summary import SemanticSummary
from ..pipeline import Project
from .evidence import children_of, of_function, summary_of, told_actions

SENTENCE: Final = 220  # characters
ITEM: Final = 160
CLAIMS: Final = 24  # of a sentence
STEPS: Final = 60  # that are shown to a model with their ids
MEMBERS: Final = 8  # of a recursion that is one question; each of a larger one is asked about on its own
ITEMS: Final = 12  # of a list; longer ones keep their rule-made words beyond
LISTS: Final = ("preconditions", "postconditions", "side_effects", "control_flow", "error_conditions")

Texts = Annotated[list[Text], Field(max_length=ITEMS)]


class ClaimWire(Wire):
    claim: Literal[
        "calls",
        "raises",
        "returns",
        "reads",
        "writes",
        "deletes",
        "sends",
        "does",
        "guards",
        "before",
        "when",
        "for_each",
        "only",
        "always",
    ]
    ids: Annotated[str, Field(max_length=120)]


class SummaryWire(Wire):
    """claims: what the summary claims, each with ids of steps and conditions; none from a model that gives none."""

    summary: Text
    claims: Annotated[list[ClaimWire], Field(max_length=CLAIMS, default_factory=list)]
    preconditions: Texts
    postconditions: Texts
    side_effects: Texts
    control_flow: Texts
    error_conditions: Texts


class MemberWire(SummaryWire):
    function: Name


class SummariesWire(Wire):
    summaries: Annotated[list[MemberWire], Field(max_length=4 * MEMBERS)]


class Measure(NamedTuple):
    """What the answer about one function is measured against."""

    evidence: GroundEvidence
    rule: SemanticSummary


class SummaryQuestion(NamedTuple):
    """A question about one function, or the recursion it is part of. id: under which the answer is found there, "" alone."""

    question: Question[Any]
    evidence: GroundEvidence
    rule: SemanticSummary
    id: str = ""


def telling(project: Project, id_: str) -> SummaryQuestion:
    members = component(project, id_)
    if len(members) > 1:
        return _together(project, id_, members)
    data, measure = _told(project, id_)
    rule = json.dumps(data["rule_made"])
    question = Question("summary", data, SummaryWire, lambda value: tuple(wrong(value, *measure)), 1_500, rule)
    return SummaryQuestion(question, *measure)


def component(project: Project, id_: str) -> tuple[str, ...]:
    """A function and those that it calls and that call it, directly or round about; itself alone where they are too many.
    Of what a function calls, exactly these are as high above the leaves as it is."""
    found, waiting, height = {id_}, [id_], project.height(id_)
    while waiting and len(found) <= MEMBERS:
        for callee in project.callees(waiting.pop()):
            if callee not in found and project.height(callee) == height:
                found.add(callee)
                waiting.append(callee)
    return tuple(sorted(found)) if len(found) <= MEMBERS else (id_,)


def _together(project: Project, id_: str, members: tuple[str, ...]) -> SummaryQuestion:
    told = {member: _told(project, member) for member in members}
    measures = {member: measure for member, (_, measure) in told.items()}
    data = {"functions": [{"id": member, **told[member][0]} for member in members]}
    rule = {"summaries": [{"function": member, **told[member][0]["rule_made"]} for member in members]}
    question = Question(
        "recursion",
        data,
        SummariesWire,
        lambda value: tuple(_wrong_of(value, measures)),
        1_200 * len(members),
        json.dumps(rule),
        shared=True,
    )
    return SummaryQuestion(question, *measures[id_], id_)


def _told(project: Project, id_: str) -> tuple[dict[str, Any], Measure]:
    summary, children = summary_of(project, id_), children_of(project, id_)
    facts = project.functions[id_].facts
    evidence = of_function(project, id_, summary, children)
    data: dict[str, Any] = {
        "function": evidence.done[0],
        "language": project.functions[id_].language.name,
        "kind": facts.kind,
        "semantic_actions": [f"{each.type}: {each.effect}" for each in told_actions(project, id_)],
        "called_functions": [{"name": c.name, "achieves": c.sentence, "effects": list(c.effects)} for c in children],
        **shown(facts_of(evidence), STEPS),
        "rule_made": {"summary": summary.sentence} | {name: list(getattr(summary, name)[:ITEMS]) for name in LISTS},
    }
    return data, Measure(evidence, summary)


def _wrong_of(value: SummariesWire, measures: Mapping[str, Measure]) -> Iterator[Flaw]:
    given = [each.function for each in value.summaries]
    if sorted(given) != sorted(measures):
        odd = next((i for i in given if i not in measures or given.count(i) > 1), "") or next(
            i for i in measures if i not in given
        )
        message = f"each given function has one summary, and no other has: {odd[:80]!r}"
        yield Flaw(
            message, f"Your last response was invalid. The error was: `{message}`. Answer every given id exactly once."
        )
        return
    for each in value.summaries:
        yield from wrong(each, *measures[each.function])


def wrong(value: SummaryWire, evidence: GroundEvidence, rule: SemanticSummary) -> Iterator[Flaw]:
    for reason in sentence_flaws(value.summary, evidence, rule.sentence, claims_of(value)):
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


def claims_of(value: SummaryWire) -> tuple[TypedClaim, ...]:
    return tuple(TypedClaim(each.claim, tuple(each.ids.replace(",", " ").split())) for each in value.claims)


def sentence_flaws(text: str, evidence: GroundEvidence, rule: str, claims: Sequence[TypedClaim] = ()) -> list[str]:
    """A sentence is held against the claims beside it, and against all that the function does."""
    if text == rule:
        return []
    wrong = [f"it has more than {SENTENCE} characters"] if len(text) > SENTENCE else []
    wrong += unclean(text, "\n".join(evidence.lines)) or foreign(text, evidence) or astray(text, evidence)
    if not claims and turned(text, rule):
        wrong.append("it turns the meaning round")
    return wrong or misstated(text, claims, facts_of(evidence))


def left_of(text: str, evidence: GroundEvidence, rule: str, claims: Sequence[TypedClaim] = ()) -> str:
    """A sentence as far as it stands: as a whole, or without clauses that cannot be read; "" where nothing of it does."""
    wrong = sentence_flaws(text, evidence, rule, claims)
    if wrong and not all(map(UNREAD.search, wrong)):
        return ""
    return trimmed(text, lambda part: not sentence_flaws(part, evidence, rule, claims)) if wrong else text


def item_flaws(text: str, rule: str, evidence: GroundEvidence) -> list[str]:
    """An item says what the rule-made one says: measured against the lines that share its words, which hold its code."""
    if text == rule:
        return []
    long = [f"it has more than {ITEM} characters"] if len(text) > ITEM else []
    return (
        long
        + flaws(text, evidence._replace(deeds=(), told=()))
        + faithful(text, rule, GroundEvidence((rule,), (rule,)), asks=False)
    )


def _flaw(name: str, text: str, reason: str) -> Flaw:
    message = f"{name}: {text[:80]!r}: {reason}"
    return Flaw(
        message,
        f"Your last response was invalid. The error was: `{message}`. Use only what the data says.",
        fatal=False,
    )


def own(value: SummaryWire | SummariesWire, told: SummaryQuestion) -> SummaryWire:
    """What is said of the function itself."""
    return (
        next(each for each in value.summaries if each.function == told.id)
        if isinstance(value, SummariesWire)
        else value
    )


def accepted(value: SummaryWire | SummariesWire, told: SummaryQuestion) -> dict[str, Any]:
    """By field: the model's text where it stands, else the rule-made one."""
    rule, value = told.rule, own(value, told)
    kept: dict[str, Any] = {
        "summary": left_of(value.summary, told.evidence, rule.sentence, claims_of(value)) or rule.sentence
    }
    for name in LISTS:
        wanted, given = getattr(rule, name), getattr(value, name)
        pairs = zip(given, wanted, strict=False)
        kept[name] = [t if not item_flaws(t, meant, told.evidence) else meant for t, meant in pairs] + list(
            wanted[len(given) :]
        )
    return kept
