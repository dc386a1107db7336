"""Messages that many tools print are told as their own tool's where that shows itself, and as nobody's elsewhere."""

from __future__ import annotations

import pytest

from rca.test_consoles import first

JOB = "2026-05-07T20:38:28.1Z ##[group]Run make\n2026-05-07T20:38:28.2Z ##[endgroup]\n{0}2026-05-07T20:38:29.2Z ##[error]Process completed with exit code 2.\n"


@pytest.mark.parametrize(
    ("log", "told"),
    [
        ("NameError: name 'prices' is not defined\n", ("plain", "", 0)),  # Ruby's form, and Python's
        ("cart.rb:4:in `total': undefined local variable or method `prices' (NameError)\n\tfrom cart.rb:9:in `<main>'\n", ("ruby", "cart.rb", 4)),
        ("ERROR: job failed: NameError: name 'prices' is not defined\nmake: *** [Makefile:3: test] Error 1\n", ("plain", "", 0)),
        ("error: expected ';' before '}' token\nmake: *** [Makefile:3: cart.o] Error 1\n", ("plain", "", 0)),  # a compiler's, not AAPT's
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
    assert first(told + "  ⨯ Build for macOS is supported only on macOS\n")[3] == "Build for macOS is supported only on macOS"


def test_what_was_only_collected_went_well() -> None:
    assert first("<Function test_fatal_error>\n=============== 967 tests collected in 10.65s ===============\n") == ("", "", 0, "")
