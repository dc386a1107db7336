"""The states of the files of a project that an account asks for, each read once."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePosixPath
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
    """The states of one project that were asked for. constants: what names stand for that these declare, None for several things."""

    project: Project
    keys: Mapping[str, str]
    made: dict[str, stage.State]
    constants: dict[bytes, tuple[bytes, ...] | None]

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
        """Which functions of the library that never come back a file of C or its headers have their own of; None where a header of its own
        could not be read, and where the file names none of them."""
        text = self.project.sources(path)
        if language.name != "c" or not any(name.encode() in text for name in language.lexicon.noreturn):
            return None
        files, named = self.project.files, dict[str, list[str]]()
        for each in files:
            named.setdefault(PurePosixPath(each).name, []).append(each)
        seen, own = [path], set[str]()
        for each in seen:
            if each in self.project.unread:
                return None
            own |= stage.named(files[each])
            for included in stage.included(files[each]):
                there = named.get(PurePosixPath(included.module).name, [])
                if not there and included.name != "<":
                    return None
                seen += [other for other in there if other not in seen]
        return frozenset(own) & language.lexicon.noreturn


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
