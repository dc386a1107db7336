"""A question that is no form, by its verb and what that is done to: the steps of any function that do so to that, by their words, calls and notation.

`where do we write the pid to disk`, `what fills the cache`, `where are passwords checked`: it is said that no more is understood, and where no step does so nothing is told.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ...agents.said import Cited
from ...llm.claims.thesaurus import alike
from ...llm.deeds import wide
from ...llm.english import GLUE, words
from ...llm.heads import HARD
from ...llm.stems import kinds_of, stem, stems
from ...model import action
from ...model.identity import path_of, qualified_of
from ...model.pattern import regex
from ...model.product import is_aside
from ...words.names import lower
from ..conditions import told, under
from ..own import line_at
from .here import Found, Here, at, is_promise, label

MOST: Final = 80  # functions that are looked into
LETTERS: Final = 4  # by which a word is looked for in a text
LONGEST: Final = 100
_ASKS: Final = regex(
    r"(?i)\s{0,9}(?:who|what|which (?:functions?|methods?|code|places?)|where (?:do|does|is|are|in the code (?:do|does))(?: (?:we|it|you|they))?)\s(.{3,200})"
)
_LITERAL: Final = regex(r"(?<![\w.])\d{1,20}|\"[^\"]{1,80}\"")
_COMPARED: Final = regex(r"asks `[^`]{0,200}(?:[=!]=|cmp|compare)")
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


def _rows(here: Here, verb: str, wanted: list[str]) -> Iterator[tuple[Cited, bool]]:
    """Each step, and whether it names all itself, not by the name of its function."""
    needed = frozenset(stem(word) for word in wanted)
    for id_ in _able(here, verb, wanted)[:MOST]:
        named = wide(stems(qualified_of(id_)))
        for offset, text, held in _steps(here, id_, verb):
            if needed <= held | named and needed & held and _named(text, stem(wanted[-1]), verb):
                line = line_at(here.project, id_, offset)
                yield at(here.project, id_, f"{text}{told(under(here.project, id_, offset))}", line), needed <= held


def _named(text: str, noun: str, verb: str) -> bool:
    """Whether a step names it; of what fills something, as that which is filled, not what is put there."""
    into = _RECEIVER.search(text) if stem(verb) in _FILLING else None
    return noun in _heads(into[1] if into else text)


_FILLING: Final = frozenset(map(stem, words("fill populate")))
_RECEIVER: Final = regex(r"(?<!\w)(\w{1,80}+(?:\[[^\]]{1,60}\])?)(?:\.|->)\w{1,80}\s?\(")


def _heads(text: str) -> frozenset[str]:
    """Stems of the last word of each name: `block_cache_handle_count` is no block cache."""
    return wide(
        frozenset(one for name in _WORD.findall(text) for one in stems(lower(name)[-1] if lower(name) else name))
    )


def _able(here: Here, verb: str, wanted: list[str]) -> list[str]:
    """Functions whose text holds the beginning of each word, and a call that may be one of the verb, the product's first."""
    looked = [stem(word)[:LETTERS] if len(stem(word)) >= LETTERS else word.lower() for word in wanted]
    same, plain = alike(stem(verb)), stem(verb) in _CHECKING | _SETTING | _DELETING
    verbs = [one[:LETTERS].encode() for one in same]
    kept = [
        id_
        for id_, text in _holding(here, [one.encode() for one in looked])
        if plain or (any(one in text for one in verbs) and _calls(here, id_, text, same, looked[-1].encode()))
    ]
    return sorted(
        (id_ for id_ in kept if not is_promise(here.project, id_)), key=lambda id_: (is_aside(path_of(id_)), id_)
    )


def _holding(here: Here, looked: list[bytes]) -> Iterator[tuple[str, bytes]]:
    """Functions that hold all, with their text in small letters; of a file that lacks one nothing is read."""
    project = here.project
    for path in project.files:
        whole = project.sources(path).lower() if here.inside(path) else b""
        if all(one in whole for one in looked):
            for id_ in project.ids.get(path, ()):
                facts = project.functions[id_].facts
                text = whole[facts.start : facts.end]
                if facts.kind != "module" and all(one in text for one in looked):
                    yield id_, text


def _calls(here: Here, id_: str, text: bytes, same: frozenset[str], noun: bytes) -> bool:
    """Whether a call of the verb names the noun."""
    return any(
        {stem(word) for word in (lower(call.name)[:1] + lower(call.name)[-1:])} & same
        and noun in call.receiver.lower().encode() + b" " + text[call.start : call.end]
        for call in here.project.functions[id_].facts.calls
    )


def _steps(here: Here, id_: str, verb: str) -> Iterator[tuple[int, str, frozenset[str]]]:
    """(offset, text, stems) of each step with a call of the verb, or of one that means the same; a setting sets, a condition checks."""
    one, same = stem(verb), alike(stem(verb))
    for each in sorted(here.project.actions(id_), key=lambda found: found.start):
        if each.type in action.ELIDED:
            continue
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
