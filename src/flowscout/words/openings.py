"""How people begin the sentence that says what a function does.

    Removes every expired snapshot                           with a verb
    Styles a text with ANSI styles                           with a word that can only be one, since `a` or `the` follows
    Given a context, this invokes the attached callback      with what it is given
    Helper to read a file into a buffer                      with what it is
    Like `set` but adds to what is there                     with what it resembles
    True if the key is known                                 with the value that is given back

and what the tools for documentation put around their words.
"""

from __future__ import annotations

from re import IGNORECASE
from typing import Final

from ..model.pattern import regex
from .markup import unmarked
from .verbs import VERBS

_ANEW: Final = regex(r"^(?:re|pre|un|auto)-?(?=\w{4})")  # `recreate`, `prefetch`, `unblock`
_SPOKEN: Final = VERBS | {
    "answer",
    "ask",
    "capitalize",
    "crawl",
    "deal",
    "eliminate",
    "establish",
    "improve",
    "integrate",
    "intercept",
    "maximize",
    "predict",
    "synthesize",
    "look",
    "figure",
    "bring",
    "turn",
    "work",
    "examine",
    "make",
    "keep",
    "approximate",
    "ascertain",
    "associate",
    "bisect",
    "calc",
    "canonicalize",
    "collapse",
    "control",
    "deduce",
    "descend",
    "disarm",
    "elide",
    "emulate",
    "enforce",
    "factor",
    "fold",
    "form",
    "graft",
    "guarantee",
    "impersonate",
    "implement",
    "inline",
    "intern",
    "interpolate",
    "mimic",
    "mirror",
    "multiplex",
    "negate",
    "obey",
    "permute",
    "pickle",
    "poke",
    "promote",
    "quantize",
    "rasterize",
    "reap",
    "relay",
    "relinquish",
    "replicate",
    "satisfy",
    "saturate",
    "score",
    "seed",
    "shard",
    "splice",
    "step",
    "stringify",
    "stub",
    "sum",
    "tally",
    "transpose",
    "unify",
    "unpickle",
    "unroll",
    "vectorize",
    "widen",
    "zero",
}  # of people, not of names
_STATED: Final = regex(
    r"^(?:a|an|the|one|number|list|all|each|every)\b(?:(?!\b(?:that|which|who|whether|if|when|where|what|how)\b).){0,120}?\b(?:is|are|was|were|has|have|had|will|can|cannot|must|should|may|might)\b",
    IGNORECASE,
)
_IS_SUBJECT: Final = regex(
    r"^[A-Za-z]{2,20} (?:is|are|was|were|has|have|had|must|can|cannot|may|might|will|should|does|do) "
)  # `Locks are held by the caller`
_STATES: Final = regex(r"^(?:true|false|whether|a|an|the|one|number|list|all|each|every)\b", IGNORECASE)
_LED: Final = regex(
    r"^(?:given|provided|for (?:a|an|the|each|every)|without|using|based on|with|after|before|if|when|unless|on|in|under|during|once|starting (?:at|from|with)) (?:[^,.;:`]|, (?=(?:and|or|but) )|`[^`]{1,60}`|\.(?=\w)){3,120}, (?:then )?(?:(?:this(?: (?:function|method|property|routine))?|it) (?:will )?)?(?=([a-z]{2,20})\b)",
    IGNORECASE,
)
_FOR_WHOM: Final = regex(
    r"^(?:(?:an?|internal|common|generic) )?(?:(?:helper|utility|function|callback|routine|helper function|utility function) )?(?:used|called|invoked|meant|intended) (?:(?:by|in|from|at|on|internally|when) [^.,;:]{1,60}? |[a-z]{3,15}ly )?(?:in order )?to (?=([a-z]{2,20})\b)",
    IGNORECASE,
)
_HELPS: Final = regex(
    r"^(?:(?:an?|the|internal|private|common) )?(?:helper|utility|callback|subroutine)(?: (?:function|method|routine))? (?:of|for|used by) [^.,;:]{1,80}? to (?=([a-z]{2,20})\b)",
    IGNORECASE,
)
_MANNER: Final = regex(
    r"^(?!only\b|early\b|apply\b|reply\b|supply\b|multiply\b)([a-z]{3,16}ly|maybe|perhaps|just) (?=([a-z]{2,20})\b)",
    IGNORECASE,
)
_GIVEN: Final = regex(
    r"^given (?:an?|the|some|two|its) [^.;:]{2,80}? (?:this|it)(?: function| method)? (?:will )?(?=([a-z]{2,20})\b)",
    IGNORECASE,
)
_RESEMBLES: Final = regex(
    r"^(?:like|similar to|same as|equivalent to|identical to) [^.;:]{2,60}?,? (?:but|except that it|and also) (?:only |also |then |always )?(?=(\w{2,20}))",
    IGNORECASE,
)
_IS: Final = regex(
    r"^(?:(?:an?|the|simple|small|little|convenience|convenient|internal|private|generic|common|main|utility) ){0,3}"
    r"(?:function|method|coroutine|decorator|helper|callback|context manager|generator|wrapper|routine|factory|macro|predicate|hook|handler|command|comparator|operation|thread|task|callable|subroutine|procedure|utility|auxiliary)"
    r"(?: (?:function|method))? (?:(?:to|that|which|will) |for (?=\w{2,15}ing\b))?(?=([a-z]{2,20})\b)",
    IGNORECASE,
)
_PURPOSE: Final = regex(
    r"^(?:an? )?(?:[a-z]{3,15} ){1,2}(?:function|callback|routine|subroutine|handler|method|helper) (?:to|that|which) (?=([a-z]{2,20})\b)|^will (?=([a-z]{2,20})\b)",
    IGNORECASE,
)
_WAY: Final = regex(
    r"^this is the (?:\w{2,15} )?(?:way|place|function|method|point|command|part) (?:to|that|which|where) \w",
    IGNORECASE,
)
_BEFORE_A_THING: Final = regex(
    r"^((?:[Rr]e-)?[A-Za-z][a-z]{1,19}) (?:an?|the|this|that|those|these|all|each|every|any|its|our|how|whether|through|up|out|off|down|back|over|away|[\w.]{2,30}'s) [\"']?\w",
    IGNORECASE,
)
_NO_VERB: Final = frozenset(
    [
        "for",
        "in",
        "on",
        "at",
        "by",
        "with",
        "as",
        "to",
        "from",
        "like",
        "unlike",
        "given",
        "if",
        "when",
        "and",
        "or",
        "but",
        "not",
        "also",
        "so",
        "because",
        "about",
        "across",
        "against",
        "along",
        "among",
        "around",
        "behind",
        "below",
        "besides",
        "between",
        "beyond",
        "both",
        "despite",
        "during",
        "either",
        "even",
        "first",
        "half",
        "how",
        "inside",
        "into",
        "is",
        "are",
        "was",
        "were",
        "does",
        "did",
        "has",
        "had",
        "have",
        "less",
        "more",
        "most",
        "near",
        "neither",
        "next",
        "none",
        "now",
        "once",
        "outside",
        "over",
        "past",
        "per",
        "quite",
        "since",
        "some",
        "such",
        "than",
        "then",
        "though",
        "through",
        "throughout",
        "thus",
        "toward",
        "towards",
        "under",
        "until",
        "up",
        "upon",
        "via",
        "what",
        "which",
        "who",
        "whose",
        "why",
        "within",
        "another",
        "much",
        "rather",
        "still",
        "true",
        "false",
        "of",
        "that",
        "this",
        "all",
        "out",
        "off",
        "down",
        "back",
        "away",
        "exists",
    ]
)
_DETERMINERS: Final = frozenset(
    ["a", "an", "the", "these", "those", "its", "our", "your", "their", "his", "her", "each", "every", "any", "no"]
)
_VERBS_END: Final = regex(
    r"^[a-z]{2,17}(?:(?:al|er|or|an|on|im|ar|en|il|gn)i[sz]e|ify)$"
)  # `canonicalise`, `serialize`, `verify`
_NO_VERBS_END: Final = ("ly", "ed", "ing", "ous", "ful", "less", "able", "ible", "ness", "tion")

