"""What another sentence of the same function says as well: that a step stands in another place now, where one says where it runs; that it
depends on a question no longer, or that this asks something else, where one says when it ran and when it runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ....model.account import FLOW, LISTED, NEUTRAL, Answer
from ....model.pattern import regex
from ..neutral.rules import PLACE
from ..pieces.quoting import q
from ..reading.saying import CHECK, ORDER

_DEPENDED: Final = regex(r"(`[^`\n]{1,400}`) no longer depends on (`[^`\n]{1,400}`)[^`]{0,4}\.")
_ASKED: Final = regex(r"Asks whether (`[^`\n]{1,400}`), no longer whether (`[^`\n]{1,400}`), before it [^\n]{1,900}")
_IF: Final = regex(r"if ?\((.{1,400})\)")
_ONLY: Final = regex(r"(`[^`\n]{1,400}`) now runs only where (`[^`\n]{1,400}`) (holds|does not hold)([^\n]{0,900})\.")
_ALSO: Final = " there it also "
_LOOPS: Final = regex(r" now runs? in the loop `")


def answered(told: Sequence[Answer]) -> Iterator[Answer]:
    said = [one.sentence for one in told if one.how == FLOW]
    runs = [one for one in told if one.how == FLOW and one.rule == ORDER and " runs " in one.sentence]
    placed = _placed_too([one for one in told if one.how == FLOW], runs)
    for one in told:
        code = one.after.code.rstrip("; :")
        again = one.how == LISTED and not one.sentence and code and one.before.code == one.after.code
        if again and any(q(code) in each for each in said):
            yield one._replace(how=NEUTRAL, rule=PLACE, rank=9)
        elif one.how == LISTED and not one.sentence and (other := _of_the_same(one, told)):
            yield one._replace(how=FLOW, rule=other.rule, sentence=other.sentence, core=other.core, rank=other.rank)
        elif one.how == FLOW and one.rule == ORDER and _of_two_checks(one, told):
            yield one._replace(how=NEUTRAL, rule=PLACE, sentence="", core="", rank=9)
        elif one.how == FLOW and (said_once := placed.get(one.sentence)):
            yield one._replace(sentence=said_once, core="")
        elif one.how == FLOW and (other := _says_more(one.sentence, runs) or _goes_on(one, told)):
            yield one._replace(sentence=other.sentence, core=other.core, rank=min(one.rank, other.rank))
        else:
            yield one


def _of_two_checks(one: Answer, told: Sequence[Answer]) -> bool:
    """Whether it is the way out of a check that is gone, and of one that is new, each of which is told."""
    before, after = one.before, one.after
    if before.code != after.code or before.code.split()[:1] not in (["return"], ["raise"], ["continue"], ["break"]):
        return False
    checks = [each for each in told if each.how == FLOW and each.rule == CHECK and each.unit == one.unit]
    gone = [each.before for each in checks if not each.after.line]
    came = [each.after for each in checks if not each.before.line]
    return all(
        any(each.line < side.line <= each.end_line for each in those) for those, side in ((gone, before), (came, after))
    )


def _placed_too(told: Sequence[Answer], runs: Sequence[Answer]) -> dict[str, str]:
    """That a step runs only by a new question, and that it runs there and elsewhere than before: both as one, by either of the two."""
    found: dict[str, str] = {}
    for one in told:
        only = _ONLY.fullmatch(one.sentence)
        step, asked, way, behind = only.groups() if only else ("", "", "", "")
        begins, where = f"{step} now runs only ", f"{'when' if way == 'holds' else 'unless'} {asked}"
        other = next(
            (each for each in runs if only and each.sentence.startswith(begins) and where in each.sentence), None
        )
        again = next((each for each in runs if only and _stood_elsewhere(each, step, asked)), None)
        under, sign, more = behind.partition(";")
        if other is not None and other.sentence not in found:
            found[one.sentence] = found[other.sentence] = f"{other.sentence[:-1]}{sign}{more}."
        elif again is not None and again.sentence not in found:
            deeds = more.removeprefix(_ALSO) if more.startswith(_ALSO) and "; " not in more else ""
            found[one.sentence] = (
                f"Now {deeds}, {where}{under}." if deeds else again.sentence if under and not more else ""
            )
    return found


def _stood_elsewhere(one: Answer, step: str, asked: str) -> bool:
    """Whether it says when the step runs, by that question too, and by which it ran: then it ran not in any case."""
    now, sign, _ = one.sentence.partition(", no longer ")
    return bool(sign) and now.startswith((f"{step} runs when ", f"{step} runs unless ")) and asked in now


def _of_the_same(one: Answer, told: Sequence[Answer]) -> Answer | None:
    """Which tells the same edit: of a step that stands in another place and is another one now that it is another one; of an `if` that is
    gone that what it held runs in a loop which asks the same."""
    asked = _IF.fullmatch(" ".join(one.before.code.split())) if not one.after.code else None
    for other in told:
        if other.how != FLOW or other is one:
            continue
        if one.before == other.before and one.after == other.after and one.before.code and one.after.code:
            return other
        if asked and _LOOPS.search(other.sentence) and f"the loop {q(asked[1])}" in other.sentence:
            return other
    return None


def _says_more(sentence: str, runs: Sequence[Answer]) -> Answer | None:
    """Which says under what it ran, and runs."""
    if found := _DEPENDED.fullmatch(sentence):
        step, asked = found.groups()
        return next((one for one in runs if one.sentence.startswith(f"{step} runs ") and _ran(one, asked)), None)
    if found := _ASKED.fullmatch(sentence):
        asks, asked = found.groups()
        return next((one for one in runs if _runs(one, asks) and _ran(one, asked)), None)
    return None


def _goes_on(one: Answer, told: Sequence[Answer]) -> Answer | None:
    """Which begins with where the step runs, and goes on with what else hung on the same question."""
    begins = f"{one.sentence[:-1]};"
    moves = one.rule == ORDER and " runs " in one.sentence
    return next((each for each in told if moves and each.how == FLOW and each.sentence.startswith(begins)), None)


def _runs(one: Answer, asks: str) -> bool:
    return any(f" runs {word} {asks}" in one.sentence for word in ("when", "unless"))


def _ran(one: Answer, asked: str) -> bool:
    return any(
        each in one.sentence
        for each in (f"no longer when {asked}", f"no longer where {asked} does not hold", f"no longer unless {asked}")
    )
