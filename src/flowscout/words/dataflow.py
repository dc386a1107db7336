"""Which names a line gives a value or changes, and which it reads: `num = int(ext[1:-1]) + 1` gives `num` and reads `ext`."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from ..model.pattern import regex
from .folding import split

_NAME: Final = r"\*?[^\W\d][\w.>]{0,80}+(?:\[[^\[\]]{0,80}\])?"
_GIVEN: Final = regex(rf"({_NAME}(?:, {_NAME}){{0,8}}+) = ")
_PUT: Final = regex(rf"(?:Append|Add) .{{1,200}} to ({_NAME})$")
_TURNED: Final = regex(rf"(?:Increment|Decrement|Increase|Decrease|Sort|Reverse|Clear|Keep) ({_NAME})(?= |$)")
_WALKED: Final = regex(r"For each (.{1,80}?) (?:in|of|from) ")
_HELD: Final = regex(rf" as \(?({_NAME}(?:, {_NAME}){{0,8}}+)\)?(?=$|[,;:\n])")
_LENT: Final = regex(r"(?<![\w)\]& ])&([^\W\d][\w.>]{0,80}+)|, &([^\W\d][\w.>]{0,80}+)")
_TEXT: Final = regex(r"(?<![fF])\"(?:[^\"\\]++|\\.)*+\"?+|(?<![fF\w])'(?:[^'\\]++|\\.){0,80}+'")
_PATH: Final = regex(r"(?<![\w.])[^\W\d]\w*+(?:\.\w++)*+")


@lru_cache(maxsize=8192)  # a step is tried in many places
def given(line: str) -> frozenset[str]:
    """What a line gives a value, or changes where it stands."""
    if line.startswith("Set "):
        names = [part.partition(" to ")[0] for part in split(line[4:], ", ") if " to " in part]
    elif found := _GIVEN.match(line):
        names = split(found[1], ", ")
    elif found := _PUT.match(line) or _TURNED.match(line):
        names = [found[1]]
    elif found := _WALKED.match(line):
        names = split(found[1], ", ")
    elif line.startswith(("With ", "Async with ")):
        names = [name for held in _HELD.findall(line) for name in split(held, ", ")]
    else:
        names = []
    lent = (found[1] or found[2] for found in _LENT.finditer(line))
    return frozenset(_bare(name) for name in (*names, *lent))


@lru_cache(maxsize=8192)
def read(line: str) -> frozenset[str]:
    """What a line names but to give it a value; of `a.b.c` also `a` and `a.b`."""
    rest = line
    if line.startswith("Set "):
        rest = " ".join(part.partition(" to ")[2] or part for part in split(line[4:], ", "))
    elif found := _GIVEN.match(line) or _WALKED.match(line):
        rest = line[found.end() :]
    names: set[str] = set()
    for path in _PATH.findall(_TEXT.sub("''", rest)):
        names.add(path)
        while "." in path:
            path = path.rpartition(".")[0]
            names.add(path)
    return frozenset(names)


def _bare(name: str) -> str:
    return name.strip("* ").partition("[")[0]
