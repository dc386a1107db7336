"""A sentence about code, cut into clauses: what it says is done, when, in which order, and what it merely asks or intends.

No grammar of English is needed for that. Sentences about code are short, and a few words open each kind of clause; commas
and `and` go on with the kind there is, unless a verb in the third person follows.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from ..model.pattern import regex
from .english import words
from .stems import KINDS, NEUTRAL_STEMS, stem

MAIN, WHEN, BEFORE, AFTER, THEN, ASIDE = "main", "when", "before", "after", "then", "aside"
_OPENERS: Final = {
    "if": WHEN, "when": WHEN, "whenever": WHEN, "once": WHEN, "unless": WHEN, "until": WHEN, "provided": WHEN,
    "where": ASIDE, "while": ASIDE, "whether": ASIDE, "because": ASIDE, "that": ASIDE, "which": ASIDE, "who": ASIDE, "how": ASIDE,
    "before": BEFORE, "after": AFTER, "then": THEN, "afterwards": THEN, "finally": THEN, "otherwise": MAIN, "else": MAIN,
}  # fmt: skip
_JOINING: Final = words("and or but")
_VERBS: Final = words("is are was were be been has have had does did can cannot needs exists fails")
_LEADING: Final = words("and or but then also only first never always may can does do will must should not just")

PIECE: Final = regex(
    r"(?P<quoted>\"[^\"]*\"|`[^`]*`|“[^”]{0,400}”|(?<![\w])'[^']+'(?!\w))"
    r"|(?P<code>~?[A-Za-z_$][\w$]*(?:(?:\.|::|->|/|\\|@)~?[\w$*]+)+(?:\(\))?|[A-Za-z_$][\w$]*\(\)|/[\w./-]+|\.[A-Za-z_]\w*)"
    r"|(?P<number>\d(?:[\w.]{0,80}\w)?%?)"
    r"|(?P<word>[\w$]+(?:-[A-Za-z]\w*)*(?:['’][a-z]+)?)"
    r"|(?P<mark>[^\w\s])"
)


class ClauseWord(NamedTuple):
    kind: str
    text: str
    first: bool  # of its sentence

    @property
    def small(self) -> str:
        return self.text.lower()


class SentenceClause(NamedTuple):
    """opener: the word that opened it, "" for a comma or the beginning. lead: it opens its sentence."""

    role: str
    words: tuple[ClauseWord, ...]
    opener: str = ""
    lead: bool = False


def pieces(text: str) -> Iterator[ClauseWord]:
    first = True
    for found in PIECE.finditer(text):
        yield ClauseWord(found.lastgroup or "", found[0], first)
        first = found[0] in (".", "?", "!", ":") or (first and found.lastgroup == "mark")


def clauses(told: list[ClauseWord]) -> list[SentenceClause]:
    """In order. A WHEN belongs to the MAIN clauses before it, or to the next one when it leads its sentence."""
    made: list[SentenceClause] = []
    role, opener, lead, held = MAIN, "", True, list[ClauseWord]()

    def close() -> None:
        if held:
            made.append(SentenceClause(role, tuple(held), opener, lead))
            held.clear()

    for at, word in enumerate(told):
        small = word.small
        if word.kind == "mark" and word.text in ".;?!:":
            close()
            role, opener, lead = MAIN, "", True
        elif word.kind == "word" and small in _OPENERS and not (small == "that" and not held):
            starts = not any(w.kind != "mark" and w.small not in _LEADING for w in held) and lead
            close()
            role, opener, lead = _OPENERS[small], small, starts
        elif small in _JOINING and role in (WHEN, BEFORE, AFTER) and held and not any(_says(w) for w in held):
            continue  # `when its name and size are known`: one subject
        elif (word.kind == "mark" and word.text == ",") or small in _JOINING:
            close()
            fresh = role in (WHEN, BEFORE, AFTER) and lead and word.text == ","
            acts = _acts(told, at + 1)
            if role == THEN or fresh or acts:
                role = MAIN
            opener, lead = small, False
        else:
            held.append(word)
    close()
    return made


def _says(word: ClauseWord) -> bool:
    return word.small in _VERBS or (word.small.endswith(("ed", "s")) and stem(word.text) in KINDS)


def _acts(told: list[ClauseWord], at: int) -> bool:
    """Whether a verb in the third person comes next."""
    while at < len(told) and (told[at].small in _LEADING or told[at].text == ","):
        at += 1
    if at >= len(told) or told[at].kind != "word":
        return False
    small = told[at].small
    known = stem(small) in KINDS or stem(small) in NEUTRAL_STEMS
    return (
        small.endswith("s")
        and not small.endswith("ss")
        and known
        and small not in ("is", "has", "its", "was", "does", "this")
    )
