"""What stands closest to a question that is no form: functions whose name, comment or lines hold its words, with the place that holds the most.

None of it is an answer: a refusal names it, and no more. A name that is written as names are has to be there; most of the
weight of the others has to be, the rare ones weighing more; and it has to be in one place, not scattered over a long function.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from ...agents.said import Cited
from ...model.identity import qualified_of
from ...model.lines import line_starts
from ...model.pattern import regex
from ...model.product import is_aside
from .here import STUB, Here, at, is_promise
from .question.sought import SoughtWord, sought, together

NAME, REMARK, PLACE, FILE, BODY = 1.0, 0.85, 0.8, 0.4, 0.2  # what a word counts, by where it is found
AROUND: Final = 2  # lines on either side of one that make it a place
ABOVE: Final = 15  # lines of a comment over a function
LEAST: Final = 0.6  # of the weight of all words
CLOSE: Final = 0.8  # of the best
_OPENED: Final = regex(rb"\)[^(){};:]{0,200}(?:\{|:(?=[ \t]{0,8}(?:#[^\n]{0,80})?\n))|\{")
_GIVEN: Final = regex(r"(?i)\b(?:set|sets|configured?|defaults?|determined?|initiali[sz]ed?|assigned)\b")
_SETS: Final = regex(rb"""^[^=:(#]{0,60}\w['"\]]?\s{0,3}(?:=(?!=)|:(?!:)\s)""")
SETS: Final = 0.3
RUNS: Final = 3
WIDE: Final = 100  # characters of a line that are quoted
_WORDED: Final = regex(r"[A-Za-z]{3}")
NOWHERE: Final = 0.5  # what a word weighs that stands nowhere
_BESIDE: Final = regex(r"(?i)\b(?:tests?|tested|testing|benchmarks?|examples?|fixtures?|mocks?|fuzz\w{0,5})\b")


class NearPlace(NamedTuple):
    """line: of the file, 0 where name or comment say it all. held: the words, by their number."""

    id: str
    score: float
    held: frozenset[int]
    line: int


def nearest(here: Here, question: str) -> tuple[Cited, ...]:
    """Of the product; of what stands beside it where that is asked for: a test does not stand near a question about the product."""
    found = _nearest(here, question, aside=False)
    return found or (_nearest(here, question, aside=True) if _BESIDE.search(question) else ())


def _nearest(here: Here, question: str, *, aside: bool) -> tuple[Cited, ...]:
    runs = _standing(here, together(question))[:RUNS]
    plain = [_with_runs(word, runs) for word in sought(question)]
    words = (*plain, *runs)
    names = [number for number, word in enumerate(words) if word.given and not word.given.islower()]
    if not words:
        return ()
    met = list(hits(here, words, (), aside=aside))
    rare = [math.log(1 + len(here.project.functions) / (1 + sum(number in held for _, held, _, _ in met))) for number in range(len(words))]  # fmt: skip
    known = [
        any(number in held or any(number in line for line in lines.values()) for _, held, lines, _ in met)
        for number in range(len(words))
    ]
    weights = [
        word.weight * much * (1.0 if there else NOWHERE) for word, much, there in zip(words, rare, known, strict=True)
    ]
    given = _GIVEN.search(question) is not None
    places = [_place(here, id_, best, lines, weights, given) for id_, best, lines, _ in met]
    needed = frozenset(number for number, word in enumerate(words) if word.given in {words[one].given for one in names})
    good = [
        one
        for one in places
        if one.score >= LEAST * sum(weights[: len(plain)]) and needed <= one.held and _tells(here, one, words, runs)
    ]
    good = [one for one in good if not is_aside(here.project.functions[one.id].path)] or good
    good.sort(key=lambda one: (-round(one.score, 3), _length(here, one.id), one.id))
    near = [one for one in good if one.score >= CLOSE * good[0].score]
    return tuple(at(here.project, one.id, f"`{qualified_of(one.id)}`{_quoted(here, one)}", one.line) for one in near)


def _quoted(here: Here, one: NearPlace) -> str:
    """The line itself; "" where it is the function's own, or says nothing."""
    facts = here.project.functions[one.id].facts
    if not facts.line < one.line <= facts.end_line:
        return ""
    text = " ".join(_lines(here.project.sources(here.project.functions[one.id].path))[one.line - 1].decode("utf-8", "replace").split())  # fmt: skip
    plain = text.replace("`", "'")
    return f", at `{plain if len(plain) <= WIDE else f'{plain[: WIDE - 2]} …'}`" if _WORDED.search(plain) else ""


def _tells(here: Here, one: NearPlace, words: Sequence[SoughtWord], runs: Sequence[SoughtWord]) -> bool:
    """Two words, or several in a row; the only one that there is has to be in the name."""
    if len(one.held) >= min(2, len(words)) > 1 or any(words[number] in runs for number in one.held):
        return True
    return len(words) == 1 and (
        not words[0].given.islower()
        or (one.score > 0 and any(form.pattern.search(qualified_of(one.id).encode()) for form in words[0].forms))
    )


def _with_runs(word: SoughtWord, runs: Sequence[SoughtWord]) -> SoughtWord:
    """`pid` is held where `pidfile` is, of `the pid file`."""
    more = tuple(form for run in runs if word.given in run.given.split() for form in run.forms)
    return word._replace(forms=(*word.forms, *more)) if more else word


def _standing(here: Here, runs: Sequence[SoughtWord]) -> list[SoughtWord]:
    """Those that stand somewhere in the product."""
    met = set[str]()
    for path in here.project.files:
        if is_aside(path) or len(met) == len(runs):
            continue
        source = here.project.sources(path)
        small = source.lower()
        met.update(run.given for run in runs if any(True for form in run.forms for _ in form.places(source, small)))
    return [run for run in runs if run.given in met]


def _length(here: Here, id_: str) -> int:
    facts = here.project.functions[id_].facts
    return facts.end - facts.start


Held = tuple[str, dict[int, float], dict[int, dict[int, float]], str]


def hits(here: Here, words: Sequence[SoughtWord], only: Sequence[str], *, aside: bool = True) -> Iterator[Held]:
    """(id, by word what it counts by name and comment, by line the words that stand there, path) of each function that holds any."""
    project = here.project
    for path in project.files:
        if (
            not here.inside(path)
            or (is_aside(path) and not aside)
            or (only and not any(id_ in only for id_ in project.ids.get(path, ())))
        ):
            continue
        source = project.sources(path)
        small = source.lower()
        if 2 * sum(any(form.literal in small for form in word.forms) for word in words) < len(words):
            continue
        found = sorted(
            {
                (place, number, form.much)
                for number, word in enumerate(words)
                for form in word.forms
                for place in form.places(source, small)
            }
        )
        if len({number for _, number, _ in found}) * 2 >= len(words):
            yield from _by_function(here, path, source, words, found, only)


def _by_function(
    here: Here,
    path: str,
    source: bytes,
    words: Sequence[SoughtWord],
    found: list[tuple[int, int, float]],
    only: Sequence[str],
) -> Iterator[Held]:
    project, offsets = here.project, [at_ for at_, _, _ in found]
    starts = line_starts(source)
    said = path.encode("utf-8", "surrogateescape")
    named = _in_name(words, said, said.lower())
    for id_, facts in zip(project.ids.get(path, ()), project.files[path].functions, strict=True):
        if facts.kind in ("module", "lambda") or (
            (facts.decorators or path.endswith(STUB)) and is_promise(project, id_)
        ):
            continue
        if only and id_ not in only:
            continue
        top = _remark(source, starts, facts.line)
        inside = found[bisect_right(offsets, top - 1) : bisect_right(offsets, facts.end)]
        head = {number: FILE * much for number, much in named.items()}
        whole = qualified_of(id_).encode()
        lines: dict[int, dict[int, float]] = {}
        body = _body(source, facts.start, facts.end) if inside else 0
        for at_, number, much in inside:
            if at_ < body:
                told_first = bisect_right(starts, at_) <= facts.line + ABOVE
                head[number] = max(head.get(number, 0.0), (REMARK if told_first else BODY) * much)
            else:
                line = bisect_right(starts, at_)
                lines.setdefault(line, {})[number] = max(lines.get(line, {}).get(number, 0.0), much)
        for number, much in _in_name(words, whole, whole.lower()).items():
            head[number] = max(head.get(number, 0.0), NAME * much)
        if inside or head:
            yield id_, head, lines, path


def _in_name(words: Sequence[SoughtWord], name: bytes, small: bytes) -> dict[int, float]:
    """By word that stands in a name, as what it weighs most."""
    found: dict[int, float] = {}
    for number, word in enumerate(words):
        for form in word.forms:
            if form.much > found.get(number, 0.0) and form.stands_in(name, small):
                found[number] = form.much
    return found


def _body(source: bytes, start: int, end: int) -> int:
    """Where the statements begin: behind the parameters, and Python's own description."""
    opened = _OPENED.search(source, start, end)
    if not opened:
        return start
    return _behind_text(source, opened.end(), end)


def _behind_text(source: bytes, start: int, end: int) -> int:
    """Behind a text that stands for itself, Python's description of a function; the start where there is none."""
    at_ = start
    while at_ < end and source[at_ : at_ + 1].isspace():
        at_ += 1
    at_ += source[at_ : at_ + 1] in (b"r", b"R", b"u", b"b")
    for quote in (b'"' * 3, b"'" * 3, b'"', b"'"):
        if source.startswith(quote, at_):
            closed = source.find(quote, at_ + len(quote), end)
            return closed + len(quote) if closed >= 0 else start
    return start


def _remark(source: bytes, starts: Sequence[int], line: int) -> int:
    """Where the comment over a function begins; the function's own line where there is none."""
    top = line
    for above in range(line - 1, max(0, line - ABOVE), -1):
        text = source[starts[above - 1] : starts[above] if above < len(starts) else len(source)].strip()
        if not text.startswith((b"*", b"/*", b"//", b"#", b'"""')) or text.startswith(
            (b"#include", b"#if", b"#endif", b"#define")
        ):
            break
        top = above
    return starts[top - 1]


def _place(
    here: Here,
    id_: str,
    head: dict[int, float],
    lines: dict[int, dict[int, float]],
    weights: Sequence[float],
    given: bool,
) -> NearPlace:
    """The line around which the most of what the head does not say is said."""
    every: dict[int, float] = {}
    for held in lines.values():
        for number, much in held.items():
            every[number] = max(every.get(number, 0.0), BODY * much)
    best, line, held_there = _sum(head | {n: max(head.get(n, 0.0), much) for n, much in every.items()}, weights), 0, frozenset(n for n in head if head[n] > FILE)  # fmt: skip
    for middle in sorted(lines):
        there = dict(head)
        for near in range(middle - AROUND, middle + AROUND + 1):
            for number, much in lines.get(near, {}).items():
                there[number] = max(there.get(number, 0.0), PLACE * much)
        score = _sum({n: max(there.get(n, 0.0), every.get(n, 0.0)) for n in there.keys() | every.keys()}, weights)
        own = _sum(lines[middle], weights) * 0.01  # of two alike, the line that says more itself
        if given and _gives(here, id_, middle, lines[middle]):
            own += SETS * max(weights[number] for number in lines[middle])
        if score + own > best + 0.02:
            best, line, held_there = score + own, middle, frozenset(n for n, much in there.items() if much > FILE)
    return NearPlace(id_, best, held_there, line)


@lru_cache(maxsize=8)
def _lines(source: bytes) -> list[bytes]:
    return source.split(b"\n")


def _gives(here: Here, id_: str, line: int, held: dict[int, float]) -> bool:
    """Whether a line gives something a value: `timeout = 3`, `"timeout": args.timeout`."""
    text = _lines(here.project.sources(here.project.functions[id_].path))[line - 1]
    return _SETS.search(text) is not None


def _sum(held: dict[int, float], weights: Sequence[float]) -> float:
    return sum(weights[number] * much for number, much in held.items())
