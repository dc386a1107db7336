"""A file of rows to the patterns of one tool.

    [tool]
    name = "bazel"                      of the file where it is left out
    languages = ["starlark"]
    url = "https://bazel.build/docs"    where its messages are documented
    signs = ['^INFO: Analyzed ']        the tool at work in a log that holds none of its errors

    [[row.visibility]]                  the error type; what is known of it stands in `advice.toml`
    is = "cause"                        or consequence, pointer, noise, passed, verdict-failed, verdict-ok: the tool's word on its run
    kind = "build_script"               where `advice.toml` does not say it
    tool = "ruff"                       whose words these are, where the file is of several tools
    weight = "sure"                     or usual, weak: many tools print such a line. A number only with its reason
    line = '^ERROR: {place}: (?P<message>.*is not visible from.*)'      or several that mean the same
    then = [{ line = '^target ', within = 4, optional = true }]
    more = '^Visibility error|^target '
    above = { line = '^(?P<file>\\S+)$', within = 30 }
    examples = ['ERROR: /w/app/BUILD:3:10: target //a:b is not visible from target //c:d']     of real logs
    documented = ['…']                  as the tool's documentation or source has them; a row has one of both
    not = ['ERROR: all is visible']

`model.logformat.Pattern` says what else a row may hold. A test reads every example with every file.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from ...model.logformat import CAUSE, CONSEQUENCE, KINDS, NOISE, POINTER, SUCCESS, LogFormat, Pattern
from .literals import required
from .order import literal
from .shapes import ShapeError, expanded

WEIGHTS: Final = {"sure": 1, "usual": 0, "weak": -1}
IS: Final = {  # role, weight, severity
    "cause": (CAUSE, 0, "error"),
    "consequence": (CONSEQUENCE, 0, "error"),
    "verdict-failed": (CONSEQUENCE, 1, "error"),
    "pointer": (POINTER, 0, "error"),
    "noise": (NOISE, 0, "info"),
    "passed": (SUCCESS, 0, "info"),
    "verdict-ok": (SUCCESS, 1, "info"),
}
UNKNOWN: Final = "unknown"
_ROW: Final = frozenset(
    ["line", "is", "kind", "severity", "message", "language", "file", "tool", "more", "weight", "then", "above", "at", "first", "last",
     "examples", "documented", "not"])  # fmt: skip
_TOOL: Final = frozenset(["name", "languages", "signs", "url", "examples"])


LONGEST: Final = 4_000  # characters of an expression of a repository's own


class TableError(ValueError):
    """A file of rows that says what it may not."""


class Row(NamedTuple):
    """rank: 1 for a row that is tried before those that say more literally what they take, -1 for one after them."""

    pattern: Pattern
    examples: tuple[str, ...]
    documented: tuple[str, ...]
    never: tuple[str, ...]
    rank: int

    @property
    def shown(self) -> tuple[str, ...]:
        return (*self.examples, *self.documented)


class Table(NamedTuple):
    """rows: in the order in which they are tried. examples: of what the file's functions read."""

    format: LogFormat
    rows: tuple[Row, ...]
    examples: tuple[str, ...]


def table(text: str, stem: str, shapes: Mapping[str, str], kinds: Mapping[str, str]) -> Table:
    """kinds: by type. Raises TableError."""
    try:
        said = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise TableError(f"no TOML: {error}") from None
    tool = _table(said.pop("tool", {}), "[tool]", _TOOL)
    own = {**shapes, **_texts(said.pop("shapes", {}))}
    rows = said.pop("row", {})
    if said or not isinstance(rows, dict):
        raise TableError(f"holds {', '.join(sorted(said)) or '[[row]]'}; [tool], [shapes] and [[row.TYPE]] are known")
    read = [
        row
        for type_, each in rows.items()
        for one in (each if isinstance(each, list) else [each])
        for row in _rows(type_, one, own, kinds)
    ]
    made = sorted(read, key=lambda row: (-row.rank, -literal(row.pattern)))
    name = _string(tool, "name") or stem
    signs = tuple(_expression(sign, own, name) for sign in _strings(tool, "signs"))
    return Table(
        LogFormat(name, _strings(tool, "languages"), tuple(row.pattern for row in made), signs),
        tuple(made),
        _strings(tool, "examples"),
    )


