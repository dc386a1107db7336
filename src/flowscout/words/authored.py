"""What else an author's words may be than a sentence with a verb in front.

Data decoded with the specified charset              what a property holds
Re-entrant version of gmtime                         another function, and in what it differs
Decorator: renders a template for a handler          what it is, and then what it does
:return: The number of rows that were read           a field alone
"""

from __future__ import annotations

from collections.abc import Set
from re import IGNORECASE
from typing import Final

from ..model.pattern import regex
from .openings import is_third_person, is_verb, speaks, states

CUT_OFF: Final = "…"
_FIELD: Final = regex(r"\s{0,80}[:@\\]returns?:? (?=\S{1,60} \S{1,60} \S)")
_MARK: Final = regex(
    r"\s{0,80}(?:@(?:function|abstract|brief|discussion)\b\s{0,80}|\((?:deprecated|unstable|experimental|internal)\) (?=[A-Z])){1,3}",
    IGNORECASE,
)
_ABSTRACT: Final = regex(r"@function\s{1,80}abstract\s{1,80}")
_SESSION: Final = regex(r"\s>>> ")
_ALIKE: Final = regex(
    r"(?:(?:an?|the|just|simply|only) )?(?:[\w-]{2,20} ){0,3}(?:version|variant|equivalent|alias|wrapper|counterpart|replacement|shorthand|short-?cut|synonym) (?:of|for|around|to|over) (?:the )?(?=\S)"
    r"|(?:like|as|equals|same as|similar to|equivalent to|identical to) (?:the )?(?=\S)",
    IGNORECASE,
)
_COMPARED: Final = regex(r"(?:like|as|equals|same as|similar to|equivalent to|identical to) ", IGNORECASE)
_CODE: Final = regex(
    r"`[^`]{1,80}`(?:\(\))?|[\w.:]{1,80}\(\)|(?:\w{1,40}(?:\.|::)){0,4}(?:[a-z]\w{0,40}_\w{1,40}|[a-z]{1,20}[A-Z]\w{1,40})"
)
_WHEN: Final = regex(
    r"(?:called|invoked|triggered|run|executed|fired) (?:when|whenever|if|after|before|once|each|every|at|on|upon|just|right|immediately|as soon as) (?!by\b)",
    IGNORECASE,
)
_CALLED_BY: Final = regex(
    r"(?:called|invoked|triggered|run|executed|fired) (?:by|from) (?:[\w'-]{1,30} ){1,6}?(?:when|whenever|if|after|before|once|each time|every time|to|as soon as) (?=[a-z])",
    IGNORECASE,
)  # `Called by the event loop when the window is closed`
_CALLED_TO: Final = regex(r"(?:called|invoked|run|executed) to (?=(?!be\b|have\b|not\b)([a-z]{2,20}) )", IGNORECASE)
_IT_IS: Final = regex(r"(?:this(?: function| method| callback| hook| handler)?|it) is (?=[a-z]+ed )", IGNORECASE)
_IT_BEING: Final = regex(
    r"(?:this(?: function| method| routine| one)?|it) is (?:just |simply |only )?(?=an? )", IGNORECASE
)
_NAME: Final = regex(r"[a-z]\w{1,60}")
_KIND: Final = regex(
    r"(?=[A-Z])(?:(?!(?i:not|no|non|never|previous|previously|old|former|unlike|see|without|each|other|caller|its|the|your)\b)[A-Za-z-]{2,20} ){0,3}"
    r"(?i:decorator|entry ?point|callback|factory|handler|hook|helper|formatter|generator|wrapper|method|function|routine|view|middleware|filter|fixture|task|command|listener|slot|signal|endpoint|predicate|coroutine|destructor|constructor|getter|setter|accessor|validator|parser|visitor|thread|macro)"
    r"(?::| -| --) (?=([a-z]{2,20}s) )"
)  # nothing else that stands before a colon is what it does: `buffer: holds`, `Previous behaviour: deletes`
_OF_ITSELF: Final = regex(
    r"^(?:code|this|these|common|shared|logic|temporary|any\w{0,6})\b|\b(?:hacks?|workarounds?|helpers?|stuff)\b|\b(?:implementation|method|function|subclass\w{0,3}|logic|getter|accessor|property)\b",
    IGNORECASE,
)
_FINITE: Final = regex(r"\b(?:raise|raises|must|should|will|was|were)\b")
_STATED: Final = regex(
    r"(?:(?!(?:that|which|who|what|whose|how|where|when|if|whether)\b)[\w'()-]{1,40} ){1,8}(?:is|are|has|have|can|cannot|may|might) ",
    IGNORECASE,
)
_TYPED: Final = regex(r"[\w.\[\], |*]{1,60}: ")
_SPOKEN_OF: Final = regex(r"(?:(?:the|this) (?:function|method|routine|call)|it|this|we|you|there) ", IGNORECASE)
_BEHIND: Final = regex(
    r"\s{0,4}(?:$|[.;)]|,(?! (?:must|should|shall|may|can|is|has|was|will)\b)|(?:but|with|without|for|except|using|only)\b)"
)
_LEAST: Final = 2  # blanks of what is a thing
_HIDDEN: Final = regex(
    r"n['\u2019]t\b|\b(?:cannot|unable|neither|nor|nothing|nobody|nowhere|hardly|rarely|fails?|rather|instead|provided|providing|assuming|as long|so long|unlike|lest|although|though|whether|save for|apart from|aside from|other than|not|never|no|none|unless|except\w{0,3}|excluding|only|but|without|however|if|when|whenever|until|while|otherwise)\b",
    IGNORECASE,
)
_TAIL: Final = regex(
    r"(?:\W{0,4}\b(?:an?|the|of|to|from|by|with|for|in|on|at|as|and|or|that|which|is|are|be|its|their|into|than|such|any|each|all|if|when|where|whose|while|because|not|no|nor|never|only|either|neither|but|unless|except|until|without|at (?:most|least)|(?:more|less) than|raising|using|returns?))*\W{0,8}$"
)
_FAR: Final = 60  # letters of a beginning that says enough


