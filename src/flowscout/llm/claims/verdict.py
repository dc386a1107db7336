"""The verdict on a sentence: each of its claims is supported, contradicted, or unchecked.

A claim is unchecked where nothing of the function can be found that it is about, or where neither yes nor no can be read there. A sentence may
stand when something of it is supported and nothing contradicted, and when what is unchecked asserts nothing that code could decide.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from ..clauses import ClauseWord
from ..english import words
from ..parts import Facts
from ..refuted import of_other_arm
from ..segments import AFTER, ASIDE, BEFORE, DO, PURPOSE, WHEN, Segment, cut
from ..stems import negates, stem, stems
from . import agreeing
from .claim import CONTRADICTED, LEAVES, LIKELY, SUPPORTED, UNCHECKED, Claim, text_of
from .finding import SUPERLATIVE, Fit, fits, has_word, heads, object_of, strict
from .objections import objections
from .sequence import in_turn, ordered
from .under import under_which, undone

_DONE: Final = 1.6  # a step that does just that
_CERTAIN: Final = frozenset(
    map(stem, words("return raise throw yield rethrow reraise"))
)  # of these nothing is overlooked
_QUANTIFYING: Final = words(
    "only always never every each solely exclusively exactly once twice first last all no none nothing except but"
)


def claims(text: str, facts: Facts) -> list[Claim]:
    segments = cut(_IF_ONLY.sub(r"\1 just", _FOR.sub(r"\1 if there is \2", text)))
    made: list[Claim] = []
    found: dict[int, list[Fit]] = {at: _own_arm(s.words, facts) for at, s in enumerate(segments) if s.role == DO}
    for at, segment in enumerate(segments):
        if segment.role == DO:
            made += _done(at, segment, segments, found, facts)
        elif segment.role in (BEFORE, AFTER):
            made.append(ordered(at, segment, segments, found, facts))
        elif segment.role in (ASIDE, PURPOSE):
            made.append(Claim("aside", text_of(segment), UNCHECKED))
    return made


def _own_arm(said: Sequence[ClauseWord], facts: Facts) -> list[Fit]:
    return [fit for fit in fits(said, facts) if not of_other_arm(said, fit.id, facts)]


_IF_ONLY: Final = re.compile(r"\b(if|when) only\b")
_FOR: Final = re.compile(r"^(Does nothing) for (an? )")


def _whens(at: int, segments: Sequence[Segment]) -> list[tuple[Segment, bool]]:
    """Conditions of a deed: those behind it, and the one that leads its sentence; and whether it is said for the opposite of the last."""
    found = (
        [(s, False) for s in segments[at + 1 : at + 3] if s.role == WHEN and not s.lead][:1]
        if at + 1 < len(segments) and segments[at + 1].role == WHEN
        else []
    )
    for n in range(at - 1, -1, -1):
        if segments[n + 1].fresh and n + 1 <= at:
            break
        if segments[n].role == WHEN and segments[n].lead:
            found.append((segments[n], False))
            break
    if segments[at].after == "else":
        before = [s for s in segments[:at] if s.role == WHEN]
        found = [f for f in found if not f[0].lead] + ([(before[-1], True)] if before else [])
    return found


def _done(
    at: int, segment: Segment, segments: Sequence[Segment], found: dict[int, list[Fit]], facts: Facts
) -> Iterator[Claim]:
    ranked = found[at]
    text = text_of(segment)
    verbs = [segment.words[n] for n in heads(segment.words)]
    if any(negates(w.small) and w.small != "none" for w in segment.words):
        yield from undone(segment, text, _whens(at, segments), ranked, facts)
        return
    best = ranked[0].score if ranked else 0.0
    likely = [fit for fit in ranked if fit.score >= best - LIKELY and fit.deed > 0]
    if not likely:
        yield Claim(
            "does", text, CONTRADICTED if any(stem(v.text) in _CERTAIN for v in verbs) else UNCHECKED, "nothing does so"
        )
        return
    sure = [fit for fit in likely if not _speaks_against(segment, verbs, fit, facts)]
    kept = sure or likely
    for when, other in _whens(at, segments):
        claim, kept = under_which(when, other, kept, ranked, segment, facts)
        if (
            claim.verdict == CONTRADICTED
            and not sure
            and (likely[0].deed < _DONE or any(stem(v.text) in _CERTAIN for v in verbs))
        ):
            claim = claim._replace(verdict=UNCHECKED)  # it may be about another step
        yield claim
    yield _deed(segment, text, verbs, kept, facts)
    if segment.after == "then" and (before := [n for n in range(at) if segments[n].role == DO]):
        yield in_turn(text, found[before[-1]], ranked, facts)


def _deed(segment: Segment, text: str, verbs: Sequence[ClauseWord], likely: Sequence[Fit], facts: Facts) -> Claim:
    ids = tuple(fit.id for fit in likely)
    why = ""
    for fit in sorted(likely, key=lambda fit: -fit.score):
        reason = _speaks_against(segment, verbs, fit, facts)
        if not reason:
            return Claim("does", text, SUPPORTED, "", (fit.id,))
        why = why or reason
    return Claim("does", text, UNCHECKED, why, ids)


def _speaks_against(segment: Segment, verbs: Sequence[ClauseWord], fit: Fit, facts: Facts) -> str:
    quantified = [w.small for w in segment.words if w.small in _QUANTIFYING]
    if quantified and not _quantity(quantified, fit, facts):
        return f"`{quantified[0]}`"
    if reason := next(objections(segment.words, fit.id, facts), ""):
        return reason
    if len(fit.strange) > 1 or any(stem(w) in facts.named or SUPERLATIVE.search(w) for w in fit.strange):
        return f"`{fit.strange[0]}` is no word of it"
    if not _about(segment, fit, facts):
        return "it is done to something else"
    if fit.deed >= 1.2 and fit.named >= 0.6 and not fit.strange:
        return ""
    if fit.deed >= 1.6 and fit.named >= 0.6:
        return ""
    if fit.deed >= 0.5 and fit.named >= 0.75 and not fit.strange and not any(map(strict, verbs)):
        return ""
    return f"deed {fit.deed:.1f} named {fit.named:.2f} {fit.strange}"


def _about(segment: Segment, fit: Fit, facts: Facts) -> bool:
    """Whether a step has what a clause says that it is done to."""
    said, at, deed = segment.words, heads(segment.words), facts.steps[fit.id]
    if not at or stem(said[at[0]].text) in _CERTAIN:
        return True
    noun = object_of(said, at[0])
    if deed.said.startswith(LEAVES):  # `rejects keys`: what it is asked of
        deciding = agreeing.near(deed.under[0]) if deed.under else frozenset()
        return noun is None or not deciding or has_word(noun, fit.id, facts, False, deciding)
    return noun is None or has_word(noun, fit.id, facts, strict(said[at[0]]))


def _quantity(quantified: Sequence[str], fit: Fit, facts: Facts) -> bool:
    deed = facts.steps[fit.id]
    own = stems(f"{deed.said} {deed.code}")
    looped = (
        any(u.loop for u in deed.under)
        or deed.said.startswith(("For each", "While"))
        or " for " in deed.code
        or any(" loop" in one or " each " in one for one in facts.below(deed))
    )
    for word in quantified:
        if word in ("each", "every", "all"):
            if not looped and word != "all":
                return False
        elif word == "always":
            if (
                deed.under
                and not deed.always
                and len({d.code for d in facts.steps.values() if d.said.startswith("Return")} | {deed.code}) > 1
            ):
                return False
        elif word in ("first", "last", "no", "none", "nothing"):
            continue
        elif stem(word) not in own and not (word == "first" and not deed.under):
            return False
    return True


class WeighedSentence(NamedTuple):
    """verdict: on the whole sentence. why: what is contradicted, or unchecked. claims: one by one."""

    verdict: str
    why: str
    claims: tuple[Claim, ...]


def weigh(text: str, facts: Facts) -> WeighedSentence:
    made = tuple(claims(text, facts))
    for wanted in (CONTRADICTED, UNCHECKED):
        for claim in made:
            if claim.verdict == wanted and claim.kind != "aside":
                return WeighedSentence(wanted, f"{claim.text[:80]!r}: {claim.why or 'nothing says so'}", made)
    said = any(c.verdict == SUPPORTED and c.kind != "order" for c in made)
    return WeighedSentence(SUPPORTED if said else UNCHECKED, "" if said else "nothing is said to be done", made)


def verdict(text: str, facts: Facts) -> str:
    return weigh(text, facts).verdict
