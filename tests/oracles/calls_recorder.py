"""A pytest plug-in that records which function of a package called which, while its tests run.

usage: CALLS_ROOT=/package/src CALLS_OUT=edges.json PYTHONPATH=tests/oracles pytest -p calls_recorder …

What the garbage collector runs (generators that it closes) is called by nobody who wrote it, and is left out.
Writes a JSON list of [caller file, caller name, callee file, callee name], files relative to CALLS_ROOT.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import threading
from types import CodeType, FrameType

ROOT = os.path.join(os.environ["CALLS_ROOT"], "")
edges: set[tuple[tuple[str, str], tuple[str, str]]] = set()
known: dict[CodeType, tuple[str, str] | None] = {}
collecting: set[int] = set()  # threads


def place(code: CodeType) -> tuple[str, str] | None:
    if code not in known:
        inside = code.co_filename.startswith(ROOT)
        known[code] = (code.co_filename[len(ROOT) :], code.co_qualname) if inside else None
    return known[code]


def collector(phase: str, _: object) -> None:
    (collecting.add if phase == "start" else collecting.discard)(threading.get_ident())


def profile(frame: FrameType, event: str, _: object) -> None:
    callee = place(frame.f_code) if event == "call" else None
    caller = place(frame.f_back.f_code) if callee and frame.f_back else None
    if caller and callee and threading.get_ident() not in collecting:
        edges.add((caller, callee))


def pytest_sessionstart() -> None:
    gc.callbacks.append(collector)
    sys.setprofile(profile)
    threading.setprofile(profile)


def pytest_sessionfinish() -> None:
    sys.setprofile(None)
    with open(os.environ["CALLS_OUT"], "w", encoding="utf-8") as out:
        json.dump(sorted([*caller, *callee] for caller, callee in edges), out, indent=0)
