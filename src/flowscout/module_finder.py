"""Our own modules, found without a search.

A hook imports some two hundred. For each, Python asks its finders, looks through folders, takes paths apart and puts them together again;
of all that importing costs it is a tenth. Ours stand beside this file. What is read is Python's own bytecode (PEP 3147),
believed as Python believes it: by its magic number and by its source's time and size (PEP 552). All else is left to Python.
"""

from __future__ import annotations

import importlib.util
import marshal
import os
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, SourceFileLoader
from types import CodeType, ModuleType
from typing import Any

_HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "")
_KNOWN = importlib.util.MAGIC_NUMBER + bytes(4)  # no flags: believed by time and size
_ENDING = f".{sys.implementation.cache_tag}.pyc"
_NUMBER = 0xFFFFFFFF


class _Loader(SourceFileLoader):
    cached = ""

    def get_code(self, fullname: str) -> CodeType | None:
        try:
            with open(self.cached, "rb", buffering=0) as kept:
                data = kept.read()
            about = os.stat(self.path)
        except OSError:
            return super().get_code(fullname)
        source = (int(about.st_mtime) & _NUMBER).to_bytes(4, "little") + (about.st_size & _NUMBER).to_bytes(4, "little")
        if data[:16] != _KNOWN + source:
            return super().get_code(fullname)
        code: CodeType = marshal.loads(memoryview(data)[16:])
        return code


class _Finder:
    """Satisfies importlib.abc.MetaPathFinder."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if not path or not f"{path[0]}{os.sep}".startswith(_HERE):
            return None
        folder, last = path[0], name.rpartition(".")[2]
        if os.path.isfile(f"{folder}{os.sep}{last}.py"):
            return _spec(name, folder, last)
        inside = f"{folder}{os.sep}{last}"
        return _spec(name, inside, "__init__", [inside]) if os.path.isfile(f"{inside}{os.sep}__init__.py") else None


def _spec(name: str, folder: str, stem: str, places: list[str] | None = None) -> ModuleSpec:
    file = f"{folder}{os.sep}{stem}.py"
    loader = _Loader(name, file)
    spec: Any = ModuleSpec(name, loader, origin=file)
    spec.submodule_search_locations = places
    spec.has_location = True
    spec.cached = loader.cached = f"{folder}{os.sep}__pycache__{os.sep}{stem}{_ENDING}"
    return spec  # type: ignore[no-any-return]


def install() -> None:
    """From now on in this process. Not where bytecode is kept elsewhere, or is optimised."""
    if sys.pycache_prefix is None and not sys.flags.optimize and _Finder not in sys.meta_path:
        sys.meta_path.insert(0, _Finder)
