"""What in a doc comment is meant for the tools that set it: Doxygen's commands within a sentence, and HTML.

<b>Read</b> the \\p header of @c buf       Read the header of buf
the row <i> of vector<b>                  stays: no element of HTML is closed there
insert a <br>, escape & as &amp;          stays: it is what the sentence is about
replace \\p with @p                       stays: a command is followed by what it sets, not by a word that joins
"""

from __future__ import annotations

from re import IGNORECASE
from typing import Final

from ..model.pattern import regex

_MARKED: Final = regex(
    r"(?<![\w\\@])[@\\](?:p|c|a|e|em|b|ref)\s+(?!(?:as|with|in|into|to|and|or|for|from|of|on|by|is|are|the|an?)\b)(?=[\w#&*(\"'`:~-])"
)
_LED: Final = regex(r"\A\s*+[@\\](?:brief|short|internal|details?)\b\s*+")
_LINKED: Final = regex(r"\{@(?:link|linkplain|code|literal|ref)\s++([^{}\s]{1,100}+)(?:\s++([^{}]{1,100}))?\}")
_ELEMENT: Final = regex(
    r"(?<!\w)<(b|i|em|strong|code|tt)>([^<>\n]{0,200})</\1>",
    IGNORECASE,
)
_MATTER: Final = regex(
    r"(?<!\w)(?:tags?|elements?|html|xml|markup|entit(?:y|ies)|(?:un)?escap(?:e|es|ed|ing))\b", IGNORECASE
)
_LETTERS: Final = {"lt": "<", "gt": ">", "amp": "&", "quot": '"', "nbsp": " ", "apos": "'"}
_LETTER: Final = regex(r"&(lt|gt|amp|quot|nbsp|apos);")
_DEEPEST: Final = 3  # elements within one another


def unmarked(said: str) -> str:
    if "@" in said or "\\" in said:
        said = _LINKED.sub(lambda it: it[2] or it[1].lstrip("#"), _MARKED.sub("", _LED.sub("", said, count=1)))
    if "<" not in said or _MATTER.search(_ELEMENT.sub(" ", said)):
        return said
    set_ = said
    for _ in range(_DEEPEST):
        set_ = _ELEMENT.sub(r"\2", set_)
    return said if set_ == said else _LETTER.sub(lambda it: _LETTERS[it[1]], set_)
