"""One pattern tried at one line, and the record it makes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import Final, NamedTuple

from ...model.logformat import CAUSE, SUCCESS, TOOL, LogFormat, Pattern, Record
from ..reading import Lines
from .linear import MARK, Linear, Purse, RowMatch

MORE: Final = 30
READ: Final = 200  # letters before a message in which a word of warning is looked for
RECORD: Final = (
    20  # lines of what PowerShell writes between the first line that a program prints to its errors and the others
)
_RECORD: Final = re.compile(r"At (?:line|[A-Za-z]:\\.{1,200}):\d{1,6} char:\d{1,6}")
_ROW: Final = re.compile(r"\s*\+ ")
_SKIP: Final = 6  # lines of other sections looked past for each line of one's own

# What a wrapper puts before a line that a tool printed: GitHub's marks, npm, Ant, PowerShell's name of the program, deep
# indents of pip and Flutter, the seconds of a step of docker.
_WRAPPER: Final = re.compile(
    r"\A(?:##\[(?:error|warning)\]|npm (?:ERR!|error) (?=\S)|\s*\[(?:exec|javac|java|junit|apply|ant)\] ?|[.\w\\/:-]{1,120} : (?=\S)|\d{1,5}\.\d{2,3} (?=\S)|\s{2,}(?=\S))"
)


SOFT: Final = "##[warning]"
_MARK: Final = re.compile(r"\A##\[(?:error|warning)\]")
_MARKED: Final = re.compile(r"\A##\[(?:error|warning)\]\s*")
_WARNS: Final = re.compile(r"(?:^|[\s\[:-])(?:warn|WARN(?:ING)?)(?=[\s\]:])")
_CALM: Final = re.compile(
    r"(?:\[[\w.: -]{1,40}\] {1,4})?\[?(?:INFO|DEBUG|TRACE|VERBOSE)\]?\b|(?:info|debug|verbose)\b ?[:\]]"
)


class Unwrapped(NamedTuple):
    """A line's text without its wrapper. prefix: what was taken, "" nothing."""

    text: str
    prefix: str


def unwrapped(text: str) -> Unwrapped:
    wrapper = _WRAPPER.match(text)
    return Unwrapped(text[wrapper.end() :], wrapper[0]) if wrapper else Unwrapped(text, "")


@cache
def compiled(expression: str) -> re.Pattern[str] | Linear:
    """An expression of a repository's own files is marked, and never given to an engine that tries one way after another."""
    return Linear(expression) if expression.startswith(MARK) else re.compile(expression)


def shared_purse(formats: Iterable[LogFormat]) -> Purse:
    """One purse for all expressions of repositories' own formats."""
    purse = Purse()
    for pattern in [pattern for format_ in formats for pattern in format_.patterns]:
        for expression in (pattern.first, *(line for line, _ in pattern.then), pattern.more, pattern.above[0]):
            if expression.startswith(MARK) and isinstance(one := compiled(expression), Linear):
                one.purse = purse
    return purse


def _without(text: str, prefix: str) -> str:
    return text[len(prefix) :] if prefix and text.startswith(prefix) else text


def _found(expression: re.Pattern[str] | Linear, text: str, prefix: str) -> re.Match[str] | RowMatch | None:
    """A problem matcher of the runner may mark only one line of a message, not its first."""
    found = expression.search(_without(text, prefix))
    mark = None if found or not text.startswith("##[") else _MARK.match(text)
    return expression.search(text[mark.end() :]) if mark else found


def _past_record(texts: Sequence[str], at: int) -> int:
    """The last line of what PowerShell writes below the first line of what a program prints to its errors; else the line itself."""
    head = next((index for index in range(at + 1, min(len(texts), at + RECORD)) if texts[index]), at)
    if not _RECORD.match(texts[head]):
        return at
    last = head
    for index in range(head + 1, min(len(texts), head + RECORD)):
        if _ROW.match(texts[index]):
            last = index
        elif texts[index]:
            break
    told = "".join("".join(texts[head : last + 1]).split())  # which a console breaks anywhere
    return last if "NativeCommandError" in told else at


def _following(lines: Lines, at: int, reach: int, wide: int = 0) -> Iterator[int]:
    """Indices of the next `reach` lines of the same section. wide: lines were joined, and what they left empty is none."""
    sections = lines.sections
    section, start = sections[at], _past_record(lines.texts, at) + 1
    alike = (
        index
        for index in range(start, min(len(sections), start + reach * _SKIP))
        if sections[index] == section and (lines.texts[index] or not wide)
    )
    return islice(alike, reach)


class _Match(NamedTuple):
    at: int
    groups: Mapping[str, str | None]
    start: int


class Tried(NamedTuple):
    """A pattern with its first expression, compiled."""

    first: re.Pattern[str] | Linear
    pattern: Pattern


def begins(one: Tried, text: str, bare: str) -> bool:
    """Whether a pattern may take a line, as it stands or without its wrapper. An expression that is given only so much is not tried
    for it."""
    first = one.first
    return isinstance(first, Linear) or bool(first.search(text) or (bare is not text and first.search(bare)))


class SearchedLine(NamedTuple):
    """A line's text as far as it is searched, and the same without its wrapper."""

    text: str
    bare: Unwrapped


