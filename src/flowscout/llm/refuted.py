"""What refuses a sentence although no reading of its claims speaks against it: it says of one arm what the other does, or more than the conditions let be said.

Nothing here lets a sentence stand. Each rule looks at one way in which a sentence that shares its words with the code says something else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from ..model.pattern import regex
from .claims import agreeing
from .claims.finding import fits, heads
from .claims.spoken import COMMON, spoken
from .clauses import ClauseWord
from .decided import ASKED, FAILING
from .deeds import Deed, Under, is_there
from .english import GLUE, words
from .heads import raises
from .nearby import marks_in
from .opposites import OPPOSITES
from .parts import Facts
from .segments import DO, WHEN, Segment
from .stems import ADVERSE_STEMS, PRESENT_STEMS, negates, stem, stems

_BE: Final = words("is are was were been has have")
_ARE: Final = words("is are was were")
_AND_THEN: Final = words("already still also not never always yet currently now fully only just no longer been")
_ALL: Final = words("any every each all")
_KEEPS: Final = frozenset(map(stem, words("swallow suppress ignore silence discard")))
_EXIST: Final = stem("exist")
_KIND: Final = regex(r"(?:not )?(?:isinstance|issubclass|hasattr|callable)\(")
_PART: Final = re.compile(r"hasattr\([^,()]{1,80}, ?[\"'](\w{1,60})")
_NEGATED: Final = re.compile(r"\(?\s?(?:!(?!=)|not )")
_OF_A_KIND: Final = re.compile(r"(?i)(?:un|non|in)\w{4,60}|\w{2,60}(?:ed|able|ible|ing|less|en)")
_QUOTED: Final = regex(r"\"([^\"\\]{4,200})|'([^'\\]{4,200})'")
_CLOSE, _MANY = 0.3, 2  # of the likeliest step; words of a message that a clause has
_NAMES: Final = regex(r"[A-Z]\w{2,80}")
_SIGNS: Final = words("negative positive odd even")
_SHORT, _LONG = 3, 4  # letters by which a name is known in a longer word


def refuted(segments: Sequence[Segment], facts: Facts) -> Iterator[str]:
    for at, segment in enumerate(segments):
        if segment.role == WHEN and not segment.lead and at and segments[at - 1].role == DO:
            yield from _by_message(segment, segments[at - 1], facts)
        if segment.role == WHEN and segment.opener not in ("while", "until"):
            beside = [s for s in (*segments[max(at - 1, 0) : at], *segments[at + 1 : at + 2]) if s.role == DO]
            yield from _unknown_state(segment, beside, facts)
            yield from _of_its_kind(segment, facts)
        if segment.role == DO and not any(negates(w.small) for w in segment.words):
            told = [s for s in segments if s.role == WHEN]
            yield from _of_which(segment, facts)
            yield from _let(segment, facts)
            yield from _passed_in(segment, facts)
            others = [s for s in segments if s.role == DO and s is not segment]
            yield from _of_all(segment, told, others, facts)
            yield from _kept_in(segment, told, facts)


def _let(segment: Segment, facts: Facts) -> Iterator[str]:
    """`allows both keys together` of what raises where both are there."""
    at = next((n for n in heads(segment.words) if stem(segment.words[n].text) in _LETS), -1)
    nouns = {stem(w.text) for w in segment.words[at + 1 :] if w.kind != "mark" and w.small not in GLUE} if at >= 0 else set[str]()  # fmt: skip
    for step in facts.steps.values():
        asked = [u for u in step.under[:1] if u.code and not u.loop and u.holds]
        if raises(step) and asked and (own := stems(f"{asked[0].code} {step.code}")) and len(nouns & own) >= _MANY:
            yield "where that is so an error is raised"
            return


_LETS: Final = frozenset(map(stem, words("allow permit accept tolerate admit let")))
_GIVEN_IN: Final = regex(
    r"(?<!\w)(\w{1,80}) (?:that (?:is|are|was|were) )?(?:passed|given|handed|supplied)(?: in| to it)?(?: by (?:the|its) (?:caller|user))?$"
)


def _passed_in(segment: Segment, facts: Facts) -> Iterator[str]:
    """`deletes the options passed in by the caller`, where that name is given another value in the function."""
    text = " ".join(w.text for w in segment.words if w.kind != "mark")
    found = _GIVEN_IN.search(text)
    if not found or not re.search(r"passed in|given in|by the caller|by its caller", text):
        return
    name = next((one for one in facts.parameters if stem(one) == stem(found[1])), "")
    if name and any(re.match(rf"{re.escape(name)}\s?=(?!=)", step.code.strip()) for step in facts.steps.values()):
        yield f"`{name}` is given another value there"


def of_other_arm(said: Sequence[ClauseWord], id_: str, facts: Facts) -> bool:
    """`writes a full record` of `write_short(…)`, where the other arm is `write_full(…)`: it has all the words that this one has, and more."""
    step = facts.steps[id_]
    if step.said in _WORDLESS:
        return False  # `skips names that …`: what decides over it names them
    over = {(u.code, not u.holds) for u in step.under if u.code and not u.loop}
    own = has(said, step)
    return any(
        own < has(said, other)
        for other in facts.steps.values()
        if other is not step and any((u.code, u.holds) in over for u in other.under)
    )


_WORDLESS: Final = ("Return", "Leave the loop", "Go on with the next")


def has(said: Sequence[ClauseWord], step: Deed) -> frozenset[str]:
    """Of what is named, the words that a step has, also where they run together in a name."""
    code, own = step.code.lower(), stems(f"{step.said} {step.code}")
    return frozenset(
        w.small
        for w in said
        if w.kind != "mark"
        and w.small not in GLUE
        and (stem(w.text) in own or (len(w.small) >= _LONG and w.small in code))
    )


def _unknown_state(segment: Segment, beside: Sequence[Segment], facts: Facts) -> Iterator[str]:
    """`if the service is down` of `is_up()`: what is said to be so is no word of any condition, so that its answer cannot be told."""
    said = [w for w in segment.words if w.kind != "mark"]
    for at, word in enumerate(said):
        if word.small not in _BE or at + 1 >= len(said):
            continue
        behind = [w for w in said[at + 1 :] if w.small not in _AND_THEN and not negates(w.small)]
        if len(behind) != 1 or behind[0].kind != "word":
            continue
        one = stem(behind[0].text)
        pool, opposite = _asked_about(facts), OPPOSITES.get(one, frozenset())
        if any(_turned(each, opposite, facts) for each in beside):
            continue
        if opposite & pool and one not in pool and one not in agreeing.STATE:
            yield f"`{behind[0].text}`: a condition asks for the opposite"
        told = spoken(said, frozenset())
        if behind[0].small in ASKED | _SIGNS | COMMON | GLUE or told.relation or told.vague == "exceeded":
            continue
        if one in agreeing.STATE | ADVERSE_STEMS | PRESENT_STEMS | FAILING:
            continue
        if not agreeing.has(one, pool):
            yield f"`{behind[0].text}`: no condition says so"


def _turned(done: Segment, opposite: frozenset[str], facts: Facts) -> bool:
    """It is done where that does not hold which is asked: `closes it if it is off` of what stands in the other arm of `if (on)`."""
    return any(
        u.code and opposite & stems(u.code) and u.holds == bool(_NEGATED.match(u.code))
        for fit in fits(done.words[max(heads(done.words), default=0) :], facts)[:1]
        for u in _arms(fit.id, facts)
    )


def _by_message(when: Segment, done: Segment, facts: Facts) -> Iterator[str]:
    """`returns 0 if the password is too long` of what says so and returns -1: the arm of that message is the other one."""
    said = {stem(w.text) for w in when.words if w.kind == "word" and w.small not in COMMON}
    best = fits(done.words, facts)
    over = {(u.code, u.holds) for fit in best if fit.score >= best[0].score - _CLOSE for u in _arms(fit.id, facts)}
    for step in facts.steps.values():
        told = stems(" ".join(one or other for one, other in _QUOTED.findall(step.code)))
        if len(said) >= _MANY and said <= told and step.under and when.opener != "unless":
            under = step.under[0]
            if (under.code, not under.holds) in over and (under.code, under.holds) not in over:
                yield f"that is said where this is not done: {under.code[:80]!r}"
                return


def _arms(id_: str, facts: Facts) -> list[Under]:
    return [*facts.steps[id_].under, *facts.passed(id_)]


def _of_its_kind(segment: Segment, facts: Facts) -> Iterator[str]:
    """`if the path does not exist` where all that is asked is of which kind it is."""
    asked = [u.code for u in facts.conditions.values() if u.code and not u.loop]
    said = {stem(w.text) for w in segment.words if w.kind != "mark"} | stems(" ".join(w.text for w in segment.words))
    if any("hasattr(" in code and said & {*map(stem, _PART.findall(code))} for code in asked):
        return  # `if os.sync does not exist` of `hasattr(os, "sync")`
    if asked and any(stem(w.text) == _EXIST for w in segment.words) and all(map(_KIND.match, asked)):
        yield "nothing asks whether that exists"


def _asked_about(facts: Facts) -> frozenset[str]:
    found = set(facts.general)
    for under in facts.conditions.values():
        found |= agreeing.near(under) | facts.around(under) | facts.scope_of(under).far | stems(under.text)
        found |= marks_in(under.code)
    return frozenset(found)


def _of_which(segment: Segment, facts: Facts) -> Iterator[str]:
    """`unlinks files that are still referenced` under `!f->refs`."""
    said = segment.words
    at = next(
        (n for n in range(1, len(said) - 2) if said[n].small in ("that", "which") and said[n + 1].small in _ARE), 0
    )
    if not at:
        return
    clause = said[at + 1 :]
    for fit in fits(said[:at], facts)[:1]:
        for under in facts.steps[fit.id].under:
            plain = under._replace(loop=False)
            if (
                under.code
                and _named(clause, plain)
                and agreeing.agrees(_as_named(clause, plain), plain, facts) is False
            ):
                yield f"it is done where that is not so: {under.code[:80]!r}"


def _named(clause: Sequence[ClauseWord], under: Under) -> bool:
    return bool(_told_of(clause, under))


def _told_of(clause: Sequence[ClauseWord], under: Under) -> list[ClauseWord]:
    own = stems(under.code)
    return [
        w
        for w in clause
        if w.kind == "word"
        and w.small not in COMMON
        and (stem(w.text) in own or any(len(one) >= _SHORT and w.small.startswith(one) for one in own))
    ]


def _as_named(clause: Sequence[ClauseWord], under: Under) -> list[ClauseWord]:
    """A clause with the code's own short word for what it names: `referenced` is `refs`."""
    told, own = _told_of(clause, under), stems(under.code)
    return [
        w._replace(text=next((one for one in own if w.small.startswith(one)), w.text)) if w in told else w
        for w in clause
    ]


