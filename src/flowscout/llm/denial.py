"""What a sentence says is not done: `deletes nothing`, `does not use the ids`, `never frees the empty rule`, `leaves the builder unchanged`.

Such a sentence is true where no step does so to that, so all of them are looked at; one under a condition is judged like any other.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from ..model.pattern import regex
from .clauses import ClauseWord
from .decided import unmet
from .deeds import Deed
from .doings import acting
from .english import GLUE, words
from .heads import HARD
from .parts import Facts
from .phrased import known
from .segments import WHEN, Segment
from .stems import NEUTRAL_STEMS, kinds_of, stem, stems

_USING: Final = frozenset(map(stem, words("use touch need consult look inspect read access")))
_CHANGING: Final = frozenset(map(stem, words("change modify alter touch mutate")))
_OLD: Final = words("original given old existing current itself any own")
_SET: Final = re.compile(r"(?<![=!<>])(?:[-+*/|&^]|<<|>>)?=(?!=)|\+\+|--(?!>)")
_ENDLESS: Final = regex(r"(?i)no_?return|\b(?:never|not) (?:return|come back|end)s?\b")


def denial(segment: Segment, segments: Sequence[Segment], at: int, facts: Facts) -> str | None:
    """Why a segment may not say that something is not done, "" where it may; None where it says no such thing."""
    said = [w for w in segment.words if w.kind != "mark"]
    smalls = [w.small for w in said]
    around = [segments[n] for n in (at - 1, at + 1) if 0 <= n < len(segments)]
    if len(said) < 2:
        return None
    if whens := [s for s in around if s.role == WHEN]:
        if len(whens) == 1 and _spared(said, whens[0], facts):
            return ""
        changing = any(a.small in ("not", "never") and stem(b.text) in _CHANGING for a, b in pairwise(said[:4]))
        return "nothing says that it is left so under that" if changing else None
    start = next((n for n, w in enumerate(smalls[:3]) if w in ("never", "not")), -1)
    if start >= 0 and start + 1 < len(said):
        verb, objects = said[start + 1], said[start + 2 :]
    elif smalls[1] == "nothing" and smalls[0].endswith("s") and smalls[0] not in ("does", "returns", "gives", "yields"):
        verb, objects = said[0], []
    else:
        return None
    one, kinds = stem(verb.text), kinds_of(verb.small)
    nouns = {stem(w.text) for w in objects if w.small not in GLUE and w.small not in _OLD}
    coming_back = one == "return" and start >= 0
    if not (coming_back or one in HARD | _USING | _CHANGING or kinds - {"call", "check", "return", "read", "say"}):
        return None
    if unheard := [w.text for w in objects if stem(w.text) in nouns - NEUTRAL_STEMS and not _heard_of(w, facts)]:
        return f"`{unheard[0]}` is no word of the function"
    if coming_back:
        endless = nouns or _ENDLESS.search(facts.text)
        return None if endless else "nothing says that it does not come back"
    for id_, step in facts.steps.items():
        if _done(one, kinds, step, nouns, facts, id_):
            return f"the function does so: {verb.small}"
    return ""


def _spared(said: Sequence[ClauseWord], when: Segment, facts: Facts) -> bool:
    """`does not change the values if the text is empty`: where that is so the function is left at once, and nothing did so before."""
    smalls = [w.small for w in said]
    start = next((n for n, w in enumerate(smalls[:3]) if w in ("never", "not")), -1)
    if (
        start < 0
        or start + 1 >= len(said)
        or when.opener not in ("if", "when")
        or "only" in {w.small for w in when.words}
    ):
        return False
    verb, objects = said[start + 1], said[start + 2 :]
    one, kinds = stem(verb.text), kinds_of(verb.small)
    nouns = {stem(w.text) for w in objects if w.small not in GLUE and w.small not in _OLD}
    if (
        one not in HARD | _CHANGING
        or not nouns
        or not all(_heard_of(w, facts) for w in objects if stem(w.text) in nouns)
    ):
        return False
    doing = [(id_, step) for id_, step in facts.steps.items() if _done(one, kinds, step, nouns, facts, id_)]
    for under in facts.conditions.values():
        arm = [step for step in facts.steps.values() if under in step.under]
        if not arm or under.loop or not under.code or any(under in step.loosely for step in arm):
            continue
        if not all(
            step.said.startswith("Return") and step.under[:1] == (under,) and "(" not in step.code for step in arm
        ):
            continue
        before = any(step.place < arm[0].place for _, step in doing)
        if not before and not unmet(when, under, facts.scope_of(under), facts):
            return True
    return False


def _heard_of(word: ClauseWord, facts: Facts) -> bool:
    """Whether anything of the function, or of what it calls, has a word."""
    scopes = (*map(facts.scope, facts.steps), *map(facts.scope_of, facts.conditions.values()))
    told = facts.general | stems(facts.text)
    return not stems(word.text).isdisjoint(told) or any(known(word, scope) for scope in scopes)


def _done(one: str, kinds: frozenset[str], step: Deed, nouns: set[str], facts: Facts, id_: str) -> bool:
    if one in _CHANGING:
        target = _SET.split(step.code)[0] if _SET.search(step.code) else ""
        names = re.findall(r"\w+", target) or re.findall(r"[&(]\s*&?(\w+)", step.code)
        return any(stems(name) - {stem(name)} <= nouns and stems(name) & nouns for name in names)
    if one in _USING:
        mentioned = [*re.findall(r"\w+", step.code), *(n for u in step.under for n in re.findall(r"\w+", u.code))]
        return any(nouns & stems(name) for name in mentioned) and not step.said.startswith("Define")
    does = one in acting(step) or bool(kinds & facts.kinds(id_) - {"call", "check", "return", "read", "say"})
    content = {n for n in nouns if n not in NEUTRAL_STEMS}
    if not does or (content and not content & facts.scope(id_).own):
        return False
    ruled_out = content - facts.scope(id_).own and any(content <= facts.scope_of(u).own for u in facts.passed(id_))
    return not ruled_out
