"""Go: compiler, vet, modules, tests, panics, data races, golangci-lint, staticcheck.

`# package` as a heading, then `./file.go:12:5: text`. A test: `--- FAIL: Name (0.00s)` with `    file_test.go:12: text` above or below it; testify prints
`Error Trace:` and `Error:`. A panic: `panic: text`, `goroutine 1 [running]:`, frames of two lines each, of which the first outside of the
runtime is ours. `FAIL package 0.5s` and `exit status 1` follow from it.
Form: cmd/go, package testing, runtime's traceback.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from flowscout.model.logformat import (
    CAUSE,
    NOISE,
    BlockReading,
    Line,
    Record,
)

_RUN: Final = re.compile(r"^=== RUN {3}(?P<test>\S+)$")
_MARK: Final = re.compile(r"^\s*(?:=== (?:RUN|PAUSE|CONT|NAME) |--- (?:PASS|SKIP|FAIL): )")
_END: Final = re.compile(r"^\s*--- (?P<said>PASS|SKIP|FAIL): (?P<test>\S+) \(")
_SAID: Final = re.compile(
    r"^\s+(?P<file>[\w./-]+\.go):(?P<line>\d+): (?P<message>(?!\s*$|Error Trace|race detected during).+)"
)
_WRONG: Final = re.compile(r"[Ee]xpected|\b(?:want|got)\b|[Ff]ail|FAIL|[Ee]rr|ERROR|mismatch")
_LONGEST: Final = 500


def _verbose(lines: Sequence[Line], start: int) -> tuple[tuple[Record, ...], int]:
    """What a test logs under `go test -v`: noise where the test passes, else the last word that says what is wrong, or the last, is why it fails."""
    run = _RUN.match(lines[start].text)
    reach = range(start + 1, min(len(lines), start + _LONGEST))
    end = next((i for i in reach if _MARK.match(lines[i].text)), start + 1)
    if run is None or end == start + 1 or lines[end].section != lines[start].section:
        return (), 1
    ends = (_END.match(lines[i].text) for i in range(end, min(len(lines), end + _LONGEST)))
    said = next((found["said"] for found in ends if found and found["test"] == run["test"]), "")
    if said in ("PASS", "SKIP"):
        first, last = lines[start + 1].number, lines[end - 1].number
        return (Record(first, last, "passing_test", "unknown", NOISE, "info", "", "go", first=first),), 1
    told = [(line, found) for line in lines[start + 1 : end] if (found := _SAID.match(line.text))]
    if said != "FAIL" or not told:
        return (), 1
    line, found = ([one for one in told if _WRONG.search(one[1]["message"])] or told)[-1]
    return (
        Record(
            line.number, line.number, "test_failure", "test_failure", CAUSE, "error", found["message"], "go", "go",
            found["file"], int(found["line"]), weight=2, first=lines[start].number, section=line.section,
            metadata=(("test", run["test"]),),
        ),
    ), 1  # fmt: skip


READINGS: Final = (BlockReading(("=== RUN ",), _verbose),)
