"""What the author says of a whole file, in the comments above its first line of code.

Most of what stands there is a licence. So of a comment that names a copyright or a licence only the paragraphs before
that one count, and what names the file itself (`dict.c - Hash tables`) is read without the name. A comment right above
a declaration is the declaration's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from flowscout.model.pattern import regex
from flowscout.shapes.prose import first_sentence

from .comments import LEADER, NOT_DOC, RULE, TAG

_FAR: Final = 8000  # bytes
_COMMENTS: Final = 6
_COMMENT = regex(rb"\s*+(?:/\*.*?\*/|//[^\n]*+(?:\n[ \t]*+//[^\n]*+)*+)", re.DOTALL)
_ALONE = regex(
    rb"[ \t\r]*+(?:\n[ \t\r]*+(?:\n|\Z)|\Z)|\s*+(?:/\*|//|#[ \t]*+(?:pragma\b|ifndef[ \t]++\w*?_H|include\b))"
)  # what may stand below
_PARAGRAPH = regex(r"\n[ \t]*\n")
_NAMED = regex(
    r"(?:[@\\]file\b[ \t]*)?(?:[\w.+-]{1,80}/)*[\w+-]{1,80}\.(?:c|h|cc|cpp|cxx|hh|hpp|hxx|inl|ipp)\b[ \t]*(?:[-:,\u2013\u2014]{1,3}[ \t]*)?"
)
_GROUPED = regex(
    r"[@\\](?:(?:ingroup|file|date|version|since|headerfile|nosubgrouping)\b[^\n]*|(?:defgroup|addtogroup|weakgroup|page)[ \t]+[^ \t\n]+|[{}])"
)  # commands of doxygen that say where a comment belongs; what a group is called stands behind its name
_NO_WORDS = regex(
    r"-\*-|\$\w|^(?:todo|fixme|xxx|hack|bug|note|warning|caution)\b(?:\([^()\n]{0,40}\))?:|\bpart of\b|\bfree software\b|\bgenerated\b|\bauthors?\b|\bwritten by\b|@\w+\.\w|,v \d|\bobtained from\b|\bmade by\b|\bplease\b|\bvim?:",
    re.IGNORECASE,
)
_FEWEST: Final = 3  # words


def heading(data: bytes) -> str:
    """ "" where the author says nothing of the file."""
    return next(filter(None, map(_said, _comments(data[:_FAR]))), "")


def _comments(data: bytes) -> Iterator[str]:
    at = 3 if data.startswith(b"\xef\xbb\xbf") else 0
    for _ in range(_COMMENTS):
        found = _COMMENT.match(data, at)
        if not found:
            return
        at = found.end()
        if _ALONE.match(data, at):
            yield found[0].strip().decode("utf-8", "replace")


def _said(comment: str) -> str:
    for paragraph in _PARAGRAPH.split(LEADER.sub("", comment.replace("\r", ""))):
        if NOT_DOC.search(paragraph):
            return ""
        lines = [line.strip() for line in paragraph.split("\n") if not RULE.match(line)]
        if lines and (named := _NAMED.match(lines[0])):
            lines[0] = lines[0][named.end() :]
        lines = [_GROUPED.sub("", line).strip() for line in lines]
        sentence = first_sentence(TAG.sub("", " ".join(filter(None, lines))))
        if len(sentence.split()) >= _FEWEST:
            return "" if _NO_WORDS.search(sentence) else sentence
    return ""
