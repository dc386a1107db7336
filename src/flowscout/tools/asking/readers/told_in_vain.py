"""A deed by what is told where it fails: `who removes the stale lock file` is the `unlink` of which *Failed to remove the stale lock file* is said.

Authors name in such a message what they were about to do. All of the question has to be in one message, and the step that it is about has to be a call that is
asked or guarded right before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from ....agents.said import Cited
from ....llm.stems import stem
from ....model.action import SemanticAction
from ....model.facts import Call
from ....model.pattern import regex
from ....model.product import is_aside
from ...conditions import told, under
from ...own import line_at
from .. import arms
from ..here import Found, Here, at, label
from ..question.inquiry import EFFECT, Inquiry, inquired
from ..question.sought import LITTLE, SoughtWord, sought
from ..scored import held_by
from ..verbs import same_as

MOST: Final = 3  # places
NOTE: Final = "By what is told where it fails, quoted; what does so and tells nothing is not seen."
_ASKS: Final = ("who", "what", "which", "where")
_VAIN: Final = regex(
    r"(?i)\b(?:(?:fail(?:ed|s|ure)?|unable|not able)(?: to)?|could ?n[o']t|can ?not|can't|error(?: while| when)?) (?P<verb>[a-z]{3,20})(?P<rest>[^\"\n]{0,160})"
)
WIDE: Final = 120


def told_in_vain(here: Here, question: str) -> Found | None:
    """None where no message says all of it."""
    asked = inquired(question)
    if asked is None or asked.kind != EFFECT or asked.asks not in _ASKS or asked.clause or not asked.verb.isalpha():
        return None
    words = [one for one in sought(asked.thing) if stem(one.given.lower()) != stem(asked.verb.lower())]
    if not words or all(one.weight <= LITTLE for one in words):
        return None
    said = dict.fromkeys(line for path in here.project.files for line in _in(here, path, asked, words))
    return Found(tuple(said), (), NOTE, weighed=True) if 0 < len(said) <= MOST else None


def _in(here: Here, path: str, asked: Inquiry, words: Sequence[SoughtWord]) -> Iterator[Cited]:
    project = here.project
    if is_aside(path) or not here.inside(path) or len(held_by(words, project.sources(path))) < len(words):
        return
    for id_ in project.ids.get(path, ()):
        facts = project.functions[id_].facts
        if facts.kind == "module" or len(held_by(words, project.sources(path)[facts.start : facts.end])) < len(words):
            continue
        for each in project.actions(id_):
            if any(_is_it(asked, words, found) for found in _VAIN.finditer(each.text)):
                yield from _tried(here, id_, each)


def _is_it(asked: Inquiry, words: Sequence[SoughtWord], found: re.Match[str]) -> bool:
    same = same_as(asked.verb) | {stem(asked.verb.lower())}
    return stem(found["verb"].lower()) in same and len(held_by(words, found["rest"].encode())) == len(words)


def _tried(here: Here, id_: str, said: SemanticAction) -> Iterator[Cited]:
    """The call that the condition asks of right above it, or of which that condition asks what it gave; once for all that is told there."""
    project, name = here.project, label(here.project, id_)
    text, conditions = project.bound(id_).text, under(project, id_, said.start)
    if not conditions:
        return
    codes = {call: _short(text[call.start : call.end].decode("utf-8", "replace")) for call in project.functions[id_].facts.calls if call.kind == "call" and call.start < said.start}  # fmt: skip
    asked = conditions[-1].said
    near = [call for call, code in codes.items() if code in asked]
    if not near:
        near = [
            call
            for call in codes
            if any(said in arm.steps and arm.how == asked for arm in arms.arms(project, id_, call))
        ]
    if near:
        call = max(near, key=lambda one: one.start)
        message = next(iter(_MESSAGE.findall(said.text)), "")
        shown = f"{name}: `{codes[call]}`{told(under(project, id_, call.start))}; where that fails it tells `{_short(message)}`"
        yield at(project, id_, shown, _line(here, id_, call))


_MESSAGE: Final = regex(
    r"\"[^\"\n]{0,20}(?:[Ff]ail|[Uu]nable|[Nn]ot able|[Cc]ould ?n|[Cc]an ?n?o?t|[Cc]an't|[Ee]rror)[^\"\n]{1,200}\"|'[^'\n]{0,20}(?:[Ff]ail|[Uu]nable|[Cc]ould ?n|[Cc]an ?n?o?t|[Ee]rror)[^'\n]{1,200}'"
)


def _line(here: Here, id_: str, call: Call) -> int:
    return line_at(here.project, id_, call.start)


def _short(code: str) -> str:
    plain = " ".join(code.split()).rstrip(";").replace("`", "'")
    return plain if len(plain) <= WIDE else f"{plain[: WIDE - 2]} …"
