"""Whether a function tries again where something is so: `does A retry on a timeout`. By the handlers and the arms in its loops that go on with the next round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ....agents.said import Cited
from ....llm.stems import negates
from ....model.pattern import regex
from ...codes import NO_RESULTS, Failed
from ...conditions import AskedCondition, again, told, under
from ...own import line_at
from ..here import Found, Here, at, each, label
from ..question.sought import sought
from ..question.tokens import QuestionToken, one_line
from ..scored import held_by

_ASKS: Final = regex(
    r"(?i)(?:does|do|will|can) `?(?P<name>[A-Za-z_~][\w.:>~-]{1,119})(?:\(\))?`? (?:retry|try again|tries again|re-try|keep trying|start over|go on|carry on|continue)(?: reading| writing| sending| the \w{2,20})?,? (?:on|after|when|if|upon|in case of|for)(?: there is)?(?: an?| the)? (?P<clause>\S.{2,120})$"
)
LONG: Final = 110
NOTE: Final = (
    "By what goes on with the next round of a loop in it; how often, and what a caller tries again, is not told."
)


def retried(here: Here, question: str) -> Found | Failed | None:
    """None where it is no such question, or no function is named."""
    asked = _ASKS.match(one_line(question).rstrip("?!. "))
    if asked is None or any(negates(word) for word in asked["clause"].lower().split()):
        return None
    return each(here, QuestionToken("", asked["name"], code=True), lambda id_: _told(here, id_, asked["clause"]))


def _told(here: Here, id_: str, clause: str) -> Found | Failed:
    project, name = here.project, label(here.project, id_)
    words = sought(clause)
    every = list(dict.fromkeys(_going_on(here, id_)))
    kept = [line for line, said in every if words and len(held_by(words, said.encode())) == len(words)]
    if kept:
        first = kept[0]._replace(text=f"Yes: {kept[0].text}")
        return Found((first, *kept[1:]), (id_,), NOTE, weighed=True)
    if not any(op.kind in ("each", "test") and again(project, id_, op.start) for block in project.cfg(id_).blocks for op in block.ops):  # fmt: skip
        none = f"Not itself: {name} has no loop; whether what it calls does I do not follow"
        return Found((at(project, id_, none),), (id_,), "", weighed=True)
    known = "; ".join(f"{line.text[:100]} ({line.path}:{line.line})" for line, _ in every[:3])
    told_so = f". It goes on with the next round so: {known}" if known else ""
    return Failed(NO_RESULTS, f"Nothing that goes on with a loop in {name} names `{clause[:80]}`{told_so}")


def _going_on(here: Here, id_: str) -> Iterator[tuple[Cited, str]]:
    """Handlers and arms that do, with what has to be so for it."""
    project, name = here.project, label(here.project, id_)
    for one in sorted(project.actions(id_), key=lambda found: found.start):
        code = " ".join(one.text.split()).rstrip(";")
        conditions = under(project, id_, one.start)
        if not code.startswith("continue") or not conditions:
            continue
        last = _deciding(conditions)
        yield at(project, id_, f"{name} goes on with the loop: `{code[:LONG]}`{told(conditions)}", line_at(project, id_, one.start)), last  # fmt: skip


def _deciding(conditions: tuple[AskedCondition, ...]) -> str:
    """Inside of the loop whose next round it is."""
    loops = [at for at, one in enumerate(conditions) if one.loop]
    if any(one.said.startswith(("except", "catch")) for one in conditions[: loops[-1] if loops else 0]):
        return ""  # what has failed stands outside of it
    return " ".join(one.said for one in conditions[loops[-1] + 1 if loops else 0 :] if one.holds)
