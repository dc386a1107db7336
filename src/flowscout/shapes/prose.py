"""Doc comments as plain text."""

from __future__ import annotations

from typing import Final

from ..model.pattern import regex
from .draft import CUT, LAYOUT

PARAGRAPH: Final = regex(
    r"\n[ \t]*\n|\n[ \t]*(?=[A-Z]{3,20}(?: \d{1,3})?: )"
    r"|(?<![,;:(-])(?<!\band)(?<!\bthen)(?<!\bit)(?<!\bor)(?<!\bthat)(?<!\bwhich)(?<!\bwill)(?<!\bto)(?<!\bmust)(?<!\bon)(?<!\bthis)(?<!\bfunction)"
    r"\n[ \t]*(?=[Rr]eturns? (?:[A-Z0-9`'\"-]|(?:an?|the|true|false|none|null|whether|if|its)\b))"
)  # `NOTE: …` is another remark, and what is given back told on a line of its own
SENTENCE: Final = regex(
    r"(?<!\be\.g)(?<!\bi\.e)(?<!\betc)(?<!\bvs)(?<!\bcf)[.!?](?!(?:(?<=\b[Ss]ec[.])|(?<=\b[Ff]ig[.])|(?<=\b[Nn]o[.])|(?<=\bpp[.])|(?<=\b[Cc]h[.]))\s\d)(?:(?=\s+[A-Z0-9`\"'(])|(?<=[a-z)][a-z)][a-z)][.])(?<!approx[.])(?<!resp[.])(?<!incl[.])(?<!excl[.])(?=\s+(?:[a-z]{1,30}_\w|[a-z]\w{0,40}(?:\(|->|::)|(?:the|this|it|if|returns?|a|an|we|note)\s)))"
)


def first_sentence(text: str) -> str:
    """Of the first paragraph, layout collapsed, without its full stop."""
    paragraph = LAYOUT.sub(" ", PARAGRAPH.split(text.strip(), maxsplit=1)[0]).strip()
    end = SENTENCE.search(paragraph)
    sentence = paragraph[: end.end()] if end else paragraph
    return sentence[:CUT].rstrip(". ")
