"""What a name stands for that is no function: a constant, a macro, a variable of a file or of a type, as it is written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ... import shelf
from ...agents.said import Cited
from ...model.language import Language
from ...model.pattern import regex
from ...model.product import is_aside
from ...words.names import has_word
from ..codes import FUNCTION_NOT_FOUND, NO_RESULTS, Failed
from . import doing
from .here import Found, Here
from .question.asked import Asked

LONGEST: Final = 160  # characters of a value that are told
LINES: Final = 8  # of the source that a value may take


def value_of(here: Here, asked: Asked) -> Found | Failed:
    """Each place outside of functions that gives the name a value."""
    name = asked.names["A"].raw.removesuffix("()")
    rows = sorted(dict.fromkeys(_values(here, name)), key=lambda line: (is_aside(line.path), line.path, line.line))
    kept = tuple(line for line in rows if not is_aside(line.path)) or tuple(rows)
    note = "As it is written there; functions may set it anew." if any(" is `" in line.text for line in kept) else ""
    return (
        Found(kept, (), note)
        if kept
        else Failed(NO_RESULTS, f"I know no constant, variable or macro `{name[:120]}` that is given a value")
    )


def or_returned(here: Here, asked: Asked) -> Found | Failed:
    """`what is the value of A`: what a function returns, else what a name stands for."""
    told = doing.one("returns")(here, asked)
    given = value_of(here, asked) if isinstance(told, Failed) and told.code == FUNCTION_NOT_FOUND else None
    return given if isinstance(given, Found) else told


def _values(here: Here, name: str) -> Iterator[Cited]:
    owner, _, last = name.replace("::", ".").rpartition(".")
    if not last.isidentifier():
        return
    for path, facts in here.project.files.items():
        source = here.project.sources(path)
        if last.encode() not in source or not here.inside(path):
            continue
        yield from (Cited(f"macro {name} is `{_short(macro.text)}`" if macro.text else f"macro {name} is empty", path, macro.line)
                    for macro in facts.macros if macro.name == last and not owner)  # fmt: skip
        inside = [
            (one.facts.line, one.facts.end_line)
            for id_ in here.project.ids.get(path, ())
            if (one := here.project.functions[id_]).facts.kind != "module"
        ]
        of_type = [(found.line, found.end_line) for found in facts.types if found.name == owner.rpartition(".")[2]]
        lines = source.decode("utf-8", "replace").split("\n")
        remark = _remark(shelf.load("flowscout.languages", facts.language))
        for number, line in enumerate(lines, 1):
            if not has_word(line, last) or any(first <= number <= end for first, end in inside):
                continue
            if owner and not any(first <= number <= end for first, end in of_type):
                continue
            if value := _given(lines[number - 1 : number - 1 + LINES], last, remark):
                yield Cited(f"{name} is `{_short(value)}`", path, number)


def _given(lines: list[str], name: str, remark: re.Pattern[str]) -> str:
    """What follows the name and `=`, over as many lines as its brackets take."""
    before, *behind = re.split(rf"(?<!\w){re.escape(name)}(?!\w)", lines[0], maxsplit=1)
    after = "".join(behind)
    head, equals, value = after.partition("=")
    plain = not head.strip() or head.lstrip()[:1] in (":", "[")
    told = before.lstrip().startswith(("#", "//", "*", "/*", '"', "'")) or "(" in before or before.rstrip()[-1:] == "."
    if (braced := _BRACED.match(after)) and not told and before.strip():
        return braced["value"].strip()
    if not equals or not plain or told or value.startswith("="):
        return ""
    text = [_bare(value, remark)]
    for line in lines[1:]:
        whole = " ".join(text)
        if sum(whole.count(one) for one in "([{") <= sum(whole.count(one) for one in ")]}") and whole.strip():
            break
        text.append(_bare(line, remark))
    return " ".join(" ".join(text).split()).rstrip(";, ")


_BRACED: Final = regex(r"\{(?P<value>[^{};]{1,160})\}\s{0,9};")  # `const int most{250};`


def _remark(language: Language) -> re.Pattern[str]:
    """A text, or a remark: the one that begins first is one."""
    return re.compile(rf"(?P<text>{language.spelling.string})|{language.spelling.comment}", re.DOTALL)


def _bare(line: str, remark: re.Pattern[str]) -> str:
    """Without the remark at its end."""
    return remark.sub(lambda found: found["text"] or "", line).strip()


def _short(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= LONGEST else f"{plain[:LONGEST]}…"
