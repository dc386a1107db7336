"""Bazel, Buck2 and Pants.

`ERROR: /path/BUILD:12:8: Compiling x failed: (Exit 1): gcc failed: …` wraps what the tool printed below; `ERROR: no such target '//x:y'` and errors of loading and analysis are
causes. `FAIL: //x:test (see /path/test.log)`.
Form: Bazel's event handler output.
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import CONSEQUENCE, POINTER, SUCCESS, Advice, LogFormat, Pattern

PLUGIN: Final = LogFormat(
    name="bazel",
    languages=("starlark",),
    patterns=(
        Pattern(
            "no_such_target",
            "build_script",
            r"^ERROR: (?:(?P<file>[^\s:]+):(?P<line>\d+):(?P<column>\d+): )?(?P<message>.{0,200}no such (?:target|package) '(?P<target>[^']+)'.*)",
            ("no such target", "no such package"),
            weight=2,
        ),
        Pattern(
            "action_failed",
            "build_script",
            r"^ERROR: (?P<file>[^\s:]+):(?P<line>\d+):(?P<column>\d+): (?:\S+ .{0,300}|output .{0,300}) failed: .*(?:Exit \d+|error executing).*",
            (" failed: ",),
            role=CONSEQUENCE,
        ),
        Pattern(
            "visibility",
            "build_script",
            r"^ERROR: (?P<file>[^\s:]+):(?P<line>\d+):(?P<column>\d+): (?P<message>.*is not visible from.*)",
            ("is not visible from",),
            more=r"^Visibility error|^target ",
            weight=2,
        ),
        Pattern(
            "missing_dependencies",
            "build_script",
            r"^ERROR: (?P<file>[^\s:]+):(?P<line>\d+):(?P<column>\d+): .*(?P<message>undeclared inclusion\(s\) in rule '(?P<target>[^']+)'.*|missing (?:input file|dependency).*)",
            ("undeclared inclusion", "missing input file", "missing dependency"),
            weight=2,
        ),
        Pattern(
            "fetch_error",
            "network",
            r"^(?:ERROR|WARNING): (?:.{0,300}: )?(?P<message>(?:Error downloading \[|An error occurred during the fetch of repository|java\.io\.IOException: Error downloading|Checksum was).*)",
            ("Error downloading", "during the fetch", "Checksum was"),
            more=r"^\t|^Error in",
            weight=1,
        ),
        Pattern(
            "build_file_error",
            "build_script",
            r"^ERROR: (?:Traceback.*|(?P<file>[^\s:]+(?:BUILD|BUILD\.bazel|\.bzl|WORKSPACE|MODULE\.bazel)):(?P<line>\d+):(?P<column>\d+): (?P<message>.+))",
            ("ERROR: ",),
            weight=1,
        ),
        Pattern(
            "bazel_error",
            "build_script",
            r"^ERROR: (?P<message>(?:Analysis of target .{1,300} failed|Skipping '.*|error loading package.*|Error computing the main repository mapping.*|The project you're trying to build requires Bazel (?P<version>\S+)|--\S+ :: .*|Unrecognized option: .*|Config value '.*' is not defined).*)",
            ("ERROR: ",),
            weight=0,
        ),
        Pattern(
            "test_failure",
            "test_failure",
            r"^(?:FAIL|TIMEOUT|FAILED): (?P<test>//\S+) .*\(see (?P<log>\S+)\)",
            ("FAIL: //", "TIMEOUT: //", "FAILED: //"),
            role=POINTER,
        ),
        Pattern(
            "failed",
            "build_script",
            r"^(?:FAILED: Build did NOT complete successfully|(?:ERROR|INFO): Build (?:did NOT complete|failed).*|Target //\S+ failed to build|//\S+\s+(?:FAILED|TIMEOUT|NO STATUS).*|Executed \d+ out of \d+ tests?: .*\d fails? .*|BUILD FAILED|Use --verbose_failures.*)",
            ("FAILED", "failed", "TIMEOUT", "did NOT complete", "NO STATUS", "fail", "--verbose_failures"),
            role=CONSEQUENCE,
            weight=1,
        ),
        Pattern(
            "passed",
            "unknown",
            r"^INFO: Build completed successfully|^Executed \d+ out of \d+ tests?: \d+ tests? pass(?:es)?\.$|^BUILD SUCCEEDED",
            ("completed successfully", "tests pass", "test passes", "BUILD SUCCEEDED"),
            role=SUCCESS,
            severity="info",
            weight=1,
        ),
    ),
    sample="""
ERROR: /w/app/BUILD:3:10: no such target '//lib:ring2': target 'ring2' not declared in package 'lib' and referenced by '//app:main'
ERROR: /w/lib/BUILD:1:11: Compiling lib/ring.cc failed: (Exit 1): gcc failed: error executing command /usr/bin/gcc
lib/ring.cc:3:9: error: 'sise' was not declared in this scope
Target //app:main failed to build
FAILED: Build did NOT complete successfully
""",
    expected=((1, "no_such_target", "/w/app/BUILD", 3),),
    signs=(r"^INFO: Analyzed ", r"^Loading: \d+ packages", r"^Starting local Bazel server"),
    advice={
        "no_such_target": Advice(
            "{file}:{line} names a target that does not exist: {target}",
            ("Correct the label, or add the target to its BUILD file.",),
            "bazel query '{target}'",
        ),
        "visibility": Advice("{message}", ("Widen the target's visibility, or depend on a public one.",)),
        "missing_dependencies": Advice("{message}", ("Add what is included to `deps` or `srcs`.",)),
        "fetch_error": Advice(
            "An external repository cannot be fetched: {message}", ("Run again; check URL and checksum.",)
        ),
        "build_file_error": Advice("{file}:{line}: {message}", ("Correct the line.",)),
        "bazel_error": Advice("Bazel stopped: {message}", ("Correct the target or the option.",)),
    },
)
