"""Addresses of people, for what strangers read."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from .marks import mark

_NOBODY: Final = r"(?:no-?reply|git|github|actions|bot|support|security|info|example|user|root|postmaster)"


@cache
def _mail() -> re.Pattern[str]:
    return re.compile(
        rf"(?<![\w.+%/:@-])(?!{_NOBODY}@)(?P<who>[A-Za-z0-9][\w.+%-]{{0,63}}+)@(?P<host>(?:[A-Za-z0-9][A-Za-z0-9-]{{0,62}}+\.){{1,8}}+[A-Za-z]{{2,24}}+)(?![\w@:/-])"
    )


def without_addresses(text: str) -> str:
    """A text in which nobody's e-mail address stands: those of machines, of examples and GitHub's own for privacy stay."""
    return (
        _mail().sub(lambda found: found[0] if _nobodys(found["host"].lower()) else mark("email", found[0]), text)
        if "@" in text
        else text
    )


def _nobodys(host: str) -> bool:
    return host.endswith(
        (
            "users.noreply.github.com",
            "example.com",
            "example.org",
            "example.net",
            ".example",
            ".test",
            ".invalid",
            ".local",
            ".py",
            ".js",
            ".ts",
        )
    )
