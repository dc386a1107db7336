"""What the sides of a step and the place of a turn in a loop rule out: which file takes the place of which, the first of several attempts, a success where an
error is handled.

Nothing here lets a sentence stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from ..model.pattern import regex
from .claims.finding import fits, heads
from .clauses import ClauseWord
from .deeds import wide
from .english import GLUE, words
from .parts import Facts
from .segments import AFTER, DO, WHEN, Segment
from .stems import negates, stem, stems

_MOVED: Final = regex(r"(?<![\w])(?:os\.)?(?:replace|rename|renames|shutil\.move)\(([^(),]{1,80}), ?([^(),]{1,80})\)")
_REPLACING: Final = frozenset(map(stem, words("replace overwrite supersede")))
_RENAMING: Final = frozenset(map(stem, words("rename move")))
_ROLES: Final = ({stem("source")}, {stem("target"), stem("destination")})
_TURN: Final = words("attempt attempts try iteration failure failures error pass round")
_ONCE: Final = regex(r"[!=]= ?[01]\b|< ?[12]\b|(?i:first)|not \w+$|^!")
_WELL: Final = words("successful success succeeds succeeded successfully")


def turned_about(at: int, segments: Sequence[Segment], facts: Facts) -> Iterator[str]:
    segment = segments[at]
    yield from _replaced(segment, facts)
    yield from _of_a_mode(segment, facts)
    yield from _grown(segment, facts)
    beside = [s for s in segments[at + 1 : at + 2] if s.role in (AFTER, WHEN)]
    beside += [s for s in segments[max(at - 1, 0) : at] if s.role in (AFTER, WHEN) and s.lead]
    for other in beside:
        if any(w.small in _WELL for w in other.words) and not any(negates(w.small) for w in other.words):
            yield from _handled(segment, facts)
    yield from _first_of(segment, [segment, *beside], facts)


def _replaced(segment: Segment, facts: Facts) -> Iterator[str]:
    """`replaces the temporary file with the target` of `os.replace(tmp, path)`: it is the other way round."""
    said = [w for w in segment.words if w.kind != "mark"]
    at = next((n for n in heads(said) if stem(said[n].text) in _REPLACING | _RENAMING), -1)
    turn = next(
        (n for n, w in enumerate(said) if n > at >= 0 and w.small in ("with", "by", "to", "over", "into")), len(said)
    )
    sides = (_named(said[at + 1 : turn]), _named(said[turn + 1 :]))
    for step in facts.steps.values() if at >= 0 else ():
        found = _MOVED.search(step.code)
        if not found or not ((stem(said[at].text) in _REPLACING) or turn < len(said)):
            continue
        own = [wide(stems(found[n + 1])) | frozenset(_ROLES[n]) for n in (0, 1)]
        own = [own[0] - own[1], own[1] - own[0]]
        taken = own[::-1] if stem(said[at].text) in _REPLACING else own
        straight = len(sides[0] & taken[0]) + len(sides[1] & taken[1])
        crossed = len(sides[0] & taken[1]) + len(sides[1] & taken[0])
        if crossed > straight:
            yield f"it is the other way round: {step.code[:80]!r}"
            return


def _of_a_mode(segment: Segment, facts: Facts) -> Iterator[str]:
    """`switches it out of raw mode` of `enable_raw(…)`."""
    text = " ".join(w.small for w in segment.words)
    out, into = _OUT_OF.search(text), _INTO.search(text)
    mode = out or into
    likely = [step for step in facts.steps.values() if mode and mode[1].strip() in step.code.lower()]
    on = any(_ENTERS.search(step.code) and not _LEAVES.search(step.code) for step in likely)
    off = any(_LEAVES.search(step.code) for step in likely)
    if on is not off and (off if into and not out else on):
        yield "it goes the other way"


_OUT_OF: Final = regex(r"(?<!\w)(?:out of|leaves?|exits?|quits?|turns? off) (?:\w{1,20} ){0,2}?(\w{3,20} )mode(?!\w)")
_INTO: Final = regex(r"(?<!\w)(?:to|into|enters?|in) (?:\w{1,20} ){0,2}?(\w{3,20} )mode(?!\w)")
_ENTERS: Final = regex(r"(?i)enable|enter(?!p)|begin|start|activate|raw_?on")
_LEAVES: Final = regex(r"(?i)disable|leave|exit|deactivate|stop|restore|reset")


def _grown(segment: Segment, facts: Facts) -> Iterator[str]:
    """`every path whose time has decreased` of what is done where `times[path] < time`, which then takes the place of that."""
    text = " ".join(w.small for w in segment.words)
    found = _CHANGED.search(text)
    if not found:
        return
    signs = set[str]()
    for step in facts.steps.values():
        for under in step.under:
            made = _COMPARED.fullmatch(under.code.strip("() "))
            if (
                made
                and under.holds
                and re.match(rf"{re.escape(made[1].strip())} = {re.escape(made[3].strip())};?$", step.code.strip())
            ):
                signs.add(made[2])
    wanted = "" if found[1] in _STILL else "<" if found[1] in _MORE else ">"
    if signs and wanted not in signs:
        yield f"`{found[1]}`: it is done where that is not so"


_CHANGED: Final = regex(
    r"(?<!\w)(?:whose|that|which) (?:\w{1,20} ){0,4}(?:has|have|is|are) (increased|decreased|unchanged|grown|shrunk|dropped|risen)(?!\w)"
)
_COMPARED: Final = regex(r"([\w.>\[\]-]{1,80}) ?([<>]) ?([\w.>\[\]-]{1,80})")
_MORE, _STILL = words("increased grown risen"), words("unchanged")


def _named(said: Sequence[ClauseWord]) -> frozenset[str]:
    return frozenset(one for w in said if w.small not in GLUE for one in stems(w.text))


def _handled(segment: Segment, facts: Facts) -> Iterator[str]:
    """`sleeps after a successful attempt` of what only a handler does."""
    best = fits(segment.words, facts)
    likely = [fit for fit in best if fit.deed > 0 and fit.score >= best[0].score]
    if likely and all(any(not u.code and not u.holds for u in facts.steps[fit.id].under) for fit in likely):
        yield "it is done where that fails"


def _first_of(segment: Segment, told: Sequence[Segment], facts: Facts) -> Iterator[str]:
    """`raises after the first failed attempt` of what is raised behind all of them."""
    for each in told:
        text = " ".join(w.small for w in each.words)
        if not (found := _FIRST.search(text)) or found[1] not in _TURN:
            continue
        best = fits(segment.words, facts)
        likely = [fit for fit in best if fit.deed > 0 and fit.score >= best[0].score]
        asked = [u.code for fit in likely for u in facts.steps[fit.id].under if u.code]
        if segment.role == DO and likely and not any(map(_ONCE.search, asked)):
            yield "`first`: nothing says so of that"
            return


_FIRST: Final = re.compile(r"\b(?:first|second) (?:(?:failed|failing|successful|unsuccessful) )?([a-z]+)\b")
