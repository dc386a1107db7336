"""Whether a function lets no error out: `does A swallow filesystem errors`, `does A handle any exception`. By its own handlers, and what is done in them."""

from __future__ import annotations

from typing import Final

from ....agents.said import Cited
from ....model.identity import qualified_of
from ....model.pattern import regex
from ...codes import Failed
from ...own import line_at
from ..handling import handlers
from ..here import Found, Here, at, each, functions, label
from ..question.sought import sought
from ..question.tokens import QuestionToken, one_line
from ..scored import held_by

_ASKS: Final = regex(
    r"(?i)(?:does|do|will|can) `?(?P<a>[A-Za-z_~][\w.:>~-]{0,119})(?:\(\))?`? (?:silently |just )?(?P<verb>swallow|suppress|ignore|hide|catch|handle|discard|absorb)(?: silently)? (?:the |an? |any |all |every )?(?P<what>(?:[\w-]{2,40} ){0,3})(?:errors?|exceptions?|failures?|(?P<type>[A-Za-z_][\w.]{0,60}(?:Error|Exception|Interrupt|Warning|NotFound|Exit)))$"
)
_SEES: Final = ("catch", "handle")
_THEN: Final = "then: "


def swallowed(here: Here, question: str) -> Found | Failed | None:
    """None where it is no such question, or what is named there is no function."""
    asked = _ASKS.match(one_line(question).rstrip("?!. "))
    if asked is None or isinstance(functions(here, about := QuestionToken("", asked["a"], code=True)), Failed):
        return None
    ids = functions(here, about)
    if asked["type"] and isinstance(ids, list) and any(True for id_ in ids for _ in handlers(here, id_, steps=False)):
        return None  # of one error, by its own handlers
    sees = asked["verb"].lower() in _SEES
    return each(here, about, lambda id_: _told(here, id_, asked["type"] or asked["what"], sees=sees))


def _told(here: Here, id_: str, what: str, *, sees: bool) -> Found:
    name, words = label(here.project, id_), sought(what)
    inner = [one for one in here.project.ids.get(here.project.functions[id_].path, ()) if qualified_of(one).startswith(f"{qualified_of(id_)}.")]  # fmt: skip
    lines = [line for one in (id_, *inner) for line, _ in handlers(here, one)]
    heads = [line for line in lines if not line.text.startswith(_THEN)]
    meant = [line for line in heads if len(held_by(words, line.text.partition(": ")[2].encode())) == len(words)]
    facts = here.project.functions[id_].facts
    kept = [one for one in facts.shields if not heads and (not words or "*" in one.types or len(held_by(words, " ".join(one.types).encode())) == len(words))]  # fmt: skip
    if kept:
        line = line_at(here.project, id_, kept[0].start)
        types = "all errors" if "*" in kept[0].types else ", ".join(kept[0].types)
        return Found((at(here.project, id_, f"Yes: {name} lets {types} of this not out", line),), (id_,), "", weighed=True)  # fmt: skip
    if not heads:
        none = f"No: {name} has no handler of its own; what handles it above I do not follow"
        return Found((at(here.project, id_, none),), (id_,), "", weighed=True)
    if not meant:
        return Found(tuple(lines), (id_,), f"I say neither yes nor no: of its handlers none names `{what.strip()[:60]}`.", weighed=True)  # fmt: skip
    idle = [line for line in meant if not _does(lines, line.text)]
    if sees or len(idle) == len(meant):
        first = meant[0]._replace(text=f"Yes: {meant[0].text}{'' if _does(lines, meant[0].text) else ', and nothing is done there'}")  # fmt: skip
        return Found((first, *(line for line in lines if line != meant[0])), (id_,), "", weighed=True)
    return Found(tuple(lines), (id_,), "I say neither yes nor no: what is done in the handler is this.", weighed=True)


def _does(lines: list[Cited], head: str) -> bool:
    """Whether a step is told behind it."""
    at_ = next(n for n, line in enumerate(lines) if line.text == head)
    return lines[at_ + 1 : at_ + 2] != [] and lines[at_ + 1].text.startswith(_THEN)
