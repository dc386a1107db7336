"""What an author wrote beside a statement: the comment that ends above it, or stands behind it in its line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..model.pattern import regex

Note = tuple[int, int, str]
COMMENT: Final = regex(
    r"(?<![:\"'\w])(?://+|#(?!\s*(?:if|el|endif|define|include|pragma))+)([^\n]{1,300})|/\*((?:[^*]++|\*++(?!/))*+)(?:\*++/|\Z)"
)
_GAP: Final = regex(r"[ \t]{0,200}+\n?[ \t]{0,200}+")
_HEAD: Final = regex(
    r"\s{0,80}+(?:\}?\s{0,80}+else\s{1,80}+)?(?:(?:if|elif|while|switch|assert\w{0,40}+)\b\s{0,80}+)?[({!\s]{0,4}"
)
LONGEST: Final = 600  # characters of a note


def notes_of(text: str) -> list[Note]:
    """(start, end, words); lines that follow each other are one."""
    made: list[Note] = []
    for found in COMMENT.finditer(text):
        words = " ".join((found[1] or found[2] or "").replace("*", " ").split())
        if made and _GAP.fullmatch(text, made[-1][1], found.start()) and len(made[-1][2]) < LONGEST:
            made[-1] = (made[-1][0], found.end(), f"{made[-1][2]} {words}")
        else:
            made.append((found.start(), found.end(), words))
    return made


def beside(notes: Sequence[Note], text: str, start: int, end: int) -> str:
    above = [words for _, last, words in notes if last <= start and _HEAD.fullmatch(text, last, start)]
    line = text.find("\n", end)
    behind = [
        words
        for first, _, words in notes
        if end <= first < (line if line >= 0 else len(text)) and not text[end:first].strip(" \t;)")
    ]
    return ". ".join((*above, *behind)).encode("latin-1", "replace").decode("utf-8", "replace")[:LONGEST]
