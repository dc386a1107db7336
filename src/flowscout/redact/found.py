"""Which secrets stand in a source, and a text without them however it quotes them: whole, or cut where the rest is left out."""

from __future__ import annotations

import re
from collections.abc import Mapping
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
    return {secret: mark for secret, mark in seen.items() if _is_told(secret, source)}


def _is_told(secret: str, source: str) -> bool:
    first = secret.split("\n", 1)[0]
    at = source.find(first)
    while at >= 0:
        before = source[source.rfind("\n", 0, at) + 1 : at]
        if any(map(before.__contains__, _QUOTES)) or _COMMENTS.search(before):
            return True
        at = source.find(first, at + 1)
    return "\n" in secret


class Without:
    """Takes secrets out of texts: the longest first, so that no part of one is left of another that holds it."""

    def __init__(self, secrets: Mapping[str, str]) -> None:
        self._secrets = secrets
        self._order = {secret: n for n, secret in enumerate(sorted(secrets, key=len, reverse=True))}
        self._size = max(0, min([SHORT, *[len(secret) - 1 for secret in secrets]]))
        self._seconds: dict[str, list[str]] = {}  # by what stands behind their first letters
        self._ends: dict[
            str, list[tuple[str, int]]
        ] = {}  # what may follow a cut, by its first letters, and what may come before one, by its last
        self._begins: dict[str, list[tuple[str, int]]] = {}
        for secret in secrets:
            self._seconds.setdefault(secret[1 : 1 + self._size], []).append(secret)

    def __call__(self, text: str) -> str:
        for at in reversed([found.start() for found in re.finditer(_CUT, text)]):
            text = self._uncut(text, at)
        size = self._size
        parts = {text[at : at + size] for at in range(len(text) - size + 1)}
        there = {secret for part in parts & self._seconds.keys() for secret in self._seconds[part]}
        for secret in sorted(there, key=self._order.__getitem__):
            if secret[1:] in text:
                text = _whole(secret).sub(self._secrets[secret], text)
        return text

    def _uncut(self, text: str, at: int) -> str:
        """What stands on both sides of a cut may be the end, or the beginning, of a secret."""
        self._note_cuts()
        if text[at] != _CUT:
            return text
        ends = [
            (secret, n)
            for secret, n in self._ends.get(text[at + 1 : at + 1 + SHORT], ())
            if text.startswith(secret[n:], at + 1)
        ]
        if ends:
            secret, n = max(ends, key=lambda each: (len(each[0]) - each[1], len(each[0])))
            text = text[: at + 1] + self._secrets[secret] + text[at + 1 + len(secret) - n :]
        begins = [
            (secret, n)
            for secret, n in self._begins.get(text[max(0, at - SHORT) : at], ())
            if text.endswith(secret[:n], 0, at)
        ]
        if begins:
            secret, n = max(begins, key=lambda each: (each[1], len(each[0])))
            text = text[: at - n] + self._secrets[secret] + text[at:]
        return text

    def _note_cuts(self) -> None:
        for secret in () if self._ends else self._secrets:
            for n in range(len(secret) - SHORT + 1):
                self._ends.setdefault(secret[n : n + SHORT], []).append((secret, n))
                self._begins.setdefault(secret[n : n + SHORT], []).append((secret, n + SHORT))


def without(text: str, secrets: Mapping[str, str]) -> str:
    return Without(secrets)(text) if secrets else text


@lru_cache(maxsize=4096)
def _whole(secret: str) -> re.Pattern[str]:
    """It, whatever the case of its first letter is at a label's beginning. What is a mere word may be one elsewhere."""
    own = f"[{re.escape(secret[0])}{re.escape(secret[0].swapcase())}]{re.escape(secret[1:])}"
    return re.compile((r"(?<=[\"'`=:/@])" if secret.isalpha() else r"(?<!\w)") + own + r"(?!\w)")
