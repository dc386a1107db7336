"""A document -> Markdown that fits a surface: whole sections or none, and what is left out is said.

Sizes are UTF-16 units, as GitHub counts a comment. The first line of a comment is its marker: whose it is, what it shows
and of which commit and run, so that a later run finds it and an older one does not overwrite it. Other workflows write under
the same name as we do, and may quote a title or a log that holds a marker: so it names the digest of what stands below it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import partial
from hashlib import sha256

from ..model.pattern import regex
from ..model.publication import Document
from ..model.record import NamedTuple
from ..redact import redact, without_addresses
from .markdown import inert

NOTE = 300  # units kept for saying what is left out


class Marker(NamedTuple):
    """What a marker says. key: project/kind. run, attempt: of the Actions run, 0 outside of one."""

    key: str
    sha: str
    run: int = 0
    attempt: int = 0


_MARK = regex(
    r"<!-- flowscout:v1 key=([\w./-]{1,200}) sha=([0-9a-f]{0,64}) run=([0-9]{1,20})\.([0-9]{1,9}) of=([0-9a-f]{16}) -->",
    re.ASCII,
)


def mark(of: Marker, text: str) -> str:
    """text: what stands below it."""
    return f"<!-- flowscout:v1 key={of.key} sha={of.sha} run={of.run}.{of.attempt} of={_digest(text)} -->"


def marked(of: Marker, text: str) -> str:
    return f"{mark(of, text)}\n{text}"


def _digest(text: str) -> str:
    plain = text.replace("\r\n", "\n").strip()
    return sha256(plain.encode("utf-8", "replace")).hexdigest()[:16]


def read_mark(body: str) -> Marker | None:
    """Of the first line alone, and only where it is of just this text: what stands elsewhere may have been written by anybody."""
    first, _, text = body.partition("\n")
    found = _MARK.fullmatch(first.rstrip("\r"))
    if not found or found[5] != _digest(text):
        return None
    return Marker(found[1], found[2], int(found[3]), int(found[4]))


def fitted(
    document: Document,
    units: int,
    of: Marker | None = None,
    elsewhere: str = "",
    secrets: Iterable[str] = (),
    *,
    strangers: bool = False,
) -> tuple[str, bool]:
    """(Markdown, whether it is whole). of: what its marker says, None for no marker. elsewhere: where the rest is, as Markdown.
    secrets: exact values that must not appear. strangers: whether anybody may read it, so that no address of a person stands in it."""
    clean = partial(_clean, secrets=tuple(secrets), strangers=strangers)
    first = [clean(f"### {document.title}"), clean(document.summary)]
    parts = [_Part(clean(s.markdown), s.rank, clean(s.short)) for s in document.sections]
    most = units - (size(mark(of, "")) + 1 if of else 0)
    kept, left_out = _kept(parts, most - sum(size(text) + 2 for text in first) - NOTE)
    note = [_left_out(left_out, elsewhere)] if left_out else []
    text = "\n\n".join(text for text in (*first, *kept, *note) if text) + "\n"
    fits = size(text) <= most
    text = text if fits else _cut(text, most)
    return marked(of, text) if of else text, fits and not left_out


class _Part(NamedTuple):
    text: str
    rank: int
    short: str


def _kept(parts: Sequence[_Part], room: int) -> tuple[list[str], int]:
    """Texts that fit, in their order, and how many were left out or shortened, the highest ranks first."""
    texts = [part.text for part in parts]
    total = sum(size(text) + 2 for text in texts if text)
    left_out = 0
    for place in sorted((n for n, part in enumerate(parts) if part.rank), key=lambda n: (-parts[n].rank, -n)):
        if total <= room + (NOTE if not left_out else 0):
            break
        total -= size(texts[place]) - size(parts[place].short)
        texts[place] = parts[place].short
        left_out += 1
    for place in sorted(
        (n for n, part in enumerate(parts) if part.rank and texts[n] == part.short), key=lambda n: (-parts[n].rank, -n)
    ):
        if total <= room:
            break
        total -= size(texts[place]) + 2
        texts[place] = ""
    return [text for text in texts if text], left_out


def _clean(markdown: str, secrets: Sequence[str], strangers: bool) -> str:
    text = redact(markdown.strip("\n"), secrets)
    return inert(without_addresses(text) if strangers else text)


def size(text: str) -> int:
    """In UTF-16 units."""
    return len(text) + sum(1 for c in text if c > "\uffff")


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
