"""CTest and the C++ test frameworks it runs: GoogleTest, Catch2, doctest, Boost.Test, CppUTest, Qt Test, TAP programs.

GoogleTest prints `file:line: Failure` and the reasons below, between `[ RUN      ]` and `[  FAILED  ]`. CTest lists
`12/40 Test #12: name ...***Failed` and ends in "The following tests FAILED". Only what stands under the failing test is the
cause; the lists repeat it.
Form: GoogleTest's PrettyUnitTestResultPrinter, CTest manual, Catch2's console reporter, Boost.Test's HRF.
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import CONSEQUENCE, POINTER, SUCCESS, Advice, LogFormat, Pattern

_SRC = r"(?P<file>(?:[A-Za-z]:)?[^\s:()][^:()]{0,300}\.\w{1,4})"

PLUGIN: Final = LogFormat(
    name="ctest",
    languages=("cpp", "c"),
    patterns=(
        Pattern(
            "assertion_failure",
            "test_failure",
            r"^" + _SRC + r"(?::|\()(?P<line>\d+)\)?: (?:Failure|error: Failure)$",
            ("Failure",),
            more=r"^(?:\s+\S|Expected|Value of|Actual|Which is|Expected equality|The difference|With diff|Death test|actual|  )",
            weight=2,
            then=((r"^(?P<message>\S.+)", -2),),
        ),
        Pattern(
            "exception_in_test",
            "test_failure",
            r"^unknown file: (?:Failure|error: .*)",
            ("unknown file",),
            then=((r"^(?P<message>C\+\+ exception .+|\S.+)", -2),),
            weight=1,
        ),
        Pattern(
            "assertion_failure",
            "test_failure",
            r"^" + _SRC + r"(?::(?P<line>\d+)|\((?P<row>\d+)\)): (?:FAILED|FATAL ERROR|ERROR: (?:CHECK|REQUIRE)\w*\()",
            ("FAILED", "ERROR: "),
            then=((r"^\s{2,}(?P<message>\S.+)", -2),),
            more=r"^\S?\s+|^with expansion|^due to",
            weight=2,
        ),
        Pattern(
            "assertion_failure",
            "test_failure",
            r"^" + _SRC + r"\((?P<line>\d+)\): (?:FATAL )?ERROR: (?P<message>.+)",
            ("ERROR: ",),
            more=r"^  ",
            weight=2,
        ),
        Pattern(
            "assertion_failure",
            "test_failure",
            r"^"
            + _SRC
            + r"\((?P<line>\d+)\): (?:fatal error: in|error: in|last checkpoint) \"(?P<test>[^\"]+)\": (?P<message>.+)",
            ("error: in ",),
            weight=2,
        ),
        Pattern(
            "assertion_failure",
            "test_failure",
            r"^" + _SRC + r":(?P<line>\d+): error: (?:Failure in TEST\((?P<test>[^)]*)\))",
            ("Failure in TEST",),
            then=((r"^\s+(?P<message>\S.+)", -2),),
            weight=2,
        ),
        Pattern(
            "assertion_failure",
            "test_failure",
            r"^FAIL!\s+: (?P<test>[^\s(]+\(.*?\)) (?P<message>.+)",
            ("FAIL!",),
            then=((r"^\s+Loc: \[" + _SRC + r"\((?P<line>\d+)\)\]", -8),),
            weight=2,
        ),
        Pattern(
            "assertion_failure",
            "runtime_error",
            r"^(?:[^\s:]{1,200}: )?"
            + _SRC
            + r":(?P<line>\d+): (?P<function>.{1,300}?): Assertion [`'](?P<message>.{1,300}?)' failed",
            ("Assertion",),
            weight=2,
        ),
        Pattern(
            "assertion_failure",
            "runtime_error",
            r"^Assertion failed: (?P<message>\(.{1,300}?\)|.{1,300}?), (?:function (?P<function>[^,]{1,200}), )?file (?P<file>[^,]{1,300}), line (?P<line>\d+)",
            ("Assertion failed",),
            weight=2,
        ),
        Pattern(
            "uncaught_exception",
            "crash",
            r"^(?:libc\+\+abi: )?terminat(?:e called|ing)(?: after throwing an instance of '(?P<exception>[^']+)'| due to uncaught exception.*| without an active exception| with uncaught exception.*)",
            ("terminat",),
            then=((r"^\s*what\(\):\s+(?P<message>.+)", -2),),
            weight=1,
        ),
        Pattern(
            "test_timeout",
            "test_timeout",
            r"^\s*\d+/\d+ Test\s+#\d+: (?P<test>\S+) \.*\s*\*\*\*Timeout",
            ("***Timeout",),
            weight=1,
        ),
        Pattern(
            "test_crashed",
            "crash",
            r"^\s*\d+/\d+ Test\s+#\d+: (?P<test>\S+) \.*\s*\*\*\*Exception: (?P<message>\S+)",
            ("***Exception",),
        ),
        Pattern(
            "test_failed",
            "test_failure",
            r"^\s*\d+/\d+ Test\s+#\d+: (?P<test>\S+) \.*\s*(?:\*\*\*)?(?P<message>Failed|Not Run|Skipped unexpectedly|Bad Command).*",
            ("Failed", "Not Run"),
            weight=-1,
        ),
        Pattern(
            "test_failed",
            "test_failure",
            r"^\[  FAILED  \] (?P<test>[\w./]+)(?:, where .*)? \(\d+ ms\)",
            ("[  FAILED  ]",),
            weight=-2,
        ),
        Pattern(
            "failed_list",
            "test_failure",
            r"^\[  FAILED  \] (?:\d+ tests?, listed below|[\w./]+)|^\s*\d+ FAILED TESTS?$|^The following tests FAILED:|^Errors while running CTest|^\*\*\* \d+ failures? (?:is|are) detected|^\s+\d+ - \S+ \((?:Failed|Timeout|SEGFAULT|Not Run|Subprocess aborted|ILLEGAL|BUS)",
            (
                "FAILED",
                "Errors while",
                "detected",
                "(Failed)",
                "(Timeout)",
                "(SEGFAULT)",
                "(Not Run)",
                "aborted",
                "(ILLEGAL)",
                "(BUS",
            ),
            role=CONSEQUENCE,
            weight=1,
        ),
        Pattern(
            "failed_list",
            "test_failure",
            r"^\s*\d+% tests passed, [1-9]\d* tests? failed out of \d+|^test cases:.*\b[1-9]\d* failed|^assertions:.*\b[1-9]\d* failed|^Totals: \d+ passed, [1-9]\d* failed",
            ("failed",),
            role=CONSEQUENCE,
            weight=1,
        ),
        Pattern(
            "see_test_log",
            "test_failure",
            r"^(?:Output from these tests are in|Use \"--rerun-failed)",
            ("Output from these", "--rerun-failed"),
            role=POINTER,
        ),
        Pattern(
            "passed",
            "unknown",
            r"^100% tests passed, 0 tests failed|^All tests passed \(|^\*\*\* No errors detected|^\[  PASSED  \] \d+ tests?\.$|^Totals: \d+ passed, 0 failed",
            ("passed", "PASSED", "No errors detected"),
            role=SUCCESS,
            severity="info",
            weight=1,
        ),
    ),
    sample="""
