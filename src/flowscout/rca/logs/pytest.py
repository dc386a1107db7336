"""pytest: failures, errors of set-up and collection, its summary, its own refusals, coverage limits, xdist.

Each failure begins with `____ name ____`, shows source with `>` at the line and `E` before what was raised, and names
`file:line: Type`. With chained exceptions the last `E` group counts. When the assertion only says that a program returned a
bad code, the error that this program printed, in "Captured stderr", is the cause. The short summary repeats every failure
in a line `FAILED path::test - message`.
Form: pytest manual "Managing pytest's output".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from flowscout.model.logformat import (
    CAUSE,
    BlockReading,
    Line,
    Record,
)

_HEADING: Final = re.compile(r"^_{2,} (?P<test>[^_\s].{0,400}?|_\w.{0,400}?) _{2,}$")
_SECTION: Final = re.compile(r"^={5,}+ ?.{0,400}$|^!{5,}+ .{1,200} !{5,}$")
_CAPTURED: Final = re.compile(r"^-{5,} ?Captured .{1,60} -{5,}$")
_PLACE: Final = re.compile(
    r"^(?P<file>(?:[A-Za-z]:)?[^\s:][^:]{0,300}):(?P<line>\d+): ?(?:in (?P<function>\S+)|(?P<exception>[A-Za-z_][\w.]*)?)$"
)
_SOURCE: Final = re.compile(r"^E\s+File \"(?P<file>[^\"]{1,300})\", line (?P<line>\d+)$")
_FIXTURE: Final = re.compile(r"^file (?P<file>[^,]{1,300}), line (?P<line>\d+)$")
_EXCEPTION: Final = re.compile(
    r"^(?P<exception>[A-Za-z_][\w.]*(?:Error|Exception|Failed|Warning|Exit|Timeout|Interrupt|Iteration|Found|Denied)\w{0,60}|Failed): ?(?P<message>.*)$"
)
_QUALIFIED: Final = re.compile(r"^(?P<exception>(?:[A-Za-z_]\w{0,80}\.){1,12}[A-Z]\w{0,80})(?::|$)")
_AT_SETUP: Final = re.compile(r"^ERROR at (?:setup|teardown) of ")
_AT_TEARDOWN: Final = "ERROR at teardown of "
_COLLECTING: Final = "ERROR collecting "
_KEYWORD: Final = re.compile(r"[\w.:+\-\\/\[\]]{1,200}+")
_CODE: Final = re.compile(
    r"(?:return(?:ed)?|exit(?:ed)?|status|rc|code)\W{0,3}.{0,40}[1-9]|CalledProcessError|assert -?\d+ == 0\b",
    re.IGNORECASE,
)
_ERROR: Final = re.compile(r"\b(?:error|fatal|exception|panic)\b|Error\b", re.IGNORECASE)
_FOREIGN: Final = re.compile(
    r"site-packages|dist-packages|[\\/]lib[\\/]python|[\\/](?:cpython-|Python\d)[^\\/]{0,80}[\\/]Lib[\\/]|^<"
)
_SUMMARY: Final = re.compile(r"^(?:FAILED|ERROR) (?P<file>[^\s:]{1,300}\.py)::(?P<test>\S{1,400})")
_LONGEST: Final = 5000
_CONFTEST: Final = re.compile(r"^ImportError while loading conftest '(?P<conftest>[^']{1,300})'")
_STACK: Final = 200  # lines in which what an import raised stands below it
FRAMES: Final = 100
_KINDS: Final = {
    "ModuleNotFoundError": "import_error",
    "ImportError": "import_error",
    "SyntaxError": "syntax_error",
    "IndentationError": "syntax_error",
}


def _block(lines: Sequence[Line], start: int) -> int:
    """Index after the last line of the failure that begins at `start`."""
    for index in range(start + 1, min(len(lines), start + _LONGEST)):
        text = lines[index].text
        if _HEADING.match(text) or (_SECTION.match(text) and len(text) > 20):
            return index
    return min(len(lines), start + _LONGEST)


def _groups(block: Sequence[Line]) -> list[list[int]]:
    """Runs of neighbouring `E` lines, as indices."""
    groups: list[list[int]] = []
    for index, line in enumerate(block):
        if line.text.startswith("E  ") or line.text == "E":
            if groups and groups[-1][-1] == index - 1:
                groups[-1].append(index)
            else:
                groups.append([index])
    return groups


def _place(block: Sequence[Line], raised: int) -> tuple[str, int]:
    """The innermost place of ours: the last named up to a little below the `E` lines, libraries aside."""
    found = [m for line in block[: raised + 40] if (m := _PLACE.match(line.text))]
    ours = [m for m in found if not _FOREIGN.search(m["file"])]
    best = (ours or found or [m for line in block[: raised + 40] if (m := _FIXTURE.match(line.text))])[-1:]
    return (best[0]["file"], int(best[0]["line"])) if best else ("", 0)


def _frames(block: Sequence[Line], raised: int) -> tuple[tuple[str, int, str], ...]:
    """The places that a failure names, outermost first, of very many the innermost."""
    found = [m for line in block[: raised + 40] if (m := _PLACE.match(line.text))]
    return tuple((m["file"], int(m["line"]), m["function"] or "") for m in found[-FRAMES:])


def _summarised(rest: Sequence[Line], test: str) -> tuple[str, int] | None:
    """The test's own file, as the short summary names it: where no line of ours stands in the stack."""
    said = (match for line in rest if (match := _SUMMARY.match(line.text)))
    return next(((match["file"], 0) for match in said if match["test"].replace("::", ".") == test), None)


