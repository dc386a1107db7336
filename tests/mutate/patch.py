"""Puts a mutated file where the right one runs: in this process, or as the one that a new process imports.

In this process every function of the file gets the code that the mutated tree compiles to; positions are kept, so a
function is found again by its name and line. What a file does as it is imported (its tables, its defaults) has long
been done by then: such a mutant needs a new process, with a finder in front (`import mutate.patch` and `overlay`).
"""

from __future__ import annotations

import gc
import importlib.abc
import importlib.machinery
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import CodeType, FunctionType, ModuleType

from hypothesis import settings

from .operators import mutated

VARIABLE = "FLOWSCOUT_MUTANT"  # path, a colon, the site's number


def put(text: str, number: int, file: str) -> bool:
    """Whether the functions of this process could be given the mutated code: not where one closes over other names."""
    right = list(_codes(compile(text, file, "exec", dont_inherit=True)))
    wrong = list(_codes(compile(mutated(text, number), file, "exec", dont_inherit=True)))
    if [one.co_qualname for one in right] != [one.co_qualname for one in wrong]:
        return False
    instead = {old: new for old, new in zip(right, wrong, strict=True) if old != new}
    if any(len(old.co_freevars) != len(new.co_freevars) for old, new in instead.items()):
        return False
    done = False
    for one in gc.get_objects():
        if isinstance(one, FunctionType) and one.__code__.co_filename == file and (new := instead.get(one.__code__)):
            one.__code__ = new
            done = True
    return done


def _codes(code: CodeType) -> Iterator[CodeType]:
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield inner
            yield from _codes(inner)


class Overlay(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Gives the mutated tree for the one file that the environment names."""

    def __init__(self, file: Path, number: int) -> None:
        self.file, self.number = file, number

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        spec = importlib.machinery.PathFinder.find_spec(name, path)
        if spec is None or spec.origin is None or Path(spec.origin) != self.file:
            return None
        spec.loader = self
        return spec

    def exec_module(self, module: ModuleType) -> None:
        tree = mutated(self.file.read_text(encoding="utf-8"), self.number)
        exec(compile(tree, str(self.file), "exec", dont_inherit=True), module.__dict__)


def overlay() -> None:
    if named := os.environ.get(VARIABLE):
        file, _, number = named.rpartition(":")
        sys.meta_path.insert(0, Overlay(Path(file), int(number)))


def steady() -> None:
    """Each mutant is tried on the same texts that hypothesis makes up, however slow the machine is just then."""
    settings.register_profile("mutants", deadline=None, derandomize=True, database=None)
    settings.load_profile("mutants")
