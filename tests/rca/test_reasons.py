"""Where a wrapper says that something failed and the lines below say why, or where: those are told."""

from __future__ import annotations

import pytest

from flowscout.rca.diagnosis import diagnosed
from flowscout.rca.formats import extractor
from flowscout.rca.source import of_bytes
from rca.test_consoles import first

CONFTEST = (
    "ImportError while loading conftest '/srv/till/tests/conftest.py'.\ntests/conftest.py:7: in <module>\n    from till.main import app\n"
    "till/main.py:14: in <module>\n    from till.score import best\ntill/score.py:32: in <module>\n    from ring.math import (\n"
    "E   ModuleNotFoundError: No module named 'ring'\n"
)
PAGES = (
    "   Collecting page data ...\nError: Failed to collect configuration for /till\n    at ignore-listed frames {\n"
    "  [cause]: TypeError: Cannot read properties of undefined (reading 'key')\n      at ignore-listed frames\n}\n\n"
    "> Build error occurred\nError: Failed to collect page data for /till\n    at ignore-listed frames {\n  type: 'Error'\n}\n"
)
ZIG = (
    "error: 'till.test.opens' failed: keys\n" + "0x10\n" * 14 + "the till stays shut: no such key\n"
    "/opt/zig/lib/zig/std/testing.zig:607:14: 0x102a in expect (test)\n    if (!ok) return error.TestUnexpectedResult;\n             ^\n"
    "/w/src/till.zig:493:5: 0x102b in test.opens (test)\n"
)
BSD = (
    'nbmake[2]: "/srv/shop/lib/till/makefile" line 10: Could not find arch/ring.inc\nnbmake[2]: Fatal errors encountered -- cannot continue\n'
    "nbmake[2]: stopped in /srv/shop/lib/till\n*** [obj-till] Error code 1\n\nnbmake[1]: stopped in /srv/shop/lib\n1 error\n"
)
BUN = "bun test v1.3.0\ntests/cart.test.ts:\n(pass) errors > says what is missing [0.1ms]\nerror: Cannot find module '@acme/till' from '/srv/shop/tests/cart.test.ts'\n 3 pass\n 1 fail\n"


@pytest.mark.parametrize(
    ("log", "told"),
    [
        (CONFTEST, ("pytest", "till/score.py", 32, "ModuleNotFoundError: No module named 'ring'")),
        (PAGES, ("node", "", 0, "Cannot read properties of undefined (reading 'key')")),
        (ZIG, ("native", "/w/src/till.zig", 493, "the till stays shut: no such key")),
        (BSD, ("make", "/srv/shop/lib/till/makefile", 10, "Could not find arch/ring.inc")),
        (BUN, ("bun", "tests/cart.test.ts", 0, "Cannot find module '@acme/till' from '/srv/shop/tests/cart.test.ts'")),
    ],
)  # fmt: skip
def test_the_reason_below_a_wrapper_is_told_with_its_place(log: str, told: tuple[str, str, int, str]) -> None:
    assert first(log) == told


def test_what_wraps_the_reason_is_no_further_cause() -> None:
    told = diagnosed(of_bytes(PAGES.encode()), extractor(), str).findings
    assert not any("Build error" in one.message for one in told)


def test_what_is_told_of_a_line_above_is_quoted() -> None:
    told = diagnosed(of_bytes(ZIG.encode()), extractor(), str).findings[0]
    assert told.message in told.quote[0]


def test_a_test_that_passed_is_no_cause_whatever_it_is_called() -> None:
    log = "(pass) till > fails with an error: no such key\n✓ till cannot be opened: error\nBuild failed\n"
    told = diagnosed(of_bytes(log.encode()), extractor(), str).findings
    assert not any("till" in one.message for one in told)


JENKINS = (
    "Started by user Ann\njava.lang.NullPointerException: Cannot get property 'body' on null object\n"
    "\tat org.codehaus.groovy.runtime.NullObject.getProperty(NullObject.java:60)\n\tat till.Parser.stage(Parser.java:7)\n"
    "Caused: BUG! exception in phase 'semantic analysis' in source unit 'WorkflowScript' unexpected NullpointerException\n"
    "\tat org.codehaus.groovy.control.CompilationUnit.compile(CompilationUnit.java:558)\nFinished: FAILURE\n"
)
WRANGLER = "✘ [ERROR] In a non-interactive environment, it's necessary to set a TILL_TOKEN environment variable.\n\n\n##[error]Process completed with exit code 1.\n"
SETUP = (
    "==== ERRORS ====\n________ ERROR at setup of TestTill.test_opens ________\n\n    def setup(self):\n>       return super().setup()\n\n"
    "E       pytest.PytestRemovedIn9Warning: 'test_opens' requested an async fixture 'till'\n\n"
    ".venv/lib/python3.12/site-packages/pytest_asyncio/plugin.py:728: PytestRemovedIn9Warning\n"
    "=========================== short test summary info ============================\nERROR tests/test_till.py::TestTill::test_opens - pytest...\n"
    "=============== 1 error in 0.02s ===============\n"
)
CONFIGURED = "-- The following REQUIRED packages have been found:\n * BISON (required version >= 2.4)\nprefix_SYSTEMD:INTERNAL=REQUIRED;IMPORTED_TARGET;libsystemd\n-- Configuring done\n-- Generating done\n-- Build files have been written to: /srv/till/build\n"


def test_what_went_wrong_first_stands_first_in_a_trace_of_jenkins() -> None:
    told = diagnosed(of_bytes(JENKINS.encode()), extractor(), str).findings
    assert [(one.line, one.file) for one in told] == [(2, "Parser.java")]


def test_a_cross_without_a_place_is_of_no_bundler() -> None:
    told = diagnosed(of_bytes(WRANGLER.encode()), extractor(), str).findings[0]
    assert (told.kind, told.line) == ("unknown", 1)


def test_the_summary_names_the_file_of_a_test_whose_setup_failed_in_a_library() -> None:
    assert first(SETUP)[1] == "tests/test_till.py"


def test_what_may_not_be_written_is_no_missing_file() -> None:
    told = diagnosed(of_bytes(b"install: cannot create regular file '/usr/bin/till': Permission denied\nmake: *** [Makefile:12: install] Error 1\n"), extractor(), str)  # fmt: skip
    assert (told.findings[0].kind, told.findings[0].message) == (
        "permission",
        "cannot create regular file '/usr/bin/till': Permission denied",
    )


def test_what_a_configure_lists_and_keeps_is_no_failure() -> None:
    assert diagnosed(of_bytes(CONFIGURED.encode()), extractor(), str).findings == ()
