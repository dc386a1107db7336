"""What is said twice is told once and from where it says most: a run tried again, an error above its trace, a list of one thing after the other."""

from __future__ import annotations

import pytest

from flowscout.model.finding import RootCause
from flowscout.rca.diagnosis import diagnosed
from flowscout.rca.formats import extractor
from flowscout.rca.source import of_bytes

FAILED = "> Task :app:compileKotlin FAILED\ne: file:///w/app/src/Till.kt:12:5 Unresolved reference 'tea'.\n\nBUILD FAILED in 12s\n"
WELL = "> Task :app:compileKotlin\n\nBUILD SUCCESSFUL in 20s\n"
SPRING = (
    "2026-03-27T13:04:55.374+05:30 ERROR 25656 --- [till] [           main] com.vendor.pool.Pool        : cannot start the pool\n\n"
    "com.vendor.sql.SqlException: no connection\n"
    "\tat com.vendor.sql.Wire.open(Wire.java:354) ~[wire-42.6.1.jar!/:42.6.1]\n"
    "\tat acme.till.Till.main(Till.java:15) ~[!/:0.0.1-SNAPSHOT]\n"
    "Caused by: java.net.SocketTimeoutException: Connect timed out\n"
    "\tat com.vendor.sql.Wire.connect(Wire.java:132) ~[wire-42.6.1.jar!/:42.6.1]\n"
    "\t... 3 common frames omitted\n"
)


def told(log: str) -> RootCause:
    return diagnosed(of_bytes(log.encode()), extractor(), str)


@pytest.mark.parametrize(("log", "verdict"), [(FAILED + WELL, ""), (WELL + FAILED, "failed")])
def test_a_run_that_is_tried_again_is_judged_by_the_last(log: str, verdict: str) -> None:
    """`BUILD FAILED` are the words of several tools: where one of them says later that it went well, they were its own."""
    assert told(log).verdict == verdict


TESTED = """
tests/test_till.py F                                                     [100%]
=================================== FAILURES ===================================
__________________________________ test_total __________________________________
    def test_total():
>       assert total([1]) == 2
E       assert 1 == 2
tests/test_till.py:4: AssertionError
============================== 1 failed in 0.05s ===============================
"""
AGAIN = "tests/test_tea.py .\n============================== 1 passed in 0.05s ===============================\n"


@pytest.mark.parametrize(
    ("log", "verdict", "cause"),
    [
        (AGAIN, "", "Nobody says in the log how the build ended. The last that a tool says of its own run is that it went well: line 2."),
        (TESTED + AGAIN, "", ("Nobody says in the log how the build ended. Line 9 says that a run failed, line 11 that a later one went well."
            " If the build failed, look at line 7: assert 1 == 2")),
        (TESTED + AGAIN + "Done. Your build exited with 0.\n", "ok", "The log says that the build did not fail."),
        (TESTED + AGAIN + "##[error]Process completed with exit code 1.\n", "failed", "test_total fails: assert 1 == 2"),
    ],
)  # fmt: skip
def test_success_is_said_only_where_the_runner_says_so(log: str, verdict: str, cause: str) -> None:
    """Another command's run that went well is no word on the one before it, nor on the build."""
    assert (told(log).verdict, told(log).cause) == (verdict, cause)


def test_an_error_above_a_trace_gives_way_to_the_last_cause_of_that_and_a_frame_in_a_library_is_no_place() -> None:
    first, *others = told(SPRING).findings
    assert (first.line, first.message, first.file, first.file_line, others) == (
        6, "java.net.SocketTimeoutException: Connect timed out", "Till.java", 15, [],
    )  # fmt: skip


def test_an_error_whose_words_a_trace_repeats_gives_way_to_the_last_cause_of_that() -> None:
    log = (
        "2026-03-27T13:04:55.374+05:30 ERROR 25656 --- [till] [main] acme.Pool : cannot brew: Unable to build the factory of all tea [unit]\n"
        "2026-03-27T13:04:55.380+05:30  INFO 25656 --- [till] [main] acme.Pool : stopping\n\n"
        "com.vendor.BeanException: cannot create the bean of the till\n\tat com.vendor.Bean.make(Bean.java:35) ~[bean-1.0.jar!/:1.0]\n"
        "Caused by: com.vendor.TeaException: Unable to build the factory of all tea [unit]\n\tat com.vendor.Tea.make(Tea.java:3) ~[tea-1.0.jar!/:1.0]\n"
        "Caused by: java.net.ConnectException: Connection refused\n\t... 3 common frames omitted\n"
    )
    first = told(log).findings[0]
    assert (first.line, first.message) == (8, "java.net.ConnectException: Connection refused")


