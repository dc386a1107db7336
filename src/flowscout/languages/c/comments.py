"""The first sentence of the comment above a definition."""

from __future__ import annotations

import re
from typing import Final

from flowscout.shapes.prose import first_sentence

_FAR: Final = 4000
_LEADER = re.compile(r"^[ \t]*(?:/\*[*!]*<?|\*+/|\*+|//[/!]*<?)?[ \t]?|\*+/[ \t]*$", re.MULTILINE)
_TAG = re.compile(r"[@\\](?:brief|short)\s+")
_OTHER_TAG = re.compile(r"\s*[@\\](?:param|return|returns|throws|note|see|file|author|copyright|ingroup|name)\b")
_RULE = re.compile(r"^[\s\-=*#/~_+.]*$")
_TEMPLATE = re.compile(rb"(?:^|\n)[ \t]*template\s*<[^;{}]*>\s*\Z")
_NOT_DOC = re.compile(r"copyright|licen[sc]e|NOLINT|clang-format|all rights", re.IGNORECASE)


def doc(data: bytes, start: int) -> str:
    """Of the definition that begins at `start`; "" when no comment stands right above it."""
    line = data.rfind(b"\n", 0, start) + 1
    before = data[max(0, line - _FAR):line]
    template = _TEMPLATE.search(before) if before.rstrip().endswith(b">") else None
    if template:
        before = before[:template.start() + 1]
    if before.rstrip(b" \t\r\n").endswith(b"*/") and before.count(b"\n", len(before.rstrip(b" \t\r\n"))) <= 1:
        begin = before.rfind(b"/*")
        if begin >= 0 and not before[before.rfind(b"\n", 0, begin) + 1:begin].strip():
            return sentence(before[begin:].decode("utf-8", "replace"))
        return ""
    lines: list[bytes] = []
    for text in reversed(before.split(b"\n")[:-1]):
        if not text.lstrip().startswith(b"//"):
            break
        lines.append(text)
    return sentence(b"\n".join(reversed(lines)).decode("utf-8", "replace")) if lines else ""


def sentence(comment: str) -> str:
    """First sentence of the first paragraph that is prose."""
    text = _LEADER.sub("", comment.replace("\r", ""))
    for paragraph in re.split(r"\n[ \t]*\n", text):
        lines = [line.strip() for line in paragraph.split("\n") if not _RULE.match(line)]
        if not lines or _NOT_DOC.search(paragraph) or _OTHER_TAG.match(paragraph):
            continue
        return first_sentence(_TAG.sub("", _OTHER_TAG.split(" ".join(lines))[0]))
    return ""
