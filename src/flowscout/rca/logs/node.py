"""Node.js, Deno and Bun themselves: uncaught errors, missing modules, crashes, want of memory.

`file:line`, the source line, a caret, a blank line, then `Type: message` and `    at function (file:line:column)`; the first frame outside of
node_modules and `node:` is ours. `Node.js v20.1.0` ends it. `AggregateError` says nothing itself: the first of its `[errors]` does.
Form: Node.js documentation "Errors".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from flowscout.model.logformat import CAUSE, CONSEQUENCE, BlockReading, Line, Record

_FRAME: Final = re.compile(
    r"^\s+at (?:async )?(?:(?P<function>[^()\n]{1,200}) \()?(?:file://)?(?P<file>(?:[A-Za-z]:)?[^\s:()][^:()]{0,400}|node:[\w/]+|https?://[^\s:]{1,200}):(?P<line>\d+)(?::(?P<column>\d+))?\)?$"
)
_HEAD: Final = re.compile(
    r"^(?:\S{0,80}\s)?(?:Uncaught |Unhandled \w+: |Error: )?(?P<exception>[A-Z]\w{0,80}(?:Error|Exception|Rejection|Warning)|Error)(?: \[(?P<code>\w+)\])?: (?P<message>.*)$"
)
_AGGREGATE: Final = re.compile(
    r"^(?:\S{0,80}\s)?(?P<exception>AggregateError)(?: \[(?P<code>\w+)\])?(?P<message>)(?:: ?)?$"
)
_INNER: Final = re.compile(
    r"^\s+(?:\[cause\]: |\[errors\]: \[ ?)?(?P<exception>[A-Z]?\w{0,80}Error)(?: \[\w+\])?: (?P<message>\S.*)$"
)
WITHIN: Final = 40  # lines below an aggregate in which the first of its errors is told
_FOREIGN: Final = re.compile(r"node_modules|^node:|^internal/|^<anonymous>|^\[|^native|^ext:|^https?:")
_ROOTED: Final = re.compile(r"(?:/|[A-Za-z]:[\\/])")
_PLACE: Final = re.compile(r"^(?:file://)?(?P<file>(?:[A-Za-z]:)?[^\s:()][^:()]{0,400}\.[cm]?[jt]sx?):(?P<line>\d+)$")
_KINDS: Final = {"SyntaxError": "syntax_error", "AssertionError": "test_failure"}


def _read(lines: Sequence[Line], at: int) -> tuple[tuple[Record, ...], int]:
    """at: the first frame of a stack; the error stands above it, over at most six lines."""
    if not _FRAME.match(lines[at].text) or (at and _FRAME.match(lines[at - 1].text)):
        return (), 1
    heads = ((index, _head(lines[index].text)) for index in range(at - 1, max(-1, at - 7), -1))
    head = next(((index, match) for index, match in heads if match), None)
    if head is None:
        return (), 1
    end = at
    frames: list[tuple[str, int, str]] = []
    while end < min(len(lines), at + 60) and (frame := _FRAME.match(lines[end].text)):
        frames.append((frame["file"], int(frame["line"]), frame["function"] or ""))
        end += 1
    index, match = head
    thrown = next((p for line in lines[max(0, index - 6) : index] if (p := _PLACE.match(line.text))), None)
    rooted = any(_ROOTED.match(frame[0]) for frame in frames)
    ours = [frame for frame in frames if _own(frame[0], rooted)]
    file, number, function = (ours or [("", 0, frames[0][2])])[0]
    if thrown and _own(thrown["file"], rooted):
        file, number = thrown["file"], int(thrown["line"])
    message = match["message"] or _first_inner(lines, end)
    asked = next((line.text[2:] for line in lines[index + 1 : at] if line.text.startswith("- ")), "")
    file = file or asked
    module = re.search(r"Cannot find (?:module|package) '([^']+)'", message)
    type_ = (
        "cannot_find_module"
        if module
        else "syntax_error"
        if match["exception"] == "SyntaxError"
        else "javascript_error"
    )
    pairs = {
        "exception": match["exception"],
        "function": function,
        "code": match["code"] or "",
        "dependency": module[1] if module else "",
    }
    record = Record(
        lines[index].number, lines[at - 1].number, type_, "import_error" if module else "missing_file" if message.startswith("ENOENT") else _KINDS.get(match["exception"], "runtime_error"),
        CONSEQUENCE if message.startswith("Command failed") else CAUSE, "error", f"{match['exception']}: {message}", "node", "javascript", file, number,
        weight=1 if thrown else -1, first=lines[index].number, section=lines[index].section,
        metadata=tuple(sorted((key, value) for key, value in pairs.items() if value)), frames=tuple(reversed(frames)),
    )  # fmt: skip
    return (record,), end - at


def _own(file: str, rooted: bool) -> bool:
    """rooted: whether frames have whole paths. Those of Node itself were bare names, `module.js`, before they had a scheme."""
    return not _FOREIGN.search(file) and not (rooted and "/" not in file and "\\" not in file)


def _head(text: str) -> re.Match[str] | None:
    return _HEAD.match(text) or _AGGREGATE.match(text)


def _first_inner(lines: Sequence[Line], end: int) -> str:
    """What the first of an aggregate's errors says."""
    inner = (_INNER.match(line.text) for line in lines[end : end + WITHIN])
    return next((f"{found['exception']}: {found['message']}" for found in inner if found), "")


READINGS: Final = (BlockReading(("    at ",), _read),)
