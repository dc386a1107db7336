"""The language of a file: by its suffix; where two languages share one (`.h`), by content, then by who includes it; of a script
without a suffix by the interpreter that its first line names."""

from __future__ import annotations

from functools import cache

from flowscout import shelf
from flowscout.model.paths import suffix_of

SHELF = "flowscout.languages"
_FIRST = 200  # bytes that hold the name of an interpreter
_RUNNERS = (["uv", "run"], ["pipx", "run"])
_SCRIPT = "python"  # what a script without a suffix is, where its bytes are not at hand
_LARGE = ".C"  # of C++, where letters count
SHARED = {".h": "c"}  # suffix -> its language where content and includers tell nothing


def suffixes() -> frozenset[str]:
    return frozenset(_by_suffix())


@cache
def _by_suffix() -> dict[str, str]:
    return {suffix: name for name in shelf.names(SHELF) for suffix in shelf.module(SHELF, name).SUFFIXES}


def script_language(data: bytes) -> str:
    """Of a script by its first line, "" where no language on the shelf is run by what that names."""
    line = data[:_FIRST].split(b"\n", 1)[0].decode("utf-8", "replace")
    words = [word.rpartition("/")[2] for word in line.removeprefix("#!").split()] if line.startswith("#!") else []
    run = [word for word in words if not word.startswith("-") and "=" not in word and word != "env"]
    if run[:2] in _RUNNERS:
        return _SCRIPT  # `env -S uv run --script`
    return _by_interpreter().get(run[0].rstrip("t").rstrip("0123456789."), "") if run else ""


@cache
def _by_interpreter() -> dict[str, str]:
    shelved = {name: shelf.module(SHELF, name) for name in shelf.names(SHELF)}
    return {each: name for name, module in shelved.items() for each in getattr(module, "INTERPRETERS", ())}


def language_of(path: str, data: bytes, includers: frozenset[str]) -> str:
    """Satisfies ports.LanguageOf."""
    suffix = suffix_of(path)
    if not suffix:
        return script_language(data) if data else _SCRIPT if includers else f"{_SCRIPT}?"
    if path.endswith(_LARGE):
        return "cpp"
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
