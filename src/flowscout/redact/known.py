"""The table of `shapes` at work: only rows whose literal stands in the text are compiled and tried."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from .looks import changing, diced, random
from .marks import PLACE, Hide
from .shapes import BUILT, PREFIXED

_JUDGED: Final = ("discord",)  # shapes that other things have too
_MIXED: Final = (
    "SK",
    "re_",
    "key-",
    "live_",
    "test_",
    "cio",
    "API-",
    "pa-",
    "oauth:",
    "xprv",
    "sk_",
    "fc-",
    "csk-",
    "st.",
    "EAAA",
    "EAA",
    "1//0",
)
_STAMP: Final = r"(?:\d{4}-\d\d-\d\d[T ][\d:.,]{8,20}Z?[ \t]{1,3}){0,2}[ \t|>]{0,12}"


@cache
def _prefixed(at: int) -> re.Pattern[str]:
    _, literal, rest, least, _ = PREFIXED[at]
    left = "(?<![A-Za-z0-9])" if literal in _MIXED else ""
    return re.compile(f"{left}{re.escape(literal)}{rest}{{{least},}}+", re.ASCII)


@cache
def _wrapped(at: int) -> re.Pattern[str]:
    """A token that a log broke at the end of a line."""
    _, literal, rest, _, usual = PREFIXED[at]
    return re.compile(
        rf"{re.escape(literal)}(?P<a>{rest}{{0,{usual}}}+)(?P<n>\r?\n{_STAMP})(?P<b>{rest}{{1,{usual}}}+)", re.ASCII
    )


@cache
def _built(at: int) -> re.Pattern[str]:
    return re.compile(BUILT[at][2], re.ASCII)


@cache
def _torn() -> re.Pattern[str]:
    return re.compile(rf"(?P<m>{PLACE})(?P<n>\r?\n{_STAMP})(?P<b>[\w+/.-]{{12,}}+={{0,2}}+)(?=[\s\"',;)]|$)", re.ASCII)


def redacted(text: str, hide: Hide) -> str:
    for at, (kind, literal, _, _, usual) in enumerate(PREFIXED):
        if literal in text:
            if usual and "\n" in text:
                text = _wrapped(at).sub(lambda found, at=at: _joined(found, at, hide), text)  # type: ignore[misc]
            text = _prefixed(at).sub(lambda found, kind=kind: hide(kind, found[0]), text)  # type: ignore[misc]
    for at, (kind, gates, _) in enumerate(BUILT):
        if any(gate in text for gate in gates):
            text = _built(at).sub(
                lambda found, kind=kind: hide(kind, found[0]) if _is(kind, found[0]) else found[0],  # type: ignore[misc]
                text,
            )
    return _torn().sub(
        lambda found: found["m"] + found["n"] + hide("random", found["b"]) if diced(found["b"]) else found[0], text
    )


def _joined(found: re.Match[str], at: int, hide: Hide) -> str:
    """One mark for both halves, where together they are as long as such a token is."""
    kind, literal, _, least, usual = PREFIXED[at]
    missing = usual - len(found["a"])
    if not 0 < missing <= len(found["b"]) or (
        len(found["a"]) >= least and missing != len(found["b"]) and not any(c.isdigit() for c in found["b"][:missing])
    ):
        return found[0]
    return hide(kind, literal + found["a"] + found["b"][:missing]) + found["n"] + found["b"][missing:]


def _is(kind: str, found: str) -> bool:
    if kind == "jwt":
        return "." in found or (len(found) >= 40 and diced(found))
    if kind == "vault":
        return random(found[2:]) or changing(found[2:]) >= 0.3
    if kind == "devops":
        return sum(char.isdigit() for char in found) >= 1
    return kind not in _JUDGED or (
        any(c.isdigit() for c in found) and any(c.isupper() for c in found) and any(c.islower() for c in found)
    )
