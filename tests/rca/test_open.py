"""A log in which nobody says how the run ended: what stands in its midst, and what only looks like a failure, is none."""

from __future__ import annotations

import pytest

from flowscout.rca.rank.telling import telling
from rca.test_consoles import first
from rca.test_ends import told
from rca.test_nobodys import JOB

BUSY = "".join(f"packing box {'abcdefghij'[n % 10] * (1 + n % 7)} of the {n}th row\n" for n in range(1_600))


@pytest.mark.parametrize("said", ["the drawer was not found\n", "ERROR: no coin is left\n"])
def test_what_stops_a_run_is_not_followed_by_a_thousand_lines_of_work(said: str) -> None:
    assert told("opening\n" + said + BUSY).verdict == ""
    assert told(BUSY + "opening\n" + said + BUSY[900:1_500]).findings[0].line == 1_602


def test_an_error_of_a_compiler_counts_wherever_it_stands() -> None:
    found = told("till.c:7:3: error: 'coin' undeclared (first use in this function)\n" + BUSY)
    assert (found.verdict, found.findings[0].file_line) == ("failed", 7)


def test_an_error_of_a_script_far_above_counts_where_somebody_says_that_it_failed() -> None:
    assert told(JOB.format("ERROR: no coin is left\n" + BUSY)).verdict == "failed"


@pytest.mark.parametrize(
    "line",
    [
        " │   │   ├─ exception-transformers-0.4.0.12",
        "   Compiling error-chain v0.12.4",
        "./Eigen/AssignEvaluator.h:862:31:   required from ‘static void evaluate(Box&) [with Box = Wrong]’",
    ],
)
def test_a_name_and_where_a_template_is_used_tell_of_no_failure(line: str) -> None:
    assert telling(line) < 0.8


def test_an_option_that_is_turned_off_is_no_missing_variable() -> None:
    assert told("sed -e 's/CONFIG_AWK=y.*/# CONFIG_AWK is not set/' -i .config\nbuilding\n").verdict == ""
    assert told("DATABASE_URL is not set\n").findings[0].type == "variable_missing"


def test_a_value_is_heard_as_a_last_word_only() -> None:
    field = "project version of the till: undefined\n"
    assert told(field + "configuring\n" * 9).verdict == ""
    assert told("configuring\n" * 9 + field).findings[0].line == 10


def test_a_crate_that_is_not_compiled_for_a_kill_is_no_cause() -> None:
    log = (
        'error: could not compile `till` (bin "till")\n\nCaused by:\n  process didn\'t exit successfully: `rustc --crate-name till` (signal: 9, SIGKILL: kill)\n'
        "error: failed to compile `till v0.1.0 (/srv/till)`, intermediate artifacts can be found at `/srv/target`.\n"
        "make: *** [Makefile:44: install] Error 101\n"
    )
    assert told(log).findings[0].type == "killed"


SUITE = """ FAIL  src/tests/till.test.jsx [ src/tests/till.test.jsx ]
Error: Failed to resolve import "@till/icons" from "src/shop/Drawer.jsx". Does the file exist?
  Plugin: vite:import-analysis
  File: /srv/shop/src/shop/Drawer.jsx:3:29
  2  |  import React from "react";
  3  |  import { Coin } from "@till/icons";
     |                        ^

 Test Files  1 failed (1)
"""


def test_the_place_of_a_suite_that_does_not_load_is_in_the_file_that_its_message_names() -> None:
    assert first(SUITE)[1:3] == ("/srv/shop/src/shop/Drawer.jsx", 3)
    assert first(SUITE.replace('"src/shop/Drawer.jsx"', "there"))[1] == "src/tests/till.test.jsx"


def test_a_count_of_failures_is_no_reason_for_one() -> None:
    log = "# TOTAL: 1\n# PASS:  0\n# FAIL:  1\n# ERROR: 0\n\nFAIL: tests/till.sh\n\nok - opens\nFAIL tests/till.sh (exit status: 1)\n"
    assert told(log).findings[0].line == 6
    well = "============== 2 passed in 0.22s ===============\n" + "packing\n" * 9
    assert (told(well + "FAILED:  2\n").verdict, told(well + "FAILED:  0\n").verdict) == ("failed", "")


def test_what_a_program_calls_a_warning_is_no_reason_beside_an_error() -> None:
    log = (
        "configure: exit 1\ndh_auto_configure: error: ./configure --prefix=/usr returned exit code 25\n"
        "make[2]: *** [debian/rules:76: override_dh_auto_configure] Error 25\n+ dh binary --with till\n"
        "dh: warning: The till sequence is deprecated and replaced by dh\n"
    )
    assert told(log).findings[0].line == 2


STARTED = 'time="12:10" level=info msg="successfully built the till"\n'
DIED = "adding the counter\nThe counter died soon after it was started:\n  error: unrecognized subcommand 'till'\n\nstar us on the web\n"


def test_a_step_that_went_well_says_nothing_of_what_follows() -> None:
    assert told(STARTED + DIED + "the till   RUNNING\n" * 9).findings[0].line == 4
    assert told(DIED + STARTED + "the till   RUNNING\n" * 9).verdict == ""


def test_a_legend_is_no_list_of_failures() -> None:
    assert telling("●  (SSG)      prerendered as static HTML (uses generateStaticParams)") < 0.8
    assert telling("● Till › opens (twice)") >= 0.8


def test_the_first_error_of_a_list_is_no_heading_of_the_next() -> None:
    log = (
        "error[E0252]: the name `till` is defined multiple times\n  --> src/shop.rs:400:26\n    |\n400 |     till::shut,\n    |\n\n"
        "error[E0432]: unresolved import `till::Coin`\n  --> src/coin.rs:35:5\n   |\n35 | use till::Coin;\n   |\n\n"
        "error: could not compile `shop` (lib) due to 2 previous errors\n"
    )
    assert told(log).findings[0].file_line == 400


def test_advice_on_what_is_expected_is_no_error() -> None:
    assert telling("If this is expected, you can disable the check: https://till.example/missing") < 0.8
    assert telling("Expected till.c to be there, and it is missing") >= 0.8
