"""What a review claims of an edit, held against the plain difference: the kinds of claims that it does not bear out.

kept as new    told as new, and every word of it stands there before
kept as gone   told as gone, and every word of it stands there after
apart          told as one that changed, and lines that stayed lie between the two
astray         told as one that changed, and most of what it was stands elsewhere now
guard kept     runs no longer under a question, or runs now only under one, where neither it nor the question changed
same quote     both sides of a difference are quoted alike
cut quote      a difference is quoted where it is cut
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from flowscout import shelf
from flowscout.model.account import DECLARATION, FLOW, LISTED, Answer
from flowscout.model.identity import path_of
from flowscout.model.language import Language
from flowscout.model.review import Review
from flowscout.pipeline import Project
from flowscout.stages.account.pieces.lexing import LexedSource
from flowscout.tasks.pairing import pair

from .plain import Plain, plain

APART = 4  # telling tokens that stayed
QUOTE = re.compile(r"`([^`]*)`")
ORDERED = re.compile(
    r" comes? (?:before|after) | stands | runs? |In another place|has moved| in any case| under `#?[^`]*`, no longer "
)
BOTH = re.compile(
    r"`([^`]*)`(?: is now |, no longer (?:to |whether |while |by |as |with )?| where it \w+ | → )`([^`]*)`"
)


class Unborne(NamedTuple):
    kind: str
    path: str
    line: int
    said: str
    was: str
    now: str


class Texts:
    """Plain differences of what a review compared, made where they are asked for."""

    def __init__(self, before: Project, after: Project, renames: Mapping[str, str]) -> None:
        self.before, self.after = before, after
        self.pairs = {b: a for a, b in pair(before, after, renames, {*before.files, *after.files}) if a and b}
        self.made: dict[tuple[str, str, str], Plain] = {}
        self.sources: dict[tuple[int, str], LexedSource] = {}

    def source(self, side: int, path: str) -> LexedSource:
        project = (self.before, self.after)[side]
        if (side, path) not in self.sources:
            language: Language = shelf.load("flowscout.languages", project.files[path].language)
            self.sources[side, path] = LexedSource(path, project.sources(path), language.reading.tokens)
        return self.sources[side, path]

    def has(self, one: Answer) -> bool:
        return all(path in side.files for side, path in zip((self.before, self.after), _both(one), strict=True))

    def of(self, one: Answer) -> Plain:
        return self.between(one.unit if one.unit in self.pairs else "", *_both(one))

    def whole(self, one: Answer) -> Plain:
        return self.between("", *_both(one))

    def between(self, unit: str, a: str, b: str) -> Plain:
        if unit:
            a, b = path_of(self.pairs[unit]), path_of(unit)
        key = unit, a, b
        if key not in self.made:
            old, new = self.source(0, a), self.source(1, b)
            spans = ((0, len(old.data)), (0, len(new.data)))
            if unit:
                was, now = self.before.functions[self.pairs[unit]].facts, self.after.functions[unit].facts
                spans = (was.start, was.end), (now.start, now.end)
            self.made[key] = plain(old, new, *spans)
        return self.made[key]


def unborne(review: Review, texts: Texts) -> Iterator[Unborne]:
    for one in review.account:
        if one.how not in (FLOW, DECLARATION, LISTED) or one.twin or one.rule in ("file", "unread", "defect", "syntax"):
            continue
        for kind in dict.fromkeys(_kinds(one, texts)):
            yield Unborne(kind, one.place.path, one.place.line, one.sentence, one.before.code, one.after.code)


def _kinds(one: Answer, texts: Texts) -> Iterator[str]:
    yield from (kind for kind, borne in quotes(one.sentence) if not borne)
    if not texts.has(one):
        return
    if one.rule in ("new", "gone", "extracted", "inlined", "defaulted"):
        return
    diff = texts.of(one)
    was = diff.before(one.before.line, one.before.end_line) if one.before.line else range(0)
    now = diff.after(one.after.line, one.after.end_line) if one.after.line else range(0)
    left, came = (diff.telling(side, own) for side, own in enumerate((was, now)))
    if came and not was and all(diff.came[at] >= 0 for at in came):
        yield "kept as new"
    if left and not now and all(diff.kept[at] >= 0 for at in left):
        yield "kept as gone"
    if was and now and not ORDERED.search(one.sentence):
        yield from _paired(diff, was, now, left)
    if " runs " in one.sentence and was and now:
        yield from _guards(one, diff, was, now)


def _both(one: Answer) -> tuple[str, str]:
    return one.before.path or one.after.path, one.after.path or one.before.path


def _paired(diff: Plain, was: range, now: range, left: Sequence[int]) -> Iterator[str]:
    if diff.between(was, now) >= APART:
        yield "apart"
    away = sum(diff.kept[at] >= 0 and not now.start <= diff.kept[at] < now.stop for at in left)
    if away > 2 and 2 * away > len(left):
        yield "astray"


def _guards(one: Answer, diff: Plain, was: range, now: range) -> Iterator[str]:
    """Neither the step nor any word between the question and it differs."""
    stayed = all(diff.kept[at] in now for at in diff.telling(0, was))
    text, _, gone = one.sentence.partition(", no longer ")
    for side, part, own in ((0, gone, was), (1, text.partition(" runs ")[2], now)):
        for asked in QUOTE.findall(part) if stayed else ():
            words = asked.encode().split()
            near = diff.words(side, range(own.start))
            at = _last(near, b"".join(words))
            if at >= 0 and _stays(diff, side, range(at, own.start)):
                yield "guard kept"


def _stays(diff: Plain, side: int, own: range) -> bool:
    """Whether the text stands on the other side word for word, braces too."""
    there = [(diff.kept, diff.came)[side][each] for each in own]
    return bool(there) and there[0] >= 0 and there == [*range(there[0], there[0] + len(there))]


def _last(words: Sequence[bytes], text: bytes) -> int:
    """Where the text stands last, -1 for nowhere."""
    joined, starts = b"", []
    for word in words:
        starts.append(len(joined))
        joined += b"".join(word.split())
    found = joined.rfind(text)
    return max((n for n, start in enumerate(starts) if start <= found), default=-1) if found >= 0 else -1


def quotes(sentence: str) -> Iterator[tuple[str, bool]]:
    """(kind, whether it is borne out) of each pair of quotes that should differ."""
    for was, now in BOTH.findall(sentence):
        yield "same quote", was != now
        yield "cut quote", was == now or was.replace("…", "") != now.replace("…", "")
