"""A sentence in the words in which it is held against the code: `for an unknown type` is `if the type is unknown`, `four` is 4 where the code says 4.

What is said stays the same; only what would be passed over, or be strange to the code, is put so that it is weighed.
"""

from __future__ import annotations

import re
from typing import Final

from ..model.pattern import regex
from .english import ADVERSE, NUMBERS, PRESENT
from .parts import Facts
from .stems import stems

_FOR: Final = regex(
    r"(?i)(?P<verb>\b(?:returns?|raises?|throws?|fails?|rejects?|gives?)\b[^,.;]{0,80}?) for (?:an? |any )?(?P<how>[a-z]{3,20}) (?P<what>(?:[a-z]{2,20} ){0,2}[a-z]{2,24})(?=[.,;]?$|, | and )"
)
_NUMBER: Final = regex(r"(?i)\b(?P<word>" + "|".join(sorted(NUMBERS)) + r")\b(?! of\b)")
_ORDINAL: Final = frozenset(
    ["second", "third", "fourth", "fifth", "twice", "thrice", "double", "half", "dozen", "zero"]
)
_PAIRS: Final = (("width", "height", "w", "h"), ("row", "column", "r", "c"))
_NAME: Final = regex(r"(?<![\w.>])[a-z](?![\w(])")


def rephrased(text: str, facts: Facts) -> str:
    text = _expired(_in_known_words(_FOR.sub(_asked, text), facts), facts)
    return _opened(_by_letters(_in_figures(text, facts), facts), facts)


_SAID_AS: Final = tuple(
    (regex(rf"(?i)(?P<before>\b(?:is|are|was|were|been|be) (?:already |not |n't )?){forms}(?=[ ,.;]|$)"), plain)
    for forms, plain in (
        (r"(?P<word>typed|pressed|entered|hit|met|encountered|picked|chosen)", "given"),
        (r"(?P<word>malformed|illegal|corrupt|corrupted|garbled|unparsable|unparseable|bogus|ill-formed)", "invalid"),
        (r"(?P<word>identical)", "equal"),
        (r"(?P<word>gone)", "missing"),
    )
)


def _in_known_words(text: str, facts: Facts) -> str:
    """A state in the words in which conditions are read, where the code has it not: `is malformed` is `is invalid`, `is pressed` is `is given`."""
    for form, plain in _SAID_AS:
        found = form.search(text)
        if found and found["word"].lower() not in facts.text.lower():
            text = form.sub(lambda one, plain=plain: f"{one['before']}{plain}", text)  # type: ignore[misc]
    return text


_EXPIRED: Final = regex(
    r"(?i)\b(?:it|(?:the |its )?[a-z]{3,20}) (?:(?:has|have|is|are|was) (?P<no>not (?:yet )?)?(?:already )?)expired\b"
)
_TIMED: Final = regex(
    r"(?i)(?<![\w.>-])(?P<first>[\w.>-]{0,60}(?:expir|deadline|valid_until)[\w.>-]{0,20}) ?(?P<sign><=?|>=?) ?(?P<second>[\w.:>-]{0,40}(?:now|time)\w{0,20}(?:\([^()]{0,20}\))?)|(?<![\w.:>-])(?P<left>[\w.:>-]{0,40}(?:now|time)\w{0,20}(?:\([^()]{0,20}\))?) ?(?P<turned><=?|>=?) ?(?P<right>[\w.>-]{0,60}(?:expir|deadline|valid_until)[\w.>-]{0,20})"
)


def _expired(text: str, facts: Facts) -> str:
    """`has expired` is that the time of expiry is less than now, where that is all that is asked of it."""
    found = {u.code: one for u in facts.conditions.values() if (one := _TIMED.search(u.code))}
    if len(found) != 1:
        return text
    made = next(iter(found.values()))
    name = made["first"] or made["right"]
    clock = made["second"] or made["left"]
    return _EXPIRED.sub(lambda one: f"{name} is {'not ' if one['no'] else ''}less than {clock.partition('(')[0]}", text)


def _asked(found: re.Match[str]) -> str:
    how, what = found["how"].lower(), found["what"]
    if how not in ADVERSE | _WRONG | PRESENT or {"that", "which", "if", "when", "with", "from"} & set(
        what.lower().split()
    ):
        return found[0]
    return f"{found['verb']} if the {what} is {how}"


_WRONG: Final = frozenset(["unsupported", "unexpected", "malformed", "negative", "expired", "broken", "corrupt", "nonexistent"])  # fmt: skip


def _in_figures(text: str, facts: Facts) -> str:
    held = {one.lower() for under in facts.conditions.values() for one in _PARTS.findall(under.code)}

    def figure(found: re.Match[str]) -> str:
        word = found["word"].lower()
        plain = word in _ORDINAL or word in held or NUMBERS[word] not in held
        return found[0] if plain else NUMBERS[word]

    return _NUMBER.sub(figure, text)


_PARTS: Final = regex(r"(?<![A-Za-z])[A-Za-z]+|(?<![\w.])\d+(?![\w.])")


def _by_letters(text: str, facts: Facts) -> str:
    """Two that go together by their first letters, where the conditions have both as names, and no code spells them out."""
    code = " ".join(under.code for under in facts.conditions.values())
    letters, small = set(_NAME.findall(code)), code.lower()
    for first, second, one, other in _PAIRS:
        if {one, other} <= letters and first not in small and second not in small:
            text = re.sub(rf"(?i)\b{first}\b", one, re.sub(rf"(?i)\b{second}\b", other, text))
    return text


_DESCRIPTOR: Final = regex(r"(?<!\w)(?P<name>\w{0,20}fd)\b\)? ?(?:(?:<|>=) ?0|(?P<exact>==|!=) ?-1)\)?$")
_OF: Final = regex(r"(?<!\w)\w{0,20}fd\b")
_OPEN: Final = regex(
    r"(?i)\b(?:the |it |its )?(?P<what>(?:[a-z]{3,20} ){0,2}?)(?:is|was) (?:(?P<shut>not (?:yet )?open|closed)|(?:already |still )?(?P<open>open))\b"
)
_HELD: Final = frozenset(["", "file", "descriptor", "device", "socket", "connection", "port", "pipe", "handle", "channel", "stream"])  # fmt: skip
_SHUT: Final = {(True, True): "is -1", (True, False): "is not -1", (False, True): "is negative", (False, False): "is not negative"}  # fmt: skip


def _opened(text: str, facts: Facts) -> str:
    """`if the device is not open` of `fd < 0`, where one descriptor is asked, of nothing but that, and nothing else asks whether something is open."""
    codes = [under.code for under in facts.conditions.values()]
    found = [_DESCRIPTOR.search(code) for code in codes if _OF.search(code)]
    if any(re.search(r"(?i)open|close", code) for code in codes):
        return text
    ways = {(one["name"], bool(one["exact"])) if one else None for one in found}
    way = ways.pop() if len(ways) == 1 else None
    if way is None or re.search(r"(?i)\bonly\b", text):
        return text
    name, exact = way

    def asked(held: re.Match[str]) -> str:
        what = held["what"].strip().lower()
        if what not in _HELD and not stems(what) <= facts.general_name:
            return held[0]
        return f"{name} {_SHUT[exact, held['shut'] is not None]}"

    return _OPEN.sub(asked, text)
