"""A log is written by anybody: nothing in it breaks the reading, leaks, or becomes markup."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from flowscout.__main__ import main
from flowscout.rca.diagnosis import diagnosed
from flowscout.rca.formats import extractor
from flowscout.rca.report import sarif, terminal
from flowscout.rca.source import of_bytes
from flowscout.redact import redact
from flowscout.tasks.diagnose.markdown import markdown

TOKEN = "ghp_" + "aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1bC2"


def rca(data: bytes):  # type: ignore[no-untyped-def]
    return diagnosed(of_bytes(data), extractor(), redact)


@pytest.mark.parametrize(
    "data",
    [
        os.urandom(200_000),
        bytes(range(256)) * 500,
        b"\x00" * 100_000,
        b"error: " * 200_000,
        b"\n" * 200_000,
        ("é" * 1000 + "\n").encode("latin-1") * 50,
        b"\xff\xfe" + b"e\x00r\x00r\x00" * 1000,
    ],
    ids=["noise", "bytes", "nuls", "one line", "empty lines", "latin-1", "utf-16"],
)
def test_any_bytes_get_an_answer(data: bytes) -> None:
    begun = time.process_time()
    assert rca(data).verdict in ("failed", "ok", "")
    assert time.process_time() - begun < 20


def test_a_line_of_fifty_megabytes_costs_little() -> None:
    begun = time.process_time()
    found = rca(b"a.c:1:2: error: first\n" + b"x" * 50_000_000 + b"\nmake: *** [all] Error 1\n")
    assert found.findings[0].line == 1
    assert time.process_time() - begun < 20


def test_secrets_are_in_no_surface() -> None:
    log = f"fatal: Authentication failed for 'https://user:{TOKEN}@github.com/a/b'\nexport API_TOKEN={TOKEN}\na.c:1:1: error: bad {TOKEN}\n"
    found = rca(log.encode())
    shown = [
        markdown(found),
        terminal.text(found),
        json.dumps(sarif.sarif(found, "1")),
        "\n".join(sarif.commands(found)),
        repr(found),
    ]
    assert found.findings
    assert [surface for surface in shown if TOKEN in surface] == []


def test_a_log_cannot_write_markdown_or_mention_people() -> None:
    evil = "a.c:1:1: error: </details><script>x</script> @octocat #1 [a](http://evil.example) ``` | `b` ![x](y)"
    page = MarkdownIt("gfm-like", {"html": True, "linkify": False}).render(markdown(rca(evil.encode())))
    outside = re.sub(r"<(pre|code)\b.*?</\1>", "", page, flags=re.DOTALL)
    assert "<script" not in page
    assert 'href="http' not in page
    assert "<img" not in page
    assert re.search(r"@octocat|#1\b", outside) is None


def test_a_log_cannot_give_commands_to_the_runner() -> None:
    lines = sarif.commands(rca(b"a.c:1:1: error: x%0A::set-output name=a::b\n::error::forged\n##[error]forged\n"))
    assert len([line for line in lines if line.startswith("::")]) == len(lines)
    assert not any(line.startswith("::set-output") for text in lines for line in text.split("\n"))
    assert all("\n" not in line for line in lines)


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_memory_is_bounded_whatever_the_size(tmp_path: Path) -> None:
    """A quarter of the promised 300 MB, to be quick; memory does not grow with what is beyond."""
    log = tmp_path / "big.log"
    part = b"".join(
        b"2026-01-01T00:00:00.0000000Z [%d/9] cc -c src/f%d.c -o f.o  # warning: none\n" % (n % 9, n)
        for n in range(12_000)
    )
    with log.open("wb") as out:
        for _ in range(75_000_000 // len(part)):
            out.write(part)
        out.write(b"src/a.c:3:1: error: unknown type name 'x'\nmake: *** [all] Error 1\n")
    code = "import re, sys; from flowscout.__main__ import main; main(['rca', sys.argv[1], '--no-code', '--format', 'summary']); print(re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read())[1])"
    ran = subprocess.run(
        [sys.executable, "-c", code, str(log)], capture_output=True, text=True, check=True, env=os.environ
    )
    summary, peak = ran.stdout.strip().split("\n")
    assert "src/a.c:3" in summary
    assert int(peak) < 150_000


def test_what_comes_through_a_pipe_is_read_again_and_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Pipe:
        buffer = io.BufferedReader(io.BytesIO(b"a.c:7:1: error: x\nmake: *** [all] Error 1\n"))

    monkeypatch.setattr(sys, "stdin", Pipe)
    assert main(["rca", "--no-code", "--format", "summary"]) == 0
    assert "a.c:7" in capsys.readouterr().out
