"""Dart and Flutter: analyzer, compiler, pub, tests.

`lib/a.dart:12:5: Error: text`; analyzer `  error • text • lib/a.dart:12:5 • code` or `error - lib/a.dart:12:5 - text - code`; tests `00:01 +3 -1: name [E]` with the reason below; pub
`Because app depends on …, version solving failed.`
Form: Dart's diagnostics reference; package:test's compact reporter.
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import CONSEQUENCE, SUCCESS, Advice, LogFormat, Pattern

_DART = r"(?P<file>(?:[A-Za-z]:)?[^\s:•][^:•]{0,300}\.dart):(?P<line>\d+):(?P<column>\d+)"

PLUGIN: Final = LogFormat(
    name="dart",
    languages=("dart",),
    patterns=(
        Pattern(
            "compilation_error", "compile_error", r"^" + _DART + r": Error: (?P<message>.+)", (".dart:",), weight=1
        ),
        Pattern(
            "compilation_error",
            "compile_error",
            r"^(?:org-dartlang-app:/++|file://)" + _DART + r": Error: (?P<message>.+)",
            (".dart:",),
            weight=1,
        ),
        Pattern(
            "analysis_error",
            "lint_failure",
            r"^(?P<severity>ERROR|WARNING|INFO)\|\w+\|(?P<code>\w+)\|(?P<file>[^|]+)\|(?P<line>\d+)\|(?P<column>\d+)\|\d+\|(?P<message>.+)",
            ("ERROR|", "WARNING|", "INFO|"),
        ),
        Pattern(
            "analysis_error",
            "lint_failure",
            r"^\s*(?P<severity>error|warning|info) • (?P<message>.+?) • " + _DART + r" • (?P<code>\w+)",
            (" • ",),
        ),
        Pattern(
            "analysis_error",
            "lint_failure",
            r"^\s*(?P<severity>error|warning|info) - (?P<message>.{1,600}?) - " + _DART + r" - (?P<code>\w+)$",
            (" - ",),
        ),
        Pattern(
            "analysis_error",
            "lint_failure",
            r"^\s*(?P<severity>error|warning|info) - " + _DART + r" - (?P<message>.+?) - (?P<code>\w+)",
            (
                "error - ",
                "warning - ",
                "info - ",
            ),
        ),
        Pattern(
            "test_failure",
            "test_failure",
            r"^\d\d:\d\d +\+\d+(?: ~\d+)? -\d+: (?P<test>.{1,300}) \[E\]$",
            (" [E]",),
            then=(
                (r"^\s+(?P<message>\S.+)", 3),
                (r"^\s+(?!package:|dart:)(?P<file>\S+\.dart)[ :](?P<line>\d+):(?P<column>\d+)", -25),
            ),
            at=1,
            more=r"^\s+\S",
            weight=2,
        ),
        Pattern(
            "test_failure",
            "test_failure",
            r"^══╡ EXCEPTION CAUGHT BY (?P<library>.+) ╞═",
            ("EXCEPTION CAUGHT BY",),
            then=((r"^(?:The following (?>.*? (?:was thrown|running)).*|(?P<message>.+))$", 2), (r"^(?P<reason>\S.+)", 2)),
            weight=1,
        ),
        Pattern(
            "version_solving",
            "dependency_conflict",
            r"^(?P<message>(?:Because (?:every version of )?\w+ .*\b(?:depends on|requires|forbidden|doesn't (?:exist|match|support)|from (?:sdk|git|path|hosted))\b.*|The current Dart SDK version is .*|.*requires SDK version.*))",
            ("Because ", "current Dart SDK", "requires SDK version"),
            more=r"^(?:\s+|And |So, because|and |version solving)",
            weight=0,
        ),
        Pattern(
            "version_failed",
            "dependency_conflict",
            r"version solving failed\.$|^Failed to update packages\.|^Running \"flutter pub get\".*failed",
            ("version solving failed", "Failed to update packages", "pub get"),
            role=CONSEQUENCE,
        ),
        Pattern(
            "pub_error",
            "dependency_resolution",
            r"^(?P<message>(?:Could not find (?:a file named|package) .*|(?>.*?pubspec\.yaml).*(?:doesn't match|not found|no longer).*|Got socket error trying to find package.*|Error on line (?P<line>\d+), column (?P<column>\d+) of pubspec\.(?:yaml|lock): .+))",
            ("Could not find", "pubspec.", "Got socket error"),
            weight=0,
        ),
        Pattern("unformatted", "format_check", r"^Changed (?P<file>\S+\.dart)(?:\.|$)", ("Changed ",), weight=0),
        Pattern(
            "asset_missing",
            "missing_file",
            r"^\s*Error detected in (?P<file>pubspec\.yaml):$",
            ("Error detected in",),
            then=((r"^\s*(?P<message>No file or variants found for asset: (?P<missing>.{1,300}?)\.)$", 1),),
            at=1,
            weight=1,
        ),
        Pattern(
            "flutter_error",
            "environment",
            r"^(?P<message>(?:\[!\] (?:No Android SDK|CocoaPods not installed|Your app (?:isn't|is using)).*|Error: (?:The Flutter SDK|Unable to find git|Couldn't resolve the package|No pubspec).*|Target \S+ failed: .+))",
            ("[!] ", "Error: ", "Target "),
            weight=0,
        ),
        Pattern(
            "failed",
            "test_failure",
            r"^\d\d:\d\d +\+\d+(?: ~\d+)? -\d+: Some tests failed\.|^[1-9]\d* issues? found\.|^Gradle task \S+ failed with exit code \d+|^Formatted \d+ files \([1-9]\d* changed\)|^Build failed due to|^Failed to build|^Error: AOT compilation failed|^Generating AOT",
            (
                "Some tests failed",
                "found.",
                "Gradle task",
                "Formatted ",
                "ailed to build",
                "Build failed",
                "compilation failed",
            ),
            role=CONSEQUENCE,
            weight=1,
        ),
        Pattern(
            "passed",
            "unknown",
            r"All tests passed!$|^No issues found!|^✓ Built ",
            ("All tests passed!", "No issues found!", "✓ Built"),
            role=SUCCESS,
            severity="info",
            weight=1,
        ),
    ),
    sample="""
