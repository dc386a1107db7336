"""What ends a program is told, and not what only stands near: cargo's own success, a thread beside, a heading, a list, what clears away."""

from __future__ import annotations

import json

import pytest

from flowscout.model.finding import RootCause
from flowscout.rca.diagnosis import WELL, diagnosed
from flowscout.rca.formats import extractor
from flowscout.rca.source import of_bytes

BUILT = (
    "    Finished `dev` profile [unoptimized + debuginfo] target(s) in 0.12s\n     Running `target/debug/till --sum`\n"
)
GRADLE = """
FAILURE: Build failed with an exception.

* What went wrong:
Execution failed for task ':app:validateSigningRelease'.
> Keystore file '/srv/till/release.keystore' not found for signing config 'release'.

BUILD FAILED in 2m 3s
"""


def told(log: str) -> RootCause:
    return diagnosed(of_bytes(log.encode()), extractor(), str)


@pytest.mark.parametrize(
    ("printed", "message"),
    [
        ("Error: the drawer is locked\n", "the drawer is locked"),
        ("opening\nError: no coins\n\nCaused by:\n    no bank (os error 2)\n", "no coins: no bank (os error 2)"),
        (
            "Error: Os { code: 2, kind: NotFound }\nmake: *** [Makefile:3: sum] Error 1\n",
            "Os { code: 2, kind: NotFound }",
        ),
    ],
)
def test_a_program_that_cargo_built_and_ran_fails_of_its_own_last_word(printed: str, message: str) -> None:
    found = told(BUILT + printed)
    assert (found.verdict, found.findings[0].message) == ("failed", message)


def test_what_such_a_program_says_before_it_goes_on_does_not_end_it() -> None:
    assert told(BUILT + "Error: a bad coin was refused, as it should\nall 12 cases pass\n").cause == WELL.format(1)


def test_the_compilers_messages_are_read_as_json_too() -> None:
    def said(level: str, line: int) -> str:
        span = {"file_name": "src/till.rs", "line_start": line, "column_start": 5, "is_primary": True}
        message = {"level": level, "message": f"no coin {line}", "code": {"code": "E0599"}, "spans": [span]}
        return json.dumps({"reason": "compiler-message", "message": message}, separators=(",", ":")) + "\n"

    log = said("warning", 3) + said("error", 9) + "error: could not compile `till` (lib) due to 1 previous error\n"
    first = told(log).findings[0]
    assert (first.message, first.file, first.file_line) == ("no coin 9", "src/till.rs", 9)


def test_an_exception_ends_only_its_own_thread() -> None:
    thrown = 'Exception in thread "{}" java.lang.NullPointerException: no till\n\tat shop.Index.run(Index.java:30)\n'
    assert told(thrown.format("pool-1-thread-3") + GRADLE).findings[0].message.startswith("Keystore file")
    assert told(thrown.format("main") + "make: *** [Makefile:3: run] Error 1\n").findings[0].file_line == 30


def test_what_clears_away_after_a_test_fails_of_what_the_test_left() -> None:
    log = """==================================== ERRORS ====================================
________________________ ERROR at teardown of test_add ________________________

    def close():
>       assert not drawers
E       AssertionError: 1 drawer is open

tests/conftest.py:14: AssertionError
=================================== FAILURES ===================================
__________________________________ test_add ___________________________________

    def test_add():
>       till.add("x")
E       KeyError: 'x'

tests/test_till.py:22: KeyError
=========================== short test summary info ============================
FAILED tests/test_till.py::test_add - KeyError: 'x'
ERROR tests/test_till.py::test_add - AssertionError: 1 drawer is open
========================= 1 failed, 1 error in 0.12s ==========================
"""
    assert told(log).findings[0].message == "KeyError: 'x'"
    assert told(log.replace("KeyError: 'x'", "AssertionError: 1 drawer is open")).findings[0].file_line == 22


def test_a_heading_is_no_message_and_a_fingerprint_is_no_mark() -> None:
    heading = "  ❌ VALIDATION ERRORS\n  ================\n\n  ❌ ERROR: 1 open task in ./src/till.rs\n"
    assert (
        told(heading + "make: *** [Makefile:3: check] Error 1\n").findings[0].message
        == "ERROR: 1 open task in ./src/till.rs"
    )
    listed = '1) 848F1057C6735BAC015300DEF15B7E6A6C93C00E "Distribution: Till"\n1 valid identities found\nCouldn\'t find the profile\n'
    assert told(listed + "make: *** [Makefile:3: sign] Error 1\n").findings[0].message == "Couldn't find the profile"


def test_what_a_rule_of_biome_forbids_is_run_with_biome() -> None:
    found = told(
        "src/till.ts:4:7 lint/correctness/noUnusedVariables ━━━━━━\n\n  × This variable is unused.\n\nFound 1 error.\n"
    )
    assert (found.findings[0].tool, found.reproduce) == ("biome", "npx biome lint src/till.ts")


def test_a_library_throws_and_the_place_is_ours() -> None:
    log = "/opt/ruby/gems/till-2.1.0/lib/client.rb:22:in `post': [!] used before (Till::Refused)\n\tfrom /opt/ruby/gems/till-2.1.0/lib/run.rb:8:in `run'\n\tfrom Fastfile:14:in `block'\n"
    first = told(log).findings[0]
    assert (first.message, first.file, first.file_line) == ("used before", "Fastfile", 14)