def _unread(block: Sequence[Line], group: Sequence[int]) -> tuple[str, int] | None:
    """The place that a syntax error names in its own lines."""
    for index in group:
        if match := _SOURCE.match(block[index].text):
            return match["file"], int(match["line"])
    return None


def _raised(block: Sequence[Line], group: Sequence[int], words: str) -> str:
    """The exception's name: as its line says it, or as the place below it does (`shop.py:7: Sold`)."""
    if match := _EXCEPTION.match(words) or _QUALIFIED.match(words):
        return match["exception"]
    below = (_PLACE.match(line.text) for line in block[group[-1] + 1 : group[-1] + 40])
    named = next((match["exception"] for match in below if match and match["exception"]), "")
    return named if named and words.partition(":")[0].endswith(named) else "AssertionError"


def _kind(test: str, words: str, exception: str) -> tuple[str, str]:
    """Error type and kind of what the E lines say."""
    short = exception.rsplit(".", 1)[-1]
    if "Timeout" in words and ("Timeout >" in words or short == "Failed"):
        return "test_timeout", "test_timeout"
    if words.startswith("fixture '"):
        return "fixture_not_found", "test_failure"
    if test.startswith(_COLLECTING):
        return "collection_error", _KINDS.get(short, "test_failure")
    if short in _KINDS:
        return "test_import_error", _KINDS[short]
    if "nippet" in words or "snapshot" in words.lower():
        return "snapshot_mismatch", "snapshot"
    return (
        ("assertion_failure" if short in ("AssertionError", "Failed") else "exception_in_test"),
        "test_failure",
    )


def _weight(test: str, exception: str, known: bool) -> int:
    """known: a program that the test ran says more. What is cleared away after a test fails of what the test left, as often as not."""
    if known:
        return 0
    if exception.endswith("CalledProcessError"):
        return -2
    return 0 if test.startswith(_AT_TEARDOWN) else 2


def _captured(block: Sequence[Line], words: str) -> Line | None:
    """The first error that a program run by the test printed, when the assertion only knows its code."""
    if not _CODE.search(words):
        return None
    inside = False
    for line in block:
        inside = inside or bool(_CAPTURED.match(line.text))
        if inside and _ERROR.search(line.text) and not _CAPTURED.match(line.text):
            return line
    return None


