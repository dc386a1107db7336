"""`which error is raised when a path is outside of the root`, of no function: the raise whose own message says that, wherever it stands.

The words have to stand in its message or in what decides over it last, most of them; a denial there has to be one here.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple

from ....agents.said import Cited
from ....model.pattern import regex
from ....model.product import is_aside
from ...conditions import told, under
from ...own import line_at
from ..here import Found, Here, at, label
from ..keys import owner_of
from ..messages import DENIES
from ..question.sought import LITTLE, SoughtWord, sought
from ..question.tokens import one_line
from ..scored import held_by

_ASKS: Final = regex(
    r"(?i)(?:which|what) (?:kind of |type of )?(?:exceptions?|errors?)(?: class(?:es)?| types?)? (?:(?:is|are|gets?|will be|would be|do|does|can|will) ){1,2}(?:\w{1,20} )?(?:raised?|thrown?|reported|get|see|signalled) (?:when|if|for|because|once) (?P<clause>\S.{3,200})$"
)
_TEXT: Final = regex(r"\"[^\"\n]{3,300}\"|'[^'\n]{3,300}'")
LEAST: Final = 0.6  # of the words, by the message and the last condition
OWN: Final = 0.5  # and by the message alone
RUN: Final = 0.1  # what a word more in the same row counts
CLOSE: Final = 0.95
MOST: Final = 3  # errors that may be meant
READ: Final = 24  # raises
NOTE: Final = (
    "By what the error says of itself and what decides over it; another one that says it in other words is not seen."
)


def raised_saying(here: Here, question: str) -> Found | None:
    asked = _ASKS.match(one_line(question).rstrip("?!. "))
    words = [word for word in sought(asked["clause"]) if word.weight >= LITTLE] if asked else []
    if asked is None or len(words) < 2:
        return None
    denied = DENIES.search(asked["clause"]) is not None
    rows = sorted(_rows(here, words, asked["clause"], denied=denied), key=lambda row: (-round(row[0], 2), row[1]))
    best = [line for much, line in rows if much >= CLOSE * rows[0][0]]
    return Found(tuple(dict.fromkeys(best)), (), NOTE, weighed=True) if 0 < len(best) <= MOST else None


class RaisedMessage(NamedTuple):
    """offset: in the file. message: what it says, without what a format leaves open. code: the whole of it."""

    path: str
    offset: int
    message: str
    code: str


def _rows(here: Here, words: list[SoughtWord], clause: str, *, denied: bool) -> Iterator[tuple[float, Cited]]:
    """Of each raise that says half of it; only for these the function around them is read."""
    project = here.project
    raises = [one for path in project.files if not is_aside(path) and here.inside(path) for one in _raises(here, path)]
    held = {one: held_by(words, one.message.encode()) for one in raises}
    met = [sum(n in one for one in held.values()) for n in range(len(words))]
    weighed = [
        word.weight * math.log(2 + len(raises) / (1 + count)) for word, count in zip(words, met, strict=True)
    ]  # what few say says most
    able = sorted((-_share(weighed, one), each) for each, one in held.items() if _share(weighed, one) >= OWN)
    for _, one in able[:READ]:
        id_ = owner_of(here, one.path, one.offset)
        if not id_ or (denied and not DENIES.search(one.message)):
            continue
        start = one.offset - project.functions[id_].facts.start
        conditions = under(project, id_, start)
        last = conditions[-1].said if conditions else ""
        whole = _share(weighed, held_by(words, f"{one.code} {last}".encode()))
        if whole >= LEAST:
            code = next((each.text for each in project.actions(id_) if each.start == start), one.message)
            text = f"{label(project, id_)}: `{' '.join(code.split())[:140]}`{told(conditions)}"
            yield (
                whole * (1 + RUN * _in_a_row(clause, one.message)),
                at(project, id_, text, line_at(project, id_, start)),
            )


def _raises(here: Here, path: str) -> Iterator[RaisedMessage]:
    source = here.project.sources(path)
    if b"raise" in source or b"throw" in source:
        for found in _RAISES.finditer(source):
            code = found[0].decode("utf-8", "replace")
            message = _OPEN.sub("", " ".join(_TEXT.findall(code)))
            if " " in message.strip():
                yield RaisedMessage(path, found.start(), message, code)


_RAISES: Final = regex(
    rb"\b(?:raise|throw)[ \t]{1,4}[\w.:]{1,80}[({][^\n;]{0,300}(?:(?<=[(,+\"'])\n[^\n;]{0,200}){0,4}"
)  # as long as a line is not at its end


def _in_a_row(clause: str, message: str) -> int:
    """How many words of the clause stand in the message as they do there."""
    said, told_ = _WORD.findall(clause.lower()), _WORD.findall(message.lower())
    runs = [
        size
        for at_ in range(len(said))
        for size in range(1, len(said) - at_ + 1)
        if said[at_ : at_ + size] in (told_[n : n + size] for n in range(len(told_)))
    ]
    return max(runs, default=0)


_WORD: Final = regex(r"[a-z]{1,40}")
_OPEN: Final = regex(r"\{[^{}\n]{0,80}\}|%[-+#0-9.]{0,6}[a-z]")  # what a format leaves open says nothing


def _share(weights: Sequence[float], held: Collection[int]) -> float:
    return sum(weights[n] for n in held) / sum(weights)
