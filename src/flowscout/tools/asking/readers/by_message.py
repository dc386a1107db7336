"""What happens then, by what the code says of it: `what happens when making a hard link fails` is where `Failed to make hardlink` is told.

All that the question says has to stand in one statement, most of it in one sentence of its text, which denies where the question does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from ....agents.said import Cited
from ....llm.stems import ADVERSE_STEMS, stem, stems
from ....model.action import SemanticAction
from ....model.identity import qualified_of
from ....model.pattern import regex
from ....model.product import is_aside
from ...conditions import told, under
from ...own import line_at
from ..failed_step import failed_step
from ..here import Found, Here, at, label
from ..messages import DENIES
from ..question.mishap import mishap
from ..question.sought import LITTLE, SoughtWord, sought, together
from ..question.tokens import one_line
from ..scored import held_by, told_then
from ..verbs import same_as

_ASKS: Final = regex(
    r"(?i)(?:(?:and|so) )?what (?:happens?|is done|goes on|do we do|does it do),? (?:when|if|once|in case) (?P<clause>\S.{5,200})$"
)
_QUOTED: Final = regex(r"\"((?:[^\"\\\n]|\\.){4,240})\"|'((?:[^'\\\n]|\\.){4,240})'")
_SENTENCES: Final = regex(r"(?<=\w)[.;!] {1,3}(?=[A-Z])")
_GLUED: Final = regex(r"[\"']\s{0,60}\n?\s{0,60}[frb]?[\"']")
_MANY: Final = frozenset(("two", "three", "both", "several", "multiple", "more"))
_BY_OTHER: Final = regex(r"(?i) by (?:another|someone|somebody|something|some other|an ?other)\b.{0,60}$")  # whoever
DENIED: Final = 0.95  # what counts that only says `not`
HALF: Final = 0.5
MOST: Final = 2  # places
STEPS: Final = 4  # steps of one
WIDE: Final = 140
TEXT: Final = 2000
NOTE: Final = "By what the code itself tells of it there; where it tells nothing of it is not seen."


class FailureAsked(NamedTuple):
    """verb: of what fails, "" where nothing is said to."""

    clause: str
    verb: str
    thing: str
    words: tuple[SoughtWord, ...]


class MessageSite(NamedTuple):
    much: float
    id: str
    step: SemanticAction


def surely(here: Here, question: str) -> Found | None:
    """Of something that fails: where one sentence of the code says all of it, and no call that fails is known there."""
    found = by_message(here, question, whole=True)
    calls = failed_step(here, question) if found else None
    return None if found and calls and set(calls.about) & set(found.about) else found


def by_message(here: Here, question: str, *, whole: bool = False) -> Found | None:
    """None where nothing that is told says all of it."""
    asked = _asked(question)
    if asked is None or (whole and not (asked.verb and asked.thing)):
        return None
    rows = sorted(
        (row for path in here.project.files for row in _in(here, path, asked)),
        key=lambda row: (-row.much, row.id, row.step.start),
    )
    best = [row for row in rows if row.much == rows[0].much]
    if not best or len(best) > MOST or (whole and best[0].much < DENIED):
        return None
    said = tuple(dict.fromkeys(line for row in best for line in _then(here, row)))
    return Found(said, tuple(dict.fromkeys(row.id for row in best)), NOTE, weighed=True)


def _asked(question: str) -> FailureAsked | None:
    plain = _BY_OTHER.sub("", one_line(question).rstrip("?!. "))
    found, fails = _ASKS.match(plain), mishap(question)
    if found is None or (fails and (fails.name or fails.where)):
        return None
    verb, thing = (fails.verb, fails.thing) if fails and fails.verb else ("", "")
    words = tuple(
        one
        for one in sought(thing if verb else found["clause"])
        if stem(one.given.lower()) not in same_as(verb or "be") and one.given.lower() not in _MANY
    )
    plainly = [one for one in words if one.weight > LITTLE]
    return FailureAsked(found["clause"], verb, thing, words) if plainly and (verb or len(words) > 1) else None


def _in(here: Here, path: str, asked: FailureAsked) -> Iterator[MessageSite]:
    project = here.project
    source = project.sources(path)
    if is_aside(path) or not here.inside(path) or not _all(asked, source):
        return
    for id_ in project.ids.get(path, ()):
        facts = project.functions[id_].facts
        near = f"{qualified_of(id_)} {path.rpartition('/')[2].partition('.')[0]}"
        if facts.kind == "module" or not _all(asked, source[facts.start : facts.end] + near.encode()):
            continue
        inner = [one.start for one in project.files[path].functions if facts.start < one.start < facts.end]
        for each in project.actions(id_):
            if (
                (much := _much(asked, each.text[:TEXT], near))
                and told_then(here, id_, each)
                and not any(each.start <= one - facts.start < each.start + len(each.text) for one in inner)
                and (asked.verb or under(project, id_, each.start))
            ):
                yield MessageSite(much, id_, each)


def _all(asked: FailureAsked, text: bytes) -> bool:
    """Whether a text holds every word that says something, two that are run together too."""
    plain = [one for one in asked.words if one.weight > LITTLE]
    held = held_by(plain, text)
    return len(held) == len(plain) or bool(_run(asked, text))


def _run(asked: FailureAsked, text: bytes) -> bool:
    whole = together(asked.thing or asked.clause)[:1]
    return bool(asked.thing) and any(
        len(one.given.split()) == len(asked.thing.split()) and held_by([one], text) for one in whole
    )


def _much(asked: FailureAsked, text: str, near: str) -> float:
    """How much of it one sentence of the statement's text says; 0 where it says another thing."""
    said = " ".join(one or other for one, other in _QUOTED.findall(_GLUED.sub("", text)))
    if " " not in said.strip() or not _all(asked, f"{text} {near}".encode()):
        return 0.0
    return max((_of_sentence(asked, one, near) for one in _SENTENCES.split(said)), default=0.0)


def _of_sentence(asked: FailureAsked, said: str, near: str) -> float:
    """near: the names around it, of which a word counts half."""
    held, parts = held_by(asked.words, said.encode()), stems(said)
    beside = set(held_by(asked.words, near.encode())) - set(held)
    share = 1.0 if _run(asked, said.encode()) else (len(held) + HALF * len(beside)) / len(asked.words)
    if share <= HALF or not held:
        return 0.0
    if asked.verb:
        if not parts & same_as(asked.verb):
            return 0.0
        return share if parts & ADVERSE_STEMS else DENIED * share if DENIES.search(said) else 0.0
    return share if (DENIES.search(asked.clause) is None) == (DENIES.search(said) is None) else 0.0


def _then(here: Here, row: MessageSite) -> Iterator[Cited]:
    """What is told, and what else is done under the very same conditions."""
    conditions = under(here.project, row.id, row.step.start)
    same = [
        each
        for each in sorted(here.project.actions(row.id), key=lambda one: one.start)
        if each == row.step or (told_then(here, row.id, each) and under(here.project, row.id, each.start) == conditions)
    ]
    first = next(number for number, each in enumerate(same) if each == row.step)
    for each in _kept(same, first):
        code = " ".join(each.text.split())
        short = code if len(code) <= WIDE else f"{code[:WIDE]}…"
        yield at(
            here.project,
            row.id,
            f"{label(here.project, row.id)}: `{short.rstrip(';')}`{told(conditions)}",
            line_at(here.project, row.id, each.start),
        )


def _kept(same: Sequence[SemanticAction], first: int) -> Sequence[SemanticAction]:
    begins = max(0, min(first - 1, len(same) - STEPS))
    return same[begins : begins + STEPS]