[ RUN      ] Ring.Wraps
tests/ring_test.cc:21: Failure
Expected equality of these values:
  ring.get(0)
    Which is: 3
  4
[  FAILED  ] Ring.Wraps (0 ms)
[  FAILED  ] 1 test, listed below:
[  FAILED  ] Ring.Wraps
 1/2 Test #1: ring_test ........................***Failed    0.00 sec
store_test: src/store.c:17: store_open: Assertion `path != NULL' failed.
50% tests passed, 1 tests failed out of 2
The following tests FAILED:
  1 - ring_test (Failed)
D:\\shop\\tests\\test_cart.cpp(216): FAILED:
  REQUIRE( total == 3 )
""",
    expected=(
        (2, "assertion_failure", "tests/ring_test.cc", 21),
        (7, "test_failed", "", 0),
        (10, "test_failed", "", 0),
        (11, "assertion_failure", "src/store.c", 17),
        (15, "assertion_failure", "D:\\shop\\tests\\test_cart.cpp", 216),
    ),
    signs=(r"^\[==========\] Running", r"^Test project /", r"^\[ RUN      \]"),
    advice={
        "assertion_failure": Advice(
            "A check does not hold at {file}:{line}: {message}",
            ("Compare the expected and the actual value below; decide whether the code or the expectation changed.",),
            "ctest --output-on-failure -R '{test}'",
        ),
        "exception_in_test": Advice(
            "The test threw: {message}", ("Run the one test under a debugger with `catch throw`.",)
        ),
        "uncaught_exception": Advice(
            "An exception of type {exception} was never caught: {message}",
            ("Catch it where it can be handled, or mend what throws it.",),
        ),
        "test_timeout": Advice(
            "{test} did not end within its time.",
            (
                "Run it alone; look for a wait that nobody ends.",
                "If it is slow by nature, raise its `TIMEOUT` property.",
            ),
            "ctest -R {test} --output-on-failure",
        ),
        "test_crashed": Advice(
            "{test} crashed: {message}",
            ("Run it under a debugger or with `-fsanitize=address`.",),
            "ctest -R {test} --output-on-failure",
        ),
        "test_failed": Advice(
            "{test} failed.", ("Run it alone with its output.",), "ctest -R {test} --output-on-failure"
        ),
    },
)
