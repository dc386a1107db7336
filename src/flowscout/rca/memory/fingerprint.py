"""What two reports of one failure have in common.

What varies from run to run is masked: addresses, digests, timestamps, durations, temporary names, places in a file, folders.
What tells failures apart is kept: error codes, names, quoted symbols and versions (`1.9.0` is not `1.10.0`).
"""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Final

from ...model.pattern import regex

_MASKS: Final = (
    (regex(r"\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.,\d]*Z?|\b\d\d:\d\d:\d\d(?:[.,]\d+)?\b"), "<time>"),
    (regex(r"\b[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}\b"), "<uuid>"),
    (regex(r"\b0x[0-9a-fA-F]+\b"), "<address>"),
    (regex(r"\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}\b"), "<digest>"),
    (regex(r"\b\d+(?:\.\d+)? ?(?:ms|s|sec|seconds?|min|minutes?|m|h)\b"), "<duration>"),
    (
        regex(r"(?:(?<![\w.@~+\\/-])|(?=[A-Za-z]:))(?:[A-Za-z]:)?(?:[\w.@~+-]*[\\/])+(?=[\w.@+-])"),
        "",
    ),  # folders; the file's name stays
    (regex(r"(?<=[\w)\]]):\d+(?::\d+)?\b|\(\d+(?:,\d+)?\)|\bline \d+\b|\[\d+,\d+\]"), "<place>"),
    (regex(r"\b(?:tmp|temp|pytest-of|run|job|pid|port)[-_ ]?\w*\d\w*\b", re.IGNORECASE), "<temporary>"),
    (regex(r"(?<![\w.])\d+(?![\w.])"), "<n>"),  # bare numbers, never parts of a version or a code
)


def masked(message: str) -> str:
    text = message[:4_000]
    for pattern, mask in _MASKS:
        text = pattern.sub(mask, text)
    return " ".join(text.split())


def fingerprint(tool: str, error_type: str, message: str) -> str:
    """Sixteen hex digits, equal for equal failures."""
    return sha256("\0".join((tool, error_type, masked(message))).encode("utf-8", "replace")).hexdigest()[:16]
