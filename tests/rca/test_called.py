"""Where a program that a build calls stops: its own word before the build's, the place of the rule that calls it, no place that is none."""

from __future__ import annotations

import pytest

from flowscout.model.finding import Finding, RootCause
from flowscout.rca.diagnosis import diagnosed
from flowscout.rca.formats import extractor
from flowscout.rca.source import of_bytes

RULE = """\
INFO: Analyzed target //shop:shop (77 packages loaded, 804 targets configured).
ERROR: /srv/shop/BUILD:106:8: Executing genrule //shop:check failed (Exit 1): bash failed: error executing command /bin/bash
cp: cannot stat 'till': No such file or directory
Target //shop:shop failed to build
FAILED: Build did NOT complete successfully
"""
DEEP = """\
module.js:472
    throw err;
    ^

Error: Cannot find module '../till/cli'
    at Function.Module._resolveFilename (module.js:470:15)
    at Function.Module._load (module.js:418:25)
    at Object.<anonymous> (/srv/shop/node_modules/.bin/till:16:1)
    at Module._compile (module.js:571:32)
npm ERR! Test failed.  See above for more details
"""
SITE = """\
8:21:50 PM: success run static queries - 0.283
8:22:03 PM: error #98123 WEBPACK
8:22:03 PM: Generating JavaScript bundles failed
8:22:03 PM: Can't resolve '../../public/static/logo/site-logo.png' in '/opt/build/repo/src/components'
8:22:03 PM: File: src/components/header.js
"""
CLOUD = """\
Starting Step #2 - "tf plan"
Step #2 - "tf plan": \u2577
Step #2 - "tf plan": \u2502 Error: Unsupported argument
Step #2 - "tf plan": \u2502\x20
Step #2 - "tf plan": \u2502   on main.tf line 4, in module "shop":
Step #2 - "tf plan": \u2502    4:   region          = var.region
Step #2 - "tf plan": \u2575
Finished Step #2 - "tf plan"
ERROR: build step 2 "hashicorp/terraform:1.0.0" failed: step exited with non-zero status: 1
"""
PANIC = """\
running 1 test
test till::sums ... FAILED

failures:

---- till::sums stdout ----
thread 'till::sums' panicked at 'assertion failed: `(left == right)`
  left: `0`,
 right: `2`', src/till.rs:190:9

test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out

error: test failed, to rerun pass '--lib'
"""
DOCTEST = """\
---- src/lib.rs -  (line 10) stdout ----
thread 'src/lib.rs -  (line 10)' panicked at 'test executable failed:

thread 'main' panicked at 'assertion failed: `(left == right)`
  left: `"a"`,
 right: `"b"`', src/lib.rs:11:1

', src/librustdoc/test.rs:367:17

test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out

error: test failed, to rerun pass '--doc'
"""
PACKAGE = """\
FAILED: load BTF from vmlinux: Invalid argument
make[2]: *** [Makefile:1168: vmlinux] Error 255
error: Bad exit status from /var/tmp/rpm-tmp.hoDlkq (%build)

RPM build warnings:
    source_date_epoch_from_changelog set but %changelog is missing

RPM build errors:
    Bad exit status from /var/tmp/rpm-tmp.hoDlkq (%build)
"""
REPORTS = """\
[ERROR] Failed to execute goal org.acme:failsafe-plugin:2.19.1:verify (default) on project till: There are test failures.
[ERROR]\x20
[ERROR] Please refer to /srv/till/target/failsafe-reports for the individual test results.
[ERROR] -> [Help 1]
Build step 'Invoke top-level Maven targets' marked build as failure
"""


HEADED = """\
Preprocessing executable 'till' for till-0.4.4...

Diff.hs:28:8:
    Could not find module \u2018Till.Client\u2019
    Use -v to see a list of the files searched for.

Map.hs:47:8:
    Could not find module \u2018Till.Verbosity\u2019
    Use -v to see a list of the files searched for.
"""
FOUND = """\
CMake Error at /usr/share/cmake-3.2/Modules/FindPackageHandleStandardArgs.cmake:138 (message):
  Could NOT find SDL (missing: SDL_LIBRARY SDL_INCLUDE_DIR)
Call Stack (most recent call first):
  /usr/share/cmake-3.2/Modules/FindPackageHandleStandardArgs.cmake:374 (_FPHSA_FAILURE_MESSAGE)
  cmake/FindSDL.cmake:176 (FIND_PACKAGE_HANDLE_STANDARD_ARGS)
  CMakeLists.txt:29 (find_package)
"""
IMAGE = """\
#9 1.204 E: Unable to locate package tilll
#9 ERROR: process "/bin/sh -c apt-get install -y tilll" did not complete successfully: exit code: 100
Dockerfile:6
--------------------
   5 |
   6 | >>> RUN apt-get install -y tilll
--------------------
ERROR: failed to build: failed to solve: process "/bin/sh -c apt-get install -y tilll" did not complete successfully: exit code: 100
"""
SUMMARY = """\
      t/util.t ...................... ok

      Test Summary Report
      -------------------
      t/00-compile.t              (Wstat: 256 Tests: 32 Failed: 1)
        Failed test:  23
        Non-zero exit status: 1
      Result: FAIL
      Failed 1/57 test programs. 1/307 subtests failed.
      make: *** [test_dynamic] Error 255
"""
OLD = (
    "Failure list:\n  1. Failure (at test-till.r#144): sums\n  Error: testthat unit tests failed\n  Execution halted\n"
)
DEPENDENCY = "** (CompileError) /srv/shop/deps/till/lib/till.ex:94: function opn/2 undefined\n    erl_eval.erl:934: :erl_eval.guard_test/4\n"


