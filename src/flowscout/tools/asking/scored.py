"""Steps of the code that say what a question in concepts asks, each with how much of it is said and where.

A step says something by its own code and effect; by the conditions that decide over it and the comment above it; by the name of its function,
of its type and file, and by the function's description. The more distant counts less. First by text alone, then, of the few that can be meant, by conditions.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from ...llm.claims.thesaurus import alike
from ...llm.english import NEUTRAL
from ...llm.stems import stem, stems
from ...model import action
from ...model.action import SemanticAction
from ...model.pattern import regex
from ...words.names import lower
from ..conditions import AskedCondition, under
from ..own import last_part, line_at
from .everywhere import ON_DISK
from .here import Here
from .nearest import Held, hits
from .question.inquiry import THEN, Inquiry
from .question.sought import LITTLE, SoughtWord, form, sought
from .verbs import COUNTED, KIND, LOOSE, REMARK, TEXT, same_as, surely

STEP, UNDER, HEAD = 1.0, 0.9, 0.75  # what a word counts, by where it is found
BESIDE: Final = 0.6  # what a word of what it is done to counts that only a condition says
NAMED, SURELY = 0.7, 0.9  # what a word of the condition counts that the function is named for, and from when it is
SPLIT: Final = 0.9  # what a word counts that is run together with another: `closecb`
NEAR: Final = 0.5
JUST: Final = 2  # lines above, where a comment on it stands
AROUND: Final = 8  # lines before a step in which its conditions mostly stand
MOST: Final = 24  # functions that are read
LACKING: Final = 6  # of these, such that lack a word of the question
FEW: Final = 8  # steps of one whose conditions are read
WORTH: Final = 0.55  # of what is asked, by text alone
_ASKS: Final = ("test", "switch", "each", "variant", "catch")


_NOTED: Final = frozenset().union(
    *(alike(stem(one)) for one in ("increment", "decrement", "set", "delete", "raise", "return", "clear"))
)


_DENYING: Final = frozenset(("cannot", "unable", "without"))  # which is weighed, not looked for
_TALKS: Final = regex(r"[\"']\w{2}")
_LITTLE: Final = (NEUTRAL | {"old", "new"}) - {
    "default"
}  # what code seldom says; what is so by default is so under no option


class DeedWanted(NamedTuple):
    """The words of a question: of what it is done to, of what it is done under, and the verb, in this order."""

    thing: tuple[SoughtWord, ...]
    clause: tuple[SoughtWord, ...]
    verb: str
    weights: tuple[float, ...] = ()

    @property
    def words(self) -> tuple[SoughtWord, ...]:
        return (*self.thing, *self.clause)


class ScoredDeed(NamedTuple):
    """whole: of all that is asked for. verb, thing, clause: of these, where they say it, 0 to 1. held: of the clause, what one condition says.
    named: whether every name that is written as names are is said. missed: words of it that stand nowhere in the function, its name or its file's."""

    whole: float
    verb: float
    thing: float
    clause: float
    held: float
    named: bool
    missed: int
    id: str
    step: SemanticAction
    conditions: tuple[AskedCondition, ...]
    line: int


def wanted_of(inquiry: Inquiry) -> DeedWanted:
    verb = stem(inquiry.verb.lower())
    told = _PREDICATE.search(inquiry.clause)
    clause = tuple(
        word._replace(weight=1.0) if told and word.given.lower() == told[1].lower() else _weighed(word)
        for word in sought(inquiry.clause)
        if word.given.lower() not in _DENYING
        and not (told and word.given.lower() == told[1].lower() and stem(told[1].lower()) in _THERE)
    )
    known = {word.given for word in clause} if inquiry.kind == THEN else set[str]()
    last = (_PLACED.split(inquiry.thing)[0].split() or [""])[-1]  # `a rule from the list`: the rule
    into = found[1] if (found := _INTO.search(inquiry.thing)) else ""
    thing = tuple(word if word.given == into else _weighed(word, last) for word in sought(inquiry.thing) if stem(word.given.lower()) != verb and word.given not in known)  # fmt: skip
    clause = tuple(word for word in clause if word.given not in {one.given for one in thing})
    return DeedWanted(thing, clause, inquiry.verb.lower())


_PREDICATE: Final = regex(
    r"(?i)\b(?:is|are|was|were|becomes|gets|runs|has been|have been) (?:already |not |too )?(\w{3,30})$"
)  # `the disk is full`: all hangs on it


