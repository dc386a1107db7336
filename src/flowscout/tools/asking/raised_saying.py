"""`which error is raised when a path is outside of the root`, of no function: the raise whose own message says that, wherever it stands.

The words have to stand in its message or in what decides over it last, most of them; a denial there has to be one here.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from ...agents.said import Said
from ...model.pattern import regex
from ...model.product import is_aside
from ..conditions import told, under
from ..own import line_at
from .here import Found, Here, at, label
from .messages import DENIES
from .nearest import hits
from .scored import held_by
from .sought import LITTLE, Word, sought
from .tokens import LONGEST

_ASKS: Final = regex(
    r"(?i)(?:which|what) (?:kind of |type of )?(?:exceptions?|errors?)(?: class(?:es)?| types?)? (?:(?:is|are|gets?|will be|would be|do|does|can|will) ){1,2}(?:\w{1,20} )?(?:raised?|thrown?|reported|get|see|signalled) (?:when|if|for|because|once) (?P<clause>\S.{3,200})$"
)
_TEXT: Final = regex(r"\"[^\"\n]{3,300}\"|'[^'\n]{3,300}'")
LEAST: Final = 0.7  # of the words, by the message and the last condition
OWN: Final = 0.5  # and by the message alone
RUN: Final = 0.1  # what a word more in the same row counts
CLOSE: Final = 0.95
MOST: Final = 3  # errors that may be meant
READ: Final = 40  # functions
NOTE: Final = (
    "By what the error says of itself and what decides over it; another one that says it in other words is not seen."
)


def raised_saying(here: Here, question: str) -> Found | None:
    asked = _ASKS.match(" ".join(question[:LONGEST].split()).rstrip("?!. "))
    words = [word for word in sought(asked["clause"]) if word.weight >= LITTLE] if asked else []
    if asked is None or len(words) < 2:
        return None
    denied = DENIES.search(asked["clause"]) is not None
    rows = sorted(_rows(here, words, asked["clause"], denied=denied), key=lambda row: (-round(row[0], 2), row[1]))
    best = [line for much, line in rows if much >= CLOSE * rows[0][0]]
    return Found(tuple(dict.fromkeys(best)), (), NOTE, weighed=True) if 0 < len(best) <= MOST else None


def _rows(here: Here, words: list[Word], clause: str, *, denied: bool) -> Iterator[tuple[float, Said]]:
    able = sorted(
        hits(here, words, (), aside=False),
        key=lambda one: (-len({n for line in one[2].values() for n in line}), one[0]),
    )
    project, known = here.project, len(here.project.functions)
    met = [sum(n in head or any(n in line for line in lines.values()) for _, head, lines, _ in able) for n in range(len(words))]  # fmt: skip
    words = [
        word._replace(weight=word.weight * math.log(2 + known / (1 + count)))
        for word, count in zip(words, met, strict=True)
    ]  # what few say says most
    for id_, _, _, path in able[:READ]:
        starts = {raised.start for raised in project.functions[id_].facts.raises} if not is_aside(path) else set[int]()
        for each in project.actions(id_) if starts else ():
            message = _OPEN.sub("", " ".join(_TEXT.findall(each.text)))
            if each.start not in starts or " " not in message.strip():
                continue
            conditions = under(project, id_, each.start)
            last = conditions[-1].said if conditions else ""
            own, whole = _share(words, message), _share(words, f"{message} {last}")
            if whole >= LEAST and own >= OWN and (DENIES.search(message) is not None or not denied):
                text = f"{label(project, id_)}: `{' '.join(each.text.split())[:140]}`{told(conditions)}"
                yield (
                    whole * (1 + RUN * _in_a_row(clause, message)),
                    at(project, id_, text, line_at(project, id_, each.start)),
                )


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


def _share(words: list[Word], text: str) -> float:
    held = held_by(words, text.encode())
    return sum(words[n].weight for n in held) / sum(word.weight for word in words)
