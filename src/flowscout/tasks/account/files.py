"""The states of the files of a project that an account asks for, each read once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ... import shelf
from ...model.account import LISTED, Answer, Side
from ...model.language import Language
from ...model.record import NamedTuple
from ...model.report import COMPLETED_SUCCESS, SKIPPED_FILE_TOO_LARGE
from ...pipeline import Project
from ...stages import account as stage

MOST_FILES: Final = 200  # that differ, beyond which nothing is looked for in another


class Files(NamedTuple):
    """The states of one project that were asked for. constants: what names stand for that these declare, None for several things. own: once it
    was asked for, the names of the files that do not see all of their headers, and of the library's functions those that the project has too."""

    project: Project
    keys: Mapping[str, str]
    made: dict[str, stage.State]
    constants: dict[bytes, tuple[bytes, ...] | None]
    own: list[tuple[frozenset[str], frozenset[str]]]

    def state(self, path: str) -> stage.State:
        if path not in self.made:
            facts = self.project.files[path]
            language: Language = shelf.load("flowscout.languages", facts.language)
            made = stage.state(
                path, self.project.sources(path), facts, self.project.ids.get(path, ()), language, self.keys
            )
            for name, value in stage.values(made.around, made.source if language.name == "python" else None):
                self.constants[name] = value if self.constants.get(name, value) == value else None
            self.made[path] = made._replace(constants=self.constants, own=self._own(path, language))
        return self.made[path]

    def _own(self, path: str, language: Language) -> frozenset[str] | None:
        """Which functions of the library the project has its own of, for a file of C whose headers could all be read."""
        if language.name != "c":
            return None
        if not self.own:
            files = self.project.files
            known = stage.own_names(files, language.lexicon.noreturn)
            self.own.append((stage.without_all(files, self.project.unread), known))
        without, names = self.own[0]
        return None if path.rpartition("/")[2] in without else names


def unread(before: Project, after: Project, a: str, b: str) -> list[Answer]:
    """A file that could not be read on one side is told as a whole; line by line, where it is only too large."""
    lines = by_line(before, after, a, b)
    for project, path, other in ((after, b, "now"), (before, a, "before")):
        if path and project.files[path].status != COMPLETED_SUCCESS and project.files[path].functions == ():
            why = project.files[path].error or "it could not be read"
            sides = (Side(a, 1, 1) if a else Side(), Side(b, 1, 1) if b else Side())
            said = (
                f"Is told line by line, since it is too large to be understood: {why}."
                if lines
                else f"Could not be read {other}: {why}."
            )
            return [Answer(LISTED, "unread", "", *sides, said, 2), *lines]
    return []


def by_line(before: Project, after: Project, a: str, b: str) -> list[Answer]:
    sides = [(before, a), (after, b)]
    if not a or not b or all(project.files[path].status != SKIPPED_FILE_TOO_LARGE for project, path in sides):
        return []
    language: Language = shelf.load("flowscout.languages", after.files[b].language)
    return stage.line_by_line((a, before.sources(a)), (b, after.sources(b)), language)