_THERE: Final = frozenset(map(stem, ("found", "met", "seen", "detected", "encountered", "hit")))  # that there is one


def _weighed(word: SoughtWord, last: str = "") -> SoughtWord:
    """What forms are made of says something here: a lock, a file. What only describes it, `a running job`, says little."""
    described = last and word.given != last and word.given.lower().endswith("ing")
    little = word.given.lower() in _LITTLE and word.given != last
    return word._replace(weight=LITTLE if described or little else 1.0)


_INTO: Final = regex(
    r" (?:into|onto) (?:(?:the|a|an|its|their) )?(?:[\w-]{2,30} )?(\w{2,30})$"
)  # that says which of all that write
_PLACED: Final = regex(r" (?:from|in|into|to|by|with|on|at|within) ")


def scored(here: Here, wanted: DeedWanted, only: Sequence[str] = ()) -> list[ScoredDeed]:
    """The best first. only: the functions that are read; of all of the product those of which the text says most, where there are none."""
    words = (*wanted.words, *((_verb_word(wanted.verb),) if wanted.verb else ()))
    found = list(hits(here, words, only, aside=False))
    if not found:
        return []
    known = len(here.project.functions)
    many = [sum(number in head or any(number in held for held in lines.values()) for _, head, lines, _ in found) for number in range(len(words))]  # fmt: skip
    weights = [word.weight * math.log(2 + known / (1 + count)) for word, count in zip(words, many, strict=True)]
    wanted = wanted._replace(weights=tuple(weights))
    spared = weights[-1] if wanted.verb and stem(wanted.verb) in _NOTED else 0.0  # what its notation may say
    ranked = sorted(found, key=lambda one: (-_at_most(one[1], one[2], weights), one[0]))[:MOST]
    if not only:  # what lacks a word by its text has it by an abbreviation at most
        lacking = [one for one in ranked if _lacks(one, wanted)][:LACKING]
        ranked = [one for one in ranked if one in lacking or not _lacks(one, wanted)]
    rows = [row for id_, head, lines, _ in ranked if only or _at_most(head, lines, weights) + spared >= WORTH * sum(weights)
            for row in _of(here, id_, head, lines, wanted)]  # fmt: skip
    return sorted(rows, key=lambda row: (-round(row.whole, 2), row.id, row.step.start))


def _lacks(one: Held, wanted: DeedWanted) -> bool:
    _, head, lines, _ = one
    held = {n for there in (head, *lines.values()) for n in there}
    return any(word.weight > LITTLE and n not in held for n, word in enumerate(wanted.words))


def _verb_word(verb: str) -> SoughtWord:
    forms = [form(one, LOOSE if one != stem(verb) else 1.0) for one in sorted(same_as(verb))]
    return SoughtWord(verb, 1.0, tuple(forms))


def _at_most(head: dict[int, float], lines: dict[int, dict[int, float]], weights: Sequence[float]) -> float:
    every = {number: HEAD * much for number, much in head.items()}
    for held in lines.values():
        for number, much in held.items():
            every[number] = max(every.get(number, 0.0), much)
    return sum(weights[number] * much for number, much in every.items())


def _of(here: Here, id_: str, head: dict[int, float], lines: dict[int, dict[int, float]], wanted: DeedWanted) -> Iterator[ScoredDeed]:  # fmt: skip
    project = here.project
    able = []
    for each in sorted(project.actions(id_), key=lambda one: one.start):
        if not (told_then(here, id_, each) if not wanted.verb else _acts(here, id_, each)):
            continue
        line = line_at(project, id_, each.start)
        said = held_by(wanted.words, f"{each.effect} {each.text}"[:TEXT].encode() + _done_to(each))
        near = {number: (NAMED if line - at <= JUST else NEAR) * much for at in range(line - AROUND, line + 1) for number, much in lines.get(at, {}).items()}  # fmt: skip
        able.append((_sum(wanted, said, near, head, surely(wanted.verb, each, id_)), -each.start, each, line, said))
    for _, _, each, line, said in sorted(able, key=lambda one: one[:2], reverse=True)[:FEW]:
        yield _whole(here, id_, head, lines, wanted, each, line, said)


def _done_to(each: SemanticAction) -> bytes:
    """What is deleted beyond the memory of the process by a call of such a name is a file."""
    gone = each.type == action.IRREVERSIBLE and ON_DISK & set(lower(last_part(each.reason.rpartition(":")[2])))
    return b" file" if gone else b""


