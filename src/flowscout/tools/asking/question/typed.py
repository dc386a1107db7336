"""A question as it is typed: `whats` without its apostrophe, `whether A exits` for `does A exit`."""

from __future__ import annotations

import re
from typing import Final

from ....model.pattern import regex

_RUN: Final = regex(
    r"(?i)(?<![\w`'.:/-])(?:(?P<asks>what|how|where|who|when|why)s|(?P<aux>do|does|did|is|are|was|were|has|have|had|could|should|would)nt|(?P<can>can|won)t)(?= )"
)
_WHOLE: Final = {"can": "cannot", "won": "will not"}
_WHETHER: Final = regex(r"(?i)\s{0,9}whether (?P<who>(?:(?:the|a|an|our) )?\S{1,120}) (?P<verb>[a-z]{2,30})(?= |$)")
_COME: Final = regex(r"(?i)\s{0,9}how come (?P<who>\S{1,120}) (?!is |was |has )(?P<verb>[a-z]{2,30}[^s\W]s)(?= |$)")
_AUXILIARY: Final = frozenset(["is", "are", "was", "were", "can", "could", "will", "would", "should", "must", "may", "has", "have"])  # fmt: skip
_THEY: Final = r"(?:it|they|that|this|each|each of (?:them|these)|those|these)"
TAIL: Final = regex(
    rf"(?i),? and (?:why|how|where|when|what (?:do|does|did|is|are) {_THEY}(?: (?:do|mean|for|used for|good for))?|what for|since when)(?=[?!. ]{{0,9}}$)"
)  # of an answer that is given without
_UNIT: Final = regex(
    r"(?i)(?:what|how|which)\b.{5,200}?(?P<unit>,? (?:in|as) (?:milli|micro|nano)?(?:seconds|minutes|hours|days|(?:kilo|mega|giga)?bytes|kb|mb|gb|ms|percent|pixels|characters))(?=[?!. ]{0,9}$)"
)  # in which what is quoted may be, or not


def tail(question: str) -> int:
    """Where a part begins that can be left unweighed; -1 where there is none."""
    unit, found = _UNIT.match(question), TAIL.search(question)
    return unit.start("unit") if unit else found.start() if found else -1


_BARE: Final = regex(
    r"(?i)^\s{0,9}(?:the )?((?:default|max(?:imum)?|min(?:imum)?)(?: [a-z]{2,20}){0,2} (?:for|of|number|size|length|amount|count|value)\b(?! (?:is|are|does)\b))"
)  # asked in a few words, as one types into a search
_HISSING: Final = ("sses", "shes", "ches", "xes", "zzes", "oes")


def as_written(question: str) -> str:
    plain = _BARE.sub(r"what is the \1", _RUN.sub(_apart, question))
    if come := _COME.match(plain):
        return f"why does {come['who']} {_base(come['verb'])}{plain[come.end() :]}"
    if not (asked := _WHETHER.match(plain)):
        return plain
    who, verb = asked["who"], asked["verb"].lower()
    if verb in _AUXILIARY:
        return f"{verb} {who}{plain[asked.end() :]}"
    return f"does {who} {_base(verb)}{plain[asked.end() :]}" if verb.endswith("s") else plain


def _apart(found: re.Match[str]) -> str:
    if found["asks"]:
        return f"{found['asks']} is"
    return f"{found['aux']} not" if found["aux"] else _WHOLE[found["can"].lower()]


def _base(verb: str) -> str:
    """`exits` is `exit`, `tries` is `try`, `catches` is `catch`."""
    if verb.endswith("ies") and len(verb) > len("ties"):
        return f"{verb[:-3]}y"
    return verb[:-2] if verb.endswith(_HISSING) else verb[:-1]
