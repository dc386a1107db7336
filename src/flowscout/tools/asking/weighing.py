"""What a question says behind `if` or `when`, held against what decides over a place: it is so there, not so, or that cannot be told.

The conditions are read as those of a model's sentence are (`llm/claims`): by the words that both have, what their names were set to, what is told where they are so.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ...agents.evidence import of_function, summary_of
from ...agents.said import Said
from ...llm.claims.agreeing import agrees
from ...llm.claims.answering import about, answered
from ...llm.claims.doing import stands
from ...llm.claims.under import clauses_of
from ...llm.clauses import Word
from ...llm.deeds import Under
from ...llm.parts import Facts, facts_of
from ...llm.segments import WHEN, Segment, cut
from ...llm.stems import kinds_of, stem, stems
from ...model.action import EXIT
from ...model.pattern import regex
from ...pipeline import Project
from ...words.names import lower
from ..conditions import Condition, joined, told, under
from ..own import line_at
from .asked import Asked
from .here import Found, Here
from .messages import by_message
from .sizes import decided, sized
from .sought import LITTLE, sought

OPENED: Final = re.compile(r"(?i)(?:^|\s)(if|when|whenever|unless|once) (?P<clause>.{3,200})$")
SLIGHT: Final = 0.05
LEAST: Final = 0.51  # of what a clause names; what has less, or has it only written around it, is about something else


_WHICH: Final = re.compile(
    r" (\w{1,40}) (?:that|which) ((?:is|was|are|were|has|have) .{2,120})$"
)  # `run a task that was revoked`


Place = tuple[str, tuple[Condition, ...]]


class Weighing:
    """A clause, and the facts of the functions that it is held against."""

    def __init__(self, here: Here, rest: str) -> None:
        self.here, self._facts = here, dict[str, Facts]()
        self.segment = _clause(rest)
        self.clause = opened["clause"] if (opened := OPENED.search(rest)) else ""

    def facts(self, id_: str) -> Facts:
        if id_ not in self._facts:
            project = self.here.project
            self._facts[id_] = facts_of(of_function(project, id_, summary_of(project, id_), ()))
        return self._facts[id_]

    def holds(self, id_: str, conditions: Sequence[Condition]) -> bool | None:
        if self.segment is None:
            return None
        if by_size := sized(self.clause, operands(conditions)):
            return decided(by_size)
        facts, conditions = self.facts(id_), [one for one in conditions if self._can_say(one.said)]
        known = {one.code: one for one in facts.conditions.values()}
        unders = [
            known.get(one.said, Under(one.said, one.said, one.holds))._replace(holds=one.holds)
            for one in operands(conditions)
            if not one.loop
        ]
        turned = self.segment.opener == "unless"
        clauses = clauses_of(self.segment)
        unders = [one for one in unders if not self._only_there(id_, one) and self._can_say(one.code)]
        parts = [self._one(clause, turned, unders, facts) for clause in clauses]
        parts = [self._by_one_of(clause, turned, conditions, facts) if answer is None else answer for clause, answer in zip(clauses, parts, strict=True)]  # fmt: skip
        return False if False in parts else True if parts and all(parts) else None

    def _only_there(self, id_: str, one: Under) -> bool:
        """Of what is empty: whether it is only asked that a pointer leads somewhere."""
        if self.clause.split()[-1:] != ["empty"]:
            return False
        pointers = {param.name for param in self.here.project.functions[id_].facts.params if "*" in param.type + param.name}  # fmt: skip
        return _NAME_ALONE.sub("", one.code) in {name.strip("*& ") for name in pointers}

    def _can_say(self, code: str) -> bool:
        """That two texts are alike says of neither whether it is there; that it is one of several, only where one of these is named."""
        labels = re.split(r" or |, ", code.partition(" is ")[2])
        several = len(labels) > 1 and labels[0].split(" ")[0] not in _NO_LABELS
        if several and not any(one in self.clause for one in labels):
            return False
        if _FULL.search(self.clause) and _BOUND.search(code):
            return False  # which side is the bound is not told
        return not _COMPARES.search(code) or _ALIKE.search(self.clause) is not None

    def _by_one_of(
        self, clause: Sequence[Word], turned: bool, conditions: Sequence[Condition], facts: Facts
    ) -> bool | None:
        """Where `a or b` leads there, `a` alone does."""
        unders = [Under(one.said, one.said, one.holds) for one in alternatives(conditions) if self._can_say(one.said)]
        return True if any(self._one(clause, turned, [one], facts) for one in unders) else None

    def _one(self, clause: Sequence[Word], turned: bool, unders: Sequence[Under], facts: Facts) -> bool | None:
        """By the condition that has most of the words, of all in the function: where this one does not decide, it cannot be told."""
        close = {one: _close(clause, one, facts) for one in (*facts.conditions.values(), *unders)}
        best = max(close.values(), default=0.0)
        said = {stem(word.text) for word in clause}
        other = [form for words, form in _OTHERS if said & words]
        nearest = [one for one in unders if close[one] >= max(best - SLIGHT, LEAST) and not any(form.search(one.code) for form in other)]  # fmt: skip
        plainly = {agrees(clause, one, facts, turned) for one in nearest}
        return None if {True, False} <= plainly else answered(clause, turned, nearest, facts)[0]


def operands(conditions: Sequence[Condition]) -> list[Condition]:
    """Of `a and b` that holds both hold, of `a or b` that does not neither; of what is joined otherwise neither is known."""
    made = list[Condition]()
    for one in map(_plain, conditions):
        joint, other = (_AND, _OR) if one.holds else (_OR, _AND)
        if not other.search(one.said) and not _grouped(one.said):
            made += [one._replace(said=part.strip()) for part in joint.split(one.said)]
    return made


_FULL: Final = regex(r"(?i)\b(?:full|short|too small|too few|too large|too big|exhausted)$")
_BOUND: Final = regex(r"[<>]=?(?![<>])")
_NO_LABELS: Final = ("not", "None", "True", "False")
_ALIKE: Final = regex(r"(?i)\b(?:equals?|same|match\w{0,4}|differ\w{0,4}|identical|is (?:\d|[\"'`]|(?-i:[A-Z])))")
_COMPARES: Final = regex(r"^!?\s?\w{0,20}cmp\w{0,9}\(")


def _plain(one: Condition) -> Condition:
    """`false == done` that holds is `done` that does not."""
    found = _TRUTH.fullmatch(one.said)
    if found is None:
        return one
    so = (found["before"] or found["behind"]).lower() == "true"
    return one._replace(said=found["name"] or found["named"], holds=one.holds is so)


_TRUTH: Final = regex(
    r"(?P<before>(?i:true|false)) ?== ?(?P<name>[\w.>()\[\]:-]{1,120})|(?P<named>[\w.>()\[\]:-]{1,120}) ?== ?(?P<behind>(?i:true|false))"
)


def alternatives(conditions: Sequence[Condition]) -> list[Condition]:
    """What each alone lets in: of `a or b` that holds both."""
    made = list[Condition]()
    for one in conditions:
        if one.holds and _OR.search(one.said) and not _AND.search(one.said) and not _grouped(one.said):
            made += [one._replace(said=part.strip()) for part in _OR.split(one.said)]
    return made


_OTHERS: Final = (  # words of a clause, and what says something else of the same names: what it is, not that it is there; that it is set, not how large it is
    (frozenset(map(stem, ("exist", "missing", "absent", "present"))), re.compile(r"(?i)(?:(?:start|end)s?_?with|match|cmp|compare|equal)\w{0,20}\(")),
    (frozenset(map(stem, ("beyond", "exceed", "above", "over", "larger", "greater", "longer"))), re.compile(r"(?:>|!=)\s?(?:0|NULL|nullptr)$")),
)  # fmt: skip
_AND: Final = re.compile(r" and |&&")
_OR: Final = re.compile(r" or |\|\|")
_JOINT: Final = re.compile(r"[()]| and | or |&&|\|\|")


def _grouped(said: str) -> bool:
    """Whether something is joined within brackets."""
    depth = 0
    for found in _JOINT.findall(said):
        depth += (found == "(") - (found == ")")
        if depth > 0 and found not in "()":
            return True
    return False


def _close(clause: Sequence[Word], one: Under, facts: Facts) -> float:
    """A call that is named counts for the condition that asks of it, or of what it gave: of several the shortest."""
    calls = [
        found[0] for word in clause if (found := _NAME.match(word.text)) and (word.kind == "code" or "_" in word.text)
    ]
    direct = any(stands(name, one.code) for name in calls)
    given = any(re.search(rf"(?<!\w){re.escape(name)}\(", one.also) for name in calls)
    alone = direct and bool(_FLAG.fullmatch(one.code))
    named = frozenset(s for word in clause for s in stems(word.text))
    own = stems(one.code) if _FLAG.fullmatch(one.code) else frozenset[str]()
    other = len(own) > 3 and 2 * len(own & named) < len(own)  # `a part is found` of `multi_parts_asked`
    verbs = {stem(word) for name in _CALLED.findall(one.code) for word in lower(name)}
    direct = direct or any(
        stem(word.text) in verbs and kinds_of(word.small) for word in clause
    )  # `cannot be loaded` of `load(…) == NULL`
    return (
        about(clause, one, facts)
        + (0.3 if direct else 0.3 - len(one.code) / 100 if given else 0.0)
        - 0.6 * other
        + 0.2 * alone
    )


_NAME_ALONE: Final = re.compile(r"[!() ]|[!=]= ?(?:NULL|nullptr)")
_FLAG: Final = re.compile(r"[!( ]{0,4}(?:not )?[\w.>-]{1,120}\)?")


_CALLED: Final = re.compile(r"(\w{1,80})\(")
_NAME: Final = re.compile(r"[A-Za-z_]\w{1,80}")


def _clause(rest: str) -> Segment | None:
    rest = _WHICH.sub(r" if \1 \2", rest)
    found = OPENED.search(rest)
    made = cut(f"Does so {found[1]} {found['clause']}.") if found else []
    return next((one for one in made if one.role == WHEN), None)


def within(project: Project, line: Said) -> tuple[str, tuple[Condition, ...]] | None:
    """The function that a line of an answer cites, and what decides over the last that is done in that line."""
    inside = [
        id_
        for id_ in project.ids.get(line.path, ())
        if (facts := project.functions[id_].facts).kind != "module" and facts.line <= line.line <= facts.end_line
    ]
    if not inside:
        return None
    id_ = max(inside, key=lambda id_: project.functions[id_].facts.line)
    starts = [one.start for one in project.actions(id_) if line_at(project, id_, one.start) == line.line]
    return (id_, under(project, id_, max(starts))) if starts else None


def weighed(here: Here, asked: Asked, found: Found, question: str) -> Found:
    """Those lines of an answer of which the condition of the question is so; of a yes or no, no where it is so of none."""
    asks, plain = bool(_ASKS.match(question.strip())), question.strip().rstrip("?!. ")
    weighing = Weighing(here, (plain if asks else _FOR.sub(r" if the \2 is \1", plain)).partition(" ")[2])
    if weighing.segment is None or asked.kind in SETTLED or not found.said or _DENIES.match(found.said[0].text):
        return found
    if named := _by_value(weighing.clause, found.said):
        return found._replace(said=named, note=BY_VALUE, total=len(named), weighed=True)
    placed = [(line, within(here.project, line)) for line in found.said]
    rows = [(line, place, weighing.holds(*place) if place else None) for line, place in placed]
    good = [_with(line, place) for line, place, answer in rows if answer]
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
    if asks and all(answer is False for _, _, answer in rows):
        other = [_with(line, place) for line, place, _ in rows]
        return found._replace(said=(_first(other[0], "No, not then: "), *other[1:]), weighed=True)
    return (_apart(here, weighing, rows) if asks else None) or found


def _by_value(clause: str, said: Sequence[Said]) -> tuple[Said, ...]:
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


def _apart(here: Here, weighing: Weighing, rows: Sequence[tuple[Said, Place | None, bool | None]]) -> Found | None:
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
    said = [Said(f"{name} then: {one.effect}{told(under(here.project, id_, one.start))}", rows[0][0].path, line_at(here.project, id_, one.start)) for one in so]  # fmt: skip
    note = "By its own steps; what the functions that it calls do themselves is not counted."
    return Found((_first(said[0], "No, not then: "), *said[1:]), (id_,), note, weighed=True)


BY_VALUE: Final = "Those of which the value says so by its name."
BY_MESSAGE: Final = "The one whose own message and conditions say so."
_FOR: Final = re.compile(r"(?i) for (?:an? |the )?(\w{3,20}) (\w{3,20})$")  # `return for a cached query`
_UNWEIGHED: Final = re.compile(r" ?I do not weigh (?:all of )?`[^`]{0,120}`\.")
SETTLED: Final = ("does_if",)  # which weighs it itself
_ASKS: Final = re.compile(r"(?i)(?:does|do|can|is|are|will|would)\b")
_DENIES: Final = re.compile(r"(?i)(?:no|not)\b")


def _first(line: Said, answer: str) -> Said:
    return line._replace(text=f"{answer}{line.text.removeprefix('Yes: ')}") if answer else line


def _with(line: Said, place: tuple[str, tuple[Condition, ...]] | None) -> Said:
    return (
        line
        if place is None or any(word in line.text for word in (", when `", ", unless `"))
        else line._replace(text=f"{line.text}{told(place[1])}")
    )
