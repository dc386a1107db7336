"""Where a message is told, and under what: `why does it fail with "cannot lock the store"` is the step that holds the text, and all that decides over it.

A literal that is written in pieces is read as one, and what a format leaves open may stand for anything.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from ....agents.said import Cited
from ....model.pattern import regex
from ....model.product import is_aside
from ...conditions import told, under
from ...own import line_at
from ..here import Found, Here, at, label
from ..question.tokens import one_line

_ASKS: Final = regex(r"(?i)(?:why|when|where|what|which|who|how come|under what|in which)\b")
_TELLS: Final = regex(r"(?i)\b(?:fail\w{0,3}|errors?|messages?|prints?|printed|sa(?:ys?|id)|shown?|shows|logs?|logged|reports?|reported|rais\w{1,3}|throws?|thrown|get|see|comes?|caus\w{1,3}|appears?|emits?|emitted|warn\w{0,4}|outputs?|complain\w{0,3}|aborts?|exits?|dies?|with)\b")  # fmt: skip
_QUOTED: Final = regex(r"^[^\"`']{0,200}[\"`'](?P<said>[^\"`]{6,200})[\"`'][^\"`]{0,60}$")
_JOINED: Final = regex(rb"\"\s{0,200}(?:\\\s{0,40})?\"")
_OPEN: Final = regex(r"%[-+ #0]{0,3}\d{0,4}(?:\.\d{1,3}|\.\*)?[hlLzjt]{0,2}[a-zA-Z]|\{[^{}\"]{0,60}\}")
LEAST: Final = 2  # words
LINE: Final = 110
SHARE: Final = 0.6  # of a message that is the format's own
NOTE: Final = "Where that text stands in a step, with what decides over it."


def reported(here: Here, question: str) -> Found | None:
    """None where no message is asked for, or it stands nowhere."""
    plain = one_line(question).rstrip("?!. ")
    found = _QUOTED.match(plain)
    said = found["said"].strip().rstrip(".!:") if found else ""
    if len(said.split()) < LEAST or not _ASKS.match(plain) or not _TELLS.search(plain.replace(said, "")):
        return None
    rows = list(dict.fromkeys(_whole(here, said))) or list(dict.fromkeys(_by_format(here, said)))
    product = [row for row in rows if not is_aside(row.path)] or rows
    return Found(tuple(product), (), NOTE, weighed=True) if product else None


def _whole(here: Here, said: str) -> Iterator[Cited]:
    wanted, first = said.encode(), said.split()[0].encode()
    for path in here.project.files:
        source = here.project.sources(path)
        if (
            first not in source
            or not here.inside(path)
            or (wanted not in source and wanted not in _JOINED.sub(b"", source))
        ):
            continue
        yield from _steps(here, path, lambda text: said in text)


def _by_format(here: Here, said: str) -> Iterator[Cited]:
    """`cannot open a.txt: No such file` is `"cannot open %s: %s"`."""
    longest = max((word for word in said.split() if word.isalpha()), key=len, default="")
    for path in here.project.files:
        if longest and longest.encode() in here.project.sources(path) and here.inside(path):
            yield from _steps(here, path, lambda text: _fits(text, said))


def _steps(here: Here, path: str, holds: Callable[[str], bool]) -> Iterator[Cited]:
    project, source = here.project, here.project.sources(path)
    for id_ in project.ids.get(path, ()):
        facts = project.functions[id_].facts
        if facts.kind == "module" or not holds(
            _JOINED.sub(b"", source[facts.start : facts.end]).decode("utf-8", "replace")
        ):
            continue
        for each in sorted(project.actions(id_), key=lambda one: one.start):
            code = _JOINED.sub(b"", each.text.encode()).decode("utf-8", "replace")
            if holds(code):
                short = " ".join(code.split())
                short = short if len(short) <= LINE else f"{short[:LINE]}…"
                yield at(
                    project,
                    id_,
                    f"{label(project, id_)}: `{short.rstrip(';')}`{told(under(project, id_, each.start))}",
                    line_at(project, id_, each.start),
                )


def _fits(text: str, said: str) -> bool:
    for literal in (found[1] or found[2] for found in _LITERAL.finditer(text)):
        parts = _OPEN.split(literal.replace("\\n", "").rstrip(".!: "))
        while len(parts) > 2 and not parts[0].strip(_MARKS):
            parts = [parts[1].lstrip(_MARKS), *parts[2:]]  # `file: ` before what is told
        if (
            len(parts) > 1
            and sum(map(len, parts)) >= SHARE * len(said)
            and re.fullmatch(".{0,120}".join(map(re.escape, parts)), said)
        ):
            return True
    return False


_MARKS: Final = " :,-[]("
_LITERAL: Final = regex(r"\"([^\"\n]{6,300})\"|'([^'\n]{6,300})'")
