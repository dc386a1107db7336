"""What a question says that goes wrong: `the key file cannot be opened`, `writing the header fails`, `the rename fails`.

Only what is said of one deed: that it cannot be done, or was tried in vain. What is refused, full or missing is no deed, and read elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from ....llm.english import GLUE, words
from ....llm.heads import HARD
from ....llm.stems import kinds_of, stem
from ....model.pattern import regex
from .tokens import one_line, whole

_NOT: Final = r"(?:cannot|can't|can not|could not|couldn't|(?:fails?|failed|(?:is|are) (?:un|not )able) to)"
FAILING: Final = r"(?:fails?|failed|(?:raises?|throws?)(?: an? (?:error|exception))?|errors|goes wrong|(?:does not|doesn't|did not) (?:work|succeed)|is unsuccessful)"
_ASKS: Final = tuple(
    regex(rf"(?i)^{form}")
    for form in (
        r"(?:so )?what (?:else )?(?:happens?|occurs?|is done|goes on)(?: (?:in|inside|with|to) (?P<where>\S.{1,80}?))?,? (?:when|if|once|in case) (?P<clause>\S.{3,160})$",
        r"what (?:does|do|will|would|can) (?P<where>\S{2,120}?)(?:\(\))? (?P<asks>do|return|raise|throw)(?: then)?,? (?:when|if|once) (?P<clause>\S.{3,160})$",
        r"how (?:does|do|is|are) (?P<where>\S{2,120}?)(?:\(\))? (?:handled?|reacts? to|deals? with) (?P<clause>(?:an? )?(?:failed|failing) \S.{2,80}|\S.{2,80} failures?)$",
    )
)
_CLAUSES: Final = tuple(
    regex(rf"(?i)^{form}")
    for form in (
        rf"(?P<thing>\S.{{1,100}}?) {_NOT} (?:be|get) (?P<verb>[a-z]{{3,30}})(?: (?P<rest>\S.{{2,60}}))?$",
        rf"(?:(?P<who>\S.{{0,60}}) )?{_NOT} (?P<verb>(?!be )[a-z]{{3,30}})(?: (?P<thing>\S.{{2,80}}))?$",
        rf"(?P<verb>[a-z]{{2,30}}ing) (?P<thing>\S.{{1,80}}?) {FAILING}$",
        rf"(?:the |an? )?(?P<verb>[a-z]{{3,30}}) of (?P<thing>\S.{{1,80}}?) {FAILING}$",
        rf"(?P<thing>(?:\S.{{1,80}} )?)(?P<verb>\S{{2,80}}?)(?: calls?)? {FAILING}$",
        r"(?:an? )?(?:failed|failing) (?P<verb>[a-z]{3,30})(?: of)?(?: (?P<thing>\S.{2,60}))?$",
        r"(?P<thing>(?:\S.{1,60} )?)(?P<verb>[a-z]{3,30}) failures?$",
    )
)
_ARTICLE: Final = regex(r"(?i)^(?:an?|the|our|its) (?=\w)")
_INSIDE: Final = regex(r" (?:in|inside|within) (?P<where>`[^`]{2,120}`|[\w.:>~-]{2,120}(?:\(\))?)$")
_IT: Final = words("it this that program project code we one somebody someone something")


class Mishap(NamedTuple):
    """name: of the function that fails, where one is named; else verb and thing say what is done, or the thing alone what is called (`the callback`).
    where: the function in which; asks: do or return."""

    name: str
    verb: str
    thing: str
    where: str
    asks: str


def mishap(question: str, known: Callable[[str], bool] = lambda name: False) -> Mishap | None:
    """known: whether a function has a name that no letter shows to be one."""
    plain = one_line(question).rstrip("?!. ")
    inside = _INSIDE.search(plain)
    inside = inside if inside and (_is_name(inside["where"]) or known(inside["where"])) else None
    plain = plain[: inside.start()] if inside else plain
    for asked in (form.match(plain) for form in _ASKS):
        if asked is None:
            continue
        where = (asked["where"] or (inside["where"] if inside else "") or "").strip("`").removesuffix("()")
        where = "" if where.lower() in _IT or where.lower().startswith("the ") else where
        clause = _ARTICLE.sub("", asked["clause"])
        for said in (form.match(clause) for form in _CLAUSES):
            if said is None:
                continue
            who = (said.groupdict().get("who") or "").removeprefix("the ").removeprefix("our ")
            thing = said["thing"] or ("" if who.lower() in _IT else who)  # `a rule fails to load`: it is not loaded
            thing = f"{thing} {said.groupdict().get('rest') or ''}".strip()
            if who and not where and _is_name(who):  # `A cannot bind the socket`: what A does then
                where, thing = who.removesuffix("()"), said["thing"] or ""
            verb = said["verb"].strip("`").removesuffix("()")
            asks = (asked.groupdict().get("asks") or "do").lower()
            if _is_name(said["verb"]):
                return Mishap(verb, "", "", where, asks)
            if verb.isalpha() and (_deed(verb) or (not thing and clause == asked["clause"])):
                return Mishap("", verb.lower(), thing, where, asks)
            if verb.isalpha() and where and not said.groupdict().get("rest"):
                return Mishap("", "", f"{thing} {verb}".strip(), where, asks)
    return None


def _is_name(raw: str) -> bool:
    return any(token.code for token in whole(raw))


def _deed(verb: str) -> bool:
    one = verb.lower()
    return one not in GLUE and bool(kinds_of(one) or stem(one) in HARD or re.search(r"(?:ed|ing|ion|en)$", one))
