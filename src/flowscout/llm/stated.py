"""A sentence in parts, each with the claim it makes and the ids of the steps or conditions that bear it out.

A reader of English has to guess what a clause is about; a writer knows. So the writer is asked: `Raises KeyError` is *raises S4*,
`when the key is missing` is *when C2*. What is left to check is little and can be checked well:

    the claim against the facts    S4 raises; S4 runs under C2, on that arm; S2 comes before S4; nothing decides over S5
    the part against its claim     every word of a part is a word of its steps or condition, of its notation read aloud, or plain English;
                                   its verbs do what the steps do; its `not`, its `more than` are those of the condition

A sentence without parts is read as before (`claims`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from .borne import borne
from .claims import Doings, denied
from .clauses import MAIN, Clause, Word, pieces
from .deeds import Deed, Under, done
from .english import words
from .nearby import Near
from .parts import Facts, Part
from .saying import agrees, strange
from .stems import KINDS, kinds_of, negates, stem

DOING: Final = ("calls", "raises", "returns", "reads", "writes", "deletes", "sends", "does")
RELATIONS: Final = ("guards", "before", "when", "for_each", "only", "always")
KIND: Final = (*DOING, *RELATIONS, "more")
_OPENERS: Final = words("if when whenever unless until while once before after then afterwards otherwise else only always")
_TOTAL: Final = words("each every all whole")
_AFTER: Final = words("after once following")
_THEN: Final = words("then afterwards finally next before followed")
_WRITING: Final = frozenset(words("store change add map create replace move commit lock release run connect grant hide delete succeed again"))
_ENDING: Final = ("Return", "Raise", "Throw", "Yield", "Abort", "Assert", "Leave the loop", "Go on with the next")
_WRITES: Final = re.compile(r"(?<![=!<>])=(?!=)|\+\+|--(?!>)|<<")


def misstated(parts: Sequence[Part], facts: Facts) -> list[str]:
    """Why a sentence in parts may not stand; empty when it may."""
    merged = _merged(parts)
    found = [why for at, part in enumerate(merged) for why in _wrong(at, merged, facts)]
    if not any(part.claim in DOING or part.claim in ("always", "guards") for part in merged):
        found.append("no part says what is done")
    return list(dict.fromkeys(found))[:6]


def _merged(parts: Sequence[Part]) -> list[Part]:
    """`more` goes on with the part before it."""
    made: list[Part] = []
    for part in parts:
        if part.claim == "more" and made:
            made[-1] = made[-1]._replace(text=f"{made[-1].text} {part.text}", ids=tuple(dict.fromkeys((*made[-1].ids, *part.ids))))
        elif part.text.strip():
            made.append(part)
    return made


def _wrong(at: int, parts: Sequence[Part], facts: Facts) -> Iterator[str]:
    part = parts[at]
    unknown = [id_ for id_ in part.ids if id_ not in facts.steps and id_ not in facts.conditions]
    if unknown or part.claim not in KIND or not part.ids:
        yield f"{part.text[:60]!r} names no step or condition of the data" if part.claim in KIND else f"there is no claim {part.claim[:20]!r}"
        return
    said = tuple(word for word in pieces(part.text) if word.text not in ",.;:—–")
    if part.claim in DOING:
        yield from _done(at, parts, said, facts)
    elif part.claim == "always":
        yield from _always(part, said, facts)
    elif part.claim == "before":
        yield from _ordered(at, parts, said, facts)
    elif part.claim == "guards":
        yield from _guarded(part, said, facts)
    else:
        yield from _under(at, parts, said, facts)


# -- what is done -------------------------------------------------------------------------------------------------------


def _done(at: int, parts: Sequence[Part], said: tuple[Word, ...], facts: Facts) -> Iterator[str]:
    part = parts[at]
    ids = [id_ for id_ in part.ids if id_ in facts.steps]
    if not ids:
        yield f"{part.text[:60]!r} names no step"
        return
    for id_ in ids:
        if not _is(part.claim, facts.steps[id_]):
            yield f"{id_} is nothing that {part.claim}"
    if part.claim == "returns":
        said = _asking(said)
        yield from _whether(said, [facts.steps[id_] for id_ in ids])
    smalls = [word.small for word in said if word.kind == "word"]
    if "otherwise" in smalls or "else" in smalls:
        yield from _other(at, parts, ids, facts)
        said = tuple(word for word in said if word.small not in ("otherwise", "else"))
    if loose := [small for small in smalls if small in _OPENERS - {"otherwise", "else"}]:
        yield f"`{loose[0]}` begins a part of its own, with its claim"
    if _TOTAL & set(smalls):
        yield from _each(ids, parts, facts)
        said = tuple(word for word in said if word.small not in _TOTAL)
    yield from _worded(said, ids, facts, part.claim)


def _asking(said: tuple[Word, ...]) -> tuple[Word, ...]:
    """`returns true if`: returns whether."""
    for at in range(len(said) - 1):
        if said[at].small == "true" and said[at + 1].small in ("if", "when"):
            return (*said[:at], said[at + 1]._replace(text="whether"), *said[at + 2 :])
    return said


def _whether(said: tuple[Word, ...], deeds: Sequence[Deed]) -> Iterator[str]:
    """What is returned is a condition, and says what the part says of it."""
    at = next((n for n, word in enumerate(said) if word.small == "whether"), -1)
    for deed in deeds:
        asked = re.sub(r"^return\s+|;\s*$", "", deed.code)
        if at >= 0 and not re.search(r"\b(?:and|or)\b|&&|\|\|", asked):
            yield from agrees(said[at + 1 :], Under(asked, asked, True))


def _worded(said: tuple[Word, ...], ids: Sequence[str], facts: Facts, claim: str) -> Iterator[str]:
    """The words of a part about these steps."""
    deeds = [facts.steps[id_] for id_ in ids]
    near = [facts.near(id_) for id_ in ids]
    doings = Doings(deeds, [line for deed in deeds for line in facts.below(deed)], facts.name)
    Clause(MAIN, said)
    yield from borne(said, doings, near, claim)
    asks = next((n for n, word in enumerate(said) if word.small == "whether"), len(said))
    yield from denied(Clause(MAIN, said[:asks]), doings)
    yield from strange(said, near, facts.general, _leading(deeds), names=facts.named, others=facts.beside(ids))
    for id_, one in zip(ids, near, strict=True):
        if len(ids) > 1 and not {stem(word.text) for word in said} & one.both:
            yield f"nothing of the part is about {id_}"


def _leading(deeds: Sequence[Deed]) -> bool:
    """Whether the object must stand in the step itself: of everything but plain talk and results of calls."""
    return not all(deed.said.startswith("Log ") for deed in deeds)


def _is(claim: str, deed: Deed) -> bool:
    found = done(deed)
    if claim == "calls":
        return "(" in deed.code
    if claim == "raises":
        return deed.said.startswith(("Raise", "Throw", "Abort", "Assert", "Re-raise")) or "fail" in found.kinds
    if claim == "returns":
        return deed.said.startswith(("Return", "Yield"))
    if claim == "writes":
        code = re.sub(r"[!<>=]=|\"[^\"]*\"|'[^']*'", " ", deed.code)
        return (not deed.said.startswith(_ENDING) and bool(_WRITES.search(code) or found.kinds & _WRITING or "(" in code)) or bool(found.kinds & (_WRITING - {"delete"}) and "(" in code)
    if claim == "deletes":
        return bool(found.kinds & {"delete", "release"} or re.search(r"=\s*(?:0|None|NULL|nullptr|false|False|\"\"|''|\[\]|\{\})\s*;?$|&=\s*~", deed.code)) or "(" in deed.code
    if claim == "sends":
        return bool(found.kinds & {"send", "say"}) or ("(" in deed.code and bool(found.kinds - {"call", "read"}))
    return bool(deed.said or deed.code)


def _other(at: int, parts: Sequence[Part], ids: Sequence[str], facts: Facts) -> Iterator[str]:
    """`otherwise`: done on the other arm of the condition before it."""
    asked = next((parts[n] for n in range(at - 1, -1, -1) if parts[n].claim in ("when", "only")), None)
    under = [facts.conditions[id_] for id_ in asked.ids if id_ in facts.conditions] if asked else []
    for id_ in ids:
        own = facts.steps[id_].under
        opposite = any(u.code == one.code and u.holds != one.holds for u in own for one in under)
        same = any(u in own for u in under)
        if not under or same or not (opposite or not any(not u.loop for u in own) or _leaves(at, parts, facts)):
            yield f"{id_} is not what is done otherwise"


def _leaves(at: int, parts: Sequence[Part], facts: Facts) -> bool:
    """Whether what is done on the one arm ends the function there."""
    before = [facts.steps[id_] for part in parts[:at] if part.claim in DOING for id_ in part.ids if id_ in facts.steps]
    return bool(before) and before[-1].said.startswith(("Return", "Raise", "Throw"))


# -- under which conditions ----------------------------------------------------------------------------------------------


def _subjects(at: int, parts: Sequence[Part], facts: Facts) -> list[str]:
    """The steps that a condition is said of: those of its own ids, of the part before it, or of the next ones where it leads."""
    own = [id_ for id_ in parts[at].ids if id_ in facts.steps]
    if own:
        return own
    for n in range(at - 1, -1, -1):
        if parts[n].claim in (*DOING, "always", "guards"):
            return [id_ for id_ in parts[n].ids if id_ in facts.steps]
        if parts[n].text.rstrip().endswith((".", ";")):
            break
    found: list[str] = []
    for part in parts[at + 1 :]:
        if part.claim in DOING:
            found += [id_ for id_ in part.ids if id_ in facts.steps]
        elif found and part.claim in ("when", "only", "for_each"):
            break
        if part.text.rstrip().endswith((".", ";")):
            break
    return found


def _under(at: int, parts: Sequence[Part], said: tuple[Word, ...], facts: Facts) -> Iterator[str]:
    part = parts[at]
    under = [(id_, facts.conditions[id_]) for id_ in part.ids if id_ in facts.conditions]
    subjects = _subjects(at, parts, facts)
    smalls = {word.small for word in said}
    if not under or (len(under) > 1 and not smalls & words("and or both either neither")):
        yield "one condition a part: begin another part for the next one"
        return
    for id_, condition in under:
        if condition.loop and not condition.holds and part.claim == "when":
            yield from _over(said, id_, subjects, facts)
            continue
        yield from _one(at, parts, said, id_, subjects, facts, [facts.near(other) for other, _ in under])
    if len(under) > 1:
        loosely = {each for subject in subjects for each in facts.steps[subject].loosely}
        if ("or" in smalls or "either" in smalls) != bool(loosely & {condition for _, condition in under}):
            yield "either condition is enough: say `or`" if loosely else "both conditions must hold: say `and`"


def _over(said: tuple[Word, ...], id_: str, subjects: Sequence[str], facts: Facts) -> Iterator[str]:
    """`when none is left`: what is done behind a loop that was not left before its end."""
    smalls = {word.small for word in said}
    if any(facts.conditions[id_] not in facts.steps[subject].under for subject in subjects):
        yield f"{subjects[0]} is not done behind {id_}"
    if not any(map(negates, smalls)) and not smalls & words("end over exhausted all"):
        yield f"{id_} is over: say that there is none"
    looked = [facts.near(other) for other, under in facts.conditions.items() if under.loop or any(facts.conditions[id_]._replace(holds=True) in deed.under and under in deed.under for deed in facts.steps.values())]
    yield from strange(tuple(w for w in said if w.small not in _OPENERS), looked, frozenset(), True, asks=True)


def _one(at: int, parts: Sequence[Part], said: tuple[Word, ...], id_: str, subjects: Sequence[str], facts: Facts, near: list[Near]) -> Iterator[str]:
    part, condition = parts[at], facts.conditions[id_]
    if not subjects:
        yield f"nothing is said to be done under {id_}"
    for subject in subjects:
        if condition not in facts.steps[subject].under:
            yield f"{subject} is not done under {id_}"
    smalls = {word.small for word in said}
    if part.claim == "for_each" or condition.loop:
        if not condition.loop or not condition.holds:
            yield f"{id_} goes through nothing"
        elif smalls & _TOTAL:
            yield from _each(subjects, parts, facts)
        near = [*near, *(facts.near(subject) for subject in subjects)]
        if subjects and said and kinds_of(said[0].text) and said[0].small not in _TOTAL | _OPENERS:
            deeds = [facts.steps[subject] for subject in subjects]
            yield from borne(said[:1], Doings(deeds, [line for deed in deeds for line in facts.below(deed)], facts.name), near, "does")
        yield from strange(tuple(w for w in said if w.small not in _TOTAL | _OPENERS), near, facts.general, False)
        return
    yield from _joined(at, parts, said, condition, subjects, facts)
    yield from agrees(said, condition)
    yield from strange(tuple(w for w in said if w.small not in _OPENERS), near, frozenset(), True, asks=True)
    if "only" in smalls or part.claim == "only":
        yield from _only(subjects, condition, facts)
    if smalls & words("always until while"):
        yield "nothing in the data says that it goes on so long"


def _joined(at: int, parts: Sequence[Part], said: tuple[Word, ...], condition: Under, subjects: Sequence[str], facts: Facts) -> Iterator[str]:
    """`and` of conditions that must both hold, `or` of such as are enough."""
    before = parts[at - 1] if at else None
    if before is None or before.claim not in ("when", "only") or not said:
        return
    other = next((facts.conditions[id_] for id_ in before.ids if id_ in facts.conditions), condition)
    loosely = {under for subject in subjects for under in facts.steps[subject].loosely}
    opening = [word.small for word in said[:2]] + [word.small for word in list(pieces(before.text))[-1:]]
    if "or" in opening and not {condition, other} & loosely:
        yield "both conditions must hold: say `and`"
    if "or" not in opening and {condition, other} & loosely:
        yield "either condition is enough: say `or`"


def _only(subjects: Sequence[str], condition: Under, facts: Facts) -> Iterator[str]:
    for subject in subjects:
        deed = facts.steps[subject]
        mine = done(deed)
        for id_, other in facts.steps.items():
            alike = other.said == deed.said or (bool(mine.verbs & done(other).verbs) and bool((mine.only - mine.verbs) & (done(other).only - mine.verbs)))
            if id_ != subject and alike and condition not in other.under:
                yield f"`only`: {id_} does so too"
        if condition in deed.loosely:
            yield "`only`: it is done under another condition as well"


def _each(ids: Sequence[str], parts: Sequence[Part], facts: Facts) -> Iterator[str]:
    """What is done to each is done under the loop and under what the sentence says, and nothing else."""
    told = {facts.conditions[id_] for part in parts for id_ in part.ids if id_ in facts.conditions}
    for id_ in ids:
        under = facts.steps[id_].under
        if not any(u.loop and u.holds for u in under) and not re.search(r"\bfor\b.{1,200}\bin\b|\b(?:all|any|map|each|every)", facts.steps[id_].code):
            if not any(re.search(r"\b(?:all|each|every)\b", line) for line in facts.below(facts.steps[id_])):
                yield f"{id_} is not done for each"
        elif any(not u.loop and u not in told for u in under):
            yield f"{id_} is not done for each: it has a condition"


# -- order, always, guards -------------------------------------------------------------------------------------------------


def _ordered(at: int, parts: Sequence[Part], said: tuple[Word, ...], facts: Facts) -> Iterator[str]:
    ids = [id_ for id_ in parts[at].ids if id_ in facts.steps]
    smalls = {word.small for word in said}
    if len(ids) != 2 or not smalls & (_AFTER | _THEN):
        yield "an order has two steps, the first one first"
        return
    one, other = (facts.steps[id_] for id_ in ids)
    if one.place >= other.place or _apart(one, other):
        yield f"{ids[0]} is not done before {ids[1]}"
    before = next((list(parts[n].ids) for n in range(at - 1, -1, -1) if parts[n].claim in DOING), [])
    after = [list(part.ids) for part in parts[at + 1 :] if part.claim in DOING]
    if (not before and len(after) < 2) or not after:
        yield "an order stands between two parts that say what is done"
        return
    left, right = (before, after[0]) if before else (after[0], after[1])
    turned = bool(smalls & _AFTER) if before else "before" in smalls
    first, second = (right, left) if turned else (left, right)
    if ids[0] not in first or ids[1] not in second:
        yield "the order of the sentence is not that of its claim"
    if loose := [w.text for w in said if w.kind == "word" and w.small not in _AFTER | _THEN | words("and only it that this the had has just is")]:
        yield f"`{loose[0]}` belongs into a part of its own"


def _apart(one: Deed, other: Deed) -> bool:
    """Whether they stand on two arms of one condition."""
    return any(u.code == v.code and u.text == v.text and u.holds != v.holds and not u.loop for u in one.under for v in other.under) or (
        one.said.startswith(("Return", "Raise", "Throw")) and not any(u.loop for u in one.under))


def _always(part: Part, said: tuple[Word, ...], facts: Facts) -> Iterator[str]:
    ids = [id_ for id_ in part.ids if id_ in facts.steps]
    for id_ in ids:
        deed = facts.steps[id_]
        others = [other for other in facts.steps.values() if deed.said.startswith("Return") and other.said.startswith("Return")]
        if any(other.code != deed.code for other in others) or not (deed.always or len(others) > 1):
            yield f"`always`: {id_} is done under a condition"
    yield from _worded(tuple(word for word in said if word.small != "always"), ids, facts, "does") if ids else ("`always` names no step",)


def _guarded(part: Part, said: tuple[Word, ...], facts: Facts) -> Iterator[str]:
    """`checks that …`: what fails under a condition, and the condition the other way round."""
    for id_ in part.ids:
        condition = facts.conditions.get(id_)
        if condition is None:
            continue
        failing = [deed for deed in facts.steps.values() if condition in deed.under and deed.said.startswith(_ENDING)]
        if not failing or condition.loop:
            yield f"{id_} guards nothing"
        near = facts.near(id_)
        refusing = bool({stem(word.text) for word in said} & _REFUSING)
        passing = condition if refusing else condition._replace(holds=not condition.holds)
        rest = tuple(word for word in said if not KINDS.get(stem(word.text), frozenset()) & {"check", "fail"})
        if not {"whether", "for"} & {word.small for word in said}:
            yield from agrees(rest, passing)
        yield from strange(rest, [near], frozenset(), True, asks=True)
    if not any(id_ in facts.conditions for id_ in part.ids):
        yield "a guard names its condition"


_REFUSING: Final = frozenset(map(stem, words("reject refuse deny fail forbid prevent")))
