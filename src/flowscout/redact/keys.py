"""Private keys, as long as they are: whole, torn off, indented, quoted, on one line, behind timestamps or a diff's marks.

A key is told by its first line, or by its last where a log begins within it; its lines by base64 at their end.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from . import looks
from .marks import Hide

FURTHEST: Final = 40_000  # characters from the first line of a key to its last
MOST: Final = 400  # lines
_SHORT: Final = 16  # characters of base64 that are no word


@cache
def _border() -> re.Pattern[str]:
    return re.compile(
        r"-{4,5}[ ]?(?P<which>BEGIN|END)[ ](?P<label>[A-Z0-9 ]{0,40})PRIVATE KEY(?: BLOCK)?[ ]?-{4,5}|(?P<putty>Private-Lines:\s{0,3}\d{1,4})"
    )


@cache
def _break() -> re.Pattern[str]:
    return re.compile(r"\r?\n|\\{1,4}r\\{1,4}n|\\{1,4}[nr]|%0[AD]|&#10;|<br>")


@cache
def _body() -> re.Pattern[str]:
    """The end of a line of a key: base64, maybe behind a stamp, a mark of a diff, a quote, and before one."""
    return re.compile(r"(?:[+-]|.*[\s>|:=\"'`][+-]?)?(?P<b>[A-Za-z0-9+/]{1,80}={0,3})[\"'`,;)\\ \t+]{0,8}$")


@cache
def _header() -> re.Pattern[str]:
    return re.compile(
        r"(?:^|.*\s)(?:Proc-Type|DEK-Info|Comment|Version|Hash|Charset|MessageID):.*|[\s>|+\"'`-]*|.*\dZ?[\s|+-]*"
    )


@cache
def _run() -> re.Pattern[str]:
    return re.compile(r"[A-Za-z0-9+/=]{16,}+")


@cache
def _line() -> re.Pattern[str]:
    """A line of exactly as many characters as keys have, alone but for what a log puts before it."""
    return re.compile(
        r"(?m)^(?P<p>(?:[^\n]{0,60}[\s|>+])?[\"']?)(?P<b>(?<![A-Za-z0-9+/=])(?:[A-Za-z0-9+/]{64}|[A-Za-z0-9+/]{70}))(?=[\"',\\n]{0,4}\s{0,3}$)"
    )


def redacted(text: str, hide: Hide) -> str:
    if "PRIVATE KEY" in text or "Private-Lines" in text:
        text = _armoured(text, hide)
    if "CERTIFICATE-----" in text or "PUBLIC KEY-----" in text:
        return text
    return _line().sub(
        lambda found: found["p"] + hide("private-key", found["b"]) if looks.diced(found["b"]) else found[0], text
    )


def _armoured(text: str, hide: Hide) -> str:
    pieces: list[str] = []
    done = 0
    borders = list(_border().finditer(text))
    for at, border in enumerate(borders):
        following = borders[at + 1] if at + 1 < len(borders) else None
        if border.start() < done:
            continue
        start, end = _span(text, border, following, max(done, borders[at - 1].end() if at else 0))
        if end - start > len(border[0]) + 8:
            pieces += [text[done:start], hide("private-key", _essence(text[start:end]))]
            done = end
    return "".join([*pieces, text[done:]])


def _span(text: str, border: re.Match[str], following: re.Match[str] | None, least: int) -> tuple[int, int]:
    if border["which"] == "END":
        return _back(text, least, border.start()), border.end()
    if following and following["which"] == "END" and following.start() - border.end() <= FURTHEST:
        whole = text[border.end() : following.start()]
        return border.start(), following.end() if _run().search(whole) else border.end()
    return border.start(), _on(text, border.end(), following.start() if following else len(text))


def _essence(key: str) -> str:
    """What of it is key, so that equal keys leave equal marks whatever stands around their lines."""
    return "".join(_run().findall(_break().sub("\n", key))) or key


def _on(text: str, start: int, most: int) -> int:
    """From behind a first line to the end of the last line that looks like a key's."""
    text = text[: min(most, start + FURTHEST)]
    at = end = start
    for _ in range(MOST):
        found = _break().search(text, at)
        line = text[at : found.start() if found else len(text)]
        kind = _kind(line)
        if kind == "no":
            break
        if kind != "blank":
            end = at + len(line)
        if not found or kind == "last":
            break
        at = found.end()
    return end


def _back(text: str, least: int, end: int) -> int:
    """From before a last line to the begin of the first line that looks like a key's."""
    begin = max(least, end - FURTHEST)
    lines = _lines(text, begin, end)
    start, whole = end, 0
    for a, b in reversed(lines[-MOST:]):
        kind = _kind(text[a:b])
        if kind == "no" or (kind == "last" and whole):
            break
        if kind in ("body", "last"):
            start, whole = a, whole + 1
    return start


def _lines(text: str, begin: int, end: int) -> list[tuple[int, int]]:
    found, at = [], begin
    for border in _break().finditer(text, begin, end):
        found.append((at, border.start()))
        at = border.end()
    return [*found, (at, end)]


def _kind(line: str) -> str:
    """Of a line: "body", "last" (a short one), "blank" (nothing, a header) or "no"."""
    line = line[-400:]
    if len(line) > 90 and (one := _run().findall(line)) and sum(map(len, one)) > 0.6 * len(line):
        return "body"  # all of a key on one line
    found = _body().fullmatch(line)
    if found and len(found["b"]) >= _SHORT and any(c.isupper() or c.isdigit() for c in found["b"]):
        return "body" if len(found["b"]) >= 48 else "last"
    if any(len(run) >= 48 and looks.diced(run) for run in _run().findall(line)):
        return "body"  # with something behind it
    if _header().fullmatch(line):
        return "blank"
    return "last" if found and "=" in found["b"] else "no"
