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

_GO = r"(?P<file>(?:[A-Za-z]:)?[^\s:()'\"][^:()'\"]{0,300}\.go):(?P<line>\d+)(?::(?P<column>\d+))?"
_FRAME = r"^\s++(?P<file>(?!(?:/usr/local/go|/usr/lib/go|/opt/hostedtoolcache|/root/sdk|.{0,100}/pkg/mod/|.{0,100}/src/(?:runtime|testing|net|reflect|sync)/))(?:[A-Za-z]:)?/[^\s:]{1,300}\.go):(?P<line>\d+)(?: \+0x[0-9a-f]+)?"

_RUN: Final = re.compile(r"^=== RUN {3}(?P<test>\S+)$")
_MARK: Final = re.compile(r"^\s*(?:=== (?:RUN|PAUSE|CONT|NAME) |--- (?:PASS|SKIP|FAIL): )")
_END: Final = re.compile(r"^\s*--- (?P<said>PASS|SKIP|FAIL): (?P<test>\S+) \(")
_SAID: Final = re.compile(r"^\s+(?P<file>[\w./-]+\.go):(?P<line>\d+): (?P<message>(?!\s*$|Error Trace).+)")
_LONGEST: Final = 500


def _verbose(lines: Sequence[Line], start: int) -> tuple[tuple[Record, ...], int]:
    """What a test logs under `go test -v`: noise where the test passes, else the last word is why it fails."""
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
    line, found = told[-1]
    return (
        Record(
            line.number, line.number, "test_failure", "test_failure", CAUSE, "error", found["message"], "go", "go",
            found["file"], int(found["line"]), weight=2, first=lines[start].number, section=line.section,
            metadata=(("test", run["test"]),),
        ),
    ), 1  # fmt: skip


