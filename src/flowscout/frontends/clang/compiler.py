"""libclang behind the Compiler port: a database, the files that a build left on disk, and workers.

What takes long to import is only met where there is a database."""

from __future__ import annotations

import os
import posixpath
import stat
import sys
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import pairwise

from ...model.compiled import CompilationUnit, CompilerAnswer, Dropped
from . import database, includes
from .flags import FILES, TREE, relative

_ALWAYS = ("-w", "-ferror-limit=0", "-fno-spell-checking")
_LARGEST = 4_000_000  # bytes of a header that a build made
_TOOLCHAINS = ("/usr/include/c++", "/usr/lib/gcc/x86_64-linux-gnu", "/usr/lib/gcc/aarch64-linux-gnu")


class Clang:
    """Satisfies ports.Compiler. root: on disk. builtin: folder of a clang's own headers, "" for ours."""

    def __init__(self, known: database.Database, root: str, count: int, builtin: str = "") -> None:
        self._database, self._root, self._count, self._builtin = known, root, count, builtin

    @cached_property
    def made_by(self) -> str:
        from importlib.metadata import PackageNotFoundError, version

        try:
            library = version("libclang")
        except PackageNotFoundError:
            library = ""
        return f"{library} {self._builtin} {sys.platform} {' '.join(_toolchains())}"

    def arguments(self, path: str, language: str) -> tuple[str, ...] | None:
        flags = self._database.of(path)
        if flags is None:
            return None
        spoken = language or ("c" if self._database.nearest(path).endswith(".c") else "cpp")
        fitting = [flag for flag in flags if not flag.startswith("-std=") or ("++" in flag) == (spoken == "cpp")]
        return "-x", "c" if spoken == "c" else "c++", *fitting, *_ALWAYS

    def dropped(self, path: str) -> tuple[Dropped, ...]:
        return self._database.dropped.get(path, ())

    def included(self, data: bytes) -> tuple[str, ...]:
        return includes.included(data)

    def forced(self, arguments: tuple[str, ...]) -> tuple[str, ...]:
        named = {value for option, value in pairwise(arguments) if option in FILES}
        return tuple(sorted(path for value in named if (path := relative(value, TREE))))

    def built(self, includer: str, name: str) -> tuple[str, bytes] | None:
        for folder in (posixpath.dirname(includer), *self._folders):
            path = posixpath.normpath(posixpath.join(folder, name))
            if not path.startswith(("../", "/")) and (data := self._read(path)) is not None:
                return path, data
        return None

    def __call__(self, units: Iterable[CompilationUnit]) -> Iterator[CompilerAnswer]:
        from . import guard

        return guard.compiled(units, self._count, self._builtin)

    @cached_property
    def _folders(self) -> tuple[str, ...]:
        """Of the project, that includes are looked for in."""
        found = {
            flag
            for flags in self._database.flags.values()
            for flag in flags
            if flag == TREE or flag.startswith(f"{TREE}/")
        }
        return tuple(
            sorted(
                path
                for flag in found
                if (path := relative(flag, TREE)) is not None and os.path.isdir(os.path.join(self._root, path))
            )
        )

    def _read(self, path: str) -> bytes | None:
        """A regular file of the root, wherever links lead."""
        full = os.path.join(self._root, path)
        try:
            real = os.path.realpath(full)
            state = os.stat(real)
            if (
                not stat.S_ISREG(state.st_mode)
                or state.st_size > _LARGEST
                or relative(real, os.path.realpath(self._root)) is None
            ):
                return None
            with open(real, "rb") as file:
                return file.read(_LARGEST)
        except (OSError, ValueError):
            return None


def opened(root: str, configured: str, count: int, builtin: str = "") -> Clang | None:
    """None where the extra or a database is missing."""
    path = database.found(root, configured)
    if not path:
        return None
    from . import guard

    if not guard.installed():
        return None
    known = database.of_root(path, root)
    return Clang(known, root, count, builtin) if known.flags else None


def _toolchains() -> list[str]:
    found = []
    for folder in _TOOLCHAINS:
        try:
            found += [f"{folder}/{name}" for name in sorted(os.listdir(folder))]
        except OSError:
            continue
    return found
