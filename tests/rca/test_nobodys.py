"""Messages that many tools print are told as their own tool's where that shows itself, and as nobody's elsewhere."""

from __future__ import annotations

import pytest

from flowscout.rca.diagnosis import SILENT, UNTOLD, diagnosed
from flowscout.rca.formats import extractor
from flowscout.rca.rank.telling import telling
from flowscout.rca.source import of_bytes
from rca.test_consoles import first

JOB = "2026-05-07T20:38:28.1Z ##[group]Run make\n2026-05-07T20:38:28.2Z ##[endgroup]\n{0}2026-05-07T20:38:29.2Z ##[error]Process completed with exit code 2.\n"


@pytest.mark.parametrize(
    ("log", "told"),
    [
        ("NameError: name 'prices' is not defined\n", ("plain", "", 0)),  # Ruby's form, and Python's
        (
            "cart.rb:4:in `total': undefined local variable or method `prices' (NameError)\n\tfrom cart.rb:9:in `<main>'\n",
            ("ruby", "cart.rb", 4),
        ),
        (
            "ERROR: job failed: NameError: name 'prices' is not defined\nmake: *** [Makefile:3: test] Error 1\n",
            ("plain", "", 0),
        ),
        (
            "error: expected ';' before '}' token\nmake: *** [Makefile:3: cart.o] Error 1\n",
            ("plain", "", 0),
        ),  # a compiler's, not AAPT's
        ("AAPT: error: expected '>'\n", ("android", "", 0)),
        ("error: failed linking references.\n", ("android", "", 0)),
        ("error: invalid TOML\n  ┌─ /srv/shop/x.toml:3:3\n  │\n3 │   [b\n", ("plain", "/srv/shop/x.toml", 3)),
        ("Error: Because the number wraps, nothing is left\n", ("plain", "", 0)),
        ("Error: generated code differs from the committed one\n", ("gates", "", 0)),
        ("Error: the index where one differs from six\n", ("plain", "", 0)),
    ],
)
def test_whose_message_it_is(log: str, told: tuple[str, str, int]) -> None:
    assert first(JOB.format(log))[:3] == told


def test_a_frame_of_a_stack_is_no_message() -> None:
    log = "oops\n    at ErrorBoundary.cannot (/srv/shop/error.mjs:3:1)\nthe till is invalid: out of paper\n    at Object.fatal [as error] (/srv/shop/fatal.mjs:9:1)\n"
    assert first(JOB.format(log))[3] == "the till is invalid: out of paper"


def test_an_item_of_a_list_is_milder_than_what_is_marked_as_wrong() -> None:
    told = "  • file source doesn't exist  from=C:\\shop\\.env\n  • packaging       platform=win32\n"
    assert first(told) == ("", "", 0, "")
    assert (
        first(told + "  ⨯ Build for macOS is supported only on macOS\n")[3]
        == "Build for macOS is supported only on macOS"
    )


def test_a_list_of_places_is_told_by_its_first_whatever_else_it_holds() -> None:
    rows = [f"shelf_{name}.lang:{at}:1: Expected a method." for at, name in enumerate("abcdefghijklmnopqrstuvw", 3)]
    assert first(JOB.format("".join(f"part {at}:\n\n{row}\n" for at, row in enumerate(rows))))[1] == "shelf_a.lang"


def test_what_a_script_would_print_has_not_happened() -> None:
    assert telling("till: [ERROR] the drawer did not open") > 0
    assert telling("+++ echo '[ERROR] the drawer did not open'") == 0


def test_what_stands_behind_a_word_of_warning_is_one() -> None:
    log = "fetch-till warn install /lib64/libm.so.6: version `GLIBC_2.29' not found (required by till.node)\ntill: error: no drawer\n"
    assert "no drawer" in first(JOB.format(log))[3]


def test_what_was_only_collected_went_well() -> None:
    assert first("<Function test_fatal_error>\n=============== 967 tests collected in 10.65s ===============\n") == (
        "",
        "",
        0,
        "",
    )


def test_a_container_build_ends_by_its_own_word() -> None:
    step = "#5 [build 2/2] RUN make check --fail || report error\n#5 0.310 {0}\n"
    failed = (
        step.format("the till is invalid: out of paper")
        + '#5 ERROR: process "/bin/sh -c make check" did not complete successfully: exit code: 2\n'
    )
    assert first(failed)[3] == "the till is invalid: out of paper"
    assert first(
        step.format("invoke-rc.d: could not determine current runlevel")
        + "#5 DONE 0.4s\n#6 exporting to image\n#6 DONE 0.1s\n"
    ) == ("", "", 0, "")


def test_what_a_passing_test_prints_is_no_cause_where_its_runner_counts_no_failure() -> None:
    log = "error: Uncaught (in promise) Error: boom\n----- output end -----\n{0}\n"
    assert first(log.format("ok | 1 passed | 0 failed (5ms)")) == ("", "", 0, "")
    assert first(log.format("FAILED | 1 passed | 1 failed (5ms)"))[3] == "Uncaught (in promise) Error: boom"


