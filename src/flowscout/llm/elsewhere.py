"""What a clause says that went wrong, or was raised, and that is found out by another condition than the one that shares its words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ..model.pattern import regex
from .clauses import ClauseWord
from .deeds import Under
from .english import GLUE, words
from .parts import Facts
from .stems import stem, stems

_VAIN: Final = words("cannot can't couldn't can could fails failed unable")
_BETWEEN: Final = words("not be to been")
_GENERAL: Final = regex(r"\bon (?:Base)?Exception\b|\bon \.\.\.|\bon std::exception\b|\bon an error\b")
LEAST: Final = 4  # letters of a verb that may stand within a name: `fopen`


def otherwise_told(said: Sequence[ClauseWord], condition: Under, facts: Facts) -> list[str]:
    """Why a clause is not about this condition, though it shares its words with it."""
    smalls = [w.small for w in said]
    if _other_exception(smalls, condition, facts):
        return ["that is what is done on one of them, not on any other"]
    if (verb := _tried(said)) and not _is_of(verb, condition) and _tells(verb, condition, facts):
        return [f"that it cannot be done (`{verb.text}`) is told under another condition"]
    return []


def _tried(said: Sequence[ClauseWord]) -> ClauseWord | None:
    """`parsed` of `the value cannot be parsed`."""
    at = next((n for n, w in enumerate(said) if w.small in _VAIN and (w.small not in ("can", "could") or (said[n + 1 : n + 2] and said[n + 1].small == "not"))), -1)  # fmt: skip
    behind = [w for w in said[at + 1 :] if w.small not in _BETWEEN] if at >= 0 else []
    return behind[0] if behind and behind[0].kind == "word" and behind[0].small not in GLUE else None


def _is_of(verb: ClauseWord, condition: Under) -> bool:
    text, one = f"{condition.code} {condition.also} {condition.text}", stem(verb.text)
    return one in stems(text) or (len(one) >= LEAST and one in text.lower())


def _tells(verb: ClauseWord, condition: Under, facts: Facts) -> bool:
    """Whether messages of the function say so, and none of them under this condition."""
    one = stem(verb.text)
    told = [deed for deed in facts.steps.values() if one in stems(" ".join(_MESSAGE.findall(deed.code)))]
    return any(deed.under for deed in told) and not any(u.code == condition.code for deed in told for u in deed.under)


_MESSAGE: Final = regex(r"[\"'][^\"'\n]{0,40}(?:[Ff]ail|[Uu]nable|[Cc]an ?n|[Cc]an't|[Cc]ould ?n)[^\"'\n]{0,120}[\"']")


def _other_exception(smalls: Sequence[str], condition: Under, facts: Facts) -> bool:
    """`any other exception` of the handler of one, where another takes all that are left."""
    if condition.code or "other" not in smalls or not any(re.match("exception|error", one) for one in smalls):
        return False
    if _GENERAL.search(condition.text):
        return False
    return any(not u.code and _GENERAL.search(u.text) for deed in facts.steps.values() for u in deed.under)
