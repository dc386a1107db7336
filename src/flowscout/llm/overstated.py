"""What refuses a sentence that says the other end or the other place of what the code writes down in so many signs.

Nothing here lets a sentence stand. Each rule is of one relation: a bound (`at least 32` of `while (n < 32)`), where something is put, and where a call goes
to or comes from (`from the root` of `walk_to_root`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from ..model.pattern import regex
from ..words.names import lower
from .claims.claim import BEST
from .claims.finding import Fit, fits
from .doing import called_names
from .english import GLUE, words
from .parts import Facts
from .segments import DO, WHEN, Segment
from .stems import NEUTRAL_STEMS, negates, stem, stems

_LEAST: Final = regex(r"(?<!\w)(?:at least|no fewer than|no less than|not fewer than|a minimum of) (-?\d{1,18})(?!\w)")
_PUTS: Final = frozenset(map(stem, words("store put write save keep record place set copy")))
_INTO: Final = words("in into to")


def overstated(segments: Sequence[Segment], facts: Facts) -> Iterator[str]:
    for at, segment in enumerate(segments):
        if segment.role == WHEN or any(negates(w.small) for w in segment.words):
            continue
        yield from _at_least(segment, facts)
        if segment.role == DO:
            best = _best(segment, facts)
            yield from _put_in(segment, best, facts)
            yield from _never_set(segment, facts)
            yield from _other_end(segment, best, facts)
            yield from _answers(segment, best, facts)
            yield from _not_collected(segment, best, facts)
            yield from _part_freed(segment, best, facts)
            yield from _chosen(segment, segments[at + 1 :], best, facts)
            yield from _coming_from(segment, best, facts)


def _best(segment: Segment, facts: Facts) -> list[Fit]:
    ranked = fits(segment.words, facts)
    return [fit for fit in ranked if fit.deed > 0 and fit.score >= ranked[0].score - BEST] if ranked else []


def _at_least(segment: Segment, facts: Facts) -> Iterator[str]:
    """`handles at least 32` of `while (n < 32)`: a loop that goes on below a number comes to no more."""
    found = _LEAST.search(" ".join(w.text for w in segment.words))
    if not found:
        return
    number = re.escape(found[1])
    below = re.compile(rf"(?<![<=>-])<=? ?{number}(?![\w.])|(?<![\w.]){number} ?>=?(?![>=])")
    asking = [u for u in facts.conditions.values() if re.search(rf"(?<![\w.]){number}(?![\w.])", u.code)]
    if asking and all(u.loop and below.search(u.code) for u in asking):
        yield f"it is done at most {found[1]} times"


def _put_in(segment: Segment, best: Sequence[Fit], facts: Facts) -> Iterator[str]:
    """`stores the length in out` of `*outlen = len`: another step sets `out`."""
    said = [w for w in segment.words if w.kind != "mark"]
    if not said or stem(said[0].text) not in _PUTS:
        return
    aims = [w.text.strip("`") for before, w in pairwise(said) if before.small in _INTO and w is said[-1]]
    for name in (one for one in aims if one in facts.parameters):
        whole = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
        if (
            best
            and not any(whole.search(facts.steps[fit.id].code) for fit in best)
            and any(whole.search(step.code) for step in facts.steps.values())
        ):
            yield f"`{name}` is not what is set there"


_SETS: Final = frozenset(map(stem, words("set assign update change overwrite")))
_ARTICLES: Final = words("the a an its field attribute variable member flag global value of")


def _never_set(segment: Segment, facts: Facts) -> Iterator[str]:
    """`sets last_checked` of `self.last_notified = max(self.last_checked, at)`: it is only read."""
    said = [w for w in segment.words if w.kind != "mark"]
    if len(said) < _FEWEST or stem(said[0].text) not in _SETS:
        return
    name = next((w.text.strip("`") for w in said[1:] if w.small not in _ARTICLES), "").rpartition(".")[2]
    if "_" not in name.strip("_") or not name.isidentifier():
        return
    own = re.escape(name)
    read = re.compile(rf"(?<!\w){own}(?!\w)")
    code = [s.code for s in facts.steps.values()] + [u.code for u in facts.conditions.values()]
    if not any(read.search(line) for line in code):
        return
    given = re.compile(
        rf"(?<!\w){own}(?:\[[^\[\]]{{0,40}}\]){{0,2}}\s?(?:[-+*/%|&^:]|<<|>>|\*\*|//)?=(?!=)|&\s?[\w.>-]{{0,60}}(?<!\w){own}(?!\w)|(?:\+\+|--)[\w.>-]{{0,60}}(?<!\w){own}(?!\w)"
        rf"|(?<!\w){own}\s?(?:\+\+|--|\.|->|\[)|(?i:set)\w{{0,40}}\([^()]{{0,80}}(?<!\w){own}(?!\w)|[\"']{own}[\"']"
    )
    together = [left for line in code if "," in (left := line.partition("=")[0]) and "=" in line and "(" not in left]
    if (
        not any(given.search(line) for line in code)
        and not any(map(read.search, together))
        and not any(
            re.search(rf"\([^()]*(?<![\w.>]){own}(?!\w)[^()]*\)", line) for line in code if not _VALUE.match(line)
        )
    ):
        yield f"`{name}` is read there and not set"


_FEWEST: Final = 2
_VALUE: Final = regex(r"\s{0,80}return\b|[^()=]{1,200}=(?!=)")  # what is handed to a call there is read
_FRONT: Final = regex(r"\b(?:at|to|into|in) the (?:very )?(?:front|beginning|start|head) of\b|\bprepend")
_BACK: Final = regex(r"\b(?:at|to) the (?:very )?(?:end|back|tail) of\b|\bappend")
_AT_FRONT: Final = regex(
    r"(?i)insert\(\s*0\s*,|appendleft|prepend|push_?front|emplace_?front|unshift|lpush|add_?(?:first|head|front)|(?:head|front|begin|first)(?!\w)|\[0\]|\[:"
)
_AT_BACK: Final = regex(
    r"(?i)(?<![a-z])append\(|(?<![a-z])extend\(|push_?back|emplace_?back|rpush|add_?(?:last|tail)|\[\w+\+\+\]|\[(?:len|size|count|n|argc)\w*\s*\]"
)
_ADDING: Final = frozenset(map(stem, words("put add append prepend insert push place store write attach")))


def _other_end(segment: Segment, best: Sequence[Fit], facts: Facts) -> Iterator[str]:
    """`puts it at the beginning of the list` of `rows.append(one)`, and the other way round."""
    told = " ".join(w.small for w in segment.words)
    said = [w for w in segment.words if w.kind != "mark"]
    if not best or not said or stem(said[0].text) not in _ADDING:
        return
    for asked, other, own in ((_FRONT, _AT_BACK, _AT_FRONT), (_BACK, _AT_FRONT, _AT_BACK)):
        codes = [facts.steps[fit.id].code for fit in best]
        if asked.search(told) and any(map(other.search, codes)) and not any(map(own.search, codes)):
            yield f"it goes to the other end there: {codes[0][:80]!r}"


_ASKING: Final = frozenset(words("whether true false if bool boolean flag result comparison yes no"))
_COMPARED: Final = regex(
    r"[^=<>!]{1,200}? (?:<|>|<=|>=|==|!=|is not|is|not in|in) [^=<>]{1,200}|not [\w.]{1,80}|![\w.]{1,80}"
)


def _answers(segment: Segment, best: Sequence[Fit], facts: Facts) -> Iterator[str]:
    """`returns the latest time` of `newer = time > last; return newer`: what is returned is whether it is so."""
    said = [w for w in segment.words if w.kind != "mark"]
    if len(said) < _FEWEST or stem(said[0].text) != "return" or said[1].small not in ("the", "a", "an", "its"):
        return
    if not best or _ASKING & {w.small for w in said}:
        return
    returned = [re.fullmatch(r"return (\w+);?", facts.steps[fit.id].code.strip()) for fit in best]
    if all(found and _is_answer(found[1], facts) for found in returned):
        yield "what is returned is whether it is so"


_PASSES: Final = frozenset(map(stem, words("skip ignore omit")))
_COUNTED: Final = regex(r"\b(?:number|count|length|size|amount|sum|total) of\b")


def _not_collected(segment: Segment, best: Sequence[Fit], facts: Facts) -> Iterator[str]:
    """`returns the number of rows` and `skips a row` of `rows.append(row); …; return rows`: what was collected is returned."""
    said = [w for w in segment.words if w.kind != "mark"]
    if not best or not said:
        return
    counts = stem(said[0].text) == "return" and _COUNTED.search(" ".join(w.small for w in said[:5]))
    if not counts and stem(said[0].text) not in _PASSES:
        return
    returned = [re.fullmatch(r"return (\w+);?", facts.steps[fit.id].code.strip()) for fit in best]
    if all(found and _is_collected(found[1], facts) for found in returned):
        yield "what was collected is returned there"


def _is_collected(name: str, facts: Facts) -> bool:
    grown = re.compile(rf"(?<![\w.>]){re.escape(name)}\.(?:append|extend|push_back|emplace_back|insert|add|update)\(")
    return any(grown.search(s.code) for s in facts.steps.values())


_FREES: Final = frozenset(map(stem, words("free destroy deallocate")))
_GIVEN: Final = regex(r"(?<!\w)\w{1,60}\(\s?&?([\w.>\[\]-]{1,80})\s?\);?$")


def _part_freed(segment: Segment, best: Sequence[Fit], facts: Facts) -> Iterator[str]:
    """`frees the context` of `free(context->name)`: a part of it is freed."""
    said = [w for w in segment.words if w.kind != "mark" and w.small not in ("the", "a", "an", "its")]
    if len(said) != _FEWEST or stem(said[0].text) not in _FREES or not best:
        return
    freed = [found[1] for fit in best if (found := _GIVEN.search(facts.steps[fit.id].code.strip()))]
    parts = [re.split(r"->|\.", one) for one in freed]
    if freed and all(len(each) > 1 and stem(said[1].text) not in stems(" ".join(each[1:])) for each in parts):
        yield f"a part of it is what is freed: {freed[0][:80]!r}"


_CHOICE: Final = regex(r"Return (?P<one>\S{1,40}) if (?P<asks>.{1,200}), else (?P<other>\S{1,40})")


def _chosen(segment: Segment, below: Sequence[Segment], best: Sequence[Fit], facts: Facts) -> Iterator[str]:
    """`returns 1 if no bit is left` of `return rc ? 1 : 0`: what decides over the value is not spoken of."""
    when = below[0] if below and below[0].role == WHEN else None
    if when is None or not best:
        return
    told = {w.text for w in segment.words}
    asked = {stem(w.text) for w in when.words if w.kind != "mark" and w.small not in GLUE} - NEUTRAL_STEMS
    for fit in best:
        found = _CHOICE.fullmatch(facts.steps[fit.id].said)
        if found is None or not told & {found["one"], found["other"]}:
            return
        names = re.findall(r"[A-Za-z_]\w*", found["asks"])
        given = [
            s.code
            for s in facts.steps.values()
            if "=" in s.code and any(n in re.findall(r"\w+", s.code.partition("=")[0]) for n in names)
        ]
        if asked & stems(" ".join([found["asks"], *given])):
            return
    yield "what decides over the value is not spoken of"


def _is_answer(name: str, facts: Facts) -> bool:
    given = []
    for step in facts.steps.values():
        left, sign, right = step.code.partition(" = ")
        if sign and left.split()[-1:] == [name]:
            given.append(right.strip().removesuffix(";"))
    return bool(given) and all(_COMPARED.fullmatch(each) and " if " not in each and "?" not in each for each in given)


def _coming_from(segment: Segment, best: Sequence[Fit], facts: Facts) -> Iterator[str]:
    """`walks from the root` of `walk_to_root(…)`."""
    said = [w for w in segment.words if w.kind != "mark" and w.small not in ("the", "a", "an", "its")]
    for before, word in pairwise(said):
        other = {"from": "to", "to": "from"}.get(before.small)
        if other is None or word.kind != "word":
            continue
        for fit in best:
            parts = [list(pairwise(lower(name))) for name in _names(fit, facts)]
            if any((other, word.small) in each for each in parts) and not any(
                (before.small, word.small) in each for each in parts
            ):
                yield f"it goes {other} there: {facts.steps[fit.id].code[:80]!r}"
                return


def _names(fit: Fit, facts: Facts) -> list[str]:
    step = facts.steps[fit.id]
    over = [u.code for u in step.under if u.loop]
    return [*called_names(step), *(name for code in over for name in re.findall(r"(?<!\w)([A-Za-z_]\w*+)\s*+\(", code))]
