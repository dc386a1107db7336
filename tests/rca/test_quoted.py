"""Short logs as people quote them: the cause with its name, the place that is the project's, and no advice that may not fit."""

from __future__ import annotations

import pytest

from flowscout.rca.diagnosis import diagnosed
from flowscout.rca.formats import extractor
from flowscout.rca.source import of_bytes
from rca.test_consoles import first

FAILED = "FAILURE: Build failed with an exception.\n\n* What went wrong:\n{0}\n\n* Try:\n> Run with --info\n\nBUILD FAILED in 1s\nError: Gradle task assembleDebug failed with exit code 1\n"
COMPOSER = "Your requirements could not be resolved to an installable set of packages.\n\n  Problem 1\n    - Installation request for acme/till v3 -> satisfiable by acme/till[v3].\n    - acme/till v3 requires {0}\n"


@pytest.mark.parametrize(
    ("log", "told"),
    [
        (
            FAILED.format("Timeout waiting to lock the till. It is in use by another Gradle instance.\nOwner PID: 672"),
            ("gradle", "", 0, "Timeout waiting to lock the till. It is in use by another Gradle instance."),
        ),
        (
            FAILED.format(
                "A problem occurred configuring project ':till'.\n> Could not create an instance of type Till.\n   > Namespace not specified. Specify a namespace in the module's build file: /pub/till/android/build.gradle. See the guide."
            ),
            ("gradle", "/pub/till/android/build.gradle", 0, ""),
        ),
        (
            "> Analysis [1964/2886] ./build.zig:142:41: error: expected type 'Tea'\n>         .step = make,\n> ==> ERROR: A failure occurred in build().\n",
            ("native", "./build.zig", 142, "expected type 'Tea'"),
        ),
        (
            "Meson encountered an error in file src/meson.build, line 9, column 0:\nNative dependency tea not found.\n",
            ("plain", "src/meson.build", 9, "column 0: Native dependency tea not found."),
        ),
        (
            "till.exe: Missing dependency on tea\n",
            ("unknown tool", "", 0, "till.exe: Missing dependency on tea"),
        ),
        (
            "CMake Error at /usr/share/cmake-3.13/Modules/CheckTea.cmake:50 (configure_file):\n  configure_file attempted to configure a file\n  in the source directory.\nCall Stack (most recent call first):\n  /usr/share/cmake-3.13/Modules/FindTill.cmake:121 (CHECK_TEA)\n  src/till/CMakeLists.txt:44 (find_package)\n\n-- Configuring incomplete, errors occurred!\n",
            ("cmake", "src/till/CMakeLists.txt", 44, ""),
        ),
        (
            "*** extconf.rb failed ***\nCould not create Makefile due to some reason, probably lack of necessary\nlibraries and/or headers.\nextconf.rb:45:in `open': No such file or directory @ dir_initialize - /opt/tea (Errno::ENOENT)\n\tfrom extconf.rb:45:in `<main>'\n\nextconf failed, exit code 1\n",
            ("ruby", "extconf.rb", 45, ""),
        ),
        (
            "Failed tests: \n  adds(a.TillTest): expected:<4> but was:<3>\n\nTests run: 44, Failures: 1, Errors: 0, Skipped: 0\n\n[INFO] BUILD FAILURE\n[ERROR] Failed to execute goal org.apache.maven.plugins:maven-surefire-plugin:2.7.2:test (default-test) on project till: There are test failures.\n[ERROR] \n[ERROR] -> [Help 1]\n",
            ("maven", "", 0, "expected:<4> but was:<3>"),
        ),
        (
            "=== RUN   TestTill\nWARNING: DATA RACE\nWrite at 0x00c0 by goroutine 7:\n  shop/till.Add()\n      /srv/shop/till/till.go:62 +0x5ce\n    testing.go:1398: race detected during execution of test\n--- FAIL: TestTill (0.51s)\nFAIL\n",
            ("go", "/srv/shop/till/till.go", 62, "data race in shop/till.Add"),
        ),
        (
            "ERROR: no such package 'tea/flags': BUILD file not found in any of the following directories.\nERROR: /srv/shop/till/BUILD:7:6: no such package 'tea/flags': BUILD file not found and referenced by '//till:till'\nERROR: Analysis of target '//till:till' failed; build aborted: Analysis failed\nERROR: Build did NOT complete successfully\n",
            ("bazel", "/srv/shop/till/BUILD", 7, ""),
        ),
        (
            "gyp: Call to 'tea --libs' returned exit status 127 while in binding.gyp.\ngyp ERR! configure error \ngyp ERR! stack Error: `gyp` failed with exit code: 1\ngyp ERR! not ok \n",
            ("npm", "", 0, "Call to 'tea --libs' returned exit status 127 while in binding.gyp."),
        ),
        (
            "/srv/shop/till.csproj : error NU1102: Unable to find package Acme.Tea with version (>= 12.0.3)\n",
            ("dotnet", "/srv/shop/till.csproj", 0, ""),
        ),
        (
            "Building...\nwarn: Acme.Shop.Middleware[3]\n      Failed to determine the port of the till.\ninfo: Acme.Shop[0]\n      Application is shutting down...\n",
            ("", "", 0, ""),
        ),
    ],
)
def test_the_cause_is_told_with_its_own_place(log: str, told: tuple[str, str, int, str]) -> None:
    found = first(log)
    assert (found[:3], told[3] and found[3]) == (told[:3], told[3])


