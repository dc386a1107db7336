"""What the steps and conditions of a function rule out, whichever reading of a sentence's words would bear it out.

Nothing here lets a sentence stand, as nothing in `refuted` does. Each rule is of one relation: a way of doing (`asynchronously`), what a thing is taken from
(`listed in keepfd`), an age (`the oldest`), what a later step can fail at, a difference where nothing is compared, and a pointer where it is asked what it leads to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from ..model.pattern import regex
from ..words.names import lower
from .claims.claim import BEST, CONTRADICTED
from .claims.finding import Fit, fits
from .claims.under import under_which
from .deeds import Deed, apart
from .doing import called_names
from .english import words
from .parts import Facts
from .segments import BEFORE, DO, WHEN, Segment
from .stems import negates, stem, stems
from .turned_about import turned_about

_AGES: Final = words("oldest newest youngest earliest")
_AGED: Final = regex(
    r"(?i)(?<![a-z])(?:old|new|young|early|earli|age|time|stamp|date|seq|lru|mtime|ctime|recent|last_?used)"
)
_DIFFERENT: Final = words("differ differs different identical")
_COMPARED: Final = regex(
    r"(?i)(?:cmp|compare|equal|match|same|differ|diff|eq)\w{0,20}\s?\(|[!=]=\s?+(?!NULL\b|nullptr\b|None\b|-?\d)|\bis (?:not )?+(?!None)\w|\bnot in\b|(?<![<>-])[<>](?![<>])|%|\^"
)
_NOT_IN: Final = regex(r"(?<!\w)not in (?:\w{1,60}\.){0,3}(\w{1,60})$")
_IN: Final = regex(r"(?<!not )(?<!\w)in (?:\w{1,60}\.){0,3}(\w{1,60})$")
_LINKED: Final = words("in of on from")
_SAYING_NO: Final = words("except other others besides unless unlisted excluding apart")
_UNABLE: Final = regex(
    r"(?<!\w)(?:cannot|could not|can not|can't|couldn't) be (\w{3,40})$|(?<!\w)(\w{3,40}) (?:it |that )?fails$|(?<!\w)fails to (\w{3,40})(?!\w)"
)
_PARTS_LEAST: Final = 4  # letters of a name that a way of doing begins with
_LED_TO: Final = regex(r"(?<![\w)\]])\*\s?(\w{1,60})\s?(?:[!=]=|$)")


def ruled_out(segments: Sequence[Segment], facts: Facts) -> Iterator[str]:
    for at, segment in enumerate(segments):
        if segment.role != DO:
            continue
        told = _told(at, segments)
        yield from _of_an_age(segment, facts)
        yield from _in_that_order(segment, facts)
        yield from turned_about(at, segments, facts)
        yield from _of_that_end(segment, facts)
        if at + 1 < len(segments) and segments[at + 1].role == BEFORE:
            yield from _returned_else(segment, segments[at + 1], facts)
        if not any(negates(w.small) or w.small in _SAYING_NO for w in segment.words):
            yield from _in_that_way(segment, told, facts)
            yield from _taken_from(segment, told, facts)
        for when in told:
            if when.opener not in ("while", "until"):
                best = _best(segment, facts)
                yield from _failing_later(when, best, facts)
                yield from _uncompared(when, best, facts)
                yield from _led_to(when, best, facts)
                yield from _given_nothing(when, best, facts)


def _told(at: int, segments: Sequence[Segment]) -> list[Segment]:
    """The condition right behind a deed, else the one that leads its sentence."""
    if at + 1 < len(segments) and segments[at + 1].role == WHEN and not segments[at + 1].lead:
        return [segments[at + 1]]
    return [segments[at - 1]] if at and segments[at - 1].role == WHEN and segments[at - 1].lead else []


def _best(segment: Segment, facts: Facts) -> list[Fit]:
    ranked = fits(segment.words, facts)
    return [fit for fit in ranked if fit.deed > 0 and fit.score >= ranked[0].score - BEST] if ranked else []


def _of_an_age(segment: Segment, facts: Facts) -> Iterator[str]:
    """`the oldest row` of `rows.pop(0)`: which of them has been there longest depends on who puts them there, and how."""
    for word in segment.words:
        if word.small in _AGES and not _AGED.search(facts.text):
            yield f"`{word.text}`: nothing says which is so"


def _in_that_order(segment: Segment, facts: Facts) -> Iterator[str]:
    """`in the order in which they came` of `for each in reversed(all)`, and `in reverse order` where nothing goes backwards."""
    text = " ".join(w.small for w in segment.words)
    found = _ORDER.search(text)
    if not found:
        return
    backwards = bool(_BACKWARDS.search(f"{facts.text} {' '.join(u.code for u in facts.conditions.values())}"))
    if bool(re.match("reverse|opposite", found[1] or "")) is not backwards:
        yield "it goes the other way"


_ORDER: Final = regex(
    r"(?<!\w)in (?:the |a )?(reversed? |opposite |same |given |original )?order(?: in which| that|$| [,.])"
)
_BACKWARDS: Final = regex(
    r"(?i)revers|\[::-1\]|rbegin|backward|--(?!>)|(?<!\w)prev(?!ious)|descend|pop\(|-= ?1\b|, ?-1\)"
)


def _of_that_end(segment: Segment, facts: Facts) -> Iterator[str]:
    """`skips trailing blanks` of `while (isspace(*p)) p++;`: nothing is done at the end there."""
    for word in segment.words:
        if word.small == "trailing" and not _AT_END.search(facts.text):
            yield "nothing says that it is at the end"
        if word.small == "leading" and not _AT_START.search(facts.text):
            yield "nothing says that it is at the start"


_AT_END: Final = regex(
    r"(?i)trail|strip|trim|(?<![a-z])(?:end|last|tail|back|rfind|strrchr|chomp|rstrip|suffix)|- ?1\b|\[-|--(?!>)|[\"'][^\"']{0,40}\$[\"']|endswith"
)
_AT_START: Final = regex(
    r"(?i)lead|strip|trim|(?<![a-z])(?:start|first|head|front|skip|strspn|prefix|begin|indent)|\+\+|\[0\]|\[1:|\+= ?1\b|startswith|[\"']\^"
)


def _in_that_way(segment: Segment, told: Sequence[Segment], facts: Facts) -> Iterator[str]:
    """`sends it asynchronously if the timeout is zero` of `send_async`, which is called where it is not."""
    ways = [w.small for w in segment.words if w.small.endswith("ly")]
    named = {
        id_: [part for name in called_names(step) for part in lower(name) if len(part) >= _PARTS_LEAST]
        for id_, step in facts.steps.items()
    }
    for way in ways:
        own = [fit for fit in fits(segment.words, facts) if any(way.startswith(part) for part in named[fit.id])]
        if not own or not any(fit.deed > 0 for fit in own):
            continue
        for when in told:
            if all(_under(when, fit, segment, facts) == CONTRADICTED for fit in own if fit.deed > 0):
                yield f"`{way}`: it is done so where that is not so"


def _under(when: Segment, fit: Fit, segment: Segment, facts: Facts) -> str:
    return under_which(when, False, [fit], [fit], segment, facts)[0].verdict


def _taken_from(segment: Segment, told: Sequence[Segment], facts: Facts) -> Iterator[str]:
    """`closes the descriptors listed in keepfd` of what is closed where `fd not in keepfd`."""
    names = {w.text.rstrip(".") for before, w in pairwise(segment.words) if before.small in _LINKED}
    names |= {w.text.rstrip(".") for before, w in pairwise(segment.words[1:]) if before.small in ("the", "its")}
    for fit in _best(segment, facts) if not told else ():
        step = facts.steps[fit.id]
        for under in step.under:
            found = _NOT_IN.search(under.code.strip(" ()")) if under.holds else _IN.search(under.code.strip(" ()"))
            if found and not under.loop and found[1] in names and not re.search(rf"(?<!\w){found[1]}(?!\w)", step.code):
                yield f"it is done where that is not so: {under.code[:80]!r}"
                return


def _failing_later(when: Segment, best: Sequence[Fit], facts: Facts) -> Iterator[str]:
    """`returns -2 if the file cannot be removed`, where it has returned before it removes anything."""
    text = " ".join(w.small for w in when.words if w.kind != "mark")
    found = _UNABLE.search(text)
    one = stem(next(filter(None, found.groups()))) if found else ""
    doing = [
        step for step in facts.steps.values() if one and any(one in map(stem, lower(n)) for n in called_names(step))
    ]
    if not doing or not best or any(u.loop for step in doing for u in step.under):
        return
    first = min(step.place for step in doing)
    if all(facts.steps[fit.id].place < first and not _names(facts.steps[fit.id], one) for fit in best):
        yield f"`{one}`: that is done later"


def _names(step: Deed, one: str) -> bool:
    return any(one in stems(f"{u.code} {u.also}") for u in step.under)


def _uncompared(when: Segment, best: Sequence[Fit], facts: Facts) -> Iterator[str]:
    """`returns -1 if the names differ` of what is returned where `stat(…) != 0`: nothing is compared there."""
    if not any(w.small in _DIFFERENT for w in when.words):
        return
    over = [[u for u in facts.steps[fit.id].under if not u.loop and u.code] for fit in best]
    told = any(_DIFFERENT & set(re.findall(r"[a-z]+", u.code.lower())) for rows in over for u in rows)
    if over and not told and all(rows and not _COMPARED.search(rows[0].code) for rows in over):
        yield "nothing is compared where that is done"


def _led_to(when: Segment, best: Sequence[Fit], facts: Facts) -> Iterator[str]:
    """`if p is NULL` of `*p == 0`: it is asked what the pointer leads to."""
    nulls = any(w.small in ("null", "nullptr") for w in when.words)
    said = {w.text for w in when.words}
    for fit in best if nulls else ():
        for under in facts.steps[fit.id].under[:1]:
            found = _LED_TO.search(under.code)
            bare = re.sub(rf"\*\s?{found[1]}(?!\w)", "", under.code) if found else ""
            if found and found[1] in said and not re.search(rf"(?<!\w){found[1]}(?!\w)", bare):
                yield f"it is asked what `{found[1]}` leads to"
                return


def _given_nothing(when: Segment, best: Sequence[Fit], facts: Facts) -> Iterator[str]:
    """`if the file is empty` of `file == NULL`, where the file is what a call gave: that it gave none is not that it holds nothing."""
    if not any(w.small == "empty" for w in when.words):
        return
    first = [facts.steps[fit.id].under[0] for fit in best if facts.steps[fit.id].under]
    named = {stem(w.text) for w in when.words if w.kind == "word"}
    first = [u for u in first if named & stems(u.code)] or first
    if first and all(_NONE.search(u.code) and _MADE.search(u.also) for u in first):
        yield "it is asked whether there is one"


_NONE: Final = regex(r"(?:==|!=|\bis|\bis not) (?:NULL|nullptr|None|0)\)?$")
_MADE: Final = regex(r"(?:^|[ .:>])(?!\w{0,40}(?:get|pop|first|head|next|find|peek|read|fetch|take))[a-z_]\w{1,60}\(")


def _returned_else(segment: Segment, before: Segment, facts: Facts) -> Iterator[str]:
    """`closes the descriptor before it is returned` of `close(fd); return -1;`: what is closed is not what is returned."""
    smalls = [w.small for w in before.words if w.kind != "mark"]
    if len(smalls) != 3 or smalls[0] not in ("it", "that", "this") or smalls[2] != "returned":
        return
    returns = [(id_, step) for id_, step in facts.steps.items() if step.said.startswith("Return")]
    for fit in _best(segment, facts):
        step, names = facts.steps[fit.id], set(_WORD.findall(facts.steps[fit.id].code))
        if any(
            other.place > step.place
            and facts.comes_to(fit.id, id_)
            and not apart(step, other)
            and names & set(_WORD.findall(other.code.removeprefix("return")))
            for id_, other in returns
        ):
            return
    yield "what is returned is another thing"


_WORD: Final = regex(r"[A-Za-z_]\w{0,80}")
