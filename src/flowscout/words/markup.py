"""What in a comment is meant for the tools that set it: Doxygen's commands within a sentence, and HTML.

<b>Read</b> the \\p header of @c buf       Read the header of buf
the row <i> of vector<b>                  stays: no element of HTML is closed there
"""

from __future__ import annotations

from re import IGNORECASE
from typing import Final

from ..model.pattern import regex

_MARKED: Final = regex(r"(?<![\w\\@])[@\\](?:p|c|a|e|em|b|ref)\s+(?=[\w#&*(\"'`:~-])")
_LED: Final = regex(r"\A\s*+[@\\](?:brief|short|internal|details?)\b\s*+")
_LINKED: Final = regex(r"\{@(?:link|linkplain|code|literal|ref)\s++([^{}\s]{1,100}+)(?:\s++([^{}]{1,100}))?\}")
_ELEMENT: Final = regex(
    r"(?<!\w)<(b|i|u|em|strong|code|tt|var|kbd|samp|small|sub|sup|p|pre|span|cite|q|a)(?:\s[^<>\n]{0,200})?>([^<>\n]{0,200})</\1>",
    IGNORECASE,
)
_EMPTY: Final = regex(r"\s?<(?:br|hr)\s?/?>|\s?</?p>", IGNORECASE)
_LETTERS: Final = {"lt": "<", "gt": ">", "amp": "&", "quot": '"', "nbsp": " ", "apos": "'"}
_LETTER: Final = regex(r"&(lt|gt|amp|quot|nbsp|apos);")
_DEEPEST: Final = 3  # elements within one another


def unmarked(said: str) -> str:
    if "@" in said or "\\" in said:
        said = _LINKED.sub(lambda it: it[2] or it[1].lstrip("#"), _MARKED.sub("", _LED.sub("", said, count=1)))
    for _ in range(_DEEPEST if "<" in said else 0):
        said = _ELEMENT.sub(r"\2", said)
    if "<" in said:
        said = _EMPTY.sub(lambda it: " " if it.start() and it.end() < len(it.string) else "", said)
    return _LETTER.sub(lambda it: _LETTERS[it[1]], said) if "&" in said else said
