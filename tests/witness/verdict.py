"""A claim that was judged, and whether the code bears it out."""

from __future__ import annotations

from typing import NamedTuple


class Verdict(NamedTuple):
    kind: str
    borne: bool
    path: str
    line: int
    said: str
    about: str = ""
