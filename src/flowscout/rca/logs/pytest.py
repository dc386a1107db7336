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
    CONSEQUENCE,
    NOISE,
    SUCCESS,
    Advice,
    Line,
    LogFormat,
    Pattern,
    Reading,
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
_CODE: Final = re.compile(
    r"(?:return(?:ed)?|exit(?:ed)?|status|rc|code)\W{0,3}.{0,40}[1-9]|CalledProcessError|assert -?\d+ == 0\b",
    re.IGNORECASE,
)
_ERROR: Final = re.compile(r"\b(?:error|fatal|exception|panic)\b|Error\b", re.IGNORECASE)
_FOREIGN: Final = re.compile(r"site-packages|dist-packages|/lib/python|^<")
_LONGEST: Final = 5000
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


def _unread(block: Sequence[Line], group: Sequence[int]) -> tuple[str, int] | None:
    """The place that a syntax error names in its own lines."""
    for index in group:
        if match := _SOURCE.match(block[index].text):
            return match["file"], int(match["line"])
    return None


def _kind(test: str, words: str) -> tuple[str, str, str]:
    """Error type, kind and exception name of what the E lines say."""
    match = _EXCEPTION.match(words)
    exception = match["exception"] if match else "AssertionError"
    short = exception.rsplit(".", 1)[-1]
    if "Timeout" in words and ("Timeout >" in words or short == "Failed"):
        return "test_timeout", "test_timeout", exception
    if words.startswith("fixture '"):
        return "fixture_not_found", "test_failure", exception
    if short in _KINDS:
        return "collection_error" if "collecting" in test else "test_import_error", _KINDS[short], exception
    if "nippet" in words or "snapshot" in words.lower():
        return "snapshot_mismatch", "snapshot", exception
    return (
        ("assertion_failure" if short in ("AssertionError", "Failed") else "exception_in_test"),
        "test_failure",
        exception,
    )


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
    if module := re.search(r"No module named '([^']{1,300})'", words):
        return (("dependency", module[1]),)
    named = re.search(r"cannot import name '([^']{1,300})' from (partially initialized module )?'([^']{1,300})'", words)
    if named is None:
        return ()
    return (("circle", named[3]),) if named[2] else (("symbol", named[1]), ("module", named[3]))


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
    kind_type, kind, exception = _kind(heading["test"], words)
    inner = _captured(block, words)
    test = () if kind_type == "collection_error" else (("test", heading["test"]),)
    pairs: tuple[tuple[str, str], ...] = (("exception", exception), *test)
    pairs = (*_lacking(words), *pairs)
    record = Record(
        block[raised].number, block[groups[-1][-1]].number, kind_type, kind, CAUSE, "error", words, "pytest", "python", file, number,
        weight=0 if inner else 2, first=lines[start].number, section=block[raised].section, metadata=pairs,
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


_IMPORTS = (
    "Install {dependency}, or correct the import.",
    "Check that {module} still defines {symbol}; a newer version may have dropped it.",
    "{circle} is imported while it is still being loaded: break the circle, or import inside the function that needs it.",
)
_TEST = r"(?P<file>[^\s:]+\.(?:py|md|rst|txt))(?:::(?P<test>\S.{0,300}?))?"

PLUGIN: Final = LogFormat(
    name="pytest",
    languages=("python",),
    readings=(Reading(("__ ",), _read),),
    patterns=(
        Pattern("usage_error", "configuration", r"^(?:ERROR: (?P<message>(?:usage: |file or directory not found: |not found: |file not found: |Wrong expression|unknown hook|while parsing|\S+\.(?:ini|toml|cfg):\d+: ).*)|(?:pytest|py\.test|__main__\.py): error: (?P<said>.+))", ("ERROR: ", "error: "), weight=1),
        Pattern("conftest_error", "import_error", r"^ImportError while loading conftest '(?P<conftest>[^']+)'", ("while loading conftest",), then=((r"^(?P<file>\S+\.py):(?P<line>\d+): in ", -3), (r"^E\s{2,}(?P<message>\S.+)", 60)), at=2, weight=2),
        Pattern("internal_error", "crash", r"^INTERNALERROR> (?P<message>(?!Traceback|  |File)[\w.]+(?:Error|Exception|Exit|Warning)\b.*)", ("INTERNALERROR> ",), weight=1),
        Pattern("internal_error", "crash", r"^INTERNALERROR>", ("INTERNALERROR>",), role=NOISE),
        Pattern("worker_crashed", "crash", r"^(?:\[gw\d+\] )?(?P<message>(?:worker '(?P<worker>gw\d+)' crashed while running '?(?P<test>[^']+)'?|node down: .*|replacing crashed worker).*)", ("crashed", "node down"), weight=1),
        Pattern("internal_error", "test_failure", r"^(?P<message>pytest\.PytestUnraisableExceptionWarning: .*|Pytest\w+Warning: .*)", ("PytestUnraisable",), severity="warning", weight=-1),
        Pattern("test_failed", "test_failure", r"^(?:FAILED|SUBFAIL(?:ED)?(?:\(.{1,80}\))?) " + _TEST + r" - (?P<message>.+)", ("FAILED ", "SUBFAIL"), weight=-1),
        Pattern("test_failed", "test_failure", r"^FAILED " + _TEST + r"$", ("FAILED ",), weight=-2),
        Pattern("error_at_setup", "test_failure", r"^ERROR " + _TEST + r"(?: - (?P<message>.+))?$", ("ERROR ",), weight=-1),
        Pattern("assertion_failure", "test_failure", r"^(?P<file>/\S+?\.py):(?P<line>\d+): (?P<message>(?:AssertionError|assert |Failed|[A-Z]\w+Error).*)", (".py:",), weight=0),
        Pattern("assertion_failure", "test_failure", r"^E {1,40}(?P<message>\S.*)", ("E  ", "E ImportError", "E Module"), weight=-1, more=r"^E  "),
        Pattern("progress_failed", "test_failure", r"^(?:\[gw\d+\] \[ *\d+%\] )?(?:FAILED|ERROR)? ?" + _TEST + r" (?:FAILED|ERROR)(?:\s+\[ *\d+%\])?$|^\[gw\d+\] \[ *\d+%\] FAILED ", ("FAILED", "ERROR"), role=CONSEQUENCE),
        Pattern("pytest_summary", "test_failure", r"^=* ?(?:\d+ \w+, ){0,8}[1-9]\d* (?:failed|errors?)\b.{0,200} in [\d.]+s.*", (" failed", " error"), role=CONSEQUENCE, weight=1),
        Pattern("interrupted", "test_failure", r"^ERROR collecting \S+$|^!+ (?:Interrupted: .+|stopping after \d+ failures?|_pytest\.outcomes\.Exit.*|xdist\.dsession\.Interrupted.*) !+", ("Interrupted", "stopping after", "Exit", "ERROR collecting"), role=CONSEQUENCE),
        Pattern("no_tests", "configuration", r"^=* ?(?P<message>no tests ran|collected 0 items(?! /)|no tests collected)\b.*", ("no tests", "collected 0"), weight=0),
        Pattern("collected", "unknown", r"^=+ \d+ tests? collected in [\d.]+s", (" collected in ",), role=SUCCESS, severity="info", weight=1),
        Pattern("passed", "unknown", r"^=* ?(?:\d+ (?:skipped|deselected|xfailed|xpassed), ){0,4}\d+ passed(?:, \d+ (?:skipped|warnings?|deselected|xfailed|xpassed|subtests passed|rerun))*(?: in|,? *\d+ subtests).{0,60}s.*", (" passed",), role=SUCCESS, severity="info", weight=1),
        Pattern("passing_test", "unknown", r"^(?>.*?\.py::)(?:\S.{0,300} PASSED|.{1,300} (?:XFAIL|SKIPPED|xfail))|\.py PASSED|^PASSED |^XFAIL |^XPASS ", ("PASSED", "XFAIL", "XPASS", "SKIPPED"), role=NOISE, severity="info"),
    ),
    sample="""
tests/test_ring.py::test_error_is_raised PASSED
=================================== FAILURES ===================================
__________________________________ test_wraps __________________________________

    def test_wraps():
        ring = Ring(2)
>       assert ring.get(0) == 4
E       assert 3 == 4
E        +  where 3 = get(0)

tests/test_ring.py:9: AssertionError
_______________________________ test_command_line ______________________________
tests/test_cli.py:5: in test_command_line
    assert run().returncode == 0
E   assert 2 == 0
----------------------------- Captured stderr call -----------------------------
tool: error: unknown option --fast
=========================== short test summary info ============================
FAILED tests/test_ring.py::test_wraps - assert 3 == 4
========================= 1 failed, 1 passed in 0.02s ==========================
""",
    expected=((8, "assertion_failure", "tests/test_ring.py", 9), (15, "assertion_failure", "tests/test_cli.py", 5), (17, "program_in_test", "tests/test_cli.py", 5), (19, "test_failed", "tests/test_ring.py", 0)),
    signs=(r"^=+ test session starts =+", r"^collected \d+ items", r"^platform \S+ -- Python"),
    advice={
        "assertion_failure": Advice("{test} fails: {message}", ("Read the values that pytest shows under the assertion; decide whether the code or the expectation changed.",), "pytest {file} -k '{test}'"),
        "exception_in_test": Advice("{test} raises {exception}: {message}", ("Look at {file}:{line}, where it is raised, and at what it is given there.",), "pytest -k '{test}'"),
        "program_in_test": Advice("The program that {test} runs failed: {message}", ("Run the program alone, with the arguments of the test.",), "pytest -k '{test}'"),
        "test_failed": Advice("{test} fails: {message}", ("Run it alone to see the values.",), "pytest '{file}::{test}'"),
        "error_at_setup": Advice("A test could not begin: {message}", ("Mend the fixture or the import that it names.",), "pytest {file}"),
        "fixture_not_found": Advice("{test} asks for a fixture that nobody defines: {message}", ("Define it in a conftest.py above the test, or install the plug-in that brings it.",)),
        "test_import_error": Advice("{test} cannot import: {message}", _IMPORTS),
        "collection_error": Advice("pytest cannot load a test file: {message}", _IMPORTS, "pytest --collect-only {file}"),
        "snapshot_mismatch": Advice("A stored snapshot differs: {message}", ("If the change is meant, update the snapshots and commit them.",), "pytest --snapshot-update"),
        "test_timeout": Advice("{test} did not end in time: {message}", ("Run it alone; look for a wait that nobody ends.",), "pytest -k '{test}'"),
        "usage_error": Advice("pytest refuses its arguments or configuration: {message}{said}", ("Correct the command or the configuration; a plug-in that brings the option may not be installed.",)),
        "conftest_error": Advice("{conftest} cannot be loaded: {message}", ("Read the last line: it says whether a package is missing, or what is imported fails itself.",)),
        "no_tests": Advice("pytest found no test to run.", ("Check the path given to it, and that files and functions are named `test_*`; it exits with 5 when it finds none.",), "pytest --collect-only"),
        "internal_error": Advice("pytest or a plug-in of it broke: {message}", ("Check the versions of pytest and its plug-ins against the last green run.",)),
        "worker_crashed": Advice("A worker process died: {message}", ("Run the test alone without xdist; look for a crash in an extension module or for want of memory.",)),
    },
)  # fmt: skip
