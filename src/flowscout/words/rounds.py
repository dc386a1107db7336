"""Which way of a loop is taken when it is done: what is let go then, or that a `finally` comes next, is said besides."""

from __future__ import annotations

from typing import Final

from ..model.sfm import Transition

_DONE: Final = "done"


def done(way: Transition) -> bool:
    return way.label == _DONE or way.label.startswith(f"{_DONE}, ")
