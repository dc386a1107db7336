"""Where a segment says that something is done, and what it says is returned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..model.pattern import regex
from .clauses import ClauseWord
from .deeds import Deed
from .english import GLUE, words
from .phrases import is_literal
from .stems import kinds_of, negates, stem

STRONG: Final = frozenset(
    map(
        stem,
        words("""
delete remove erase drop purge discard unlink destroy wipe evict truncate free release deallocate close unlock terminate kill cancel disconnect send publish emit broadcast
upload post notify mail raise throw abort exit crash print log warn report lock acquire wait sleep listen encrypt decrypt hash allocate open execute sort compress download
fork spawn clear forget reset rethrow reraise retry roll refund charge pay increment decrement sum multiply divide assert reverse shuffle recurse truncate flush rename swap seed
write read append prepend insert connect sign
"""),
    )
) - {"read"}
HARD: Final = (
    STRONG
    | frozenset(
        map(
            stem,
            words(
                "set assign allocate free deallocate save persist restart resume subscribe cache load fail refuse reject deny decline enable disable activate deactivate"
            ),
        )
    )
) - frozenset(map(stem, words("emit report")))
KIND_NOUNS: Final = words(
    "number count index length size list dict dictionary boolean position offset date timestamp tuple duration percentage amount hash checksum"
)
LITERAL: Final = regex(r"\"([^\"]*)\"|'([^']*)'")
RETURNING: Final = frozenset(map(stem, words("return yield give gives hand hands")))


SETTING: Final = regex(r"(?<![=!<>+*/%&|^-])=(?!=)")


EMPTY: Final = {
    "empty": regex(
        r"\b[A-Z]\w*\(\)|std::\w+\(\)|\"\"|''|\[\]|\{\}|\b(?:list|dict|set|str|tuple)\(\)|(?i:empty|clear|null|none)"
    ),
    "null": regex(r"(?i:null|none|nil)|\\\\0|=\s*0\b|return\s+0\b"),
    "none": regex(r"(?i:null|none|nil|no_)|=\s*0\b"),
    "true": regex(r"(?i:\btrue\b)|\b1\b|[<>=!]=|\bnot\b|!"),
    "false": regex(r"(?i:\bfalse\b)|\b0\b|[<>=!]=|\bnot\b|!"),
    "zero": regex(r"\b0\b|0\.0|memset|calloc|\bzero"),
    "zeroed": regex(r"\b0\b|memset|calloc|zero"),
    "zeroes": regex(r"\b0\b|memset|zero"),
    "nothing": regex(r"return|pass|null|none|continue|break"),
}


def acts(said: Sequence[ClauseWord], at: int) -> bool:
    """Whether a word stands where a sentence says what is done."""
    word = said[at]
    if (
        word.kind != "word"
        or word.small in GLUE
        or word.small in ADVERBS
        or word.small in EMPTY
        or word.small.endswith("ly")
        or is_literal(word)
        or negates(word.small)
    ):
        return False
    before = [w for w in said[:at] if w.kind == "word"]
    if not [w for w in before if w.small not in ADVERBS and not w.small.endswith("ly")]:
        return True
    last = before[-1].small
    if last in ("is", "are", "was", "were", "be", "been", "gets") and word.small.endswith(("ed", "en", "t", "d")):
        if stem(before[0].text) in _TELLING and any(w.small == "that" for w in before):
            return False
        described = any(w.small in ("it", "that", "which", "they") for w in before[1:])  # `the list it is linked into`
        return stem(word.text) in HARD if described else bool(kinds_of(word.small))
    if last in ("to", "can", "may", "not", "never", "without", "by") and bool(kinds_of(word.small)):
        return True
    if last in ("that", "which") and stem(word.text) not in HARD:
        return False  # what it is for
    return (
        last in ("and", "it", "which", "that", ",")
        and word.small.endswith("s")
        and not word.small.endswith("ss")
        and bool(kinds_of(word.small))
        and at + 1 < len(said)
        and said[at + 1].small in GLUE
    )


_TELLING: Final = frozenset(map(stem, words("warn say report tell log complain announce indicate")))
ADVERBS: Final = words(
    "likewise instead otherwise back early twice then also first only never always finally and or but next simply just it may might can will does again"
)


def raises(deed: Deed) -> bool:
    return deed.said.startswith(("Raise", "Throw", "Abort", "Assert", "Re-"))


def given_back(said: Sequence[ClauseWord]) -> list[ClauseWord]:
    at = next((n for n, w in enumerate(said) if stem(w.text) in RETURNING and w.small != "given"), -1)
    found: list[ClauseWord] = []
    for word in said[at + 1 :] if at >= 0 else ():
        if word.small in (
            "of",
            "for",
            "in",
            "from",
            "with",
            "that",
            "which",
            "and",
            "or",
            "by",
            "at",
            "as",
            "to",
            ",",
            "on",
            "so",
        ):
            break
        if word.kind != "mark" and word.small not in GLUE:
            found.append(word)
    return found


def negated(said: Sequence[ClauseWord], at: int) -> bool:
    return any(negates(w.small) for w in said[max(0, at - 3) : at])
