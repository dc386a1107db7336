"""What a report says beside the cause is surely true of its log, or is left out: the place, a step, another answer, a verdict."""

from __future__ import annotations

import pytest

from flowscout.model.finding import RootCause
from flowscout.rca.diagnosis import diagnosed
from flowscout.rca.formats import extractor
from flowscout.rca.source import of_bytes

TEST = "[ERROR] acme.till.TeaTest.brews -- Time elapsed: 2.4 s <<< ERROR!\n"
ENDED = "[ERROR] Tests run: 1, Failures: 0, Errors: 1, Skipped: 0\n[INFO] BUILD FAILURE\n"
THROWN = """java.lang.IllegalStateException: no kettle
\tat com.vendor.pot.Pot.heat(Pot.java:40)
\tat acme.till.Tea.brew(Tea.java:12)
\tat acme.till.TeaTest.brews(TeaTest.java:9)
Caused by: java.net.ConnectException: Connection refused
\tat com.vendor.wire.Socket.open(Socket.java:7)
\t... 3 more
"""


def _told(log: str) -> RootCause:
    return diagnosed(of_bytes(log.encode()), extractor(), str)


def test_a_test_of_the_jvm_fails_of_the_last_cause_at_its_own_packages_place() -> None:
    first = _told(TEST + THROWN + ENDED).findings[0]
    assert (first.line, first.message, first.file, first.file_line) == (
        6,
        "java.net.ConnectException: Connection refused",
        "Tea.java",
        12,
    )


def test_a_frame_of_a_library_is_no_place_of_a_test() -> None:
    log = TEST + "java.lang.IllegalStateException: no kettle\n\tat com.vendor.pot.Pot.heat(Pot.java:40)\n" + ENDED
    assert _told(log).findings[0].file == ""


def test_an_exception_is_named_where_its_message_says_little() -> None:
    assert (
        _told(TEST + THROWN + ENDED).cause
        == "acme.till.TeaTest.brews fails: java.net.ConnectException: Connection refused"
    )


def test_a_test_that_a_summary_names_again_is_one() -> None:
    again = "[ERROR]   TeaTest.brews:9 no kettle\n"
    assert _told(TEST + THROWN + again + ENDED).notes == ()


@pytest.mark.parametrize(
    "file",
    [
        "/opt/hostedtoolcache/sdk/5/lib/tea/brew.py",
        "/home/me/install/tea/lib/tea/tea_node",
        "/usr/local/bin/brew",
    ],
)
def test_no_library_and_no_entry_script_is_the_place_of_an_exception(file: str) -> None:
    log = f'Traceback (most recent call last):\n  File "{file}", line 4, in <module>\n    go()\nteapot.NotAuthorized: 4033\nError: Process completed with exit code 1.\n'
    assert all(one.file == "" for one in _told(log).findings)


def test_a_gate_is_no_answer_beside_what_failed() -> None:
    log = "src/tea.c:3:1: error: unknown type name 'x'\n##[error]Process completed with exit code 2.\n##[group]Run check\n##[endgroup]\n##[error]One or more test jobs failed\n##[error]Process completed with exit code 1.\n"
    assert [one.kind for one in _told(log).findings] == ["compile_error"]


def test_a_line_of_what_is_quoted_is_no_answer_of_its_own() -> None:
    log = "╷\n│ Error: Error acquiring the state lock\n│ \n│ Error message: writing\n│ failed: api: Error 412: a pre-condition did not hold\n╵\n"
    assert len(_told(log).findings) == 1


def test_a_success_of_no_test_is_none() -> None:
    log = "/w/Tests/TeaTests.swift:205: error: -[TillTests.TeaTests testBrews] : XCTAssertTrue failed\nTest Suite 'All tests' failed at 2026-02-26 20:05:23.553.\n\t Executed 391 tests, with 1 failure (0 unexpected) in 0.946 (0.965) seconds\n✔ Test run with 0 tests in 0 suites passed after 0.001 seconds.\n"
    assert [one.line for one in _told(log).findings] == [1]


def test_a_conflict_is_told_by_what_does_not_fit() -> None:
    log = "Your lock file does not contain a compatible set of packages. Please run composer update.\n\n  Problem 1\n    - Root composer.json requires acme/tea 7.4.* -> satisfiable by acme/tea[v7.4.0].\n    - acme/tea[v7.4.0, ..., v7.4.8] require php >=8.2 -> your php version (8.1.25) does not satisfy that requirement.\n"
    found = _told(log)
    assert "your php version (8.1.25)" in found.findings[0].message
    assert found.fix == ()


