"""Functions whose author wrote `flowscout: ignore` in a comment: above it, on its first lines, or first in its body."""

from __future__ import annotations

import re
from itertools import islice
from typing import Final

from flowscout.model.pattern import regex
from flowscout.shapes.draft import FileDraft, FunctionDraft

MOST: Final = 1000  # comments of a file that are looked at
FAR: Final = 4000  # bytes of further comments and decorators between it and the function
WORDS: Final = regex(rb"^(?:[^\n#/*]++|/(?![/*]))*+(?P<mark>#|//|/\*|\*)[^\n]*\bflowscout:\s*+ignore\b", re.MULTILINE)
FIRST_CODE: Final = regex(rb"(?:\s+|#[^\n]*|//[^\n]*|/\*.*?\*/|@[^\n]*|template\s*<[^;{]*>)*", re.DOTALL)


def ignored(file: FileDraft) -> frozenset[int]:
    """Indexes of the functions that carry the comment."""
    if b"flowscout:" not in file.data:
        return frozenset()
    starts = {f.start: f.index for f in file.functions if f is not file.root}
    comments = islice(WORDS.finditer(file.data), MOST)
    return frozenset(index for found in comments for index in _carriers(file, found, starts))


def _carriers(file: FileDraft, found: re.Match[bytes], starts: dict[int, int]) -> list[int]:
    start = found.start("mark")
    around = file.at(start)
    line_end = file.data.find(b"\n", start)
    line_end = line_end if line_end >= 0 else len(file.data)
    code = FIRST_CODE.match(file.data, line_end, line_end + FAR)
    below = [starts[code.end()]] if code and code.end() in starts else []
    return below or ([around.index] if around is not file.root and _opens(file, around, start) else [])


def _opens(file: FileDraft, function: FunctionDraft, offset: int) -> bool:
    """Whether nothing of the body stands before the comment but the opening line."""
    head = file.data[function.start : offset].rstrip()
    inside = file.data[function.body_start : offset].strip(b"{ \t\r\n#/*")
    return offset <= function.body_start or not inside or b"\n" not in head
