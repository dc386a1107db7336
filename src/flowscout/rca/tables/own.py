"""A repository's own formats: files of rows as in `rca/logs`, and problem matchers in JSON.

Whoever proposes a change may have written them. So they are bounded, their expressions are searched by an engine that no text makes slow
(`extract.linear`), and what they say of a tool's presence is not read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from string import Formatter
from typing import Final

from ...model.logformat import LogFormat, Pattern
from ..extract.linear import MARK, ForeignError, Linear
from .matchers import matchers
from .rows import LONGEST, TableError, table
from .shelf import kinds, shapes

LARGEST: Final = 60_000  # characters of one file
FILES: Final = 50
ROWS: Final = 400  # expressions
_MALFORMED: Final = (
    TypeError,
    ValueError,
    OverflowError,
    RecursionError,
    AttributeError,
    LookupError,
)  # what a reader of rows stumbles over


def own(files: Iterable[tuple[str, str]]) -> tuple[LogFormat, ...]:
    """files: (path, text). Raises TableError, which names the file."""
    found: list[LogFormat] = []
    for path, text in files:
        try:
            found += _formats(path, text)
        except TableError as error:
            raise TableError(f"{path}: {error}") from None
        except _MALFORMED as error:
            raise TableError(f"{path}: cannot be read: {type(error).__name__}: {str(error)[:200]}") from None
    if len(found) > FILES or sum(_expressions(one) for format_ in found for one in format_.patterns) > ROWS:
        raise TableError(f"more than {FILES} files or {ROWS} expressions")
    return tuple(found)


def _formats(path: str, text: str) -> Iterator[LogFormat]:
    if len(text) > LARGEST:
        raise TableError(f"longer than {LARGEST:,} characters")
    stem = path.rpartition("/")[2].partition(".")[0] or "own"
    read = matchers(text, stem) if path.endswith(".json") else (table(text, stem, shapes(), kinds()).format,)
    for one in read:
        yield one._replace(patterns=tuple(map(_linear, one.patterns)), signs=())


def _expressions(pattern: Pattern) -> int:
    return 1 + len(pattern.then) + bool(pattern.more) + bool(pattern.above[0])


def _linear(pattern: Pattern) -> Pattern:
    _plain(pattern.message)
    return pattern._replace(
        first=_marked(pattern.first),
        then=tuple((_marked(line), reach) for line, reach in pattern.then),
        more=_marked(pattern.more),
        above=(_marked(pattern.above[0]), pattern.above[1]),
    )


def _plain(message: str) -> None:
    """Only names between braces: a width or an attribute would be Python's to carry out."""
    for _, name, form, conversion in Formatter().parse(message):
        if name is not None and (form or conversion or not name.isidentifier()):
            raise TableError(f"message: `{{{name[:80]}}}` is no plain name between braces")


def _marked(expression: str) -> str:
    if not expression:
        return ""
    if len(expression) > LONGEST:
        raise TableError(f"an expression is longer than {LONGEST:,} characters")
    try:
        Linear(MARK + expression)
    except (ForeignError, RecursionError, KeyError) as error:
        raise TableError(f"`{expression[:200]}`: {error}") from None
    return MARK + expression
