"""Exceptions of Python's standard library that have two names."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

SAME: Final = MappingProxyType({
    "socket.timeout": "TimeoutError", "socket.error": "OSError", "select.error": "OSError", "os.error": "OSError",
    "asyncio.TimeoutError": "TimeoutError", "concurrent.futures.TimeoutError": "TimeoutError", "futures.TimeoutError": "TimeoutError",
})  # fmt: skip
