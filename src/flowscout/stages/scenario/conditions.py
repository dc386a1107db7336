"""Conditions: the operands of one condition, and the question they answer together.

The graph has a block per operand; a picture asks one question below deep. Operands belong together when they decide for
one statement and lead to each other. The condition as a whole is true where the operand that stands last in the text is
(turned round by every `not` around it): whenever that one is asked, its answer is the answer.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import Final

from ...model.action import PERMISSION, VALIDATION
from ...model.bound import BoundFunction
from ...model.language import Language
from ...model.pattern import regex
from ...model.record import NamedTuple
from ...model.sfm import DECISION, ERROR
from ...model.sfm import VALIDATION as VALIDATION_STEP
from ...model.syntax import Mark, Range
from ...words import english
from .draft import Draft, Drafts, Way
from .tree import Statements

_DENIES: Final = regex(
    r"^not |^no |\b(?:is|are|has|does|do|may|can|must|should|was|were) (?:not|no)\b|\b(?:not|lacks|differs|cannot)\b"
)
_SHORT_WAY: Final = 12  # steps to an error
_GUARDS: Final = frozenset({VALIDATION, PERMISSION})


class Condition(NamedTuple):
    """operands in the order they are asked; whole: the condition's range; yes/no: where its answer leads (None: never)."""

    operands: list[Draft]
    statement: int
    whole: Range
    yes: Draft | None
    no: Draft | None


def is_operand(draft: Draft) -> bool:
    return draft.is_op("test") and not draft.value


def _statement(draft: Draft) -> int:
    return draft.op.statement if draft.op else -1


def _next_operands(draft: Draft) -> list[Draft]:
    """Operands of the same statement that come next; pieces of values in between are passed over."""
    found, seen = [], set[int]()
    waiting = [way.target for way in draft.ways]
    while waiting:
        here = waiting.pop()
        if id(here) in seen or (here.op and _statement(here) != _statement(draft)):
            continue
        seen.add(id(here))
        if is_operand(here):
            found.append(here)
        elif here.op and here.value:
            waiting += [way.target for way in here.ways]
        elif not here.op and len(here.ways) == 1 and here.ways[0].kind == "next":
            waiting.append(here.ways[0].target)
    return found


def _groups(drafts: Iterable[Draft]) -> list[list[Draft]]:
    """Operands that belong together, in block order."""
    leader: dict[int, int] = {}

    def lead(key: int) -> int:
        while leader[key] != key:
            leader[key] = leader[leader[key]]
            key = leader[key]
        return key

    operands = [draft for draft in drafts if is_operand(draft)]
    leader.update((id(draft), id(draft)) for draft in operands)
    for draft in operands:
        for other in _next_operands(draft):
            leader[lead(id(other))] = lead(id(draft))
    groups: dict[int, list[Draft]] = {}
    for draft in operands:
        groups.setdefault(lead(id(draft)), []).append(draft)
    return list(groups.values())


def _begin(mark: Mark) -> int:
    return mark.start


def _answers(nots: Sequence[Mark], operands: list[Draft], whole: Range) -> tuple[Draft | None, Draft | None]:
    """Where the whole condition leads when it is true, and when it is false."""
    own = {id(draft) for draft in operands}
    last = max(operands, key=lambda draft: draft.start)
    around = nots[bisect_left(nots, whole.start, key=_begin) : bisect_left(nots, last.start, key=_begin)]
    turned = sum(last.end <= mark.end <= whole.end for mark in around)
    exits = [way.target for draft in operands for way in draft.asks if id(way.target) not in own]
    ways = {
        way.kind in ("true", "loop") or (way.kind not in ("false", "exit-loop") and at == 0): way.target
        for at, way in enumerate(last.asks)
    }
    if len(last.asks) == 2:
        ways = {True: last.asks[0].target, False: last.asks[1].target}
    yes, no = ways.get(not turned % 2), ways.get(bool(turned % 2))
    rest = [target for target in exits if target is not yes and target is not no]
    if yes is None and no is not None:
        yes = next(iter(rest), None)
    elif no is None and yes is not None:
        no = next(iter(rest), None)
    return yes, no


