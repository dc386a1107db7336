"""Vitest and uvu beyond what they share with Jest: errors that no test catches, and failures headed by the test's quoted name.

`⎯⎯⎯⎯ Unhandled Rejection ⎯⎯⎯⎯⎯`, the error, then `❯ function file:line:column`; the run fails although every test passed.
Form: Vitest's guide "Reporters", uvu's output.
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import CONSEQUENCE, Advice, LogFormat, Pattern

_PLACE = r"(?:file://)?(?P<file>(?![^\s:)]*node_modules)(?!node:)[^\s:()][^:()]{0,300}\.(?:[cm]?[jt]sx?|vue|svelte)):(?P<line>\d+):(?P<column>\d+)"

PLUGIN: Final = LogFormat(
    name="vitest",
    languages=("javascript", "typescript"),
    patterns=(
        Pattern(
            "unhandled_error",
            "test_failure",
            r"^⎯+ (?:Unhandled Rejection|Uncaught Exception|Unhandled Error) ⎯+$",
            ("Unhandled", "Uncaught"),
            then=(
                (r"^(?P<message>\S.+)", 2),
                (r"^\s*❯ (?:[^()\n/]{0,80} )?" + _PLACE, -6),
            ),
            at=1,
            weight=2,
        ),
        Pattern(
            "unhandled_count",
            "test_failure",
            r"^\s+Errors {1,4}[1-9]\d* errors?$",
            ("Errors ",),
            role=CONSEQUENCE,
            weight=1,
        ),
        Pattern(
            "test_failure",
            "test_failure",
            r"^\s+FAIL {2}(?:\S.{0,80} )?\"(?P<test>[^\"]+)\"$",
            ("FAIL  ",),
            then=(
                (r"^\s+(?P<message>\S.+)", 2),
                (
                    r"^\s+at .{0,200}\((?P<file>(?!.{0,200}node_modules)/?[^\s():]+):(?P<line>\d+):(?P<column>\d+)\)",
                    -20,
                ),
            ),
            weight=1,
        ),
    ),
    sample="""
⎯⎯⎯⎯ Unhandled Rejection ⎯⎯⎯⎯⎯
TypeError: store is not open
 ❯ save src/store.js:12:31
      Errors  1 error
   FAIL  "joins"
    Expected values to be deeply equal:  (equal)

    at assert (/srv/app/node_modules/uvu/assert/index.js:33:8)
    at Object.handler (/srv/app/t/a.js:3:29)
""",
    expected=((2, "unhandled_error", "src/store.js", 12), (5, "test_failure", "/srv/app/t/a.js", 3)),
    advice={
        "unhandled_error": Advice(
            "An error escapes the tests: {message}", ("Await the promise that rejects, or catch what it throws.",)
        ),
        "test_failure": Advice(
            "{test} fails: {message}", ("Compare what is expected with what came at {file}:{line}.",)
        ),
    },
)
