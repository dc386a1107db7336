"""Whether a name that is told as called otherwise is: by the lines that speak of it.

called otherwise    no line speaks of the one as it spoke of the other, and of another new name one does
called and stands   the name that it had stands on in the same text as often
called and told     the same name is told as new or gone as well
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flowscout.model.account import Answer

from .plain import Plain
from .verdict import Verdict

CALLED = re.compile(r"`([^`]*)` is now called `([^`]*)`")
_WORD = re.compile(r"\w+$")


def names(sentence: str) -> list[tuple[str, str]]:
    return CALLED.findall(sentence)


def judged(one: Answer, diff: Plain, others: Sequence[Answer]) -> Iterator[Verdict]:
    for was, now in names(one.sentence):
        if not _WORD.match(was) or not _WORD.match(now):
            continue

        def verdict(kind: str, borne: bool, about: str = "") -> Verdict:
            return Verdict(kind, borne, one.place.path, one.place.line, one.sentence, about)

        old, new = _rows(diff, 0, was), _rows(diff, 1, now)
        if not old or not new:
            continue
        came = set(diff.words(1, range(len(diff.came)))) - set(diff.words(0, range(len(diff.kept))))
        fits = _fits(old, was, _every(diff), now)
        best = max(
            ((_fits(old, was, _every(diff), each.decode("utf-8", "replace")), each) for each in came), default=(0, b"")
        )
        yield verdict("called otherwise", fits > 0 or best[0] <= 0, f"{fits} of {len(old)}, {best}")
        yield verdict("called and stands", not _rows(diff, 1, was) or len(_rows(diff, 1, was)) < len(old))
        told = [
            other.sentence
            for other in others
            if other is not one
            and other.unit == one.unit
            and re.search(rf"(?:`{re.escape(was)}` is gone|`{re.escape(now)}` is new)", other.sentence)
        ]
        yield verdict("called and told", not told, " ".join(told))


def _rows(diff: Plain, side: int, name: str) -> list[tuple[bytes, ...]]:
    return [row for row in diff.rows(side) if name.encode() in row]


def _every(diff: Plain) -> set[tuple[bytes, ...]]:
    return set(diff.rows(1))


def _fits(rows: Sequence[tuple[bytes, ...]], was: str, there: set[tuple[bytes, ...]], now: str) -> int:
    """How many lines stand there with the other name in its place."""
    return sum(tuple(now.encode() if word == was.encode() else word for word in row) in there for row in rows)
