"""The words of a step or a condition, from the nearest to the farthest: its own, what its names stand for, what the function is about."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from ..model.pattern import regex
from .deeds import Deed, wide
from .nearby import NearText, implied_of, read_aloud, spelt

_BINARY = regex(r"[\"'][rwax]\+?b\+?[\"']")
_ROUNDS = 3  # names of names
_NAME = regex(r"(?<![.\w>$])[A-Za-z_]\w*")
_LITERAL = regex(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'")


class TextScope(NamedTuple):
    """own: stems of its text, its notation read aloud, and what its names were set to. far: of what those were made of. raw: text that holds its
    literals, its own first. told: of `own`, what is only told of what it calls. deep: of `far`, what only stands in what the names' own names were set to. code: its own text alone. short: parts of identifiers that may be the beginning of a word."""

    own: frozenset[str]
    far: frozenset[str]
    raw: str
    code: str
    short: frozenset[str]
    told: frozenset[str] = frozenset()
    deep: frozenset[str] = frozenset()

    @property
    def known(self) -> frozenset[str]:
        return self.own | self.far

    def joined(self, other: TextScope) -> TextScope:
        return TextScope(
            self.own | other.own,
            self.far | other.far,
            f"{self.raw}\n{other.raw}",
            f"{self.code}\n{other.code}",
            self.short | other.short,
            (self.told | other.told) - (self.own - self.told) - (other.own - other.told),
            (self.deep | other.deep) - (self.far - self.deep) - (other.far - other.deep),
        )


def scope_of(near: NearText, code: str, values: Mapping[str, str], told: frozenset[str] = frozenset()) -> TextScope:
    code += "  # binary" if _BINARY.search(code) else ""
    found = _reached(code, values)
    text = "\n".join(found)
    short = frozenset(
        part.lower()
        for name in re.findall(r"[A-Za-z]+", f"{code} {text}")
        for part in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", name)
        if len(part) > 1
    )
    return TextScope(
        near.own,
        near.far | near.away | wide(spelt(text) | read_aloud(text) | implied_of(text)),
        f"{near.raw}\n{text}",
        code,
        short,
        told - wide(spelt(code) | read_aloud(code)),
        wide(spelt(text)) - near.far - near.own,
    )


def _reached(code: str, values: Mapping[str, str]) -> list[str]:
    """What the names of a code were set to, and the names there, a few rounds."""
    found: dict[str, str] = {}
    waiting = [code]
    for _ in range(_ROUNDS):
        names = dict.fromkeys(
            name
            for text in waiting
            for name in _NAME.findall(_LITERAL.sub(" ", text))
            if name in values and name not in found
        )
        waiting = [values[name] for name in names]
        found.update({name: values[name] for name in names})
    return list(found.values())


def values_of(deeds: tuple[Deed, ...] | list[Deed], given: tuple[tuple[str, str], ...]) -> dict[str, str]:
    """By name: all that it is set to in the function, whole, and its type."""
    found = {name: type_.replace("*", " ") for name, type_ in given if name}
    for deed in deeds:
        if set_to := _SETS.match(deed.code):
            names = set_to["names"]
            for name in re.findall(r"[A-Za-z_]\w*", names):
                found[name] = f"{found.get(name, '')} {set_to['type']} {set_to['value']}"[:400]
        for named in _AS.finditer(deed.code):
            found.setdefault(named[1], deed.code[max(0, named.start() - _NAMED) : named.start()])
        for under in deed.under:
            if under.loop:
                for name, whole in _EACH.findall(f"{under.code} ; {under.text}"):
                    found.setdefault(name, whole)
    return found


_SETS = regex(
    r"\s*(?P<type>(?:[\w:<>]{1,60}[\s*&]+){0,4})(?:\*?this->|self\.)?(?P<names>[A-Za-z_]\w*(?:, ?[A-Za-z_]\w*){0,4})(?::[^=]{1,80})?\s*=(?!=)\s*(?P<value>.+)",
    re.DOTALL,
)
_AS = regex(r"(?<=\S) as ([A-Za-z_]\w*)")
_NAMED = 200  # characters of what is given a name
_EACH = regex(r"(?<!\w)(?:[Ff]or(?: each)? ?\(? ?)?(?:[\w:&*]{1,40} ){0,3}[&*]?(\w{1,60}) ?(?:in |:) ?([^:{);]{1,120})")


def fits(word: str, scope: TextScope) -> bool:
    """Whether an identifier's part is the beginning of a word, or its letters in order: `tab` of table, `cfg` of config."""
    small = word.lower()
    for part in scope.short:
        if len(small) > 4 and (part.endswith(small) or part.startswith(small)):
            return True
        if len(part) > 2 and small.startswith(part) and len(small) - len(part) < 10:
            return True
        if (
            len(part) > 2
            and len(small) > 4
            and part[0] == small[0]
            and not set(part) & set("aeiou")
            and _within(part, small)
        ):
            return True
        if (
            len(part) > 3
            and part[1:]
            and small.startswith(part[1:])
            and len(part) > 3
            and not set(part[0]) & set("aeiou")
        ):
            return True  # `htab`
    return False


def _within(part: str, word: str) -> bool:
    letters = iter(word)
    return all(letter in letters for letter in part)
