"""Which of several values that a name is given is that of what a question names: `the chunk size of the writer`."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from ...agents.said import Cited
from ...llm.stems import stem
from ...model.pattern import regex
from ...model.product import is_aside
from .here import Here

_LETTERS: Final = regex(r"[A-Za-z]+")
SAYS_LITTLE: Final = frozenset(["value", "string", "setting", "option", "parameter", "flag", "argument", "default", "the", "a", "an", "s", "of", "number"])  # fmt: skip


class WhoseName(NamedTuple):
    """others: words of the name that were not asked for."""

    others: int
    rank: int
    said: Cited


def of_owner(here: Here, rows: list[WhoseName], whose: str, *, surely: bool) -> tuple[list[WhoseName], str]:
    """`the chunk size of the writer`: those whose function, file or line says most of the owner, the nearest first, and what of it none says; where
    none says any, only a value that is the only one. surely: all of it has to be said."""
    words = {raw.lower() for raw in _LETTERS.findall(whose)} - SAYS_LITTLE
    near = {one: _says(words, _beside(here, one.said)) for one in rows}
    held = {one: near[one] | _says(words, _around(here, one.said)) for one in rows}
    if not any(held.values()):  # by the functions that give it
        held = {one: _says(words, _function(here, one.said)) for one in rows}
    most = max(map(len, held.values()), default=0)
    kept = [one for one in rows if len(held[one]) == most]
    kept = [one for one in kept if len(near[one]) == max(len(near[each]) for each in kept)]
    plain = {found[1] for one in kept if (found := _IS.search(one.said.text))} - _NOTHING
    if not kept or (not most and len(plain) > 1) or (surely and words - held[kept[0]]):
        return [], ""
    missed = sorted(words - held[kept[0]])
    return kept, f" Nothing near it says {', '.join(f'`{word}`' for word in missed)}." if missed else ""


def used_as(here: Here, said: Cited, word: str) -> bool:
    """Whether a line that uses what is named so says the other word, too: `opts.baud,  /* baud rate */`."""
    found = _NAMED.search(said.text)
    name = found[1].replace("->", ".").rpartition(".")[2] if found else ""
    form = re.compile(rf"(?<!\w){re.escape(name)}(?!\w).{{0,160}}(?<![a-z]){re.escape(word.lower())}|(?<![a-z]){re.escape(word.lower())}.{{0,160}}(?<!\w){re.escape(name)}(?!\w)")  # fmt: skip
    return bool(name) and any(
        form.search(here.project.sources(path).decode("utf-8", "replace").lower())
        for path in here.holding(name)
        if not is_aside(path)
    )


_NAMED: Final = regex(r"`([\w.>:-]{1,80})`")


def _says(words: set[str], text: str) -> set[str]:
    return {word for word in words if stem(word) in text}


def _beside(here: Here, said: Cited) -> str:
    """In small letters: what is said, its line, and the comment right above it."""
    rows = here.project.sources(said.path).decode("utf-8", "replace").split("\n")
    above = rows[said.line - 2].strip() if said.line > 1 else ""
    return "\n".join(
        [said.text, rows[said.line - 1], above if above.startswith(("//", "#", "*", "/*")) else ""]
    ).lower()


def _around(here: Here, said: Cited) -> str:
    """In small letters: what is said, its file, and the lines beside it."""
    rows = here.project.sources(said.path).decode("utf-8", "replace").split("\n")
    return "\n".join([said.text, said.path, *rows[max(0, said.line - BESIDE) : said.line + BESIDE]]).lower()


def _function(here: Here, said: Cited) -> str:
    """In small letters: the innermost function in which it stands."""
    spans = [
        (facts.start, facts.end)
        for id_ in here.project.ids.get(said.path, ())
        if (facts := here.project.functions[id_].facts).kind != "module" and facts.line <= said.line <= facts.end_line
    ]
    start, end = max(spans, default=(0, 0))
    return here.project.sources(said.path)[start:end].decode("utf-8", "replace").lower()


BESIDE: Final = 4  # lines
_IS: Final = regex(r" is `([^`]{1,200})`")
_NOTHING: Final = frozenset(["None", "NULL", "nullptr"])
