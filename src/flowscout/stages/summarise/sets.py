"""Where a function sets its names, and whether that only gives them a beginning."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from ...model.facts import FunctionFacts
from ...model.language import Language
from ...model.pattern import regex

_SET: Final = regex(
    r"(?<![\w.>:])([^\W\d]\w*+)\s*+(?:(?P<op>[-+*/%&|^]|<<|>>)?=(?!=)|(?P<step>\+\+|--))|(?:\+\+|--)([^\W\d]\w*+)"
)
_TRIVIAL: Final = regex(
    r"(?:NULL|nullptr|None|0|-1|false|False|\"\"|''|\[\]|\{\s*+\}|dict\(\)|list\(\)|set\(\)|\(\)|__)(?=\s*+(?:[;,)\n]|\Z))"
)
TEXT: Final = regex(
    r"(?<![\w\"'\\])(?:[LuUbrBR]|u8)?(?:\"(?:[^\"\\\n]|\\.){0,200}\"|'(?:[^'\\\n]|\\.){0,200}')"
)  # no name stands in it, as one does in `f"{n}"`


class Sets:
    """Of one function. noise: finds its comments, and its texts as a first group."""

    def __init__(self, facts: FunctionFacts, text: bytes, language: Language, noise: re.Pattern[str]) -> None:
        self._facts, self._text, self._language, self._noise = facts, text, language, noise
        self._sets: dict[str, list[tuple[int, bool]]] | None = None

    def of(self, name: str) -> list[tuple[int, bool]]:
        return self._all().get(name, [])

    def _all(self) -> dict[str, list[tuple[int, bool]]]:
        """Name -> where it is set, and whether that only gives it a beginning."""
        if self._sets is None:
            self._sets = {}
            code = self._noise.sub(
                lambda found: "_" * len(found[0]) if found[1] else " " * len(found[0]), self._text.decode("latin-1")
            )
            plainly = self._language.spelling.conditional != "if-else"  # else `f(name=x)` looks like it
            for found in _SET.finditer(code):
                first = found["op"] is None and found["step"] is None and found[1] is not None
                if plainly or not first:
                    self._set(
                        found[1] or found[4],
                        found.start(),
                        first
                        and _TRIVIAL.match(code, found.end() + code[found.end() : found.end() + 1].isspace())
                        is not None,
                    )
            for each in self._facts.bindings:
                if each.how in ("each", "with", "except") or (
                    not plainly and each.how in ("assign", "declare") and each.value
                ):
                    self._set(
                        each.name,
                        each.start,
                        each.how in ("assign", "declare")
                        and _TRIVIAL.match(uncommented(each.value, self._noise)) is not None,
                    )
        return self._sets

    def _set(self, name: str, at: int, first: bool) -> None:
        assert self._sets is not None
        found = self._sets.setdefault(name, [])
        found.append((at, first and not found))


@lru_cache(maxsize=4096)  # each rule that looks at a statement reads it again
def uncommented(written: str, noise: re.Pattern[str]) -> str:
    """As written, comments and layout gone."""
    return " ".join(noise.sub(lambda found: found[1] or " ", written).split())
