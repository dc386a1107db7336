"""Names and words that are not spelled as the project, or the table of forms, spells them: people type `linenoisebeep` and `whcih`.

Only what would else be refused is read otherwise, only where one reading is left, and the answer says how it was read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final

from ....llm.english import GLUE, NEUTRAL
from ....llm.stems import kinds_of
from ....model.identity import qualified_of
from ....model.pattern import regex
from ....pipeline import Project
from .forms import FORMS
from .tokens import FILLERS, WORDS, QuestionToken

SHORT: Final = 4  # letters; a shorter word is no slip of another
ACRONYM: Final = 5  # letters
PLAIN: Final = 6  # letters of a word that is hardly another one's neighbour
SURE: Final = 6  # letters of a name that may have one slip


def reworded(found: list[QuestionToken]) -> list[QuestionToken]:
    """With each word that no form knows as the one word of the forms that one slip makes it."""
    return [_reworded(token) or token for token in found]


def _reworded(token: QuestionToken) -> QuestionToken | None:
    if token.code or len(token.word) < SHORT or not token.word.isalpha() or token.word in _vocabulary():
        return None
    meant = {_vocabulary()[word] for word in _slips(token.word, other=False) if word in _vocabulary()}
    return QuestionToken(meant.pop(), token.raw, False) if len(meant) == 1 else None


def mistyped(project: Project, question: str) -> tuple[str, dict[str, str]]:
    """The question with each word of plain letters that neither English here nor the project has as the one word of the forms that a slip makes it."""
    made = dict[str, str]()
    for word in dict.fromkeys(_PLAIN.findall(question)):
        if word in _surfaces() or word in NEUTRAL | GLUE or kinds_of(word) or _is_told(project, word):
            continue
        near = sorted(one for one in set(_slips(word, other=False)) & _surfaces() if _is_slip(word, one))
        if near and len({WORDS.get(one, one) for one in near}) == 1:
            made[word] = next((one for one in near if one[-1] == word[-1]), near[0])
    plain = _PLAIN.sub(lambda found: made.get(found[0], found[0]), question)
    return plain, made


def _is_slip(word: str, meant: str) -> bool:
    """Short words of English are a letter from each other, `rise` and `raise`: only a long one, or one that asks, is a slip for sure,
    or letters exchanged."""
    return len(word) >= PLAIN or meant in _ASKING or sorted(word) == sorted(meant)


_PLAIN: Final = regex(r"(?<![\w`'\".:/-])[a-z]{4,20}(?![\w`'\".:/(-])")
_ASKING: Final = frozenset(["happen", "happens", "which", "what", "where", "when", "does", "there", "have", "without", "never", "first", "before", "after"])  # fmt: skip


@lru_cache(maxsize=1)
def _surfaces() -> frozenset[str]:
    """Words that a question is made of, as they are written."""
    return frozenset(word for word in (*_vocabulary(), *WORDS, *_ASKING) if len(word) >= SHORT and word.isalpha())


def _is_told(project: Project, word: str) -> bool:
    """Whether some file has it: it may be a thing of the project."""
    held = re.compile(rb"(?i)(?<![a-z])%s(?![a-z])" % word.encode())
    return any(held.search(project.sources(path)) for path in project.files)


@lru_cache(maxsize=1)
def _vocabulary() -> Mapping[str, str]:
    """Each word that is understood, and the word of its kind."""
    plain = {word.rstrip("?") for _, form in FORMS for part in form.split() for word in part.split("|")} | FILLERS
    return {word: word for word in plain if len(word) >= SHORT} | {
        word: kind for word, kind in WORDS.items() if len(word) >= SHORT
    }


def _slips(word: str, *, other: bool) -> Iterator[str]:
    """Words that one letter more, less, exchanged with its neighbour, or an other one makes; not the last of English words: `wrote` is no `write`."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    for at in range(len(word) + 1):
        before, after = word[:at], word[at:]
        yield from (before + letter + after for letter in letters)
        if after:
            yield before + after[1:]
            yield from (before + letter + after[1:] for letter in letters if other)
        if len(after) > 1:
            yield before + after[1] + after[0] + after[2:]


def respelled(project: Project, raw: str) -> str:
    """The one function or type of another spelling that a name can mean; "" where there is none, or more."""
    name = raw.removesuffix("()").replace("::", ".")
    if raw.isupper() and raw.isalpha() and len(raw) <= ACRONYM:
        return ""  # `JSON` is what is spoken of, not the method `json`
    called, given, _ = name.partition("(")
    spelled = name.replace(".", "").replace("_", "").isalnum()
    if not given and not spelled:
        return ""  # no name
    known = set(_named(project))
    if given and called in known and name not in known:
        return called
    if not spelled or name in known:
        return ""
    asked = _flat(name)
    flat = [one for one in known if _flat(one) == asked]
    if not flat and len(name) >= SURE and name.isidentifier():
        by_case: dict[str, list[str]] = {}
        for one in known:
            by_case.setdefault(one.lower(), []).append(one)
        flat = [one for slip in set(_slips(name.lower(), other=True)) for one in by_case.get(slip, ())]
    return flat[0] if len(flat) == 1 else ""


def _flat(name: str) -> str:
    return name.replace("_", "").lower()


def _named(project: Project) -> Iterator[str]:
    """Each function and type by its last name, and by its whole one."""
    for id_ in project.functions:
        whole = qualified_of(id_).replace("::", ".")
        yield from _ends(whole.split("."))
    for facts in project.files.values():
        for found in facts.types:
            yield from _ends([*found.scope, found.name])
            yield from (field for field, _ in found.fields)
        yield from (known for known, _ in facts.globals)
        yield from (macro.name for macro in facts.macros)


def _ends(parts: list[str]) -> Iterable[str]:
    return (".".join(parts[at:]) for at in range(len(parts)))
