"""Coverage limits of any tool: coverage.py and pytest-cov, nyc and c8, JaCoCo, SimpleCov, Codecov, tarpaulin, go-test-coverage.

The tests themselves pass, and say so; the limit is the one thing that fails. Where a runner knows limits of its own (Jest), its format reads them.
Form: the tools' documentation.
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import Advice, LogFormat, Pattern

_NEEDS = ("overage", "covered ratio")

PLUGIN: Final = LogFormat(
    name="coverage",
    languages=(),
    patterns=(
        Pattern(
            "upload_failed",
            "missing_secret",
            r"(?P<message>Codecov token not found.*|Missing (?:Coveralls|CODACY|SONAR).{0,20}[Tt]oken.*)",
            ("oken",),
            weight=1,
        ),
        Pattern(
            "upload_failed",
            "network",
            r"(?P<message>(?:Codecov: )?Failed to properly (?:upload report|create commit|get).*|Codecov:? .{0,40}[Ff]ailed.*|Bad response: \d+ .{0,100}[Cc]overalls.*)",
            ("Failed to properly", "odecov", "overalls"),
            weight=0,
        ),
        Pattern(
            "coverage_too_low",
            "coverage",
            r"^(?:FAIL |ERROR: |E\s+)?(?P<message>(?:Coverage failure: total of .+|Required test coverage of \S+ not reached.*))",
            _NEEDS,
            weight=1,
        ),
        Pattern(
            "coverage_too_low",
            "coverage",
            r"^(?:\w+: )?(?P<message>Coverage for \w+ \([\d.]+%\) does not meet .{0,200})$",
            _NEEDS,
            weight=1,
        ),
        Pattern(
            "coverage_too_low",
            "coverage",
            r"(?:^-+ RESULT: FAILED \((?P<said>minimum: [\d.]+%, actual: [\d.]+%)\)|(?P<message>Rule violated for .{1,200}covered ratio is [\d.]+, but expected minimum is [\d.]+))",
            (*_NEEDS, "RESULT: FAILED"),
            weight=1,
        ),
        Pattern(
            "coverage_too_low",
            "coverage",
            r"^(?:##\[error\]|Error: |ERROR: |error: |\u274c ?|FAIL(?:ED)?: ?|\[ERROR\] )?(?P<message>.{0,80}\b[Cc]overage\b.{0,80}?(?:\bbelow\b|less than|\bunder\b|not met|does not meet|fail-under|\bdecreased\b|lower than|did not (?:reach|meet)).{0,200})$",
            _NEEDS,
        ),
    ),
    sample="""
FAIL Required test coverage of 90% not reached. Total coverage: 71.23%
[ERROR] Rule violated for bundle shop: lines covered ratio is 0.61, but expected minimum is 0.80
ERROR: Coverage for lines (61.1%) does not meet global threshold (80%)
6 passed in 2.49s
""",
    expected=((1, "coverage_too_low", "", 0), (2, "coverage_too_low", "", 0), (3, "coverage_too_low", "", 0)),
    advice={
        "upload_failed": Advice(
            "The coverage report cannot be sent: {message}",
            ("Give the token to the job; let a failed upload not fail the build.",),
        ),
        "coverage_too_low": Advice(
            "The tests cover less than is asked: {message}",
            (
                "Add tests for the lines this change brings; the report names those missed.",
                "Lower the limit only on purpose.",
            ),
        ),
    },
)
