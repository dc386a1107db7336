"""Common, harmless damage out of a model's JSON, before it is parsed.

Only what cannot change the meaning is mended: text around the JSON (prose, code fences, `<think>` blocks) and commas
before a closing bracket, outside strings. Nothing is ever completed: a truncated object stays broken, so that the
correction loop sees it, because a guess at what is missing would be data that nobody gave.
"""

from __future__ import annotations

import json
import re
from typing import Final

STARTS: Final = 64  # places where the JSON may begin that are tried
DEEPEST: Final = 100  # brackets within brackets; no answer of ours comes near
_LOOKS_LIKE_JSON: Final = re.compile(r"\{\s*[\"}]|\[\s*[\[{\"\d\-\]tfn]")
_THOUGHT: Final = re.compile(r"\s*(?:<(think|thinking|reasoning)>.*?</\1>\s*)+", re.DOTALL)
_THOUGHT_END: Final = re.compile(r"</(?:think|thinking|reasoning)>")
_OPENERS: Final = {"{": "}", "[": "]"}


class LLMResponseSanitizer:
    """The module's name in the specification."""

    @staticmethod
    def sanitize(raw_response: str) -> str:
        """A text that is more likely to be valid JSON; clean input comes back unchanged."""
        response = raw_response.strip().removeprefix("\ufeff").strip()
        if _parses(response):
            return response
        response = _without_thoughts(response)
        found = _json_in(response)
        return found or LLMResponseSanitizer._fix_trailing_commas(response)

    @staticmethod
    def _fix_trailing_commas(json_string: str) -> str:
        """Without commas that only blanks part from a closing bracket, strings untouched."""
        kept: list[str] = []
        comma = -1  # where in `kept` the last comma stands, while only blanks have followed it
        for piece in _PIECES.findall(json_string):
            if piece in "]}" and comma >= 0:
                kept[comma] = ""
            if not piece.isspace():
                comma = len(kept) if piece == "," else -1
            kept.append(piece)
        return "".join(kept)


_PIECES: Final = re.compile(r'(?<!\\)"(?:[^"\\]++|\\.)*+"|[^\S]+|[\[\]{},]|[^"\s\[\]{},]+|"', re.DOTALL)


def sanitize(raw_response: str) -> str:
    return LLMResponseSanitizer.sanitize(raw_response)


def _without_thoughts(text: str) -> str:
    """What a reasoning model says to itself comes first; its opening tag may be the template's and missing."""
    if text[:1] in _OPENERS:
        return text
    text = text[found.end() :] if (found := _THOUGHT.match(text)) else text
    ends = list(_THOUGHT_END.finditer(text))
    return text[ends[-1].end() :] if ends and "<think" not in text[ends[-1].end() :] else text


def _json_in(text: str) -> str:
    """The largest object or array that parses; "" when there is none, or when the JSON breaks off."""
    best, at = "", 0
    for _ in range(STARTS):
        opened = re.compile(r"[{\[]").search(text, at)
        if not opened:
            break
        at = opened.start()
        end = _balanced(text, at)
        if not end and _LOOKS_LIKE_JSON.match(text, at):
            return ""  # truncated: no part of it may pass for the whole
        candidate = LLMResponseSanitizer._fix_trailing_commas(text[at:end]) if end else ""
        if candidate and _parses(candidate):
            best = candidate if len(candidate) > len(best) else best
            at = end
        else:
            at += 1
    return best


def _balanced(text: str, start: int) -> int:
    """Where the bracket at `start` is closed, 0 when it is not; strings are skipped."""
    expected: list[str] = []
    for piece in _PIECES.finditer(text, start):
        mark = piece[0]
        if mark in _OPENERS:
            expected.append(_OPENERS[mark])
            if len(expected) > DEEPEST:
                return 0
        elif mark in ("]", "}"):
            if not expected or expected.pop() != mark:
                return 0
            if not expected:
                return piece.end()
        elif mark == '"':
            return 0
    return 0


def _parses(text: str) -> bool:
    if text[:1] not in _OPENERS:
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
