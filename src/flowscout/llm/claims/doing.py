"""Which of the steps that are claimed bear out a clause that says what is done: they do what its verbs say, to what it names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ...model.pattern import regex
from ..claimed import against
from ..clauses import ClauseWord
from ..deeds import Deed, apart
from ..english import words
from ..heads import raises
from ..opposites import OPPOSITES
from ..parts import Facts
from ..stems import stem, stems
from .asked import asked
from .finding import CERTAIN, WORLD, Fit, does, fits, heads, object_of, strict
from .objections import copied_else

_UNKNOWN: Final = regex(
    r"is no word of|^nothing in the step says that it |^nothing of it is of the step|^`only`: nothing says so$"
)
_ANOTHER: Final = "is another thing of the function"
AGAINST: Final = "the code speaks against it: "
_SHARE: Final = 0.4  # of what a clause names, that a step has
_FORGETTING: Final = frozenset(map(stem, words("forget clear reset drop")))
_DECLARED: Final = regex(r"(?:[\w:<>]{1,60}[ *&]{1,3}){1,4}\w{1,60}\s?=(?!=)")
_NOTHING: Final = regex(r"[^=!<>]=\s?(?:NULL|nullptr|None|0|\"\"|\[\]|\{\})\s?;?$")
_LEAVES: Final = frozenset(map(stem, words("fail return give raise throw")))


def bearing(said: Sequence[ClauseWord], steps: Sequence[str], facts: Facts, firm: bool = True) -> tuple[list[str], str]:
    """firm: each of its verbs that can be looked up is done. The steps, and why there is none."""
    verbs = [said[n] for n in heads(said) if not (n and said[n - 1].small == "to")]
    hard = [v for v in verbs if stem(v.text) in CERTAIN or strict(v)]
    kept, missing, why = list[str](), list(hard), ""
    for fit in fits(said, facts, steps) if steps else ():
        done = [v for v in verbs if _does(v, fit.id, facts)]
        reason = f"nothing says that it {hard[0].small}" if hard and not done else _else(said, fit, steps, facts)
        if reason:
            why = why or reason
            continue
        missing = [v for v in missing if v not in done]
        kept.append(fit.id)
    if firm and missing and not any(_does(missing[0], id_, facts) for id_ in facts.steps):
        return [], f"{AGAINST}nothing says that it {missing[0].small}"
    if firm and kept and missing:
        return [], f"nothing that is claimed {missing[0].small}"
    return kept, why


def _does(verb: ClauseWord, id_: str, facts: Facts) -> bool:
    if stem(verb.text) in _FORGETTING and _NOTHING.search(facts.steps[id_].code):
        return True
    return does(verb, id_, facts) >= 1


def _else(said: Sequence[ClauseWord], fit: Fit, steps: Sequence[str], facts: Facts) -> str:
    """Why what a clause names is not what a step is about."""
    cleared = list[str]()
    strange = [w for w in fit.strange if not part_of(w, facts.steps[fit.id].code)]
    if any(stem(said[n].text) in _LEAVES for n in heads(said)[:1]):  # `fails with ENOENT`: what is set on the way out
        beside = [facts.steps[id_] for id_ in steps if set(facts.steps[id_].under) == set(facts.steps[fit.id].under)]
        code = " ".join(step.code for step in beside)
        strange = [w for w in strange if not stems(w) & stems(code)]
        cleared = [w.text for w in said if w.text in code and w.text not in facts.steps[fit.id].code]
    elif fit.named < _SHARE and len(strange) == len(fit.strange) and not _described(said, strange):
        return "it is about something else"
    if len(strange) > 1:
        return f"it is about something else: {' '.join(strange)}"
    if any(stem(one) in facts.named or stem(one) in WORLD for one in strange):
        return f"`{strange[0]}` is another thing"
    if _set_else(said, facts.steps[fit.id]) or next(copied_else(said, fit.id, facts), ""):
        return f"{AGAINST}it goes the other way"
    if _on_other(said, facts.steps[fit.id]):
        return f"{AGAINST}it is done where that is not so"
    found = [why for why in against(said, (fit.id,), facts, hedged=True) if not any(w in why for w in cleared)]
    another = [why for why in found if _ANOTHER in why]
    if another and any(f"`{noun}`" in why for why in another for noun in _let_or_set(said)):
        return f"{AGAINST}{another[0]}"
    return next((f"{AGAINST}{why}" for why in found if not _UNKNOWN.search(why) and why not in another), "")


def _let_or_set(said: Sequence[ClauseWord]) -> list[str]:
    """What a verb that can be looked up is done to, and what it is set to."""
    at = [n for n in heads(said) if strict(said[n])]
    turn = [n for n, w in enumerate(said) if at and n > at[0] and w.small in ("to", "from")]
    nouns = [object_of(said, n) for n in (*at, *turn)]
    return [noun.text for noun in nouns if noun]


def _described(said: Sequence[ClauseWord], strange: Sequence[str]) -> bool:
    """Whether what is strange only describes a noun: `the half-built entry`."""
    at = heads(said)
    noun = object_of(said, at[0]) if at else None
    return noun is not None and noun.text not in strange


def part_of(word: str, code: str) -> bool:
    """Whether a word begins or ends a name, or a name begins it: `home` of homedir, `offset` of off."""
    small = word.lower()
    return any(
        (small.startswith(name) and len(small) - len(name) < 5 and name not in _KEYWORDS)
        or (len(small) > 3 and (name.startswith(small) or name.endswith(small)))
        for name in re.findall(r"[a-z]{3,40}", code.lower())
    )


_KEYWORDS: Final = words(
    "for not and int char return void const struct with from while auto std null none new self this"
)


def _set_else(said: Sequence[ClauseWord], step: Deed) -> bool:
    """`sets max_delay to the delay` of `delay = max_delay`."""
    left, equals, right = step.code.partition(" = ")
    turn = next((n for n, w in enumerate(said) if w.small == "to"), 0)
    named = [w.text for w in said[:turn] if w.kind == "code"]
    return bool(equals) and any(stands(name, right) and not stands(name, left) for name in named)


def stands(name: str, code: str) -> bool:
    return bool(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", code))


def _on_other(said: Sequence[ClauseWord], step: Deed) -> bool:
    """`on a miss` of what is done where it hits."""
    for at, word in enumerate(said[:-1]):
        if word.small != "on" or not step.under:
            continue
        noun = next((w for w in said[at + 1 :] if w.small not in ("a", "an", "the")), word)
        asked, holds, one = stems(step.under[0].code), step.under[0].holds, stem(noun.text)
        if (one in asked and not holds) or (OPPOSITES.get(one, frozenset()) & asked and one not in asked and holds):
            return True
    return False


def leaves(id_: str, facts: Facts) -> bool:
    return facts.steps[id_].said.startswith(("Return", "Go on", "Leave"))


def effects(id_: str, facts: Facts) -> list[Deed]:
    """What is done on the way to a step."""
    end = facts.steps[id_]
    loop = next((under for under in end.under if under.loop and under.holds), None)
    return [
        step
        for step in facts.steps.values()
        if step.place < end.place
        and step.said
        and not step.local
        and not apart(step, end)
        and not raises(step)
        and (loop is None or loop in step.under)
    ]


def done_before(said: Sequence[ClauseWord], id_: str, facts: Facts) -> bool:
    """Whether that which a clause says is left out is done on the way to a step."""
    before = [f"S{step.place}" for step in effects(id_, facts)]
    return any(_does(word, step, facts) for word in said[:1] for step in before if step in facts.steps)


def failed(one: str, other: str, facts: Facts) -> bool:
    """Whether the second is done where what the first gives back says that it failed."""
    code = facts.steps[one].code.strip(" ;")
    return bool(code) and any(
        code in under.code and asked(under).op in ("<", "!=", "==") and facts.fails(under) is True
        for under in facts.steps[other].under
    )