def told_then(here: Here, id_: str, each: SemanticAction) -> bool:
    """Whether it is something that happens; what is said in a log does, too."""
    return each.type == action.LOGGING or _acts(here, id_, each)


def _acts(here: Here, id_: str, each: SemanticAction) -> bool:
    said = bool(each.text.strip()) and not each.effect.startswith("Define ") and not each.text.startswith("goto ")
    return said and each.type not in action.ELIDED and not _asks(here, id_, each)


def _asks(here: Here, id_: str, each: SemanticAction) -> bool:
    return here.project.cfg(id_).blocks[each.block].ops[each.op].kind in _ASKS


def _sum(
    wanted: DeedWanted, said: dict[int, float], near: dict[int, float], head: dict[int, float], verb: float
) -> float:
    numbers = range(len(wanted.words))
    whole = sum(wanted.weights[n] * max(said.get(n, 0.0), near.get(n, 0.0), HEAD * head.get(n, 0.0)) for n in numbers)
    return whole + (wanted.weights[-1] * verb if wanted.verb else 0.0)


def _whole(
    here: Here, id_: str, head: dict[int, float], lines: dict[int, dict[int, float]], wanted: DeedWanted, each: SemanticAction, line: int, said: dict[int, float],
) -> ScoredDeed:  # fmt: skip
    conditions = under(here.project, id_, each.start)
    each_over = [held_by(wanted.words, one.said.encode()) for one in conditions]
    over = {n: max(held.get(n, 0.0) for held in each_over) for n in {n for held in each_over for n in held}}
    through = {
        n for held, one in zip(each_over, conditions, strict=True) if one.loop for n in held
    }  # it is done to each of these
    told_above = above(here, id_, line, conditions)
    talk = talk_of(here, id_, each)
    verb = max(surely(wanted.verb, each, id_), REMARK * max(_leads(wanted.verb, told_above), _leads(wanted.verb, talk)))
    purpose = _purpose(here, id_, wanted.verb) if verb >= KIND else ""  # what all of it is there for
    verb = max(verb, LOOSE if purpose else 0.0)
    remark = held_by(wanted.words, f"{told_above} {talk} {purpose}"[:TEXT].encode())
    weights, count = wanted.weights, len(wanted.thing)
    called = {
        n: NAMED * (head.get(n, 0.0) > SURELY) for n in range(count, len(wanted.words))
    }  # `schedule_added` runs when one is
    telling = (
        bool(wanted.verb) or each.type == action.LOGGING or _TALKS.search(each.text) is not None
    )  # what it sets or asks for need not be so
    counted = {n: max(called.get(n, 0.0), STEP * said.get(n, 0.0) * telling, UNDER * over.get(n, 0.0), REMARK * remark.get(n, 0.0)) for n in range(len(wanted.words))}  # fmt: skip
    counted |= {
        n: max(said.get(n, 0.0), REMARK * remark.get(n, 0.0), (UNDER if n in through else BESIDE) * over.get(n, 0.0))
        for n in range(count)
    }
    loose = {n: max(counted[n], HEAD * head.get(n, 0.0)) for n in counted}
    behind = range(count, len(wanted.words))
    plain = [word.weight for word in wanted.words]
    clause = _share(counted, plain, behind)
    leading = [said if telling else {}, held_by(wanted.words, told_above.encode())] if conditions else []
    held = max((_share(one, plain, behind) for one in (*each_over, *leading)), default=0.0)
    thing = _share(loose, plain, range(count))
    if wanted.verb and not any(n in said or n in remark for n in range(count)) and _OPERAND.search(each.text):
        thing = 0.0 if count else thing  # it is done to something else
    total = sum(weights)
    whole = (
        (sum(weights[n] * loose[n] for n in loose) + weights[-1] * verb) / total
        if wanted.verb
        else 0.75 * clause + 0.25 * thing
    )
    named = all(loose[n] for n, word in enumerate(wanted.words) if not word.given.islower())
    anywhere = {n for there in (head, *lines.values()) for n in there}
    missed = sum(word.weight > LITTLE and not loose[n] and n not in anywhere for n, word in enumerate(wanted.words))
    if wanted.verb and wanted.clause and not loose[count]:  # what it is said of
        missed += (count in anywhere) is (wanted.clause[0].weight > LITTLE)
    return ScoredDeed(whole, verb, thing, clause, held, named, missed, id_, each, conditions, line)


