"""What a question says behind `if` or `when`, held against what decides over a place: it is so there, not so, or that cannot be told.

The conditions are read as those of a model's sentence are (`llm/claims`): by the words that both have, what their names were set to, what is told where they are so.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from ...agents.evidence import of_function, summary_of
from ...llm.claims.agreeing import agrees, near, subject
from ...llm.claims.answering import about, answered
from ...llm.claims.asked import asked
from ...llm.claims.doing import stands
from ...llm.claims.under import clauses_of
from ...llm.clauses import ClauseWord
from ...llm.deeds import Under
from ...llm.parts import Facts, facts_of
from ...llm.segments import WHEN, Segment, cut
from ...llm.stems import PRESENT_STEMS, kinds_of, stem, stems
from ...model.pattern import regex
from ...words.names import lower
from ..conditions import AskedCondition
from .here import Here
from .sizes import decided, sized

OPENED: Final = regex(r"(?i)(?:^|\s)(if|when|whenever|unless|once) (?P<clause>.{3,200})$")
SLIGHT: Final = 0.05
LEAST: Final = 0.51  # of what a clause names; what has less, or has it only written around it, is about something else


_WHICH: Final = regex(
    r" (\w{1,40}) (?:that|which) ((?:is|was|are|were|has|have) .{2,120})$"
)  # `run a task that was revoked`


Place = tuple[str, tuple[AskedCondition, ...]]


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

    def holds(self, id_: str, conditions: Sequence[AskedCondition]) -> bool | None:
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
        if _HAS_NONE.search(self.clause) and not self._asks_presence(code):
            return False  # that it is something says not that it is not there
        if _FULL.search(self.clause) and _BOUND.search(code):
            return False  # which side is the bound is not told
        return not _COMPARES.search(code) or _ALIKE.search(self.clause) is not None

    def _asks_presence(self, code: str) -> bool:
        """Not of what compares it with another value, nor of a call that is only given it and asks for something else."""
        if _OR.search(code) or _AND.search(code):
            return True  # which of them, its parts say
        called = _CALLED_ALONE.fullmatch(code)
        own = {stem(word) for word in lower(called[1])} if called else set[str]()
        said = {stem(word) for word in _NAME.findall(self.clause)}
        plain = called is None or own & _PRESENCE or own & said
        return bool(plain) and asked(Under(code, code, True)).kind not in ("equal", "value")

    def _by_one_of(
        self, clause: Sequence[ClauseWord], turned: bool, conditions: Sequence[AskedCondition], facts: Facts
    ) -> bool | None:
        """Where `a or b` leads there, `a` alone does."""
        unders = [Under(one.said, one.said, one.holds) for one in map(_straight, alternatives(conditions)) if self._can_say(one.said)]  # fmt: skip
        return True if any(self._one(clause, turned, [one], facts) for one in unders) else None

    def _one(self, clause: Sequence[ClauseWord], turned: bool, unders: Sequence[Under], facts: Facts) -> bool | None:
        """By the condition that has most of the words, of all in the function: where this one does not decide, it cannot be told."""
        every = {one: _close(clause, one, facts) for one in (*facts.conditions.values(), *unders) if self._can_say(one.code)}  # fmt: skip
        best = max(every.values(), default=0.0)
        close = _by_own_words(clause, every)
        said = {stem(word.text) for word in clause}
        other = [form for words, form in _OTHERS if said & words]
        nearest = [one for one in unders if close.get(one, 0.0) >= max(best - SLIGHT, LEAST) and not any(form.search(one.code) for form in other)]  # fmt: skip
        plainly = {agrees(clause, one, facts, turned) for one in nearest}
        return None if {True, False} <= plainly else answered(clause, turned, nearest, facts)[0]


def asserted(here: Here, id_: str, one: AskedCondition) -> bool:
    """Whether it is only asserted: what stands behind that is not what is done where it is so."""
    where = here.project.functions[id_].facts
    text = here.project.sources(here.project.functions[id_].path)[where.start : where.end].decode("utf-8", "replace")
    said = r"\s{0,9}".join(map(re.escape, one.said.split()))
    return "ssert" in text and re.search(rf"(?i)\b\w{{0,20}}assert\w{{0,20}}\s?\(\s{{0,9}}{said}", text) is not None


def operands(conditions: Sequence[AskedCondition]) -> list[AskedCondition]:
    """Of `a and b` that holds both hold, of `a or b` that does not neither; of what is joined otherwise neither is known."""
    made = list[AskedCondition]()
    for one in map(_plain, conditions):
        joint, other = (_AND, _OR) if one.holds else (_OR, _AND)
        if not other.search(one.said) and not _grouped(one.said):
            made += [one._replace(said=part.strip()) for part in joint.split(one.said)]
    return made


_HAS_NONE: Final = regex(r"(?i)\b(?:(?:has|have|had) no|lacks?|missing|absent)\b")
_PRESENCE: Final = frozenset(map(stem, ("is", "has", "have", "contains", "exists", "find", "get", "includes", "count"))) | PRESENT_STEMS  # fmt: skip
_CALLED_ALONE: Final = regex(
    r"!?\s?(?:not )?(?:[\w.>:-]{0,80}(?:\.|->|::))?(\w{1,80})\(.{1,300}\)(?: ?(?:< ?0|== ?-1|!= ?0))?"
)
_FULL: Final = regex(r"(?i)\b(?:full|short|too small|too few|too large|too big|exhausted)$")
_BOUND: Final = regex(r"[<>]=?(?![<>])")
_NO_LABELS: Final = ("not", "None", "True", "False")
_ALIKE: Final = regex(r"(?i)\b(?:equals?|same|match\w{0,4}|differ\w{0,4}|identical|is (?:\d|[\"'`]|(?-i:[A-Z])))")
_COMPARES: Final = regex(r"^!?\s?\w{0,20}cmp\w{0,9}\(")


def _plain(one: AskedCondition) -> AskedCondition:
    """`false == done` that holds is `done` that does not."""
    found = _TRUTH.fullmatch(one.said)
    if found is None:
        return one
    so = (found["before"] or found["behind"]).lower() == "true"
    return one._replace(said=found["name"] or found["named"], holds=one.holds is so)


_TRUTH: Final = regex(
    r"(?P<before>(?i:true|false)) ?== ?(?P<name>[\w.>()\[\]:-]{1,120})|(?P<named>[\w.>()\[\]:-]{1,120}) ?== ?(?P<behind>(?i:true|false))"
)


def alternatives(conditions: Sequence[AskedCondition]) -> list[AskedCondition]:
    """What each alone lets in: of `a or b` that holds both, of `a and b` that does not what each is not."""
    made = list[AskedCondition]()
    for one in conditions:
        joint, other = (_OR, _AND) if one.holds else (_AND, _OR)
        if joint.search(one.said) and not other.search(one.said) and not _grouped(one.said):
            made += [one._replace(said=part.strip()) for part in joint.split(one.said)]
    return made


_OTHERS: Final = (  # words of a clause, and what says something else of the same names: what it is, not that it is there; that it is set, not how large it is
    (frozenset(map(stem, ("exist", "missing", "absent", "present"))), regex(r"(?i)(?:(?:start|end)s?_?with|match|cmp|compare|equal)\w{0,20}\(")),
    (frozenset(map(stem, ("beyond", "exceed", "above", "over", "larger", "greater", "longer"))), regex(r"(?:>|!=)\s?(?:0|NULL|nullptr)$")),
)  # fmt: skip
_AND: Final = regex(r" and |&&")
_OR: Final = regex(r" or |\|\|")
_JOINT: Final = regex(r"[()]| and | or |&&|\|\|")


def _straight(one: AskedCondition) -> AskedCondition:
    """`not ready` that does not hold is `ready`."""
    found = _NOT.fullmatch(one.said)
    return one._replace(said=found[1], holds=not one.holds) if found else one


_NOT: Final = regex(r"(?:not |!\s?)([\w.>()\[\]:-]{1,120})")


def _grouped(said: str) -> bool:
    """Whether something is joined within brackets."""
    depth = 0
    for found in _JOINT.findall(said):
        depth += (found == "(") - (found == ")")
        if depth > 0 and found not in "()":
            return True
    return False


def _by_own_words(clause: Sequence[ClauseWord], close: Mapping[Under, float]) -> Mapping[Under, float]:
    """What the function is named for every condition in it is about: where one names what is asked itself, those that do."""
    wanted = subject(clause)
    own = {one: much for one, much in close.items() if wanted & near(one)}
    return own or close


def _close(clause: Sequence[ClauseWord], one: Under, facts: Facts) -> float:
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


_NAME_ALONE: Final = regex(r"[!() ]|[!=]= ?(?:NULL|nullptr)")
_FLAG: Final = regex(r"[!( ]{0,4}(?:not )?[\w.>-]{1,120}\)?")


_CALLED: Final = regex(r"(\w{1,80})\(")
_NAME: Final = regex(r"[A-Za-z_]\w{1,80}")


def _clause(rest: str) -> Segment | None:
    rest = _WHICH.sub(r" if \1 \2", rest)
    found = OPENED.search(rest)
    made = cut(f"Does so {found[1]} {found['clause']}.") if found else []
    return next((one for one in made if one.role == WHEN), None)
