"""Bytes of any log to clean lines that keep the numbers of the raw log.

A log is read once, front to back, in *blocks* of some hundred thousand characters, so that its size does not matter. In a
block every step below works on the whole text at once and never adds or takes a `\\n`; so a clean line and its raw line
have the same number:

    sources   file, pipe, gzip, ZIP      -> bytes
    decoded   UTF-8, UTF-16, NULs, BOMs  -> text
    screen    escapes, `\\r`, long lines  -> what a person would have seen
    prefixes  timestamps and runners     -> what the tool itself printed
    sections  steps, stages, folds       -> which part of the run a line belongs to; echoed scripts are blanked
    wrapped   hard-wrapped text          -> one line again, standing at its first
    folded    text wrapped at blanks     -> likewise
"""

from __future__ import annotations

from .anew import Beginnings
from .blocks import LineBlock, Lines, blocks, numbered
from .sections import LogSection, LogStructure, RunnerMark, ends
from .sources import chunks, starts

__all__ = [
    "Beginnings",
    "LineBlock",
    "Lines",
    "LogSection",
    "LogStructure",
    "RunnerMark",
    "blocks",
    "chunks",
    "ends",
    "numbered",
    "starts",
]