def _share(held: dict[int, float], weights: Sequence[float], numbers: range) -> float:
    total = sum(weights[n] for n in numbers)
    return sum(weights[n] * held.get(n, 0.0) for n in numbers) / total if total else 1.0


def held_by(words: Sequence[SoughtWord], text: bytes) -> dict[int, float]:
    small = text.lower()
    found: dict[int, float] = {}
    parts: frozenset[str] | None = None
    for number, word in enumerate(words):
        much = max((one.much for one in word.forms if next(one.places(text, small), -1) >= 0), default=0.0)
        if much < SPLIT:
            parts = stems(text.decode("utf-8", "replace")) if parts is None else parts
            much = SPLIT if stem(word.given.lower()) in parts else much
        if much:
            found[number] = much
    return found


def names_of(wanted: DeedWanted, text: str) -> float:
    """How much of the clause a text names, as words of equal weight."""
    held = held_by(wanted.clause, text.encode())
    if all(wanted.clause[n].given.startswith("too ") for n in held):
        return 0.0  # that something is at most a bound says not what
    return sum(held.values()) / len(wanted.clause)


def above(here: Here, id_: str, line: int, conditions: Sequence[AskedCondition]) -> str:
    """The comment above a step, or above the question that alone leads there; and one that stands behind it."""
    rows = _rows(here.project.sources(here.project.functions[id_].path))
    found = [behind[1]] if (behind := _BEHIND.search(rows[line - 1])) else []
    asked = b"".join(conditions[-1].said.encode().split())[:HEADED] if conditions else b""
    for line_above in range(line - 1, max(0, line - AROUND), -1):
        row = rows[line_above - 1].strip()
        if row.startswith(_COMMENT) and not _LATER.search(row):
            found.insert(0, row.strip(b"/*#! \t"))
        elif row and not (asked and asked in b"".join(row.split())):
            break
    return b" ".join(found).decode("utf-8", "replace").strip()


def talk_of(here: Here, id_: str, each: SemanticAction) -> str:
    """What texts say in the same straight run, those of logs mostly: the author's own words for what is done there."""
    straight = [one for one in here.project.actions(id_) if one.block == each.block]
    run = [one for one in straight if _QUOTED.search(one.text) and not _KEPT.match(one.text)]
    beside = [one.text for one in straight] if COUNTED.search(each.text) else []  # what is counted there
    texts = [text.strip("\"'") for one in run for text in _QUOTED.findall(one.text)]
    said = [text for text in texts if " " in text.strip()]
    return ". ".join([*said, *beside])


def _purpose(here: Here, id_: str, verb: str) -> str:
    """The first sentence of a function's description where it says so with its first word: `Remove the temporary directory`."""
    told = " ".join(here.project.functions[id_].facts.doc.split()).partition(". ")[0]
    return told if verb and (found := _WORD.match(told)) and stem(found[0].lower()) in same_as(verb) else ""


_WORD: Final = regex(r"[A-Za-z]{2,30}")


def _leads(verb: str, text: str) -> float:
    """Whether a text says that it is done, by a verb that begins a clause: `shrink on low load`, not what something is for."""
    if not verb or not text:
        return 0.0
    same = same_as(verb)
    return max(
        (1.0 if stem(word) == stem(verb) else LOOSE / REMARK for word in _CLAUSES.findall(text) if stem(word) in same),
        default=0.0,
    )


_OPERAND: Final = regex(r"\w\s?\(\s?[^\s()]")
_KEPT: Final = regex(r"\s{0,8}[\w.]{1,60}\s{0,2}=\s{0,3}[rbfRBF]?[\"']")  # a text that is kept tells nobody
_QUOTED: Final = regex(r"\"[^\"\n]{4,200}\"|'[^'\n]{4,200}'")
_BEHIND: Final = regex(rb"(?://|/\*|\s#)\s?([^\n]{3,200})$")
_CLAUSES: Final = regex(r"(?i)(?:^|[,.;:!–—-]\s{1,3}|\b(?:then|and|we|just|so|now|will|must)\s)([a-z]{2,30})\b")


@lru_cache(maxsize=8)
def _rows(source: bytes) -> list[bytes]:
    return source.split(b"\n")


_LATER: Final = regex(rb"\b(?:FIX[M]E|TO[D]O|X{3}|HACK)\b")  # what is not done yet
_COMMENT: Final = (b"//", b"#", b"*", b"/*")
HEADED: Final = 20  # characters by which a question is known again in its line