_AGAIN: Final = regex(r"^\((re|un|de)-?\)([a-z])", IGNORECASE)  # `(Re)associates`
_ROLE: Final = regex(r":(?:[a-z]{1,12}:){1,2}`(?:~[\w.]{0,80}\.(?=\w))?([^`<]{1,100}?)\s?(?:<[^`>]{0,100}>)?`")
_NUMBERED: Final = regex(r":(rfc|pep):`([0-9]{1,5})[^`]{0,60}`")
_LINK: Final = regex(r"`([^`<]{1,100}?) <[^`>]{1,200}>`__?")
_REFERRED: Final = regex(r"(`[^`]{1,100}`)__?(?!\w)")  # `a name`_
_VALUE: Final = regex(r"^`(true|false|none|null)`", IGNORECASE)
_SHORT: Final = regex(r"`(?:~(?=[\w:]{1,80}(?:::|\.))|\.)(?=\w)")
_OLD_QUOTES: Final = regex(r"`(\S[^`'\n]{0,60})'(?![\w'])")
_TYPEWRITER: Final = regex(r"``([^`]{1,100})``")
_COMMAND: Final = regex(r"^[@\\](?:rst|verbatim|details?|internal)\b\s*+")
_TRUTH: Final = regex(r"^(TRUE|FALSE)(?= (?:if|when|unless|in case|on|for)\b)")
_EPYTEXT: Final = regex(r"\b(?:[LC]\{([^{}`]{1,100})\}|[IBMUSP]\{([^{}`]{1,100})\})")
_RULED: Final = regex(r"(?<=\s)[*=~#-]{3,80}(?:\s[^*=~#]{1,200}[*=~#-]{3,80})?$")  # `… *** For internal use only ***`
_SENTENCE_CASE: Final = regex(r"(?:The|An?|All|Each|Every|One|Whether|List|Number) [a-z]")
_GIVES: Final = regex(r"(Returns?): ")
_FAILS: Final = regex(
    r"(?:Raises?|Throws?|Exceptions?|Errors?) ?: "
)  # a field that stands first: how it fails, not what it does
_SIGNED: Final = regex(r"(?<![\w&#%])[#%](?=[A-Z]\w{2,60}\b)")  # of GTK: `#File`, `%NULL`
_FIELDS: Final = regex(
    r"\s:(?:param|parameter|arg|return|returns|rtype|raise|raises|type|yields)\b|\s[@\\](?:endrst|endverbatim|t?param|returns?|retval|result|throws?|exception|sa|see|note|pre|post|ingroup|since|deprecated|warning|todo)\b|\s\.\. \w|\s(?:Args|Arguments|Parameters|Raises|Returns|Yields):\s"
)