def conditions(bound: BoundFunction, drafts: Drafts, tree: Statements) -> list[Condition]:
    for draft in drafts.all:
        if draft.is_op("test"):
            draft.asks = [way for way in draft.ways if way.kind not in ("raise", "resume")]
    found = []
    nots = sorted([mark for mark in bound.marks if mark.kind == "not"], key=_begin)
    for operands in _groups(drafts.all):
        start, end = min(d.start for d in operands), max(d.end for d in operands)
        number = _statement(operands[0])
        whole = tree.condition(number, start, end)
        found.append(Condition(operands, number, whole, *_answers(nots, operands, whole)))
    return found


class WordedQuestion(NamedTuple):
    """What is asked; `turned`: its yes is the code's false."""

    words: str
    turned: bool


def ask(text: str, language: Language, exits: str, simple: bool = True, fails: bool = False) -> WordedQuestion:
    """exits: "true" or "false", the answer that only leaves early; such a question is put so that yes goes on. fails: what
    holds is what went wrong."""
    plain = english.question(text, language, counts=fails) or english.expression(text, language)
    negated = simple and text.lstrip("( ").startswith(("!", "not ", "not("))
    if exits == "true" or (not exits and negated and _DENIES.search(plain)):
        turned = english.question(text, language, negate=True, counts=fails)
        if turned:
            return WordedQuestion(turned, True)
    return WordedQuestion(plain, False)


def fails(condition: Condition) -> bool:
    """Does its yes lead to errors alone, and its no elsewhere too?"""
    return condition.yes is not None and _errs(condition.yes) and (condition.no is None or not _errs(condition.no))


def _errs(draft: Draft) -> bool:
    waiting, seen = [draft], {id(draft)}
    while waiting and len(seen) <= _SHORT_WAY:
        here = waiting.pop()
        if not here.ways and here.kind != ERROR:
            return False
        fresh = [way.target for way in here.ways if id(way.target) not in seen and way.kind != "raise"]
        seen.update(map(id, fresh))
        waiting += fresh
    return not waiting


def guard(condition: Condition) -> str:
    """The answer of the whole condition that only leaves early, "" when it is no guard."""
    for draft in condition.operands:
        known = draft.action
        if known and known.type in _GUARDS and known.guard:
            leaves = [way.target for way in draft.asks if way.kind == known.guard]
            if leaves and leaves[0] is condition.yes:
                return "true"
            if leaves and leaves[0] is condition.no:
                return "false"
    return ""


def answered(
    draft: Draft, question: WordedQuestion, yes: Draft | None, no: Draft | None, labels: tuple[str, str]
) -> None:
    """Give a draft the two ways of its question."""
    ways = [(no, yes), (yes, no)][not question.turned]
    draft.words = question.words + "?"
    draft.ways = [
        Way(target, label, kind) for target, label, kind in zip(ways, labels, ("true", "false"), strict=True) if target
    ]
    if len(draft.ways) == 1:
        draft.ways = [draft.ways[0]._replace(label="")]


def decide(bound: BoundFunction, draft: Draft, language: Language, exits: str, fails: bool = False) -> None:
    """One operand, or the draft that stands for a whole condition of one operand."""
    ways = [*draft.asks, None, None]
    yes, no = (way.target if way else None for way in ways[:2])
    if len(draft.asks) == 1 and draft.asks[0].kind in ("false", "exit-loop"):
        yes, no = no, yes
    answered(draft, ask(bound.read(draft.start, draft.end), language, exits, fails=fails), yes, no, ("yes", "no"))


def kind_of(drafts: Iterable[Draft]) -> str:
    known = [draft.action for draft in drafts if draft.action]
    return (
        VALIDATION_STEP
        if any(a.type in _GUARDS for a in known) or any(d.role == "assert" for d in drafts)
        else DECISION
    )