def tried(
    format_: LogFormat, patterns: Iterable[Tried], shown: SearchedLine, lines: Lines, at: int, wide: int = 0
) -> Record | None:
    """The record of the first of a format's patterns that matches at line `at`: as it stands, else without its wrapper."""
    for text, prefix in ((shown.text, ""), shown.bare) if shown.bare.prefix else ((shown.text, ""),):
        for first, pattern in patterns:
            found = first.search(text)
            matches = _all(pattern, lines, at, found, prefix, wide) if found else None
            if matches:
                return _record(format_, pattern, lines, matches, prefix, wide)
    return None


def _all(
    pattern: Pattern, lines: Lines, at: int, found: re.Match[str] | RowMatch, prefix: str, wide: int
) -> list[_Match] | None:
    matches = [_Match(at, found.groupdict(), found.start())]
    for expression, reach in pattern.then:
        next_ = _next(compiled(expression), lines, matches[-1].at, abs(reach), prefix, wide)
        if next_ is not None:
            matches.append(next_)
        elif reach > 0:
            return None
    return matches


def _next(
    expression: re.Pattern[str] | Linear, lines: Lines, at: int, reach: int, prefix: str, wide: int
) -> _Match | None:
    for index in _following(lines, at, reach, wide):
        found = _found(expression, lines.texts[index], prefix)
        if found:
            return _Match(index, found.groupdict(), found.start())
    return None


def _end(pattern: Pattern, lines: Lines, last: int, prefix: str) -> int:
    if not pattern.more:
        return last
    expression = compiled(pattern.more)
    for index in _following(lines, last, MORE):
        if not _found(expression, lines.texts[index], prefix):
            break
        last = index
    return last


def _above(pattern: Pattern, lines: Lines, at: int, groups: dict[str, str]) -> tuple[dict[str, str], int]:
    """The groups, with those of a line above; and where the message begins, which may be there."""
    expression, reach = pattern.above
    if not expression:
        return groups, at
    sought = compiled(expression)
    section = lines.sections[at]
    for index in range(at - 1, max(-1, at - 1 - reach), -1):
        if lines.sections[index] == section and (found := sought.search(lines.texts[index])):
            said = {name: value for name, value in found.groupdict().items() if value}
            return said | groups, index if "message" in said and "message" not in groups else at
    return groups, at


def number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0


class _Blank(dict[str, str]):
    def __missing__(self, name: str) -> str:
        return ""


def _record(
    format_: LogFormat, pattern: Pattern, lines: Lines, matches: list[_Match], prefix: str, wide: int
) -> Record:
    groups: dict[str, str] = {}
    for match in matches:
        groups |= {name: value for name, value in match.groups.items() if value and name not in groups}
    groups, begin = _above(pattern, lines, matches[0].at, groups)
    shown = matches[min(pattern.at, len(matches) - 1)]
    line = lines[shown.at]
    first = lines[begin].number
    number_ = line.number + (shown.start // wide if wide else 0)
    message = (
        pattern.message.format_map(_Blank(groups)) if pattern.message else _whole(groups.get("message", ""), line.text)
    )
    known = ("file", "line", "row", "column", "message", "severity", "language")
    if pattern.tool:
        groups[TOOL] = pattern.tool
    return Record(
        line=number_,
        end_line=max(number_, lines[_end(pattern, lines, matches[-1].at, prefix)].number),
        type=pattern.type,
        kind=pattern.kind,
        role=pattern.role,
        severity="warning"
        if prefix == SOFT and pattern.role != SUCCESS
        else _severity(groups.get("severity", ""), _usual(pattern, line.text, line.text[: shown.start])),
        message=message.strip(),
        format=format_.name,
        language=groups.get("language")
        or pattern.language
        or (format_.languages[0] if len(format_.languages) == 1 else ""),
        file=_MARKED.sub("", groups.get("file", "")).strip() or pattern.file,
        file_line=number(groups.get("line") or groups.get("row", "")),
        column=number(groups.get("column", "")),
        weight=_weight(pattern, prefix),
        first=min(first, number_),
        section=line.section,
        metadata=tuple(
            sorted((name, value.strip()) for name, value in groups.items() if name not in known and name[-1] != "_")
        ),
    )


def _whole(message: str, text: str) -> str:
    """A message that begins within brackets is told with them."""
    closed = message.find("]")
    return text if not message or (closed >= 0 and "[" not in message[:closed]) else message


def _weight(pattern: Pattern, prefix: str) -> int:
    """What the runner itself took for a warning ended no step, however it is worded."""
    if prefix == SOFT:
        return min(pattern.weight, 0)
    return pattern.weight - (1 if prefix.isspace() else 0)


def _usual(pattern: Pattern, text: str, before: str) -> str:
    """A message that its own tool calls information is no error, unless the pattern is sure of it; one that stands behind a word of
    warning is a warning."""
    if pattern.severity != "error":
        return pattern.severity
    if pattern.weight <= 0 and _CALM.match(text):
        return "note"
    return "warning" if pattern.role == CAUSE and _WARNS.search(before[:READ]) else "error"


def _severity(said: str, usual: str) -> str:
    word = said.lower()
    if word in ("error", "fatal", "fatal error", "err", "e", "f", "failure", "critical"):
        return "error"
    if word in ("warning", "warn", "w"):
        return "warning"
    return "note" if word in ("note", "info", "hint", "notice") else usual
