"""Cargo: what a program says that `cargo run` built and ran, what a build script prints, and the compiler's messages as JSON.

Cargo says `Finished` of what it built, and hands over to the program with "Running `target/debug/name`"; of a program whose `main`
returns an error nothing more is said than its own last words, `Error: text` and what belongs to it. Of a build script that fails cargo
shows what it printed, with its orders to cargo. With `--message-format=json` each of rustc's messages is one line of JSON, its text in
`rendered`, its place in `spans`.
Form: The Cargo Book, "cargo run", "Build Scripts" and "External tools"; the standard library's `Termination`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from flowscout.model.logformat import CAUSE, BlockReading, Line, Record
from flowscout.rca.reading.causes import root

_BUILT: Final = re.compile(r"^\s+Finished `?\w+`? ")
_RUNS: Final = re.compile(r"^\s+Running `[^`]{1,4000}+`?$")
_ERROR: Final = re.compile(r"^Error: (?P<message>\S.*)")
_BELONGS: Final = re.compile(r"^(?:\s|[\])}]|Caused by:|Location:|Stack backtrace:|note: |$)")
_ENDS: Final = re.compile(
    r"^(?:error: (?:process didn't exit|Recipe )|\S*make(?:\[\d+\])?: \*\*\*|##\[error\]|Error: Process completed)"
)
_SCRIPT: Final = re.compile(r"^error: failed to run custom build command for ")
_ORDERS: Final = re.compile(r"^(?:cargo::?[\w-]+[=:]|--- stdout$|Caused by:$|process didn't exit successfully: )")
_ABOVE: Final = (
    3  # lines above `Running` in which cargo says that it built, and below an error in which its causes begin
)
_LONGEST: Final = 5_000  # lines of a program's output
_WIDEST: Final = 1_000_000  # characters of a message


def _died(lines: Sequence[Line], start: int) -> tuple[tuple[Record, ...], int]:
    """The error that the program ends in: nothing of its own follows."""
    if not _RUNS.match(lines[start].text) or not any(
        _BUILT.match(line.text) for line in lines[max(0, start - _ABOVE) : start]
    ):
        return (), 1
    at, found = 0, None
    for index in range(start + 1, min(len(lines), start + _LONGEST)):
        text = lines[index].text
        if lines[index].section != lines[start].section or _ENDS.match(text):
            break
        if match := _ERROR.match(text):
            at, found = index, match
        elif not _BELONGS.match(text):
            found = None
    if found is None:
        return (), 1
    line, message = lines[at], found["message"]
    below = next((i for i in range(at + 1, min(len(lines), at + _ABOVE + 1)) if lines[i].text == "Caused by:"), None)
    last = root(lines, below) if below is not None else None
    if last is not None:
        message = f"{message}: {last[1]}"
    end = lines[last[0]] if last else line
    return (
        Record(
            line.number, end.number, "program_failed", "runtime_error", CAUSE, "error", message, "cargo", "rust",
            weight=1, first=line.number, section=line.section,
        ),
    ), 1  # fmt: skip


def _scripted(lines: Sequence[Line], start: int) -> tuple[tuple[Record, ...], int]:
    """The last word of a build script that says on its standard output why it fails, between its orders to cargo."""
    said: Line | None = None
    for line in lines[start + 1 : start + _LONGEST]:
        text = line.text.strip()
        if (text and not line.text.startswith("  ") and text != "Caused by:") or text == "--- stderr":
            said = None if text == "--- stderr" else said
            break
        if text and not _ORDERS.match(text):
            said = line
    if said is None or not _SCRIPT.match(lines[start].text):
        return (), 1
    return (
        Record(
            said.number, said.number, "program_failed", "runtime_error", CAUSE, "error", said.text.strip(), "cargo", "rust",
            weight=1, first=said.number, section=said.section,
        ),
    ), 1  # fmt: skip


def _compiled(lines: Sequence[Line], at: int) -> tuple[tuple[Record, ...], int]:
    """An error of rustc, as JSON. A warning is none, and neither is its own word on how many there were."""
    line = lines[at]
    said = _message(line.text)
    if not str(said.get("level")).startswith("error") or not (spans := _spans(said)):
        return (), 1
    code = said.get("code")
    pairs = {"code": str(code.get("code") or "") if isinstance(code, Mapping) else ""}
    span = next((each for each in spans if each.get("is_primary")), spans[0])
    return (
        Record(
            line.number, line.number, "compilation_error", "compile_error", CAUSE, "error", str(said.get("message") or ""), "cargo", "rust",
            str(span.get("file_name") or ""), _number(span.get("line_start")), _number(span.get("column_start")),
            weight=1, first=line.number, section=line.section, metadata=tuple((k, v) for k, v in pairs.items() if v),
        ),
    ), 1  # fmt: skip


def _message(text: str) -> Mapping[str, Any]:
    try:
        row = json.loads(text) if len(text) <= _WIDEST else None
    except (ValueError, RecursionError):
        return {}
    said = row.get("message") if isinstance(row, Mapping) else None
    return said if isinstance(said, Mapping) else {}


def _spans(said: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    spans = said.get("spans")
    return [each for each in spans if isinstance(each, Mapping)] if isinstance(spans, list) else []


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0


READINGS: Final = (
    BlockReading(("Running `",), _died),
    BlockReading(("error: failed to run custom build command",), _scripted),
    BlockReading(('"reason":"compiler-message"',), _compiled),
)
