"""What a review shows, before it is Markdown: plain texts, numbers and drawings, which a run that may not write can leave for
one that may. Nothing in it is markup; whoever draws it up escapes every text.
"""

from __future__ import annotations

from typing import Final

from .record import NamedTuple
from .sfm import ScenarioFlowModel

ADDED: Final = "+"
REMOVED: Final = "-"
CHANGED: Final = "~"
SIGNS: Final = (ADDED, REMOVED, CHANGED)
HOW: Final = ("added", "removed", "changed", "renamed")


class ShownStep(NamedTuple):
    """A changed step and where it stands. sign: of SIGNS. before: the lines are those of the state before."""

    sign: str
    text: str
    path: str
    line: int
    end_line: int
    before: bool


class ShownFunction(NamedTuple):
    """how: of HOW. reached: ways down from entry points, the first ones, and the first one in short; ways: how many there are.
    drawing: both sides merged, None when it is too large to be drawn. outline: as plain text, "" for none. defect: whether
    a defect of ours costs it all this."""

    name: str
    path: str
    how: str
    sentences: tuple[str, ...]
    reached: tuple[str, ...] = ()
    short_way: str = ""
    ways: int = 0
    drawing: ScenarioFlowModel | None = None
    steps: tuple[ShownStep, ...] = ()
    outline: str = ""
    defect: bool = False


class ShownTest(NamedTuple):
    name: str
    path: str
    how: str
    sentences: tuple[str, ...]


class ShownEntry(NamedTuple):
    """names: the first of the entry points that do this now; many: how many they are."""

    names: tuple[str, ...]
    many: int
    said: str


class ShownReview(NamedTuple):
    """before, after: labels of the two sides. functions, tests: those that are handed on, of so many; told: likewise of sentences
    about entry points, of which so many changed."""

    before: str
    after: str
    told: tuple[ShownEntry, ...]
    told_count: int
    entry_count: int
    functions: tuple[ShownFunction, ...]
    function_count: int
    tests: tuple[ShownTest, ...]
    test_count: int
    unchanged_flow: int
    renamed: int
    files: int
    notes: tuple[str, ...] = ()
