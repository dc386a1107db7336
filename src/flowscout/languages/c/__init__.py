"""C, by tree-sitter-c. Preprocessing, declarators and macros, which a table cannot hold, stand in the neighbouring
files."""

from __future__ import annotations

from typing import Any, Final

SUFFIXES: Final = (".c", ".h")


def __getattr__(name: str) -> Any:
    """`PLUGIN`, made when it is asked for: a run reads few languages and has to know the suffixes of all."""
    if name != "PLUGIN":
        raise AttributeError(name)
    from .plugin import PLUGIN

    return PLUGIN
