"""A document -> Markdown that fits a surface: whole sections or none, and what is left out is said.

Sizes are UTF-16 units, as GitHub counts a comment. The first line of a comment is its marker: whose it is, what it shows
and of which commit and run, so that a later run finds it and an older one does not overwrite it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ..model.pattern import regex
from ..model.publication import Document, Section
from ..model.record import NamedTuple
from ..redact import redact
from .markdown import inert


class Mark(NamedTuple):
    """What a marker says. key: project/kind. run, attempt: of the Actions run, 0 outside of one."""

    key: str
    sha: str
    run: int = 0
    attempt: int = 0


_MARK = regex(
    r"<!-- flowscout:v1 key=([\w./-]{1,200}) sha=([0-9a-f]{0,64}) run=([0-9]{1,20})\.([0-9]{1,9}) -->", re.ASCII
)


def mark(of: Mark) -> str:
    return f"<!-- flowscout:v1 key={of.key} sha={of.sha} run={of.run}.{of.attempt} -->"


def read_mark(body: str) -> Mark | None:
    """Of the first line alone: text further down may have been written by anybody."""
    found = _MARK.fullmatch(body.split("\n", 1)[0].rstrip("\r"))
    return Mark(found[1], found[2], int(found[3]), int(found[4])) if found else None


def fitted(
    document: Document, units: int, head: str = "", elsewhere: str = "", secrets: Iterable[str] = ()
) -> tuple[str, bool]:
    """(Markdown, whether it is whole). head: lines put first, such as a marker. elsewhere: where the rest is, as Markdown.
    secrets: exact values that must not appear."""
    kept = list(document.sections)
    secrets = tuple(secrets)
    left_out = 0
    text = _text(document, kept, head, "", secrets)
    while size(text) > units:
        victim = max((s for s in kept if s.rank), key=lambda s: (s.rank, kept.index(s)), default=None)
        if victim is None:
            return _cut(text, units), False
        place = kept.index(victim)
        kept[place : place + 1] = [Section(victim.short)] if victim.short else []
        left_out += 1
        text = _text(document, kept, head, _left_out(left_out, elsewhere), secrets)
    return text, not left_out


def size(text: str) -> int:
    """In UTF-16 units."""
    return len(text) + sum(1 for c in text if c > "\uffff")


def _text(document: Document, sections: Sequence[Section], head: str, note: str, secrets: Sequence[str]) -> str:
    parts = [f"### {document.title}", document.summary, *(s.markdown.strip("\n") for s in sections), note]
    body = inert(redact("\n\n".join(part for part in parts if part), secrets))
    return (f"{head}\n" if head else "") + body + "\n"


def _left_out(count: int, elsewhere: str) -> str:
    what = f"{count} section{'s are' if count != 1 else ' is'} left out here"
    return f"_{what}{'; the whole is in ' + elsewhere if elsewhere else ''}._"


def _cut(text: str, units: int) -> str:
    """The last resort, when what must stand is too large: at a line, every open block closed."""
    lines, closing, total = [], "", 0
    for line in text.split("\n"):
        total += size(line) + 1
        if total > units - 200:
            break
        lines.append(line)
        if closing and line == closing:
            closing = ""
        elif not closing and re.fullmatch(r"(`{3,})[^`]*", line):
            closing = line[: len(line) - len(line.lstrip("`"))]
    open_details = sum(line.startswith("<details") for line in lines) - sum(
        line.startswith("</details") for line in lines
    )
    return "\n".join(
        [*lines, closing, *["</details>"] * open_details, "", "_Cut here: longer than this place holds._", ""]
    )
