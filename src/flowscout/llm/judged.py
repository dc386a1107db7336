"""Whether a sentence about a function may stand: its segments, each held against the steps and conditions that bear it out.

A model names these itself (`parts`); where it does not, they are looked for: a segment that says what is done is borne out by the steps of which
nothing speaks against it (`claimed`), one that says under what by a condition of these very steps (`decided`). What a model names is held in the same way,
so a sentence with ids is believed for what its words say and not for its ids.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from .author import authored, spelt_out
from .bearing import Borne, ways_of
from .claims.claim import CONTRADICTED, SUPPORTED, UNCHECKED
from .claims.verdict import weigh
from .deeds import Under
from .denial import denial
from .hanging import hangs
from .ordered import aside, claimed_order, follows, in_sequence
from .parts import Facts, Part
from .quiet import heedless, quiet, unheeded
from .segments import AFTER, ASIDE, BEFORE, DO, WHEN, Segment, cut, of_parts

DOING: Final = ("calls", "raises", "returns", "reads", "writes", "deletes", "sends", "does")
KIND: Final = (*DOING, "guards", "before", "when", "for_each", "only", "always", "more")


def misstated(text: str, parts: Sequence[Part], facts: Facts) -> list[str]:
    """Why a sentence may not stand; empty when it may."""
    wrong = [why for part in parts for why in _named(part, facts)]
    if wrong:
        return wrong[:6]
    if not parts and authored(text, facts):
        return []
    segments = of_parts(_merged(parts)) if parts else cut(spelt_out(text, facts))
    if not any(s.role in (DO, "guards", "for_each") for s in segments):
        return ["nothing is said to be done"]
    reasons = list(dict.fromkeys(_judged(segments, facts)))[:6]
    if parts:
        return reasons
    weighed = weigh(text, facts)
    if weighed.verdict == CONTRADICTED or any(c.kind == "only" and c.verdict == UNCHECKED for c in weighed.claims):
        return reasons or [weighed.why]
    return [] if weighed.verdict == SUPPORTED and all(map(_UNKNOWN.search, reasons)) else reasons


# Reasons of which the code says nothing: what else is known of each claim may outweigh them.
_UNKNOWN: Final = re.compile(
    r"is no word of|another thing of the function|under no condition|nothing in the step says that it|about something else|nothing of the function says so|"
    r"nothing is passed over|asked of another step|nothing that was given|^`\w{1,60}`: nothing says so$|does not stand there$"
)


def _named(part: Part, facts: Facts) -> Iterator[str]:
    if part.claim not in KIND:
        yield f"there is no claim {part.claim[:20]!r}"
    elif any(id_ not in facts.steps and id_ not in facts.conditions for id_ in part.ids) or (
        not part.ids and part.claim != "more"
    ):
        yield f"{part.text[:60]!r} names no step or condition of the data"


def _merged(parts: Sequence[Part]) -> list[Part]:
    """`more` goes on with the part before it."""
    made: list[Part] = []
    for part in parts:
        if part.claim == "more" and made and made[-1].claim in (*DOING, "always"):
            made[-1] = made[-1]._replace(
                text=f"{made[-1].text} {part.text}", ids=tuple(dict.fromkeys((*made[-1].ids, *part.ids)))
            )
        elif part.claim == "more":
            made.append(part._replace(claim="does"))
        elif part.text.strip():
            made.append(part)
    return made


def _judged(segments: Sequence[Segment], facts: Facts) -> Iterator[str]:
    borne: list[Borne | None] = []
    heeded = set[int]()
    for at, segment in enumerate(segments):
        if segment.role == DO and not segment.ids and (about := quiet(segment)) is not None:
            if not (wrong := list(unheeded(at, segments, about, facts))):
                heeded.add(at)
                borne.append(None)
                continue
            if heedless(about, segment):
                yield from wrong
                return
        if segment.role == DO and not segment.ids and (undone := denial(segment, segments, at, facts)) is not None:
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
        if segment.role in (WHEN, "for_each", "guards"):
            yield from hangs(at, segment, segments, borne, facts, conditions)
        elif segment.role in (BEFORE, AFTER):
            yield from in_sequence(at, segment, borne, facts)
        elif segment.role == "order":
            yield from claimed_order(at, segment, borne, facts)
        elif segment.role == ASIDE:
            yield from aside(segment, facts)
        if segment.role == DO and segment.after in ("then", "else"):
            yield from follows(at, segment, segments, borne, facts)
