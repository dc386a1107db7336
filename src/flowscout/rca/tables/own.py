"""A repository's own formats: files of rows as in `rca/logs`, and problem matchers in JSON.

Whoever proposes a change may have written them. So they are bounded, their expressions are searched by an engine that no text makes slow
(`extract.linear`), and what they say of a tool's presence is not read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from ...model.logformat import LogFormat, Pattern
from ..extract.linear import MARK, ForeignError, Linear
from .matchers import matchers
from .rows import TableError, table
from .shelf import kinds, shapes

LARGEST: Final = 200_000  # characters of one file
FILES: Final = 50
ROWS: Final = 400


def own(files: Iterable[tuple[str, str]]) -> tuple[LogFormat, ...]:
    """files: (path, text). Raises TableError, which names the file."""
    found: list[LogFormat] = []
    for path, text in files:
        try:
            found += _formats(path, text)
        except TableError as error:
            raise TableError(f"{path}: {error}") from None
    if len(found) > FILES or sum(len(one.patterns) for one in found) > ROWS:
        raise TableError(f"more than {FILES} files or {ROWS} rows of formats")
    return tuple(found)


def _formats(path: str, text: str) -> Iterator[LogFormat]:
    if len(text) > LARGEST:
        raise TableError(f"longer than {LARGEST:,} characters")
    stem = path.rpartition("/")[2].partition(".")[0] or "own"
    read = matchers(text, stem) if path.endswith(".json") else (table(text, stem, shapes(), kinds()).format,)
    for one in read:
        yield one._replace(patterns=tuple(map(_linear, one.patterns)), signs=())


def _linear(pattern: Pattern) -> Pattern:
    return pattern._replace(
        first=_marked(pattern.first),
        then=tuple((_marked(line), reach) for line, reach in pattern.then),
        more=_marked(pattern.more),
        above=(_marked(pattern.above[0]), pattern.above[1]),
    )


def _marked(expression: str) -> str:
    if not expression:
        return ""
    try:
        Linear(MARK + expression)
    except (ForeignError, RecursionError, KeyError) as error:
        raise TableError(f"`{expression[:200]}`: {error}") from None
    return MARK + expression