def told(log: str) -> RootCause:
    return diagnosed(of_bytes(log.encode()), extractor(), str)


def first(log: str) -> Finding:
    return told(log).findings[0]


@pytest.mark.parametrize(
    ("log", "line", "place"),
    [
        (RULE, 3, ("/srv/shop/BUILD", 106)),
        ("sh: tsc: command not found\nmake: *** [Makefile:12: web] Error 127\n", 1, ("Makefile", 12)),
        ("sh: tsc: command not found\nmake[1]: *** [CMakeFiles/Makefile2:76: web] Error 127\n", 1, ("", 0)),
        (DEEP, 5, ("", 0)),
        (SITE, 4, ("src/components/header.js", 0)),
        (CLOUD, 3, ("main.tf", 4)),
        (PANIC, 7, ("src/till.rs", 190)),
        (DOCTEST, 4, ("src/lib.rs", 11)),
        (PACKAGE, 1, ("", 0)),
        (REPORTS, 1, ("", 0)),
        ("/var/tmp/rpm-tmp.z0: line 36: cd: till: No such file or directory\nerror: Bad exit status from x (%build)\n", 1, ("", 0)),
        ("<unknown>:0: error: missing required module 'Till'\nCommand finished with exit code: 1\n", 1, ("", 0)),
        ("go: acme.com/till@v0.1.0: unknown revision 8b16\ngo: error loading module requirements\nmake: *** [build] Error 1\n", 1, ("go.mod", 0)),
        (HEADED, 4, ("Diff.hs", 28)),
        (FOUND, 2, ("CMakeLists.txt", 29)),
        (IMAGE, 1, ("Dockerfile", 6)),
        (SUMMARY, 5, ("t/00-compile.t", 0)),
        (OLD, 2, ("test-till.r", 144)),
        (DEPENDENCY, 1, ("/srv/shop/deps/till/lib/till.ex", 94)),
        (">> Could not find TILL v10, trying to find an older one.\nCMake Error: INSTALL(EXPORT) given unknown export\n", 2, ("", 0)),
    ],
)  # fmt: skip
def test_the_word_of_what_was_called_and_its_place(log: str, line: int, place: tuple[str, int]) -> None:
    cause = first(log)
    assert (cause.line, (cause.file, cause.file_line)) == (line, place)


def test_a_message_does_not_go_on_in_what_only_says_how_it_ended() -> None:
    assert first("error: line 3: Empty tag: Version:\nmake: *** [pkg] Error 1\n").message == "Empty tag: Version:"


def test_a_check_of_a_program_is_no_test() -> None:
    trace = 'Traceback (most recent call last):\n  File "/srv/till.py", line 8, in <module>\n    assert coins\nAssertionError\n'
    assert told(trace).cause.startswith("A check does not hold")


def test_a_wrapper_that_gives_the_reason_is_told_where_nothing_else_is() -> None:
    cause = first(
        "error: build of '/nix/store/x-till.drv' failed: builder failed to produce output path for output 'out'\n"
    )
    assert cause.line == 1


def test_where_nobody_says_how_it_ended_the_likeliest_line_is_named() -> None:
    helm = (
        "  Error: Kubernetes cluster unreachable: dial tcp [::1]:8080: connect: connection refused\nEXIT STATUS\n  1\n"
    )
    assert "look at line 1" in told(helm + "Listing releases\n" * 30).cause


def test_an_error_after_a_success_is_named() -> None:
    log = "3 doctests, 15 tests, 0 failures\n\n" + "$ mix hex.build\n" * 12
    log += "** (UndefinedFunctionError) function :till.app/1 is undefined (module :till is not available)\n"
    assert [found.line for found in told(log).findings] == [15]
