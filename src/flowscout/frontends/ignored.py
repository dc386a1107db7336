"""Functions whose author wrote `flowscout: ignore` in a comment: above it, on its first lines, or first in its body."""

from __future__ import annotations

import re
from typing import Final

from flowscout.shapes.draft import FileDraft, FunctionDraft

WORDS: Final = re.compile(rb"(?:#|//|/\*|\*)[^\n]*\bflowscout:\s*ignore\b")
FIRST_CODE: Final = re.compile(rb"(?:\s+|#[^\n]*|//[^\n]*|/\*.*?\*/|@[^\n]*|template\s*<[^;{]*>)*", re.DOTALL)


def ignored(file: FileDraft) -> frozenset[int]:
    """Indexes of the functions that carry the comment."""
    if b"flowscout:" not in file.data:
        return frozenset()
    return frozenset(index for found in WORDS.finditer(file.data) for index in _carriers(file, found))


def _carriers(file: FileDraft, found: re.Match[bytes]) -> list[int]:
    around = file.at(found.start())
    line_end = file.data.find(b"\n", found.start())
    after = FIRST_CODE.match(file.data, line_end if line_end >= 0 else len(file.data))
    next_code = after.end() if after else len(file.data)
    below = [f.index for f in file.functions if f.start == next_code and f is not file.root]
    return below or ([around.index] if around is not file.root and _opens(file, around, found.start()) else [])


def _opens(file: FileDraft, function: FunctionDraft, offset: int) -> bool:
    """Whether nothing of the body stands before the comment but the opening line."""
    head = file.data[function.start : offset].rstrip()
    inside = file.data[function.body_start : offset].strip(b"{ \t\r\n#/*")
    return offset <= function.body_start or not inside or b"\n" not in head
