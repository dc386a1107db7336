"""A question that is no form, by its verb and what that is done to: the steps of any function that do so to that, by their words, calls and notation.

`where do we write the pid to disk`, `what fills the cache`, `where are passwords checked`: it is said that no more is understood, and where no step does so nothing is told.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ...agents.said import Said
from ...llm.claims.thesaurus import alike
from ...llm.deeds import wide
from ...llm.english import GLUE, words
from ...llm.heads import HARD
from ...llm.stems import kinds_of, stem, stems
from ...model.identity import path_of, qualified_of
from ...model.pattern import regex
from ...model.product import is_aside
from ...words.names import lower
from ..conditions import told, under
from ..own import line_at
from .bycall import writing_out
from .here import Found, Here, at, is_promise, label

MOST: Final = 150  # functions that are looked into
LETTERS: Final = 4  # by which a word is looked for in a text
LONGEST: Final = 100
_ASKS: Final = regex(
    r"(?i)\s{0,9}(?:who|what|which (?:functions?|methods?|code|places?)|where (?:do|does|is|are|in the code (?:do|does))(?: (?:we|it|you|they))?)\s(.{3,200})"
)
_LITERAL: Final = regex(r"(?<![\w.])\d{1,20}|\"[^\"]{1,80}\"")
_COMPARED: Final = regex(r"asks `[^`]*(?:[=!]=|cmp|compare)")
_PASSIVE: Final = regex(r"(?i)\s{0,9}where (?:is|are)\s")
_WORD: Final = regex(r"[A-Za-z_]\w{1,60}")
_LEFT_OUT: Final = GLUE | words(
    "we you they it something anything get gets does actually really file files disk code program project"
)
_CHECKING: Final = frozenset(map(stem, words("check compare verify validate test")))


def by_effect(here: Here, question: str) -> Found | None:
    asked = _ASKS.match(question)
    said = _WORD.findall(asked[1]) if asked else []
    verb = _verb(said, last=_PASSIVE.match(question) is not None)
    wanted = [word for word in said if word != verb and word.lower() not in _LEFT_OUT]
    if not verb or not wanted or len(wanted) > 4:
        return None
    literals = _LITERAL.findall(question)
    rows = [row for row in _rows(here, verb, wanted) if all(one in row[0].text for one in literals)]
    best = [line for line, whole in rows if whole] or [line for line, _ in rows]
    if stem(verb) in _CHECKING:  # where it is compared with something, first
        best.sort(key=lambda line: not _COMPARED.search(line.text))
    note = f"Steps that do so by their words or calls, and name that; I understand no more of this than `{verb}` and `{' '.join(wanted)}`."
    return Found(tuple(dict.fromkeys(best)), (), note, weighed=True) if best else None


def _verb(said: list[str], *, last: bool) -> str:
    tried = said[::-1] if last else said[:1]
    return next((word for word in tried if kinds_of(word) or stem(word) in HARD or len(alike(stem(word))) > 1), "")


def _rows(here: Here, verb: str, wanted: list[str]) -> Iterator[tuple[Said, bool]]:
    """Each step, and whether it names all itself, not by the name of its function."""
    needed = frozenset(stem(word) for word in wanted)
    for id_ in _able(here, wanted)[:MOST]:
        named = wide(stems(qualified_of(id_)))
        for offset, text, held in _steps(here, id_, verb):
            if needed <= held | named and needed & held:
                line = line_at(here.project, id_, offset)
                yield at(here.project, id_, f"{text}{told(under(here.project, id_, offset))}", line), needed <= held


def _able(here: Here, wanted: list[str]) -> list[str]:
    """Functions whose name or text holds the beginning of each word, the product's first."""
    kept: set[str] | None = None
    for word in sorted(wanted, key=len, reverse=True):
        found = set(writing_out(here, stem(word)[:LETTERS] if len(stem(word)) >= LETTERS else word.lower()))
        kept = found if kept is None else kept & found
    ids = [
        id_
        for id_ in kept or ()
        if not is_promise(here.project, id_) and here.project.functions[id_].facts.kind != "module"
    ]
    return sorted(ids, key=lambda id_: (is_aside(path_of(id_)), id_))


def _steps(here: Here, id_: str, verb: str) -> Iterator[tuple[int, str, frozenset[str]]]:
    """(offset, text, stems) of each step with a call of the verb, or of one that means the same; a setting sets, a condition checks."""
    one, same = stem(verb), alike(stem(verb))
    for each in sorted(here.project.actions(id_), key=lambda found: found.start):
        code = " ".join(each.text.split())
        called = {stem(word) for name in _CALLED.findall(code) for word in (lower(name)[:1] + lower(name)[-1:])}
        asks = one in _CHECKING and each.effect.startswith(_ASKING)
        if (
            asks
            or called & same
            or (one in _SETTING and _SET.match(code))
            or (_LET_GO.match(code) and one in _DELETING)
        ):
            short = code if len(code) <= LONGEST else f"{code[:LONGEST]}…"
            yield (
                each.start,
                f"{label(here.project, id_)}{' asks' if asks else ':'} `{short.rstrip(';')}`",
                wide(stems(code)),
            )


_CALLED: Final = regex(r"(\w{1,80})\s?\(")
_SET: Final = regex(r"[^=(]{1,120}[^=!<>(]=(?!=)")
_LET_GO: Final = regex(r"\s{0,4}del(?:ete)?\b")
_SETTING: Final = alike(stem("set")) - {stem("record"), stem("remember")}
_DELETING: Final = alike(stem("delete"))
_ASKING: Final = ("Decide ", "Check ", "Validate ", "Require ")
