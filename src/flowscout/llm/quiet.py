"""What a function does nothing about: `ignores a missing file`, `does nothing if the list is empty`, `swallows the exception`.

No step does that, so no step is looked for. What must be there is a way without a deed: a guard that leaves with nothing, a handler that does
nothing, a turn of a loop that is passed over, an item that is filtered out; and its condition must be what the sentence says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from .clauses import ClauseWord
from .decided import unmet
from .deeds import Deed, Under
from .english import GLUE, words
from .parts import Facts
from .phrased import known
from .segments import ASIDE, WHEN, Segment
from .stems import NEUTRAL_STEMS, stem, stems

_QUIET: Final = frozenset(map(stem, words("ignore skip omit tolerate swallow suppress discard overlook silence")))
_LEAVING: Final = re.compile(
    r"(?:Return(?: (?:None|null|NULL|nullptr|false|False|0|nothing))?|Go on with the next|Leave the loop|Do nothing)$"
)
_FLIES: Final = re.compile(r"(?i)throw|raise|exit\w{0,8}\(|abort|terminate")
_GUARD: Final = re.compile(r"\w{0,30}?(?:return_if|return_val_if|or_return)\w{0,20}\s{0,3}\((?P<asks>[^,]{1,160})")
_FILTER: Final = re.compile(r"\bfor\b[^:;]{1,200}\bin\b[^:;]{1,200}?\bif\b(?P<asks>[^:;]{1,160})")
_BESIDE: Final = words("does do nothing returns return early silently simply just quietly any such")


def heedless(about: Sequence[ClauseWord], segment: Segment) -> bool:
    """Whether nothing else can bear it out: `skips` may also tell of a position that moves on."""
    return not about or not any(stem(w.text) in ("skip", "discard") for w in segment.words)


def quiet(segment: Segment) -> list[ClauseWord] | None:
    """What nothing is done about, where a segment says so: no words where only its condition says it."""
    said = [w for w in segment.words if w.kind != "mark"]
    smalls = [w.small for w in said]
    if smalls[:2] in (["does", "nothing"], ["do", "nothing"]) or (smalls[:2] == ["returns", "early"] and len(said) < 4):
        return []
    at = next(
        (n for n, w in enumerate(said) if not w.small.endswith("ly") and w.small not in ("it", "and", "also")), -1
    )
    if at < 0 or stem(said[at].text) not in _QUIET:
        return None
    return [w for w in said[at + 1 :] if w.small not in _BESIDE]


def unheeded(at: int, segments: Sequence[Segment], about: Sequence[ClauseWord], facts: Facts) -> Iterator[str]:
    """Why a segment may not say that nothing is done there."""
    unused = [
        n
        for n in facts.parameters
        if not any(re.search(rf"(?<!\w){re.escape(n)}(?!\w)", d.code) for d in facts.steps.values())
    ]
    told = {stem(w.text) for w in about if w.small not in GLUE and stem(w.text) not in NEUTRAL_STEMS}
    if told and told <= {one for name in unused for one in stems(name)}:
        return  # a parameter that nothing looks at
    conditions = [*_ways(facts), *_handled(facts)]
    said = [Segment(WHEN, s.opener, s.words) for s in _conditions(at, segments)]
    if any(w.small not in GLUE for w in about):
        said.insert(0, Segment(WHEN, "", tuple(about)))
    if not said:
        yield "say under what nothing is done"
        return
    said = [half for one in said for half in _halves(one)]
    wrong: list[str] = []
    for one in said:
        flaws: list[str] = ["nothing is passed over there"]
        if _null_pointer(one, conditions, facts):
            continue
        for under in [] if _turned(one, conditions, facts) else conditions:
            flaws = unmet(one, under, facts.scope_of(under), facts)
            if not flaws and _names(one, under, facts):
                break
            flaws = flaws or ["nothing is passed over there"]
        wrong += flaws
    yield from wrong[:1]


def _null_pointer(segment: Segment, conditions: Sequence[Under], facts: Facts) -> bool:
    """`ignores null pointers` of `if (!p) return;`, of what it is given."""
    said = [w.small for w in segment.words if w.kind != "mark" and w.small not in GLUE]
    if segment.opener or len(said) != _PAIR or said[0] not in ("null", "nil") or said[1] not in ("pointer", "pointers"):
        return False
    return any(
        re.fullmatch(rf"! ?{re.escape(name)}|{re.escape(name)} == (?:NULL|nullptr|0)", under.code.strip())
        and under.holds
        for under in conditions
        for name in facts.parameters
    )


_PAIR: Final = 2


def _turned(segment: Segment, conditions: Sequence[Under], facts: Facts) -> bool:
    """Whether of two ways that a clause may speak of, the first says the opposite: `unless the locks are set` of `if (locks) return; if (!locks) return;`."""
    other = segment._replace(opener="" if segment.opener == "unless" else "unless")
    for under in conditions:
        if not _names(segment, under, facts):
            continue
        answers = [not unmet(each, under, facts.scope_of(under), facts) for each in (segment, other)]
        if any(answers):
            return answers == [False, True]
    return False


def _halves(segment: Segment) -> Iterator[Segment]:
    """`if it is missing or no name is given`: each is enough."""
    told = list(segment.words)
    at = next((n for n, w in enumerate(told) if w.small == "or" and n), -1)
    behind = [w for w in told[at + 1 :] if w.kind != "mark"]
    if (
        at < 0
        or not any(w.small in ("is", "are", "has", "have") for w in behind)
        or not any(w.small in ("is", "are", "has", "have") for w in told[:at])
    ):
        yield segment
        return
    yield segment._replace(words=tuple(told[:at]))
    yield segment._replace(words=tuple(behind))


def _names(segment: Segment, under: Under, facts: Facts) -> bool:
    own = facts.scope_of(under)
    return any(known(w, own) for w in segment.words if w.kind != "mark" and w.small not in GLUE)


def _conditions(at: int, segments: Sequence[Segment]) -> Iterator[Segment]:
    """The conditions that follow a segment, or lead to it."""
    behind = range(at + 1, len(segments))
    for n in behind:
        if segments[n].role == WHEN and not segments[n].lead:
            yield segments[n]
        elif segments[n].role != ASIDE:
            break
    if at and segments[at - 1].role == WHEN and segments[at - 1].lead:
        yield segments[at - 1]


def _ways(facts: Facts) -> Iterator[Under]:
    """The conditions under which nothing is done."""
    steps = [d for d in facts.steps.values() if not _LEAVING.fullmatch(d.said)]
    telling = [d for d in steps if not d.local]
    for deed in (*facts.still, *facts.steps.values()):
        if _LEAVING.fullmatch(deed.said) and not _busy(deed, steps):
            yield from (u for u in deed.under if not u.loop or u.code)
        if found := _GUARD.match(deed.code):
            code = found["asks"].removesuffix(";").rstrip().removesuffix(")")
            yield Under(code, code, "fail" not in deed.code.partition("(")[0])
        if found := _FILTER.search(deed.code):
            code = found["asks"].strip(" ]}")
            if not re.search(r" (?:or|\|\|) ", code):  # what one of several lets pass, another does not keep out
                yield Under(code, code, False)
                yield from _parts(code)
    for under in facts.conditions.values():  # everything is done under its other answer
        turned = under._replace(holds=not under.holds)
        if telling and not under.loop and all(turned in d.under or d.said == "" for d in telling):
            yield under
        if telling and not under.loop and all(under in d.under or d.said == "" for d in telling):
            yield turned


def _parts(code: str) -> Iterator[Under]:
    """What each part of a filter keeps out: `k not in seen` of `v is not None and k not in seen`."""
    if " and " in code and not re.search(r"[()]", code):
        for one in code.split(" and "):
            yield Under(one.strip(), one.strip(), False)


def _handled(facts: Facts) -> Iterator[Under]:
    """Handlers that let nothing fly on: `swallows the exception`."""
    steps = [*facts.still, *facts.steps.values()]
    for under in dict.fromkeys(u for d in steps for u in d.under if not u.code and u.text != "on an error"):
        if not any(
            under in d.under and (d.said.startswith(("Raise", "Throw", "Re-")) or _FLIES.search(d.code)) for d in steps
        ):
            yield under


def _busy(deed: Deed, steps: Sequence[Deed]) -> bool:
    """Whether something else is done under the same conditions before it leaves."""
    return any(
        set(deed.under) <= set(d.under) and d.place < deed.place and not d.said.startswith("Log") for d in steps
    ) and bool(deed.under)
