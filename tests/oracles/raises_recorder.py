"""A pytest plug-in that records which exceptions left which function of a package, while its tests run. CPython 3.12 or newer.

usage: CALLS_ROOT=/package/src RAISES_OUT=raises.json PYTHONPATH=tests/oracles pytest -p raises_recorder …

Writes a JSON list of [file, name, class of the exception, classes above it, whether a `raise` of the package made it], files
relative to CALLS_ROOT; what the interpreter or a library makes is none of these.
"""

from __future__ import annotations

import dis
import json
import os
import sys
from types import CodeType

ROOT = os.path.join(os.environ["CALLS_ROOT"], "")
RAISE = dis.opmap["RAISE_VARARGS"]
TOOL = 4
found: dict[tuple[str, str, type], bool] = {}


def written(error: BaseException) -> bool:
    """Whether a frame of the package stands at a `raise`, from here on down."""
    at = error.__traceback__
    while at is not None:
        code = at.tb_frame.f_code
        if code.co_filename.startswith(ROOT) and code.co_code[at.tb_lasti] == RAISE:
            return True
        at = at.tb_next
    return False


def unwound(code: CodeType, _: int, error: BaseException) -> None:
    if code.co_filename.startswith(ROOT):
        key = (code.co_filename[len(ROOT) :], code.co_qualname, type(error))
        if not found.get(key):
            found[key] = written(error)


def pytest_sessionstart() -> None:
    sys.monitoring.use_tool_id(TOOL, "raises")
    sys.monitoring.register_callback(TOOL, sys.monitoring.events.PY_UNWIND, unwound)
    sys.monitoring.set_events(TOOL, sys.monitoring.events.PY_UNWIND)


def pytest_sessionfinish() -> None:
    sys.monitoring.set_events(TOOL, 0)
    rows = sorted(
        [path, name, type_.__name__, [above.__name__ for above in type_.__mro__[1:]], explicit]
        for (path, name, type_), explicit in found.items()
    )
    with open(os.environ["RAISES_OUT"], "w", encoding="utf-8") as out:
        json.dump(rows, out, indent=0)
