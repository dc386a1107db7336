"""What is left of a sentence when a part of it cannot be read: `opens the log, locks it and hums` without the humming.

Whole clauses go, at the end or at the beginning, and never a condition, an order or an `only` without what hangs on it; what is left is held against the code
like any other sentence. A sentence that the code contradicts is not trimmed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from ..model.pattern import regex

LEAST: Final = 3  # words that are worth a sentence
MOST: Final = 6  # of its parts
_CUT: Final = regex(r"[.;] (?=\S)|,? (?:and|but) (?:then |also )?(?=[a-z]{2,20}s\b)|, (?:then )?(?=[a-z]{2,20}s\b)")
_LAST: Final = regex(r", (?=[a-z]{2,20}s\b[^,]{0,200}$)")  # `opens, locks` is left of `opens, locks and hums`
_HANGS: Final = regex(
    r"(?i)\b(?:if|when|whenever|unless|until|while|once|only|after|before|otherwise|else|on|upon|in case|for|without|always|never)\b"
)
_BACK: Final = regex(
    r"(?i)\b(?:it|its|them|their|they|this|that|these|those|which|there|one|ones|then|also|too|again)\b"
)


def trimmed(text: str, stands: Callable[[str], bool]) -> str:
    """The longest part that stands; "" where there is none."""
    return next((part for part in sorted(parts(text), key=len, reverse=True) if stands(part)), "")


def parts(text: str) -> Iterator[str]:
    for cut in list(_CUT.finditer(text))[:MOST]:
        head, tail = text[: cut.start()].rstrip(" ,;."), text[cut.end() :].rstrip(" .")
        if len(head.split()) >= LEAST and (_HANGS.search(head) or not _HANGS.search(tail)):
            yield f"{_LAST.sub(' and ', head) if ' and ' not in head else head}."
        if len(tail.split()) >= LEAST and not _BACK.search(tail) and not _HANGS.search(head) and tail[:1].isalpha():
            yield f"{tail[0].upper()}{tail[1:]}."
