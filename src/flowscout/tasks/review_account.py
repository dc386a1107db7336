"""The account in Markdown: a few sentences first, weightiest first, then what also changed, in code, and what does nothing, counted.

Sentences quote code between backticks; every quote is a code span of its own, which nothing in it can leave.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from ..model.account import LISTED, NEUTRAL
from ..model.shown import ShownEdit, ShownReview
from .markdown import code, escape, prose
from .review_words import together

# (path, first line, last line, whether of the state before) -> an address, "" for none.
Link = Callable[[str, int, int, bool], str]
FIRST_OF_ONE = 5
BRINGS = ("Now imports ", "No longer imports ", "Now includes ", "No longer includes ")
MOST = 100  # lines in a fold
NAMES = 3  # functions of which the same is said
OFTEN = 3  # places where the same is done under other conditions, from which it is told once
SHORT = 12  # characters of a sentence that says little by itself


def first_screen(review: ShownReview, link: Link, most: int) -> Iterator[str]:
    yield from (_sentence(each, link) for each in _screens(review, most)[0])
    yield ""


def _screens(review: ShownReview, most: int) -> tuple[list[list[ShownEdit]], list[list[ShownEdit]]]:
    """What is told first, and the rest. Of one function or type no more than a few come first."""
    first: list[list[ShownEdit]] = []
    rest: list[list[ShownEdit]] = []
    of = Counter[tuple[str, str]]()
    for same in sorted(_ranked(review), key=_slight):
        whose = (same[0].path, same[0].name)
        of[whose] += bool(same[0].name)
        (rest if len(first) == most or of[whose] > FIRST_OF_ONE or (first and _slight(same)) else first).append(same)
    return first, rest


def _ranked(review: ShownReview, tests: bool = False) -> list[list[ShownEdit]]:
    """Edits with a sentence; what is said of several places or functions is said once. That a function is gone is said of each file."""
    found: dict[tuple[str, str], list[ShownEdit]] = {}
    told = [one for one in review.edits if one.sentence and one.how not in (LISTED, NEUTRAL) and one.test == tests]
    cores = Counter(one.core or one.sentence for one in told)
    for one in told:
        whose = one.path if one.name and len(one.sentence) < SHORT else "" if one.name else "-"
        often = cores[one.core or one.sentence] >= OFTEN
        found.setdefault((whose, (one.core or one.sentence) if often else one.sentence), []).append(one)
    return list(found.values())


def _slight(same: Sequence[ShownEdit]) -> bool:
    """What is brought in is told behind what is done."""
    return not same[0].name and same[0].sentence.startswith(BRINGS)


def rest(review: ShownReview, link: Link, most: int) -> Iterator[str]:
    told = _screens(review, most)[1]
    yield from fold(f"{len(told)} more sentence{_s(len(told))}", [_sentence(each, link) for each in told])
    hidden = sum(review.counts[:3]) - sum(one.how != NEUTRAL for one in review.edits)
    yield from (f"{hidden} more edit{_s(hidden)} are not listed here.", "") if hidden > 0 else ()
    known = {test.name for test in review.tests}
    tests = [each for each in _ranked(review, tests=True) if each[0].name not in known]
    yield from fold(f"Around tests: {len(tests)}", [_sentence(each, link) for each in tests])


def also(review: ShownReview, link: Link) -> Iterator[str]:
    listed: dict[tuple[str, str, str, bool], list[ShownEdit]] = {}
    for one in review.edits:
        if one.how == LISTED:
            listed.setdefault((one.sentence, one.was, one.now, one.before), []).append(one)
    yield from fold(f"Also changed: {len(listed)}", [_listed(same, link) for same in listed.values()])


def reached(review: ShownReview) -> Iterator[str]:
    """Whom a change reaches that is told and not drawn."""
    lines = [
        f"- {code(one.name)} from {escape('; '.join(one.reached))}"
        for one in review.functions
        if one.reached and one.drawing is None and not one.defect
    ]
    yield from fold(f"Reached from: {len(lines)}", lines)


def refactorings(review: ShownReview, link: Link) -> Iterator[str]:
    told = [one.sentence for one in review.edits if one.how == NEUTRAL and one.sentence]
    yield from fold(f"{len(told)} renamed, moved or taken out", [f"- {prose(each)}" for each in together(told)])


def neutral(review: ShownReview) -> Iterator[str]:
    if review.neutral:
        told = ", ".join(escape(each.what) + (f" ({each.many})" if each.many > 1 else "") for each in review.neutral)
        yield from (f"Without effect: {told}.", "")


def fold(title: str, lines: Sequence[str]) -> Iterator[str]:
    if not lines:
        return
    yield from (f"<details><summary>{title}</summary>", "", *lines[:MOST])
    if len(lines) > MOST:
        yield f"- … and {len(lines) - MOST} more"
    yield from ("", "</details>", "")


def _sentence(same: Sequence[ShownEdit], link: Link) -> str:
    first = same[0]
    names = list(dict.fromkeys(one.name for one in same if one.name))
    more = f" and {len(names) - NAMES} more" if len(names) > NAMES else ""
    whose = f"{', '.join(map(code, names[:NAMES]))}{more}: " if names else ""
    alike = len({one.sentence for one in same}) == 1
    return f"- {whose}{prose(first.sentence if alike else first.core or first.sentence)} {_places(same, link)}"


def _listed(same: Sequence[ShownEdit], link: Link) -> str:
    return f"- {_as_code(same[0])} {_places(same, link)}"


def _as_code(one: ShownEdit) -> str:
    if one.sentence:
        return prose(one.sentence)
    if one.was == one.now:
        return f"in another place: {code(one.now)}"
    if not one.was:
        return f"new: {code(one.now)}"
    return f"{code(one.was)} → {code(one.now)}" if one.now else f"gone: {code(one.was)}"


def _places(same: Iterable[ShownEdit], link: Link) -> str:
    told = []
    for one in same:
        where = f"{one.path.rsplit('/', 1)[-1]}:{one.line}"
        address = link(one.path, one.line, one.end_line, one.before)
        told.append(f"[{escape(where)}]({address})" if address else escape(f"{one.path}:{one.line}"))
    more = f" and {len(told) - 3} more" if len(told) > 3 else ""
    return f"({', '.join(told[:3])}{more})"


def _s(count: int) -> str:
    return "s" if count != 1 else ""
