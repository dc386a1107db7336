"""That a Python file is a SyntaxError, or was one, by where its `from __future__ import …` stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ...model.account import DECLARATION, NEUTRAL, Answer, Side
from ...stages import account as stage
from ...stages.account.neutral.rules import IMPORTS
from .files import MOST_FILES, Files, unread

RULE: Final = "future"
_WORST: Final = 0
_MENDED: Final = 3
_WHAT: Final = "A `from __future__ import …`"


def future_first(old: Files, new: Files, paths: Sequence[tuple[str, str]], told: Sequence[Answer]) -> list[Answer]:
    """paths: of the files that differ, before and after, "" for none. The order of its imports is then no matter of taste."""
    found = list(told)
    for a, b in paths if len(paths) <= MOST_FILES else ():
        if a.endswith(".py") and b.endswith(".py") and not unread(old.project, new.project, a, b):
            for one in _said(old.state(a), new.state(b)):
                found = [each for each in found if not _orders(each, a, b)]
                found.append(one)
    return found


def _orders(one: Answer, a: str, b: str) -> bool:
    return one.how == NEUTRAL and one.rule == IMPORTS and (one.before.path == a or one.after.path == b)


def _said(old: stage.State, new: stage.State) -> Iterator[Answer]:
    was, now = stage.misplaced(old.source), stage.misplaced(new.source)
    if now and not was:
        said = f"{_WHAT} stands behind something else now: a SyntaxError."
        yield Answer(DECLARATION, RULE, "", Side(), Side(new.source.path, now, now), said, _WORST)
    elif was and not now:
        said = f"{_WHAT} stood behind something else before, a SyntaxError, and no longer does."
        yield Answer(DECLARATION, RULE, "", Side(old.source.path, was, was), Side(), said, _MENDED)
