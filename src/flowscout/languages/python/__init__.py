"""Python 3. Its tables: `statements` (what steers control), `definitions` (functions and classes), `uses` (calls,
marks), `names` (bindings, writes, imports), `lexicon` (words of its libraries)."""

from __future__ import annotations

from typing import Any, Final

SUFFIXES: Final = (".py", ".pyi", ".pyw")
INTERPRETERS: Final = ("python", "pythonw", "pypy")


def __getattr__(name: str) -> Any:
    """`PLUGIN`, made when it is asked for: a run reads few languages and has to know the suffixes of all."""
    if name != "PLUGIN":
        raise AttributeError(name)
    from .plugin import PLUGIN

    return PLUGIN
