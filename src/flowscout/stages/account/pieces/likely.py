"""What says which answer of a question is likely, and asks nothing: `unlikely(!p)` is `!p`, `G_LIKELY(n)` is `n`."""

from __future__ import annotations

from typing import Final

from ....model.pattern import regex

RULE: Final = "hints at which answer is likely"
MOST: Final = 2_000  # characters of a question that is looked at
_HINT: Final = regex(r"(?<![\w.>:])(?:_{0,2}(?:un)?likely|(?:[A-Z][A-Z0-9]{0,20}+_){0,4}(?:UN)?LIKELY)_{0,2} ?+(?=\()")
_NAME: Final = regex(r"(?:_{0,2}(?:un)?likely|(?:[A-Z][A-Z0-9]{0,20}+_){0,4}(?:UN)?LIKELY)_{0,2}")
_ATTRIBUTE: Final = regex(rb"\[\[\s{0,9}+(?:un)?likely\s{0,9}+\]\]")
_PLAIN: Final = regex(r"!?[\w.]++")


def is_hint(word: bytes) -> bool:
    return b"ikely" in word.lower() and bool(_NAME.fullmatch(word.decode("utf-8", "replace")))


def unhinted(words: tuple[bytes, ...]) -> tuple[bytes, ...]:
    """Without the hints, but with the brackets that stand behind them."""
    return tuple(
        word
        for at, word in enumerate(words)
        if not (words[at + 1 : at + 2] == (b"(",) and is_hint(word)) or words[max(0, at - 1)] in (b".", b"->", b"::")
    )


def without_attributes(code: bytes) -> bytes:
    """`if (n) [[likely]]` as `if (n)`, without blanks."""
    return b"".join(_ATTRIBUTE.sub(b"", code).split())


def without_hints(text: str) -> str:
    """A question as it is asked: `likely(a || b) && c` as `(a || b) && c`."""
    if ("ikely" not in text and "IKELY" not in text) or len(text) > MOST:
        return text
    out, at = "", 0
    for found in _HINT.finditer(text):
        end = _closing(text, found.end())
        if found.start() < at or end < 0:
            continue
        inner = text[found.end() + 1 : end].strip()
        whole = found.start() == 0 and end == len(text) - 1
        named = _PLAIN.fullmatch(inner.replace("->", "."))
        out += text[at : found.start()] + (inner if whole or named else f"({inner})")
        at = end + 1
    return out + text[at:]


def _closing(text: str, at: int) -> int:
    """The bracket that closes the one here, where all in it is one value; -1 for none."""
    depth = 0
    for place in range(at, len(text)):
        depth += (text[place] in "([{") - (text[place] in ")]}")
        if not depth:
            return place
        if depth == 1 and text[place] == ",":
            return -1
    return -1
