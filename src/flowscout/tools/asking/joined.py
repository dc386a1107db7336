"""A question that is two: `who raises X and when`, `where is X and who uses it`. Each half is read by itself, or the whole is refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ...agents.said import Cited
from ...model.pattern import regex
from ...pipeline import Project
from ..conditions import told, under
from ..own import line_at
from .intents import intended, typed
from .keys import keyed
from .question.asked import Asked
from .question.idioms import plainly
from .reading import VAGUE, read

_AND: Final = regex(r",? and (?:also )?|; ?", re.IGNORECASE)
_TIMED: Final = regex(r"(?:when|why|under (?:what|which) (?:conditions?|circumstances))\W{0,3}", re.IGNORECASE)
_ITS: Final = regex(r"\b(what|which) (is|are) (?:its|their) ", re.IGNORECASE)
_IT: Final = regex(r"\b(?:it|they|them)\b", re.IGNORECASE)
ASKS: Final = ("who", "what", "which", "where", "when", "why", "how", "does", "do", "is", "are", "can", "under", "in")
_ORDERED: Final = regex(
    r",?\s(?:and )?in (?:what|which) order\W{0,3}$", re.IGNORECASE
)  # rows stand in that of the source
MOST: Final = 200  # characters of a half


def halves(question: str) -> tuple[Asked, ...]:
    """One where it is one question as a whole, two where it is two, none where it is not understood."""
    if found := typed(question):
        return (found,)
    question = _ORDERED.sub("", question)
    whole, said = read(question), plainly(question)
    other = read(said) if said != question else None
    if other and (other.kind not in VAGUE or not whole or whole.kind in VAGUE):
        whole, question = other, said
    if whole and whole.kind not in VAGUE and not whole.rest:
        return (whole,)
    if meant := intended(question) or intended(said) or keyed(question):
        return (meant,)
    if whole and whole.kind not in VAGUE:
        return (whole,)
    for left, right in _split(question):
        one = read(left)
        if one is None or one.kind in VAGUE or not (name := _subject(one)):
            continue
        if _TIMED.fullmatch(right):
            return (one._replace(timed=True),)
        other = read(
            _IT.sub(f"`{name}`", _ITS.sub(r"\1 \2 the ", right) + (f" of `{name}`" if _ITS.search(right) else ""))
        )
        if other and other.kind not in VAGUE and right.split()[0].lower() in ASKS:
            return one, other
    return (whole,) if whole else ()


def _split(question: str) -> Iterator[tuple[str, str]]:
    plain = question.strip().rstrip("?!. ")
    for found in _AND.finditer(plain):
        left, right = plain[: found.start()].strip(), plain[found.end() :].strip()
        if left and right and max(len(left), len(right)) < MOST:
            yield left, right


def _subject(asked: Asked) -> str:
    token = asked.names.get("A") or asked.names.get("T")
    return token.raw if token else ""


def conditioned(project: Project, line: Cited) -> Cited:
    """With what decides over the place that it cites."""
    within = [id_ for id_ in project.ids.get(line.path, ()) if (facts := project.functions[id_].facts).kind != "module" and facts.line <= line.line <= facts.end_line]  # fmt: skip
    if not within or any(f", {word} `" in line.text for word in ("when", "unless", "in the loop", "after the loop")):
        return line
    id_ = max(within, key=lambda id_: project.functions[id_].facts.line)
    facts = project.functions[id_].facts
    calls = [call.start for call in facts.calls if line_at(project, id_, call.start) == line.line]
    decided = max((told(under(project, id_, start)) for start in (*calls, _first(project, line, id_))), key=len)
    return line._replace(text=f"{line.text}{decided}")


def _first(project: Project, line: Cited, id_: str) -> int:
    """The offset of what stands first in a line; -1 where the function has no such line."""
    facts = project.functions[id_].facts
    lines = project.sources(line.path)[facts.start : facts.end].split(b"\n")
    number = line.line - facts.line
    if not 0 <= number < len(lines):
        return -1
    return sum(len(one) + 1 for one in lines[:number]) + len(lines[number]) - len(lines[number].lstrip())
