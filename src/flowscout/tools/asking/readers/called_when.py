"""Whether a function is called where something is so: `is A called when reading from stdin`. By the conditions, the comments and the lines before each of its calls.

Where none says so, its calls are told with what decides over each, and neither yes nor no.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ....agents.said import Cited
from ....llm.stems import negates
from ....model.identity import path_of
from ....model.pattern import regex
from ....model.product import is_aside
from ...codes import Failed
from ...conditions import AskedCondition, told, under
from ...own import line_at
from ..here import MOST, Found, Here, at, functions, label
from ..question.sought import sought
from ..question.tokens import QuestionToken, one_line
from ..scored import above, held_by

_ASKS: Final = regex(
    r"(?i)(?:is|are|does|will) `?(?P<name>[A-Za-z_~][\w.:>~-]{1,119})(?:\(\))?`? (?:ever |also |still |always |only )?(?:called|run|invoked|executed|reached|used|get called) (?:when|if|while|during|on|for|unless) (?P<clause>\S.{2,160})$"
)
_DENIED: Final = regex(
    rb"(?i)!|\b(?:0|null|nullptr|none|false) ?==|< ?1\b|\b(?:not|never|nor?|none|unless|without|except)\b|==? ?(?:0|null|nullptr|none|false)\b|<=? ?0\b|\bis (?:none|false)\b"
)
NOTE: Final = "By the conditions and comments of its calls; what says it in other words is not seen."
NEITHER: Final = "I say neither yes nor no: its calls, and what decides over each."


def called_when(here: Here, question: str) -> Found | None:
    """None where it is no such question, no function is named, or nothing is seen to call it."""
    asked = _ASKS.match(one_line(question).rstrip("?!. "))
    ids = functions(here, QuestionToken("", asked["name"], code=True)) if asked else []
    words = sought(asked["clause"]) if asked else []
    if asked is None or isinstance(ids, Failed) or not words or " unless " in question:
        return None
    every = [row for id_ in ids for row in _calls(here, id_)]
    kept = [line._replace(text=f"Yes: {line.text}") for line, said in every if len(held_by(words, said)) == len(words)]
    denied = any(_DENIED.search(said) and held_by(words, said) for _, said in every)  # `!offline` is no `offline`
    if kept and not denied and not any(negates(word) for word in asked["clause"].lower().split()):
        return Found(tuple(dict.fromkeys(kept)), tuple(ids), NOTE, weighed=True)
    rows = tuple(dict.fromkeys(line for line, _ in every))
    cut = f" {MOST} of {len(rows)} are shown." if len(rows) > MOST else ""
    return Found(rows, tuple(ids), f"{NEITHER}{cut}", len(rows), weighed=True) if rows else None


def _calls(here: Here, id_: str) -> Iterator[tuple[Cited, bytes]]:
    """Each call with what says when it is made: the questions that have to be so, the comment above."""
    project, name = here.project, label(here.project, id_)
    for other in sorted(project.callers.get(id_, ()), key=lambda one: (is_aside(path_of(one)), one)):
        if is_aside(path_of(other)) or not here.inside(path_of(other)):
            continue
        made = project.functions[other].facts.calls
        for site in project.resolved(other):
            if id_ not in site.targets:
                continue
            start = made[site.site].start
            conditions = under(project, other, start)
            line = line_at(project, other, start)
            so = [one for one in conditions if one.holds]
            beside = [above(here, other, line, so[-1:])] if so else []
            said = " ".join([*(one.said for one in so), *beside, *_heads(here, other, so)])
            may = "" if site.how == "exact" else " (may: one of several targets)"
            yield (
                at(project, other, f"{label(project, other)} calls {name}{may}{told(conditions)}", line),
                said.encode(),
            )


def _heads(here: Here, id_: str, so: list[AskedCondition]) -> Iterator[str]:
    """The comment above the nearest question that leads there."""
    project = here.project
    text = project.bound(id_).text
    for one in so[-1:]:
        begin = b" ".join(text.split()).find(one.said.encode())
        first = text.find(one.said.split(" ")[0].encode()) if begin >= 0 else -1
        while first >= 0:
            row = text[text.rfind(b"\n", 0, first) + 1 :].partition(b"\n")[0]
            if b"".join(one.said.encode().split())[:40] in b"".join(row.split()):
                yield above(here, id_, line_at(project, id_, first), ())
                return
            first = text.find(one.said.split(" ")[0].encode(), first + 1)