PLUGIN: Final = LogFormat(
    name="go",
    languages=("go",),
    readings=(Reading(("=== RUN ",), _verbose),),
    patterns=(
        Pattern(
            "data_race",
            "sanitizer",
            r"^WARNING: DATA RACE",
            ("WARNING: DATA RACE",),
            then=((r"^\s+(?P<function>\S+)\(\)$", -4), (_FRAME, -6)),
            weight=2,
            message="data race in {function}",
        ),
        Pattern(
            "test_timeout",
            "test_timeout",
            r"^(?P<message>panic: test timed out after \S+)",
            ("test timed out",),
            then=((r"^\s+running tests:|^\s+(?P<test>Test\w+) ", -3), (_FRAME, -200)),
            weight=2,
        ),
        Pattern(
            "panic",
            "runtime_error",
            r"^(?:\s*)panic: (?P<message>(?!test timed out).+?)(?: \[recovered\].*)?$",
            ("panic: ",),
            then=((_FRAME, -60),),
            weight=1,
        ),
        Pattern(
            "fatal_error",
            "crash",
            r"^fatal error: (?P<message>(?:all goroutines are asleep|concurrent map|stack overflow|runtime: out of memory|unexpected signal|sync: |out of memory).*)",
            ("fatal error: ",),
            then=((_FRAME, -60),),
            weight=1,
        ),
        Pattern(
            "assertion_failure",
            "test_failure",
            r"^\s+Error Trace:\s+(?P<file>(?:[A-Za-z]:)?[^\s:]+\.go):(?P<line>\d+)",
            ("Error Trace:",),
            then=((r"^\s+Error:\s+(?P<message>\S.*)", 6), (r"^\s+Test:\s+(?P<test>\S+)", -20)),
            at=1,
            more=r"^\s{8,}",
            weight=2,
        ),
        Pattern(
            "test_failure",
            "test_failure",
            r"^\s*--- FAIL: (?P<test>\S+) \([\d.]+s\)$",
            ("--- FAIL: ",),
            then=((r"^\s+(?:\S*/)?(?P<file>[\w.-]+\.go):(?P<line>\d+): (?P<message>(?!Error Trace).*)", 3),),
            at=1,
            more=r"^\s{8,}\S",
            weight=2,
        ),
        Pattern(
            "test_failure",
            "test_failure",
            r"^\s*--- FAIL: (?P<test>\S+) \([\d.]+s\)$",
            ("--- FAIL: ",),
            weight=-2,
            above=(r"^\s+(?P<file>[\w./-]+_test\.go):(?P<line>\d+): (?P<message>.+)", 12),
        ),
        Pattern(
            "test_log",
            "test_failure",
            r"^\s{4,}(?P<file>[\w.-]+_test\.go):(?P<line>\d+): (?P<message>.*(?:[Ee]xpected|want|got|[Ff]ail|[Ee]rr|unexpected|should|mismatch|diff|not ).*)",
            ("_test.go:",),
            weight=0,
        ),
        Pattern(
            "missing_module",
            "dependency_resolution",
            r"^(?:"
            + _GO
            + r": )?(?P<message>(?:no required module provides package (?P<dependency>[^\s;:]+)|cannot find (?:module providing )?package \"?(?P<package>[^\s\":]+)|package (?P<std>\S+) is not in (?:GOROOT|std)|missing go\.sum entry|module \S+ found .*, but does not contain package).*)",
            ("no required module", "cannot find", "is not in ", "missing go.sum", "does not contain package"),
            weight=1,
        ),
        Pattern(
            "module_error",
            "dependency_resolution",
            r"^(?:go: )?(?P<message>verifying (?P<dependency>\S+): checksum mismatch)",
            ("checksum mismatch",),
            more=r"^\s+\S|^SECURITY ERROR",
            weight=1,
        ),
        Pattern(
            "module_error",
            "dependency_resolution",
            r"^go: (?P<message>(?!downloading|finding|extracting|added|upgraded|creating|found|to add|no module dependencies|warning|using).{4,})",
            ("go: ",),
            more=r"^\t|^\s{2,}\S|^To (?:update|add)",
            weight=1,
        ),
        Pattern(
            "go_version",
            "version_mismatch",
            r"^(?P<message>(?:go: )?(?:go\.mod:\d+: )?(?:go\.mod (?:requires|file indicates) go .*|.*module requires Go \S+.*|note: module requires Go.*|errors parsing go\.mod:.*|invalid go version.*))",
            ("go.mod", "requires Go", "invalid go version"),
            weight=1,
        ),
        Pattern(
            "vendor_error",
            "stale_generated",
            r"^(?P<message>go: inconsistent vendoring in .*|.*updates to go\.(?:mod|sum) needed.*)",
            ("inconsistent vendoring", "updates to go."),
            more=r"^\s",
            weight=2,
        ),
        Pattern(
            "undefined_name",
            "compile_error",
            r"^(?:vet: )?" + _GO + r": (?P<message>undefined: (?P<symbol>\S+).*)",
            ("undefined: ",),
        ),
        Pattern(
            "unused",
            "compile_error",
            r"^(?:vet: )?"
            + _GO
            + r": (?P<message>(?:imported and not used: .*|\"(?P<dependency>[^\"]+)\" imported(?: as \S+)? and not used|declared and not used: (?P<symbol>\S+)|\S+ declared (?:and|but) not used).*)",
            ("not used",),
            weight=0,
        ),
        Pattern(
            "syntax_error",
            "syntax_error",
            r"^(?:vet: )?" + _GO + r": (?P<message>(?:syntax error|expected |missing |illegal ).+)",
            (".go:",),
        ),
        Pattern(
            "lint_violation",
            "lint_failure",
            r"^(?:level=\w+ .{0,200})?" + _GO + r": (?P<message>.+ \((?P<code>[\w-]+)\))$",
            (".go:",),
            weight=0,
        ),
        Pattern(
            "lint_violation",
            "lint_failure",
            r"^" + _GO + r": (?P<message>.+ \((?P<code>(?:SA|ST|QF|S|U|G)\d{3,4})\))$",
            (".go:",),
        ),
        Pattern(
            "compilation_error",
            "compile_error",
            r"^(?:vet: |#\d+ )?" + _GO + r": (?P<message>(?!Failure|warning: |: # ).+)",
            (".go:",),
            more=r"^\t\S",
        ),
        Pattern(
            "ginkgo_failure",
            "test_failure",
            r"^\s*(?:\[FAIL(?:ED)?\]|• \[FAILED\]|\[It\]) (?P<message>\S.+)",
            ("[FAILED]", "[FAIL]"),
            then=((r"^\s*(?P<file>/[^\s:]+\.go):(?P<line>\d+)", -10),),
            weight=0,
        ),
        Pattern(
            "unformatted",
            "format_check",
            r"^diff (?:-u )?\S+\.go(?:\.orig)? (?P<file>\S+\.go)$",
            ("diff ",),
            message="{file} is not formatted",
            weight=1,
        ),
        Pattern(
            "gotestsum",
            "test_failure",
            r"^=== FAIL: (?P<package>\S+) (?P<test>\S+) \([\d.]+s\)$",
            ("=== FAIL: ",),
            then=((r"^\s+(?P<file>[\w./-]+\.go):(?P<line>\d+): (?P<message>.+)", -10),),
            at=1,
            weight=1,
        ),
        Pattern(
            "compilation_error",
            "compile_error",
            r"^(?:package \S+: )?(?P<message>build constraints exclude all Go files in \S+)",
            ("build constraints exclude",),
            weight=0,
        ),
        Pattern(
            "linter_error",
            "configuration",
            r"^(?:level=error msg=\"(?P<message>.+)\"|ERRO (?P<said>.+)|Error: (?P<other>can't load config.*|unknown linters.*|unsupported version of the configuration.*))",
            ("level=error", "ERRO ", "can't load config", "unknown linters", "unsupported version of"),
            weight=0,
        ),
        Pattern("linking", "link_error", r"^(?:/\S*/link|link): (?P<message>.+)", ("/link: ",), weight=0),
        Pattern(
            "package_failed",
            "test_failure",
            r"^FAIL(?:\s+\S+(?:\s+(?:[\d.]+s|\[(?:build failed|setup failed)\]))?)?$|^exit status [1-9]\d*$|^FAIL: |^DONE \d+ tests.*[1-9]\d{0,8} failures?|^--- FAIL: \S+$|^Found \d+ data race|^testing\.go:\d+: race detected|^coverage: |^make: \*\*\*",
            ("FAIL", "exit status", "failure", "data race", "race detected"),
            role=CONSEQUENCE,
            weight=1,
        ),
        Pattern(
            "passed",
            "unknown",
            r"^ok\s+\S+\s+(?:[\d.]+s|\(cached\))|^PASS$|^0 issues\.",
            ("ok  ", "PASS", "0 issues."),
            role=SUCCESS,
            severity="info",
        ),
        Pattern(
            "passing_test",
            "unknown",
            r"^\s*--- (?:PASS|SKIP): |^=== (?:RUN|PAUSE|CONT|NAME) |^\?\s+\S+\s+\[no test files\]|^go: (?:downloading|finding|extracting|added|upgraded) ",
            ("--- PASS", "--- SKIP", "=== ", "[no test files]", "go: "),
            role=NOISE,
            severity="info",
        ),
    ),
    sample="""
# example.com/app/store
store/store.go:12:9: undefined: Opn
store/store.go:3:8: "os" imported and not used
--- FAIL: TestWraps (0.00s)
    --- FAIL: TestWraps/small (0.00s)
        ring_test.go:14: got 3, want 4
FAIL
FAIL	example.com/app/ring	0.004s
panic: runtime error: index out of range [3] with length 3

goroutine 1 [running]:
main.get(...)
	/home/me/app/main.go:8
exit status 2
main.go:5:2: no required module provides package github.com/x/y; to add it:
ring.go:9:2: ineffectual assignment to n (ineffassign)
""",
    expected=(
        (2, "undefined_name", "store/store.go", 12),
        (3, "unused", "store/store.go", 3),
        (6, "test_failure", "ring_test.go", 14),
        (9, "panic", "/home/me/app/main.go", 8),
        (15, "missing_module", "main.go", 5),
        (16, "lint_violation", "ring.go", 9),
    ),
    signs=(r"^ok  \t", r"^=== RUN ", r"\bgo (?:build|test|vet)\b", r"^go: downloading "),
    advice={
        "undefined_name": Advice(
            "Go knows no `{symbol}` at {file}:{line}.",
            ("Look for a rename, a missing import, or a build tag that leaves its file out.",),
            "go vet ./...",
        ),
        "unused": Advice("{message} at {file}:{line}", ("Remove it.",), "go vet ./..."),
        "syntax_error": Advice("{file}:{line} cannot be parsed: {message}", (), "gofmt -l ."),
        "compilation_error": Advice(
            "{file}:{line} does not compile: {message}",
            ("Compare with the signature or type that the change touched.",),
            "go build ./...",
        ),
        "missing_module": Advice(
            "A package is not in the module graph: {dependency}{package}{std}",
            ("`go get` it, or `go mod tidy`, and commit go.mod and go.sum.",),
            "go mod tidy",
        ),
        "module_error": Advice(
            "The module graph is wrong: {message}",
            ("`go mod tidy`; for a private module set GOPRIVATE and give the job credentials.",),
            "go mod verify",
        ),
        "go_version": Advice(
            "The Go at hand is too old: {message}", ("Raise the Go version of the job.",), "go version"
        ),
        "vendor_error": Advice(
            "go.mod and what is committed do not agree: {message}",
            ("Run `go mod tidy` (and `go mod vendor`) and commit.",),
            "go mod tidy -diff",
        ),
        "test_failure": Advice(
            "{test} fails: {message}", ("Compare got and want at {file}:{line}.",), "go test -run '{test}' ./..."
        ),
        "test_log": Advice("A test says: {message}", ("Look at {file}:{line}.",), "go test ./..."),
        "assertion_failure": Advice(
            "{test} fails: {message}", ("Compare expected and actual at {file}:{line}.",), "go test -run '{test}' ./..."
        ),
        "ginkgo_failure": Advice("{message}", ("Look at {file}:{line}.",)),
        "gotestsum": Advice("{test} fails: {message}", ("Look at {file}:{line}.",), "go test -run '{test}' {package}"),
        "test_timeout": Advice(
            "The tests did not end in time: {message}",
            ("Look at the goroutines below for who waits; raise -timeout if it is slow by nature.",),
        ),
        "panic": Advice("The program panics: {message}", ("Look at {file}:{line}, and where its value comes from.",)),
        "fatal_error": Advice("The Go runtime stopped the program: {message}", ("Look at the goroutines below.",)),
        "data_race": Advice(
            "Two goroutines use the same memory without order.",
            ("Guard both accesses at {file}:{line} by the same lock, or use a channel.",),
            "go test -race ./...",
        ),
        "lint_violation": Advice(
            "The linter {code} at {file}:{line}: {message}",
            ("Mend it, or silence it there with a reason.",),
            "golangci-lint run",
        ),
        "linter_error": Advice(
            "The linter could not run: {message}{said}{other}",
            ("Correct its configuration; check that its version fits this Go.",),
        ),
        "unformatted": Advice("{file} is not formatted.", ("Run `gofmt -w {file}`.",), "gofmt -l ."),
        "linking": Advice("The Go linker failed: {message}", ("Check cgo flags and libraries.",)),
    },
)
