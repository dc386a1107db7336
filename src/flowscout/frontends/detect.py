"""The language of a file: by its suffix; where two languages share one (`.h`), by content, then by who includes it."""

from __future__ import annotations

from functools import cache

from flowscout import shelf
from flowscout.model.paths import suffix_of

SHELF = "flowscout.languages"
SHARED = {".h": "c"}  # suffix -> its language where content and includers tell nothing


def suffixes() -> frozenset[str]:
    return frozenset(_by_suffix())


@cache
def _by_suffix() -> dict[str, str]:
    return {suffix: name for name in shelf.names(SHELF) for suffix in shelf.module(SHELF, name).SUFFIXES}


def language_of(path: str, data: bytes, includers: frozenset[str]) -> str:
    """Satisfies ports.LanguageOf."""
    suffix = suffix_of(path)
    if suffix not in SHARED:
        return _by_suffix().get(suffix, "")
    if data and _by_content(data) == "cpp":
        return "cpp"
    if not includers:
        return f"{SHARED[suffix]}?"
    return "cpp" if "cpp" in includers and "c" not in includers else "c"


def _by_content(data: bytes) -> str:
    from flowscout.languages.c.header import header_language  # projects without C do without

    return header_language(data)
