"""What a review shows, before it is Markdown: plain texts, numbers and drawings, which a run that may not write can
leave for one that may. Nothing in it is markup; whoever draws it up escapes every text.
"""

from __future__ import annotations

from typing import Final

from .account import FILE
from .record import NamedTuple
from .sfm import ScenarioFlowModel

ADDED: Final = "+"
REMOVED: Final = "-"
CHANGED: Final = "~"
SIGNS: Final = (ADDED, REMOVED, CHANGED)
HOW: Final = ("added", "removed", "changed", "renamed", "moved")


class ShownStep(NamedTuple):
    """A changed step and where it stands. sign: of SIGNS. before: the lines are those of the state before."""

    sign: str
    text: str
    path: str
    line: int
    end_line: int
    before: bool


class ShownFunction(NamedTuple):
    """how: of HOW. reached: ways down ("from main → run"), the first ones, and the first one in short; ways: how many
    there are. drawing: both sides merged, None when it is too large to be drawn. outline: as plain text, "" for none.
    defect: whether a defect of ours costs it all this."""

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
    """names: the first of the entry points that do this now; many: how many they are. slight: a value changes, which is
    told behind what cannot be taken back, and what is raised."""

    names: tuple[str, ...]
    many: int
    said: str
    slight: bool = False


class ShownEdit(NamedTuple):
    """An edit and what answers for it. how: of `model.account.CLASSES`. name: the function or type, "" for a file's own
    level. rule: what kind of change it is, as an answer has it. before: the lines are those of the state before. sentence: "" where it is listed as it was and is now. test:
    it is of a test. core: the sentence without what it stands under. at: the line after the change that it stands at, or would.
    slight: it is told behind all else of its function: what a log says. read: who reads what changed, elsewhere."""

    how: str
    name: str
    path: str
    line: int
    end_line: int
    before: bool
    sentence: str
    was: str
    now: str
    test: bool = False
    core: str = ""
    at: int = 0
    rule: str = ""
    slight: bool = False
    read: str = ""

    @property
    def new_file(self) -> bool:
        return self.rule == FILE and not self.before


class ShownCount(NamedTuple):
    """where: the files that hold them, where nothing else is told of these."""

    what: str
    many: int
    where: str = ""


class ShownReview(NamedTuple):
    """edits: the weightiest first, those that are handed on; counts: of `model.account.COUNTED`, all. neutral: by rule; along: likewise,
    of what is told with other sentences.
    others: files that differ and are not read, by kind. before, after: labels of the two sides. functions, tests: those
    that are handed on, of so many; told: likewise of sentences about entry points, of which so many changed. scope:
    `tests` where nothing else does anything otherwise, `tests alone` where nothing else was edited."""

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
    edits: tuple[ShownEdit, ...] = ()
    counts: tuple[int, ...] = (0, 0, 0, 0, 0)
    neutral: tuple[ShownCount, ...] = ()
    others: tuple[ShownCount, ...] = ()
    scope: str = ""
    along: tuple[ShownCount, ...] = ()