def _of_all(segment: Segment, told: Sequence[Segment], others: Sequence[Segment], facts: Facts) -> Iterator[str]:
    """`unlinks any file …` of what is done under a condition more than the sentence says."""
    said, at = segment.words, heads(segment.words)[:1]
    behind = said[at[0] + 1 : at[0] + 3] if at else ()
    if len(behind) < 2 or behind[0].small not in _ALL or stem(behind[1].text) in ADVERSE_STEMS:
        return
    which = sum(w.small in ("that", "which", "with", "whose") or "-" in w.text for w in said)
    which += bool(_OF_A_KIND.fullmatch(behind[1].text))
    best = fits(said, facts)[:1]
    verb = stem(said[at[0]].text)
    if others and best and verb not in stems(f"{facts.steps[best[0].id].said} {facts.steps[best[0].id].code}"):
        return  # `walks all files and unlinks the unlocked ones`
    for fit in best:
        step = facts.steps[fit.id]
        over = [u for u in step.under if u.code and not u.loop and not is_there(u, step.code)]
        if len(over) > which + len(told):
            yield f"`{behind[0].text}`: it is done under a condition: {over[0].code[:80]!r}"


def _kept_in(segment: Segment, told: Sequence[Segment], facts: Facts) -> Iterator[str]:
    """`swallows KeyError` of a handler that raises it again, be it under a condition that is not told."""
    if told or not any(stem(segment.words[n].text) in _KEEPS for n in heads(segment.words)):
        return
    named = {name for w in segment.words for name in _NAMES.findall(w.text)}
    for step in facts.steps.values():
        caught = [u for u in step.under if not u.code]
        if raises(step) and any(named & set(_NAMES.findall(u.text)) for u in caught):
            yield "it is raised again"
            return
