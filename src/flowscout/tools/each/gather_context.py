"""What kind of project this is: its folders, kinds of files, declared dependencies, entry points, tests and configuration. Without a
choice, all of it."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, Final

from ...model.identity import path_of, qualified_of
from ...model.paths import suffix_of
from ...model.product import is_test
from ...tasks.entrypoints import entry_points
from ..contract import FILE_NOT_FOUND, Arguments, Data, Failed, Field, Tool
from ..desk import Desk
from ..edges import callers
from ..imports import MANIFESTS

MOST: Final = 20
ROWS: Final = 120  # lines of the tree
KINDS: Final = {
    "pyproject.toml": "python",
    "setup.py": "python",
    "setup.cfg": "python",
    "package.json": "node",
    "CMakeLists.txt": "cmake",
    "meson.build": "meson",
    "Makefile": "make",
}
COUNTED: Final = ("file_types", "test_layout")
BUILT: Final = frozenset(
    {
        "target",
        "node_modules",
        "dist",
        "build",
        "__pycache__",
        ".pytest_cache",
        ".mypy_cache",
        "vendor",
        ".next",
        ".nuxt",
        "coverage",
    }
)


class GatherContext(Arguments):
    structure: bool = Field(False, description="Show directory structure")
    file_types: bool = Field(False, description="Show file type distribution")
    project_type: bool = Field(False, description="Detect project type")
    framework: bool = Field(False, description="Show what it declares to depend on")
    entry_points: bool = Field(False, description="Show entry points")
    test_layout: bool = Field(False, description="Show test layout")
    config_files: bool = Field(False, description="List configuration files")
    depth: Annotated[int, Field(ge=1, le=8, description="Tree depth for structure")] = 2
    path: Annotated[str, Field(max_length=1000)] | None = Field(None, description="Focus on a folder")


class Context(Data):
    """Each part is empty where it was not asked for."""

    path: str
    structure: list[str]
    file_types: dict[str, int]
    project_type: list[str]
    framework: list[str]
    entry_points: list[str]
    test_layout: dict[str, int]
    config_files: list[str]
    truncated: bool


def run(desk: Desk, asked: GatherContext) -> Context | Failed:
    folder = (asked.path or "").replace("\\", "/").strip("/").removeprefix("./")
    paths = [path for path in desk.snapshot.paths() if not folder or path.startswith(folder + "/")]
    if not paths:
        return Failed(FILE_NOT_FOUND, f"no file of this snapshot lies in {folder[:200]!r}")
    parts: dict[str, Callable[[], Any]] = {
        "structure": lambda: list(tree(paths, folder, asked.depth)),
        "file_types": lambda: dict(
            sorted(Counter(suffix_of(path) for path in paths).items(), key=lambda row: (-row[1], row[0]))
        ),
        "project_type": lambda: sorted({KINDS[path] for path in paths if path in KINDS}),
        "framework": lambda: declared(desk.snapshot.read(desk.snapshot.entries((*MANIFESTS, "requirements.txt")))),
        "entry_points": lambda: _entries(desk, folder),
        "test_layout": lambda: dict(
            sorted(
                Counter(
                    path.rpartition("/")[0] or "." for path in paths if is_test(path) and path in desk.project.files
                ).items()
            )
        ),
        "config_files": lambda: [path for path in paths if _configures(path)],
    }
    chosen = {key for key in parts if getattr(asked, key)} or parts.keys()
    made: dict[str, Any] = {
        key: make() if key in chosen else {} if key in COUNTED else [] for key, make in parts.items()
    }
    cut = any(len(value) > (ROWS if key == "structure" else MOST) for key, value in made.items())
    return Context(path=folder, truncated=cut, **{key: _cut(key, value) for key, value in made.items()})


def _cut(key: str, value: Any) -> Any:
    most = ROWS if key == "structure" else MOST
    return dict(list(value.items())[:most]) if isinstance(value, dict) else value[:most]


def tree(paths: list[str], folder: str, depth: int) -> Iterator[str]:
    """Folders with how many files lie in them, then the files, each level by name; what is built is left out."""
    seen: Counter[str] = Counter()
    shown: set[tuple[tuple[tuple[bool, str], ...], str]] = set()
    skip = len(folder) + 1 if folder else 0
    for path in paths:
        steps = path[skip:].split("/")
        if BUILT & set(steps[:-1]):
            continue
        for level in range(1, min(depth, len(steps)) + 1):
            last = level == len(steps)
            key = tuple((inner == len(steps) - 1, steps[inner]) for inner in range(level))
            seen["/".join(steps[:level])] += 1
            shown.add((key, "file" if last else "folder"))
    for key, kind in sorted(shown):
        name, whole = key[-1][1], "/".join(step for _, step in key)
        yield "  " * (len(key) - 1) + (name if kind == "file" else f"{name}/ ({seen[whole]})")


def declared(manifests: Mapping[str, bytes]) -> list[str]:
    """Names of what the project says that it depends on, without versions."""
    found: set[str] = set()
    try:
        table = tomllib.loads(manifests.get("pyproject.toml", b"").decode("utf-8", "replace"))
    except (tomllib.TOMLDecodeError, RecursionError):
        table = {}
    project = table.get("project")
    listed = project.get("dependencies", []) if isinstance(project, dict) else []
    listed = [
        *(listed if isinstance(listed, list) else []),
        *manifests.get("requirements.txt", b"").decode("utf-8", "replace").splitlines(),
    ]
    for one in listed:
        match = re.match(r"\s{0,9}([A-Za-z0-9][\w.-]{0,99})", str(one))
        found |= {match[1]} if match else set()
    return sorted(found, key=str.lower)


def _entries(desk: Desk, folder: str) -> list[str]:
    rows = [entry for entry in entry_points(desk.project) if not folder or path_of(entry.id).startswith(folder + "/")]
    return [
        f"{qualified_of(entry.id)} ({path_of(entry.id)}:{desk.project.begins(entry.id)}) {entry.evidence}"
        for entry in rows
    ]


def _configures(path: str) -> bool:
    folder, _, name = path.rpartition("/")
    return (
        not folder and (suffix_of(path) in (".toml", ".cfg", ".ini", ".yml", ".yaml") or name in MANIFESTS)
    ) or folder == ".github/workflows"


PLUGIN: Final = Tool(
    "gather_context",
    GatherContext,
    Context,
    run,
    (FILE_NOT_FOUND,),
    prepare=lambda desk: callers(desk.project),
    whole=True,
)