def test_what_goes_wrong_with_one_thing_after_the_other_is_told_of_the_first() -> None:
    rows = "".join(
        f"2026-02-11 16:59:{at:02},741 - ERROR - Failed to price the tea of {name}: no such table: prices in the book of till\n"
        for at, name in enumerate(("ASSAM", "KEEMUN", "SENCHA", "LAPSANG", "OOLONG"))
    )
    assert (
        told("##[group]Run till\n##[endgroup]\n" + rows + "##[error]Process completed with exit code 1.\n")
        .findings[0]
        .line
        == 3
    )


def test_a_place_is_lent_by_who_says_the_same_words() -> None:
    log = "Error: Cannot apply unknown class `border-tea`\n    [at vendor]\n\nCssError: css: C:\\shop\\app\\tea.css:1:1: Cannot apply unknown class `border-tea`\n> Build error occurred\n"
    first = told(log).findings[0]
    assert (first.line, first.file_line) == (1, 1)
    assert first.file.endswith("app/tea.css")


def test_a_sentence_names_a_method_by_its_file() -> None:
    log = "APPLICATION FAILED TO START\n***************************\n\nDescription:\n\nThe call was made from here:\n\n    acme.till.Till.open(Till.java:38)\n"
    first = told(log).findings[0]
    assert (first.file, first.file_line) == ("Till.java", 38)


def test_a_list_of_tests_that_failed_tells_them_where_nothing_else_does() -> None:
    first = told("rspec ./spec/till_spec.rb:29 # Till opens\nrspec ./spec/tea_spec.rb:4 # Tea brews\n").findings[0]
    assert (first.file, first.file_line) == ("spec/till_spec.rb", 29)


def test_a_test_that_cargo_only_lists_as_failed_is_told() -> None:
    log = "running 1 test\ntest tea_is_hot ... FAILED\n\nfailures:\n\nfailures:\n    tea_is_hot\n\ntest result: FAILED. 6 passed; 1 failed; 0 ignored\n"
    assert [(one.type, one.line) for one in told(log).findings] == [("test_failure", 2)]


def test_a_compilers_line_above_its_source_is_no_message_of_a_linter() -> None:
    first = told(
        "X [ERROR] TS2305: no member 'Tea'. [plugin]\n\n    src/till/index.ts:2:9: \n      2 │ import { Tea } from 'tea';\n    src/till/index.ts:2:9: 2 │ import { Tea }\n"
    ).findings[0]
    assert (first.line, first.file, first.file_line) == (1, "src/till/index.ts", 2)


def test_the_page_that_a_test_shows_is_none_of_its_errors() -> None:
    page = "<body>\n  <div>\n    Error: Failed to load the till\n  </div>\n</body>\n"
    log = (
        "     → Unable to find an element with the text: Tea.\n\n"
        + page
        + "\n Test Files  1 failed (1)\n      Tests  1 failed (1)\n"
    )
    assert [one.line for one in told(log).findings] == [1]


def test_a_message_within_a_quoted_one_is_told_alone() -> None:
    log = (
        '  called `Result::unwrap()` on an `Err` value: "\\npkg-config exited with status code 1\\n\\nThe system library `tea` required by crate `tea-sys` was not found.'
        '\\nThe PKG_CONFIG_PATH environment variable is not set.\\n"\nerror: could not compile `till` (lib) due to 1 previous error\n'
    )
    first = told(log).findings[0]
    assert (first.type, first.message) == (
        "missing_system_library", "The system library `tea` required by crate `tea-sys` was not found.",
    )  # fmt: skip


def test_a_line_below_names_the_file() -> None:
    log = "error during build:\n[vite:css] Cannot apply unknown class `border-tea`\nfile: C:/shop/app/tea.css\n    at onTea (file:///C:/shop/node_modules/css/index.mjs:21:11)\n"
    assert told(log).findings[0].file.endswith("app/tea.css")
