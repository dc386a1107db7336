"""Which lines of an answer are of the condition that a question names: by what decides over each, by its value or by its message."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...agents.said import Cited
from ...model.action import EXIT
from ...model.pattern import regex
from ...words.names import has_word, lower
from ..conditions import AskedCondition, joined, told, under
from ..own import line_at
from . import bystep
from .accounted import things, unsaid
from .arms import arms
from .choosing import chosen
from .here import Found, Here
from .messages import DENIES, by_message
from .owners import owner_at
from .question.asked import Asked
from .question.mishap import FAILING
from .question.sought import LITTLE, sought
from .scored import above, held_by
from .weighing import Place, Weighing


def within(here: Here, line: Cited) -> tuple[str, tuple[AskedCondition, ...]] | None:
    """The function that a line of an answer cites, and what decides over the last that is done in that line."""
    id_ = owner_at(here, line)
    if not id_:
        return None
    project = here.project
    given = line.text.partition(" returns ")[2].partition(", when `")[0].partition(", unless `")[0]
    for one in chosen(project, id_) if given else ():
        if one.value == given and line_at(project, id_, one.offset) == line.line:
            return id_, one.under
    starts = [one.start for one in project.actions(id_) if line_at(project, id_, one.start) == line.line]
    return (id_, under(project, id_, max(starts))) if starts else None


def weighed(here: Here, asked: Asked, found: Found, question: str) -> Found:
    """Those lines of an answer of which the condition of the question is so; of a yes or no, no where it is so of none."""
    asks, plain = bool(_ASKS.match(question.strip())), question.strip().rstrip("?!. ")
    said = _FOR.sub(r" if the \2 is \1", _WITHOUT.sub(r" if the \1 has no \2", plain))
    said = plain if asks else _NAMED.sub(r" if it is \1", said)
    weighing = Weighing(here, said.partition(" ")[2])
    if said != plain and (case := _NAMED.search(plain)) and (of_case := _of_case(here, case[1], found)):
        return of_case
    if weighing.segment is None or asked.kind in SETTLED or not found.said or _DENIES.match(found.said[0].text):
        return found
    if named := _by_value(weighing.clause, found.said):
        return found._replace(said=named, note=BY_VALUE, total=len(named), weighed=True)
    placed = [(line, within(here, line)) for line in found.said]
    if plainly := by_message(here, weighing.clause, placed, _with, whole=True):
        return found._replace(said=tuple(plainly), note=BY_MESSAGE, total=len(plainly), weighed=True)
    rows = [(line, place, weighing.holds(*place) if place else None) for line, place in placed]
    rows = [(line, place, None if answer and not in_arm(here, place, weighing.clause, line) else answer) for line, place, answer in rows]  # fmt: skip
    good = [_with(line, place) for line, place, answer in rows if answer]
    about = things(weighing.clause)
    good = good if not about or len(unsaid(here, weighing.clause, good)) < len(about) else []  # of something else
    found = (
        found._replace(note=_UNWEIGHED.sub("", found.note))
        if good or (asks and all(a is False for *_, a in rows))
        else found
    )
    if good:
        return found._replace(said=(_first(good[0], "Yes: " if asks else ""), *good[1:]), total=len(good), weighed=True)
    told_so = by_message(here, weighing.clause, [(line, place) for line, place, _ in rows], _with)
    if told_so:
        return found._replace(said=(_first(told_so[0], "Yes: " if asks else ""), *told_so[1:]), note=BY_MESSAGE, total=len(told_so), weighed=True)  # fmt: skip
    if not asks and (noted := [_with(line, place) for line, place, answer in rows if answer is None and place and _noted(here, weighing.clause, line, place)]):  # fmt: skip
        return found._replace(said=tuple(noted), note=BY_REMARK, total=len(noted), weighed=True)
    if asks and asked.kind in BY_NAME and all(answer is False for _, _, answer in rows):
        then = _then(here, asked, weighing.clause)
        if then and _UNMET not in then.note:
            return then
        so = tuple(_with(line, place) for line, place, _ in rows)
        return found._replace(said=(so[0]._replace(text=so[0].text.removeprefix("Yes: ")), *so[1:]), note=OTHERWISE, weighed=True)  # fmt: skip
    if asks and all(answer is False for _, _, answer in rows):
        other = [_with(line, place) for line, place, _ in rows]
        return found._replace(said=(_first(other[0], "No, not then: "), *other[1:]), weighed=True)
    return (_apart(here, weighing, rows) or _open(weighing, found, rows) if asks else None) or found


def _noted(here: Here, clause: str, line: Cited, place: Place) -> bool:
    """Whether the remark above what is asked there says all of it: `/* Stop if the order has no number */`."""
    words, remark = sought(clause), above(here, place[0], line.line, place[1])
    so = bool(place[1]) and place[1][-1].holds and len(held_by(words, remark.encode())) == len(words) > 1
    return so and bool(DENIES.search(clause)) == bool(DENIES.search(remark))


def _of_case(here: Here, name: str, found: Found) -> Found | None:
    """`what does A return for RED`: where a condition asks for that very name."""
    last = name.replace("::", ".").rpartition(".")[2]
    placed = [(line, within(here, line)) for line in found.said]
    good = [_with(line, place) for line, place in placed if place and any(one.holds and has_word(one.said, last) for one in place[1])]  # fmt: skip
    return found._replace(said=tuple(good), total=len(good), weighed=True) if good else None


def in_arm(here: Here, place: Place | None, clause: str, line: Cited) -> bool:
    """Of `if parse fails`: that a status is bad says of a call only where it is that of this call."""
    called = _FAILS.match(clause)
    if place is None or called is None:
        return True
    project, id_ = here.project, place[0]
    calls = [call for call in project.functions[id_].facts.calls if call.name == called[1]]
    steps = (each for call in calls for arm in arms(project, id_, call) for each in arm.steps)
    return not calls or any(line_at(project, id_, each.start) == line.line for each in steps)


_FAILS: Final = regex(rf"`?(?:[\w.>:-]{{0,80}}[.>:])?(\w{{2,80}})(?:\(\))?`? {FAILING}$")


def _open(weighing: Weighing, found: Found, rows: Sequence[tuple[Cited, Place | None, bool | None]]) -> Found | None:
    """What a name of a call tells, with what decides over it: whether the condition that is asked for is meant by that is not known."""
    if not found.weighed or not any(place and place[1] for _, place, _ in rows):
        return None
    said = tuple(_with(line, place) for line, place, _ in rows)
    return found._replace(said=said, note=f"I do not weigh `{weighing.clause[:120]}`. {found.note}".strip())


def _by_value(clause: str, said: Sequence[Cited]) -> tuple[Cited, ...]:
    """Of what is returned, that of which the name says all: `-EC_TYPE_NOT_SUPPORTED`."""
    found = sought(clause)
    words = [word.given.lower() for word in found]
    if len(words) < 2 or not any(word.weight > LITTLE for word in found) or min(map(len, words)) < LETTERS:
        return ()
    values = [line.text.partition(", when `")[0].partition(", unless `")[0].partition(" returns ")[2] for line in said]
    denied = "not" in clause.lower().split()
    return tuple(
        line
        for line, value in zip(said, values, strict=True)
        if _CONSTANT.fullmatch(value)
        and all(word in value.lower() for word in words)
        and ("not" in lower(value.strip("-"))) is denied
    )


LETTERS: Final = 4  # of a word that may be run together with others
_CONSTANT: Final = regex(r"-?(?:\w{1,60}(?:::|\.)){0,3}[A-Z][A-Z0-9_]{3,80}")


def _apart(here: Here, weighing: Weighing, rows: Sequence[tuple[Cited, Place | None, bool | None]]) -> Found | None:
    """Where each place is left before the condition is asked, or runs under its other answer: what is done instead."""
    ids = {place[0] for _, place, _ in rows if place}
    if len(ids) != 1 or not all(place for _, place, _ in rows):
        return None
    id_ = ids.pop()
    steps = sorted(here.project.actions(id_), key=lambda one: one.start)
    so = [one for one in steps if one.text.strip() and weighing.holds(id_, under(here.project, id_, one.start))]
    other = [one.start for line, _, answer in rows if answer is None for one in steps if line_at(here.project, id_, one.start) == line.line]  # fmt: skip
    if not so or not any(one.type == EXIT for one in so):
        return None
    if any(joined(here.project, id_, one.start, place) for one in so for place in other):
        return None
    name = rows[0][0].text.split(" ")[0]
    said = [Cited(f"{name} then: {one.effect}{told(under(here.project, id_, one.start))}", rows[0][0].path, line_at(here.project, id_, one.start)) for one in so]  # fmt: skip
    note = "By its own steps; what the functions that it calls do themselves is not counted."
    return Found((_first(said[0], "No, not then: "), *said[1:]), (id_,), note, weighed=True)


def _then(here: Here, asked: Asked, clause: str) -> Found | None:
    """What is done then, where a deed is only known by the names of calls: another call may do so, too."""
    so = bystep.when_so(here, asked._replace(kind="does_if", rest=clause))
    return so._replace(note=f"{NEITHER} {so.note}") if isinstance(so, Found) else None


BY_NAME: Final = ("does_by_call", "by_step", "writes_if")
NEITHER: Final = "I say neither yes nor no: what is done then."
_UNMET: Final = "None of its conditions names this"
OTHERWISE: Final = (
    "I say neither yes nor no: it is called so where the opposite is asked; what does it in other words is not seen."
)
BY_VALUE: Final = "Those of which the value says so by its name."
BY_MESSAGE: Final = "The one whose own message and conditions say so."
BY_REMARK: Final = "By the remark above it, which says so."
_WITHOUT: Final = regex(r"(?i) for (?:an? |the )?(\w{2,30}) (?:without|with no) (?:an? |any )?(\w{2,30})$")
_NAMED: Final = regex(
    r" (?:for|with|on|given) `?((?:\w{1,60}(?:::|\.)){0,3}[A-Z][A-Z0-9_]{2,80}|(?:\w{1,60}::){1,3}\w{1,60})`?$"
)
_FOR: Final = regex(r"(?i) for (?:an? |the )?(\w{3,20}) (\w{3,20})$")  # `return for a cached query`
_UNWEIGHED: Final = regex(r" ?I do not weigh (?:all of )?`[^`]{0,120}`\.")
SETTLED: Final = (
    "does_if",
    "breaks",
    "breaks_if",
    "tests_for",
)  # which weighs it itself, or of which it is no condition: `if I change A`
_ASKS: Final = regex(r"(?i)(?:does|do|can|is|are|will|would)\b")
_DENIES: Final = regex(r"(?i)(?:no|not)\b")


def _first(line: Cited, answer: str) -> Cited:
    return line._replace(text=f"{answer}{line.text.removeprefix('Yes: ')}") if answer else line


def _with(line: Cited, place: tuple[str, tuple[AskedCondition, ...]] | None) -> Cited:
    return (
        line
        if place is None or any(word in line.text for word in (", when `", ", unless `"))
        else line._replace(text=f"{line.text}{told(place[1])}")
    )
