"""Jest, Vitest, Mocha, Node's own runner, AVA, Jasmine, Karma, Tape: failing JavaScript tests.

Jest and Vitest name the test (`● suite › test`, ` FAIL  file > suite > test`), then the reason (`Error:`, `expect(received)…`,
`AssertionError: …`), then a frame (`at Object.<anonymous> (file:line:column)`, `❯ file:line:column`). Mocha numbers failures after its summary
(`1) suite` … `AssertionError …`). Node prints `not ok 1 - name` with a YAML block (TAP), or `✖ name`.
Output of `console.error` in passing tests is no failure.
Form: jest-message-util, Vitest's default reporter, Mocha's spec reporter, TAP 14.
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import CONSEQUENCE, NOISE, POINTER, SUCCESS, Advice, LogFormat, Pattern

_PLACE = r"(?:file://)?(?P<file>(?:[A-Za-z]:)?(?![^\s:)]{0,300}node_modules)(?!node:)(?!internal/)[^\s:()][^:()]{0,300}\.(?:[cm]?[jt]sx?|vue|svelte|feature)):(?P<line>\d+):(?P<column>\d+)"
_AT = r"^\s+(?:at (?:async )?(?:[^()\n]{0,200} \()?|❯ (?:[^()\n/]{0,80} )?|❯ )" + _PLACE
_REASON = r"^\s+(?P<message>(?P<exception>[A-Z]\w*(?:Error|Exception|Failure)\b[^:]{0,60}|expect\(|Error|Expected|assert\w*|thrown:|Timeout|Unable to find|TestingLibrary|Snapshot name|Exceeded timeout|Cannot|SyntaxError|Uncaught)\S?.*)"

PLUGIN: Final = LogFormat(
    name="jest",
    languages=("javascript", "typescript"),
    patterns=(
        Pattern(
            "suite_failed",
            "test_failure",
            r"^\s*● Test suite failed to run",
            ("Test suite failed to run",),
            then=(
                (r"^\s+(?:" + _PLACE + r" - error )?(?P<message>\S.+)", 4),
                (
                    r"^\s+at (?:.{0,200}?[( ])?"
                    + _PLACE
                    + r"|^\s+(?:"
                    + _PLACE.replace("<file>", "<source>").replace("<line>", "<row>").replace("<column>", "<col>")
                    + r") - error",
                    -30,
                ),
            ),
            at=1,
            weight=2,
        ),
        Pattern(
            "snapshot_mismatch",
            "snapshot",
            r"^\s*● (?P<test>.{1,300} › .{1,300}|\S.{1,300})$",
            ("● ",),
            then=(
                (
                    r"^\s+(?P<message>expect\(.*\)\.(?:toMatchSnapshot|toMatchInlineSnapshot|toThrowErrorMatching\w*|toMatchImageSnapshot)\b.*|Snapshot name: .*)",
                    3,
                ),
                (_AT, -40),
            ),
            at=1,
            weight=2,
        ),
        Pattern(
            "test_timeout",
            "test_timeout",
            r"^\s*● (?P<test>.{1,300})$",
            ("● ",),
            then=(
                (
                    r"^\s++(?:thrown: \")?(?P<message>(?:Exceeded timeout of|Timeout - Async callback|.*exceeded timeout).*)",
                    3,
                ),
                (_AT, -30),
            ),
            at=1,
            weight=2,
        ),
        Pattern(
            "test_failure",
            "test_failure",
            r"^\s*● (?!Console|Validation|Deprecation|Cannot log)(?P<test>\S.{0,300})$",
            ("● ",),
            then=((_REASON, 4), (_AT, -60)),
            at=1,
            weight=2,
        ),
        Pattern(
            "config_error",
            "configuration",
            r"^\s*● Validation Error:",
            ("Validation Error",),
            then=((r"^\s+(?P<message>\S.+)", 3),),
            weight=1,
        ),
        Pattern(
            "console_output",
            "unknown",
            r"^\s*(?:● Console|console\.(?:error|warn|log|info|debug)|(?:stderr|stdout) \| )",
            ("console.", "● Console", "stderr | ", "stdout | "),
            role=NOISE,
            severity="info",
            more=r"^\s+\S|^$",
        ),
        Pattern(
            "suite_failed",
            "test_failure",
            r"^ ?(?:❯|×|FAIL)\s+" + _PLACE.split(":(?P<line>")[0] + r" \[ (?P=file) \]$",
            ("FAIL ",),
            then=(
                (r"^(?P<message>(?P<exception>[A-Z]\w*(?:Error|Exception)?): .+)", 2),
                (r"^\s*❯ (?:[^()\n/]{0,80} )?" + _PLACE.replace("<file>", "<source>"), -6),
            ),
            at=1,
            weight=2,
        ),
        Pattern(
            "snapshot_mismatch",
            "snapshot",
            r"^ ?FAIL\s+(?P<suite>\S+) > (?P<test>.{1,300})$",
            ("FAIL ",),
            then=((r"^(?P<message>Error: Snapshot .+ mismatched.*)", 2), (r"^\s*❯ (?:[^()\n/]{0,80} )?" + _PLACE, -40)),
            at=1,
            weight=2,
        ),
        Pattern(
            "test_timeout",
            "test_timeout",
            r"^ ?FAIL\s+(?P<suite>\S+) > (?P<test>.{1,300})$",
            ("FAIL ",),
            then=(
                (r"^(?P<message>Error: (?:Test|Hook) timed out in \d+ms.*)", 2),
                (r"^\s*❯ (?:[^()\n/]{0,80} )?" + _PLACE, -40),
            ),
            at=1,
            weight=2,
        ),
        Pattern(
            "test_failure",
            "test_failure",
            r"^ ?FAIL\s+(?:\|?[\w@/-]+\|? +)?(?P<suite>\S+) > (?P<test>.{1,300})$",
            ("FAIL ",),
            then=((r"^(?P<message>(?P<exception>[A-Z]\w*): .+)", 3), (r"^\s*❯ (?:[^()\n/]{0,80} )?" + _PLACE, -60)),
            at=1,
            weight=2,
        ),
        Pattern(
            "unhandled",
            "runtime_error",
            r"^⎯+ (?:Unhandled (?:Rejection|Errors?|Error)|Uncaught Exception) ⎯+",
            ("Unhandled", "Uncaught"),
            then=((r"^(?P<message>(?P<exception>[A-Z]\w*): .+)", 6), (r"^\s*❯ (?:[^()\n/]{0,80} )?" + _PLACE, -30)),
            at=1,
            weight=1,
        ),
        Pattern(
            "test_failure",
            "test_failure",
            r"^\s{2,6}\d{1,5}\) (?P<test>\S.{0,300}?):?$",
            (
                "0) ",
                "1) ",
                "2) ",
                "3) ",
                "4) ",
                "5) ",
                "6) ",
                "7) ",
                "8) ",
                "9) ",
            ),
            then=(
                (
                    r"^\s{4,}(?P<message>(?P<exception>(?:Uncaught )?(?:[A-Z]\w*Error|Error|AssertionError)\b(?: \[\w+\])?).*|Error: Timeout of .*)",
                    8,
                ),
                (r"^\s+at (?:.{0,200}?[( ])?" + _PLACE, -40),
            ),
            at=1,
            weight=2,
        ),
        Pattern(
            "test_failure",
            "test_failure",
            r"^\s*not ok \d+ -? ?(?P<test>(?!.*# (?:SKIP|TO[D]O|skip|todo)).{1,300})$",
            ("not ok ",),
            then=(
                (
                    r"^\s+(?:location: '(?P<file>[^:']{1,300}):(?P<line>\d+):(?P<column>\d+)'|at: .*\((?P<other>[^:()]{1,300}):\d+:\d+\))",
                    -6,
                ),
                (r"^\s+(?:error|message|operator): [|'\"]?-?(?P<message>\S.*?)?'?$", 12),
            ),
            at=0,
            weight=1,
        ),
        Pattern(
            "test_failure",
            "test_failure",
            r"^✖ (?P<test>\S.{0,300}?) \([\d.]+ms\)$",
            ("✖ ",),
            then=(
                (r"^  (?P<message>(?P<exception>[A-Z]\w*Error)\b.*|Error: .*|'.*')", 3),
                (r"^\s+at (?:.{0,200}?[( ])?" + _PLACE, -40),
            ),
            at=1,
            weight=1,
            above=(r"^test at (?P<file>[^:\s]+):(?P<line>\d+):(?P<column>\d+)", 1),
        ),
        Pattern("test_failure", "test_failure", r"^\s*✘ \[fail\]: (?P<test>.{1,300})$", ("✘ [fail]",), weight=0),
        Pattern(
            "test_failure",
            "test_failure",
            r"^(?:Chrome|Firefox|HeadlessChrome|Chrome Headless|Safari|Edge) [\d.]+ \([^)]{1,60}\)\s+(?P<test>\S.{0,300}) FAILED$",
            (" FAILED",),
            then=((r"^\s+(?P<message>\S.+)", 2), (r"^\s+at (?:.{0,200}?[( ])?" + _PLACE, -20)),
            at=1,
            weight=1,
        ),
        Pattern(
            "suite_failed", "test_failure", r"^\s*● Test suite failed to run", ("Test suite failed to run",), weight=-1
        ),
        Pattern(
            "snapshot_mismatch",
            "snapshot",
            r"^(?:Error: )?(?P<message>Snapshot `[^`]+` mismatched.*)",
            ("mismatched",),
            weight=0,
        ),
        Pattern(
            "suite_header",
            "test_failure",
            r"^ ?FAIL\s+(?P<file>[^\s:>]+\.(?:[cm]?[jt]sx?|vue|svelte))(?: \([\d.]+ m?s\))?(?: \[.*\])?$",
            ("FAIL ",),
            role=CONSEQUENCE,
        ),
        Pattern(
            "coverage_too_low",
            "coverage",
            r"^(?:Jest: |ERROR: |\s*)(?P<message>(?:\"\w+\" coverage threshold for .{1,100} not met|Coverage for \w+ \([\d.]+%\) does not meet).*)",
            ("coverage threshold", "does not meet"),
            weight=1,
        ),
        Pattern(
            "snapshot_obsolete",
            "snapshot",
            r"^\s*(?P<message>New snapshot was not written\. The update flag must be explicitly passed to write a new snapshot.*)",
            ("New snapshot was not written",),
            weight=1,
        ),
        Pattern(
            "browser_missing",
            "environment",
            r"(?P<message>(?:No binary for \w+ browser on your platform|Cannot start (?:Chrome|Firefox)\w*|\b\w{1,40} have not captured in \d+ ms|Executable doesn't exist at|Looks like Playwright .{0,80} was just installed|Could not find Chrome|Failed to launch the browser process).*)",
            (
                "No binary for",
                "Cannot start",
                "not captured",
                "Executable doesn't exist",
                "Looks like Playwright",
                "find Chrome",
                "launch the browser",
            ),
            weight=1,
        ),
        Pattern(
            "no_tests",
            "configuration",
            r"^(?P<message>No tests found, exiting with code 1|No test files found, exiting with code 1|Error: No test files found: .*)",
            ("No test",),
            weight=1,
        ),
        Pattern(
            "tests_summary",
            "test_failure",
            r"^\s*(?:Tests:?\s+(?:\d+ \w+(?:, | \| ))*[1-9]\d* failed|Test Suites: [1-9]\d* failed|Test Files\s+[1-9]\d* failed|[1-9]\d* failing\b|# fail [1-9]|ℹ fail [1-9]|[1-9]\d* tests? failed|Executed \d+ of \d+ .*\([1-9]\d* FAILED\)|Snapshot Summary|Summary of all failing tests|⎯+ Failed (?:Tests|Suites) \d+ ⎯+)",
            ("failed", "failing", "fail ", "FAILED)", "Snapshot Summary", "Failed Tests", "Failed Suites", "# fail"),
            role=CONSEQUENCE,
            weight=1,
        ),
        Pattern(
            "did_not_exit",
            "test_failure",
            r"^(?:Jest did not exit one second after|A worker process has failed to exit gracefully|Force exiting Jest)",
            ("Jest", "A worker process"),
            role=NOISE,
            severity="warning",
        ),
        Pattern(
            "see_more",
            "unknown",
            r"^(?:Run with `--|\s*Inspect your code changes|Ran all test suites)",
            ("Run with", "Inspect your", "Ran all"),
            role=POINTER,
        ),
        Pattern(
            "passed",
            "unknown",
            r"^Tests:\s+(?:\d+ (?:skipped|todo), )*\d+ passed, \d+ total|^\s*Tests\s+\d+ passed(?: \||\s*\()|^\s*\d+ passing \(|^# fail 0$|^ℹ fail 0$|Executed \d+ of \d+ .{0,100}SUCCESS",
            ("passed", "passing (", "fail 0", "SUCCESS"),
            role=SUCCESS,
            severity="info",
            weight=1,
        ),
        Pattern(
            "passing_test",
            "unknown",
            r"^\s*(?:✓|✔|√|PASS\b|ok \d+) ",
            ("✓ ", "✔ ", "√ ", "PASS ", "ok "),
            role=NOISE,
            severity="info",
        ),
    ),
    sample="""
  console.error
    Error: expected by the test
      at load (src/store.js:3:9)
