"""What a clause of English says of something: that it is there, so or well, or that it is not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from ..clauses import ClauseWord
from ..english import ADVERSE, COMPARISONS, words
from ..saying import NUMBERED
from ..stems import negates, stem, stems

_FAIL: Final = frozenset(
    map(stem, words("fail failure unable unsuccessful error wrong failing crash abort raise throw exception"))
)
_WELL: Final = frozenset(map(stem, words("succeed success successful successfully succeeded works worked")))
_MODAL: Final = words("can could cannot couldn't can't able unable")
_GONE: Final = words(
    "0 gone lacks lack lacking missing absent unset zero false disabled off nil stopped expired out exhausted blank omitted inactive closed nonexistent dead"
)
_NOT_ADVERSE: Final = words("change below under less few smaller shorter exceed interrupted other other's")
_PREFIXES: Final = ("un", "in", "dis", "non-", "im", "ir")
_TOO_MUCH: Final = words("long large big many much high old great deep wide full far")
_TOO_LITTLE: Final = words("short small few low little young early shallow narrow")
_ENOUGH: Final = words("enough fits fit room space sufficient suffices")
COMMON: Final = words(
    "is are was were be been being has have had the a an it its they them this that there to of in at by on for with and or if when one ones"
)


class Spoken(NamedTuple):
    """yes: an even number of its words turn it round. status: it is about success. relation: how it compares, "" where it does not; before, behind: stems on
    both sides of that. vague: how it compares without the other side: `too long`, `enough`."""

    yes: bool
    status: bool
    stems: frozenset[str]
    relation: str = ""
    before: frozenset[str] = frozenset()
    behind: frozenset[str] = frozenset()
    vague: str = ""
    null: bool = False


def spoken(said: Sequence[ClauseWord], own: frozenset[str]) -> Spoken:
    """own: stems of the condition that it is held against: `if the error is set` says yes of `error`."""
    small = [w.small for w in said if w.kind != "mark" or w.text in "<>=≤≥"]
    if "neither" in small:
        small = [one for one in small if one != "nor"]  # both deny once
    text = f" {' '.join(small)} "
    text = (
        text.replace(" non-negative ", " >= 0 ")
        .replace(" negative ", " < 0 ")
        .replace(" positive ", " > 0 ")
        .replace(" is <", " <")
        .replace(" is >", " >")
        .replace(" are <", " <")
    )
    relation, before, behind = _relation(text)
    reached = relation == "≥" and " reached " in text and not _stems(behind)
    relation = "" if reached else relation  # `once the limit is reached`: by what, is not said
    turns = sum(_turns(word, own) for word in small)
    if relation:
        turns = sum(_turns(word, own) for word in f"{before} {behind}".split() if word not in ("0", "zero"))
    status = bool({stem(w) for w in small} & (_FAIL | _WELL)) or bool(_MODAL & set(small))
    vague = "exceeded" if reached else _vague(small)
    content = frozenset(one for w in said if w.small not in COMMON for one in (*stems(w.text), stem(w.text)))
    return Spoken(
        turns % 2 == 0,
        status,
        content,
        relation,
        _stems(before),
        _stems(behind),
        vague,
        bool({"null", "none", "nil"} & set(small)),
    )


def _turns(word: str, own: frozenset[str]) -> int:
    one = stem(word)
    if one in own and word not in ("0", "zero", "false", "null", "none", "unless", "empty") and not negates(word):
        return 0
    if word == "unless" or negates(word) or word == "cannot":
        return 1
    if (word in ADVERSE or one in _ADVERSE or word in _GONE) and word not in _NOT_ADVERSE:
        return 1
    if one in _FAIL:
        return 1
    return int(any(word.startswith(p) and len(word) > len(p) + 2 and stem(word[len(p) :]) in own for p in _PREFIXES))


_ADVERSE: Final = frozenset(stem(w) for w in ADVERSE if w not in _NOT_ADVERSE)


def _relation(text: str) -> tuple[str, str, str]:
    for phrase, relation in COMPARISONS:
        at = text.find(f" {phrase} ")
        if at >= 0:
            before, behind = text[:at], text[at + len(phrase) + 2 :]
            bound = NUMBERED.match(behind)  # `at least 4 bytes are left`: the bound stands first
            return (relation, f"{before} {bound[2]}", bound[1]) if bound else (relation, before, behind)
    return "", "", ""


def _vague(small: Sequence[str]) -> str:
    for one, other in zip(small, [*small[1:], ""], strict=True):
        if one in ("too", "so") and other in _TOO_MUCH:
            return ">"
        if one in ("too", "so") and other in _TOO_LITTLE:
            return "<"
        if other == "enough" and one in ("old", "long", "far", "late", "high"):
            return ">"
        if one in ("exceeded", "overrun", "overflow", "overflows"):
            return "exceeded"
    return "≤" if _ENOUGH & set(small) else ""


def _stems(text: str) -> frozenset[str]:
    return frozenset(stem(w) for w in text.split() if w not in COMMON)
