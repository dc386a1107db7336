"""Python: what is read as a field, whatever is done for it: `@property`, and one that keeps what it gave."""

from __future__ import annotations

from typing import Final

from ....model.pattern import regex
from ..pairing.changes import Trees

_KINDS: Final = frozenset(("property", "cached_property", "functools.cached_property"))
_SAID: Final = regex(r"(?<!\w) ?Is decorated with `@((?:functools\.)?(?:cached_)?property)`\.")


def decorated(both: Trees, at: int, new: bool) -> str:
    """Of a function that got, or lost, such a decorator; "" of another one, and where what else decorates the other side may make it one as well."""
    mine, others = (both.new, both.old) if new else (both.old, both.new)
    piece, known = mine[at], {each.words for each in mine if each.kind == "Decorator"}
    there = [each for each in others if each.kind == "Decorator"]
    if any(each.words not in known or "property" in each.said for each in there):
        return ""
    if piece.said.lstrip("@") not in _KINDS:
        return ""
    kept = "" if piece.said.lstrip("@") == "property" else f", as `{piece.said}`"
    return f"Is {'now' if new else 'no longer'} a property{kept}: {'read' if new else 'called'}, no longer {'called' if new else 'read'}."


def where_stood(sentence: str) -> tuple[str, str]:
    """What a function is in the place of what stood there, and its sentence without that."""
    found = _SAID.search(sentence)
    return ("a property", _SAID.sub("", sentence, count=1)) if found else ("a function of its own", sentence)