def _rows(type_: str, given: Any, shapes: Mapping[str, str], kinds: Mapping[str, str]) -> Iterator[Row]:
    """One for each of its lines."""
    where = f"row `{type_}`"
    row = _table(given, where, _ROW)
    lines = _strings(row, "line") if isinstance(row.get("line"), list) else (_string(row, "line"),)
    if not lines or not all(lines):
        raise TableError(f"{where} lacks its line")
    for line in lines:
        yield _row(type_, row, _expression(line, shapes, where), shapes, kinds)


def _row(type_: str, row: Mapping[str, Any], first: str, shapes: Mapping[str, str], kinds: Mapping[str, str]) -> Row:
    where = f"row `{type_}`"
    role, weight, severity = _of(IS, _string(row, "is") or "cause", where)
    literals = required(first)
    if not literals:
        raise TableError(f"{where}: no letters stand in every line it takes, so that each line of a log would be tried")
    kind = _string(row, "kind") or kinds.get(type_, UNKNOWN)
    if kind not in KINDS:
        raise TableError(f"{where}: {kind!r} is no kind: {', '.join(KINDS)}")
    pattern = Pattern(
        type_, kind, first, tuple(sorted(literals)), role, _string(row, "severity") or severity,
        tuple(_further(one, shapes, where) for one in row.get("then", ())), _number(row, "at", where),
        _expression(_string(row, "more"), shapes, where), _weight(row.get("weight"), weight, where), _string(row, "message"),
        _string(row, "language"), _above(row.get("above"), shapes, where), _string(row, "file"), _string(row, "tool"),
    )  # fmt: skip
    if pattern.at > len(pattern.then):
        raise TableError(f"{where}: at = {pattern.at}, and then has {len(pattern.then)}")
    return Row(
        pattern,
        _strings(row, "examples"),
        _strings(row, "documented"),
        _strings(row, "not"),
        bool(row.get("first")) - bool(row.get("last")),
    )


def _weight(said: Any, usual: int, where: str) -> int:
    if said is None:
        return usual
    return said if isinstance(said, int) and -2 <= said <= 2 else int(_of(WEIGHTS, said, where))


def _of(words: Mapping[str, Any], word: Any, where: str) -> Any:
    if word not in words:
        raise TableError(f"{where}: {word!r} is none of {', '.join(words)}")
    return words[word]


def _further(given: Any, shapes: Mapping[str, str], where: str) -> tuple[str, int]:
    one = _table(given, where, frozenset(["line", "within", "optional"]))
    reach = _number(one, "within", where)
    return _expression(_string(one, "line"), shapes, where), -reach if one.get("optional") else reach


def _above(given: Any, shapes: Mapping[str, str], where: str) -> tuple[str, int]:
    return _further({**_table(given, where, frozenset(["line", "within"]))}, shapes, where) if given else ("", 0)


def _expression(text: str, shapes: Mapping[str, str], where: str) -> str:
    try:
        whole = expanded(text, shapes)
        re.compile(whole)
    except (ShapeError, re.error, OverflowError, RecursionError) as error:
        raise TableError(f"{where}: {text!r}: {error}") from None
    return whole


def _table(given: Any, where: str, keys: frozenset[str]) -> dict[str, Any]:
    if not isinstance(given, dict) or (strange := given.keys() - keys):
        raise TableError(
            f"{where}: {', '.join(sorted(strange)) if isinstance(given, dict) else 'that'} is not known; {', '.join(sorted(keys))} are"
        )
    return given


def _texts(given: Any) -> dict[str, str]:
    if not isinstance(given, dict) or not all(isinstance(value, str) for value in given.values()):
        raise TableError("[shapes] holds expressions by name")
    return given


def _string(table: Mapping[str, Any], key: str) -> str:
    value = table.get(key, "")
    if not isinstance(value, str):
        raise TableError(f"{key} is a text, not {value!r}")
    return value


def _strings(table: Mapping[str, Any], key: str) -> tuple[str, ...]:
    value: Sequence[Any] = table.get(key, ())
    if not isinstance(value, list | tuple) or not all(isinstance(one, str) for one in value):
        raise TableError(f"{key} is a list of texts, not {value!r}")
    return tuple(value)


def _number(table: Mapping[str, Any], key: str, where: str) -> int:
    value = table.get(key, 0)
    if not isinstance(value, int) or not 0 <= value <= 500:
        raise TableError(f"{where}: {key} is a number up to 500, not {value!r}")
    return value
