"""unittest, Django's and nose's runners, doctest, behave, Robot Framework: headings and verdicts.

The traceback under `FAIL: test (class)` is read by the `python` format; here stand what only these runners print.
doctest prints `Failed example:`, `Expected:` and `Got:` under `File "…", line n, in name`.
Form: Python library reference, `unittest` and `doctest`.
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import CONSEQUENCE, NOISE, SUCCESS, Advice, LogFormat, Pattern

PLUGIN: Final = LogFormat(
    name="unittest",
    languages=("python",),
    patterns=(
        Pattern(
            "doctest_failure",
            "test_failure",
            r"^File \"(?P<file>[^\"]{1,400})\", line (?P<line>\d+), in (?P<test>\S+)$",
            ('File "',),
            then=((r"^Failed example:", 1), (r"^    (?P<message>\S.*)", 1)),
            more=r"^(?:Expected|Got|Expected nothing|Exception raised|Differences).*:?$|^    ",
            weight=2,
        ),
        Pattern(
            "doctest_failure",
            "test_failure",
            r"^(?P<message>(?P<file>\S+\.py):(?P<line>\d+): DocTestFailure)",
            ("DocTestFailure",),
            weight=1,
        ),
        Pattern(
            "step_failed",
            "test_failure",
            r"^\s+(?:Given|When|Then|And|But) (?P<step>.{1,200}) # (?P<file>\S+):(?P<line>\d+)",
            (" # ",),
            then=((r"^\s+(?P<message>(?:Assertion Failed|Traceback|ASSERT FAILED|AssertionError).*)", 1),),
            weight=1,
        ),
        Pattern(
            "test_failure",
            "test_failure",
            r"^(?:FAIL|ERROR): (?P<test>\w+ \(.{1,300}\)|.*doctest for .*)$",
            ("FAIL: ", "ERROR: "),
            weight=-2,
        ),
        Pattern(
            "test_failure",
            "test_failure",
            r"^(?P<test>\w+ \(.{1,300}\)) ?\.\.\. (?:FAIL|ERROR)$|^(?P<other>\w+ \(.{1,300}\)) \.\.\. .{0,80}(?:FAIL|ERROR)$",
            ("... ",),
            role=CONSEQUENCE,
        ),
        Pattern(
            "robot_failure",
            "test_failure",
            r"^(?P<test>\S.{0,200}?)(?<!\s)\s++\| FAIL \|$",
            ("| FAIL |",),
            then=((r"^(?P<message>(?!=|-)\S.*)", 2),),
            at=1,
        ),
        Pattern(
            "unittest_verdict",
            "test_failure",
            r"^FAILED \((?:failures|errors|expected failures|skipped|unexpected successes)=\d+",
            ("FAILED (",),
            role=CONSEQUENCE,
            weight=1,
        ),
        Pattern(
            "doctest_verdict",
            "test_failure",
            r"^\*\*\*Test Failed\*\*\* \d+ failures?|^\d+ items? had failures:",
            ("Test Failed", "had failures"),
            role=CONSEQUENCE,
            weight=1,
        ),
        Pattern(
            "behave_verdict",
            "test_failure",
            r"^\d+ (?:features?|scenarios?|steps?) passed, [1-9]\d* failed",
            (" failed",),
            role=CONSEQUENCE,
            weight=1,
        ),
        Pattern(
            "migrations_missing",
            "stale_generated",
            r"^(?P<message>Your models in app\(s\): .+ have changes that are not yet reflected in a migration.*)",
            ("not yet reflected",),
            weight=1,
        ),
        Pattern(
            "system_check",
            "configuration",
            r"^(?P<symbol>[\w.]+|\?): \((?P<code>\w+\.E\d+)\) (?P<message>.+)",
            (
                ".E0",
                ".E1",
                ".E2",
                ".E3",
                ".E4",
                ".E5",
            ),
            weight=1,
        ),
        Pattern(
            "passed",
            "unknown",
            r"^OK(?: \((?:skipped|expected failures|unexpected successes)=.*\))?$",
            ("OK",),
            role=SUCCESS,
            severity="info",
        ),
        Pattern(
            "passing_test",
            "unknown",
            r"^\w+ \(.{1,300}\)(?: \.\.\. |\n).{0,80}(?:ok|skipped .*|expected failure)$",
            (" ... ",),
            role=NOISE,
            severity="info",
        ),
    ),
    sample="""
test_error_path (tests.T.test_error_path) ... ok
**********************************************************************
File "ring.py", line 4, in ring.get
Failed example:
    get(0)
Expected:
    4
Got:
    3
***Test Failed*** 1 failures.
FAILED (failures=1, errors=2)
""",
    expected=((3, "doctest_failure", "ring.py", 4),),
    signs=(r"^Ran \d+ tests? in [\d.]+s", r"^Creating test database for alias"),
    advice={
        "doctest_failure": Advice(
            "The example `{message}` in the documentation of {test} gives another result.",
            ("Correct the example or the code at {file}:{line}.",),
            "python -m doctest {file}",
        ),
        "step_failed": Advice("The step {step} fails: {message}", ("Look at {file}:{line}.",), "behave {file}:{line}"),
        "test_failure": Advice("{test} fails.", ("Run it alone.",), "python -m unittest -v"),
        "robot_failure": Advice("{test} fails: {message}", ("Open the report for the keyword that failed.",)),
        "migrations_missing": Advice(
            "Models changed and no migration was made.",
            ("Run `python manage.py makemigrations` and commit the result.",),
            "python manage.py makemigrations --check",
        ),
        "system_check": Advice(
            "Django's system check {code} fails for {symbol}: {message}",
            ("Correct the model or setting that it names.",),
            "python manage.py check",
        ),
    },
)
