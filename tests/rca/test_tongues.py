"""Forms that hold in whatever language a tool speaks, and words that only say how something ended."""

from __future__ import annotations

import pytest

from flowscout.rca.diagnosis import NOTHING, WHERE, diagnosed
from flowscout.rca.formats import extractor
from flowscout.rca.rank.telling import ends, telling
from flowscout.rca.reading import LogStructure, blocks
from flowscout.rca.source import of_bytes
from rca.test_consoles import first
from rca.test_nobodys import JOB
from rca.test_stopped import told

RUSSIAN = (
    "gcc -c -o till.o till.c\n"
    "make[2]: *** Нет правила для сборки цели «lib/libtea.a», требуемой для «shop».  Останов.\n"
    "make[1]: *** [makefile:44: shop] Ошибка 2\n"
)
CHINESE = (
    "[100%] Linking CXX executable /shop/dist/till.js\n"
    "error: undefined symbol: openTill (referenced by root reference (e.g. compiled C/C++ code))\n"
    "Error: Aborting compilation due to previous errors\n"
    "em++: error: '/opt/emsdk/node/18/bin/node /opt/emscripten/src/compiler.mjs /tmp/tea.json' failed (returned 1)\n"
    "make: *** [Makefile:136：all] 错误 2\n"
)
COMPOSED = (
    "till-app | Error starting ApplicationContext.\n"
    "till-app | org.acme.BeanCreationException: Error creating bean with name 'till'\n"
    "till-app | \tat org.acme.Beans.make(Beans.java:409) ~[acme.jar:1.0]\n"
    "till-app | Caused by: org.acme.TeaException: no tea is on the shelf\n"
    "till-app | \tat org.acme.Shelf.take(Shelf.java:9) ~[acme.jar:1.0]\n"
    "till-app exited with code 1\n"
)
OLD = (
    "[2 of 3] Compiling Till ( src/Till.hs, dist/build/Till.o )\n\n"
    "src/Till.hs:17:5:\n    Exception when trying to run compile-time code:\n      The till is closed.\n"
    "cabal: Error: some packages failed to install:\n"
    "shop-0.0.1 failed during the building phase. The exception was:\nExitFailure 1\n"
)


def read(log: str) -> list[str]:
    return next(iter(blocks([log.encode()], LogStructure()))).texts


def test_make_says_in_any_language_that_it_stopped_and_why() -> None:
    assert told(RUSSIAN) == ("failed", [2])
    assert first(RUSSIAN)[3].startswith("Нет правила")


def test_who_repeats_a_command_and_its_number_gives_way_to_what_it_printed() -> None:
    assert first(CHINESE)[3].startswith("error: undefined symbol: openTill")


def test_a_container_that_exited_tells_that_its_name_stands_before_each_line() -> None:
    assert first(COMPOSED)[3].endswith("no tea is on the shelf")


def test_a_number_that_no_container_left_tells_of_no_names() -> None:
    assert "18 | let tea = take()" in read("error: no tea\n18 | let tea = take()\nchild exited with code 1\n")


def test_a_place_above_its_message_is_the_place_of_it() -> None:
    assert first(OLD) == (
        "plain",
        "src/Till.hs",
        17,
        "Exception when trying to run compile-time code: The till is closed.",
    )


def test_the_file_that_a_message_is_said_of_in_the_next_line_is_its_place() -> None:
    log = "An error occurred in the till.\n\nMessage:  Class Tea not found\nLocation: /srv/shop/Tea.php:9\n\n#0 /srv/shop/tests/TillTest.php(11): open()\n"
    assert first(JOB.format(log))[1:3] == ("/srv/shop/Tea.php", 9)


def test_what_counts_its_failures_failed_though_some_went_well() -> None:
    log = "Testing the till...\n✗ till_opens failed: it should open\n✓ Error handling works\nSummary: 6 passed, 1 failed, 3 skipped\n"
    assert told(log) == ("failed", [2])