def test_where_no_line_says_what_is_wrong_that_is_said() -> None:
    log = "##[group]Run brew\n##[endgroup]\nbrewing tea for four\n##[error]Process completed with exit code 1.\n"
    assert _told(log).cause == "No line of the log says what is wrong; what comes nearest: brewing tea for four"


def test_a_linter_is_not_said_to_mend_what_it_reports() -> None:
    log = "  error • There's no constant named 'end' in 'Tea' • lib/tea.dart:338:48 • undefined_enum_constant\n\n4 issues found. (ran in 25.3s)\n"
    assert _told(log).fix == ()


def test_the_seconds_of_a_step_of_docker_are_no_part_of_a_message() -> None:
    log = "9.581 ERROR: No matching distribution found for tea==3.6.1\n------\nfailed to solve: process did not complete successfully: exit code: 1\n"
    assert _told(log).findings[0].message == "No matching distribution found for tea==3.6.1"


def test_a_line_that_points_up_gives_way_to_what_stands_there() -> None:
    log = "##[group]Run lint\n##[endgroup]\nInvalid project directory provided, no such directory: /w/lint\n##[error]Process completed with exit code 1.\n##[group]Run status\n##[endgroup]\nCI FAILED - Check failed gates above\n##[error]Process completed with exit code 1.\n"
    assert _told(log).findings[0].line == 3


def test_a_test_of_gradle_has_the_place_that_its_line_ends_with() -> None:
    log = "TeaTest > brews(Path) FAILED\n    org.opentest4j.AssertionFailedError at TeaTest.kt:71\n\n1 test completed, 1 failed\nBUILD FAILED in 3s\n"
    found = _told(log)
    assert (found.findings[0].file, found.findings[0].file_line, found.reproduce) == ("TeaTest.kt", 71, "")


def test_a_record_of_powershell_is_no_answer() -> None:
    log = "tea.exe : Build failed in 79ms\n    + CategoryInfo          : NotSpecified: (Buil\n   d failed in 79ms:String) [], RemoteException\n\nerror during build:\n[tea:brew] Cannot apply unknown class `cup`\n"
    assert all("RemoteException" not in one.message for one in _told(log).findings)


def test_a_last_line_that_says_what_is_wrong_is_told_as_such() -> None:
    log = "##[group]Run brew\n##[endgroup]\nbrew: stdin: error decoding the leaves\n##[error]Process completed with exit code 1.\n"
    assert _told(log).cause == "The log's most telling line is: brew: stdin: error decoding the leaves"


def test_what_its_program_calls_a_warning_gives_way_to_an_error() -> None:
    log = "##[group]Run brew\n##[endgroup]\n23:11:47 - Tea:WARNING: utils.py:979 - could not load the pot. Error: No module named 'pot'\nError: Brewing failed.\n##[error]Process completed with exit code 1.\n"
    assert _told(log).findings[0].line == 4


def test_no_command_names_a_path_of_another_machine() -> None:
    log = "C:\\Users\\Some One\\till\\src\\Tea.tsx\n  130:8  error  Parsing error: Expression expected\n\n✖ 1 problem (1 error, 0 warnings)\n"
    assert _told(log).reproduce == ""


def test_an_error_that_an_action_goes_on_after_is_not_the_cause() -> None:
    log = "##[group]Run acme/pages@v4\n##[endgroup]\nfatal: Remote branch pages not found in upstream origin\n\n[INFO] The process '/usr/bin/git' failed with exit code 128\n[INFO] Creating the branch\nremote: Permission to acme/till.git denied to bot.\nfatal: unable to access 'https://github.com/acme/till.git/': The requested URL returned error: 403\n##[error]Action failed with \"The process '/usr/bin/git' failed with exit code 128\"\n"
    assert _told(log).findings[0].line in (7, 8)


def test_a_frame_of_the_language_itself_is_no_place() -> None:
    log = "ERROR: LoadError: The macro `@layer` expects a list\nStacktrace:\n  [1] error(::String, ::Expr)\n    @ Base ./error.jl:44\nin expression starting at /w/Till.jl/src/base.jl:74\n"
    found = _told(log).findings[0]
    assert (found.file.rpartition("/")[2], found.file_line) == ("base.jl", 74)


def test_the_name_of_a_file_that_was_compiled_is_no_place_of_a_linkers_message() -> None:
    found = _told("  Till.c\n  Styles.c\nLINK : fatal error LNK1104: cannot open file 'C:\\shop\\till.exe'\n").findings[
        0
    ]
    assert (found.tool, found.file) == ("msvc", "")


