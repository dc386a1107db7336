"""Of what is refused: what is near by its words, which is no answer and said not to be one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ...agents.said import Cited
from ...llm.stems import stem
from ...model.identity import path_of, qualified_of
from ...model.product import is_aside
from ...tasks.answering import AnswerReply
from ..desk import Desk
from . import concept, inside, nearest, neither, outside, returns_else, spoken_of
from .here import MOST, Here
from .question.sought import LITTLE, sought
from .question.tokens import tokens
from .scored import held_by
from .shown import cleaned, shown

EXACT: Final = frozenset(["call", "called", "callers", "callees", "override", "derive", "subclasses", "overridden"])
YES_OR_NO: Final = ("do", "is", "can", "have")
LETTERS: Final = 5
NEAR: Final = 3  # places that a refusal names


def closest(desk: Desk, question: str, refused: AnswerReply) -> AnswerReply:
    """The refusal, with what is near by its words; of who calls whom nothing is told by words."""
    asked = tokens(question)
    if any(token.word in EXACT and not token.raw.lower().startswith("us") for token in asked):
        return refused
    if every := returns_else.all_returns(Here(desk), question):
        return AnswerReply(cleaned(every.said, desk), every.about, desk.clean(every.note))
    open_ = neither.neither(Here(desk), question) if asked and asked[0].word in YES_OR_NO else None
    within = _within(desk, question)
    if open_ and all(map(within, open_.said)):
        return AnswerReply(cleaned(open_.said[:MOST], desk), open_.about, desk.clean(shown(open_)))
    if steered := spoken_of.spoken_of(Here(desk), question):
        return AnswerReply(cleaned(steered.said, desk), (), desk.clean(steered.note))
    near = inside.inside(Here(desk), question)
    near = near or tuple(filter(within, nearest.nearest(Here(desk), question)))
    if not near or outside.asks(question):
        near = (*outside.outside(Here(desk), question)[: NEAR - 1], *near)
    told = ", ".join(f"{line.text} ({line.path}:{line.line})" for line in near[:NEAR])
    if near:
        return refused._replace(note=f"{refused.note} Nearest by its words: {desk.clean(told)}.")
    named = "" if " near: " in refused.note or "Nearest" in refused.note else ", ".join(_named_in_part(desk, question))
    return (
        refused._replace(note=f"{refused.note} Named so in part: {desk.clean(named)}; ask what one of these does.")
        if named
        else refused
    )


def _named_in_part(desk: Desk, question: str) -> list[str]:
    """The functions whose names, with those of their types and files, hold most of what it says."""
    words = [one for one in sought(question) if one.weight > LITTLE and one.given.isalpha()]
    literals = {stem(one.given.lower())[:LETTERS].encode() for one in words}  # no other word is read
    rows = []
    for id_ in desk.project.functions if words else ():
        path, own = path_of(id_), qualified_of(id_)
        small = own.lower().encode()
        if "<" in own or not any(one in small for one in literals) or is_aside(path):
            continue
        held = held_by(words, own.encode())
        if held:
            beside = held_by(words, path.rpartition("/")[2].encode())
            rows.append((-len(held), -len(beside.keys() | held.keys()), len(own), id_))
    best = sorted(rows)[:NEAR]
    return [
        f"`{qualified_of(row[3])}` ({path_of(row[3])}:{desk.project.begins(row[3])})"
        for row in best
        if row[0] == best[0][0]
    ]


def _within(desk: Desk, question: str) -> Callable[[Cited], bool]:
    """Of a question that names a function: whether what is near is in it."""
    ids = [id_ for _, ids in concept.named(Here(desk), question) for id_ in ids]
    every = [desk.project.functions[id_] for id_ in ids]

    def told(line: Cited) -> bool:
        spans = ((one.path, one.facts.line, one.facts.end_line) for one in every)
        return not every or any(path == line.path and first <= line.line <= last for path, first, last in spans)

    return told
