"""Which secrets stand in a source, and a text without them however it quotes them: whole, or cut where the rest is left out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

from . import addressed, diced, keys, known, listed, named
from .environment import LEAST
from .marks import keeping
from .marks import mark as marked

SHORT: Final = 6  # characters of a secret's end that is still told
_QUOTES: Final = "\"'`"
_COMMENTS: Final = re.compile(r"#|//|/\*|--|<!--|\bREM\b")
_CUT: Final = "…"


def quoted(source: str) -> dict[str, str]:
    """By each secret that a literal or a comment of a source holds, its mark. What stands as code is none."""
    aside, hide, _ = keeping()
    seen: dict[str, str] = {}

    def note(kind: str, secret: str) -> str:
        if kind != "named" or (
            len(secret) >= LEAST and not re.search(r"\s", secret)
        ):  # else a phrase that a name only looks like
            seen.setdefault(secret, marked(kind, secret))
        return hide(kind, secret)

    text = aside(source)
    for redacted in (keys.redacted, known.redacted, addressed.redacted, named.redacted, listed.redacted):
        text = redacted(text, note)
    diced.redacted(text, note, ())
    lines = source.split("\n")
    return {secret: mark for secret, mark in seen.items() if _is_told(secret, lines)}


def _is_told(secret: str, lines: Iterable[str]) -> bool:
    first = secret.split("\n", 1)[0]
    for line in lines:
        before, there, _ = line.partition(first)
        if there and (any(map(before.__contains__, _QUOTES)) or _COMMENTS.search(before)):
            return True
    return "\n" in secret


def without(text: str, secrets: Mapping[str, str]) -> str:
    """The longest first, so that no part of one is left of another that holds it."""
    for secret in sorted(secrets, key=len, reverse=True):
        if secret in text or secret[1:] in text:
            text = _whole(secret).sub(secrets[secret], text)
        if _CUT in text:
            text = _uncut(text, secret, secrets[secret])
    return text


@lru_cache(maxsize=256)
def _whole(secret: str) -> re.Pattern[str]:
    """It, whatever the case of its first letter is at a label's beginning. What is a mere word may be one elsewhere."""
    own = f"[{re.escape(secret[0])}{re.escape(secret[0].swapcase())}]{re.escape(secret[1:])}"
    return re.compile((r"(?<=[\"'`=:/@])" if secret.isalpha() else r"(?<!\w)") + own + r"(?!\w)")


def _uncut(text: str, secret: str, mark: str) -> str:
    for length in range(len(secret) - 1, SHORT - 1, -1):
        text = text.replace(_CUT + secret[-length:], _CUT + mark).replace(secret[:length] + _CUT, mark + _CUT)
    return text
