"""A yes or no that is asked the other way round: `doesn't A return NULL`, `does A never call B`, `does no function call B`.

The question is answered without its denial, and by a statement in place of yes or no: to `doesn't it` both words may mean either.
"""

from __future__ import annotations

from typing import Final

from ....model.pattern import regex
from ....tasks.answering import AnswerReply
from .tokens import one_line

_AUX: Final = r"does|do|did|is|are|was|were|can|could|will|would|has|have"
_BEFORE: Final = regex(rf"(?i)\s{{0,9}}(?P<aux>{_AUX})n['’]?t (?P<rest>\S.{{3,300}})$")
_INSIDE: Final = regex(
    rf"(?i)\s{{0,9}}(?P<aux>{_AUX}) (?P<who>(?:(?!(?:if|when|unless|that|which|because|and|or|only|without|not|never)\s)\S{{1,120}} ){{1,6}}?)(?:not|never) (?P<rest>\S.{{2,300}})$"
)
_NOBODY: Final = regex(
    rf"(?i)\s{{0,9}}(?P<aux>{_AUX}) (?:no(?: other)? (?:one|functions?|methods?|code|callers?|tests?)|nobody|nothing) (?P<rest>\S.{{3,300}})$"
)
_ALSO_DENIED: Final = regex(r"(?i)\b(?:not|never|only|without|except|other than)\b|n['’]t\b")
_VERDICT: Final = regex(r"(?P<word>Yes|No|Not)\b(?P<more>[^:`]{0,60}): ")


def affirmed(question: str) -> tuple[str, str] | None:
    """(the question without its denial, its auxiliary); None where it denies nothing, or twice."""
    text = one_line(question)
    if found := _BEFORE.match(text):
        plain = f"{found['aux']} {found['rest']}"
    elif found := _INSIDE.match(text):
        plain = f"{found['aux']} {found['who']}{found['rest']}"
    elif found := _NOBODY.match(text):
        plain = f"{found['aux']} anything {found['rest']}"
    else:
        return None
    return None if _ALSO_DENIED.search(plain) else (plain, found["aux"].lower())


def stated(reply: AnswerReply, aux: str) -> AnswerReply:
    """Its yes as `it does`."""
    found = _VERDICT.match(reply.said[0].text) if reply.said else None
    if found is None:
        return reply
    verb = _SINGULAR.get(aux, aux)
    word = f"It {verb}" if found["word"] == "Yes" else f"It {verb} not"
    first = reply.said[0]
    return reply._replace(said=(first._replace(text=f"{word}{found['more']}: {first.text[found.end() :]}"), *reply.said[1:]))  # fmt: skip


_SINGULAR: Final = {"do": "does", "are": "is", "were": "was", "have": "has"}
