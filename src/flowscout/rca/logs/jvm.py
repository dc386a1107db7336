"""Exceptions of the JVM, in any language: Java, Kotlin, Scala, Groovy, Clojure; crashes of the JVM itself.

`Exception in thread "main" type: text`, frames `at package.Class.method(File.java:12)`, and `Caused by: type: text` chains whose
last element is the cause. One that another thread than `main` throws ends that thread alone. Tests that expect exceptions print
hundreds of these and pass: a trace that no verdict points to weighs little. Android puts `MM-DD hh:mm:ss.mmm pid tid E Tag:` before every line.
Form: `java.lang.Throwable.printStackTrace`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from flowscout.model.logformat import CAUSE, BlockReading, Line, Record
from flowscout.rca.locate import FRAMEWORK

_LOGCAT: Final = re.compile(
    r"^(?:\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}\s+\d+\s+\d+ [A-Z] [\w.$-]{1,60}\s*: |[A-Z]/[\w.$-]{1,60}\s*\(\s*\d+\): )"
)
_FRAME: Final = re.compile(
    r"^\s*at (?P<function>[\w.$<>/@-]{1,400}) ?\((?P<file>[\w$-]{1,200}\.\w{1,8}):(?P<line>\d+)\)"
)
_JAR: Final = re.compile(
    r"\) ~?\[[^\]\s]{0,200}\.jar(?:!/)?:"
)  # of a library, as logging frameworks say behind a frame
_ANY: Final = re.compile(
    r"^\s*at [\w.$<>/@-]{1,400}(?:\(| \((?=[\w$-]{1,200}\.\w{1,8}:\d{1,6}\)))|^\s*\.\.\. \d+ (?:more|common frames)|^\s*Suppressed: "
)
_CAUSE: Final = re.compile(r"^\s*Caused by: (?P<exception>[\w.$]{1,300})(?:: ?(?P<message>.*))?$")
_OUTER: Final = re.compile(r"^Caused: \S")  # as Jenkins has it: what went wrong first stands first
_HEAD: Final = re.compile(
    r"(?:^|[\s:>\]])(?P<exception>(?:[a-z][\w]*\.){1,12}[A-Z][\w$]*|[A-Z]\w*(?:Exception|Error))(?:: (?P<message>.*))?$"
)
_KINDS: Final = {
    "OutOfMemoryError": "out_of_memory",
    "NoSuchFileException": "missing_file",
    "FileNotFoundException": "missing_file",
    "UnknownHostException": "network",
    "ConnectException": "network",
    "SocketTimeoutException": "network",
    "SSLHandshakeException": "certificate",
    "AssertionError": "test_failure",
    "AssertionFailedError": "test_failure",
    "ComparisonFailure": "test_failure",
    "TimeoutException": "timeout",
}
_LONGEST: Final = 600
MESSAGE: Final = 10  # lines of a message above its frames

Frame = tuple[str, int, str]


def _text(line: Line) -> str:
    return _LOGCAT.sub("", line.text, count=1)


def _type(exception: str, message: str) -> str:
    short = exception.rsplit(".", 1)[-1].rsplit("$", 1)[-1]
    if short == "UninitializedPropertyAccessException" or "lateinit property" in message:
        return "lateinit"
    if short in (
        "NullPointerException",
        "KotlinNullPointerException",
        "IndexOutOfBoundsException",
        "ArrayIndexOutOfBoundsException",
    ):
        return "npe"
    if short in (
        "NoClassDefFoundError",
        "ClassNotFoundException",
        "NoSuchMethodError",
        "NoSuchFieldError",
        "AbstractMethodError",
        "IncompatibleClassChangeError",
    ):
        return "class_missing"
    if short == "OutOfMemoryError":
        return "out_of_memory"
    return "java_exception"


def _trace(lines: Sequence[Line], start: int) -> tuple[int, list[tuple[int, str, str]], list[list[Frame]]]:
    """Index after the trace whose first `at` stands at `start`, its causes (index, exception, message), frames of the head and of each."""
    causes: list[tuple[int, str, str]] = []
    parts: list[list[Frame]] = [[]]
    index, outer = start, False
    while index < min(len(lines), start + _LONGEST):
        text = _text(lines[index])
        if caused := _CAUSE.match(text):
            causes.append((index, caused["exception"], caused["message"] or ""))
            parts.append([])
        elif _OUTER.match(text):
            outer = True
        elif frame := _FRAME.match(text):
            if not outer and not _JAR.search(text):
                parts[-1].append((frame["file"], int(frame["line"]), frame["function"]))
        elif not _ANY.match(text) and not (causes and not parts[-1] and index - causes[-1][0] <= MESSAGE):
            break
        index += 1
    return index, causes, parts


def _read(lines: Sequence[Line], at: int) -> tuple[tuple[Record, ...], int]:
    """at: a line that begins a run of frames; the exception stands on one of the three lines above."""
    if not _ANY.match(_text(lines[at])) or (at and _ANY.match(_text(lines[at - 1]))):
        return (), 1
    above = ((index, _HEAD.search(_text(lines[index]))) for index in range(at - 1, max(-1, at - 4), -1))
    head = next(((index, match) for index, match in above if match), None)
    if head is None:
        return (), 1
    end, causes, parts = _trace(lines, at)
    index, exception, message = causes[-1] if causes else (head[0], head[1]["exception"], head[1]["message"] or "")
    found = [[frame for frame in part if not FRAMEWORK.match(frame[2])] for part in parts]
    ours = found[-1]
    file, line, function = ours[0] if ours else ("", 0, parts[-1][0][2] if parts[-1] else "")
    short = exception.rsplit(".", 1)[-1]
    thrown = 'Exception in thread "main"' in lines[head[0]].text or "FATAL EXCEPTION" in lines[max(0, head[0] - 2)].text
    pairs = {"exception": exception, "className": exception, "function": function}
    if name := re.search(r"lateinit property (\w+)", message):
        pairs["propertyName"] = name[1]
    record = Record(
        lines[index].number, lines[index].number, _type(exception, message), _KINDS.get(short, "runtime_error"), CAUSE, "error",
        f"{exception}: {message}" if message else exception, "jvm", "kotlin" if file.endswith(".kt") else "java", file, line,
        weight=(2 if causes else 1) if thrown else -2, first=lines[head[0]].number, section=lines[index].section,
        metadata=tuple(sorted((key, value) for key, value in pairs.items() if value)), frames=tuple(frame for part in found for frame in reversed(part)),
    )  # fmt: skip
    return (record,), end - at


READINGS: Final = (BlockReading(("\tat ", "    at ", ": at "), _read),)
