"""Questions of what a function does first: `does A close the file before it returns the lock`, `in what order does A read and write`.
Read here; `sequence` answers them."""

from __future__ import annotations

from typing import Final

from ....llm.english import IRREGULAR
from .asked import Asked
from .tokens import QuestionToken

KINDS: Final = ("order_before", "order_after", "order")
RELATIONS: Final = ("before", "after")
BETWEEN: Final = ("and", "or")
LEFT: Final = frozenset(
    {
        "it",
        "they",
        "being",
        "first",
        "then",
        "happens",
        "happen",
        "comes",
        "come",
        "earlier",
        "the",
        "get",
        "gets",
        "got",
    }
)
DONE: Final = frozenset(
    {"called", "written", "freed", "deleted", "sent", "locked", "raised", "returned", "done", "do", "is"}
)


def ordered(found: list[QuestionToken]) -> Asked | None:
    words = [token.word for token in found]
    if words[:3] == ["in", "which", "order"]:
        return _listed(found[3:])
    if words[:2] in (["which", "order"], ["which", "first"]):
        return _listed(found[2:])
    if words[:1] == ["which"] and "first" in words and BETWEEN[1] in words:
        return _first(found[1:])
    at = next((at for at, word in enumerate(words) if word in RELATIONS and at > 2), 0)
    if not at or words[0] not in ("do", "is", "can"):
        return None
    return _related(found, at)


def _verb_first(
    before: list[QuestionToken], after: list[QuestionToken]
) -> tuple[list[QuestionToken], list[QuestionToken]]:
    """`the event fd read` and `the signal fd` as `read the event fd` and `read the signal fd`."""
    if len(before) < 2 or not _is_done(before[-1]):
        return before, after
    second = [after[-1], *after[:-1]] if len(after) > 1 and _is_done(after[-1]) else [before[-1], *after]
    return [before[-1], *before[:-1]], second


def _is_done(token: QuestionToken) -> bool:
    small = token.raw.lower()
    return not token.code and (small.endswith("ed") or small in IRREGULAR or small in DONE | {"read", "set", "put"})


def _related(found: list[QuestionToken], at: int) -> Asked | None:
    either = [token.word for token in found[at : at + 3]] == ["before", "or", "after"]
    kind = "order" if either else f"order_{found[at].word}"
    before, after = found[1:at], found[at + (3 if either else 1) :]
    if found[0].word == "is":  # `is X called before Y in A`
        if len(after) < 3 or after[-2].word not in ("in", "inside", "by") or not _is_name(after[-1]):
            return None
        return _made(kind, after[-1], *_verb_first(before, after[:-2]))
    if before and _is_name(before[0]):
        return _made(kind, before[0], before[1:], after)
    return None


def _listed(found: list[QuestionToken]) -> Asked | None:
    """`do A X and Y`, `is X and Y called in A`."""
    at = next((at for at, token in enumerate(found) if token.word in BETWEEN), 0)
    if not at or found[0].word not in ("do", "is", "can"):
        return None
    if found[0].word == "is":
        if len(found) < at + 3 or found[-2].word not in ("in", "inside", "by") or not _is_name(found[-1]):
            return None
        return _made("order", found[-1], found[1:at], found[at + 1 : -2])
    return _made("order", found[1], found[2:at], found[at + 1 :]) if at > 2 and _is_name(found[1]) else None


def _first(found: list[QuestionToken]) -> Asked | None:
    """`do A do first X or Y`, `is called first in A X or Y`, `comes first in A X or Y`."""
    at = next(at for at, token in enumerate(found) if token.word == "first")
    either = next((at for at, token in enumerate(found) if token.word == BETWEEN[1]), 0)
    if either < at:
        return None
    if found[0].word == "do" and at > 1 and _is_name(found[1]):
        return _made("order", found[1], found[at + 1 : either], found[either + 1 :])
    if len(found) > at + 2 and found[at + 1].word in ("in", "inside", "by") and _is_name(found[at + 2]):
        return _made("order", found[at + 2], found[at + 3 : either], found[either + 1 :])
    return None


def _is_name(token: QuestionToken) -> bool:
    return token.code or (token.raw.isidentifier() and token.word not in LEFT | DONE)


def _made(kind: str, about: QuestionToken, one: list[QuestionToken], other: list[QuestionToken]) -> Asked | None:
    sides = [_phrase(one), _phrase(other)]
    if not all(side.raw for side in sides):
        return None
    return Asked(kind, {"A": about, "X": sides[0], "Y": sides[1]})


def _phrase(found: list[QuestionToken]) -> QuestionToken:
    kept = [token for token in found if token.code or token.word not in LEFT | DONE]
    kept = kept[1:] if len(kept) > 1 and kept[0].word == "call" else kept
    if len(kept) > 1 and not kept[0].code and kept[-1].raw.endswith("ed"):  # `the file reopened`
        kept = [kept[-1], *kept[:-1]]
    kept = kept or [token for token in found if token.word in DONE - {"do", "is", "done"}]
    return QuestionToken("", " ".join(token.raw for token in kept), any(token.code for token in kept))
