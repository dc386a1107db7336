"""The same question put another way: what is not a form of the table as it stands, and is one with its words in another order.

A turn changes no meaning: `where does X get set` is `where is X set`, `what happens if the file is missing in A` is `what happens in A if …`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ....llm.stems import kinds_of
from .tokens import QuestionToken

INSIDE: Final = ("in", "inside", "within", "by")
OPENED: Final = ("if", "when", "once", "unless")
PASSIVE: Final = {
    "called": "call",
    "written": "write",
    "raised": "raise",
    "returned": "return",
    "deleted": "delete",
    "sent": "send",
    "locked": "lock",
    "freed": "free",
    "reached": "reach",
    "tested": "test",
    "included": "include",
    "overridden": "override",
}
ASIDE: Final = ("even", "always", "only", "never")


def otherwise(found: list[QuestionToken]) -> Iterator[list[QuestionToken]]:
    for turn in (
        _by_means,
        _got,
        _placed,
        _of_methods,
        _conditional,
        _happens,
        _ending,
        _owned,
        _passive,
        _done_in,
        _kinded,
    ):
        if (turned := turn(found)) and turned != found:
            yield turned


def _word(word: str) -> QuestionToken:
    return QuestionToken(word, word, code=False)


def _by_means(found: list[QuestionToken]) -> list[QuestionToken]:
    """`who registers a timer with A`: `who calls A`."""
    if (
        found[0].word not in ("who", "which")
        or found[1].word in ("happens", "happen")
        or len(found) < 4
        or not found[-1].code
        or any(token.code for token in found[:-1])
    ):
        return []
    return [found[0], _word("call"), found[-1]] if found[-2].raw.lower() in ("with", "via", "through", "using") else []


def _got(found: list[QuestionToken]) -> list[QuestionToken]:
    """`where do X get set`: `where is X set`."""
    at = next((at for at, token in enumerate(found) if token.word in ("get", "gets", "got", "being")), 0)
    if not at or at + 1 >= len(found) or found[at + 1].word not in PASSIVE:
        return []
    kept = [*found[:at], *found[at + 1 :]]
    do = next((here for here, token in enumerate(kept[:3]) if token.word == "do"), -1)
    return [*kept[:do], _word("is"), *kept[do + 1 :]] if do >= 0 else kept


def _placed(found: list[QuestionToken]) -> list[QuestionToken]:
    """`which functions in a/b.c call X`: the place stands at the end."""
    if found[0].word not in ("which", "who") or found[1].word not in ("in", "of", "from", "inside") or len(found) < 5:
        return []
    return [found[0], *found[3:], _word("in"), found[2]] if "/" in found[2].raw or "." in found[2].raw else []


def _of_methods(found: list[QuestionToken]) -> list[QuestionToken]:
    """`which methods of A raise X`: `does A raise X`, which is answered for each method of a type."""
    if [token.word for token in found[:2]] != ["which", "of"] or len(found) < 4 or found[3].word not in _EACH:
        return []
    return [_word("do"), *found[2:]]


_EACH: Final = ("raise", "return", "write", "delete", "lock", "send", "free")


def _conditional(found: list[QuestionToken]) -> list[QuestionToken]:
    """`what happens if X in A`: `what happens in A if X`."""
    opened = next((at for at, token in enumerate(found) if token.word in OPENED), 0)
    if not opened or len(found) < opened + 4 or found[-2].word not in INSIDE[:2] or not found[-1].code:
        return []
    return [*found[:opened], *found[-2:], *found[opened:-2]]


def _happens(found: list[QuestionToken]) -> list[QuestionToken]:
    """`what happens when X and A is called`: of the one name in it."""
    names = [token for token in found if token.code]
    if [token.word for token in found[:2]] != ["which", "happens"] or len(names) != 1:
        return []
    rest = [token for token in found[2:] if token is not names[0]]
    rest = rest[1:] if rest and rest[0].word in OPENED else rest
    return [*found[:2], _word("in"), names[0], _word("if"), *rest] if rest else []


def _ending(found: list[QuestionToken]) -> list[QuestionToken]:
    """`which error is raised when X is missing in A`, `what do I get from A if X`: how A ends then."""
    opened = next((at for at, token in enumerate(found) if token.word in OPENED), 0)
    names = [token for token in found if token.code]
    if found[0].word != "which" or not opened or len(names) != 1:
        return []
    before = {token.word for token in found[:opened]}
    verb = (
        "raise" if before & {"error", "raise", "raised"} else "return" if before & {"return", "returned", "get"} else ""
    )
    rest = [token for token in found[opened + 1 :] if token is not names[0]]
    while rest and rest[-1].word in (*INSIDE, "from", "call", "called", "is"):
        rest = rest[:-1]
    if not verb or not rest or not before <= _ENDING | {names[0].word}:
        return []
    return [_word("which"), _word("do"), names[0], _word(verb), _word("if"), *rest]


_ENDING: Final = frozenset(
    {
        "which",
        "error",
        "raise",
        "raised",
        "return",
        "returned",
        "get",
        "value",
        "is",
        "do",
        "can",
        "from",
        "by",
        "in",
        "of",
        "call",
        "to",
    }
)


def _owned(found: list[QuestionToken]) -> list[QuestionToken]:
    """`which fields does A set in b`: those of `A.b`."""
    at = next((at for at, token in enumerate(found[:-2]) if at and (token.code or token.raw[:1].isupper())), -1)
    if (
        at < 0
        or found[at].raw.endswith("()")
        or any(token.word == "derive" for token in found)
        or found[-2].word not in INSIDE[:2]
        or not found[-1].raw.isidentifier()
        or "." in found[at].raw
    ):
        return []
    return [*found[:at], QuestionToken("", f"{found[at].raw}.{found[-1].raw}", code=True), *found[at + 1 : -2]]


def _passive(found: list[QuestionToken]) -> list[QuestionToken]:
    """`is the file removed even if X in A`: `do A remove the file`."""
    if found[0].word != "is" or len(found) < 5 or found[-2].word not in INSIDE or not found[-1].raw.isidentifier():
        return []
    done = next((at for at, token in enumerate(found[1:-2], 1) if not token.code and _participle(token)), 0)
    things = found[1:done]
    if not things or any(token.code for token in things):
        return []
    rest = [token for token in found[done + 1 : -2] if token.word not in ASIDE]
    verb = QuestionToken(PASSIVE.get(found[done].word, found[done].word), found[done].raw, code=False)
    return [_word("when"), _word("do"), found[-1], verb, *things, *rest]


def _done_in(found: list[QuestionToken]) -> list[QuestionToken]:
    """`what is logged for strangers in A`: `what do A log for strangers`."""
    if [token.word for token in found[:2]] != ["which", "is"] or len(found) < 5 or found[-2].word not in INSIDE:
        return []
    if found[2].code or not _participle(found[2]) or not found[-1].code:
        return []
    verb = QuestionToken(PASSIVE.get(found[2].word, found[2].word), found[2].raw, code=False)
    return [_word("which"), _word("do"), found[-1], verb, *found[3:-2]]


def _kinded(found: list[QuestionToken]) -> list[QuestionToken]:
    """`which converters derive from A`: what kind of thing it is goes without saying."""
    if found[0].word != "which" or len(found) < 4 or found[1].code or found[2].code:
        return []
    if found[2].word in ("do", "can") and len(found) == 5 and not found[4].code and not kinds_of(found[1].raw):
        return [found[0], *found[2:], found[1]]  # `which messages do A post`: `which do A post messages`
    plural = found[1].raw.lower().endswith("s") and found[1].word == found[1].raw.lower() and found[1].word.isalpha()
    return [found[0], *found[2:]] if plural and found[2].word in (*_EACH, "derive", "override", "call") else []


def _participle(token: QuestionToken) -> bool:
    return token.word in PASSIVE or (token.raw.lower().endswith("ed") and bool(kinds_of(token.raw)))
