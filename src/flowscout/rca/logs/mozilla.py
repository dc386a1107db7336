"""Mozilla's harnesses: mochitest, reftest, xpcshell, web-platform-tests, under mozharness and Taskcluster.

A line of the structured log is `TEST-UNEXPECTED-FAIL | test | message`; a crash is `PROCESS-CRASH | signature | test`.
Expected failures are `TEST-KNOWN-FAIL` or TEST-FAIL and mean nothing. A task that was stopped ends in
`[taskcluster:error] Task aborted - max run time exceeded`.
Form: mozlog's tbpl formatter, Taskcluster's worker messages.
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import CONSEQUENCE, SUCCESS, Advice, LogFormat, Pattern

_TEST: Final = r"(?P<test>[^|]{1,400}?) \| (?P<message>.*)"

PLUGIN: Final = LogFormat(
    name="mozharness",
    languages=(),
    patterns=(
        Pattern(
            "process_crash",
            "crash",
            r"(?:^|\s)PROCESS-CRASH \| (?P<message>[^|]{1,600}?)(?: \| (?P<test>\S.*))?(?![^\n])",
            ("PROCESS-CRASH | ",),
            weight=2,
        ),
        Pattern(
            "test_timeout",
            "test_timeout",
            r"(?:^|\s)TEST-UNEXPECTED-TIMEOUT \| " + _TEST,
            ("TEST-UNEXPECTED-TIMEOUT",),
            weight=2,
        ),
        Pattern(
            "test_failure",
            "test_failure",
            r"(?:^|\s)(?:REFTEST )?TEST-UNEXPECTED-(?P<code>[A-Z]+) \| " + _TEST,
            ("TEST-UNEXPECTED-",),
            weight=2,
        ),
        Pattern(
            "leak",
            "sanitizer",
            r"(?:^|\s)LeakSanitizer \| (?P<message>leak at .+)",
            ("LeakSanitizer | ",),
            weight=1,
        ),
        Pattern(
            "task_timeout",
            "timeout",
            r"^\[taskcluster:error\] (?P<message>Task (?:aborted - max run time exceeded|timeout after \d+ seconds.*))",
            ("[taskcluster:error] Task",),
            weight=1,
        ),
        Pattern(
            "task_failed",
            "unknown",
            r"^\[taskcluster[^\]]*\] .*Unsuccessful task run|^\[taskcluster:error\] (?:exit status|Aborting)|^Return code: [1-9]|^# TBPL (?:FAILURE|WARNING|EXCEPTION) #",
            ("[taskcluster", "Return code: ", "# TBPL"),
            role=CONSEQUENCE,
        ),
        Pattern("passed", "unknown", r"^# TBPL SUCCESS #|Successful task run with exit code: 0", ("TBPL SUCCESS", "Successful task run"), role=SUCCESS, severity="info", weight=1),
    ),
    sample="""
TEST-START | dom/a.html
TEST-UNEXPECTED-FAIL | dom/a.html | Test timed out. -
PROCESS-CRASH | application crashed [@ foo::bar] | dom/b.html
[taskcluster:error] Task aborted - max run time exceeded
""",
    expected=((2, "test_failure", "", 0), (3, "process_crash", "", 0), (4, "task_timeout", "", 0)),
    signs=(r"^TEST-(?:START|PASS|OK) \| ", r"^\[taskcluster "),
    advice={
        "test_failure": Advice("{test} ended otherwise than expected: {message}", ("Run the one test alone.",), "./mach test {test}"),
        "process_crash": Advice("The program under test crashed: {message}", ("Look at the crashing thread's stack below.",), "./mach test {test}"),
        "test_timeout": Advice("{test} did not end in its time.", ("Run it alone several times.",), "./mach test {test}"),
        "task_timeout": Advice("The task was stopped after its longest run time.", ("Split it into more chunks, or look for what hung.",)),
    },
)  # fmt: skip
