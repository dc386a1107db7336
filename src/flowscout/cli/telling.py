"""Who listens to a long task: events as JSON lines, timings as a table or a file."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

from ..model.progress import Event, Stream, table
from .talk import Talk


def arguments(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("watching")
    group.add_argument("--events", choices=("jsonl",), default="", help="tell on stderr what happens, an event a line")
    group.add_argument("--timings", action="store_true", help="say at the end how long the parts took")
    group.add_argument("--timings-json", default="", metavar="FILE", help="write that as JSON")


def stream(chosen: argparse.Namespace) -> Stream:
    return Stream((_line,) if chosen.events else (), time.perf_counter, lambda: int(time.time() * 1000))


def _line(event: Event) -> None:
    sys.stderr.write(json.dumps(event, ensure_ascii=False, sort_keys=True) + "\n")
    sys.stderr.flush()


def ended(chosen: argparse.Namespace, told: Stream, talk: Talk) -> None:
    summary = told.timings.summary()
    if chosen.timings:
        talk.say(table(summary))
    if chosen.timings_json:
        Path(chosen.timings_json).write_text(json.dumps(summary, indent=2, sort_keys=True) + "\n", encoding="utf-8")
