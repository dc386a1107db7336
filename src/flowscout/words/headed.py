"""An author's title of a function: words without a verb that we know, which say what it is. They stand before what the code says.

    /* binary tree lookup for entities */              Binary tree lookup for entities: sets `*size_out` to …
    /* Re-poison caches that update on legal requests */

A title adds to the name, and speaks of what the name does: a comment may head several things, or speak of another one.
"""

from __future__ import annotations

from re import IGNORECASE
from typing import Final

from ..model.pattern import regex
from .about import ASIDE, content
from .authored import tells_by_whom
from .codelike import is_code
from .names import lower
from .openings import plain, speaks

LONGEST: Final = 84  # letters of a title
_LEAST_NEW: Final = 2  # words that the name does not have
_ROOT: Final = 4  # letters by which two words are of one kind
_OWN: Final = regex(r"(\w{1,80})(?:\(\))? ?(?:--?|:|—|–) (?=\w)")
_FIRST: Final = regex(
    r"(?:this|that|these|those|it|its|there|here|a few|some|many|most|all|both|other|another|any|if|when|since|as|so|once|now|please|example|usage|used|use|"
    r"during|of|from|by|to|with|without|before|after|under|given|useful|also|handy|known|good|assum\w{1,5}|according|according to|\w{2,20}ed|what|which|who|how|why|where|something|nothing|everything|someone|implement\w{0,10}|"
    r"default|common|shared|misc\w{0,10}|various|test\w{0,6}|require\w{0,5}|support\w{0,5}|work\w{0,4}|allow\w{0,3}|return\w{0,3}|raise\w{0,1}|takes?|bool|boolean|int|str|string|none|true|false)\b",
    IGNORECASE,
)
_ABOUT: Final = regex(
    r"\b(?:see|I|we|you|our|your|my|us|me|he|she|ours?|TO.?DO|FIX.?ME|X{3}|HACK|NOTE|NB|deprecated|obsolete|unused|broken|disabled|for now|not? (?:longer|more|yet)|any ?more|old|former\w{0,2}|previous\w{0,2}|earlier|below|above|hack\w{0,3}|bugs?|tricks?|stubs?|dummy|copied|adapted|borrowed|stolen|taken|ported|"
    r"inspired|copyright|internal use|placeholder|temporary|temporarily|legacy|workarounds?|helpers?|stuff|things?|following|section|part|implementation|functions|methods|routines|handlers|callbacks|macros|wrappers|should|must|"
    r"would|could|don't|doesn't|can't|cannot|won't|isn't|aren't|never|maybe|probably|perhaps|not sure|in theory|needs?|necessary|required|want|same|etc)\b",
    IGNORECASE,
)
_RELATIVE: Final = regex(
    r"\b(?:that|which|who|whose|whom|when|whenever|where|wherever|if|while|until|after|before|once|because|since|as)\b",
    IGNORECASE,
)
_STATED: Final = regex(
    r"\b(?:is|are|was|were|be|been|has|have|had|can|may|might|shall|will|do|does|did|it|they|there|this|these|those)\b",
    IGNORECASE,
)
_HEAD: Final = regex(
    r"[^,;:()]{1,80}?(?=$| (?:of|for|to|from|in|on|at|by|with|into|that|which|when|where|if|and|or|\()\b| \()"
)
_MANY: Final = regex(r"\w{1,40}(?<![su])(?<!i)s$", IGNORECASE)


def heading_of(doc: str, name: str, owner: str) -> str:
    """Without a stop; "" where it is none. doc: not cut."""
    said = plain(doc).rstrip(" .:")
    own = _OWN.match(said)
    said = said[own.end() :] if own and lower(own[1]) == lower(name) else said
    if tells_by_whom(said) and said[:1].isalpha() and len(said) <= LONGEST and not is_code(said):
        return said[:1].upper() + said[1:]
    if (
        not (said.count(" ") > 0 and len(said) <= LONGEST and said[:1].isalpha() and "\n" not in doc)
        or said.endswith(("?", "!", ",", "-", ";", "…"))
        or any(
            sign in said
            for sign in [":", ";", "[", "]", "{", "}", "<", ">", "|", "/", "\\", "@", "$", "#", "*", "=", "`", "…"]
        )
        or _FIRST.match(said)
        or ASIDE.match(said)
        or _ABOUT.search(said)
        or said.count("(") != said.count(")")
        or is_code(said)
        or speaks(said)  # and was refused
    ):
        return ""
    first = _RELATIVE.split(said, maxsplit=1)[0]
    head = _HEAD.match(said)
    if _STATED.search(first) or first.strip() == "" or (head and _MANY.search(head[0])):
        return ""
    known, words = content(f"{name} {owner}"), content(said)
    new = [word for word in words if not any(_kin(word, each) for each in known)]
    shares = any(_kin(word, each) for word in words for each in content(name))
    return said[:1].upper() + said[1:] if len(new) >= _LEAST_NEW and shares else ""


def _kin(word: str, known: str) -> bool:
    return word == known or (min(len(word), len(known)) >= _ROOT and word[:_ROOT] == known[:_ROOT])