def test_an_exception_that_stands_alone_on_its_line_is_told_with_what_it_says() -> None:
    log = "  1) Cart adds up\n     Failure/Error: expect(prce + 1).to eq(4)\n\n     NameError:\n       undefined local variable or method `prce'\n     # ./spec/cart_spec.rb:4:in `block'\n1 example, 1 failure\n"
    assert first(log) == ("ruby", "spec/cart_spec.rb", 4, "undefined local variable or method `prce'")


def test_a_log_of_which_nobody_says_how_it_ended_is_not_called_one_that_passed() -> None:
    assert diagnosed(of_bytes(b"reading 3 files\nwriting 3 files\n"), extractor(), str).cause == UNTOLD
    assert diagnosed(of_bytes(b"reading 3 files\nDone. Your build exited with 0.\n"), extractor(), str).cause == SILENT


def test_what_a_heading_only_repeats_is_not_told_before_what_it_is_about() -> None:
    log = "Building...\n[ERROR 1/2 ModuleNotFound] src/Cart.shop:49:1\n\n  49  import Tea\n      ^^^^^^^^^^\n\nModule Tea was not found.\n\n{0}✘ Failed to build.\n"
    assert first(log.format(""))[1:3] == ("src/Cart.shop", 49)
    assert first(log.format("2 errors\n"))[1:3] == ("src/Cart.shop", 49)


def test_a_list_whose_rows_say_their_line_is_read_whoever_made_it() -> None:
    assert first(JOB.format("src/cart.shop\n  11:24: error tea is not defined\n\n1 problem\n"))[1:3] == (
        "src/cart.shop",
        11,
    )


def test_a_run_on_ones_own_machine_ends_by_the_word_of_its_runner() -> None:
    job = "[Shop CI/build] ⭐ Run Main make check\n[Shop CI/build]   | ./check.sh: line 4: xxd: command not found\n[Shop CI/build] {0}\n"
    assert first(job.format("🏁  Job succeeded")) == ("", "", 0, "")
    assert first(job.format("🏁  Job failed"))[1:3] == ("./check.sh", 4)


def test_a_stack_that_begins_with_the_name_of_its_function_has_a_place() -> None:
    log = "not ok 1 - the till\n  ---\n  error: 'tea is not paid'\n  code: 'ERR_ASSERTION'\n  stack: |-\n    Till.<anonymous> (/srv/shop/till.test.ts:81:12)\n    async Test.run (node:internal/test_runner/test:1054:7)\n  ...\n1..1\n# fail 1\n"
    assert first(log)[1:3] == ("/srv/shop/till.test.ts", 81)


def test_a_word_in_a_path_or_a_flag_tells_nothing() -> None:
    log = "compiling ./missing/explicit.c\nLDFLAGS = -Wl,-undefined,dynamic_lookup\ncompiling regerror.c\n/opt/bin/ar: illegal option -- n\nusage: ar -d archive\n"
    assert first(log + "make: *** [libruby.a] Error 1\n")[3] == "/opt/bin/ar: illegal option -- n"


@pytest.mark.parametrize(
    "ending",
    [
        "  TOTAL PASSED : 590\n  TOTAL FAILED : 0\n",
        "error:null\nstdout: all pushed\n",
        "\u00d7\n",
        "- Failed phase: `none`\n",
        "       Fresh error-code v3.3.2\n",
        "[14 of 49] Compiling Shop.Error ( src/Shop/Error.hs, dist/Error.o ) [Missing interface file]\n",
        "Makefile:9: target '/w/gdb.py' does not exist\nMakefile:4: update target '/w/a.o' due to: /w/a.c\n",
    ],
)
def test_a_count_of_nothing_and_a_trace_are_no_failure(ending: str) -> None:
    assert first("building\n" + ending) == ("", "", 0, "")


def test_what_an_evaluation_was_about_is_not_what_stopped_it() -> None:
    about = "while evaluating the attribute ‘src’ of the derivation ‘ring-1.0’ at /nix/store/x/make.nix:98:11:\n"
    log = f"evaluating file ‘/nix/x.nix’\nerror: {about}{about}writing to file: Connection reset by peer\n"
    assert first(log)[3] == "Connection reset by peer"


def test_a_script_that_names_itself_before_its_line_has_a_place() -> None:
    log = "./ci.sh: 2: ./ci.sh: cannot create logs/add.txt: Directory nonexistent\n"
    assert first(JOB.format(log))[1:3] == ("./ci.sh", 2)


def test_nobodys_message_is_not_explained_as_a_tools() -> None:
    found = diagnosed(of_bytes(JOB.format("ERROR: Could not build the tray\n").encode()), extractor(), str)
    assert (found.findings[0].type, found.cause) == ("error_message", "Could not build the tray")


def test_a_code_alone_is_told_with_the_line_below_it() -> None:
    log = "src/Shop.hx:412:7: error: [SHOP-07626]\n    Parse error in pattern: (_, _)\n"
    assert first(JOB.format(log))[3] == "[SHOP-07626] Parse error in pattern: (_, _)"


def test_a_script_that_the_runner_wrote_is_no_place() -> None:
    log = "/home/runner/work/_temp/29e1b91d-0b9a-4015-a708-96027546b19e.sh: line 5: frobnicate: command not found\n"
    assert first(JOB.format(log))[1:3] == ("", 0)
