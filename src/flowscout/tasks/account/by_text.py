"""Python: what a text defines that is run when the module is read.

exec_("def raise_with(exc, tb): raise exc, None, tb")
                                        `raise_with`: Is gone, and is now defined by text that `exec_` runs (line 1).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from ...model.pattern import regex
from .files import Files

_RUNS: Final = frozenset(("exec", "exec_"))
_TEXT: Final = r"(?:[rRuUbB]{0,2}(?P<mark>\"\"\"|''')(?P<long>(?:(?!(?P=mark)).){0,9999}+)(?P=mark)|[rRuUbB]{0,2}(?P<sign>[\"'])(?P<short>(?:(?!(?P=sign))(?:[^\\\n]|\\[^\n])){0,999}+)(?P=sign))"
_CALLED: Final = regex(
    rf"(?ms)^(?P<under>[ \t]{{0,40}})(?P<by>[\w.]{{1,80}})\(\s{{0,80}}(?:{_TEXT}|(?P<name>\w{{1,80}}))\s{{0,80}}(?:,\s{{0,80}})?(?:globals\(\)\s{{0,80}})?\)"
)  # what is run in a namespace of its own defines nothing here
_HELD: Final = regex(rf"(?ms)^(?P<by>\w{{1,80}}) ?= ?{_TEXT}")
_DEFINES: Final = regex(r"(?:^|\n|\\n)(?:async +def|def|class) +(\w{1,100}+)")
_CALLERS: Final = regex(rb"\b(?:_getframe|globals) ?\(")  # the names of who calls it, or of the module
_MOST: Final = 200_000  # letters of a file


def defined_by_text(files: Files, path: str, names: Iterable[str]) -> dict[str, str]:
    """Name -> what is said of it, of names of the module itself."""
    text = files.project.sources(path).decode("latin-1")
    wanted = {name for name in names if len(text) <= _MOST and name in text}
    if not wanted:
        return {}
    facts = [files.project.functions[id_].facts for id_ in files.project.ids.get(path, ())]
    own = [each for each in facts if each.name != "<module>"]
    at = text.encode("latin-1")
    around = {each.name for each in own if _CALLERS.search(at, each.start, each.end) is not None}
    running = (_RUNS - {each.name for each in own}) | {
        each.name for each in own if each.name in around and any(call.name in _RUNS for call in each.calls)
    }
    held = {each["by"]: _written(each) for each in _HELD.finditer(text)}
    found: dict[str, str] = {}
    for call in _CALLED.finditer(text):
        if call["by"].rpartition(".")[2] not in running or any(
            each.start <= call.start("by") < each.end for each in own
        ):
            continue
        written = held.get(call["name"], "") if call["name"] else _written(call)
        line = text.count("\n", 0, call.start("by")) + 1
        for name in wanted.intersection(_DEFINES.findall(written)):
            where = ", on a condition," if call["under"] else ""
            found[name] = f", and is now defined{where} by text that `{call['by']}` runs (line {line})"
    return found


def _written(found: re.Match[str]) -> str:
    return found["long"] or found["short"] or ""