def one_field(doc: str) -> bool:
    """Whether it only says what is given back."""
    return _FIELD.match(doc) is not None


def of_fields(doc: str) -> str:
    """Without marks before its words and a session behind them; a field alone as a sentence."""
    doc = _SESSION.split(_MARK.sub("", _ABSTRACT.sub("", doc, count=1), count=1), maxsplit=1)[0]
    field = _FIELD.match(doc)
    if not field:
        return doc
    rest = doc[field.end() :]
    lower = rest[:1].lower() + rest[1:] if rest[1:2].islower() or rest[1:2] == " " else rest
    if _TYPED.match(rest) or _STATED.match(rest) or _SPOKEN_OF.match(rest):
        return doc
    return f"Returns {lower}"


def titled_deed(said: str) -> str:
    """Without what it is: `Decorator: renders a template`, `This function is called when the port is closed`."""
    passive = _IT_IS.match(said)
    if passive and tells_when(said[passive.end() :]):
        return said[passive.end() :]
    if (being := _IT_BEING.match(said)) and _ALIKE.match(said[being.end() :]):
        return said[being.end() :]
    if (aimed := _CALLED_TO.match(said)) and is_verb(aimed[1].lower()):
        return said[aimed.end() :]
    kind = _KIND.match(said)
    return said[kind.end() :] if kind and not speaks(said) and is_third_person(kind[1]) else said


def refers_to(said: str, calls: Set[str]) -> bool:
    """Whether it says which function it is like. calls: first words of what is called."""
    alike = _ALIKE.match(said)
    if not alike:
        return False
    rest = said[alike.end() :]
    name = _CODE.match(rest)
    if not name:
        name = _NAME.match(rest)
        name = name if name and name[0] in calls else None
    return name is not None and (_COMPARED.match(said) is None or _BEHIND.match(rest[name.end() :]) is not None)


def tells_when(said: str) -> bool:
    """Whether it says when it is called, which tells what it is for beside what it does."""
    return _WHEN.match(said) is not None and said.count(" ") > _LEAST


def tells_by_whom(said: str) -> bool:
    """Whether it says by whom it is called, and when or what for."""
    return _CALLED_BY.match(said) is not None


def names_thing(said: str) -> bool:
    """Whether it names a thing, and states nothing."""
    return said.count(" ") >= _LEAST and not (
        states(said) or _STATED.match(said) or _OF_ITSELF.search(said) or _FINITE.search(said)
    )


def begun(said: str, room: int) -> str:
    """What it begins with, and that it goes on; "" where what goes on may turn it, or too little is left."""
    kept = said[: max(0, said.rfind(" ", 0, room - 1))]
    kept = _TAIL.sub("", kept)
    for opening, closing in ("()", "[]"):
        if kept.count(opening) != kept.count(closing):
            kept = kept[: kept.rfind(opening)].rstrip()
    for sign in ("`", '"'):
        if kept.count(sign) % 2:
            kept = kept[: kept.rfind(sign)].rstrip()
    kept = _TAIL.sub("", kept)
    return f"{kept} {CUT_OFF}" if len(kept) >= _FAR and not _HIDDEN.search(said[len(kept) :]) else ""
