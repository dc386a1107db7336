"""Doc comments as plain text."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from re import IGNORECASE
from typing import Final

from ..model.pattern import regex
from .draft import CUT, LAYOUT

PARAGRAPH: Final = regex(r"\n[ \t]*\n|\n[ \t]*(?=[A-Z]{3,20}(?: \d{1,3})?: )")  # `NOTE: …` is another remark
SENTENCE: Final = regex(
    r"(?<!\be\.g)(?<!\bi\.e)(?<!\betc)(?<!\bvs)(?<!\bcf)[.!?](?!(?:(?<=\b[Ss]ec[.])|(?<=\b[Ff]ig[.])|(?<=\b[Nn]o[.])|(?<=\bpp[.])|(?<=\b[Cc]h[.]))\s\d)(?:(?=\s+[A-Z0-9`\"'(])|(?<=[a-z)][a-z)][a-z)][.])(?<!approx[.])(?<!resp[.])(?<!incl[.])(?<!excl[.])(?=\s+(?:[a-z]{1,30}_\w|[a-z]\w{0,40}(?:\(|->|::)|(?:the|this|it|if|returns?|a|an|we|note)\s)))"
)


_GOES_ON: Final = regex(
    r"(?:[,;:(-]|\b(?:and|or|but|nor|then|it|that|which|who|will|would|to|of|for|from|by|with|in|on|at|as|is|are|be|must|should|may|can|not|an?|the|this|these|if|when|function|method))$",
    IGNORECASE,
)
_GIVES: Final = regex(r"[Rr]eturns?:? \S")
_ANEW: Final = regex(r"[A-Z][a-z]+(?:\s|$)")
_SLACK: Final = 12  # letters that an author leaves free at the end of a line
_NAME_ALONE: Final = 2  # words


def first_sentence(text: str) -> str:
    """Of the first paragraph, layout collapsed, without its full stop."""
    lines = PARAGRAPH.split(text.strip(), maxsplit=1)[0].split("\n")
    paragraph = LAYOUT.sub(" ", " ".join(_remark([line.strip() for line in lines]))).strip()
    end = SENTENCE.search(paragraph)
    sentence = paragraph[: end.end()] if end else paragraph
    return sentence[:CUT].rstrip(". ")


def _remark(lines: Sequence[str]) -> Sequence[str]:
    """Up to where a line ends that had room for the next word, and the next begins anew; without a title of a word or two."""
    width, first = max(map(len, lines)), 0
    for at, (line, below) in enumerate(pairwise(lines), 1):
        if _GOES_ON.search(line) or not line:
            continue
        roomy = len(line) + len(below.partition(" ")[0]) + _SLACK < width
        if _GIVES.match(below) or (roomy and _ANEW.match(below)):
            if at > first + 1 or line.count(" ") >= _NAME_ALONE:
                return lines[first:at]
            first = at
    return lines[first:]
