"""Short logs and the answers they get: what is told first, what is told beside it, and where it is."""

from __future__ import annotations

import pytest

from flowscout.rca.diagnosis import diagnosed
from flowscout.rca.formats import extractor
from flowscout.rca.source import of_bytes

END = "##[error]Process completed with exit code 1.\n"
IMPORTED = """Traceback (most recent call last):
  File "src/till.py", line 4, in <module>
    import yaml_tools
ModuleNotFoundError: No module named 'yaml_tools'
"""
BETWEEN = "packing\nsealing\nweighing\nlabelling\nloading\n"
ANSWERED = {
    "two errors of tools that know nothing of each other are two answers": (
        "src/a.c:3:5: error: expected ';' before 'return'\n" + BETWEEN + IMPORTED,
        ["src/till.py:4 No module named 'yaml_tools'", "src/a.c:3 expected ';' before 'return'"],
    ),
    "what a linter says of a module is no reason why it is not installed": (
        "src/till.py:4:1: F401 'yaml_tools' imported but unused\n" + BETWEEN + IMPORTED,
        ["src/till.py:4 No module named 'yaml_tools'"],
    ),
    "an installation that failed is why the module is not there": (
        "ERROR: Could not find a version that satisfies the requirement yaml_tools (from versions: none)\n" + BETWEEN + IMPORTED,
        ["Could not find a version that satisfies the requirement yaml_tools (from versions: none)"],
    ),
    "what should be so is told where nothing else is, not that more stands elsewhere": (
        "packing tea\nthe last box should be sealed\nfor more information see the missing log\n",
        ["the last box should be sealed"],
    ),
    "a file without a line is told without one": (
        "reading\nno valid table is in shop/till/conf/till.toml\n",
        ["shop/till/conf/till.toml:0 no valid table is in shop/till/conf/till.toml"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("said", ANSWERED)
def test_a_short_log_is_answered(said: str) -> None:
    log, answers = ANSWERED[said]
    found = diagnosed(of_bytes(f"{log}{END}".encode()), extractor(), str)
    places = [f"{one.file}:{one.file_line} ".lstrip(":").removeprefix("0 ") for one in found.findings]
    told = [
        place + one.message.removeprefix("ModuleNotFoundError: ")
        for place, one in zip(places, found.findings, strict=True)
    ]
    assert told[: len(answers)] == answers