def test_the_place_of_a_compilers_next_message_is_not_this_ones() -> None:
    log = "/usr/lib/zig/std/Io/Writer.zig:11:9: error: ambiguous format string\nsrc/till.zig:17:7: error: expected type 'Tea'\n"
    found = _told(log).findings[0]
    assert (found.file, found.file_line) == ("/usr/lib/zig/std/Io/Writer.zig", 11)


def test_nobody_is_sent_to_correct_a_library() -> None:
    log = "/usr/lib/zig/std/Io/Writer.zig:11:9: error: ambiguous format string\nerror: the following command failed with 1 compilation errors:\n"
    assert _told(log).fix == ()


def test_a_command_is_only_given_where_a_shell_would_take_its_facts_as_one_word() -> None:
    block = "---- {0} stdout ----\n\nthread 'a' (8) panicked at src/till.rs:9:9:\nno tea\n\ntest result: FAILED. 0 passed; 1 failed\n"
    assert _told(block.format("tea::brews")).reproduce == "cargo test tea::brews"
    assert _told(block.format("[ui] tea/brews.rs")).reproduce == ""


def test_what_a_command_said_comes_before_that_cmake_ran_it() -> None:
    log = "devicetree error: 'reg' has length 4, which is not divisible by 8\nCMake Error at cmake/dts.cmake:303 (execute_process):\n  execute_process failed command indexes:\n\n    1: \"Child return code: 1\"\n\n-- Configuring incomplete, errors occurred!\n"
    assert _told(log).findings[0].line == 1


def test_where_the_failing_step_tells_nothing_no_prose_of_a_step_that_passed_is_told() -> None:
    step = "2026-05-01T10:00:0{0}Z ##[group]Run {1}\n2026-05-01T10:00:0{0}Z {1}\n2026-05-01T10:00:0{0}Z ##[endgroup]\n"
    log = (
        step.format(1, "build")
        + "2026-05-01T10:00:01Z Search will still work, but will not match across root words.\n"
        + step.format(2, "git commit")
        + "2026-05-01T10:00:02Z nothing to commit, working tree clean\n2026-05-01T10:00:02Z ##[error]Process completed with exit code 1.\n"
    )
    assert _told(log).findings[0].message == "nothing to commit, working tree clean"


def test_a_count_of_failures_is_no_cause() -> None:
    log = "Could not reach the till\n  Failed:            7\n##[error]Process completed with exit code 1.\n"
    assert _told(log).findings[0].line == 1


def test_a_marked_heading_gives_way_to_what_it_is_about() -> None:
    log = "✖ Loading the till\n[ ! ] Unable to load till.yaml\n##[error]Process completed with exit code 1.\n"
    assert _told(log).findings[0].line == 2


def test_tests_that_a_list_only_marks_are_not_said_to_fail_of_the_same() -> None:
    log = " ❯ src/tea.test.ts (9 tests | 2 failed) 87ms\n     × brews 3ms\n     × pours 4ms\n Test Files  1 failed (1)\n      Tests  2 failed (2)\n"
    told = _told(log)
    assert (told.findings[0].line, told.findings[0].file) == (2, "src/tea.test.ts")
    assert not any("same error" in note for note in told.notes)


def test_a_wrapper_that_ends_in_the_same_words_is_no_further_answer() -> None:
    log = (
        "> Task :app:mergeResources FAILED\nERROR: /srv/shop/res/values/strings.xml: Resource and asset merger: Found item String/till_title_of_tea more than one time\n\n"
        "FAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':app:mergeResources'.\n"
        "> /srv/shop/res/values/strings.xml: Error: Found item String/till_title_of_tea more than one time\n\nBUILD FAILED in 1s\n"
    )
    assert [finding.line for finding in _told(log).findings] == [2]


def test_what_a_tool_says_of_its_own_end_is_not_the_cause() -> None:
    log = "[INFO] BUILD FAILURE\n[ERROR] \n[ERROR] To see the full stack trace of the errors, re-run Maven with the -e switch.\n[ERROR] Re-run Maven using the -X switch to enable full debug logging.\n"
    told = _told(log)
    assert (told.findings, told.verdict) == ((), "failed")


def test_the_summary_of_a_step_of_docker_is_not_told_for_the_step() -> None:
    log = '#16 0.694 You use Node 18.20.8; version ">=20.9.0" is required.\n#16 ERROR: process "/bin/sh -c make" did not complete successfully: exit code: 1\n------\n > [2/2] RUN make:\n0.694 You use Node 18.20.8; version ">=20.9.0" is required.\n------\nERROR: failed to solve: process "/bin/sh -c make" did not complete successfully: exit code: 1\n'
    first = _told(log).findings[0]
    assert (first.line, first.message) == (1, 'You use Node 18.20.8; version ">=20.9.0" is required.')


