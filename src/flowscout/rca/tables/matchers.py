"""Problem matchers, as VS Code's tasks and GitHub's runner have them, to the patterns of a format.

A matcher numbers its groups; here each gets the name that the reader of rows knows it by. Of several expressions each is searched in the line
after the last match; where the last one loops, it is the message, and what the ones before it name stands above it.
Form: https://code.visualstudio.com/docs/debugtest/tasks#_defining-a-problem-matcher, and the toolkit of GitHub Actions.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from ...model.logformat import LogFormat, Pattern
from .literals import required
from .rows import LONGEST, TableError

TYPE: Final = "reported_error"
KIND: Final = "lint_failure"
ABOVE: Final = 200  # lines above a looping message that may name its file
MOST: Final = 8  # expressions of one matcher
_ROLES: Final = {"file": "file", "fromPath": "project", "location": "row", "line": "line", "column": "column", "severity": "severity",
                 "code": "code", "message": "message"}  # fmt: skip
_SEVERITIES: Final = {"error": "error", "warning": "warning", "info": "note", "notice": "note"}
_LOCATION: Final = re.compile(r"\\d\+(?:[|,\\d+?:()*]*)")


def matchers(text: str, stem: str) -> tuple[LogFormat, ...]:
    """One for each owner that the matchers of a file name. Raises TableError."""
    try:
        said = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise TableError(f"no JSON (comments are not read): {error}") from None
    owners: dict[str, list[Pattern]] = {}
    for at, one in enumerate(_found(said)):
        name = str(one.get("owner") or one.get("name") or stem).lstrip("$")[:60]
        owners.setdefault(name, []).append(_pattern(one, f"problem matcher {at + 1}"))
    if not owners:
        raise TableError(
            "holds no problem matcher: `problemMatcher`, `tasks`, `contributes.problemMatchers` or `pattern` is looked for"
        )
    return tuple(LogFormat(name, (), tuple(patterns)) for name, patterns in owners.items())


def _found(said: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(said, list):
        for one in said:
            yield from _found(one)
    elif isinstance(said, dict):
        if "pattern" in said:
            yield said
        for key in ("problemMatcher", "problemMatchers", "tasks", "contributes"):
            yield from _found(said.get(key))


def _pattern(said: Mapping[str, Any], where: str) -> Pattern:
    given = said["pattern"]
    parts = given if isinstance(given, list) else [given]
    if not parts or len(parts) > MOST or not all(isinstance(one, dict) for one in parts):
        raise TableError(
            f"{where}: `pattern` is an expression with its groups, or a list of up to {MOST}; a name (`$tsc`) is not read here"
        )
    lines = [_expression(one, where, len(parts) == 1) for one in parts]
    looping = len(lines) > 1 and bool(parts[-1].get("loop"))
    first = lines[-1] if looping else lines[0]
    literals = required(first)
    if not literals:
        raise TableError(
            f"{where}: no letters stand in every line that `{first}` takes, so that each line of a log would be tried"
        )
    then = () if looping else tuple((line, 1) for line in lines[1:])
    return Pattern(
        TYPE, KIND, first, tuple(sorted(literals)), then=then, severity=_severity(said, where), weight=1,
        at=len(then) if _tells(parts[-1]) else 0, above=(lines[-2], ABOVE) if looping else ("", 0),
    )  # fmt: skip


def _tells(part: Mapping[str, Any]) -> bool:
    return "message" in part


def _severity(said: Mapping[str, Any], where: str) -> str:
    word = str(said.get("severity") or "error").lower()
    if word not in _SEVERITIES:
        raise TableError(f"{where}: severity {word!r} is none of {', '.join(_SEVERITIES)}")
    return _SEVERITIES[word]


def _expression(part: Mapping[str, Any], where: str, alone: bool) -> str:
    text = part.get("regexp")
    if not isinstance(text, str) or not text:
        raise TableError(f"{where}: an expression (`regexp`) is missing")
    if len(text) > LONGEST:
        raise TableError(f"{where}: an expression is longer than {LONGEST:,} characters")
    numbers = {role: part[role] for role in _ROLES if role in part}
    if alone and not {"file", "line", "location"} & numbers.keys() and part.get("kind") != "file":
        numbers = {"file": 1, "line": 2, "column": 3, **numbers}
    names: dict[int, str] = {}
    for role, number in numbers.items():
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < 100:
            raise TableError(f"{where}: `{role}` is the number of a group, not {number!r}")
        if number:
            names.setdefault(number, _ROLES[role])
    whole = _named(text, names)
    try:
        re.compile(whole)
    except (re.error, OverflowError, RecursionError) as error:
        raise TableError(f"{where}: {text[:200]!r}: {error}") from None
    return whole


def _named(text: str, names: Mapping[int, str]) -> str:
    """With names for its groups; JavaScript's own names are left out, and what it may escape."""
    out: list[str] = []
    number, at, in_class = 0, 0, False
    while at < len(text):
        letter = text[at]
        if letter == "\\":
            out.append("/" if text[at + 1 : at + 2] == "/" else text[at : at + 2])
            at += 2
            continue
        if letter == "[" and not in_class:
            in_class = True
        elif letter == "]":
            in_class = False
        elif letter == "(" and not in_class:
            own = re.compile(r"\(\?<([A-Za-z_$][\w$]{0,60})>").match(text, at)
            if own or text[at + 1 : at + 2] != "?":
                number += 1
                body = _body(text, own.end() if own else at + 1)
                if names.get(number) == "row" and _LOCATION.fullmatch(body):
                    out.append(r"(?P<row>\d+)(?:,(?P<column>\d+))?(?:,\d+)*")
                    at = (own.end() if own else at + 1) + len(body) + 1
                    continue
                out.append(f"(?P<{names[number]}>" if number in names else "(?:")
                at = own.end() if own else at + 1
                continue
        out.append(letter)
        at += 1
    return "".join(out)


def _body(text: str, at: int) -> str:
    """To the parenthesis that closes."""
    depth, start = 1, at
    while at < len(text):
        if text[at] == "\\":
            at += 2
            continue
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        if not depth:
            return text[start:at]
        at += 1
    return text[start:]
