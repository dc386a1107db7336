"""The account of a change: every edit of the code, and what answers for it.

An *edit* is a differing run of tokens, layout and comments aside. Exactly one answer covers it: a sentence about the
flow, a sentence about a declaration, its place in the list of what also changed, or a rule by which it does nothing.
"""

from __future__ import annotations

from typing import Final

from .record import NamedTuple

FLOW: Final = "flow"
DECLARATION: Final = "declaration"
LISTED: Final = "listed"
NEUTRAL: Final = "neutral"
CLASSES: Final = (FLOW, DECLARATION, LISTED, NEUTRAL)
ALONG: Final = "along"  # of what is neutral what another sentence tells, which is counted apart
COUNTED: Final = (*CLASSES, ALONG)
NEW: Final = "new"  # a rule, as those that follow: of a whole function
GONE: Final = "gone"
FILE: Final = "file"  # of a whole file
GENERATED: Final = "generated"  # of a file that a program wrote
CHECK: Final = "check"


class Side(NamedTuple):
    """Where an edit stands on one side, and the code there; line 0 where it is not there."""

    path: str = ""
    line: int = 0
    end_line: int = 0
    code: str = ""


class Answer(NamedTuple):
    """how: of CLASSES. rule: what kind of change it is, or the rule that calls it neutral. unit: the function's id on
    the side that has it, a class's name, "" for a file's own level. sentence: "" for what is listed. rank: 0 weighs
    most. twin: the path where the same edit is told, "" where it is told here. core: the sentence without what it
    stands under, "" for the same. near: of what is gone the line after the change behind which it stood, 0 where its
    file is gone too."""

    how: str
    rule: str
    unit: str
    before: Side
    after: Side
    sentence: str = ""
    rank: int = 9
    twin: str = ""
    core: str = ""
    near: int = 0

    @property
    def place(self) -> Side:
        return self.after if self.after.line else self.before
