"""Logs whose lines stand behind a logger's words, or tell of failure by a name alone; and advice that fits what was answered."""

from __future__ import annotations

import pytest

from flowscout.rca.diagnosis import diagnosed
from flowscout.rca.formats import extractor
from flowscout.rca.rank.telling import telling
from flowscout.rca.source import of_bytes
from rca.test_consoles import first
from rca.test_nobodys import JOB

STAMP = "2025-07-24 21:26:11,891 p=47626 u=tea n=ansible INFO| "
TASK = (
    "TASK [base : System] *****\n"
    'fatal: [till]: FAILED! => {"changed": false, "msg": "\'is_wsl\' is undefined\\n\\nThe error appears to be in \'/srv/shop/roles/base/Ubuntu.yml\': line 18, column 3, but may\\nbe elsewhere"}\n'
    "PLAY RECAP *****\n"
    "till : ok=7 changed=0 unreachable=0 failed=1\n"
)
NPM = (
    "0 verbose cli /usr/bin/node /usr/bin/npm\n33 silly audit   verror: [ '1.10.1' ],\n33 silly audit   makeerror: [ '1.0.12' ],\n"
    "104 error C:\\shop\\till.cpp(10,5): error C2065: 'tea': undeclared identifier [C:\\shop\\till.vcxproj]\n"
    "105 error gyp ERR! build error\n116 verbose exit 1\n"
)
SCENARIO = (
    "Gemfile:4:5: C: [Correctable] Style/StringLiterals: Prefer single-quoted strings.\n\n6 files inspected, 9 offenses detected\n\n"
    "  Scenario: Opening the till # features/till.feature:3\n    Then it is open # steps.rb:7\n"
    "      undefined method `open?' for nil (NoMethodError)\n      ./lib/till.rb:60:in `till'\n      features/till.feature:6:in `Then it is open'\n\n"
    "Failing Scenarios:\ncucumber features/till.feature:3 # Scenario: Opening the till\n\n107 scenarios (1 failed, 106 passed)\n"
)


def test_the_time_and_process_that_ansible_writes_into_a_file_are_no_part_of_its_words() -> None:
    said = ("terraform", "/srv/shop/roles/base/Ubuntu.yml", 18, "'is_wsl' is undefined")
    assert first(TASK) == said
    assert first("".join(STAMP + line for line in TASK.splitlines(keepends=True))) == said


def test_what_npm_logs_of_a_program_that_failed_is_read_as_its_own() -> None:
    assert first(NPM)[:3] == ("msvc", "C:\\shop\\till.cpp", 10)


def test_a_step_that_raises_is_told_before_what_a_linter_said_of_the_style() -> None:
    assert first(SCENARIO)[1:3] == ("lib/till.rb", 60)


@pytest.mark.parametrize(
    "line",
    [
        " INFO 25007 --- [till] [main] c.till.StartupListener : Health endpoint should be available at: /health",
        "OOPS_STATS oops::ObsError::getRMSE    :   9.38   72   0.1302",
        "OOPS_STATS oops::ObsError::~ObsError  :   0.06   32   0.0017",
        "verror: [ '1.10.1' ],",
    ],
)
def test_a_name_that_holds_error_and_what_its_logger_calls_information_tell_of_no_failure(line: str) -> None:
    assert telling(line) <= 0


@pytest.mark.parametrize(
    "line", ["ValueError: no tea", "os_error: no tea", "shop::TillError: no tea", "[Error] no tea"]
)
def test_an_error_by_its_name_tells_of_one(line: str) -> None:
    assert telling(line) >= 2


@pytest.mark.parametrize(
    ("answer", "step"), [("404: Not Found.", "Correct the address"), ("503: Service Unavailable.", "Run the job again")]
)
def test_what_is_not_there_is_not_there_the_next_time_either(answer: str, step: str) -> None:
    log = JOB.format(f"awaiting response... \nERROR {answer}\n")
    assert diagnosed(of_bytes(log.encode()), extractor(), str).fix[0].startswith(step)


def test_a_share_of_lines_that_is_too_small_stands_in_no_file() -> None:
    traced = "tests/test_till.py:7: in test_total\n    assert total([1]) == 2\nERROR: Coverage failure: total of 37 is less than fail-under=60\n"
    assert first(JOB.format(traced))[:3] == ("coverage", "", 0)


def test_an_advisory_that_an_audit_lists_is_the_cause_of_its_red_step() -> None:
    audit = "bun audit v1.3.8\nlodash  >=4.0.0 <=4.17.22\n  shop › minio\n  moderate: Lodash has Prototype Pollution - https://github.com/advisories/GHSA-xxjr-mmjv-4gpg\n\n1 vulnerabilities (1 moderate)\n"
    assert first(JOB.format(audit))[3].startswith("Lodash has Prototype Pollution")


MOJO = (
    "[ERROR] Failed to execute goal org.apache.maven.plugins:maven-clean-plugin:3.2.0:clean (default-clean) on project till: Failed to delete till.exe -> [Help 1]\n"
    "    at org.apache.maven.lifecycle.internal.MojoExecutor.doExecute2 (MojoExecutor.java:333)\n"
    "    at org.codehaus.plexus.classworlds.launcher.Launcher.main (Launcher.java:314)\n"
    "[INFO] BUILD FAILURE\n"
)


def test_a_frame_in_the_build_tool_is_no_place() -> None:
    assert first(MOJO)[:3] == ("maven", "", 0)


def test_a_frame_of_the_projects_own_is_one_whether_a_blank_parts_it_from_its_file() -> None:
    traced = "java.io.IOException: no tea\n    at org.apache.maven.till.Open.open (Open.java:3)\n    at acme.shop.Till.open (Till.java:15)\n"
    assert first(JOB.format(traced))[1:3] == ("Till.java", 15)


def test_what_follows_is_told_without_the_headings_above_it() -> None:
    log = "error: failed to load manifest for workspace member `/srv/till`\n\nCaused by:\n  failed to read `/srv/till/Cargo.toml`\n\nCaused by:\n  No such file or directory (os error 2)\n"
    found = diagnosed(of_bytes(JOB.format(log).encode()), extractor(), str)
    assert [said for _, said in found.findings[0].follows] == ["##[error]Process completed with exit code 2."]


DEBUGGED = (
    "13:41:55.148 [DEBUG] [org.gradle.api.internal.tasks.execution.ExecuteActionsTaskExecuter] Executing actions for task ':till:compileJava'.\n"
    "13:41:55.200 [ERROR] [system.err] /srv/shop/till/src/Till.java:12: error: cannot find symbol\n"
    "13:41:55.217 [LIFECYCLE] [class org.gradle.TaskExecutionLogger] :till:compileJava FAILED\n"
    "13:41:55.224 [LIFECYCLE] [org.gradle.BuildResultLogger] BUILD FAILED\n"
    "13:41:55.233 [DEBUG] [org.gradle.cache.internal.btree.BTreePersistentIndexedCache] Closing cache plugin-use-metadata.bin\n"
)


def test_what_gradle_prints_when_it_is_debugged_is_read_without_its_loggers() -> None:
    assert first(DEBUGGED) == ("javac", "/srv/shop/till/src/Till.java", 12, "cannot find symbol")
