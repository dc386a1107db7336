"""Two steps of a function whose sentences read the same, because a cut hides all that they differ by: each is quoted where they differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....model.account import FLOW, Answer
from ..pieces.quoting import both_quoted, q


def told_apart(told: Sequence[Answer]) -> Iterator[Answer]:
    """Of three and more it is said how often."""
    alike: dict[str, list[int]] = {}
    for at, one in enumerate(told):
        if one.how == FLOW and "…" in one.sentence and not (one.before.code and one.after.code):
            alike.setdefault(one.core or one.sentence, []).append(at)
    found = list(told)
    for places in alike.values():
        sides = [told[at] for at in places]
        quoted = [code for one in sides if (code := _quoted(one))]
        if len(quoted) == len(sides) == 2:
            for at, one, code, quote in zip(places, sides, quoted, both_quoted(quoted[0], quoted[1]), strict=True):
                found[at] = _with(one, q(code), quote)
    yield from found


def _with(one: Answer, short: str, quote: str) -> Answer:
    return one._replace(sentence=one.sentence.replace(short, quote, 1), core=one.core.replace(short, quote, 1))


def _quoted(one: Answer) -> str:
    """What of its code stands cut in the sentence; "" of more than that step."""
    code = (one.after.code or one.before.code).rstrip("; }")
    for quote in one.sentence.split("`")[1::2]:
        head, cut, _ = quote.partition("…")
        step = code[code.find(head) :] if cut and head in code else ""
        if step and q(step) == f"`{quote}`":
            return step
    return ""
