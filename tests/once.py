"""What takes long and every test of a module reads is made by one of a run's workers; the others wait for it."""

from __future__ import annotations

import fcntl
import os
import pickle
from collections.abc import Callable
from typing import TypeVar

import pytest

Made = TypeVar("Made")


def once(places: pytest.TempPathFactory, name: str, make: Callable[[], Made]) -> Made:
    """`name`: of what is made, in this run."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        return make()
    kept = places.getbasetemp().parent / name  # of all workers
    with kept.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            kept.write_bytes(pickle.dumps(make()))
        made: Made = pickle.loads(kept.read_bytes())
        return made
