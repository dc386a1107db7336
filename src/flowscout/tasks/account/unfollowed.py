"""A name that is spelt as a renamed function is, and is none of it.

Where `save` is `store` now, `go(save=x)` and `go(store=x)` name a parameter of `go`; `db.save(x)` is no function of a module, and
`shelf.save(x)` behind `import shelf` no method, and a function only where the project has that module. What differs there follows no rename, and is told as it stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final

from ...model.account import LISTED, NEUTRAL, Answer
from ...model.identity import path_of
from ...model.pattern import regex
from ...pipeline import Project
from ...stages import account as stage
from ..kin import Kin
from .followed_names import FollowedNames, is_of

_TOKEN: Final = regex(r"[^\W\d]\w*+|[=!<>]=|\S")
_BROUGHT: Final = regex(r"(?<!\w)import[ \t]+([\w., \t]{1,400}+)")
_FROM: Final = regex(r"(?<!\w)from[ \t]+[\w.]{1,200}+[ \t]+import[ \t]+\(?([\w., \t\n]{1,2000}+)")
_SUPER: Final = ["super", "(", ")"]
Pairs = Sequence[tuple[str, str]]


class _Renamed:
    """Functions that are called otherwise: the files of those of a module, and the classes of methods, by name."""

    def __init__(self, before: Project, after: Project, pairs: Pairs, besides: Mapping[bytes, bytes]) -> None:
        self.names: dict[str, set[str]] = {}
        self.alone: dict[str, set[str]] = {}
        self.methods: dict[str, set[str]] = {}
        self.followed = FollowedNames(before, after, pairs)
        self.kin = Kin(after)
        qualified = {tuple(one.facts.qualified) for one in (before.functions[a] for a, _ in pairs if a)}
        for a, b in pairs:
            if not (
                a and b and a != b and (x := before.functions[a].facts.name) != (y := after.functions[b].facts.name)
            ):
                continue
            self.names.setdefault(x, set()).add(y)
            above = tuple(before.functions[a].facts.qualified[:-1])
            home = after.functions[b].facts.qualified[-2:-1]
            if above and home and above not in qualified:
                self.methods.setdefault(x, set()).add(home[0])
            else:
                self.alone.setdefault(x, set()).add(path_of(b))
        for name in besides:
            self.names.pop(name.decode("utf-8", "replace"), None)

    def is_base(self, unit: str, name: str) -> bool:
        """Whether a base of the class that a function stands in has a method that was called so."""
        after = self.followed.after
        scope = after.functions[unit].facts.scope if unit in after.functions else ()
        return bool(scope) and not self.kin.above(scope[-1]).isdisjoint(self.methods.get(name, ()))


class _Modules:
    """What names in a file are modules for certain, and which may be."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def brought(self) -> dict[str, str]:
        whole = _FROM.sub("", self.text)
        return {
            each.split()[-1]: each.split()[0]
            for row in _BROUGHT.findall(whole)
            for each in row.split(",")
            if each.split()
        }

    @cached_property
    def taken(self) -> dict[str, str]:
        return {
            each.split()[-1]: each.split()[0]
            for row in _FROM.findall(self.text)
            for each in row.split(",")
            if each.split()
        }


def unfollowed(
    before: Project, after: Project, pairs: Pairs, besides: Mapping[bytes, bytes], told: Sequence[Answer]
) -> list[Answer]:
    """besides: what else is called otherwise: fields, types, constants."""
    if not any(one.how == NEUTRAL and one.rule == stage.FOLLOWS for one in told):
        return list(told)
    renamed = _Renamed(before, after, pairs, besides)
    files: dict[str, _Modules] = {}
    found = []
    for one in told:
        path = one.after.path
        if one.how == NEUTRAL and one.rule == stage.FOLLOWS and renamed.names:
            if path not in files and path.endswith(".py"):
                files[path] = _Modules(after.sources(path).decode("utf-8", "replace"))
            if not all(_may_be(renamed, files.get(path), one.unit, *each) for each in _differing(one)):
                one = one._replace(how=LISTED, rule="")
        found.append(one)
    return found


def _differing(one: Answer) -> Iterator[tuple[list[str], int, str]]:
    """The words before, where one differs, and what it is now; nothing of what was cut."""
    was, now = (_TOKEN.findall(side.code) for side in (one.before, one.after))
    if len(was) == len(now):
        yield from ((was, at, y) for at, (x, y) in enumerate(zip(was, now, strict=True)) if x != y)


def _may_be(renamed: _Renamed, modules: _Modules | None, unit: str, words: list[str], at: int, now: str) -> bool:
    """Whether a word may be of a function that is called so now; of what is no function nothing is said."""
    if now not in renamed.names.get(words[at], ()):
        return True
    if modules is None:
        return renamed.followed.follows(unit, words, at, now)
    return _is(renamed, modules, unit, words, at, now)


def _is(renamed: _Renamed, modules: _Modules, unit: str, words: list[str], at: int, now: str) -> bool:
    name = words[at]
    before, behind = (words[at - 1] if at else ""), words[at + 1 : at + 2]
    if before != ".":
        return not (before in ("(", ",") and behind == ["="]) and not renamed.followed.own(unit, name, now)
    if words[at - 4 : at - 1] == _SUPER:
        return renamed.is_base(unit, name)
    start = at - 1
    while start > 0 and words[start] == "." and words[start - 1].isidentifier():
        start -= 2
    whose = "".join(words[max(start + 1, 0) : at - 1])
    homes = renamed.alone.get(name, ())
    if whose in modules.brought:
        return any(is_of(path, modules.brought[whose]) for path in homes)
    return name in renamed.methods or (
        whose in modules.taken and any(is_of(path, modules.taken[whose]) for path in homes)
    )