def test_some_that_went_well_are_no_success() -> None:
    log = "Error applying plan:\n\n2 error(s) occurred:\n\n* acme_till.tea: 1 error(s) occurred:\n\n* acme_till.tea: no shelf 'default'\n\nany resources that successfully completed. Please address the error\n"
    assert told(log) == ("failed", [7])


@pytest.mark.parametrize(
    "value",
    [
        "Project version: undefined",
        "Dependency threads found: YES unknown (cached)",
        "tea is not found. Building shop without tea",
    ],
)
def test_a_value_that_is_not_known_is_no_failure(value: str) -> None:
    assert telling(value) < 1


def test_a_number_alone_says_how_something_ended() -> None:
    assert ends("ExitFailure 1")
    assert ends("cc: error: '/usr/bin/ld -o till' failed (returned 1)")
    assert not ends("Received ExitFailure 2 when running the till")


def test_a_warning_is_milder_than_an_error_whose_program_only_exits() -> None:
    log = "dh_auto_configure: error: cannot configure the till\ndh: warning: the shelf sequence is deprecated and replaced by dh\n"
    assert first(JOB.format(log))[3].endswith("cannot configure the till")


TORN = (
    "Traceback (most recent call last):\n"
    '  File "C:\\shop\\lib\\unittest\\loader.py", line 220, in\n'
    "load_names\n"
    "    till = open_till(name)\n"
    '  File "C:\\shop\\till\\redis_till.py", line 27, in <module>\n'
    '    raise RuntimeError("the till needs redis")\n'
    "RuntimeError: the till needs redis\n"
)
GEM = (
    "Building native extensions.  This could take a while...\n"
    "ERROR:  Error installing tea:\n\tERROR: Failed to build gem native extension.\n\n"
    "/opt/lib/ruby/2.3.0/rubygems/core_ext/kernel_require.rb:55:in `require': cannot load such file -- tea/mkmf (LoadError)\n"
    "\tfrom /opt/lib/ruby/2.3.0/rubygems/core_ext/kernel_require.rb:55:in `require'\n\tfrom extconf.rb:28:in `<main>'\n\n"
    "To see why this extension failed to compile, please check the mkmf.log which can be found here:\n\n  /opt/tea/mkmf.log\n\nextconf failed, exit code 1\n"
)
TASK = (
    "ERROR: till-1.0-r0 do_compile: oe_runmake failed\n"
    "ERROR: till-1.0-r0 do_compile: ExecutionError('/srv/till/run.do_compile.8907', 1, None, None)\n"
    "Log data follows:\n| DEBUG: Executing shell function do_compile\n| make: *** No targets.  Stop.\n| ERROR: oe_runmake failed\n"
    "ERROR: Task (/srv/till_1.0.bb:do_compile) failed with exit code '1'\n"
)
KEPT = (
    "> Task :shop:mergeTea\nNaming the shop in its manifest is no longer supported, and the name is ignored.\n> Task :shop:checkTea FAILED\n> Task :shop:sellTea\n\n"
    "Deprecated Gradle features were used in this build, making it incompatible with Gradle 10.\n20 actionable tasks: 20 executed\n"
)


def test_a_function_whose_name_a_console_wrote_below_its_frame_raised_nothing() -> None:
    assert first(TORN)[1:] == ("C:\\shop\\till\\redis_till.py", 27, "RuntimeError: the till needs redis")


def test_why_an_extension_was_not_built_is_told_before_that_it_was_not() -> None:
    assert first(GEM)[1:3] == ("extconf.rb", 28)
    assert first(GEM)[3].startswith("cannot load such file -- tea/mkmf")


def test_what_a_task_of_bitbake_printed_is_told_before_that_it_failed() -> None:
    assert first(TASK)[3] == "No targets.  Stop."


def test_a_task_that_gradle_calls_failed_failed_and_its_advice_is_no_reason() -> None:
    found = diagnosed(of_bytes(KEPT.encode()), extractor(), str)
    assert (found.verdict, found.findings) == ("failed", ())
    assert found.cause == NOTHING + WHERE.format(3, "> Task :shop:checkTea FAILED")
