"""What a verb prints of a stranger's paths and source steers no terminal; JSON stays the same value."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from flowscout.terminal import Shown, beneath, harmless, unheard
from shell.repositories import Repo

STEERING = (
    "\x1b]8;;https://evil.example\x07link\x1b]8;;\x07", "\x1b]0;title\x07", "\x1b[2J\x1b[H", "\x9b31m", "\x90q\x9c", "a\rb", "a\bb", "\x7f",
    "\u202erl\u202c", "\u2066x\u2069", "\u200f", "\u2028", "\U000e0041", "\x1bP+q\x1b\\", "\x1b[8mhidden\x1b[0m",
    "half a letter \ud800",
)  # fmt: skip


def steers(text: str) -> list[str]:
    odd = {"\u061c", "\u200e", "\u200f", "\u2028", "\u2029"}
    return [
        c for c in text
        if (ord(c) < 32 and c not in "\n\t") or 0x7F <= ord(c) < 0xA0 or c in odd or "\u202a" <= c <= "\u202e" or "\u2066" <= c <= "\u206f" or 0xD800 <= ord(c) < 0xDCA0 or ord(c) >= 0xE0000
    ]  # fmt: skip


@pytest.mark.parametrize("text", STEERING)
def test_what_steers_is_spelt(text: str) -> None:
    shown = harmless(f"before {text} after")
    assert steers(shown) == []
    assert shown.startswith("before ")
    assert shown.endswith(" after")


@pytest.mark.parametrize("text", STEERING)
def test_a_line_of_json_is_the_same_value(text: str) -> None:
    line = json.dumps({"label": text}, ensure_ascii=False)
    assert json.loads(harmless(line)) == {"label": text}


@pytest.mark.parametrize("text", ["a ##[error]x", "##[group]Run x", "##vso[task.setvariable]x", "###[error]x", "::error file=a::x", "a\n  ::add-mask::x", "::endgroup::"])  # fmt: skip
def test_no_runner_hears_a_command(text: str) -> None:
    shown = unheard(text)
    assert "##[" not in shown
    assert "##vso[" not in shown
    assert not any(line.lstrip().startswith("::") for line in shown.split("\n"))
    assert json.loads(unheard(json.dumps({"thought": text}))) == {"thought": text}


@pytest.mark.parametrize("text", ["## a heading", "std::vector<int>", "a::b\n::", "#[derive(Debug)]"])
def test_what_is_no_command_stays(text: str) -> None:
    assert unheard(text) == text


def test_what_people_write_stays() -> None:
    text = "naïve → 日本語 ✗ emoji 👩\u200d💻\tand a table\n| a |\n"
    assert harmless(text) == text


def test_colours_of_our_own_stay() -> None:
    assert harmless("\x1b[1mours\x1b[0m \x1b[5mtheirs", ("\x1b[1m", "\x1b[0m")) == "\x1b[1mours\x1b[0m \\u001b[5mtheirs"


def test_a_stream_is_still_a_stream(capsys: pytest.CaptureFixture[str]) -> None:
    import sys

    shown = Shown(sys.stdout)
    print("a\x1b[0m", file=shown)  # type: ignore[call-overload]
    shown.writelines(["b\x07\n"])
    shown.flush()
    assert capsys.readouterr().out == "a\\u001b[0m\nb\\u0007\n"
    assert beneath(shown) is sys.stdout  # type: ignore[arg-type]


SOURCE = '''
def handle(x):
    """Does\x1b]0;owned\x07 it."""
    if x == "\x1b[2J\u202e":
        raise ValueError("\x9b31m\x1b]8;;https://evil.example\x07here\x1b]8;;\x07")
    return other(x, "\x1b[8m")


def other(x, y):
    return x
'''
VERBS = (
    ("flowchart", "handle"), ("flowchart", "handle", "--format", "text"), ("flowchart", "handle", "--format", "markdown"),
    ("flowchart", "handle", "--format", "json"), ("explain", "handle"), ("explain", "handle", "--stage", "cfg"),
    ("explain", "handle", "--stage", "actions"), ("explain", "handle", "--stage", "summary"), ("ask", "what does handle do?"),
    ("graph", "callees", "handle"), ("graph", "entry-points"), ("export", "functions"), ("export", "sfm"), ("export", "cfg"),
    ("export", "summaries"), ("prompt", "handle"), ("flowchart", "no\x1b[2Jname"), ("no\x1b[2Jverb",), ("refresh", "-v"), ("review", "HEAD~1"), ("rca", "log"),
)  # fmt: skip


def test_no_verb_prints_what_steers(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo")
    repo.commit({"flowscout.toml": 'charts = ["*"]\n'})
    repo.commit(
        {
            "sh\x1b[2Jop\u202e.py": SOURCE,
            "log": "sh\x1b[2Jop\u202e.py:4:1: error: \x1b]0;x\x07 \x9b31m bad\nmake: *** [x] Error 1\n",
        }
    )
    for verb in VERBS:
        ran = repo.flowscout(*verb)
        assert steers(ran.out + ran.said) == [], verb
        if "json" in verb or verb[0] == "export":
            assert [json.loads(line) for line in ran.out.splitlines()]
