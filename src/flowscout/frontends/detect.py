"""The language of a file: by its suffix; where two languages share one (`.h`), by content, then by who includes it."""

from __future__ import annotations

import re
from functools import cache
from pathlib import PurePosixPath

from flowscout import shelf

SHELF = "flowscout.languages"
# What only C++ says. A `#ifdef __cplusplus` around `extern "C"` is C that C++ may include.
_CPLUSPLUS = re.compile(
    rb"^\s*(?:template\s*<|namespace\b|using\s|class\s+\w+[^;]*$|(?:public|private|protected)\s*:|constexpr\b|"
    rb"#\s*include\s*<(?:string|vector|map|memory|utility|functional|iostream|atomic|cstdint|cstddef|cstring)>)|"
    rb"\b(?:nullptr|static_cast|dynamic_cast|noexcept|decltype|std::\w)|\)\s*(?:const\s*)?=\s*(?:default|delete|0)\s*;",
    re.MULTILINE,
)
_COMMENT = re.compile(rb"//[^\n]*|/\*.*?\*/", re.DOTALL)
_GUARDED = re.compile(rb"#\s*ifdef\s+__cplusplus.*?#\s*endif", re.DOTALL)


def suffixes() -> frozenset[str]:
    return frozenset(_by_suffix())


@cache
def _by_suffix() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for name in shelf.names(SHELF):
        for suffix in shelf.load(SHELF, name).suffixes:
            found[suffix] = (*found.get(suffix, ()), name)
    return found


def language_of(path: str, data: bytes, includers: frozenset[str]) -> str:
    """Satisfies ports.LanguageOf."""
    names = _by_suffix().get(PurePosixPath(path).suffix.lower(), ())
    if len(names) < 2:
        return names[0] if names else ""
    if "cpp" in names and data and _CPLUSPLUS.search(_GUARDED.sub(b"", _COMMENT.sub(b"", data))):
        return "cpp"
    if not includers:
        return f"{names[0]}?"
    return names[0] if names[0] in includers or not includers & set(names) else min(includers & set(names))
