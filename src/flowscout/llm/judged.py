"""Whether a sentence about a function may stand: by the claims that a model gives beside it, else by its segments alone.

Claims are held against the code, and the sentence against its claims (`claims/covered.py`): one that the code contradicts refuses it, and where each relation of
the sentence is claimed it stands. What no claim covers is looked for: a segment that says what is done is borne out by the steps of which nothing speaks
against it (`claimed`), one that says under what by a condition of these very steps (`decided`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from .author import authored, spelt_out
from .bearing import Borne, ways_of
from .claims.claim import CONTRADICTED, SUPPORTED, UNCHECKED
from .claims.covered import covered
from .claims.typed import TypedClaim, contradicted
from .claims.verdict import weigh
from .deeds import Under
from .denial import denial
from .each_way import each_stands, ways
from .hanging import hangs
from .ordered import aside, follows, in_sequence
from .overstated import overstated
from .parts import Facts
from .quiet import heedless, quiet, unheeded
from .refuted import refuted
from .regardless import regardless
from .rephrased import rephrased
from .ruled_out import ruled_out
from .segments import AFTER, ASIDE, BEFORE, DO, WHEN, Segment, cut
from .succeeding import on_success


def misstated(text: str, given: Sequence[TypedClaim], facts: Facts) -> list[str]:
    """Why a sentence may not stand; empty when it may. given: the claims that a model gives beside it."""
    wrong = _misstated(text, given, facts)
    if not wrong and not given:  # `if a or b` is not borne out by `a` alone
        return next((less for one in ways(text) if (less := _misstated(one, (), facts))), [])
    if not wrong or given or any(map(_JOINED.search, wrong)):
        return wrong
    return [] if each_stands(text, facts, lambda one: _misstated(one, (), facts)) else wrong


_JOINED: Final = re.compile(r"say `(?:and|or)`")


def _misstated(text: str, given: Sequence[TypedClaim], facts: Facts) -> list[str]:
    if wrong := list(contradicted(given, facts)):
        return wrong[:6]
    told = covered(text, given, facts) if given else None
    if told and told.verdict != UNCHECKED:
        return [told.why] if told.verdict == CONTRADICTED else []
    text, wrongly = on_success(text, facts)
    if wrongly:
        return [wrongly]
    text, hanging = regardless(text, facts)
    if hanging:
        return [hanging]
    if authored(text, facts):
        return []
    text = rephrased(text, facts)
    segments = cut(spelt_out(text, facts))
    if not any(s.role == DO for s in segments):
        return ["nothing is said to be done"]
    if more := [*refuted(segments, facts), *ruled_out(segments, facts), *overstated(segments, facts)]:
        return more[:6]
    reasons = list(dict.fromkeys(_judged(segments, facts)))[:6]
    weighed = weigh(text, facts)
    if weighed.verdict == CONTRADICTED or any(c.kind == "only" and c.verdict == UNCHECKED for c in weighed.claims):
        return reasons or [weighed.why]
    return [] if weighed.verdict == SUPPORTED and all(map(UNREAD.search, reasons)) else reasons


# Reasons of which the code says nothing: what else is known of each claim may outweigh them.
UNREAD: Final = re.compile(
    r"is no word of|another thing of the function|under no condition|nothing in the step says that it|about something else|nothing of the function says so|"
    r"nothing is passed over|asked of another step|nothing that was given|^`\w{1,60}`: nothing says so$|does not stand there$"
)


def _judged(segments: Sequence[Segment], facts: Facts) -> Iterator[str]:
    borne: list[Borne | None] = []
    heeded = set[int]()
    for at, segment in enumerate(segments):
        if segment.role == DO and (about := quiet(segment)) is not None:
            if not (wrong := list(unheeded(at, segments, about, facts))):
                heeded.add(at)
                borne.append(None)
                continue
            if heedless(about, segment):
                yield from wrong
                return
        if segment.role == DO and (undone := denial(segment, segments, at, facts)) is not None:
            if undone:
                yield undone
                return
            heeded.add(at)
            borne.append(None)
            continue
        if segment.role in (DO, BEFORE, AFTER):
            ways, wrong = ways_of(segment, segments, at, borne, facts)
            if not ways:
                yield from wrong
                return
            borne.append(Borne(segment, ways))
        else:
            borne.append(None)
    conditions: dict[int, Under] = {}
    for at, segment in enumerate(segments):
        if segment.role == WHEN and {at - 1, at + 1} & heeded:
            continue
        if segment.role == WHEN:
            yield from hangs(at, segment, segments, borne, facts, conditions)
        elif segment.role in (BEFORE, AFTER):
            yield from in_sequence(at, segment, borne, facts)
        elif segment.role == ASIDE:
            yield from aside(segment, facts)
        if segment.role == DO and segment.after in ("then", "else"):
            yield from follows(at, segment, segments, borne, facts)
