"""What an edit breaks for sure: each is said with the edit that does it, and first."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ...border import within
from ...model.account import Answer
from ...model.report import COMPLETED_SUCCESS
from ...stages import account as stage
from .all_names import listed_for_nothing
from .files import MOST_FILES, Files
from .module_names import lacking, still_imported


def hazards(old: Files, new: Files, paths: Sequence[tuple[str, str]], told: Sequence[Answer]) -> list[Answer]:
    """paths: of the files that differ, before and after, "" for none."""
    said = list(told)
    for a, b in paths if len(paths) <= MOST_FILES else ():
        if b and _is_whole(new, b) and (not a or _is_whole(old, a)):
            said = within(b, partial(_undefined, old, new, a, b, said), partial(list[Answer], said))
            said = within(b, partial(lacking, old, new, a, b, said), partial(list[Answer], said))
            said = within(b, partial(listed_for_nothing, old, new, a, b, said), partial(list[Answer], said))
            said = within(b, partial(stage.unfilled, new.state(b), said), partial(list[Answer], said))
            if a:
                said = within(b, partial(still_imported, old, new, a, b, said), partial(list[Answer], said))
    return said


def _is_whole(files: Files, path: str) -> bool:
    """Python that was understood from end to end."""
    facts = files.project.files[path]
    return facts.language == "python" and facts.status == COMPLETED_SUCCESS and not facts.notes


def _undefined(old: Files, new: Files, a: str, b: str, told: Sequence[Answer]) -> list[Answer]:
    return stage.undefined(old.state(a) if a else None, new.state(b), told)
