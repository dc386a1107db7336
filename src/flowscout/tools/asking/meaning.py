"""What a few plain words name: `the idle timeout` is `idletimeout`, `the main loop` is `child_main_loop`. Asked only where a question is no form as it
stands; taken only where one name has all of the words and fewest others, and the answer says how it was read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from ...llm.english import GLUE
from ...llm.stems import stem, stems
from ...model.identity import path_of, qualified_of
from ...model.product import is_aside
from ...pipeline import Project
from ...words.names import lower
from .tokens import WORDS

MOST: Final = 4  # words of a phrase
LEAST: Final = 2
OTHERS: Final = 2  # words that the name may have beside
_WORD: Final = re.compile(r"[A-Za-z][A-Za-z-]{1,40}")
_ARTICLE: Final = re.compile(r"(?i)\b(?:the|a|an|our|its|their|this)\s{1,3}$")
_VALUE: Final = re.compile(r"(?i)\b(?:set|sets|default|defaults|used|use|uses|read|reads|change[sd]?|modif\w{1,5}|assign\w{0,4}|update[sd]?|store[sd]?|value)\b")  # fmt: skip
_NO_THING: Final = frozenset(WORDS) | GLUE | {"where", "what", "how", "when", "why", "who", "which", "happens"}


class Reading(NamedTuple):
    """said: the words as they stand in the question. name: what they name. question: with the name in their place."""

    said: str
    name: str
    question: str


def readings(project: Project, question: str) -> Iterator[Reading]:
    """The longest phrase first; of each, what is of the kind that the question is about before what is not."""
    found = list(_WORD.finditer(question))
    kinds = (_variables, _functions) if _VALUE.search(question) else (_functions, _variables)
    known = [_split(names) for names in (kind(project) for kind in kinds)]
    for size in range(min(MOST, len(found)), LEAST - 1, -1):
        for at in range(len(found) - size + 1):
            span = found[at : at + size]
            said = question[span[0].start() : span[-1].end()]
            words = [one[0].lower() for one in span]
            if "`" in said or words[0] in _NO_THING or words[-1] in _NO_THING or len(said.split()) != size:
                continue
            for names in known:
                if name := _one(names, words):
                    before = _ARTICLE.sub("", question[: span[0].start()])
                    yield Reading(said, name, f"{before}`{name}`{question[span[-1].end() :]}")


Split = dict[str, tuple[tuple[str, ...], str]]


def _split(names: Iterator[str]) -> Split:
    """By name: its words, and all of it in small letters."""
    return {
        name: (tuple(lower(name.rpartition(".")[2])), name.rpartition(".")[2].replace("_", "").lower())
        for name in dict.fromkeys(names)
    }


def _one(names: Split, words: list[str]) -> str:
    wanted, flat = frozenset(map(stem, words)), "".join(words)
    good = [
        (max(0, len(own) - len(words)), name)
        for name, (own, whole) in names.items()
        if whole == flat or (len(own) <= len(words) + OTHERS and wanted <= stems(" ".join(own)))
    ]
    least = min((others for others, _ in good), default=0)
    best = {name for others, name in good if others == least}
    return best.pop() if len(best) == 1 else ""


def _functions(project: Project) -> Iterator[str]:
    for id_ in project.functions:
        if not is_aside(path_of(id_)) and "<" not in id_:
            yield qualified_of(id_).replace("::", ".").rpartition(".")[2]
    for path, facts in project.files.items():
        yield from (one.name for one in facts.types if not is_aside(path))


def _variables(project: Project) -> Iterator[str]:
    for path, facts in project.files.items():
        if is_aside(path):
            continue
        yield from (field for one in facts.types for field, _ in one.fields)
        yield from (known for known, _ in facts.globals)
        yield from (macro.name for macro in facts.macros)
