"""A small shop in a folder, and the desk over it: what the tests of the tools ask about, and what docs/tools.md shows."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from flowscout.adapters.memory.sqlite import SqliteMemory
from flowscout.errors import UserError
from flowscout.frontends.treesitter import parse
from flowscout.model.review import Review
from flowscout.model.settings import Settings
from flowscout.pipeline import Project, assemble
from flowscout.ports import Entry
from flowscout.rca.memory import CauseDocument
from flowscout.rca.source import of_bytes
from flowscout.redact import redact
from flowscout.tasks.review.review import review
from flowscout.tools.desk import Desk, StateStamp, diagnosed_by

SUFFIXES: Mapping[str, str] = {".py": "python", ".c": "c", ".cc": "cpp", ".h": "cpp"}
FILES: Mapping[str, bytes] = {
    "README.md": b"# Shop\n\nKeeps orders.\n\n## Removing orders\n\nAn order is removed with `drop`; `sweep` removes many orders.\n",
    "build.log": b"Traceback (most recent call last):\n  File \"shop/store.py\", line 7, in drop\n    os.remove(name)\nFileNotFoundError: [Errno 2] No such file or directory: 'a'\n",
    "logo.png": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
    "pyproject.toml": b'[project]\nname = "shop"\ndependencies = ["flask"]\n',
    "shop/__init__.py": b"from .store import drop\n",
    "shop/main.py": b"from .store import sweep\n\n\ndef main(names):\n    sweep(names)\n    return 0\n",
    "shop/orphan.py": b"def alone():\n    return 1\n",
    "shop/store.py": (
        b"import os\n\n\ndef drop(name):\n    if not name:\n        raise ValueError(name)\n    os.remove(name)\n\n\n"
        b"def sweep(names):\n    for name in names:\n        drop(name)\n\n\nclass Shelf:\n    def drop(self, name):\n        drop(name)\n"
    ),
    "tests/test_store.py": b"from shop.store import sweep\n\n\ndef test_sweep():\n    sweep([])\n",
}


EDITOR = b"""{"activeFile": "shop/store.py", "cursorPosition": {"line": 7, "character": 4}, "selectedText": "os.remove(name)", "theme": "dark",
 "diagnostics": [{"severity": "warning", "message": "no docstring", "line": 4, "column": 0, "source": "ruff"},
  {"severity": "error", "message": "name may be unbound", "line": 7, "column": 14, "source": "pyright"}], "terminalOutput": "$ pytest\\nFAILED"}"""
GRADLE = """FAILURE: Build failed with an exception.

* What went wrong:
Could not determine the dependencies of task ':app:preDebugAndroidTestBuild'.
> Conflict with dependency 'androidx.core:core-ktx' in project ':app'. Resolved versions for runtime classpath (1.9.0) and compile classpath (1.12.0) differ.

BUILD FAILED in 3s
"""
OFF = {"web_search_wiki": "SEARCH_OFF"}
"""Tools that are planned: each says so by its code."""


class Held:
    """Satisfies ports.Snapshot."""

    label = "folder"

    def __init__(self, files: Mapping[str, bytes], skipped: Iterable[tuple[str, str]] = ()) -> None:
        self.files = dict(sorted(files.items()))
        self._skipped = tuple(skipped)

    def paths(self) -> Collection[str]:
        return self.files.keys()

    def entries(self, paths: Iterable[str] | None = None, /) -> tuple[Entry, ...]:
        return tuple(
            Entry(path, str(hash(self.files[path])))
            for path in sorted(self.files.keys() & (self.files if paths is None else set(paths)))
        )

    def skipped(self) -> tuple[tuple[str, str], ...]:
        return self._skipped

    def read(self, entries: Iterable[Entry]) -> Mapping[str, bytes]:
        return {entry.path: self.files[entry.path] for entry in entries}

    def close(self) -> None:
        """Nothing is held."""


def desk(
    files: Mapping[str, bytes] = FILES, memory: Path | None = None, skipped: Iterable[tuple[str, str]] = ()
) -> Desk:
    read = {
        path: parse(data, SUFFIXES[Path(path).suffix]) for path, data in files.items() if Path(path).suffix in SUFFIXES
    }
    held = Held(files, skipped)

    def opened() -> Any:
        assert memory is not None
        return closing(SqliteMemory(memory))

    project = assemble(read, lambda path: held.files[path], Settings())
    return Desk(
        project,
        held,
        StateStamp("folder"),
        redact,
        opened if memory else None,
        lambda path: of_bytes(held.files[path]) if path in held.files else None,
        diagnosed_by(redact),
        partial(_changes, project, files),
        lambda: EDITOR,
    )


def _changes(after: Project, files: Mapping[str, bytes], asked: str) -> Review:
    """The shop before its checks, whatever is asked for."""
    if asked != "uncommitted":
        raise UserError(f"{asked} is no commit", "name a range")
    earlier = {
        path: data.replace(b"    if not name:\n        raise ValueError(name)\n", b"").replace(
            b"for name in names", b"for name in sorted(names)"
        )
        for path, data in files.items()
    }
    read = {
        path: parse(data, SUFFIXES[Path(path).suffix])
        for path, data in earlier.items()
        if Path(path).suffix in SUFFIXES
    }
    return review(assemble(read, lambda path: earlier[path], Settings()), after, ("1a2b3c4", asked), others={".md": 1})


def remembered(memory: Path) -> None:
    with closing(SqliteMemory(memory)) as store:
        store.add(
            CauseDocument(
                "0" * 15 + "1",
                "f",
                "FileNotFoundError: no such file: 'a'",
                "FileNotFoundError",
                "python",
                "An order was removed twice.",
                ("Look whether the file is there before it is removed.",),
                0.9,
                "shop/store.py",
                7,
                ("read_log",),
                1,
                0.9,
                fixed_in=("shop/store.py",),
                created_at=1_700_000_000_000,
            )
        )


ASKED: Mapping[str, dict[str, Any]] = {
    "android_build_tool": {"buildOutput": GRADLE, "operation": "recommend"},
    "explore_codebase": {"description": "who touches the disk", "command": 'query "remove" --lang python'},
    "get_user_error_context": {"captureTerminal": True},
    "web_search_wiki": {"query": "FileNotFoundError os.remove"},
    "analyze_structure": {"analysis_type": "unused"},
    "find_islands": {"min_size": 1},
    "gather_context": {},
    "get_analysis_summary": {},
    "get_dependencies": {"file_path": "store.py", "reverse": True},
    "get_statistics": {},
    "search_documentation": {"query": "how are orders removed?"},
    "vector_search_db": {"query": "FileNotFoundError: no such file"},
    "find_callers_of_function": {"functionName": "drop", "filePath": "shop/store.py"},
    "find_path": {"start": "main", "goal": "shop/store.py::drop"},
    "get_code_context": {"filePath": "shop/store.py", "line": 7, "contextLines": 5},
    "get_flowchart": {"name": "sweep"},
    "get_summary": {"name": "sweep"},
    "impact": {"name": "sweep"},
    "outline": {"name": "sweep"},
    "read_file": {"filePath": "shop/main.py", "lineStart": 4, "lineEnd": 6},
    "root_cause": {"path": "build.log"},
    "tests_for": {"name": "shop/store.py::drop"},
    "what_changed": {},
    "where_effect": {"kind": "deletes"},
}
"""A sample of each tool; the test that runs them fails where one is missing."""
