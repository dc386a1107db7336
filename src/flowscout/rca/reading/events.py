"""What programs printed, taken out of the events in which a service or a container engine keeps it: an object of JSON a line.

Docker: `{"log":"text\\n","stream":"stderr","time":"…"}`; Vercel: `{"type":"stdout","created":…,"payload":{"text":"text",…}}`.
"""

from __future__ import annotations

import json
from typing import Final

_STREAMS: Final = ('"stdout"', '"stderr"')
_TEXTS: Final = ("log", "text")


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
    inner = event.get("payload") if isinstance(event, dict) else None
    said = (told.get(key) for told in (event, inner) if isinstance(told, dict) for key in _TEXTS)
    found = next((one for one in said if isinstance(one, str)), None)
    return line if found is None else " ".join(found.splitlines())
