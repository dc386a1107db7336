"""Words as they are compared: stems, the parts of identifiers, what verbs claim."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from ..words.names import lower
from .english import CLAIMS, IRREGULAR, NEGATORS, NEUTRAL, SHORT


@lru_cache(maxsize=4096)
def stems(line: str) -> frozenset[str]:
    """Stems of every word of a line, identifiers split, abbreviations spelled out as well."""
    words = [word for token in re.findall(r"[\w$]+", line) for word in (token.lower(), *lower(token))]
    return frozenset(stem(word) for word in (*words, *(SHORT[word] for word in words if word in SHORT)))


@lru_cache(maxsize=16384)
def stem(word: str) -> str:
    """What the forms of a word have in common: deletes, deleting, deletion -> delet."""
    word = word.lower()
    word = IRREGULAR.get(word, word)
    for suffix in ("ifications", "ification", "ied", "ies"):
        if len(word) > 4 and word.endswith(suffix):
            return word[: -len(suffix)] + ("ify" if suffix.startswith("if") else "y")
    for suffix in ("ations", "ation", "itions", "ition", "ions", "ion", "ings", "ing", "edly", "ed", "es", "s"):
        if word.endswith(suffix) and len(word) - len(suffix) >= 3 and not word.endswith("ss"):
            left = word[: -len(suffix)] + ("at" if suffix.startswith("at") else "it" if suffix.startswith("it") else "")
            doubled = (
                len(left) > 3 and left[-1] == left[-2] and left[-1] not in "lsz" and suffix in ("ing", "ed", "ings")
            )
            return (left[:-1] if doubled else left).removesuffix("e")
    return word.removesuffix("e") if len(word) > 3 else word


KINDS: Final[dict[str, frozenset[str]]] = {}
for kind_, _verbs in CLAIMS.items():
    for _verb in _verbs.split():
        KINDS[stem(_verb)] = KINDS.get(stem(_verb), frozenset()) | {kind_}
NEUTRAL_STEMS: Final = NEUTRAL | frozenset(map(stem, NEUTRAL))


@lru_cache(maxsize=4096)
def plain(text: str) -> tuple[str, ...]:
    """The words of a text in small letters."""
    return tuple(re.findall(r"[a-z]+(?:['’]t)?", text.lower()))


def negates(word: str) -> bool:
    return word.lower() in NEGATORS or word.lower().endswith(("n't", "n’t"))
