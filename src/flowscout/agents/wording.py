"""All words of one function's chart: asked for, kept, and judged again whenever they are used."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any, NamedTuple

from ..border import within
from ..llm.ask import Asker, Question, ask
from ..llm.claims.typed import TypedClaim
from ..model.worded import WordedEntry, Words
from ..pipeline import Project
from . import labels, summaries
from .labels import Labelling
from .summaries import SummaryQuestion


class Wording(NamedTuple):
    """What would be asked about one function's chart at one level. rule: the digest of all of it, prompts aside."""

    id: str
    summary: SummaryQuestion
    labels: tuple[Labelling, ...]
    rule: str

    def questions(self) -> tuple[Question[Any], ...]:
        return (self.summary.question, *(each.question for each in self.labels))


def wording(project: Project, id_: str, level: str) -> Wording:
    """Raises whatever a defect of ours raises: see `tried`."""
    told = summaries.telling(project, id_)
    asked = labels.labelling(project, id_, project.chart(id_, level))
    data = json.dumps(
        [*filter(None, [told.id]), told.question.data, *(each.question.data for each in asked)], sort_keys=True
    )
    return Wording(id_, told, asked, sha256(data.encode()).hexdigest()[:16])


def tried(project: Project, id_: str, level: str) -> Wording | None:
    """None where a defect of ours stands in the way: the rule-made words stand."""
    return within(id_, lambda: wording(project, id_, level), lambda: None)


def tried_put(asker: Asker, made: Wording) -> WordedEntry | None:
    return within(made.id, lambda: put(asker, made), lambda: None)


def put(asker: Asker, made: Wording) -> WordedEntry | None:
    """Asks for all of it. None when the model gave nothing that can be used: then it is asked again another time."""
    about = ask(asker, made.summary.question)
    origin = about.origin if about.value else ""
    sentence, found = "", dict[str, str]()
    claims: tuple[TypedClaim, ...] = ()
    if about.value:
        said = summaries.accepted(about.value, made.summary)["summary"]
        sentence = said if said != made.summary.rule.sentence else ""
        claims = summaries.claims_of(summaries.own(about.value, made.summary)) if sentence else ()
    for each in made.labels:
        answer = ask(asker, each.question)
        if answer.value is None:
            if answer.failure:
                return None
            found.update(dict.fromkeys(each.steps, ""))
            continue
        origin = origin or answer.origin
        found.update(labels.accepted(answer.value, each.steps))
    if about.value is None and (about.failure or not any(found.values())):
        return None
    return WordedEntry(
        made.rule,
        origin,
        sentence,
        dict(sorted(found.items())),
        tuple((each.claim, " ".join(each.ids)) for each in claims),
    )


def held(made: Wording, entry: WordedEntry) -> Words | None:
    """The words of an entry that may be shown: those made from this very evidence, and that stand."""
    return within(made.id, lambda: _held(made, entry), lambda: None) if entry.rule == made.rule else None


def _held(made: Wording, entry: WordedEntry) -> Words | None:
    told = made.summary
    good = (
        entry.summary
        if entry.summary
        and not summaries.sentence_flaws(
            entry.summary,
            told.evidence,
            told.rule.sentence,
            [TypedClaim(claim, tuple(ids.split())) for claim, ids in entry.claims],
        )
        else ""
    )
    steps = {id_: step for each in made.labels for id_, step in each.steps.items()}
    kept = {
        id_: text
        for id_, text in entry.labels.items()
        if text and id_ in steps and not labels.label_flaws(text, steps[id_])
    }
    return Words(good, kept, plain_origin(entry.origin)) if good or kept else None


def plain_origin(origin: str) -> str:
    """`provider:model digest` in characters that are safe everywhere."""
    return "".join(c for c in origin if c.isascii() and (c.isalnum() or c in " :._/-"))[:120]
