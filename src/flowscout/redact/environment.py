"""The environment's own secrets: exact values, in the forms in which they may show."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final
from urllib.parse import quote

LEAST: Final = 8  # characters of a value that is worth hiding
_LINE: Final = 16  # characters of a line of a longer value
_SETTING: Final = r"[a-z]{1,15}"
_SECRET: Final = r"(?i)token|secret|passw|passphrase|key|credential|creds|(?:^|[_-])(?:pass|pwd|pat|auth|dsn|psk|jwt|cookie|sas|connection_?string)(?:$|[_-])|(?<=[a-z])(?:pass|pwd)$|database_url|redis_url|mongo\w{0,24}_ur[il]|webhook"
_STRONG: Final = r"(?i)token|secret|passw|passphrase|(?:^|[_-])(?:pass|pwd)(?:$|[_-])"


def secrets_of(environment: Mapping[str, str]) -> tuple[str, ...]:
    """The values that an environment's names say are secret, longest first; of one of many lines, each line too."""
    others = {value.strip() for name, value in environment.items() if not re.search(_SECRET, name)}
    kept: set[str] = set()
    for name, value in environment.items():
        if re.search(_SECRET, name) and _worth(name, value.strip()) and value.strip() not in others:
            kept.update(
                (
                    value.strip(),
                    *(
                        line.strip()
                        for line in value.splitlines()[1:]
                        if len(line.strip()) >= _LINE and "-----" not in line
                    ),
                )
            )
    return tuple(sorted(kept, key=lambda value: (-len(value), value)))


def _worth(name: str, value: str) -> bool:
    """A path, a flag, a number of few digits or a setting's word is no secret; a word is, where it is a password."""
    if len(value) < LEAST or value.startswith(("/", "~/", "./")) or re.fullmatch(r"https?://[^\s@?]*", value):
        return False
    return not re.fullmatch(_SETTING, value) or bool(re.search(_STRONG, name) and value not in name.lower())


@lru_cache(maxsize=256)
def forms(secret: str) -> tuple[str, ...]:
    """It, and as an address, JSON and base64 write it."""
    data = secret.encode("utf-8", "surrogatepass")
    coded = base64.b64encode(data).decode().rstrip("=")
    written = (
        secret,
        quote(secret, safe="", errors="replace"),
        json.dumps(secret)[1:-1],
        coded[: len(data) // 3 * 4] if len(data) >= 12 else secret,
    )
    return tuple(dict.fromkeys(written))
