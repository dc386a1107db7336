"""Whether that is done under which a sentence says that it is done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ..clauses import ClauseWord
from ..deeds import Under
from ..elsewhere import otherwise_told
from ..english import words
from ..parts import Facts
from ..segments import Segment
from ..stems import NEUTRAL_STEMS, stem, stems
from . import agreeing
from .asked import asked
from .claim import BEST, CONTRADICTED, LEAVES, LIKELY, SUPPORTED, UNCHECKED, Claim, text_of
from .finding import Fit
from .spoken import spoken

_SAYS: Final = words(
    "is are was were be has have does do can cannot could fails exists succeeds matches isn't aren't doesn't exceeds"
)
_ABOUT: Final = 0.39
_SURELY: Final = 0.6


def path(id_: str, facts: Facts, said: Sequence[ClauseWord] = ()) -> list[Under]:
    """What decides over a step; of one that chooses between two values, what leads to the value that is told of."""
    deed, named = facts.steps[id_], {one for w in said for one in stems(w.text)}
    chosen = [
        u
        for u in facts.alternatives(id_)
        if facts.arm(id_, u.holds)[0] & named and not facts.arm(id_, u.holds)[1] & named
    ]
    return [*deed.under, *([] if facts.own_reason(id_) else facts.passed(id_)), *chosen]


def under_which(
    when: Segment, other: bool, likely: Sequence[Fit], ranked: Sequence[Fit], segment: Segment, facts: Facts
) -> tuple[Claim, list[Fit]]:
    text = f"{when.opener} {text_of(when)}"
    only = any(w.small in ("only", "solely") for w in when.words[:1]) or any(
        w.small == "only" for w in segment.words[-1:]
    )
    turned = (when.opener == "unless") != other
    if when.opener in ("until", "while"):
        return Claim("when", text, UNCHECKED, "it goes on"), list(likely)
    answers = {fit.id: _on_path(when, turned, fit.id, segment, facts) for fit in likely}
    top = max((fit.score for fit in likely), default=0.0) - BEST
    best_ = [fit for fit in likely if fit.score >= top]
    decided = best_ if any(answers[fit.id] is not None for fit in best_) else likely
    direct = {fit.id: _on_path(when, turned, fit.id, segment, facts, near=True) for fit in likely}
    if False in direct.values() and True not in direct.values():
        decided = [fit for fit in likely if direct[fit.id] is False]
    good = [fit for fit in decided if answers[fit.id] is True]
    bad = [
        fit
        for fit in (likely if only else decided)
        if answers[fit.id] is False or (answers[fit.id] is None and direct[fit.id] is False)
    ]
    if good and not (only and bad):
        best = max(fit.score for fit in good)
        return Claim("when", text, SUPPORTED, "", tuple(f.id for f in good)), [
            f for f in good if f.score >= best - LIKELY
        ]
    if not only and not turned and not bad and (each := _any_of(when, likely, segment, facts)):
        return Claim("when", text, SUPPORTED, "", tuple(f.id for f in each)), each
    if bad:
        return Claim("when", text, CONTRADICTED, "it is done where that is not so", tuple(f.id for f in bad)), list(
            likely
        )
    if not only and _alone(when, turned, best_, facts):
        return Claim("when", text, SUPPORTED, "it is the only condition", tuple(f.id for f in best_)), best_
    return Claim("only" if only else "when", text, UNCHECKED, "no condition says so"), list(likely)


def _any_of(when: Segment, likely: Sequence[Fit], segment: Segment, facts: Facts) -> list[Fit]:
    """Of `if a or b`, where each leads to a step of its own that does so; empty where one of them leads to none."""
    clauses = clauses_of(when)
    if len(clauses) < 2 or any(w.small == "and" for w in when.words) or not any(w.small == "or" for w in when.words):
        return []
    made = [[fit for fit in likely if _one(clause, False, fit.id, segment, facts, near_=True)] for clause in clauses]
    return list({fit.id: fit for each in made for fit in each}.values()) if all(made) else []


def _alone(when: Segment, turned: bool, best: Sequence[Fit], facts: Facts) -> bool:
    """Whether each of the steps hangs on a condition of which the clause may be another way to speak: no other condition has its words."""
    clauses = clauses_of(when)
    if len(clauses) != 1 or not agreeing.subject(clauses[0]) or not any(_states(w) for w in clauses[0]):
        return False
    deciding = [next((u for u in facts.steps[f.id].under if not u.loop), None) for f in best]
    others = [
        u
        for u in facts.conditions.values()
        if not u.loop and u not in deciding and not any(d is not None and d.code == u.code for d in deciding)
    ]
    if any(agreeing.about(clauses[0], u, facts) >= _ABOUT for u in others):
        return False
    if any(u is not None and _named_elsewhere(clauses[0], u, facts) for u in deciding):
        return False
    if any(not agreeing.about(clauses[0], u, facts) for u in deciding if u) and any(
        u.holds and agreeing.agrees(clauses[0], u, facts, turned) for u in others
    ):
        return False  # of none of them it is said by a word, and another one says the like
    return bool(deciding) and all(
        u is not None
        and not otherwise_told(clauses[0], u, facts)
        and (u.holds or not u.code)
        and agreeing.agrees(clauses[0], u, facts, turned)
        for u in deciding
    )


def _named_elsewhere(clause: Sequence[ClauseWord], under: Under, facts: Facts) -> bool:
    """Whether other steps name what a clause speaks of, and its condition does not: `when there is no table name` of `if (!copy)`."""
    own = f"{under.code} {under.also}".lower()
    told = agreeing.near(under) | facts.scope_of(under).known | facts.around(under)
    return any(
        w.kind == "word"
        and len(w.small) >= _SHORTEST
        and stem(w.text) not in agreeing.STATE | NEUTRAL_STEMS
        and w.small not in own
        and stem(w.text) not in own
        and not agreeing.has(stem(w.text), told)
        and any(
            w.small in step.code.lower() or (stem(w.text) in step.code.lower() and len(stem(w.text)) >= _SHORTEST)
            for step in facts.steps.values()
        )
        for w in clause
    )


_SHORTEST: Final = 4  # letters of a word that is looked for within longer names


def _states(word: ClauseWord) -> bool:
    return stem(word.text) in agreeing.STATE


def clauses_of(when: Segment) -> list[list[ClauseWord]]:
    """`a is set and b is not`: two."""
    made: list[list[ClauseWord]] = [[]]
    for at, word in enumerate(when.words):
        if (
            word.small in ("and", "or", ",", "but")
            and any(w.small in _SAYS for w in when.words[at:])
            and any(w.small in _SAYS or w.small.endswith("s") for w in made[-1])
        ):
            made.append([])
        else:
            made[-1].append(word)
    return [clause for clause in made if any(w.kind != "mark" for w in clause)]


def _on_path(when: Segment, turned: bool, id_: str, segment: Segment, facts: Facts, near: bool = False) -> bool | None:
    answers = [_one(clause, turned, id_, segment, facts, near) for clause in clauses_of(when)]
    if False in answers:
        return False
    return True if answers and all(answers) else None


def _one(
    clause: Sequence[ClauseWord], turned: bool, id_: str, segment: Segment, facts: Facts, near_: bool = False
) -> bool | None:
    """near_: by the innermost condition alone."""
    conditions = [
        u
        for u in (facts.steps[id_].under[:1] if near_ else dict.fromkeys(path(id_, facts, segment.words)))
        if not u.loop
    ]
    if not agreeing.subject(clause):
        return _bare(clause, turned, id_, segment, conditions, facts)
    scored = [(agreeing.about(clause, u, facts), u) for u in conditions]
    best = max((s for s, _ in scored), default=0.0)
    everywhere = max((agreeing.about(clause, u, facts) for u in facts.conditions.values() if not u.loop), default=0.0)
    only = any(word.small in ("only", "solely") for word in clause[:1])  # under that very one
    if best < _ABOUT or best < everywhere - (0.05 if only else 0.34):
        return None
    if spoken(clause, frozenset()).null and _null_elsewhere(clause, best, conditions, facts):
        return None
    if best < 1 and any(
        _unknown_verb(clause, n, [u for s, u in scored if s == best], facts) for n in range(len(clause))
    ):
        return None
    near = [u for s, u in scored if s >= best - 0.05]
    if spoken(clause, frozenset()).status and any(asked(u).called for u in near):
        near = [u for u in near if asked(u).called]
    near = [
        u for u in near if not otherwise_told(clause, u, facts) and not (u.code and _named_elsewhere(clause, u, facts))
    ]
    answers = {agreeing.agrees(clause, u, facts, turned) for u in near}
    if answers == {False}:
        return False if best >= _SURELY else None
    return True if True in answers and False not in answers else None


def _null_elsewhere(clause: Sequence[ClauseWord], best: float, own: Sequence[Under], facts: Facts) -> bool:
    """`if the resource is null`: another condition asks just that, and none of these does."""
    codes = {u.code for u in own if asked(u).kind == "nothing"}
    others = [u for u in facts.conditions.values() if not u.loop and asked(u).kind == "nothing" and u.code not in codes]
    return not codes and any(agreeing.about(clause, u, facts) >= best for u in others)


def _unknown_verb(clause: Sequence[ClauseWord], at: int, near: Sequence[Under], facts: Facts) -> bool:
    """Whether a clause has a verb of its own, in the third person, of which its condition knows nothing."""
    word = clause[at]
    if (
        word.kind != "word"
        or not at
        or not word.small.endswith("s")
        or word.small.endswith("ss")
        or word.small in _SAYS
        or word.small in agreeing.STATE
        or stem(word.text) in agreeing.STATE | NEUTRAL_STEMS
    ):
        return False
    if not (at + 1 < len(clause) and clause[at + 1].small in ("the", "a", "an", "its", "it", "no", "to", "in", "on")):
        return False
    return not any(agreeing.has(stem(word.text), agreeing.near(u) | facts.around(u)) for u in near)


def _bare(
    clause: Sequence[ClauseWord], turned: bool, id_: str, segment: Segment, conditions: Sequence[Under], facts: Facts
) -> bool | None:
    """`if there is one`, `if that fails`: about what is done, or what was done last."""
    if spoken(clause, frozenset()).status:
        nearest = [u for u in conditions if asked(u).called][:1] or list(conditions[:1])
    else:
        about = agreeing.subject(segment.words)
        nearest = [u for u in conditions if about & agreeing.near(u)]
    answers = {agreeing.agrees(clause, u, facts, turned) for u in nearest}
    return answers.pop() if len(answers) == 1 else None


def undone(
    segment: Segment, text: str, whens: Sequence[tuple[Segment, bool]], ranked: Sequence[Fit], facts: Facts
) -> Iterator[Claim]:
    """`does nothing if …`, `is not freed if …`: under that, what is named is not done."""
    if not whens:
        yield Claim("not", text, UNCHECKED)
        return
    nothing = any(w.small == "nothing" for w in segment.words)
    effects = [id_ for id_, d in facts.steps.items() if not d.local and d.said and not d.said.startswith(LEAVES)]
    named = [f.id for f in ranked if f.score >= ranked[0].score - BEST and f.deed >= 1] if ranked else []
    for when, other in whens:
        turned = (when.opener == "unless") != other
        answers = [_on_path(when, turned, id_, segment, facts) for id_ in (effects if nothing else named)]
        leaves = (
            [
                _on_path(when, turned, id_, segment, facts, near=True)
                for id_, d in facts.steps.items()
                if d.said.startswith(LEAVES[:3])
            ]
            if nothing
            else []
        )
        done = bool(answers) and all(a is False for a in answers)
        if done or (True in leaves and False not in leaves):
            yield Claim("not", text, SUPPORTED)
        elif nothing and False in leaves and True not in leaves:
            yield Claim("not", text, CONTRADICTED, "it goes on there")
        else:
            yield Claim("not", text, CONTRADICTED if not nothing and answers and all(answers) else UNCHECKED)
