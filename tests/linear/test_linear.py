"""No expression of ours takes longer than linear time over any text, nor more steps than `EXPRESSION_STEPS`.

What strangers write meets our expressions: sources, logs, comments, configuration, replies. One that is slow on one line is
a way to stop a job or a hook. Every expression is looked up (`expressions`), pumped (`pumps`) and measured (`cost`).

What was measured stands in `fine.txt`, or with why it is slow in `slow.txt`, by the digest of the expression and of the code that
measures; the rest is measured each time, and all after a change of that code. `pytest tests/linear --update` writes it.

To mend one: bounded or possessive quantifiers (`{0,80}`, `\\s*+`, `(?>…)`), an anchor or a lookbehind so that it begins at few
places, a method of `str`, a small tokenizer. `--update` takes what was mended out of `known.txt`.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from once import once

from .cost import slow

HERE = Path(__file__).parent
KNOWN = HERE / "known.txt"
FINE = HERE / "fine.txt"
SLOW = HERE / "slow.txt"
LIMIT = 500  # seconds; a run that hangs is ended
# Expressions that are asked in a way that bounds them, or never meet a stranger's text: (where, a part of it) and the reason.
HARMLESS = {
    ("languages/c/text.py", "(?P=delimiter)"): "after some raw strings without an end none are looked for",
    ("languages/python/repair.py", "(?:[^"): "asked where a string opens; where nothing closes it, not again",
    ("redact/harmless.py", "[^A-Za-z0-9]*|"): "asked of a whole value of at most 300 characters",
    ("redact/keys.py", "(?P<b>[A-Za-z0-9+/]{1,80}={0,3})["): "asked of the last 400 characters of a line",
    ("redact/keys.py", "Proc-Type|DEK-Info"): "asked of the last 400 characters of a line",
    (
        "redact/listed.py",
        ",]{0,40}(?P<v>",
    ): "asked where a list begins and behind each of its values, which end after 300 characters",
    ("redact/looks.py", "(?=(?:[^0-9]*+[0-9]){3})"): "asked of the first 100 characters of a word",
    ("redact/named.py", "&(?:amp;)?["): "asked of a bare value, which is at most 300 characters long",
    ("redact/named.py", "SecretStr"): "asked at one place, behind a name; its parts are bounded",
    ("redact/named.py", "setenv|machine"): "asked of the 60 characters before a name",
    ("redact/named.py", "(?P<q>"): "asked at one place, behind a name; a value ends at the next quote",
}


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Any:
    command = [sys.executable, str(HERE / "measure.py"), str(KNOWN), str(FINE), str(SLOW)]

    def measure() -> Any:
        return json.loads(subprocess.run(command, capture_output=True, timeout=LIMIT, check=True).stdout)

    return once(tmp_path_factory, "expressions", measure)


def _known() -> set[str]:
    return set(KNOWN.read_text(encoding="utf-8").splitlines())


@pytest.mark.slow
def test_every_expression_is_read(measured: Any) -> None:
    assert measured["unread"] == []
    assert measured["count"] > 400


@pytest.mark.slow
def test_no_expression_is_slow(measured: Any) -> None:
    slow = [(entry, why) for entry, why in measured["slow"] if entry not in _known()]
    assert [f"{entry}: {why}" for entry, why in slow if not _harmless(entry)] == []


def _harmless(entry: str) -> bool:
    where, _, text = entry.partition("\t")
    return any(where == there and part in text for there, part in HARMLESS)


@pytest.mark.slow
def test_what_is_known_to_be_slow_only_shrinks(measured: Any, request: pytest.FixtureRequest) -> None:
    left = _known() & {entry for entry, _ in measured["slow"]}
    mended = _known() - left
    if request.config.getoption("--update"):
        KNOWN.write_text("".join(f"{row}\n" for row in sorted(left)), encoding="utf-8")
        FINE.write_text("".join(f"{row}\n" for row in measured["fine"]), encoding="utf-8")
        rows = sorted("\t".join(row) for row in measured["slowly"].items())
        SLOW.write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")
    assert sorted(mended) == [], "mended or gone: take it out of known.txt (--update does)"


@pytest.mark.parametrize(
    ("text", "mode"),
    [
        (r"\s+x", "search"),  # begins anywhere
        (r"\s+$", "search"),
        (r"\s*(.*?)\s*-->", "match"),  # neighbours
        (r"(?:a|b|ab)*c", "match"),  # a quantifier in a quantifier
        (r"(?:\w+\s?)*:", "match"),
        (r"(\w+)*:", "match"),
        (r"<!--.*?-->", "scan"),  # many beginnings, no end
        (r"x(?=.*y)", "scan"),
        (r"(?m)^\s*#", "scan"),  # a line's beginning that runs on over lines
        (r"(?i)FROM\s+(\w+,?\s*)+WHERE", "match"),
        (r"(`+).*?\1(?!`)", "scan"),
        (rb"[\x80-\xff]+a", "search"),
        (r"(?:.{0,1000}a){3}b", "match"),  # bounded, and still too much
        (r"(?:\d{1,4},){1,500};.{0,3000}:.{0,3000}!", "search"),
    ],
)
def test_a_slow_one_is_found(text: str | bytes, mode: str) -> None:
    assert slow(text, 0, (mode,)) is not None


@pytest.mark.parametrize(
    ("text", "mode"),
    [
        (r"\s*x", "match"),
        (r"^\s+x", "search"),
        (r"(?<!\s)\s+x", "scan"),
        (r"(?<=,)\s+x", "scan"),
        (r"\s*+([^\s>]++(?:\s++[^\s>]++)*+)\s*+>", "match"),
        (r"\"(?:[^\"\\]|\\.)*+\"?", "scan"),
        (r"\b(?:if|for|while|return|switch)\b", "scan"),
        (r"[\w.-]{1,80}:\d{1,7}", "search"),
    ],
)
def test_a_linear_one_is_not(text: str, mode: str) -> None:
    assert slow(text, 0, (mode,)) is None
