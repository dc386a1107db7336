"""Which environment variable does something, in words: `which environment variable turns the colours off` is read where its line or its function says `colour`.

Where none is, all are told, and that it is not seen which one is meant.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from ....agents.said import Cited
from ....llm.english import GLUE, NEUTRAL
from ....llm.stems import stem, stems
from ....model.identity import qualified_of
from ....model.pattern import regex
from ....model.product import is_aside
from ....words.names import lower
from ..entries import ENVIRONMENT, entries
from ..here import Found, Here
from ..keys import environment_reads
from ..question.tokens import one_line

_ASKS: Final = regex(
    r"(?i)(?:which|what|is there an?|can i use an?|do you have an?|through (?:which|what)|by (?:which|what)|with (?:which|what)) (?:environment variables?|env(?:ironment)? vars?|envvars?|env) (?P<rest>.{3,200})$"
)
_WORD: Final = regex(r"[A-Za-z_][\w.]{1,60}")
STEERS: Final = frozenset(
    map(
        stem,
        [
            "to",
            "for",
            "that",
            "which",
            "can",
            "select",
            "override",
            "control",
            "set",
            "determine",
            "change",
            "enable",
            "disable",
            "turn",
            "on",
            "off",
            "switch",
            "choose",
            "define",
            "configure",
            "influence",
            "affect",
            "decide",
            "tell",
            "say",
            "specify",
            "give",
            "make",
            "let",
            "used",
            "use",
            "do",
            "does",
            "be",
            "is",
            "are",
            "i",
            "we",
            "need",
            "want",
            "force",
            "allow",
            "point",
            "hold",
            "contain",
            "path",
        ],
    )
)
AROUND: Final = 3  # lines before and behind


class VariableRead(NamedTuple):
    """words: of its name, of the lines around and of the function that reads it."""

    name: str
    said: Cited
    words: frozenset[str]


def environment(here: Here, question: str) -> Found | None:
    asked = _ASKS.match(one_line(question).rstrip("?!. "))
    if asked is None:
        return None
    given = [word for word in _WORD.findall(asked["rest"]) if word.lower() not in GLUE]
    wanted = [word for word in given if stem(word.lower()) not in STEERS]
    reads = sorted(_reads(here), key=lambda one: one.said)
    plainly = [word for word in wanted if word.lower() not in NEUTRAL] or wanted
    much = {one: sum(_says(one, word) for word in plainly) / len(plainly) for one in reads} if plainly else {}
    best = max(much.values(), default=0.0)
    named = " ".join(wanted)[:80]
    kept = list[Cited]()
    if best == 1.0:
        kept = [one.said for one in reads if much[one] == best]
    if kept:
        return Found(tuple(dict.fromkeys(kept)), (), f"Those by whose name, lines or function `{named}` is said; what a library reads itself is not seen.", weighed=True)  # fmt: skip
    told = f"I do not see which of these is about `{named}`: all that are read by a text." if reads else NONE
    return Found(tuple(dict.fromkeys(one.said for one in reads)), (), told, weighed=True)


NONE: Final = "I find no environment variable that is read by a text."


def _says(one: VariableRead, word: str) -> bool:
    """`thread` and `pool` stand in `THREADPOOL`, too."""
    parts = frozenset(map(stem, lower(word.rpartition(".")[2])))
    return parts <= one.words or _named(one, word)


def _named(one: VariableRead, word: str) -> bool:
    return stem(word.lower()) in one.name.replace("_", "").lower()


def _reads(here: Here) -> list[VariableRead]:
    rows = []
    for path in here.project.files:
        if is_aside(path) or not here.inside(path):
            continue
        source = here.project.sources(path)
        for offset, name, owner in environment_reads(here, path):
            line = here.project.line(path, offset)
            rows_around = source.split(b"\n")[max(0, line - 1 - AROUND) : line + AROUND]
            text = " ".join((name, qualified_of(owner) if owner else "", b" ".join(rows_around).decode("utf-8", "replace")))  # fmt: skip
            said = Cited(f"`{name}`, read by {qualified_of(owner) if owner else path}", path, line)
            rows.append(VariableRead(name, said, stems(text)))
        for entry in entries(here, path) if b"env" in source.lower() else ():
            if name := entry.of(ENVIRONMENT).strip("\"'"):
                said = Cited(f"`{name}`, given as that of `{entry.name}`", path, entry.said.line)
                rows = [row for row in rows if row.name != name]  # what stands around it says less
                rows.append(VariableRead(name, said, stems(f"{name} {entry.name} {entry.said.text}")))
    return rows