def _lacking(words: str) -> tuple[tuple[str, str], ...]:
    """What an import did not find: a module, a name in one, or a module that is only half loaded."""
    if module := re.search(r"No module named '([^'.]{1,300})(?:\.([^']{1,300}))?'", words):
        return (("package", module[1]), ("part", module[2])) if module[2] else (("dependency", module[1]),)
    named = re.search(r"cannot import name '([^']{1,300})' from (partially initialized module )?'([^']{1,300})'", words)
    if named is None:
        return ()
    return (("circle", named[3]),) if named[2] else (("symbol", named[1]), ("module", named[3]))


def _named(heading: str) -> tuple[tuple[str, str], ...]:
    """The test of a heading, and how `-k` finds it; or the file that could not be collected."""
    if heading.startswith(_COLLECTING):
        return (("collected", heading.removeprefix(_COLLECTING)),)
    test = _AT_SETUP.sub("", heading)
    name, bracket, arguments = test.partition("[")
    parts = name.removeprefix("[doctest] ").split(".")
    selector = " and ".join([*parts[:-1], parts[-1] + (bracket + arguments if _KEYWORD.fullmatch(arguments) else "")])
    return (("test", test), *((("selector", selector),) if all(_KEYWORD.fullmatch(part) for part in parts) else ()))


def _said(block: Sequence[Line], group: Sequence[int]) -> tuple[int, str]:
    """The line of an `E` group that names the exception: a syntax error or an import error names it last."""
    texts = [block[i].text[1:].strip() for i in group]
    for index, text in zip(reversed(group), reversed(texts), strict=True):
        if re.match(r"(?:SyntaxError|IndentationError|ModuleNotFoundError|ImportError)\b", text):
            return index, text
    return group[0], texts[0]


def _read(lines: Sequence[Line], start: int) -> tuple[tuple[Record, ...], int]:
    heading = _HEADING.match(lines[start].text)
    if not heading:
        return (), 1
    end = _block(lines, start)
    block = lines[start:end]
    groups = _groups(block)
    if not groups:
        return (), 1
    raised, words = _said(block, groups[-1])
    file, number = _unread(block, groups[-1]) or _place(block, groups[-1][-1])
    if not file or _FOREIGN.search(file):
        file, number = _summarised(lines[end : end + _LONGEST], _AT_SETUP.sub("", heading["test"])) or (file, number)
    exception = _raised(block, groups[-1], words)
    kind_type, kind = _kind(heading["test"], words, exception)
    inner = _captured(block, words)
    pairs = (*_lacking(words), ("exception", exception), *_named(heading["test"]))
    record = Record(
        block[raised].number, block[groups[-1][-1]].number, kind_type, kind, CAUSE, "error", words, "pytest", "python", file, number,
        weight=_weight(heading["test"], exception, inner is not None), first=lines[start].number, section=block[raised].section, metadata=pairs,
        frames=_frames(block, groups[-1][-1]),
    )  # fmt: skip
    if inner is None:
        return (record,), end - start
    program = record._replace(
        line=inner.number,
        end_line=inner.number,
        type="program_in_test",
        message=inner.text.strip(),
        weight=2,
    )
    return (record, program), end - start


def _conftest(lines: Sequence[Line], start: int) -> tuple[tuple[Record, ...], int]:
    """An import that failed before a test was collected: `file:line: in …` from the conftest inwards, then what was raised."""
    heading = _CONFTEST.match(lines[start].text)
    if not heading:
        return (), 1
    block = lines[start : start + _STACK]
    groups = _groups(block)
    if not groups:
        return (), 1
    raised, words = _said(block, groups[0])
    end = groups[0][-1]
    file, number = _unread(block, groups[0]) or _place(block[: end + 1], end)
    record = Record(
        block[raised].number, block[end].number, "conftest_error", "import_error", CAUSE, "error", words, "pytest", "python", file, number,
        weight=1, first=lines[start].number, section=block[raised].section, metadata=(("conftest", heading["conftest"]),),
        frames=_frames(block[: end + 1], end),
    )  # fmt: skip
    return (record,), end + 1


READINGS: Final = (BlockReading(("__ ",), _read), BlockReading(("while loading conftest '",), _conftest))