@pytest.mark.parametrize(
    ("log", "cause", "fix"),
    [
        (
            COMPOSER.format("ext-tea * -> the requested PHP extension tea is missing from your system."),
            "The platform lacks something: acme/till v3 requires ext-tea * -> the requested PHP extension tea is missing from your system.",
            ("Enable the extension `tea` in the PHP that runs Composer.",),
        ),
        (
            COMPOSER.format("acme/tea dev-master -> no matching package found."),
            "Composer finds no set of packages that agree: acme/till v3 requires acme/tea dev-master -> no matching package found.",
            (),
        ),
        (
            "Error: cabal: Missing dependency on a foreign library:\n* Missing (or bad) header file: tea.h\nThis problem can usually be solved by installing the system package\nError: cabal: Failed to build till-0.1. The failure occurred during the\n",
            "Missing dependency on a foreign library: header file: tea.h",
            (),
        ),
        (
            "╷\n│ Error: Provider produced inconsistent result after apply\n│ \n│ When applying changes to acme_till.one, provider\n│ produced an unexpected new value.\n╵\nError: Process completed with exit code 1.\n",
            "Provider produced inconsistent result after apply. When applying changes to acme_till.one, provider",
            (),
        ),
        (
            "FAILED tests/till.py::test_adds - ModuleNotFoundError: No module named 'tea'\n=== 1 failed, 29 passed in 0.19s ===\n",
            "test_adds fails: ModuleNotFoundError: No module named 'tea'",
            (),
        ),
        (
            "/usr/bin/ld: cannot find -ltea\ncollect2: error: ld returned 1 exit status\nmake: *** [makefile:24: till] Error 1\n",
            "The program cannot be linked: /usr/bin/ld: cannot find -ltea",
            ("Install it in the build environment, or tell the linker where it is.",),
        ),
    ],
)
def test_no_step_is_given_that_may_not_fit(log: str, cause: str, fix: tuple[str, ...]) -> None:
    told = diagnosed(of_bytes(log.encode()), extractor(), str)
    assert (told.cause, told.fix) == (cause, fix)


def test_a_module_that_was_not_installed_is_explained_by_what_failed_to_install_it() -> None:
    log = (
        "2026-05-07T20:38:28.1Z ##[group]Run pip install tea || true\n2026-05-07T20:38:28.2Z ##[endgroup]\n"
        "2026-05-07T20:38:29.1Z       Could not run tea-config: [Errno 2] No such file or directory: 'tea-config'\n"
        "2026-05-07T20:38:29.2Z ERROR: Failed to build 'py_tea' when getting requirements to build wheel\n"
        "2026-05-07T20:38:30.1Z ##[group]Run python till.py\n2026-05-07T20:38:30.2Z ##[endgroup]\n"
        '2026-05-07T20:38:31.1Z Traceback (most recent call last):\n2026-05-07T20:38:31.2Z   File "till.py", line 3, in <module>\n'
        "2026-05-07T20:38:31.3Z     import py_tea\n2026-05-07T20:38:31.4Z ModuleNotFoundError: No module named 'py_tea'\n"
        "2026-05-07T20:38:32.1Z ##[error]Process completed with exit code 1.\n"
    )
    assert first(log)[3] == "Could not run tea-config: [Errno 2] No such file or directory: 'tea-config'"


def test_two_checks_that_only_say_that_they_do_not_hold_are_two() -> None:
    block = "____ {0}[a://b] ____\n\n    def {0}(host):\n>       assert host.{1}()\nE       AssertionError: assert False\n\ntests/till.py:{2}: AssertionError\n"
    log = (
        "=== test session starts ===\ncollected 2 items\n\ntests/till.py FF   [100%]\n\n=== FAILURES ===\n"
        + block.format("test_tea", "tea", 6)
        + block.format("test_milk", "milk", 11)
        + "=== short test summary info ===\nFAILED tests/till.py::test_tea[a:/b]\nFAILED tests/till.py::test_milk[a:/b]\n=== 2 failed in 1.74s ===\n"
    )
    told = diagnosed(of_bytes(log.encode()), extractor(), str)
    assert [(one.file_line, one.type) for one in told.findings[:3]] == [
        (6, "assertion_failure"),
        (11, "assertion_failure"),
    ]


@pytest.mark.parametrize(
    ("log", "told"),
    [
        (
            "-- Configuring done\nCMake Error at CMakeLists.txt:24 (add_executable):\n  Cannot find source file:\n\n    src/tea.c\n\n  Tried extensions .c .C\n\n\n-- Build files have been written to: /srv/shop/build\n",
            ("cmake", "CMakeLists.txt", 24, "Cannot find source file: src/tea.c"),
        ),
        (
            "ERROR: Traceback (most recent call last):\n\tFile \"/srv/shop/till/BUILD.bazel\", line 8, column 16, in <toplevel>\n\t\thdrs = glob([\nError in glob: pattern cannot be absolute\nERROR: Analysis of target '//till:till' failed; build aborted\n",
            ("bazel", "/srv/shop/till/BUILD.bazel", 8, "pattern cannot be absolute"),
        ),
        (
            "---- till::adds stdout ----\n\nthread 'till::adds' (8866) panicked at src/till.rs:53:43:\nassertion `left == right` failed\n  left: 3\n right: 4\n\ntest result: FAILED. 1 passed; 1 failed\n",
            ("cargo", "src/till.rs", 53, "assertion `left == right` failed"),
        ),
    ],
)
def test_what_stands_below_a_heading_is_told(log: str, told: tuple[str, str, int, str]) -> None:
    assert first(log) == told


def test_no_place_of_a_library_is_told_where_a_task_stopped() -> None:
    log = "rake aborted!\n/opt/ruby -S rspec ./spec/till_spec.rb failed\n/opt/gems/rspec-core-2.13.1/lib/rspec/core/rake_task.rb:156:in `run_task'\n"
    assert first(log) == ("ruby", "", 0, "/opt/ruby -S rspec ./spec/till_spec.rb failed")
