"""Text from code in Markdown: nothing of it may become markup."""

from __future__ import annotations

import re

from ..model.pattern import regex

_SPECIAL = regex(r"([\\`*_{}\[\]<>()#+!|~&$@])")
# Controls, bidirectional overrides and invisible characters: what a reader cannot see must not be there.
_UNSEEN = regex("[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]")


def visible(text: str) -> str:
    """Without what cannot be seen; line breaks and tabs become blanks."""
    if text.isprintable():  # most is, and to compile the expression takes longer than to look at a page
        return text
    return _UNSEEN.sub("\ufffd", text.replace("\r", " ").replace("\n", " ").replace("\t", " "))


def escape(text: str) -> str:
    """Prose that shows as written."""
    return _SPECIAL.sub(r"\\\1", visible(text))


def code(text: str) -> str:
    """A code span."""
    text = visible(text).strip()
    ticks = "`" * (1 + longest_run(text))
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{ticks}{pad}{text}{pad}{ticks}"


def cell(text: str) -> str:
    """For a table: a bar would end the cell, even in a code span."""
    return text.replace("|", "\\|")


def fence(text: str, info: str) -> str:
    """A fenced block that its content cannot close."""
    ticks = "`" * max(3, 1 + longest_run(text))
    return f"{ticks}{info}\n{text.rstrip(chr(10))}\n{ticks}"


# GitHub finds mentions, references and addresses in the rendered text, so an escape before them is not enough: an
# invisible character inside keeps them from being found. Links that we make ourselves stand in `](…)`.
_FINDS = regex(r"\\?@(?=[\w-])|(?<!&)\\?#(?=\d)|\bGH-(?=\d)|(?<!\]\()\b(?:https?|ftp|mailto|www)(?=[:.])", re.IGNORECASE)
# An escaped backtick or bracket begins nothing, however much it looks like it.
_SPAN = regex(r"\\[\\`<]|(`+)(?!`).*?(?<!`)\1(?!`)|<[^>]*>")
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
    parts, at = [], 0
    for span in _SPAN.finditer(line):
        if span[0].startswith("\\"):
            continue
        parts += [_FINDS.sub(_broken, line[at : span.start()]), span[0]]
        at = span.end()
    return "".join([*parts, _FINDS.sub(_broken, line[at:])])


def _broken(found: re.Match[str]) -> str:
    return found[0].lstrip("\\") + "&#8203;"


def longest_run(text: str) -> int:
    return max((len(run) for run in re.findall(r"`+", text)), default=0)
