"""Whether conditions that are meant say what a clause says: yes, no, or it cannot be told; and which of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...model.pattern import regex
from ..clauses import ClauseWord
from ..deeds import Under
from ..english import GLUE, words
from ..nearby import read_aloud
from ..parts import Facts
from ..stems import NEUTRAL_STEMS, negates, stem, stems
from . import agreeing
from .doing import part_of, stands

TOLD: Final = regex(r"\"([^\"\\\\]{4,200})")
_SIGN: Final = regex(r"[<>]=?\s?-?0(?![\w.])")
_SIGNED: Final = frozenset(map(stem, words("negative positive")))
_CAPITALS: Final = regex(r"\b[A-Z]{3,5}\b")
_BE: Final = words("is are was were")
_ABOUT: Final = 0.39
_SURELY: Final = 0.6


def answered(
    clause: Sequence[ClauseWord], turned: bool, conditions: Sequence[Under], facts: Facts
) -> tuple[bool | None, Under | None]:
    """turned: `unless`."""
    named = agreeing.subject(clause)
    found = dict[bool | None, Under]()
    for under in conditions:
        close = about(clause, under, facts) if named else _SURELY
        if close < _ABOUT or _of_another(clause, under, close, facts):
            continue
        told = _predicated(clause, under, facts)
        answer = agreeing.agrees(clause, under, facts, turned) if told else False
        found.setdefault(answer if answer or close >= _SURELY else None, under)
    return (True, found[True]) if True in found else (False if set(found) == {False} else None, None)


def about(clause: Sequence[ClauseWord], under: Under, facts: Facts) -> float:
    """How much of what a clause names a condition has, what is told where it is so or not included."""
    beside = _beside(under, facts)
    named = agreeing.subject(clause)
    named = frozenset(one for one in named if one not in NEUTRAL_STEMS) or named
    if not named:
        return 0.0
    close = {one for w in clause if part_of(w.small, under.code) for one in stems(w.text)}
    plainly = agreeing.about(clause, under, facts)
    if any(w.kind == "number" and stands(w.text, under.code) for w in clause):
        plainly = max(plainly, _SURELY)
    if any(agreeing.spelt(name, clause) for name in _CAPITALS.findall(under.code)):
        plainly = max(plainly, _SURELY)
    far = agreeing.near(under) | read_aloud(under.code) | facts.general_name
    known = [0.9 if one in close or agreeing.has(one, far) else 0.5 if one in beside else 0.0 for one in named]
    return max(plainly, sum(known) / len(known))


def _predicated(clause: Sequence[ClauseWord], under: Under, facts: Facts) -> bool:
    """Whether the code has what a clause says that something is: not `fresh` of `row.stale`."""
    at = next((n for n, w in enumerate(clause) if w.small in _BE), len(clause))
    said = [w for w in clause[at + 1 :] if w.kind == "word" and w.small not in GLUE and not negates(w.small)][:1]
    known = agreeing.near(under) | _beside(under, facts) | agreeing.STATE | NEUTRAL_STEMS | facts.general
    known |= _SIGNED if _SIGN.search(under.code) else frozenset()
    return all(stems(w.text) & known or part_of(w.small, under.code) or agreeing.has(stem(w.text), known) for w in said)


def _beside(under: Under, facts: Facts) -> frozenset[str]:
    """Words of what is told, and noted, where a condition is so or not."""
    beside = [step for step in facts.steps.values() if any(u.code == under.code for u in step.under)]
    return stems(" ".join(text for step in beside for text in (*TOLD.findall(step.code), step.note)))


def _of_another(clause: Sequence[ClauseWord], under: Under, close: float, facts: Facts) -> bool:
    """Whether another condition has more of the words."""
    return any(
        agreeing.about(clause, other, facts) > close + 0.34
        for other in facts.conditions.values()
        if other.code != under.code and not other.loop
    )
