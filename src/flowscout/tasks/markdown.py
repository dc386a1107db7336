"""Text from code in Markdown: nothing of it may become markup."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from ..model.pattern import regex
from ..words.ticks import shown

_SPECIAL = regex(r"([\\`*_{}\[\]<>()#+!|~&$@])")
# Controls, bidirectional overrides and invisible characters: what a reader cannot see must not be there.
_SPAN = regex(r"`([^`\n]++)`")
_UNSEEN = regex("[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]")


def visible(text: str) -> str:
    """Without what cannot be seen; line breaks and tabs become blanks."""
    if text.isprintable():  # most is, and to compile the expression takes longer than to look at a page
        return text
    return _UNSEEN.sub("\ufffd", text.replace("\r", " ").replace("\n", " ").replace("\t", " "))


def escape(text: str) -> str:
    """Prose that shows as written."""
    return _SPECIAL.sub(r"\\\1", visible(text))


def prose(text: str) -> str:
    """A sentence of ours: what stands between backticks is code, the rest shows as written."""
    return "".join(
        [code(shown(piece)) if place % 2 else escape(piece) for place, piece in enumerate(_SPAN.split(text))]
    )


def said(text: str) -> str:
    """One line that shows as written and does nothing, whoever wrote it."""
    return inert(escape(text))


def code(text: str) -> str:
    """A code span."""
    text = visible(text).strip()
    ticks = "`" * (1 + longest_run(text))
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{ticks}{pad}{text}{pad}{ticks}"


def html(text: str) -> str:
    """Text inside of HTML of ours, where nothing is Markdown, but mentions are found as everywhere."""
    text = (
        visible(text)
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("`", "&#96;")
        .replace("\\", "&#92;")
    )
    return _FINDS.sub(_broken, text)


def cell(text: str) -> str:
    """For a table: a bar would end the cell, even in a code span."""
    return text.replace("|", "\\|")


def fence(text: str, info: str) -> str:
    """A fenced block that its content cannot close; tabs stay, what cannot be seen does not."""
    text = _UNSEEN.sub("\ufffd", text.replace("\r\n", "\n"))
    ticks = "`" * max(3, 1 + longest_run(text))
    return f"{ticks}{info}\n{text.rstrip(chr(10))}\n{ticks}"


# GitHub finds mentions, references and addresses in the rendered text, so an escape before them is not enough: an
# invisible character inside keeps them from being found. An address may follow any character that is no letter.
_FINDS = regex(r"\\?@(?=[\w-])|(?<!&)\\?#(?=\d)|GH-(?=\d)|(?:https?|ftp|mailto|xmpp)(?=:)|www(?=\.)", re.IGNORECASE)
# What may begin or end something that is not prose: an escaped character, a run of backticks, a tag, a link that we made.
_PIECE = regex(r"\\.|(`++)|<[^<>]*+>|\]\([^()\s]*+\)")
_FENCE = regex(r"(`{3,})[^`]*")


def inert(markdown: str) -> str:
    """Markdown of ours in which nothing notifies anybody, refers to anything or becomes a link that we did not make."""
    lines, closing = [], ""
    for line in markdown.split("\n"):
        opened = _FENCE.fullmatch(line)
        if closing or opened:
            closing = "" if line == closing else closing or (opened[1] if opened else "")
            lines.append(line)
        else:
            lines.append(_inert_line(line))
    return "\n".join(lines)


def _inert_line(line: str) -> str:
    """Prose is what stands outside of code spans and tags."""
    parts, at = [], 0
    for start, end in _shut(line):
        parts += [_FINDS.sub(_broken, line[at:start]), line[start:end]]
        at = end
    return "".join([*parts, _FINDS.sub(_broken, line[at:])])


def _shut(line: str) -> Iterator[tuple[int, int]]:
    """Where code spans, tags and addresses stand. A span ends at the next run of as many backticks, an escape inside of it is none."""
    if not any(sign in line for sign in ("`", "<", "](")):
        return
    runs: dict[int, list[int]] = {}
    for found in re.finditer(r"`++", line):
        runs.setdefault(len(found[0]), []).append(found.start())
    at = 0
    while piece := _PIECE.search(line, at):
        at = piece.end()
        if piece[1]:
            ends = runs.get(len(piece[1]), [])
            place = bisect_left(ends, at)
            if place == len(ends):
                continue
            at = ends[place] + len(piece[1])
        if not piece[0].startswith("\\"):
            yield piece.start(), at


def _broken(found: re.Match[str]) -> str:
    return found[0].lstrip("\\") + "&#8203;"


def longest_run(text: str) -> int:
    return max((len(run) for run in re.findall(r"`+", text)), default=0)
