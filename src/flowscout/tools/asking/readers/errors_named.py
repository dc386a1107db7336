"""`which exception is raised when the lease runs out`: the errors of the project whose names say that, each with where it is made.

By the words of the name, and only where little of the name says something else, and what the name does not say the place does where one is made.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from ....agents.said import Cited
from ....llm.english import GLUE
from ....llm.stems import stem, stems
from ....model.declared import TypeFacts
from ....model.pattern import regex
from ....model.product import is_aside
from ....words.names import lower
from ..here import Found, Here, at, label, types
from ..question.tokens import one_line, whole
from ..shape import last

_ASKS: Final = regex(
    r"(?i)(?:which|what|with (?:which|what)) (?:kind of |type of )?(?:exceptions?|errors?)(?: class(?:es)?| types?)? (?P<rest>.{3,200})$"
)
_TIMED_OUT: Final = regex(r"(?i)\b(?:times?|timed|timing) out\b")
_WORD: Final = regex(r"[A-Za-z]{2,40}")
_IS_ERROR: Final = regex(r"(?:Error|Exception|Warning|Interrupt)$")
_HEAD: Final = frozenset(
    ["error", "exception", "warning", "err", "ex"]
)  # what an error's name has beside what is wrong
_TELLING: Final = frozenset(map(stem, ["raise", "raised", "throw", "thrown", "signal", "mean", "stand", "tell", "report", "indicate", "say", "get", "see", "fail", "wrong", "go", "become", "represent"]))  # fmt: skip
_TYPE: Final = regex(rb"\b(?:class|struct)\s{1,4}(?:[A-Z_]{3,40}\s{1,2})?(\w{3,80})")
LETTERS: Final = 4  # by which a word is looked for in a name
DEEP: Final = 5  # types above each other
MADE: Final = 3
LINE: Final = 110


class NamedError(NamedTuple):
    """others: words of the name that were not asked for; held: those that were."""

    others: int
    held: int
    path: str
    line: int
    name: str


def named(here: Here, question: str) -> Found | None:
    asked = _ASKS.match(_TIMED_OUT.sub("timeout", one_line(question).rstrip("?!. ")))
    if asked is None or any(token.code and not token.raw.isupper() for token in whole(question)):
        return None
    wanted = {stem(word.lower()) for word in _WORD.findall(asked["rest"]) if word.lower() not in GLUE} - _TELLING
    rows = sorted(_named(here, wanted), key=lambda one: (-one.held, one.others, one.path, one.line))
    best = [one for one in rows if (one.held, one.others) == (rows[0].held, rows[0].others)]
    if not best or len({one.name for one in best}) > MADE:
        return None
    said = list[Cited]()
    for one in best:
        made = list(_made(here, one.name))
        around = stems(" ".join((one.path, *(f"{line.path} {line.text} {_behind(here, line)}" for line in made))))
        if wanted - {stem(word) for word in lower(one.name)} <= around:
            said += [Cited(f"{one.name} is an error of that name", one.path, one.line), *made]
    if not said:
        return None
    return Found(
        tuple(dict.fromkeys(said)),
        (),
        "By the words of the error's name and of where it is made, and no more.",
        weighed=True,
    )


def _behind(here: Here, line: Cited) -> str:
    """What stands in the two lines behind it: the text that it is raised with, mostly."""
    return b" ".join(here.project.sources(line.path).split(b"\n")[line.line : line.line + 2]).decode("utf-8", "replace")  # fmt: skip


def _named(here: Here, wanted: set[str]) -> Iterator[NamedError]:
    for path, one in _errors(here, wanted):
        own = {stem(word) for word in lower(one.name) if word not in _HEAD}
        held = own & wanted
        if held and (held == own or (len(held) > 1 and len(own - held) == 1)):
            yield NamedError(len(own - held), len(held), path, one.line, one.name)


def _errors(here: Here, wanted: set[str]) -> Iterator[tuple[str, TypeFacts]]:
    """Errors whose names may say what is asked; of a file without such a type no facts are read."""
    looked = [one[:LETTERS].encode() for one in wanted]
    for path in here.project.files:
        if is_aside(path) or not here.inside(path):
            continue
        source = here.project.sources(path)
        if not any(one in name for name in map(bytes.lower, _TYPE.findall(source)) for one in looked):
            continue
        yield from ((path, one) for one in here.project.files[path].types if _is_error(here, one, DEEP))


def _is_error(here: Here, one: TypeFacts, deep: int) -> bool:
    """By its own name or that of what it derives from."""
    if _IS_ERROR.search(one.name) or any(_IS_ERROR.search(last(base)) for base in one.bases):
        return True
    above = (found for base in one.bases for _, found in types(here.project, last(base)))
    return deep > 0 and any(_is_error(here, found, deep - 1) for found in above)


def _made(here: Here, name: str) -> Iterator[Cited]:
    """Lines that make one or raise it."""
    made = re.compile(rf"\b(?:raise|throw)\s{{1,4}}(?:[\w.:]{{1,60}}(?:\.|::))?{name}\b|(?<![\w.]){name}\s?[({{]")
    rows = [
        at(here.project, id_, f"{label(here.project, id_)}: `{line.strip()[:LINE]}`", number)
        for id_, one in here.holders(name)
        if one.facts.kind != "module" and not is_aside(one.path) and one.facts.name != name
        for number, line in enumerate(here.project.sources(one.path)[one.facts.start : one.facts.end].decode("utf-8", "replace").split("\n"), one.facts.line)
        if (made.search(line[:400]) or f".{name}(" in line) and not line.lstrip().startswith(("#", "//", "*"))
    ]  # fmt: skip
    return iter(rows[:MADE])
