"""The first line that the program names is the cause that a person named, in real logs and in ones of real tools."""

from __future__ import annotations

import difflib
from pathlib import Path

import pytest

from flowscout.rca.formats import extractor
from flowscout.rca.log import analysed
from flowscout.rca.source import of_bytes
from once import once
from rca.labelled import LOGS, Judged, Label, calibration, judged, labels, table

HIT, PLACE = 0.9, 0.9
STRANGERS = 0.85  # of logs that no format was written for
ANSWERS = Path(__file__).parent / "answers.txt"
NOISY_GREEN = 15


EVERY = (*labels(), *labels([LOGS / "strangers"]))


@pytest.fixture(scope="module")
def every(tmp_path_factory: pytest.TempPathFactory) -> list[Judged]:
    return once(tmp_path_factory, "judged", lambda: [judged(label) for label in EVERY])


@pytest.fixture(scope="module")
def rows(every: list[Judged]) -> list[Judged]:
    return every[: len(labels())]


def test_the_first_finding_is_the_labelled_cause(rows: list[Judged]) -> None:
    failing = [row for row in rows if row.label.kind != "none"]
    print(table(rows))
    assert sum(row.hit for row in failing) / len(failing) >= HIT, table(rows)


@pytest.fixture(scope="module")
def strangers(every: list[Judged]) -> list[Judged]:
    return every[len(labels()) :]


def test_the_first_finding_is_right_in_logs_of_strangers(strangers: list[Judged]) -> None:
    failing = [row for row in strangers if row.label.kind != "none"]
    assert sum(row.hit for row in failing) / len(failing) >= STRANGERS, table(strangers)


def test_each_log_is_answered_as_before(every: list[Judged], pytestconfig: pytest.Config) -> None:
    """A change of a point or a weight that moves an answer shows here: what is said of each log stands in `answers.txt`,
    each once and in order. `--update` rewrites them, and what it rewrote is read."""
    before = ANSWERS.read_text(encoding="utf-8").splitlines()
    now = [f"{_named(row.label)}: {_answered(row)}" for row in every]
    if pytestconfig.getoption("--update"):
        ANSWERS.write_text("".join(f"{line}\n" for line in now), encoding="utf-8")
    assert list(difflib.unified_diff(before, now, lineterm="", n=0)) == []


def _named(label: Label) -> str:
    return f"{label.log.parent.name}/{label.log.name.removesuffix('.gz').removesuffix('.log')}"


def _answered(row: Judged) -> str:
    if row.first is None:
        return f"nothing, {'right' if row.hit else 'wrong'}"
    record = row.first.record
    return f"{record.line} {record.type} {record.file}:{record.file_line}, {'right' if row.hit else 'wrong'}"


def test_it_points_at_the_labelled_place(rows: list[Judged]) -> None:
    places = [row.located for row in rows if row.located is not None]
    assert sum(places) / len(places) >= PLACE, table(rows)


def test_a_green_log_is_met_with_silence(rows: list[Judged]) -> None:
    assert [row.label.log.name for row in rows if row.label.kind == "none" and not row.hit] == []


def test_confidence_means_what_it_says(rows: list[Judged]) -> None:
    said = [(row.first.confidence, row.hit) for row in rows if row.first and row.label.kind != "none"]
    over = sum(sure for sure, _ in said) / len(said) - sum(right for _, right in said) / len(said)
    assert -0.15 <= over <= 0.05, calibration(rows)  # logs that formats were written against are right more often


def test_labels_are_of_logs_that_are_there() -> None:
    missing: list[Label] = [label for label in labels() if not label.log.exists()]
    assert missing == []


def _first(log: str) -> tuple[str, str, int]:
    read = analysed(of_bytes(log.encode()), extractor())
    record = read.ranking.causes[0].record if read.ranking.causes else None
    return (read.ranking.verdict.said, record.file, record.file_line) if record else (read.ranking.verdict.said, "", 0)


def test_a_tool_that_nobody_knows_names_its_place_below_the_message() -> None:
    stack = (
        "Caught: shop.PriceError: no price for tea\n\tat lib/node_modules/x.js:3:1\n\tat total (src/cart.shop:41:7)\n"
    )
    box = "error: tea is not a number\n  ╭─[src/cart.shop:7:12]\n  │ tea\n"
    assert _first(stack) == ("failed", "src/cart.shop", 41)
    assert _first(box) == ("failed", "src/cart.shop", 7)


def test_what_was_thrown_before_the_last_word_of_success_was_expected() -> None:
    thrown = 'Traceback (most recent call last):\n  File "a.py", line 3, in <module>\n    int("x")\nValueError: bad\n'
    assert _first(thrown + "3 passed in 0.1s\n")[0] == "ok"
    assert _first("3 passed in 0.1s\n" + thrown)[0] == "failed"


def test_an_error_after_another_tools_success_counts() -> None:
    log = "# fail 0\nError: ENOENT: no such file or directory, open 'c.json'\n    at load (/srv/app/t.mjs:2:24)\n"
    assert _first(log + "npm error command failed\n") == ("failed", "/srv/app/t.mjs", 2)


