"""A question about one function that is no form: the function's own steps that hold the words of the question, each with what decides over it.

No answer is claimed: the note says that the function is all that is understood.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ...agents.said import Said
from ...llm.english import GLUE, NEUTRAL
from ...llm.stems import kinds_of, stem
from ...model import action
from ...model.pattern import regex
from ...model.product import is_aside
from ..conditions import told, under
from ..contract import Failed
from ..own import line_at
from .bystep import ASKED
from .here import MEANT, Found, Here, at, functions, label, meant
from .sought import Word, sought
from .tokens import WORDS, Token, whole

LONGEST: Final = 110
MOST: Final = 5
SHORTEST: Final = 4  # letters of a word that counts within a longer one: `heapinsert`
LEAST: Final = 0.4  # of the weight of all words


def inside(here: Here, question: str) -> Found | None:
    """None where no function is named, more than one is, or none of its steps holds the words."""
    named = [token for token in whole(question) if _means(here, token)]
    if len({token.raw for token in named}) != 1:
        return None
    ids = functions(here, named[0])
    words = [word for word in sought(question) if word.given != named[0].raw and word.given.lower() not in GLUE]
    if isinstance(ids, Failed) or not words:
        return None
    verb = _verb(question, named[0])
    kept = [id_ for id_ in ids if not is_aside(here.project.functions[id_].path)] or ids
    rows = [row for id_ in kept for row in _rows(here, id_, words, verb)]
    best = max((score for score, _, _ in rows), default=0.0)
    if best < 1.0 or best < LEAST * sum(word.weight for word in words):
        return None
    said = [_told(here, id_, each) for score, id_, each in rows if score == best]
    heads = [
        at(here.project, id_, f"{label(here.project, id_)}: {here.project.sentence(id_)}")
        for id_ in kept
        if any(one == id_ and score == best for score, one, _ in rows)
    ]
    asked = " and ".join(f"`{word}`" for word in _given(question, named[0]))
    note = f"I understand no more than that this is about {named[0].raw[:80]}; its steps that hold most of {asked}."
    return Found((*dict.fromkeys(said[:MOST]), *heads), tuple(kept), note)


def _means(here: Here, token: Token) -> bool:
    """Whether a word is the name of few functions: one of plain letters only where it is no word of English that is known."""
    plain = not token.code and (
        not token.raw.isidentifier()
        or token.word in WORDS.values()
        or token.raw.lower() in NEUTRAL
        or kinds_of(token.raw)
    )
    return not plain and len(token.raw) > SHORTEST and 0 < len(meant(here, token)) <= MEANT


def _given(question: str, name: Token) -> list[str]:
    return [word.given for word in sought(question) if word.given != name.raw and word.given.lower() not in GLUE][:4]


def _verb(question: str, name: Token) -> str:
    """Of a yes or no, what is asked whether it is done: a step has to say so. Else ""."""
    found = whole(question)
    if found[0].word not in ("do", "can", "is") or name not in found:
        return ""
    behind = [token.raw.lower() for token in found[found.index(name) + 1 :] if token.word not in ADVERBS]
    return stem(behind[0]) if behind else ""


ADVERBS: Final = frozenset(["always", "ever", "only", "also", "not", "never", "really", "still", "sometimes"])


def _rows(here: Here, id_: str, words: list[Word], verb: str) -> Iterator[tuple[float, str, action.SemanticAction]]:
    for each in sorted(here.project.actions(id_), key=lambda found: found.start):
        text = f"{each.effect} {each.text}".lower()
        if each.type not in action.ELIDED and each.text.strip() and (not verb or _says(text, verb)):
            yield sum(word.weight for word in words if _held(word, text)), id_, each


def _says(text: str, verb: str) -> bool:
    """Whether a step does so by its words; what asks, by its place or its name, does nothing: `ready_to_run`."""
    return not text.startswith(tuple(one.lower() for one in ASKED)) and verb in _QUESTION.sub("", text)


_QUESTION: Final = regex(r"(?<![a-z_])(?:is|has|can|may|should|needs|must|ready|will|was)_\w{1,60}")


def _held(word: Word, text: str) -> bool:
    plain = stem(word.given.lower())
    return (len(plain) >= SHORTEST and plain in text) or any(form.pattern.search(text.encode()) for form in word.forms)


def _told(here: Here, id_: str, each: action.SemanticAction) -> Said:
    code = " ".join(each.text.split())
    short = code if len(code) <= LONGEST else f"{code[:LONGEST]}…"
    said = f"in {label(here.project, id_)}: `{short.rstrip(';')}`{told(under(here.project, id_, each.start))}"
    return at(here.project, id_, said, line_at(here.project, id_, each.start))
