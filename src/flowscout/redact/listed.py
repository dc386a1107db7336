"""Values in a list below or beside a name: `secrets:` and its items, `passwords: ["…", "…"]`.

What says `- name: …` is a mapping and is judged by its own names; a plain word is what a secret is called, but not below `passwords`.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from . import harmless
from .marks import Hide, place

MOST: Final = 200  # items of one list
LONG: Final = 300  # characters of an item that is read by an expression
_NAME: Final = (
    r"(?i:secrets?|(?:api|access|private|signing)[_-]?keys?|tokens?|passw(?:or)?ds?|passphrases?|credentials?)"
)
_STAMP: Final = r"(?:\d{4}-\d\d-\d\dT[\d:.]{8,18}Z ){0,2}"
_QUOTED: Final = r"\"(?:[^\"\\\r\n]|\\.){1,300}+\"|'(?:[^'\\\r\n]|\\.){1,300}+'"


@cache
def _block() -> re.Pattern[str]:
    return re.compile(rf"{_NAME}[\"']?[ \t]{{0,3}}:[ \t]{{0,8}}\r?\n(?={_STAMP}[ \t]{{0,40}}-[ \t])")


@cache
def _item() -> re.Pattern[str]:
    return re.compile(
        rf"{_STAMP}[ \t]{{0,40}}-[ \t]{{1,4}}(?P<v>{_QUOTED}|[^\s\"'#&*!][^\r\n]{{0,300}}+)[ \t]{{0,40}}+(?:\r?\n|\Z)"
    )


@cache
def _row() -> re.Pattern[str]:
    return re.compile(rf"{_NAME}[\"']?[ \t]{{0,3}}[:=][ \t]{{0,3}}[\[(](?=[ \t]{{0,3}}[\"'])")


@cache
def _cell() -> re.Pattern[str]:
    """No quote opens it behind a letter or a backslash."""
    return re.compile(rf"[ \t\r\n,]{{0,40}}(?<=[\[(,\s\"'])(?P<v>{_QUOTED})")


@cache
def _called() -> re.Pattern[str]:
    """As a secret is called."""
    return re.compile(r"[A-Za-z]+(?:[._/-][A-Za-z]+)*")


@cache
def _mapped() -> re.Pattern[str]:
    return re.compile(r"[\w.-]{1,60}:(?:\s.*)?")


def redacted(text: str, hide: Hide) -> str:
    for head, each in ((_block(), _item()), (_row(), _cell())):
        text = _hidden(text, head, each, hide)
    return text


def _hidden(text: str, head: re.Pattern[str], each: re.Pattern[str], hide: Hide) -> str:
    pieces: list[str] = []
    done = 0
    found = head.search(text)
    while found:
        at, words = found.end(), found[0][:4].lower() == "pass"
        for _ in range(MOST):
            one = each.match(text, at)
            start, end = one.span("v") if one else _long(text, at) if each is _item() else (at, at)
            if start == end:
                break
            at = one.end() if one else end + 1
            end = start + len(text[start:end].rstrip())
            if text[start] in "\"'" and one:
                start, end = start + 1, end - 1
            if not _stays(text[start:end], text[start - 1], words):
                pieces += [text[done:start], hide("named", text[start:end])]
                done = end
        found = head.search(text, at)
    return "".join([*pieces, text[done:]])


def _long(text: str, at: int) -> tuple[int, int]:
    """Where an item stands that is longer than the expressions look; nowhere where the line is none."""
    end = text.find("\n", at)
    end = len(text) if end < 0 else end
    line = text[at:end]
    mark = line.find("- ")
    return (
        (at + mark + 2, end)
        if len(line) > LONG and mark >= 0 and not line[:mark].strip(" \tTZ0123456789:.-")
        else (at, at)
    )


def _stays(value: str, before: str, words: bool) -> bool:
    if place().search(value) or _mapped().fullmatch(value) or (not words and _called().fullmatch(value)):
        return True
    return harmless.harmless_quoted(value) if before in "\"'" else harmless.harmless(value) or " " in value
