"""An answer to a question, in words: ` when `a``, ` unless `a``. What would be denied twice is said plainly: no *unless `not a`*."""

from __future__ import annotations

from typing import Final

from ....model.pattern import regex
from .quoting import MOST, q

_OPEN: Final = {"(": ")", "[": "]"}
_JOINS: Final = regex(r"\b(?:and|or|if|else|lambda|for)\b|:=|,")
_LONGEST: Final = 400  # characters that are looked at


def asked(said: str, role: str, most: int = MOST) -> str:
    """role: the arm that is entered by the answer."""
    if role == "then":
        return f"when {q(said, most)}"
    bare = denied(said)
    return f"when {q(bare, most)}" if bare else f"unless {q(said, most)}"


def denied(said: str) -> str:
    """What a question denies as a whole: `a` of `not a` and of `!a`; "" where it does not."""
    if len(said) > _LONGEST:
        return ""
    sign = next((each for each in ("not ", "not(", "!") if said.startswith(each)), "")
    bare = said.removeprefix(sign.rstrip("(")).strip() if sign else ""
    plain = "".join(_outermost(bare))
    if plain == "()":
        return bare[1:-1].strip()
    if sign == "!":
        return bare if plain and plain[0] not in "(!" and _is_one_value(plain) else ""
    return bare if plain and not _JOINS.search(plain) and not plain.startswith("not ") else ""


def _is_one_value(plain: str) -> bool:
    """Names, dots and brackets, so that a `!` before them is of all."""
    for pair in ("()", "[]", "->", "::"):
        plain = plain.replace(pair, ".")
    return plain.replace(".", "a").replace("_", "a").isalnum()


def _outermost(text: str) -> list[str]:
    """Without what stands in brackets and in quotes."""
    found: list[str] = []
    open_: list[str] = []
    quoted, escaped = "", False
    for sign in text:
        if quoted:
            quoted = "" if sign == quoted and not escaped else quoted
            escaped = sign == "\\" and not escaped
            continue
        if sign in "\"'":
            quoted = sign
        elif sign in _OPEN:
            found += [] if open_ else [sign]
            open_.append(_OPEN[sign])
            continue
        elif open_ and sign == open_[-1]:
            open_.pop()
        found += [] if open_ or quoted else [sign]
    return found