def plain(doc: str) -> str:
    """A doc comment's sentence without what is meant for the tools that set it."""
    doc = (
        _AGAIN.sub(r"\1\2", doc.lstrip("\\ \n\t"), count=1)
        if doc.startswith(("\\ ", "\\\n"))
        else _AGAIN.sub(r"\1\2", doc, count=1)
    )
    doc = doc if doc.count("`") % 2 == 0 and "`" in doc and "'" not in doc else _OLD_QUOTES.sub(r"`\1`", doc)
    said = _NUMBERED.sub(
        lambda it: f"{it[1].upper()} {it[2]}", _LINK.sub(r"\1", _COMMAND.sub("", " ".join(doc.split()), count=1))
    )
    said = said.replace(" \\ ", " ")  # where a line of a text goes on
    said = said[:-1] if said.endswith("::") else said  # of reStructuredText: code follows
    if (said.startswith((":", ".. ")) and not _ROLE.match(said)) or _FAILS.match(said):
        return ""
    if gives := _GIVES.match(said):
        rest = said[gives.end() :]
        rest = rest[:1].lower() + rest[1:] if _SENTENCE_CASE.match(rest) else rest
        said = f"{gives[1]} {rest}" if rest[:1].isalpha() else ""
    cut = _FIELDS.search(said)
    said = said[: cut.start()] if cut else said
    said = _TRUTH.sub(lambda it: it[1].capitalize(), _EPYTEXT.sub(lambda it: f"`{it[1]}`" if it[1] else it[2], said))
    said = _SHORT.sub("`", _TYPEWRITER.sub(r"`\1`", _REFERRED.sub(r"\1", _ROLE.sub(r"`\1`", said))))
    return _VALUE.sub(r"\1", _SIGNED.sub("", unmarked(_RULED.sub("", said)))).rstrip(" .")


def lists(doc: str) -> bool:
    """Whether what it says ends where its fields begin, so that it is whole whatever was cut behind."""
    return _FIELDS.search(" ".join(doc.split())) is not None


def speaks(said: str) -> bool:
    """Whether a sentence begins as one that says what is done or given back."""
    return opens(said) or _acts(said) or bool(_STATES.match(said) and said.count(" ") > 2 and not _STATED.match(said))


def opens(said: str) -> bool:
    """Whether it begins with what the function is, is given or resembles, and then says what it does."""
    for opening in (_LED, _GIVEN, _RESEMBLES, _IS, _FOR_WHOM, _HELPS, _MANNER):
        led = opening.match(said)
        if led and (
            is_verb(led[1])
            or ((opening is _FOR_WHOM or (opening is _IS and led[0].endswith("to "))) and is_infinitive(led[1].lower()))
            or _acts(said[led.end() :])
            or (led[0].endswith("for ") and led[1].endswith("ing"))
        ):
            return True
    if (aimed := _PURPOSE.match(said)) and is_verb(aimed[1] or aimed[2]):
        return True
    return _WAY.match(said) is not None


def states(said: str) -> bool:
    """`The buffer is full`: a fact, and nothing that is done."""
    return _STATED.match(said) is not None


def _acts(said: str) -> bool:
    if _IS_SUBJECT.match(said):
        return False
    first = said.split(maxsplit=1)[0].strip("`'\",.:").lower() if said.strip() else ""
    return (
        is_verb(first)
        or (first.count("/") == 1 and all(map(is_verb, first.split("/"))))
        or (_BEFORE_A_THING.match(said) is not None and first not in _NO_VERB and not first.endswith(_NO_VERBS_END))
    )


def is_verb(word: str) -> bool:
    return any(
        form in _SPOKEN or _ANEW.sub("", form) in _SPOKEN or _VERBS_END.search(form) is not None
        for form in _forms(word.lower())
    )


def is_infinitive(word: str) -> bool:
    """Behind `to`, where a verb is known or not: `to mute`."""
    return word not in _NO_VERB and word not in _DETERMINERS and not word.endswith(_NO_VERBS_END)


def _forms(word: str) -> tuple[str, ...]:
    """What a word may be a third person of."""
    if word.endswith("ies"):
        return word, f"{word[:-3]}y"
    return (word, word[:-1], word[:-2]) if word.endswith("es") else (word, word[:-1]) if word.endswith("s") else (word,)


def is_third_person(word: str) -> bool:
    """`computes`, not `compute`."""
    return word.endswith("s") and any(form in _SPOKEN for form in _forms(word.lower())[1:])