def test_what_the_runner_took_for_a_warning_ends_no_step() -> None:
    log = (
        "2026-05-07T20:38:28.1Z ##[group]Run make\n2026-05-07T20:38:28.2Z ##[endgroup]\n"
        "2026-05-07T20:38:29.1Z src/cart.c:7:3: error: use of undeclared identifier 'tea'\n"
        "2026-05-07T20:38:29.2Z ##[error]Process completed with exit code 2.\n"
        "2026-05-07T20:38:30.1Z Post job cleanup.\n2026-05-07T20:38:30.2Z fatal: No url found for submodule path 'shop' in .gitmodules\n"
        "2026-05-07T20:38:30.3Z ##[warning]The process '/usr/bin/git' failed with exit code 128\n"
    )
    assert _first(log) == ("failed", "src/cart.c", 7)


def test_a_second_answer_that_is_not_clearly_worse_is_told() -> None:
    log = "tool: loading\n[04] unexpected end of input: cannot read the lock\n[05] deploy: refused by the registry, invalid name\nCommand exited with code 1\n"
    causes = analysed(of_bytes(log.encode()), extractor()).ranking.causes
    assert len(causes) <= 3
    assert all(sum(share for _, share in cause.why) == pytest.approx(cause.points, abs=0.01) for cause in causes)


def test_a_compiler_that_reports_many_errors_is_answered_with_its_first() -> None:
    log = (
        "Main.java:1: error: package org.acme.none does not exist\nimport org.acme.none.Thing;\n                    ^\n"
        'Main.java:5: error: incompatible types: String cannot be converted to int\n    int n = "x";\n            ^\n'
        "Main.java:6: error: cannot find symbol\n    Strin s = null;\n    ^\n  symbol:   class Strin\n  location: class Main\n3 errors\n"
    )
    assert _first(log) == ("failed", "Main.java", 1)


def test_a_runners_word_on_what_it_fetches_is_no_failure() -> None:
    log = "Current runner version: '2.328.0'\nSecret source: Actions\nPrepare workflow directory\nPrepare all required actions\nGetting action download info\n"
    assert _first(log)[0] == "ok"


def test_a_failed_build_after_one_that_went_well_failed() -> None:
    log = "INFO: Build completed successfully, 3 total actions\nsrc/a.cc:3:5: error: use of undeclared identifier 'tea'\nERROR: Build did NOT complete successfully\n"
    assert _first(log) == ("failed", "src/a.cc", 3)


def _told(log: str) -> list[tuple[str, str, int]]:
    causes = analysed(of_bytes(log.encode()), extractor()).ranking.causes
    return [(cause.record.message, cause.record.file, cause.record.file_line) for cause in causes]


def test_a_package_that_does_not_compile_is_told_beside_a_test_of_another_one() -> None:
    log = (
        "# shop/till\ntill/till.go:21:2: DefaultTea redeclared in this block\nFAIL\tshop/till [build failed]\n"
        "=== RUN   TestTea\n--- PASS: TestTea (0.00s)\nPASS\nok  \tshop/tea\t0.032s\n"
        "=== RUN   TestPrice\n    price_test.go:17: Expected 3, got 4\n--- FAIL: TestPrice (0.00s)\nFAIL\ncoverage: 85.4% of statements\n"
        "FAIL\tshop/price\t0.024s\nFAIL\n"
    )
    assert ("DefaultTea redeclared in this block", "till/till.go", 21) in _told(log)
    assert ("Expected 3, got 4", "price_test.go", 17) in _told(log)


def test_what_a_hook_changed_is_no_other_cause_than_the_hook() -> None:
    log = (
        "trim trailing whitespace.................................................Failed\n- hook id: trailing-whitespace\n- exit code: 1\n"
        "- files were modified by this hook\n\nFixing till.py\n\nAll changes made by hooks:\n"
        "diff --git a/till.py b/till.py\nindex 1a2b3c4..5d6e7f8 100644\n--- a/till.py\n+++ b/till.py\n@@ -1 +1 @@\n-x = 1 \n+x = 1\n"
    )
    assert [message for message, _, _ in _told(log)] == ["files were modified by this hook"]


def test_an_error_that_a_tool_prints_after_its_own_success_is_its_last_word() -> None:
    log = (
        "[info] welcome to sbt 1.12.0\n[success] Total time: 15 s, completed Jan 13, 2026\n\n[warn] Canceling execution...\n"
        "java.util.concurrent.ExecutionException: Incomplete(node=None, tpe=Error, msg=Some(cancelled))\n"
        "[error] java.util.concurrent.ExecutionException: Incomplete(node=None)\n[error] Use 'last' for the full log.\n"
    )
    read = analysed(of_bytes(log.encode()), extractor())
    assert read.ranking.verdict.said == "failed"
    assert read.ranking.causes[0].record.kind == "cancelled"


def test_one_failure_of_several_parts_is_told_once() -> None:
    part = "4 [{0}/9] [{1}] Running check extension: disk\n4 [{0}/9] [{1}] ERROR: check extension failed: /srv/{1}/disk.check\n"
    log = part.format(1, "devel") + part.format(2, "weston") + part.format(3, "xfce")
    assert len([message for message, _, _ in _told(log) if "check extension failed" in message]) == 1


def test_a_wrapper_that_announces_an_exception_gives_way_to_it() -> None:
    log = (
        "Running Sphinx v7.4.7\n\nWarning, treated as error:\nautodoc: failed to import module 'till'; the following exception was raised:\n"
        "Traceback (most recent call last):\n  File \"/srv/shop/till.py\", line 70, in <module>\n    x: Any = 1\nNameError: name 'Any' is not defined\n\n"
        "make: *** [Makefile:20: html] Error 2\n"
    )
    assert _told(log)[0] == ("NameError: name 'Any' is not defined", "/srv/shop/till.py", 70)
