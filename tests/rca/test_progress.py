"""A long task tells what it does in the published events, and how long it took in the published statistics."""

from __future__ import annotations

import argparse
import json
import subprocess
import time
from pathlib import Path

import pytest

from flowscout.__main__ import main
from flowscout.cli.shared.progress_output import stream
from flowscout.model.progress import EVENTS, Stream, Timings, table

FIELDS = {
    "iteration": {"iteration", "maxIterations", "progress"},
    "thought": {"thought", "iteration"},
    "action": {"action", "iteration"},
    "observation": {"observation", "iteration", "success"},
    "complete": {"rca", "totalIterations", "duration"},
    "error": {"error", "iteration", "phase"},
}


def test_six_events_with_their_fields() -> None:
    heard: list[dict[str, object]] = []
    stream = Stream((lambda event: heard.append(dict(event)),))
    stream.iteration(3, 10)
    stream.thought("it is not initialised", 3)
    stream.action("read_file", {"filePath": "a.kt"}, 3)
    stream.observation("Lines 1-9", 3)
    stream.error("timed out", 3, "synthesis")
    stream.complete({"confidence": 0.9}, 3)
    assert {str(event["event"]): set(event) - {"event", "timestamp"} for event in heard} == FIELDS
    assert set(FIELDS) == set(EVENTS)
    assert heard[0]["progress"] == 0.3


def test_statistics_are_by_nearest_rank() -> None:
    timings = Timings()
    for value in range(1, 101):
        timings.record("llm_inference", float(value))
    timings.record("tool", 500.0)
    assert timings.stats("llm_inference") == {
        "mean": 50.5,
        "p50": 50.0,
        "p90": 90.0,
        "p99": 99.0,
        "min": 1.0,
        "max": 100.0,
        "count": 100,
    }
    assert timings.slowest(1)[0][0] == "tool"
    assert list(timings.matching("^llm_")) == ["llm_inference"]
    summary = timings.summary()
    assert (summary["totalOperations"], summary["totalTime"]) == (101, 5550.0)
    assert "llm_inference" in table(summary)
    assert timings.stats("never")["count"] == 0


def test_timing_an_operation_costs_less_than_a_millisecond() -> None:
    stream = Stream((), time.perf_counter)
    begun = time.process_time()
    for _ in range(1000):
        with stream.timed("nothing"):
            pass
    assert time.process_time() - begun < 1.0


def test_the_command_line_tells(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log, timings = tmp_path / "a.log", tmp_path / "t.json"
    log.write_text("a.c:1:1: error: x\nmake: *** [a.o] Error 1\n")
    assert (
        main(["rca", str(log), "--no-code", "--events", "jsonl", "--timings-json", str(timings), "--format", "summary"])
        == 0
    )
    events = [json.loads(line) for line in capsys.readouterr().err.splitlines() if line.startswith("{")]
    assert [event["event"] for event in events if event["event"] != "observation"] == [
        "iteration",
        "action",
        "iteration",
        "iteration",
        "complete",
    ]
    assert events[-1]["rca"]["findings"][0]["line"] == 1
    assert json.loads(timings.read_text())["operations"]["read_log"]["count"] == 1


def test_a_thought_is_no_command(capsys: pytest.CaptureFixture[str]) -> None:
    told = stream(argparse.Namespace(events="jsonl", show_reasoning=True))
    told.thought("the log says ##[error]Process completed", 1)
    said = capsys.readouterr().err
    assert "##[" not in said
    assert "u0023#[error]Process completed" in said
    assert json.loads(said.splitlines()[0])["thought"] == "the log says ##[error]Process completed"


def test_a_quoted_line_is_no_command_where_a_runner_listens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.log").write_text(
        "##[group]Run make\nmake\n##[endgroup]\n##[error]a.c:1:1: error: x\n##[error]Process completed with exit code 1.\n"
    )
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    for form in ("text", "markdown", "json", "summary"):
        assert main(["rca", str(tmp_path / "a.log"), "--no-code", "--no-memory", "--format", form]) == 0
        assert "##[" not in capsys.readouterr().out
    assert main(["rca", str(tmp_path / "a.log"), "--no-code", "--no-memory", "--format", "annotations"]) == 0
    assert capsys.readouterr().out.startswith("::error ")


@pytest.mark.parametrize("verb", ["refresh", "review", "graph", "scout", "verify"])
def test_every_long_verb_tells_and_is_timed(
    verb: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for n, body in enumerate(("return x", "return x + 1")):
        (tmp_path / "a.py").write_text(f"def f(x):\n    if x:\n        {body}\n    return 0\n")
        words = ("init", "-q"), ("add", "."), ("commit", "-qm", str(n))
        for command in words:
            subprocess.run(
                ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", *command],
                check=True,
                capture_output=True,
            )
    given = {"refresh": ["--worktree"], "review": ["HEAD~1..HEAD"], "graph": ["stats"], "scout": ["a.py"], "verify": []}
    code = main([verb, *given[verb], "--events", "jsonl", "--timings", "--timings-json", "t.json", "-q"])
    told = [json.loads(line) for line in capsys.readouterr().err.splitlines() if line.startswith("{")]
    assert {event["event"] for event in told} >= {"action", "observation", "complete"}
    assert {event["event"] for event in told} <= set(EVENTS)
    assert told[-1]["rca"] == {"exitCode": code, "verb": verb}
    said = json.loads((tmp_path / "t.json").read_text())
    assert said["operations"][verb]["count"] == 1
