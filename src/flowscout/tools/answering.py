"""The one way to ask a tool: validated arguments in, an answer of one shape out, in two seconds of work at most."""

from __future__ import annotations

import ctypes
import difflib
import threading
import time
from collections.abc import Callable
from functools import cache
from typing import Any, Final, TypeVar

from .. import shelf
from ..border import within
from ..errors import FlowscoutError
from .contract import (
    INTERNAL_ERROR,
    INVALID_PARAMETERS,
    TOOL_TIMEOUT,
    VERSION,
    Data,
    Failed,
    Tool,
    WrongArguments,
    read,
)
from .desk import Desk

SHELF: Final = "flowscout.tools.each"
SECONDS: Final = 2.0  # of the published contract
PATIENCE, IDLE, TICK = (
    3,
    0.1,
    0.05,
)  # times as long for one that works, and had the processor for longer than a moment; seconds
GRACE: Final = 1.0  # for a tool that is told to end
DIFFERING: Final = 20  # files that an answer names

Made = TypeVar("Made")
Answer = dict[str, Any]


def tools() -> dict[str, Tool]:
    return {name: shelf.load(SHELF, name) for name in shelf.names(SHELF)}


def purpose(name: str) -> str:
    """What a tool gives: the first sentence of its file."""
    return told(name).partition(". ")[0].rstrip(".")


def told(name: str) -> str:
    """All that its file says of it, in one line."""
    return " ".join((shelf.module(SHELF, name).__doc__ or "").split())


def unknown(name: str) -> str:
    """What to say of a tool that is not there."""
    near = difflib.get_close_matches(name, shelf.names(SHELF), 3, 0.5)
    return f"there is no tool {name[:80]!r}" + (f"; did you mean {' or '.join(near)}?" if near else "")


def answer(tool: Tool, raw: object, desk: Desk, seconds: float = SECONDS) -> Answer:
    arguments = read(tool, raw)
    if isinstance(arguments, WrongArguments):
        return failed(tool.name, Failed(INVALID_PARAMETERS, arguments.message)) | _stamped(desk)
    found = _asked(tool, arguments, desk, seconds)
    if isinstance(found, Failed):
        return failed(tool.name, found._replace(message=desk.clean(found.message))) | _stamped(desk)
    data = _cleaned(found.model_dump(mode="json", by_alias=True), cache(desk.clean))  # rows repeat names and paths
    return {"schema": f"flowscout.tool/{VERSION}", "tool": tool.name, "success": True, "data": data} | _stamped(desk)


def failed(name: str, why: Failed) -> Answer:
    return {"schema": f"flowscout.tool/{VERSION}", "tool": name, "success": False, "error": why._asdict()}


def _asked(tool: Tool, arguments: object, desk: Desk, seconds: float) -> Data | Failed:
    def defect() -> Failed:
        return Failed(INTERNAL_ERROR, f"a defect of flowscout stands in the way of {tool.name}")

    try:
        for before in (tool.prepare, tool.load):
            if before is not None:
                before(desk)
        if (bring := tool.bring) is not None:
            within(tool.name, lambda: bring(desk, arguments), lambda: None)
        made = limited(lambda: within(tool.name, lambda: tool.run(desk, arguments), defect), seconds)
    except (FlowscoutError, OSError) as error:
        return Failed(INTERNAL_ERROR, str(error))
    return made or Failed(TOOL_TIMEOUT, f"{tool.name} was not done after {seconds:g} s: ask for less, or for one file")


class Late(BaseException):
    """Raised in a tool's thread when its time is over. No error, so it passes every border on its way out."""


def limited(work: Callable[[], Made], seconds: float) -> Made | None:
    """None where the time was not enough; a busy machine's is not held against it. What flies out of the work flies out of here."""
    made: list[Made] = []
    flown: list[Exception] = []

    def run() -> None:
        try:
            made.append(work())
        except Late:
            return
        except Exception as error:  # noqa: BLE001 - carried to the thread that asked
            flown.append(error)

    thread = threading.Thread(target=run, daemon=True)
    begun, end = time.process_time(), time.monotonic() + PATIENCE * seconds
    thread.start()
    thread.join(seconds)
    while thread.is_alive() and IDLE <= time.process_time() - begun < seconds and time.monotonic() < end:
        thread.join(TICK)
    if thread.is_alive() and thread.ident is not None:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), ctypes.py_object(Late))
        thread.join(GRACE)
        return None
    if flown:
        raise flown[0]
    return made[0] if made else None


def _cleaned(node: Any, clean: Callable[[str], str]) -> Any:
    if isinstance(node, str):
        return clean(node)
    if isinstance(node, list):
        return [_cleaned(item, clean) for item in node]
    return {key: _cleaned(value, clean) for key, value in node.items()} if isinstance(node, dict) else node


def _stamped(desk: Desk) -> Answer:
    label, commit, differs = desk.stamp
    shown = [path.encode("utf-8", "replace").decode() for path in differs[:DIFFERING]]
    return {"snapshot": {"label": label, "commit": commit, "differs": shown, "totalDiffering": len(differs)}}
