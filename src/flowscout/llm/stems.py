"""Words as they are compared: stems, the parts of identifiers, what verbs claim."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from ..model.pattern import regex
from ..words.names import lower
from .english import ADVERSE, ALIKE, CLAIMS, IRREGULAR, NEGATORS, NEUTRAL, NUMBERS, PRESENT, SHORT, words

_RUN_TOGETHER: Final = (
    {*SHORT, *SHORT.values(), *(word for row in ALIKE for word in row)}
    | {verb for row in CLAIMS.values() for verb in row.split() if len(verb) > 3}
    | words(
        "query name file path host port time list set left right key type size child free read write lock open close send text code date user"
    )
) - {"pos", "res", "stat", "op", "int"}


_C_NOUNS: Final = ("list", "map", "queue", "array", "table", "tree", "stack", "string", "buffer")
_PARTICLES: Final = ("up", "down", "off")
_COUNTED: Final = regex(r"([a-z]{4,40})[1-9]")
_C_VERBS: Final = ("free", "pop", "close", "open", "write", "seek", "clear", "flush")


@lru_cache(maxsize=4096)
def stems(line: str) -> frozenset[str]:
    """Stems of every word of a line, identifiers split, abbreviations spelled out as well."""
    words = [word for token in re.findall(r"[\w$]+", line) for word in (token.lower(), *lower(token))]
    words += [part for word in words for part in parted(word)]
    return frozenset(
        stem(word) for word in (*words, *(long for word in words if word in SHORT for long in SHORT[word].split()))
    )


@lru_cache(maxsize=16384)
def parted(word: str) -> tuple[str, ...]:
    """A word that is two run together, where both are known: dbname, srcset; or one behind what C puts there: czero, sdsfree."""
    if counted := _COUNTED.fullmatch(word):
        return (counted[1],)  # `file1` beside `file2`
    if len(word) < 5 or not word.isalpha():
        return ()
    for at in range(2, len(word) - 1):
        if word[:at] in _RUN_TOGETHER and word[at:] in _RUN_TOGETHER:
            return word[:at], word[at:]
    if word.endswith("printf"):
        return ("print",)
    for whole in _C_NOUNS:
        if word.endswith(whole) and 0 < len(word) - len(whole) < 4:
            return (whole,)  # `sblist`, `hashmap`
    for verb in _C_VERBS:
        if word.endswith(verb) and 0 < len(word) - len(verb) <= 4 and not word.startswith(("re", "un", "dis", "en")):
            return (verb,)
    for particle in _PARTICLES:
        if word.endswith(particle) and "release" in KINDS.get(stem(word.removesuffix(particle)), ()):
            return (word.removesuffix(particle),)  # `cleanup`, `shutdown`
    if len(word) > 5 and (word[1:] in ADVERSE or word[1:] in PRESENT or KINDS.get(stem(word[1:]))):
        return (word[1:],)  # `yerror`, `xclose`
    return (word[1:],) if word[1:] in NUMBERS else ()


@lru_cache(maxsize=16384)
def stem(word: str) -> str:
    """What the forms of a word have in common: deletes, deleting, deletion -> delet."""
    word = re.sub(r"['’]s?$", "", word.lower())
    word = IRREGULAR.get(word, word)
    if word.endswith(("ee", "ees", "eed", "eeing")) and len(word) > 3:
        return word.removesuffix("ing").rstrip("sd")
    if word.endswith(("ie", "ies")) and len(word) > 5:
        return word.rstrip("s")[:-2] + "y"
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


def kinds_of(word: str) -> frozenset[str]:
    """What a word says is done, as a verb: a second time counts as once."""
    one = stem(word)
    return KINDS.get(one) or (KINDS.get(one[2:]) if one.startswith("re") and len(one) > 5 else None) or frozenset()


SAME: Final[dict[str, frozenset[str]]] = {}
for _row in ALIKE:
    for _word in _row:
        SAME[stem(_word)] = SAME.get(stem(_word), frozenset()) | frozenset(map(stem, _row))
ADVERSE_STEMS: Final = frozenset(map(stem, ADVERSE))
PRESENT_STEMS: Final = frozenset(map(stem, PRESENT))
NEUTRAL_STEMS: Final = NEUTRAL | frozenset(map(stem, NEUTRAL))


@lru_cache(maxsize=4096)
def plain(text: str) -> tuple[str, ...]:
    """The words of a text in small letters."""
    return tuple(re.findall(r"[a-z]+(?:['’]t)?", text.lower()))


def negates(word: str) -> bool:
    return word.lower() in NEGATORS or word.lower().endswith(("n't", "n’t"))
