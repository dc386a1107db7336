"""Marks alone, words of a wrapper on how something ended, and places in the language itself: none of them is what went wrong."""

from __future__ import annotations

import pytest

from flowscout.rca.diagnosis import diagnosed
from flowscout.rca.formats import extractor
from flowscout.rca.source import of_bytes
from rca.test_consoles import first

WELL = "make[1]: Entering directory '/srv/till'\n====================\nAll 252 tests passed\n====================\nmake[1]: Leaving directory '/srv/till'\n"
LISTED = (
    "Results :\n\nFailed tests:   wraps(a.RingTest): expected:<4> but was:<3>\n  grows(a.RingTest): expected:<6> but was:<5>\n\n"
    "Tests run: 3, Failures: 2, Errors: 0, Skipped: 0\n\n[INFO] BUILD FAILURE\n"
)
OLD_NODE = (
    "module.js:327\n    throw err;\n    ^\nError: Cannot find module 'till'\n    at Function.Module._resolveFilename (module.js:325:15)\n"
    "    at require (internal/module.js:12:17)\n    at Object.<anonymous> (/srv/shop/build/pack.js:1:77)\n    at Module._compile (module.js:409:26)\n"
)
PANIC = "thread '<main>' panicked at 'no ring', {0}\n"


def test_a_make_that_leaves_a_folder_has_not_failed() -> None:
    assert diagnosed(of_bytes(WELL.encode()), extractor(), str).verdict == ""


def test_the_first_test_of_a_list_is_told_though_it_stands_behind_the_heading() -> None:
    assert first(LISTED)[3] == "expected:<4> but was:<3>"


def test_a_test_that_ctest_lists_is_named() -> None:
    log = "1/2 Test #1: ring ....***Failed    0.10 sec\n      Start 2: till\n2/2 Test #2: till ....   Passed    0.10 sec\n\n50% tests passed, 1 tests failed out of 2\n"
    assert first(log)[3] == "ring: Failed"


def test_a_configure_that_says_where_first_is_told_by_what() -> None:
    log = "config.status: error: in `/srv/till':\nconfig.status: error: no fragment was made\nSee `config.log' for more details\n"
    assert first(log)[3] == "no fragment was made"


def test_node_itself_is_no_place_whatever_its_age() -> None:
    assert first(OLD_NODE)[:3] == ("node", "/srv/shop/build/pack.js", 1)


@pytest.mark.parametrize(
    ("place", "file"), [("/checkout/src/libcore/result.rs:906:4", ""), ("src/ring.rs:7", "src/ring.rs")]
)
def test_a_panic_of_old_is_read_and_the_standard_library_is_no_place(place: str, file: str) -> None:
    assert first(PANIC.format(place))[:2] == ("cargo", file)


def test_a_mark_alone_says_no_cause() -> None:
    assert "ERROR" not in first("[INFO] BUILD FAILURE\n[ERROR]\n[ERROR] \n")[3]


def test_how_a_project_of_msbuild_ended_is_no_cause() -> None:
    assert first('Done Building Project "c:\\w\\till.vcxproj" (default targets) -- FAILED.\n') == ("", "", 0, "")


def test_a_frame_behind_marks_is_no_message() -> None:
    log = "[till] [error] ${BASE}/project/Till.scala:37:6: type mismatch;\n[till] [error] one error found\n[till] [error] Compilation failed\n"
    log += "[till] [error] \tat xsbt.Compiler0.handleErrors(Bridge.scala:183)\n[till] [error] \tat xsbt.Compiler0.run(Bridge.scala:172)\n"
    assert "type mismatch" in first(log)[3]


def test_what_nix_quotes_of_a_builder_is_read_as_what_it_said() -> None:
    log = "error: builder for '/nix/store/0-till.drv' failed with exit code 1;\n       last 2 log lines:\n       > Running phase: installPhase\n"
    log += "       > rm: cannot remove '/nix/store/0-till/till': No such file or directory\n       For full logs, run 'nix log /nix/store/0-till.drv'.\n"
    log += "error: 1 dependencies of derivation '/nix/store/1-shop.drv' failed to build\n"
    assert "cannot remove" in first(log)[3]
