"""Which steps bear out a segment that says what is done: those that the writer names, or those that share most words with it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final, NamedTuple

from .claimed import against
from .clauses import Word
from .doings import acting
from .english import GLUE, words
from .heads import RETURNING, acts, raises
from .parts import Facts
from .phrased import PLAIN, known
from .segments import DO, WHEN, Segment
from .stems import NEUTRAL_STEMS, kinds_of, negates, stem

_TRIED: Final = 8  # steps that a segment without ids is held against
_NEARLY: Final = 0.4  # fewer words shared than by the step that shares most
_JOINT: Final = 4
_RAISING: Final = frozenset(map(stem, words("raise throw rethrow reraise")))


class Borne(NamedTuple):
    """A segment and the sets of steps that bear it out."""

    segment: Segment
    ways: list[tuple[str, ...]]


def ways_of(
    segment: Segment, segments: Sequence[Segment], at: int, borne: Sequence[Borne | None], facts: Facts
) -> tuple[list[tuple[str, ...]], list[str]]:
    given = [id_ for id_ in segment.ids if id_ in facts.steps]
    said = voiced(segment, segments, at)
    tried: list[tuple[str, ...]]
    if given:
        tried = [tuple(given), *((id_,) for id_ in given)] if len(given) > 1 else [(given[0],)]
        if len(given) > 2:
            tried += list(combinations(given, 2))
    else:
        likely = _whole(said, _likely(said, facts), facts)
        best = likely[0][1] if likely else 0.0
        names = [id_ for id_, _ in likely]
        tried = [(id_,) for id_, total in likely[:_TRIED] if total >= best - _NEARLY]
        several = any(w.small == "and" or w.text == "," for w in segment.words) or (
            len(names) > 1 and facts.feeds(*sorted(names[:2], key=lambda n: facts.steps[n].place))
        )
        tried += [
            pair
            for pair in combinations(names[:_JOINT], 2)
            if several and pair[0] in (names[0], *(one for (one,) in tried))
        ]
        if len(likely) > 2 and several:
            tried += [tuple(names[:3]), tuple(names[:_JOINT])]
    wrong: list[str] = []
    ways: list[tuple[str, ...]] = []
    for ids in tried:
        flaws = list(against(said, ids, facts, segment.claim, hedged=any(s.role == WHEN for s in segments)))
        if flaws and not wrong:
            wrong = flaws
        if not flaws and not given and not _told_well(said, ids, facts) and not _named_for(said, facts):
            flaws = ["nothing of the function says so"]
            wrong = wrong or flaws
        if not flaws and (len(ids) == 1 or given or _each_named(said, ids, facts)):
            ways.append(ids)
    return ways, wrong or ["nothing of the function says so"]


def _named_for(said: Sequence[Word], facts: Facts) -> bool:
    """Whether a segment says no more than the name of the function and its author's words for it."""
    verbs = {stem(w.text) for n, w in enumerate(said) if acts(said, n)}
    rest = {stem(w.text) for w in said if w.kind != "mark" and w.small not in GLUE}
    return (
        bool(verbs) and verbs <= facts.general_name and not verbs & _RAISING and rest <= facts.general_name | facts.doc
    )


def _whole(said: Sequence[Word], likely: list[tuple[str, float]], facts: Facts) -> list[tuple[str, float]]:
    """What the function is named for is not done by the step that raises instead; where no other says so, by the last that does anything."""
    if not _named_for(said, facts):
        return likely
    kept = [(id_, total) for id_, total in likely if not raises(facts.steps[id_])]
    last = [id_ for id_, deed in facts.steps.items() if deed.said and "(" in deed.code and not raises(deed)][-1:]
    return kept or [(id_, 1.0) for id_ in last] or likely


