"""C++, by tree-sitter-cpp: C's tables and hooks, extended."""

from __future__ import annotations

from typing import Any, Final

SUFFIXES: Final = (
    ".cc", ".cpp", ".cxx", ".c++", ".hh", ".hpp", ".hxx", ".h++", ".inl", ".ipp", ".tpp", ".tcc", ".txx", ".icc", ".cppm", ".ixx",
    ".ino", ".cu", ".cuh",
)  # fmt: skip


def __getattr__(name: str) -> Any:
    """`PLUGIN`, made when it is asked for: a run reads few languages and has to know the suffixes of all."""
    if name != "PLUGIN":
        raise AttributeError(name)
    from .plugin import PLUGIN

    return PLUGIN
