"""Signals as people say them, and where an interrupt of the keyboard is caught: `what happens when I press Ctrl-C during a scan`.

Where nothing handles SIGINT, Python raises KeyboardInterrupt where it is, so that whoever catches it says what is done then.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from ...agents.said import Cited
from ...model.identity import qualified_of
from ...model.pattern import regex
from ...model.product import is_aside
from .handling import handlers
from .here import Here
from .question.sought import sought
from .scored import held_by

INTERRUPT: Final = "SIGINT"
RAISED: Final = "KeyboardInterrupt"
CAUGHT: Final = "Where KeyboardInterrupt is caught, by its name, which Python raises on SIGINT; what is interrupted decides which of them runs."
EACH: Final = 4  # lines of one handler
_SAID: Final = tuple(
    (regex(rf"(?i){form}"), name)
    for form, name in (
        (r"(?:(?:i|we|you|users?|the user|someone|somebody|one) )?(?:(?:press(?:es)?|hits?|types?|sends?) )?`?(?:ctrl|control|\^)[ +-]?c`?(?: is (?:pressed|hit|typed|sent))?", "SIGINT"),
        (r"(?:(?:i|we|you|the user) )?(?:(?:press(?:es)?|hits?|types?) )?`?(?:ctrl|control)[ +-]?z`?(?: is (?:pressed|hit|typed))?", "SIGTSTP"),
        (r"(?:keyboard interrupt|KeyboardInterrupt)s?(?: is (?:raised|received))?", "SIGINT"),
        (r"(?:(?:it|the \w{2,30}) )?(?:segfaults?|segmentation faults?|segmentation violations?)(?: occurs?| happens?)?", "SIGSEGV"),
        (r"(?:the )?(?:terminal|tty) (?:is closed|closes|hangs? up)", "SIGHUP"),
    )
)  # fmt: skip
_DURING: Final = regex(r"(?i) (?:during|while|in the middle of|amid) (?P<during>\S.{2,80})$")


class Spelt(NamedTuple):
    """during: what goes on then, as it was asked."""

    question: str
    during: str
    note: str


def spelt(question: str) -> Spelt:
    """With the name of the signal; where none is meant, as it is."""
    for form, name in _SAID:
        if found := form.search(question):
            during = _DURING.search(question)
            plain = question[: during.start()] if during and during.start() >= found.end() else question
            said = f"{plain[: found.start()]}{name}{plain[found.end() :]}"
            told = f"I read `{found[0][:60].strip('`')}` as {name}."
            return Spelt(said, during["during"] if during and plain != question else "", told)
    return Spelt(question, "", "")


def interrupted(here: Here, during: str) -> Iterator[Cited]:
    """Each handler with what is done in it; of what goes on, only those in a function that names it."""
    project, words, rows = here.project, sought(during), []
    for id_, one in here.holders(RAISED):
        text = project.sources(one.path)[one.facts.start : one.facts.end]
        if is_aside(one.path) or not here.inside(one.path) or RAISED.encode() not in text:
            continue
        named = held_by(words, f"{qualified_of(id_)} {one.path}".encode())
        said = held_by(words, text) if words else {}
        rows.append((-len(named), -len(said), id_))
    rows.sort()
    best = [row for row in rows if row[:2] == rows[0][:2] and row[:2] != (0, 0)] if words else rows
    for row in best:
        told = 0
        for line, _ in handlers(here, row[2], RAISED):
            told = 0 if " catches: " in line.text else told + 1
            if told <= EACH:
                yield line
