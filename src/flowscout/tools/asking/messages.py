"""An error by what it says of itself: of all that a function raises, the one whose message says what stands behind `when` in the question.

`what does login raise when the password is refused` is `raise LoginError("password refused")`, whatever number is compared above it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final

from ...agents.said import Cited
from ...llm.english import GLUE
from ...llm.stems import ADVERSE_STEMS, stem, stems
from ...model.pattern import regex
from ..conditions import AskedCondition, under
from ..own import line_at
from .here import Here
from .question.sought import sought
from .scored import held_by

Place = tuple[str, tuple[AskedCondition, ...]]
_WORD: Final = regex(r"[A-Za-z_]\w{1,60}")
_TEXT: Final = regex(r"\"[^\"\n]{3,300}\"|'[^'\n]{3,300}'")
MOST: Final = 0.65  # of the words, below which it is another error
SHOWN: Final = 120
DENIES: Final = regex(
    r"(?i)\b(?:not?|never|neither|cannot|without|unable|missing|must|should|required?|expected|fail(?:s|ed)?)\b|n't\b"
)  # a demand that is not met
LEAST: Final = 2  # words that say which
_LITTLE: Final = frozenset(map(stem, ["given", "already", "ever", "invalid", "value", "neither", "something", "anything", "called", "error", "fails", "failed"]))  # fmt: skip


def by_message(
    here: Here,
    clause: str,
    rows: Sequence[tuple[Cited, Place | None]],
    tell: Callable[[Cited, Place | None], Cited],
    *,
    whole: bool = False,
) -> list[Cited]:
    """Nothing where no one error says more of it than all others, or a name that is asked for is in none of its words. whole: by its message alone, which says all."""
    wanted = {stem(word.lower()): word for word in _WORD.findall(clause) if word.lower() not in GLUE}
    adverse = wanted.keys() & ADVERSE_STEMS  # `a bad url`: what is wrong with it the message says
    wanted = {one: word for one, word in wanted.items() if one not in _LITTLE and one not in adverse}
    names = {word for word in wanted.values() if "_" in word or not word.islower()}
    if len(wanted) < (1 if adverse else LEAST):
        return []
    able = [(line, place, made[0], made[1]) for line, place in rows if place and (made := _said(here, line, place))]
    if adverse:  # that something else is asked of it says not that it is bad
        able = [(line, place, message, stems(message)) for line, place, message, _ in able]
    if whole:
        able = [
            (line, place, message, said | stems(message) | _spelt(wanted, message))
            for line, place, message, said in able
        ]
    much = [sum(_holds(said, one, word) for one, word in wanted.items()) / len(wanted) for *_, said in able]
    best = max(much, default=0.0)
    kept = [(line, place, message) for (line, place, message, said), one in zip(able, much, strict=True)
            if one == best and all(_holds(said, stem(name.lower()), name) for name in names)]  # fmt: skip
    if best < MOST or len(kept) != 1 or _denied(clause, adverse) != _denied(kept[0][2], adverse):
        return []
    line, place, message = kept[0]
    if whole and len(held_by(words := sought(clause), message.encode())) < len(words):
        return []
    told = tell(line, place)
    return [told._replace(text=f"{told.text}; it says {message[:SHOWN]}")]


def _denied(text: str, adverse: Collection[str]) -> bool:
    return bool(DENIES.search(text)) or bool(adverse and stems(text) & ADVERSE_STEMS)


def _spelt(wanted: Mapping[str, str], message: str) -> set[str]:
    """Words that stand there in another form: `config` of *configuration*."""
    return {one for one, word in wanted.items() if held_by(sought(word), message.encode())}


def _said(here: Here, line: Cited, place: Place) -> tuple[str, frozenset[str]] | None:
    """An error's own message, and its words with those of what decides over it; None where it says nothing of itself, or another raises it."""
    id_, conditions = place
    if " through " in line.text:
        return None
    at_line = [one for one in here.project.actions(id_) if line_at(here.project, id_, one.start) == line.line]
    message = " ".join(text for one in at_line for text in _TEXT.findall(one.text))
    last = under(here.project, id_, max(one.start for one in at_line))[-1:] if at_line else conditions[-1:]
    words = stems(" ".join((message, *(one.said for one in last))))
    return (message, words) if " " in message else None


def _holds(said: frozenset[str], one: str, word: str) -> bool:
    return one in said or ("_" in word and stems(word) <= said)
