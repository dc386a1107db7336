"""What programs printed, taken out of the events in which a service or a container engine keeps it: an object of JSON a line.

Docker: `{"log":"text\\n","stream":"stderr","time":"…"}`; Vercel: `{"type":"stdout","created":…,"payload":{"text":"text",…}}`.
"""

from __future__ import annotations

import json
from typing import Any, Final

_STREAMS: Final = ('"stdout"', '"stderr"')
_NAMES: Final = frozenset(("stdout", "stderr"))
_OF_DOCKER: Final = frozenset(("log", "stream", "time", "attrs"))  # with another key it is a program's own record


def printed(text: str) -> str:
    """As many lines as before."""
    if '{"' not in text or not any(stream in text for stream in _STREAMS):
        return text
    return "\n".join(_line(line) for line in text.split("\n"))


def _line(line: str) -> str:
    if not line.startswith('{"') or not any(stream in line for stream in _STREAMS):
        return line
    try:
        event = json.loads(line)
    except (ValueError, RecursionError):
        return line
    said = _said(event) if isinstance(event, dict) else None
    return " ".join(said.splitlines()) if isinstance(said, str) else line


def _said(event: dict[str, Any]) -> Any:
    if str(event.get("stream")) in _NAMES and event.keys() <= _OF_DOCKER:
        return event.get("log")
    inner = event.get("payload")
    if str(event.get("type")) in _NAMES and "message" not in event:
        return inner.get("text") if isinstance(inner, dict) else event.get("text")
    return None
