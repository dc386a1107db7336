"""`does terminate send SIGKILL by default`: what it does at all, each step with what decides over it, and what of that is a parameter with a default.

No yes and no no: whether the conditions hold then is for the reader, who is told what they are where nothing is given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from ....agents.said import Cited
from ....llm.stems import stem
from ....model.pattern import regex
from ....tasks.answering import AnswerReply
from ....words.names import has_word
from ..accounted import VERDICT
from ..defaults import default
from ..here import Here, at, label
from ..owners import owner_at
from ..question.tokens import LONGEST

_ASKS: Final = regex(
    r"(?i)(?P<question>(?:does|do|is|are|can|will|would)\s.{3,300}?),? (?:by default|unless told otherwise|if nothing (?:else )?is (?:said|given|set|passed))\s?\??$"
)
_OPENED: Final = (", when `", ", unless `")
NOTE: Final = "I say neither yes nor no: under which conditions, and what these are by default."


def by_default(here: Here, question: str, answer: Callable[[str], AnswerReply]) -> AnswerReply | None:
    """None where it is no such question, or nothing decides over what is told."""
    asked = _ASKS.match(question[:LONGEST].strip())
    reply = answer(f"{asked['question']}?") if asked else None
    if reply is None or not any(_decided(line) for line in reply.said):
        return _given(here, asked["question"]) if asked else None
    said = tuple(line._replace(text=VERDICT.sub("", line.text)) for line in reply.said)
    given = tuple(dict.fromkeys(one for line in said for one in _defaults(here, line)))
    return (
        reply._replace(said=(*said, *given), note=f"{NOTE} {reply.note}".strip())
        if given
        else _given(here, asked["question"])
        if asked
        else None
    )


def _given(here: Here, question: str) -> AnswerReply | None:
    """`is basic login accepted by default`: what is named `accept_basic_login`, or for most of that, has as its default."""
    said = _PASSIVE.match(question)
    if said is None:
        return None
    thing, verb = said["thing"], stem(said["verb"].lower())
    tried = (f"{verb} {thing}", thing, *(f"{verb} {word}" for word in thing.split()))
    found = next((one for words in tried if (one := default(here, f"what is the default {words}"))), None)
    return (
        AnswerReply(
            tuple(line._replace(text=here.desk.clean(line.text)) for line in found.said),
            (),
            here.desk.clean(f"{SETTING} {found.note}"),
            "defaults",
        )
        if found
        else None
    )


SETTING: Final = "I say neither yes nor no: what a setting of that name is by default."
_PASSIVE: Final = regex(
    r"(?i)(?:is|are) (?:the |our )?(?P<thing>[a-z][\w -]{2,60}?) (?P<verb>\w{2,24}ed|on|off|set|allowed|active)$"
)


def _defaults(here: Here, line: Cited) -> Iterator[Cited]:
    id_, decided = owner_at(here, line), _decided(line)
    for param in here.project.functions[id_].facts.params if id_ else ():
        if param.default and has_word(decided, param.name):
            yield at(
                here.project, id_, f"`{param.name}` of {label(here.project, id_)} is `{param.default[:80]}` by default"
            )


def _decided(line: Cited) -> str:
    """The end of a line that says under what."""
    begins = [at_ for one in _OPENED if (at_ := line.text.find(one)) >= 0]
    return line.text[min(begins) :] if begins else ""
