"""Some lines of the log, around a line or around words."""

from __future__ import annotations

from typing import Final

from ..tool import AgentTool, CallWire, Looked, Subject, nothing

BEFORE, AFTER, LENGTH = 10, 30, 300


def run(subject: Subject, call: CallWire) -> Looked:
    line = (
        next((n for n, text in enumerate(subject.log, 1) if call.name and call.name.lower() in text.lower()), 0)
        or call.line
    )
    first = max(1, line - BEFORE)
    shown = subject.log[first - 1 : first + AFTER] if line else ()
    if not shown:
        return nothing(f"the log has {len(subject.log)} lines, and none of them is that")
    return Looked(
        tuple(f"log:{first + n} {text[:LENGTH]}" for n, text in enumerate(shown)),
        (("log", first, first + len(shown) - 1),),
    )


PLUGIN: Final = AgentTool(
    "read_log",
    "lines of the log around the first line that holds these words, or else around the line",
    ("name", "line"),
    run,
    log=True,
)
