"""Names and words that are not spelled as the project, or the table of forms, spells them: people type `linenoisebeep` and `whcih`.

Only what would else be refused is read otherwise, only where one reading is left, and the answer says how it was read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final

from ....model.identity import qualified_of
from ....pipeline import Project
from .forms import FORMS
from .tokens import FILLERS, WORDS, QuestionToken

SHORT: Final = 4  # letters; a shorter word is no slip of another
ACRONYM: Final = 5  # letters
SURE: Final = 6  # letters of a name that may have one slip


def reworded(found: list[QuestionToken]) -> list[QuestionToken]:
    """With each word that no form knows as the one word of the forms that one slip makes it."""
    return [_reworded(token) or token for token in found]


def _reworded(token: QuestionToken) -> QuestionToken | None:
    if token.code or len(token.word) < SHORT or not token.word.isalpha() or token.word in _vocabulary():
        return None
    meant = {_vocabulary()[word] for word in _slips(token.word, other=False) if word in _vocabulary()}
    return QuestionToken(meant.pop(), token.raw, False) if len(meant) == 1 else None


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
