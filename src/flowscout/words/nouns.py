"""How people begin the sentence that says what a function does with a noun, and what a predicate is true of.

Encryption of one block with a key          a deed, by its noun
Pattern matching function for filenames     what kind of function it is, and for what
Returns true if any channel is still open   what is so, be the name the same
"""

from __future__ import annotations

from re import IGNORECASE
from typing import Final

from ..model.pattern import regex
from .openings import is_verb

_DEED: Final = regex(
    r"(?:[\w()-]{1,30} ){0,4}?(?!implement|declar|defin|docu)([a-z]{2,20}?)(ation|ion|ment|ing) (?:of|for|from|to) [a-z]",
    IGNORECASE,
)
_KIND: Final = regex(
    r"(?:(?!the\b|this\b|an?\b|some\b|one\b|other\b|common\b|utility\b)[\w-]{1,30} ){1,4}(?:function|routine|callback|procedure|handler|helper) for (?!the (?:above|below)|this|internal)[a-z]",
    IGNORECASE,
)
_STATES: Final = regex(r"^(?:[\w()-]{1,30} ){1,8}(?:is|are|was|were|has|have|will|can|must|should|may) ")
_TRUTH: Final = regex(
    r"(?:returns?:? )?(?:true|1|non-?zero|whether|boolean)\b(?: iff?| when)? (?:[^\s.]{1,40} ){2}", IGNORECASE
)


def names_deed(said: str) -> bool:
    """It names what is done, or what such functions are for."""
    if _STATES.search(said):
        return False
    if (deed := _DEED.match(said)) and not said[: deed.end()].lower().startswith(("a ", "an ", "the ", "this ")):
        root = deed[1].lower()
        ends = ("e", "", "ate") if deed[2].lower() in ("ation", "ion") else ("", "e")
        if any(is_verb(f"{root}{end}") for end in ends) or is_verb(f"{root}{root[-1:]}"):
            return True
    return _KIND.match(said) is not None


def truth(doc: str) -> str:
    """Of a comment that says only when a predicate holds, that as a sentence."""
    said = " ".join(doc.split()).partition(". ")[0].rstrip(".")
    if not _TRUTH.match(f"{said} ") or len(said) > 100 or said.count("`") % 2 or said.count("(") != said.count(")"):
        return ""
    return f"{said[:1].upper()}{said[1:]}."
