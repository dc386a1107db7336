"""Exceptions of standard libraries: those of Python that have two names, and what those of C++ derive from."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

SAME: Final = MappingProxyType({
    "socket.timeout": "TimeoutError", "socket.error": "OSError", "select.error": "OSError", "os.error": "OSError",
    "asyncio.TimeoutError": "TimeoutError", "concurrent.futures.TimeoutError": "TimeoutError", "futures.TimeoutError": "TimeoutError",
})  # fmt: skip

STANDARD: Final = MappingProxyType({
    "exception": "", "logic_error": "exception", "runtime_error": "exception", "bad_alloc": "exception", "bad_cast": "exception",
    "bad_typeid": "exception", "bad_exception": "exception", "bad_function_call": "exception", "bad_weak_ptr": "exception",
    "bad_optional_access": "exception", "bad_variant_access": "exception", "bad_array_new_length": "bad_alloc", "bad_any_cast": "bad_cast",
    "invalid_argument": "logic_error", "domain_error": "logic_error", "length_error": "logic_error", "out_of_range": "logic_error",
    "future_error": "logic_error", "range_error": "runtime_error", "overflow_error": "runtime_error", "underflow_error": "runtime_error",
    "regex_error": "runtime_error", "format_error": "runtime_error", "system_error": "runtime_error", "failure": "system_error",
    "filesystem_error": "system_error",
})  # fmt: skip
