"""Whether what a sentence says that something stands under is what it stands under, by how the text is nested.

only where so before   told as running under a question now, and it stood under it before
only where not so      told as running under a question now, and it does not stand under it
depended not           told as no longer depending on a question, and it did not stand under it
depends still          told as no longer depending on a question, and it stands under it
same twice             the same question twice, of which one is told as what changed
not under              said to be done when a question holds, and its lines stand under it on neither side
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from flowscout.model.account import DECLARATION, FLOW, Answer

from .claims import Texts
from .plain import Plain
from .quoting import _MANY, _ONE, shielded, under
from .verdict import Verdict

_ONLY = re.compile(rf"({_MANY}) now runs? only where ({_ONE}) (?:holds|does not hold)")
_DEPENDS = re.compile(rf"({_MANY}) (no longer|now) depends? on ({_ONE})")
_NUMBER = re.compile("\0(\\d+)\0")
_TWICE = re.compile(rf"where ({_ONE}) holds[^;.]*?, when ({_ONE})")
_LEAVING = re.compile(r"\b(return|goto|break|continue|raise|throw|exit|abort|die)\b")


def judged(one: Answer, texts: Texts) -> Iterator[Verdict]:
    if one.how not in (FLOW, DECLARATION) or one.twin or not texts.has(one) or one.unit not in texts.pairs:
        return

    def verdict(kind: str, borne: bool, about: str = "") -> Verdict:
        return Verdict(kind, borne, one.place.path, one.place.line, one.sentence, about)

    diff = texts.of(one)
    text, quotes = shielded(one.sentence)
    for found in _TWICE.finditer(text):
        a, b = (quotes[int(found[n].strip("\0"))] for n in (1, 2))
        yield verdict("same twice", a != b, a)
    if not (diff.nesting(0).whole and diff.nesting(1).whole):
        return
    for found in _ONLY.finditer(text):
        asked = quotes[int(found[2].strip("\0"))]
        for what in (quotes[int(at)] for at in _NUMBER.findall(found[1])):
            own, had = _under(diff, 1, what), _under(diff, 0, what)
            if own and _asked(diff, 1, asked):
                yield verdict(
                    "only where not so", any(_has(each, asked) for each in own), f"{what} under {asked}: {own}"
                )
            if had:
                yield verdict(
                    "only where so before", not all(_has(each, asked) for each in had), f"{what} under {asked}"
                )
    for found in _DEPENDS.finditer(text):
        asked = quotes[int(found[3].strip("\0"))]
        gone = found[2] == "no longer"
        for what in (quotes[int(at)] for at in _NUMBER.findall(found[1])):
            own, had = _under(diff, int(not gone), what), _under(diff, int(gone), what)
            if own and _asked(diff, int(not gone), asked):
                yield verdict("depended not", any(_has(each, asked) for each in own), f"{what} under {asked}: {own}")
            if had:
                yield verdict("depends still", not all(_has(each, asked) for each in had), f"{what} under {asked}")
    yield from (verdict("not under", borne, about) for borne, about in _tails(one, diff))


def _tails(one: Answer, diff: Plain) -> Iterator[tuple[bool, str]]:
    """Of what is done when a question holds whether its lines stand under that, or behind a way out that hangs on it."""
    sides = [(0, one.before), (1, one.after)]
    for text in dict.fromkeys(under(one.sentence)):
        found = []
        for side, place in sides:
            own = (diff.before, diff.after)[side](place.line, place.end_line) if place.line else range(0)
            asked = diff.text(side).places(text)
            if not own or not asked:
                continue
            nest = diff.nesting(side)
            near = any(_has(nest.of(range(at, at + 1)), text) for at in own)
            inside = any(own.start <= each.start < own.stop for each in asked)
            early = any(each.start < own.start and _leaves(diff, side, each, own) for each in asked)
            found.append(near or inside or early)
        if found:
            yield any(found), text


def _leaves(diff: Plain, side: int, asked: range, own: range) -> bool:
    """Whether a way out lies between a question and a place."""
    words = b" ".join(diff.words(side, range(asked.stop, own.start))).decode("utf-8", "replace")
    return _LEAVING.search(words) is not None


def _under(diff: Plain, side: int, what: str) -> list[list[str]]:
    what = re.sub(r"^(?:if|while|for|elif|else if|switch) ", "", what)
    return [diff.nesting(side).of(each) for each in diff.text(side).places(what)]


def _asked(diff: Plain, side: int, text: str) -> bool:
    return bool(diff.text(side).places(text))


def _has(asked: list[str], text: str) -> bool:
    parts = ["".join(part.split()) for part in text.split("…")]
    pattern = ".*?".join(map(re.escape, parts))
    return any(re.search(pattern, each, re.DOTALL) for each in asked)
