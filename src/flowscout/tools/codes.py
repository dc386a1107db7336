"""How a tool fails: the codes, and a code with its message. Whoever answers without arguments needs no more of the contract."""

from __future__ import annotations

from typing import Final, NamedTuple

INVALID_PARAMETERS: Final = "INVALID_PARAMETERS"
TOOL_TIMEOUT: Final = "TOOL_TIMEOUT"
INTERNAL_ERROR: Final = "INTERNAL_ERROR"
FILE_NOT_FOUND: Final = "FILE_NOT_FOUND"
PERMISSION_DENIED: Final = "PERMISSION_DENIED"
BINARY_FILE: Final = "BINARY_FILE"
TOO_LARGE: Final = "TOO_LARGE"
LINE_OUT_OF_RANGE: Final = "LINE_OUT_OF_RANGE"
FUNCTION_NOT_FOUND: Final = "FUNCTION_NOT_FOUND"
AMBIGUOUS_NAME: Final = "AMBIGUOUS_NAME"
NO_RESULTS: Final = "NO_RESULTS"
DB_CONNECTION_FAILED: Final = "DB_CONNECTION_FAILED"
SEARCH_OFF: Final = "SEARCH_OFF"
NO_ACTIVE_EDITOR: Final = "NO_ACTIVE_EDITOR"
NO_DIAGNOSTICS: Final = "NO_DIAGNOSTICS"
COMMON: Final = (INVALID_PARAMETERS, TOOL_TIMEOUT, INTERNAL_ERROR)


class Failed(NamedTuple):
    code: str
    message: str