def test_an_exception_of_the_build_tool_itself_has_no_place() -> None:
    log = 'Exception in thread "main" java.lang.RuntimeException: Wrapper properties do not exist.\n\tat org.gradle.wrapper.WrapperExecutor.forFile(WrapperExecutor.java:43)\n\tat org.gradle.wrapper.GradleWrapperMain.main(GradleWrapperMain.java:62)\n'
    assert _told(log).findings[0].file == ""


def test_what_a_bundler_announces_stands_below_its_heading() -> None:
    log = (
        "error during build:\nBuild failed with 1 error:\n\n[UNLOADABLE_DEPENDENCY] Error: Could not load src/tea.css\n"
    )
    assert _told(log).findings[0].line == 4


def test_an_image_that_was_built_is_no_success_of_what_could_not_start() -> None:
    log = "Successfully built 0123456789ab\nCreating till_1 ... error\n\nERROR: for till  Cannot create container for service till: Conflict. The name is in use.\n"
    told = _told(log)
    assert (told.verdict, told.findings[0].line) == ("failed", 4)


def test_a_compiler_s_path_that_begins_with_words_is_whole() -> None:
    log = "Tea at the Till/Models/Till.swift:17:8: error: invalid redeclaration of 'open()'\n"
    assert _told(log).findings[0].file == "Tea at the Till/Models/Till.swift"


def test_whose_words_a_message_is_stands_beside_it() -> None:
    said = {
        "would reformat till/tea.py\nOh no! 1 file would be reformatted.\n": "black",
        "Would reformat: till/tea.py\n1 file would be reformatted\n": "ruff",
        "till/tea.py:3:1: F401 'os' imported but unused\n": "python_linters",
        " FAIL  src/sum.test.ts > sum > adds\nTypeError: no till\n ❯ src/sum.test.ts:6:20\n": "vitest",
        "  ● till › opens\n\n    TypeError: no till\n\n      at open (src/till.test.js:6:20)\n": "jest",
    }
    assert {log: _told(log).findings[0].tool for log in said} == said


def test_a_line_that_its_program_calls_a_warning_is_no_cause_beside_an_error() -> None:
    log = "Error: the till cannot be opened: no key\n12:00:01 warn [Report] Not matched, error message: java.lang.InstantiationException: Tea - (Report.scala:3)\n"
    log = (
        "##[group]Run till\n##[endgroup]\n"
        + log.replace("12:00:01 ", "")
        + "##[error]Process completed with exit code 1.\n"
    )
    assert _told(log).findings[0].line == 3


def test_what_an_aggregate_of_errors_holds_is_told() -> None:
    log = "Error during query:\nAggregateError\n    at connect (node:net:1134:18)\n  [errors]: [\n    Error: connect ECONNREFUSED ::1:5432\n        at create (node:net:1678:14)\n  ]\n}\n"
    assert _told(log).findings[0].message == "AggregateError: Error: connect ECONNREFUSED ::1:5432"


def test_the_first_row_of_a_list_that_no_format_knows_is_the_cause() -> None:
    log = "".join(f"❌ TOO LONG: till/tea_{number}.dart – {number}00 lines (400 allowed)\n" for number in range(5, 12))
    assert _told(log).findings[0].line == 1


def test_one_error_thrown_again_by_another_name_is_told_once() -> None:
    said = "no route to the till 7 over the wire: it is not plugged in at all"
    log = f"Acme\\ConnectException: {said} in /w/a.php:3\nNext Acme\\ClientException: {said} in /w/b.php:9\nFAILED\n"
    assert len(_told(log).findings) == 1


def test_a_test_that_got_nothing_is_not_said_to_have_got_the_next_line() -> None:
    log = "=== RUN   TestTill\n    till_test.go:5: Expected 'tea', got: \n\n[inf] till closed\n--- FAIL: TestTill (0.01s)\nFAIL\n"
    assert _told(log).findings[0].message == "Expected 'tea', got:"


def test_a_test_of_zig_that_prints_is_told_by_what_stands_above_its_trace() -> None:
    log = "error: 'vm.test.till opens' failed: key 4\nkey 5\n" + "step\n" * 40
    log += "fault: no such key\n/opt/zig/lib/zig/std/testing.zig:607:14: 0x1028 in expect (test)\n    if (!ok) return error.Test;\n             ^\n/w/src/vm.zig:493:5: 0x102a in test.till opens (test)\n"
    first = _told(log).findings[0]
    assert (first.message, first.file, first.file_line) == ("fault: no such key", "/w/src/vm.zig", 493)