lib/store.dart:12:9: Error: The method 'opn' isn't defined for the class 'Store'.
  error • Undefined name 'sise' • lib/ring.dart:3:5 • undefined_identifier
00:01 +3 -1: test/ring_test.dart: wraps [E]
  Expected: <4>
    Actual: <3>
  test/ring_test.dart 9:5  main.<fn>
Because app depends on http ^9.0.0 which doesn't match any versions, version solving failed.
00:02 +3 -1: Some tests failed.
""",
    expected=(
        (1, "compilation_error", "lib/store.dart", 12),
        (2, "analysis_error", "lib/ring.dart", 3),
        (4, "test_failure", "test/ring_test.dart", 9),
        (7, "version_solving", "", 0),
    ),
    signs=(r"^\d\d:\d\d \+\d+: ", r"^Running \"flutter pub get\"", r"\b(?:dart|flutter) (?:analyze|test|pub)"),
    advice={
        "compilation_error": Advice(
            "{file}:{line} does not compile: {message}",
            ("Correct the line; if it is of a package, raise or pin the package.",),
            "dart analyze",
        ),
        "analysis_error": Advice("The analyzer's {code} at {file}:{line}: {message}", ("Mend it.",), "dart analyze"),
        "test_failure": Advice("{test} fails: {message}{reason}", ("Look at {file}:{line}.",), "dart test"),
        "version_solving": Advice(
            "The packages cannot be resolved: {message}", ("Loosen a constraint, or raise the SDK.",), "dart pub get"
        ),
        "pub_error": Advice("pub stopped: {message}", ("Correct pubspec.yaml.",)),
        "unformatted": Advice(
            "{file} is not formatted.", ("Run `dart format` and commit.",), "dart format --set-exit-if-changed ."
        ),
        "asset_missing": Advice(
            "pubspec.yaml names an asset that is not there: {missing}", ("Commit it, have it made before the build, or take it off the list.",)
        ),
        "flutter_error": Advice("{message}", ("Install what it names.",), "flutter doctor"),
    },
)
