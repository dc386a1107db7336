"""Names that a macro puts together: `COMMAND(QUIT)` is `handle_QUIT` where `#define COMMAND(NAME) { #NAME, handle_##NAME }` stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ...agents.said import Said
from ...model.pattern import regex
from .here import Here

_PASTED: Final = regex(r"(?P<before>\w{1,60})\s{0,3}##\s{0,3}(?P<after>\w{1,60})")


def pasted(here: Here, name: str) -> tuple[Said, ...]:
    """Where a macro is given what makes a name of it."""
    return tuple(dict.fromkeys(_pasted(here, name)))


def _pasted(here: Here, name: str) -> Iterator[Said]:
    for facts in here.project.files.values():
        for macro in facts.macros:
            if not macro.params or "##" not in macro.text:
                continue
            for rest in {rest for found in _PASTED.finditer(macro.text) if (rest := _rest(found, macro.params, name))}:
                yield from _given(here, macro.name, rest, name)


def _rest(found: re.Match[str], params: tuple[str, ...], name: str) -> str:
    """What has to be given for the name; "" where it is no such name."""
    before, after = found["before"], found["after"]
    if after in params and before not in params and name.startswith(before):
        return name[len(before) :]
    if before in params and after not in params and name.endswith(after):
        return name[: -len(after)]
    return ""


def _given(here: Here, macro: str, rest: str, name: str) -> Iterator[Said]:
    form = re.compile(
        rf"(?<!\w){re.escape(macro)}\s?\([^()\n]{{0,120}}?(?<!\w){re.escape(rest)}(?!\w)[^()\n]{{0,120}}\)"
    )
    for path in here.holding(macro):
        text = here.project.sources(path).decode("utf-8", "replace")
        for found in form.finditer(text):
            line = text.count("\n", 0, found.start()) + 1
            if not text[text.rfind("\n", 0, found.start()) + 1 : found.start()].lstrip().startswith("#"):
                yield Said(f"`{found[0]}` names {name}, which the macro puts together", path, line)