def test_the_mark_of_utf_8_is_no_text_in_any_page() -> None:
    """Else the first line of a step is not read as a step's, and what it is run with is taken for what it printed."""
    lines = [
        "{}2026-07-24T09:30:00.1Z ##[group]Run ./check.sh",
        "2026-07-24T09:30:00.2Z env:",
        "2026-07-24T09:30:00.3Z   RUN_TESTS: 1",
    ]
    lines += [
        "2026-07-24T09:30:00.4Z ##[endgroup]",
        "2026-07-24T09:30:02.5Z ##[error]Process completed with exit code 2.",
    ]
    log = "".join(f"verify\tCheck\t{line}\n" for line in lines)
    assert all(told(log.format(mark)).findings == () for mark in ("", "\ufeff", "∩╗┐", "ï»¿"))


def test_times_that_compose_puts_before_each_line_are_taken_off() -> None:
    def line(text: str) -> str:
        return f"till-1   | 2026-01-16T08:47:35.821462133Z{text}\n"

    trace = [
        "Traceback (most recent call last):",
        '  File "/app/till.py", line 68, in <module>',
        "    close()",
        "RuntimeError: no drawer",
    ]
    first = told("Attaching to till-1\n" + "".join(map(line, trace)) + "till-1 exited with code 1\n").findings[0]
    assert (first.message, first.file_line) == ("RuntimeError: no drawer", 68)


def test_a_stack_of_powershell_names_the_script() -> None:
    log = "BUILD FAILED: The term 'till.exe' is not recognized as the name of a cmdlet, function, script file, or operable program.\nStack Trace: at <ScriptBlock>, D:\\a\\till\\till\\build.ps1: line 115\n"
    first = told(log).findings[0]
    assert (first.file, first.file_line) == ("build.ps1", 115)


def test_an_error_is_told_with_the_last_of_the_causes_below_it() -> None:
    chain = "Error: failed to run the till\n\nCaused by:\n    0: failed to open\n    1: error while at:\n       note: more\n    2: out of coins\n"
    assert (
        told(chain + "make: *** [Makefile:3: run] Error 1\n").findings[0].message
        == "failed to run the till: out of coins"
    )


def test_a_build_of_an_image_that_is_stopped_has_not_gone_well() -> None:
    log = "#8 19.30 Successfully installed till-2.5\n#8 DONE 20.0s\n#12 [ 8/15] RUN make\n#12 CANCELED\nERROR: failed to solve: Canceled: context canceled\n"
    assert told(log).verdict == "failed"


def test_what_is_about_to_be_looked_for_is_not_found_yet() -> None:
    log = "🔍 Checking for unauthorized references...\nthe till has no drawer in src/till.ts, which must be there\n"
    assert (
        told(log + "make: *** [Makefile:3: check] Error 1\n").findings[0].message.startswith("the till has no drawer")
    )


def test_what_a_bundler_only_warns_of_is_not_told_before_its_error() -> None:
    missing = "Module not found: Error: Can't resolve 'milk' in '/srv/shop/src'\n\n"
    log = f"WARNING in ./src/log.js 3:1\n{missing}ERROR in ./src/till.ts:7:3\nTS2304: Cannot find name 'tea'.\n\nwebpack 5.88.0 compiled with 1 error and 1 warning in 5000 ms\n"
    assert [(one.file, one.file_line) for one in told(log).findings] == [("src/till.ts", 7)]
    assert told(f"ERROR in ./src/log.js 3:1\n{missing}").findings[0].type == "cannot_find_module"


def test_what_a_framework_compiled_with_warnings_is_not_why_its_later_check_failed() -> None:
    log = " ⚠ Compiled with warnings\n\n./node_modules/cup/index.js\nModule not found: Can't resolve 'milk' in '/srv/shop/node_modules/cup'\n\n{0}Failed to compile.\n\n./src/till.tsx:10:5\nType error: Property 'tea' does not exist on type 'Till'.\n"
    assert [(one.file, one.file_line) for one in told(log.format("")).findings] == [("src/till.tsx", 10)]


def test_a_list_of_hosts_failed_where_one_did_and_is_placed_where_its_task_stands() -> None:
    recap = "till{0}                    : ok=4    changed=1    unreachable=0    failed={1}    skipped=0\n"
    task = 'task path: /srv/shop/play.yml:16\nfatal: [till1]: FAILED! => {\n    "changed": false,\n    "msg": "the drawer did not open"\n}\n'
    found = told(f"{task}PLAY RECAP ***\n{recap.format(1, 1)}{recap.format(2, 0)}")
    assert found.verdict == "failed"
    assert [(one.message, one.file_line) for one in found.findings] == [("the drawer did not open", 16)]


def test_what_is_marked_as_passed_tells_nothing() -> None:
    log = "{0} test/till_test.dart: adds up (failed)\nExpected: a value within <1>\n  Actual: <2>\n\npackage:matcher  expect\ntest/till_test.dart 24:7  main.<fn>\n{1}1 tests passed, 1 failed.\n##[error]Process completed with exit code 1.\n"
    passed = "✅ test/shelf_test.dart: an empty shelf throws StateError: failed to open\n"
    first = told("##[group]Run dart test\n##[endgroup]\n" + log.format("##[group]❌", passed)).findings[0]
    assert (first.message, first.file_line) == ("Expected: a value within <1>", 24)


def test_a_file_that_make_makes_before_it_includes_it_is_no_failure() -> None:
    log = "../rules.mak:41: Depend: No such file or directory\ncc -MM till.c > Depend\ncc -o till till.c\n"
    assert told(log).findings == ()
    assert told(log + "make: *** No rule to make target 'Depend'.  Stop.\n").findings
