"""Which lines of an answer delete a file or a folder, by the call that does it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from ...agents.said import Cited
from ...model.pattern import regex
from ...words.names import lower
from .here import Found


def on_disk(found: Found, words: Collection[str]) -> list[Cited]:
    """The lines whose call is one that deletes files, or folders where these are asked for."""
    able = OF_FOLDERS if FOLDERS & set(words) else OF_FILES
    return [line for line in found.said if (called := _CALLS.search(line.text)) and able & set(lower(called[1]))]


FILES: Final = frozenset(["file", "files"])
FOLDERS: Final = frozenset(["directory", "directories", "folder", "folders"])
OF_FOLDERS: Final = frozenset(["rmtree", "rmdir", "removedirs"])
OF_FILES: Final = frozenset(["unlink", "unlinkat", "remove", "rmtree"])
_CALLS: Final = regex(r" calls (?:os|shutil|std::filesystem|fs)?(?:\.|::)?(\w{1,40})(?=,|$)")  # no method of a list
