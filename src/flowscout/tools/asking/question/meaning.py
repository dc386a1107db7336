"""What a few plain words name: `the idle timeout` is `idletimeout`, `the main loop` is `child_main_loop`. Asked only where a question is no form as it
stands; taken only where one name has all of the words and fewest others, and the answer says how it was read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from ....llm.english import GLUE
from ....llm.stems import stem, stems
from ....model.facts import FileFacts
from ....model.identity import path_of, qualified_of
from ....model.pattern import regex
from ....model.product import is_aside
from ....pipeline import Project
from ....tasks.names import candidates
from ....words.names import lower
from .tokens import LONGEST, WORDS

MOST: Final = 4  # words of a phrase
LEAST: Final = 2
LETTERS: Final = 3  # by which a word is looked for in a text
OTHERS: Final = 2  # words that the name may have beside
_WORD: Final = regex(r"[A-Za-z][A-Za-z-]{1,40}")
_ARTICLE: Final = regex(r"(?i)\b(?:the|a|an|our|its|their|this)\s{1,3}$")
_VALUE: Final = regex(r"(?i)\b(?:set|sets|default|defaults|used|use|uses|read|reads|change[sd]?|modif\w{1,5}|assign\w{0,4}|update[sd]?|store[sd]?|value)\b")  # fmt: skip
_NO_THING: Final = frozenset(WORDS) | GLUE | {"where", "what", "how", "when", "why", "who", "which", "happens"}


class NameReading(NamedTuple):
    """said: the words as they stand in the question. name: what they name. question: with the name in their place. others: words of the name
    that were not asked for."""

    said: str
    name: str
    question: str
    others: int


def readings(project: Project, question: str) -> Iterator[NameReading]:
    """The longest phrase first; of each, what is of the kind that the question is about before what is not."""
    found = list(_WORD.finditer(question))
    spans = [
        found[at : at + size]
        for size in range(min(MOST, len(found)), LEAST - 1, -1)
        for at in range(len(found) - size + 1)
    ]
    phrases = {span[0].start() * LONGEST + span[-1].end(): said for span in spans if (said := _phrase(question, span))}
    if not phrases:
        return
    asked = [one[0].lower() for one in found]
    kinds = (_variables, _functions) if _VALUE.search(question) else (_functions, _variables)
    known = [_index(kind(project, asked)) for kind in kinds]
    for span in spans:
        said = phrases.get(span[0].start() * LONGEST + span[-1].end(), "")
        asked_for = [one[0].lower() for one in span]
        named = [(names.others(name, asked_for), name) for names in known if said and (name := _one(names, asked_for))]
        for others, name in sorted(
            named, key=lambda one: one[0]
        ):  # of two that have as few others, the kind that is asked about
            before = _ARTICLE.sub("", question[: span[0].start()])
            yield NameReading(said, name, f"{before}`{name}`{question[span[-1].end() :]}", others)


def _phrase(question: str, span: Sequence[re.Match[str]]) -> str:
    """Its words as they stand there; "" where they name nothing."""
    said = question[span[0].start() : span[-1].end()]
    ends = {span[0][0].lower(), span[-1][0].lower()}
    return "" if "`" in said or ends & _NO_THING or len(said.split()) != len(span) else said


class NameIndex(NamedTuple):
    """by: the names that have a stem among their words. flat: those that are these letters. words: of each, how many."""

    by: Mapping[str, set[str]]
    flat: Mapping[str, set[str]]
    words: Mapping[str, int]

    def others(self, name: str, asked: list[str]) -> int:
        return max(0, self.words[name] - len(asked))


def _index(names: Iterator[str]) -> NameIndex:
    by: dict[str, set[str]] = {}
    flat: dict[str, set[str]] = {}
    words: dict[str, int] = {}
    of_word: dict[str, frozenset[str]] = {}
    for name in dict.fromkeys(names):
        last = name.rpartition(".")[2]
        own = lower(last)
        words[name] = len(own)
        flat.setdefault(last.replace("_", "").lower(), set()).add(name)
        for word in own if len(own) <= MOST + OTHERS else ():
            if word not in of_word:
                of_word[word] = stems(word)
            for one in of_word[word]:
                by.setdefault(one, set()).add(name)
    return NameIndex(by, flat, words)


def _one(names: NameIndex, words: list[str]) -> str:
    by = set[str].intersection(*(names.by.get(stem(word), set()) for word in words))
    good = {name for name in by if names.words[name] <= len(words) + OTHERS} | names.flat.get("".join(words), set())
    least = min((max(0, names.words[name] - len(words)) for name in good), default=0)
    best = {name for name in good if max(0, names.words[name] - len(words)) == least}
    return best.pop() if len(best) == 1 else ""


def _spoken(project: Project, asked: Sequence[str]) -> Iterator[FileFacts]:
    """Of the product's files those that hold the beginnings of two words that are asked for."""
    looked = {stem(word)[:LETTERS].encode() for word in asked if word not in _NO_THING}
    for path in project.files:
        if not is_aside(path):
            small = project.sources(path).lower()
            if sum(one in small for one in looked) >= LEAST:
                yield project.files[path]


def _functions(project: Project, asked: Sequence[str]) -> Iterator[str]:
    for id_ in project.functions:
        if not is_aside(path_of(id_)) and "<" not in id_:
            yield qualified_of(id_).replace("::", ".").rpartition(".")[2]
    for facts in _spoken(project, asked):
        yield from (one.name for one in facts.types)


def _variables(project: Project, asked: Sequence[str]) -> Iterator[str]:
    for facts in _spoken(project, asked):
        yield from (field for one in facts.types for field, _ in one.fields)
        yield from (known for known, _ in facts.globals)
        yield from (macro.name for macro in facts.macros)


_CONSIDERED: Final = regex(
    r"(?i)\s{0,9}when (?:is|are) (?:an? |the )?\S.{1,60}? (?:considered|regarded as|treated as|deemed|seen as|taken for) (?:an? |to be )?(?P<what>[a-z]{3,30})[?. ]{0,3}$"
)


def considered(project: Project, question: str) -> str:
    """`when is a slot considered expired`: the one function that says so, `is_expired`; "" where there is none."""
    said = _CONSIDERED.match(question[:LONGEST])
    what = said["what"].lower() if said else ""
    names = [
        name
        for name in (f"is_{what}", f"is{what.title()}", f"Is{what.title()}")
        if what and candidates(project.named(name), name)
    ]
    return names[0] if len(names) == 1 else ""
