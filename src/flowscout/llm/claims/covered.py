"""A sentence held against the claims that a model gives beside it: whether each relation in its words is one of these.

The claims say which steps and conditions a clause is about, so nothing is looked for: a clause that says what is done needs a claimed step that does so,
a condition a claimed one that asks so, an order and a quantity a claim of their own. Words that claim nothing may be any English, if the code has most of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from ..clauses import ClauseWord
from ..deeds import Under
from ..english import words
from ..parts import Facts
from ..segments import AFTER, BEFORE, DO, WHEN, Segment, cut
from ..stems import negates
from .answering import answered
from .claim import CONTRADICTED, SUPPORTED, UNCHECKED, text_of
from .doing import AGAINST, bearing, done_before, effects, failed, leaves
from .typed import TypedClaim, deciding
from .under import clauses_of

_ONLY: Final = words("only solely exclusively")
_WHICH: Final = words("that which whose it")
_BE: Final = words("is are was were")
_NOTHING: Final = words("does do nothing simply just")


class Covered(NamedTuple):
    """verdict: supported where each relation is claimed. why: what is not, or what is claimed otherwise."""

    verdict: str
    why: str = ""


def covered(text: str, given: Sequence[TypedClaim], facts: Facts) -> Covered:
    return _Reading([one for segment in cut(text) for one in _described(segment)], given, facts).verdict()


class _Reading:
    """borne: by segment, the claimed steps that bear it out."""

    def __init__(self, segments: Sequence[Segment], given: Sequence[TypedClaim], facts: Facts) -> None:
        self.segments, self.given, self.facts = segments, given, facts
        self.steps = tuple(dict.fromkeys(id_ for one in given for id_ in one.ids if id_ in facts.steps))
        self.borne: dict[int, list[str]] = {}
        self.met: dict[int, list[Under]] = {}

    def verdict(self) -> Covered:
        if not any(s.role == DO for s in self.segments):
            return Covered(UNCHECKED, "nothing is said to be done")
        for found in (self._done, self._hung, self._ordered):
            if wrong := next(found(), None):
                return wrong
        return Covered(SUPPORTED)

    def _done(self) -> Iterator[Covered]:
        for at, segment in enumerate(self.segments):
            why = ""
            if segment.role != DO:
                continue
            said, without = _without(segment.words)
            if {w.small for w in said} <= _NOTHING:
                self.borne[at] = [id_ for id_ in self.steps if leaves(id_, self.facts) and not effects(id_, self.facts)]
            elif any(negates(w.small) and w.small != "none" for w in said):
                yield Covered(UNCHECKED, f"{text_of(segment)[:80]!r}: what is not done is no claim")
            else:
                ids, why = bearing(said, self.steps, self.facts)
                self.borne[at] = [
                    id_ for id_ in ids if not self._uncounted(said, id_) and not done_before(without, id_, self.facts)
                ]
            if not self.borne[at]:
                wrong = CONTRADICTED if why.startswith(AGAINST) else UNCHECKED
                yield Covered(wrong, f"{text_of(segment)[:80]!r}: {why or 'no claim says so'}")

    def _uncounted(self, said: Sequence[ClauseWord], id_: str) -> bool:
        """Whether `only`, `always` or `each` is said of a step of which it is not claimed."""
        small = {w.small for w in said}
        return (
            (bool(_ONLY & small) and not self._claimed(("only",), id_))
            or ("always" in small and not self._claimed(("always",), id_))
            or (bool({"each", "every"} & small) and not self._goes_through(said, id_))
        )

    def _claimed(self, kinds: Sequence[str], id_: str) -> bool:
        return any(one.claim in kinds and id_ in one.ids for one in self.given)

    def _goes_through(self, said: Sequence[ClauseWord], id_: str) -> bool:
        """`each` of what is done in a loop; where it is not done for each, the clause must say of which."""
        deed = self.facts.steps[id_]
        chosen = bool(deed.under) and not deed.under[0].loop
        told = any(s.role == WHEN for s in self.segments) or bool(_WHICH & {w.small for w in said})
        return (any(u.loop for u in deed.under) and (told or not chosen)) or " for " in deed.code

    def _hung(self) -> Iterator[Covered]:
        for at, segment in enumerate(self.segments):
            if segment.role != WHEN:
                continue
            hosts = _hosts(at, self.segments)
            if not hosts or segment.opener in ("while", "until"):
                yield Covered(UNCHECKED, f"{text_of(segment)[:80]!r}: no claim says so")
            for host in hosts:
                yield from self._hangs(segment, host)
        for at, segment in enumerate(self.segments):
            if segment.role == DO and segment.after == "else":
                yield from self._otherwise(at)

    def _hangs(self, segment: Segment, host: int) -> Iterator[Covered]:
        if segment.opener == "once" and self._after(segment, self.borne[host]):
            return
        only = bool(_ONLY & {w.small for w in (*segment.words[:2], *self.segments[host].words)})
        answers = {id_: self._answer(segment, id_, host) for id_ in self.borne[host]}
        good = [id_ for id_, answer in answers.items() if answer and not (only and not self._claimed(("only",), id_))]
        if not good:
            wrong = False in answers.values() and None not in answers.values()
            why = "it is done where that is not so" if wrong else "no claim says so"
            yield Covered(CONTRADICTED if wrong else UNCHECKED, f"{segment.opener} {text_of(segment)[:80]!r}: {why}")
        self.borne[host] = good

    def _conditions(self, id_: str) -> list[Under]:
        claimed = [
            u for one in self.given if one.claim in ("when", "only", "guards")
            for u in map(self.facts.conditions.get, one.ids) if u is not None
            and (id_ in one.ids or not set(one.ids) & self.facts.steps.keys())
        ]  # fmt: skip
        over = deciding(id_, self.facts)
        return [u for u in claimed if u in over and not u.loop]

    def _answer(self, segment: Segment, id_: str, host: int) -> bool | None:
        clauses, turned = clauses_of(segment), segment.opener == "unless"
        answers = [answered(clause, turned, self._conditions(id_), self.facts) for clause in clauses]
        either = any(w.small == "or" for w in segment.words) != turned
        if either and len(clauses) > 1 and any(answer is True for answer, _ in answers):
            others = [self._conditions(other) for other in self.borne[host]]
            told = all(any(answered(clause, turned, each, self.facts)[0] for each in others) for clause in clauses)
            return told and (len(others) > 1 or not self._wrongly_joined(answers, id_, either))
        if len(clauses) > 1 and self._wrongly_joined(answers, id_, either):
            return False
        self.met.setdefault(host, []).extend(under for answer, under in answers if answer and under)
        said = [answer for answer, _ in answers]
        return False if False in said else True if said and all(said) else None

    def _wrongly_joined(self, answers: Sequence[tuple[bool | None, Under | None]], id_: str, either: bool) -> bool:
        """`and` where one condition is enough, `or` where both are needed."""
        loosely = self.facts.steps[id_].loosely
        met = [under for answer, under in answers if answer and under]
        return len({u.code for u in met}) > 1 and any((under in loosely) != either for under in met)

    def _otherwise(self, at: int) -> Iterator[Covered]:
        """`…, and B otherwise`: a step under the other answer of what A hangs on."""
        before = [u for n in range(at) for u in self.met.get(n, ())] or [
            u for n in range(at) for id_ in self.borne.get(n, ()) for u in self._conditions(id_)
        ]
        opposite = [(u.code, not u.holds) for u in before]
        self.borne[at] = [
            id_ for id_ in self.borne[at] if any((u.code, u.holds) in opposite for u in deciding(id_, self.facts))
        ]
        if not self.borne[at]:
            yield Covered(UNCHECKED, f"{text_of(self.segments[at])[:80]!r}: it is not done otherwise")

    def _ordered(self) -> Iterator[Covered]:
        for at, segment in enumerate(self.segments):
            before = [n for n in range(at) if self.segments[n].role == DO]
            if segment.role in (BEFORE, AFTER):
                near = before[-1:] or [n for n in range(at, len(self.segments)) if self.segments[n].role == DO][:1]
                own = [id_ for n in near for id_ in self.borne[n]]
                other, _ = bearing(segment.words, self.steps, self.facts, firm=False)
                follows = self._follows(own, other) if segment.role == BEFORE else self._after(segment, own)
                if segment.role == AFTER and any(failed(a, b, self.facts) for a in other for b in own):
                    yield Covered(
                        CONTRADICTED, f"{segment.opener} {text_of(segment)[:80]!r}: it is done where that fails"
                    )
                if not follows:
                    yield Covered(UNCHECKED, f"{segment.opener} {text_of(segment)[:80]!r}: no claim says so")
            elif (
                segment.role == DO
                and segment.after == "then"
                and before
                and not self._follows(self.borne[before[-1]], self.borne[at])
            ):
                yield Covered(UNCHECKED, f"then {text_of(segment)[:80]!r}: no claim says so")

    def _after(self, segment: Segment, own: Sequence[str]) -> bool:
        other, _ = bearing(segment.words, self.steps, self.facts, firm=False)
        return self._follows(other, own)

    def _follows(self, first: Sequence[str], second: Sequence[str]) -> bool:
        return any(
            one.claim == "before" and one.ids[0] in first and one.ids[-1] in second and one.ids[0] != one.ids[-1]
            for one in self.given
        )


def _described(segment: Segment) -> list[Segment]:
    """`sets the owner of rows that are deleted`: what is done, and under what."""
    said = segment.words
    at = next(
        (n for n in range(1, len(said) - 2) if said[n].small in ("that", "which") and said[n + 1].small in _BE), 0
    )
    if segment.role != DO or not at:
        return [segment]
    which = segment._replace(role=WHEN, opener="that", words=(said[at - 1], *said[at + 1 :]), after="", fresh=False)
    return [segment._replace(words=said[:at]), which]


def _without(said: Sequence[ClauseWord]) -> tuple[Sequence[ClauseWord], Sequence[ClauseWord]]:
    """`returns without writing anything`: what is done, and what is not done before it."""
    at = next(
        (n for n, w in enumerate(said[:-1]) if n and w.small == "without" and said[n + 1].small.endswith("ing")), 0
    )
    return (said[:at], said[at + 1 :]) if at else (said, ())


def _hosts(at: int, segments: Sequence[Segment]) -> list[int]:
    """What is done under a condition: what stands before it, or, where it leads a sentence, all that follows in it."""
    if not segments[at].lead:
        before = [n for n in range(at) if segments[n].role == DO]
        return before[-1:]
    found = list[int]()
    for n in range(at + 1, len(segments)):
        if segments[n].fresh and found:
            break
        if segments[n].role == DO and segments[n].after != "else":
            found.append(n)
    return found[:1]
