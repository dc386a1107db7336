"""Where a name is meant without being called: a macro puts it together, as `COMMAND(QUIT)` does `handle_QUIT` where `#define COMMAND(NAME) { #NAME, handle_##NAME }`
stands, or the address of a method is taken through another name of its type, as `&type::on_timeout` does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ...agents.said import Cited
from ...model.pattern import regex
from ...model.product import is_aside
from ...pipeline import Project
from .here import Here

_PASTED: Final = regex(r"(?P<before>\w{1,60})\s{0,3}##\s{0,3}(?P<after>\w{1,60})")


def pasted(here: Here, name: str) -> tuple[Cited, ...]:
    """Where a macro is given what makes a name of it."""
    return tuple(dict.fromkeys(_pasted(here, name)))


def _pasted(here: Here, name: str) -> Iterator[Cited]:
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


def _given(here: Here, macro: str, rest: str, name: str) -> Iterator[Cited]:
    form = re.compile(
        rf"(?<!\w){re.escape(macro)}\s?\([^()\n]{{0,120}}?(?<!\w){re.escape(rest)}(?!\w)[^()\n]{{0,120}}\)"
    )
    for path in here.holding(macro):
        text = here.project.sources(path).decode("utf-8", "replace")
        for found in form.finditer(text):
            line = text.count("\n", 0, found.start()) + 1
            if not text[text.rfind("\n", 0, found.start()) + 1 : found.start()].lstrip().startswith("#"):
                yield Cited(f"`{found[0]}` names {name}, which the macro puts together", path, line)


def handed(here: Here, name: str) -> tuple[Cited, ...]:
    """Where the address of a method of that name is taken, by the text."""
    if not name.isidentifier():
        return ()
    form = re.compile(rf"&\s?(?:\w{{1,60}}(?:<[^<>\n]{{0,60}}>)?::){{1,4}}{re.escape(name)}(?![\w(<])")
    rows = list[Cited]()
    for path in here.holding(name):
        text = here.project.sources(path).decode("utf-8", "replace")
        rows += [
            Cited(f"`{found[0]}` is handed on", path, text.count("\n", 0, found.start()) + 1)
            for found in form.finditer(text)
        ]
    return tuple(sorted(dict.fromkeys(rows), key=lambda line: (is_aside(line.path), line.path, line.line)))


def standing_in(project: Project, path: str, line: int) -> str:
    """The innermost function with a name in which a line stands; "" where there is none."""
    text, start = project.sources(path), 0
    for _ in range(line - 1):
        start = text.find(b"\n", start) + 1
    end = text.find(b"\n", start)
    around = [
        (facts.start, id_)
        for id_ in project.ids.get(path, ())
        if (facts := project.functions[id_].facts).kind not in ("module", "lambda")
        and facts.start <= (end if end >= 0 else len(text))
        and start < facts.end
    ]
    return max(around)[1] if around else ""
