"""Who listens to a long task: events as JSON lines, timings as a table or a file."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

from ...errors import FlowscoutError
from ...model.progress import Event, Stream, table
from ...terminal import unheard
from .console import Talk


def arguments(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("watching")
    group.add_argument("--events", choices=("jsonl",), default="", help="tell on stderr what happens, an event a line")
    group.add_argument("--timings", action="store_true", help="say at the end how long the parts took")
    group.add_argument("--timings-json", default="", metavar="FILE", help="write that as JSON")


def watched(verb: str, run: Callable[[argparse.Namespace, Talk], int], chosen: argparse.Namespace, talk: Talk) -> int:
    """Runs a long verb and tells its listeners: each file that is read is an iteration, the verb itself an action."""
    told = stream(chosen)
    talk.progress = _TimedProgress(told, talk.progress)  # type: ignore[method-assign]
    given = {name: value for name, value in vars(chosen).items() if value not in (None, "", False, [])}
    told.action(verb, given, 0)
    try:
        with told.timed(verb):
            code = run(chosen, talk)
    except FlowscoutError as error:
        told.error(str(error), 0, "action")
        ended(chosen, told, talk)
        raise
    told.observation(f"exit {code}", 0, code == 0)
    told.complete({"verb": verb, "exitCode": code}, told.iterations)
    ended(chosen, told, talk)
    return code


class _TimedProgress:
    """A progress that tells of each file, and how long it took since the one before."""

    def __init__(self, told: Stream, show: Callable[[int, int, str], None]) -> None:
        self._told, self._show, self._last = told, show, time.perf_counter()

    def __call__(self, done: int, total: int, what: str) -> None:
        now = time.perf_counter()
        self._told.timings.record("read_file", (now - self._last) * 1000)
        self._last = now
        self._told.iteration(done, total)
        self._show(done, total, what)


def stream(chosen: argparse.Namespace) -> Stream:
    heard = ((_line,) if chosen.events else ()) + ((_thought,) if getattr(chosen, "show_reasoning", False) else ())
    return Stream(heard, time.perf_counter, lambda: int(time.time() * 1000))


def _thought(event: Event) -> None:
    if event["event"] == "thought":
        sys.stderr.write(unheard(f"round {event['iteration']}: {event['thought']}\n"))
        sys.stderr.flush()


def _line(event: Event) -> None:
    sys.stderr.write(unheard(json.dumps(event, ensure_ascii=False, sort_keys=True) + "\n"))
    sys.stderr.flush()


def ended(chosen: argparse.Namespace, told: Stream, talk: Talk) -> None:
    summary = told.timings.summary()
    if chosen.timings:
        talk.say(table(summary))
    if chosen.timings_json:
        Path(chosen.timings_json).write_text(json.dumps(summary, indent=2, sort_keys=True) + "\n", encoding="utf-8")