def _told_well(said: Sequence[Word], ids: Sequence[str], facts: Facts) -> bool:
    """Whether steps that were looked for do what the verb says, or have all the words of the segment."""
    verbs = {stem(w.text) for n, w in enumerate(said) if acts(said, n)}
    if any(
        verbs & (acting(facts.steps[id_]) | facts.scope(id_).own)
        or facts.kinds(id_) & {kind for verb in verbs for kind in kinds_of(verb)}
        for id_ in ids
    ):
        return True
    if verbs & RETURNING and any(
        facts.steps[id_].said.startswith(("Return", "Yield")) or facts.gives(facts.steps[id_]) for id_ in ids
    ):
        return True
    content = [
        w
        for n, w in enumerate(said)
        if w.kind == "word"
        and w.small not in GLUE
        and not acts(said, n)
        and stem(w.text) not in NEUTRAL_STEMS | PLAIN
        and not w.small.endswith("ly")
    ]
    scopes = [facts.scope(id_) for id_ in ids]
    return all(any(known(w, scope) and stem(w.text) not in scope.deep for scope in scopes) for w in content)


def _each_named(said: Sequence[Word], ids: Sequence[str], facts: Facts) -> bool:
    """Whether each of several steps has a word that the others have not."""
    named = [
        frozenset(
            stem(w.text) for w in said if w.kind != "mark" and w.small not in GLUE and (known(w, facts.scope(id_)))
        )
        for id_ in ids
    ]
    return all(
        one - frozenset().union(*(named[n] for n in range(len(named)) if n != at)) for at, one in enumerate(named)
    )


def voiced(segment: Segment, segments: Sequence[Segment], at: int) -> tuple[Word, ...]:
    """With the verb of the segment before it, where it has none: `logs a warning, and a notice otherwise`."""
    said = tuple(w for w in segment.words if w.kind != "mark" or w.text in "-−/")
    if segment.opener in ("or", "else", "otherwise") and at and segments[at - 1].role in (DO, WHEN):
        before = next((s for s in reversed(segments[:at]) if s.role == DO), None)
        if before and not any(kinds_of(w.small) and w.small.endswith("s") for w in said[:1]):
            verb = [w for n, w in enumerate(before.words) if acts(before.words, n)][:1]
            return (*verb, *said)
    return said


def _likely(said: Sequence[Word], facts: Facts) -> list[tuple[str, float]]:
    """Steps that share words with a segment, those that share most first; returns only for what is returned, and so on."""
    verbs = {stem(w.text) for n, w in enumerate(said) if acts(said, n)}
    kinds = frozenset(kind for verb in verbs for kind in kinds_of(verb))
    scored: list[tuple[float, int, str]] = []
    for id_, deed in facts.steps.items():
        if verbs & {"return", "yield"} and not deed.said.startswith(("Return", "Yield")) and not facts.gives(deed):
            continue
        if deed.said.startswith("Define ") and not {"define", "defin"} & verbs:
            continue
        if verbs & _RAISING and not (raises(deed) or "(" in deed.code):
            continue
        scope = facts.scope(id_)
        content = [w for w in said if w.kind != "mark" and w.small not in GLUE and not negates(w.small)]
        score = sum(
            1.0 if {stem(w.text)} & scope.own else 0.5 if known(w, scope) else 0.0
            for w in content
            if stem(w.text) not in NEUTRAL_STEMS or stem(w.text) in scope.own
        )
        literals = sum(
            2.0 for w in content if w.kind in ("number", "quoted", "code") and w.text.strip("\"'.`") in scope.code
        )
        total = (
            score
            + literals
            + (1.0 if any(one in acting(deed) for one in verbs) else 0.0)
            + (0.5 if kinds & facts.kinds(id_) else 0.0)
            + (1.0 if verbs & _RAISING and raises(deed) else 0.0)
        )
        if facts.gives(deed) and verbs & RETURNING and score > 0:
            total += 2.0  # `value = default` before `return value`: what is returned so hangs on what that hangs on
        if total > 0 or (verbs & {"return", "yield"}) or (verbs & RETURNING and deed.said.startswith("Return")):
            scored.append((-total, deed.place, id_))
    return [(id_, -total) for total, _, id_ in sorted(scored)]
