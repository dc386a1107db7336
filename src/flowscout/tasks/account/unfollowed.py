"""Python: a name that is spelt as a renamed function is, and is none of it.

Where `save` is `store` now, `go(save=x)` and `go(store=x)` name a parameter of `go`; `db.save(x)` is no function of a module, and
`shelf.save(x)` behind `import shelf` no method. What differs there follows no rename, and is told as it stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final

from ...model.account import LISTED, NEUTRAL, Answer
from ...model.pattern import regex
from ...pipeline import Project
from ...stages import account as stage

_TOKEN: Final = regex(r"[^\W\d]\w*+|[=!<>]=|\S")
_BROUGHT: Final = regex(r"(?<!\w)import[ \t]+([\w., \t]{1,400}+)")
_FROM: Final = regex(r"(?<!\w)from[ \t]+[\w.]{1,200}+[ \t]+import[ \t]+\(?([\w., \t\n]{1,2000}+)")
_SUPER: Final = ["super", "(", ")"]
Pairs = Sequence[tuple[str, str]]


class _Renamed:
    """Functions of Python that are called otherwise: those of a module, and those of classes, by name."""

    def __init__(self, before: Project, after: Project, pairs: Pairs, besides: Mapping[bytes, bytes]) -> None:
        self.names: dict[str, set[str]] = {}
        self.alone: set[str] = set()
        self.methods: dict[str, int] = {}
        qualified = {tuple(one.facts.qualified) for one in (before.functions[a] for a, _ in pairs if a)}
        for a, b in pairs:
            if not (
                a and b and a != b and (x := before.functions[a].facts.name) != (y := after.functions[b].facts.name)
            ):
                continue
            self.names.setdefault(x, set()).add(y)
            above = tuple(before.functions[a].facts.qualified[:-1])
            if above and above not in qualified:
                self.methods[x] = self.methods.get(x, 0) + 1
            else:
                self.alone.add(x)
        for name in besides:
            self.names.pop(name.decode("utf-8", "replace"), None)


class _Modules:
    """What names in a file are modules for certain, and which may be."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def brought(self) -> set[str]:
        whole = _FROM.sub("", self.text)
        return {each.split()[-1] for row in _BROUGHT.findall(whole) for each in row.split(",") if each.split()}

    @cached_property
    def taken(self) -> set[str]:
        return {each.split()[-1] for row in _FROM.findall(self.text) for each in row.split(",") if each.split()}


def unfollowed(
    before: Project, after: Project, pairs: Pairs, besides: Mapping[bytes, bytes], told: Sequence[Answer]
) -> list[Answer]:
    """besides: what else is called otherwise: fields, types, constants."""
    renamed = _Renamed(before, after, pairs, besides)
    files: dict[str, _Modules] = {}
    found = []
    for one in told:
        path = one.after.path
        if one.how == NEUTRAL and one.rule == stage.FOLLOWS and path.endswith(".py") and renamed.names:
            if path not in files:
                files[path] = _Modules(after.sources(path).decode("utf-8", "replace"))
            if not all(_is(renamed, files[path], *each) for each in _differing(one)):
                one = one._replace(how=LISTED, rule="")
        found.append(one)
    return found


def _differing(one: Answer) -> Iterator[tuple[list[str], int, str]]:
    """The words before, where one differs, and what it is now; nothing of what was cut."""
    was, now = (_TOKEN.findall(side.code) for side in (one.before, one.after))
    if len(was) == len(now):
        yield from ((was, at, y) for at, (x, y) in enumerate(zip(was, now, strict=True)) if x != y)


def _is(renamed: _Renamed, modules: _Modules, words: list[str], at: int, now: str) -> bool:
    """Whether a word may be of a function that is called so now; of what is no function nothing is said."""
    name = words[at]
    if now not in renamed.names.get(name, ()):
        return True
    before, behind = (words[at - 1] if at else ""), words[at + 1 : at + 2]
    if before != ".":
        return not (before in ("(", ",") and behind == ["="])
    if words[at - 4 : at - 1] == _SUPER:
        return renamed.methods.get(name, 0) > 1
    start = at - 1
    while start > 0 and words[start] == "." and words[start - 1].isidentifier():
        start -= 2
    whose = "".join(words[max(start + 1, 0) : at - 1])
    if whose in modules.brought:
        return name in renamed.alone
    return name in renamed.methods or (name in renamed.alone and whose in modules.taken)
