"""Bun's test runner: failing tests.

It prints the source around the failing line, `error: …`, the stack, and only then the test's name: `(fail) suite > test [12.00ms]`.
Form: bun's cli/test_command.zig.
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import CONSEQUENCE, SUCCESS, Advice, LogFormat, Pattern

_PLACE = r"^\s+at (?:async )?(?:[^()\n]{0,200} )?\((?P<file>(?![^\s:)]{0,300}node_modules)(?!node:)[^\s:()][^:()]{0,300}\.[cm]?[jt]sx?):(?P<line>\d+):(?P<column>\d+)\)"
_NAMED = r"^\(fail\) (?P<test>.{1,300}?)(?: \[[\d.]{1,12}ms\])?$"

PLUGIN: Final = LogFormat(
    name="bun",
    languages=("javascript", "typescript"),
    patterns=(
        Pattern(
            "test_failure",
            "test_failure",
            r"^(?P<message>(?:error|\w{1,60}Error): .+)",
            ("rror: ",),
            then=((_PLACE, -25), (_NAMED, 30)),
            weight=1,
        ),
        Pattern(
            "unhandled_error",
            "test_failure",
            r"^# Unhandled error between tests$",
            ("Unhandled error between",),
            then=((r"^(?P<message>(?:error|\w{1,60}Error): .+)", 6), (_PLACE, -12)),
            at=1,
            weight=1,
        ),
        Pattern("tests_failed", "test_failure", r"^ [1-9]\d{0,6} fail$", (" fail",), role=CONSEQUENCE, weight=1),
        Pattern("tests_passed", "unknown", r"^ 0 fail$", (" 0 fail",), role=SUCCESS, severity="info", weight=1),
    ),
    sample="""
bun test v1.2.20 (6ad208bc)

tests/cart.test.ts:
16 |       expect(cart.total).toBe(3);
                              ^
error: expect(received).toBe(expected)

Expected: 3
Received: 4

      at <anonymous> (/home/me/app/tests/cart.test.ts:16:26)
(fail) Cart > adds up [1.86ms]

 72 pass
 1 fail
""",
    expected=((6, "test_failure", "/home/me/app/tests/cart.test.ts", 16),),
    signs=(r"^bun test v\d",),
    advice={
        "unhandled_error": Advice("A test file fails outside its tests: {message}", ("Read what the file does when it is loaded.",)),
        "test_failure": Advice(
            "The test {test} fails: {message}",
            ("Read the test and the code it calls.",),
            "bun test -t '{test}'",
        ),
    },
)
