"""Whether one thing is done before another, as a sentence says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...model.pattern import regex
from ..deeds import Deed, apart
from ..english import words
from ..parts import Facts
from ..segments import BEFORE, DO, Segment
from .claim import CONTRADICTED, SUPPORTED, UNCHECKED, Claim, text_of
from .finding import Fit, fits


def ordered(at: int, segment: Segment, segments: Sequence[Segment], found: dict[int, list[Fit]], facts: Facts) -> Claim:
    about = [n for n in range(at) if segments[n].role == DO] or [
        n for n in range(at + 1, len(segments)) if segments[n].role == DO
    ]
    text = f"{segment.opener} {text_of(segment)}"
    if not about:
        return Claim("order", text, UNCHECKED)
    n = about[-1] if about[-1] < at else about[0]
    other = fits(segment.words, facts)
    first, second = (found[n], other) if segment.role == BEFORE else (other, found[n])
    if segment.role != BEFORE and any(word.small in _WHOLE for word in segment.words):
        went, done = _places(first, facts), _places(second, facts)
        if went and done and all(any(_failed(one, two) for one in went) for two in done):
            return Claim("order", text, CONTRADICTED, "it is done where that fails", tuple(f"S{d.place}" for d in done))
    return in_turn(text, first, second, facts)


_WHOLE: Final = words("complete completed successful successfully completely")
_NAMES: Final = regex(r"[A-Za-z_]\w{0,80}")
_FAILS: Final = regex(r"==\s?-1|<\s?0|!=|==\s?(?:NULL|nullptr|None)|^!|^not\s|is\sNone")


def _failed(one: Deed, other: Deed) -> bool:
    """Whether the other is done where what the first gives back says that it failed: `n = send(…)`, under `n == -1`."""
    name = "".join(one.code.partition("=")[0].split()[-1:]).lstrip("*&")
    return any(
        under.holds is bool(_FAILS.search(under.code))
        for under in other.under
        if not under.loop and name in _NAMES.findall(under.code)
    )


def in_turn(text: str, first: Sequence[Fit], second: Sequence[Fit], facts: Facts) -> Claim:
    one, two = _places(first, facts), _places(second, facts)
    if not one or not two:
        return Claim("order", text, UNCHECKED, "not found")
    shared = {d.place for d in one} & {d.place for d in two}
    one = [d for d in one if d.place not in shared] or one
    two = [d for d in two if d.place not in shared] or two
    if {d.place for d in one} == {d.place for d in two}:
        return Claim("order", text, UNCHECKED, "one step")
    right = [
        (a, b)
        for a in one
        for b in two
        if a.place < b.place and not apart(a, b) and facts.comes_to(f"S{a.place}", f"S{b.place}")
    ]
    wrong = [(a, b) for a in one for b in two if b.place < a.place and not apart(b, a)]
    ids = tuple(f"S{d.place}" for d in (*one, *two))
    if right and not wrong:
        return Claim("order", text, SUPPORTED, "", ids)
    if wrong and not right:
        return Claim("order", text, CONTRADICTED, "the other way round", ids)
    return Claim("order", text, UNCHECKED, "both ways", ids)


def _places(ranked: Sequence[Fit], facts: Facts) -> list[Deed]:
    best = ranked[0] if ranked else None
    if best is None or best.deed < 0.5 or best.named < 0.34:
        return []
    return [facts.steps[f.id] for f in ranked if f.score >= best.score - 0.15 and f.deed > 0]
