"""What stands closest to a question outside of functions: constants, tables, fields and the comments beside them. As `nearest`, none of it is an answer."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from ...agents.said import Cited
from ...model.pattern import regex
from ...model.product import is_aside
from .here import Here
from .question.sought import SoughtWord, sought
from .scored import held_by

LINE, BESIDE, ABOVE, FILE = 1.0, 0.7, 0.8, 0.5  # what a word counts, by where it stands
REMARKS: Final = 4  # lines of a comment over a line
LEAST: Final = 0.6  # of all that is asked for
CLOSE: Final = 0.95
MOST: Final = 3
WIDE: Final = 110
_REMARK: Final = regex(r"\s{0,80}(?://|/\*|\*|#(?!\s{0,3}(?:define|if|el|en|inc|pra|und))|--)")
_SAYS: Final = regex(r"[A-Za-z]{3}")


_THING: Final = regex(r"(?i)\s{0,9}(?:what|where|which)(?:'s| is| are) (?:the|our|an?|its) ")


def asks(question: str) -> bool:
    """Whether a thing is asked for, which may well stand in no function."""
    return _THING.match(question) is not None


class OutsideRow(NamedTuple):
    much: float
    said: Cited


def outside(here: Here, question: str) -> tuple[Cited, ...]:
    """Lines of no function that hold most of the words, the rare ones weighing more."""
    words = sought(question)
    if len(words) < MOST - 1:
        return ()
    paths = [path for path in here.project.files if not is_aside(path) and here.inside(path)]
    held = {path: _present(here.project.sources(path).lower() + path.lower().encode(), words) for path in paths}
    rare = [math.log(1 + len(paths) / (1 + sum(n in one for one in held.values()))) + 0.3 for n in range(len(words))]
    weights = [word.weight * much for word, much in zip(words, rare, strict=True)]
    most = sum(weights)
    able = [path for path in paths if sum(weights[n] for n in held[path]) >= LEAST * most]
    rows = sorted((row for path in able for row in _rows(here, path, words, weights) if row.much >= LEAST * most), key=lambda row: (-row.much, row.said))  # fmt: skip
    return tuple(row.said for row in rows if row.much >= CLOSE * rows[0].much)[:MOST]


def _present(small: bytes, words: Sequence[SoughtWord]) -> frozenset[int]:
    return frozenset(n for n, word in enumerate(words) if any(form.literal in small for form in word.forms))


def _rows(here: Here, path: str, words: Sequence[SoughtWord], weights: Sequence[float]) -> Iterator[OutsideRow]:
    source = here.project.sources(path)
    small, by_line = source.lower(), dict[int, dict[int, float]]()
    for n, word in enumerate(words):
        for one in word.forms:
            for place in one.places(source, small):
                line = here.project.line(path, place)
                by_line.setdefault(line, {})[n] = max(by_line.get(line, {}).get(n, 0.0), one.much)
    texts, inside, named = _lines(source), _inside(here, path), held_by(words, path.encode("utf-8", "surrogateescape"))
    for number in sorted(by_line):
        text = texts[number - 1].decode("utf-8", "replace")
        if number in inside or not _SAYS.search(text) or _REMARK.match(text):
            continue  # a comment is told with what stands below it
        known = {n: LINE * much for n, much in by_line[number].items()}
        _add(known, named, FILE)
        above = number - 1
        while above and number - above <= REMARKS and _REMARK.match(texts[above - 1].decode("utf-8", "replace")):
            _add(known, by_line.get(above, {}), ABOVE)
            above -= 1
        for near in (number - 1, number + 1):
            _add(known, by_line.get(near, {}), BESIDE)
        shown = " ".join(text.split()).replace("`", "'")
        shown = shown if len(shown) <= WIDE else f"{shown[: WIDE - 2]} …"
        yield OutsideRow(
            round(sum(weights[n] * much for n, much in known.items()), 3), Cited(f"`{shown}`", path, number)
        )


def _add(known: dict[int, float], more: dict[int, float], much: float) -> None:
    for n, share in more.items():
        known[n] = max(known.get(n, 0.0), much * share)


def _inside(here: Here, path: str) -> frozenset[int]:
    """The lines of functions."""
    every = (here.project.functions[id_].facts for id_ in here.project.ids.get(path, ()))
    return frozenset(line for one in every if one.kind != "module" for line in range(one.line, one.end_line + 1))


@lru_cache(maxsize=16)
def _lines(source: bytes) -> list[bytes]:
    return source.split(b"\n")
