"""What is near a question about one function that is no form: the function's own steps that hold most of its words. None of it is an answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ...agents.said import Cited
from ...llm.english import GLUE, NEUTRAL
from ...llm.stems import kinds_of, stem
from ...model import action
from ...model.pattern import regex
from ...model.product import is_aside
from ..codes import Failed
from ..own import line_at
from .bystep import ASKED
from .here import MEANT, Here, at, functions, meant
from .question.sought import SoughtWord, sought
from .question.tokens import WORDS, QuestionToken, whole

LONGEST: Final = 80
SHORTEST: Final = 4  # letters of a word that counts within a longer one: `heapinsert`
LEAST: Final = 0.4  # of the weight of all words


def inside(here: Here, question: str) -> tuple[Cited, ...]:
    """Empty where no function is named, more than one is, or none of its steps holds the words."""
    named = [token for token in whole(question) if means_few(here, token)]
    if len({token.raw for token in named}) != 1:
        return ()
    ids = functions(here, named[0])
    words = [word for word in sought(question) if word.given != named[0].raw and word.given.lower() not in GLUE]
    if isinstance(ids, Failed) or not words:
        return ()
    verb = _verb(question, named[0])
    kept = [id_ for id_ in ids if not is_aside(here.project.functions[id_].path)] or ids
    rows = [row for id_ in kept for row in _rows(here, id_, words, verb)]
    best = max((score for score, _, _ in rows), default=0.0)
    if best < 1.0 or best < LEAST * sum(word.weight for word in words):
        return ()
    return tuple(dict.fromkeys(_told(here, id_, each) for score, id_, each in rows if score == best))


def means_few(here: Here, token: QuestionToken) -> bool:
    """Whether a word is the name of few functions: one of plain letters only where it is no word of English that is known."""
    plain = not token.code and (
        not token.raw.isidentifier()
        or token.word in WORDS.values()
        or token.raw.lower() in NEUTRAL
        or kinds_of(token.raw)
    )
    return not plain and len(token.raw) > SHORTEST and 0 < len(meant(here, token)) <= MEANT


def _verb(question: str, name: QuestionToken) -> str:
    """Of a yes or no, what is asked whether it is done: a step has to say so. Else ""."""
    found = whole(question)
    if found[0].word not in ("do", "can", "is") or name not in found:
        return ""
    behind = [token.raw.lower() for token in found[found.index(name) + 1 :] if token.word not in ADVERBS]
    return stem(behind[0]) if behind else ""


ADVERBS: Final = frozenset(["always", "ever", "only", "also", "not", "never", "really", "still", "sometimes"])


def _rows(
    here: Here, id_: str, words: list[SoughtWord], verb: str
) -> Iterator[tuple[float, str, action.SemanticAction]]:
    for each in sorted(here.project.actions(id_), key=lambda found: found.start):
        text = f"{each.effect} {each.text}".lower()
        if each.type not in action.ELIDED and each.text.strip() and (not verb or _says(text, verb)):
            yield sum(word.weight for word in words if _held(word, text)), id_, each


def _says(text: str, verb: str) -> bool:
    """Whether a step does so by its words; what asks, by its place or its name, does nothing: `ready_to_run`."""
    return not text.startswith(tuple(one.lower() for one in ASKED)) and verb in _QUESTION.sub("", text)


_QUESTION: Final = regex(r"(?<![a-z_])(?:is|has|can|may|should|needs|must|ready|will|was)_\w{1,60}")


def _held(word: SoughtWord, text: str) -> bool:
    plain = stem(word.given.lower())
    return (len(plain) >= SHORTEST and plain in text) or any(form.pattern.search(text.encode()) for form in word.forms)


def _told(here: Here, id_: str, each: action.SemanticAction) -> Cited:
    code = " ".join(each.text.split())
    short = code if len(code) <= LONGEST else f"{code[:LONGEST]}…"
    return at(here.project, id_, f"`{short.rstrip(';')}`", line_at(here.project, id_, each.start))