PASS src/error.test.js
FAIL src/ring.test.js
  ● Ring › wraps

    expect(received).toBe(expected) // Object.is equality

    Expected: 4
    Received: 3

      at Object.toBe (src/ring.test.js:5:23)

Tests:       1 failed, 1 passed, 2 total
 FAIL  src/sum.test.ts > sum > adds
AssertionError: expected 3 to be 4 // Object.is equality
 ❯ src/sum.test.ts:6:20

  1) Store
       opens:

      AssertionError [ERR_ASSERTION]: 1 == 2
      + expected - actual
      at Context.<anonymous> (test/store.js:8:12)
""",
    expected=(
        (8, "test_failure", "src/ring.test.js", 5),
        (17, "test_failure", "src/sum.test.ts", 6),
        (23, "test_failure", "test/store.js", 8),
    ),
    signs=(r"^(?:PASS|FAIL) \S+\.[jt]sx?", r"^ RUN  v\d", r"^[ \t]+\d+ passing", r"^TAP version 1\d"),
    advice={
        "test_failure": Advice(
            "{test} fails: {message}",
            ("Compare expected and received; look at {file}:{line}.",),
            "npx jest -t '{test}'",
        ),
        "suite_failed": Advice(
            "A test file cannot be loaded: {message}", ("Mend the import, the syntax or the transform that it names.",)
        ),
        "snapshot_mismatch": Advice(
            "{test} does not match its snapshot.",
            ("If the change is meant, update the snapshots (`-u`) and commit them.",),
            "npx jest -u -t '{test}'",
        ),
        "snapshot_obsolete": Advice(
            "A snapshot is missing, and CI does not write new ones.", ("Run the test locally and commit the snapshot.",)
        ),
        "test_timeout": Advice(
            "{test} did not end in time: {message}",
            ("Look for a promise that nobody resolves; raise the limit if it is slow by nature.",),
        ),
        "config_error": Advice("Jest's configuration is wrong: {message}", ("Correct it.",)),
        "unhandled": Advice(
            "An error that nobody caught failed the run: {message}",
            ("Await the promise at {file}:{line}, or catch its error.",),
        ),
        "coverage_too_low": Advice(
            "The tests cover less than is asked: {message}",
            ("Add tests for the new lines, or lower the threshold on purpose.",),
        ),
        "browser_missing": Advice(
            "The browser cannot be started: {message}",
            ("Install it in the job (`npx playwright install --with-deps`, setup-chrome).",),
        ),
        "no_tests": Advice(
            "The runner found no tests: {message}",
            ("Check the pattern and the folder; pass `--passWithNoTests` if none is right.",),
        ),
    },
)
