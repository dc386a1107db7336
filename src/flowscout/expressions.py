"""Regular expressions as they were compiled the last time, kept beside our bytecode.

A question uses some five hundred; to compile them takes as long as to import all that it imports. What `re` hands to
its engine is kept by text and flags. It is believed as bytecode is, in the same folder and for the same Python, and the
engine looks through each before it takes it. Whatever else is found there, `re` compiles.
"""

from __future__ import annotations

import marshal
import os
import re
import sys
from contextlib import suppress
from typing import Any, Final

_PLACE: Final = os.path.join(
    os.path.dirname(os.path.abspath(__file__)), "__pycache__", f"expressions.{sys.implementation.cache_tag}.kept"
)
_WORTH: Final = 8  # new ones that are worth writing
_MOST: Final = 4096  # that are kept
_DAMAGED: Final = (OSError, EOFError, ValueError, TypeError, LookupError, RuntimeError, OverflowError)
Key = tuple[bool, Any, int]  # whether it is for bytes, text, flags
_kept: dict[Key, bytes] | None = None
_fresh: dict[Key, None] = {}


def compiled(text: Any, flags: int) -> re.Pattern[Any]:
    key = isinstance(text, bytes), text, int(flags)
    if kept := known().get(key):
        with suppress(ImportError, AttributeError, *_DAMAGED):
            engine: Any = re._compiler._sre  # type: ignore[attr-defined]
            pattern: re.Pattern[Any] = engine.compile(text, *marshal.loads(kept))
            return pattern
    if len(_fresh) < _MOST:
        _fresh[key] = None
    return re.compile(text, flags)


def known() -> dict[Key, bytes]:
    global _kept
    if _kept is None:
        _kept = _read()
    return _kept


def _read() -> dict[Key, bytes]:
    if sys.pycache_prefix is not None:
        return {}
    try:
        with open(_PLACE, "rb") as stream:
            version, kept = marshal.loads(stream.read())
    except _DAMAGED:
        return {}
    return kept if version == sys.version and isinstance(kept, dict) else {}


def keep() -> None:
    """To be called at the end of a run: what was compiled in it is there for the next, where bytecode may be written."""
    if len(_fresh) < _WORTH or sys.dont_write_bytecode or sys.pycache_prefix is not None:
        return
    with suppress(ImportError, AttributeError, *_DAMAGED):
        every = {**known(), **{key: marshal.dumps(_handed(*key[1:])) for key in _fresh}}
        if len(every) <= _MOST:
            _written(marshal.dumps((sys.version, every)))


def _written(data: bytes) -> None:
    """In one go: whoever reads meanwhile finds the old ones."""
    new = f"{_PLACE}.{os.getpid()}"
    try:
        with open(new, "xb") as stream:
            stream.write(data)
        os.replace(new, _PLACE)
    except OSError:
        with suppress(OSError):
            os.unlink(new)


def _handed(text: Any, flags: int) -> tuple[int, list[int], int, dict[str, int], tuple[str | None, ...]]:
    """What `re` gives its engine beside the text."""
    compiler: Any = re._compiler  # type: ignore[attr-defined]
    parsed: Any = re._parser.parse(text, flags)
    code, state = compiler._code(parsed, flags), parsed.state
    names: list[str | None] = [None] * state.groups
    for name, at in state.groupdict.items():
        names[at] = name
    return (
        int(flags | state.flags),
        [int(each) for each in code],
        int(state.groups) - 1,
        dict(state.groupdict),
        tuple(names),
    )
