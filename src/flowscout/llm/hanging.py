"""Which condition bears out a segment that says under what something is done."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from typing import Final

from .bearing import Borne
from .clauses import ClauseWord
from .decided import FAILING, found_after_all, goes_well, in_vain, unmet
from .deeds import Deed, Under, only_there, wide
from .doings import acting
from .elsewhere import otherwise_told
from .english import GLUE, words
from .heads import raises
from .parts import Facts
from .phrased import known
from .phrases import is_literal
from .scopes import TextScope
from .segments import AFTER, BEFORE, DO, WHEN, Segment
from .stems import kinds_of, negates, stem, stems


def _subject(at: int, segments: Sequence[Segment], borne: Sequence[Borne | None]) -> list[int]:
    """What a condition is said of: what stands before it in its sentence, or behind it where it leads."""
    if segments[at].lead:
        found = []
        for n in range(at + 1, len(segments)):
            if segments[n].fresh and n > at + 1 and segments[n].role == DO:
                break
            if borne[n] is not None and segments[n].role == DO:
                found.append(n)
        return found[:2]
    for n in range(at - 1, -1, -1):
        if borne[n] is not None and segments[n].role in (DO, AFTER, BEFORE):
            if segments[n].role != DO and any(borne[m] is not None and segments[m].role == DO for m in range(n)):
                continue
            return [n]
    return [n for n in range(at + 1, len(segments)) if borne[n] is not None and segments[n].role == DO][:1]


def hangs(
    at: int,
    segment: Segment,
    segments: Sequence[Segment],
    borne: list[Borne | None],
    facts: Facts,
    conditions: dict[int, Under],
) -> Iterator[str]:
    if not any(_predicates(w) for w in segment.words) and at + 1 < len(segments) and segments[at + 1].role == WHEN:
        behind = segments[at + 1].words
        start = next((n for n, w in enumerate(behind) if _predicates(w)), -1)
        if start >= 0 and behind[0].small in ("and", "or"):
            segment = segment._replace(words=(*segment.words, *behind[start:]))  # `if a or b is missing`
    about = _subject(at, segments, borne)
    if not about:
        yield "nothing is said to be done under that"
        return
    for n in about:
        held = borne[n]
        if held is None:
            continue
        kept, wrong = [], list[str]()
        said = frozenset(stem(w.text) for w in held.segment.words if w.kind != "mark" and w.small not in GLUE)
        for way in held.ways:
            flaws = _decides(segment, way, facts, said) or _joined(at, segments, way, facts, conditions)
            if not flaws:
                kept.append(way)
            wrong = wrong or flaws
        if not kept:
            yield from wrong or ["it is not done under that"]
            return
        borne[n] = held._replace(ways=kept)
        conditions[at] = facts.met


def _predicates(word: ClauseWord) -> bool:
    return word.small in _BEING or (bool(kinds_of(word.small)) and word.small.endswith("s"))


def _decides(segment: Segment, way: Sequence[str], facts: Facts, said: frozenset[str]) -> list[str]:
    """Why these steps are not done under what the segment says."""
    wrong: list[str] = []
    hanging = False
    for id_ in way:
        deed = facts.steps[id_]
        flaws = _decide(segment, id_, deed, facts, said)
        wrong = wrong or flaws
        hanging = hanging or not flaws
        if any(
            (flaw.startswith("it ") and "way round" in flaw) or "is so" in flaw or "not so" in flaw for flaw in flaws
        ):
            return flaws
    return [] if hanging else wrong  # one of them hangs on it


def _decide(segment: Segment, id_: str, deed: Deed, facts: Facts, said: frozenset[str]) -> list[str]:
    passed = [] if facts.own_reason(id_) else facts.passed(id_, last=deed.said.startswith("Return"))
    own = [*deed.under, *facts.alternatives(id_), *passed]
    if any(not u.code and not u.holds for u in deed.under) and goes_well(segment.words):
        return ["it is done where that fails"]
    if tested := _tested(segment):
        asked = [u for u in [*own, *facts.passed(id_)] if u.code and not u.loop and u not in facts.alternatives(id_)]
        if raises(deed) and said & facts.aimed:  # what the function is for, done behind all that it asks
            asked = [u for each in facts.steps.values() for u in each.under if u.code]
        lacking = [w.text for w in tested if not any(stem(w.text) in facts.scope_of(u).own for u in asked)]
        if raises(deed) and not said & facts.aimed:
            return ["it is done where a check fails"]
        return [f"it is not done behind a check of `{lacking[0]}`"] if lacking else []
    if (over := in_vain(segment.words, deed.under, facts)) is not None:
        facts.met = over
        return []
    if found_after_all(segment.words, deed.under, facts):
        return ["it is done where none was found"]
    candidates = _meant(segment, own, facts, said)
    subject = facts.scope(id_)
    wrong: list[str] = []
    halves = _halves(segment.words)
    if halves and len(own) > 1:
        found = _both(segment, halves, own, deed, facts, subject)
        if found is not None:
            return found
    for condition in candidates:
        if goes_badly(segment.words) and only_there(condition) and any(not u.code for u in own):
            continue  # that it is there says not how it goes
        if _other_deed(segment, condition, facts):
            wrong = wrong or ["it is done under no condition"]
            continue
        plainly = condition._replace(code=_ADVERSE.sub("x", condition.code)) if _bare(segment) else condition
        flaws = unmet(segment, plainly, facts.scope_of(condition), facts, subject)
        flaws = flaws or otherwise_told(segment.words, condition, facts)
        if not flaws:
            if condition in facts.alternatives(id_) and (
                said & facts.arm(id_, condition.holds)[1] and not said & facts.arm(id_, condition.holds)[0]
            ):
                wrong = wrong or ["that is the value of the other arm"]
                continue
            if not _bare(segment) and _contradicted(segment, condition, candidates, facts, subject):
                return ["another condition of those words says otherwise"]
            facts.met = condition
            if (
                condition in deed.loosely
                and any(w.small == "and" for w in segment.words)
                and any(u != condition and u in deed.loosely and _sharing(segment, u, facts) for u in own)
            ):
                return ["either condition is enough: say `or`"]
            return _solely(segment, id_, deed, condition, facts)
        wrong = wrong or flaws
    return wrong or ["it is done under no condition"]


def _contradicted(
    segment: Segment, condition: Under, candidates: Sequence[Under], facts: Facts, subject: TextScope
) -> bool:
    """Whether another condition that a segment may as well mean is the other way round."""
    said = frozenset(stem(w.text) for w in segment.words if w.kind != "mark" and w.small not in GLUE)
    common = (said & stems(condition.code)) - {"0"}
    for other in candidates:
        if not condition.code and goes_badly(segment.words) and only_there(other):
            continue  # what fails is there: `if callback is not None: try: callback()`
        if other.code != condition.code and other.loop == condition.loop:
            flaws = unmet(segment, other, facts.scope_of(other), facts, subject)
            if (
                common <= said & stems(other.code)
                and flaws
                and all(why.startswith("it is done where that is") or "way round" in why for why in flaws)
            ):
                return True
    return False


_FAILED: Final = frozenset(map(stem, words("fail failure error raise throw")))


def goes_badly(said: Sequence[ClauseWord]) -> bool:
    return any(stem(w.text) in _FAILED for w in said)


def _other_deed(segment: Segment, condition: Under, facts: Facts) -> bool:
    """`if the table was created` of `insert(table, …) != 0`: what it asks of is another deed, by the name of what it calls."""
    done = next(
        (b.small for a, b in itertools.pairwise(segment.words) if a.small in _PASSIVE and b.small.endswith("ed")), ""
    )
    kinds = kinds_of(done) & _STRONG if done else frozenset()
    called = _CALLED.match(condition.code)
    if not kinds or not called or stem(done) in facts.scope_of(condition).own:
        return False
    own = frozenset(kind for one in acting(Deed("", f"{called[1]}(")) for kind in kinds_of(one)) & _STRONG
    return bool(own) and not own & kinds


_STRONG: Final = frozenset({"delete", "release", "create", "add", "store", "send", "move", "replace"})
_CALLED: Final = re.compile(r"[!(]*((?:\w+(?:\.|->|::))*\w+)\(")


def _bare(segment: Segment) -> bool:
    """`if there is one`"""
    return all(
        w.kind == "mark" or w.small in GLUE or w.small in ("one", "any", "exists", "given", "set", "only")
        for w in segment.words
    )


_ADVERSE: Final = re.compile(r"(?i)fail(?:s|ed)?|missing|err(?:or)?|invalid")


def _tested(segment: Segment) -> list[ClauseWord]:
    """`once its name and size are checked`: what is looked at before, whichever way that must turn out."""
    kept = [w for w in segment.words if w.kind != "mark"]
    if segment.opener != "once" or len(kept) < 3 or kept[-1].small not in _CHECKED or kept[-2].small not in _PASSIVE:
        return []
    nouns = kept[:-2]
    if any(negates(w.small) or w.small == "or" or w.kind not in ("word", "code") for w in nouns):
        return []
    return [w for w in nouns if w.small not in GLUE]


_CHECKED: Final = words("checked validated verified tested")
_PASSIVE: Final = words("is are was were")


def _both(
    segment: Segment,
    halves: tuple[str, tuple[ClauseWord, ...], tuple[ClauseWord, ...]],
    pool: Sequence[Under],
    deed: Deed,
    facts: Facts,
    subject: TextScope,
) -> list[str] | None:
    """Two conditions that a segment names with `and` or `or`; None where it does not name two."""
    joint = halves[0]
    for first in pool:
        for second in pool:
            if (
                first == second
                or unmet(segment._replace(words=halves[1]), first, facts.scope_of(first), facts, subject)
                or unmet(segment._replace(words=halves[2]), second, facts.scope_of(second), facts, subject)
            ):
                continue
            either = bool({first, second} & set(deed.loosely))
            if (joint == "or") != either:
                return ["either condition is enough: say `or`" if either else "both conditions must hold: say `and`"]
            facts.met = first
            return []
    return None


def _sharing(segment: Segment, under: Under, facts: Facts) -> float:
    scope = facts.scope_of(under)
    told = frozenset(stem(w.text) for w in segment.words if w.kind != "mark")
    beside = (
        len({s for s in stems(under.code) if len(s) > 1 and s.isalpha()} - wide(told))
        if under.code.replace("_", "").isalnum()
        else 0
    )
    own = wide(stems(under.code))
    shared = sum(
        1.0 if stem(w.text) in own else 0.9 if {stem(w.text)} & scope.own else 0.5 if known(w, scope) else 0.0
        for w in segment.words
        if w.kind != "mark" and w.small not in GLUE and not negates(w.small)
    )
    return max(0.0, shared - min(0.1 * beside, 0.3))


def _meant(segment: Segment, own: Sequence[Under], facts: Facts, about: frozenset[str]) -> list[Under]:
    """Of the conditions of a step, those that share most words with what is said; where none shares any, the nearest."""
    for name in (w.text for w in segment.words if is_literal(w) and w.text.replace("_", "").isalnum()):
        asks = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
        if any(asks.search(u.code) for u in facts.conditions.values()):
            own = [u for u in own if asks.search(u.code)]
    own = [u for u in own if not (u.loop and any(negates(w.small) for w in segment.words))]
    if own and _bare(segment):
        overlaps = [len(about & facts.scope_of(u).own) for u in own]  # `if there is one`
        if not max(overlaps) and len(own) > 1:
            return []
        return [u for u, count in zip(own, overlaps, strict=True) if count == max(overlaps)]
    shared = [_sharing(segment, u, facts) for u in own]
    best = max(shared, default=0.0)
    others = [u for u in facts.conditions.values() if u not in own and u._replace(holds=not u.holds) not in own]
    if any(_sharing(segment, u, facts) > best for u in others):
        return []
    if not best and any(stem(w.text) in FAILING for w in segment.words) and (handled := [u for u in own if not u.code]):
        return handled
    return [u for u, count in zip(own, shared, strict=True) if count >= best - 0.05] if best else list(own[:1])


def _joined(
    at: int, segments: Sequence[Segment], way: Sequence[str], facts: Facts, conditions: dict[int, Under]
) -> list[str]:
    """`and` of conditions that must both hold, `or` of such as are enough."""
    before = conditions.get(at - 1)
    if before is None or segments[at - 1].role != WHEN or not segments[at].words:
        return []
    opening = [w.small for w in segments[at].words[:2]] + [w.small for w in segments[at - 1].words[-1:]]
    either = any({before, facts.met} & set(facts.steps[id_].loosely) for id_ in way)
    if ("or" in opening) != either and {"and", "or", "nor"} & set(opening):
        return ["either condition is enough: say `or`" if either else "both conditions must hold: say `and`"]
    return []


_BEING: Final = words("is are was were has have had can cannot could does do exists")


def _halves(said: Sequence[ClauseWord]) -> tuple[str, tuple[ClauseWord, ...], tuple[ClauseWord, ...]] | None:
    at = next((n for n, w in enumerate(said) if w.small in ("and", "or", "nor", "but") and 0 < n < len(said) - 1), -1)
    if at < 0:
        return None
    joint = "or" if said[at].small == "or" else "and"
    behind = said[at + 1 :]
    if said[at].small != "nor" and not all(
        any(w.small in _BEING or (kinds_of(w.small) and w.small.endswith(("s", "ed"))) for w in side)
        for side in (said[:at], behind)
    ):
        return None
    if said[at].small == "nor":
        behind = (said[at], *behind)
    return joint, tuple(said[:at]), tuple(behind)


def _solely(segment: Segment, id_: str, deed: Deed, condition: Under, facts: Facts) -> list[str]:
    """`only when`: no other step does the like elsewhere. `and`, `or` of two conditions as the code joins them."""
    if "only" in {w.small for w in segment.words}:
        if condition in deed.loosely:
            return ["`only`: it is done under another condition as well"]
        if any(
            other != id_ and step.code == deed.code and condition not in step.under
            for other, step in facts.steps.items()
        ):
            return ["`only`: another step does so too"]
    return []
