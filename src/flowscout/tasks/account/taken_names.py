"""C and C++: a name that gave way to one which another header had before, where some file includes both: no rename, for what says `B`
now may mean that other thing.

`KEY_EXPORT_ERROR` of `enum key_error` is `EEXPORT` now, and `enum error` of errcode.h had an `EEXPORT`: "`KEY_EXPORT_ERROR` is replaced
by `EEXPORT`, which `error` already has (errcode.h:179)".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Final

from ...model.account import DECLARATION, Answer
from ...model.pattern import regex
from ...model.record import NamedTuple
from ...pipeline import Project
from ...resolvers.cfamily.scope import is_header
from ...resolvers.cfamily.visibility import located
from ...stages import account as stage
from .files import Files

RANK: Final = 2
_MOST: Final = 2_000  # files that are looked through
_SCOPED: Final = regex(rb"enum[ \t]++(?:class|struct)\b")
_C_FAMILY: Final = ("c", "cpp")


class Holder(NamedTuple):
    """Where a name is declared. name: of the enum that has it, "" for a macro or a variable."""

    name: str
    path: str
    line: int


class Replaced(NamedTuple):
    """now: the name that is said in its place. home: where it was declared. held: what has the new name already."""

    now: str
    home: Holder
    held: Holder


def taken(old: Files, renamed: Mapping[bytes, bytes], paths: Set[str]) -> dict[str, Replaced]:
    """By the old name. paths: of the files that differ, before."""
    project = old.project
    names = {x.decode("utf-8", "replace"): y.decode("utf-8", "replace") for x, y in renamed.items()}
    found: dict[str, Replaced] = {}
    for path in sorted(paths) if names else ():
        own = {name: one for name, one in _declared(project, path, {*names}) if name not in found}
        for other in _beside(project, path) if own else ():
            held = dict(_declared(project, other, {names[x] for x in own})) if other not in paths else {}
            met = [x for x in sorted(own) if x not in found and names[x] in held]
            found |= {x: Replaced(names[x], own[x], held[names[x]]) for x in met}
    return found


def _declared(project: Project, path: str, names: Set[str]) -> Iterator[tuple[str, Holder]]:
    """Values of enums, macros and variables of that name."""
    facts = project.files.get(path)
    source = project.sources(path) if facts and facts.language in _C_FAMILY else b""
    here = {name for name in names if name.encode() in source}
    if not facts or not here:
        return
    lines = source.split(b"\n")
    for enum in [each for each in facts.types if each.kind == "enum"]:
        rows = range(enum.line, min(enum.end_line, len(lines)) + 1)
        for name in sorted(here) if not _SCOPED.search(lines[enum.line - 1]) else ():
            line = next((at for at in rows if _value(name).search(lines[at - 1])), 0)
            yield from [(name, Holder(enum.name, path, line))] if line else ()
    for macro in facts.macros:
        yield from [(macro.name, Holder("", path, macro.line))] if macro.params is None and macro.name in here else ()
    for name in sorted(here & {name for name, _ in facts.globals}):
        line = next((at for at, text in enumerate(lines, 1) if re.search(rb"\b%b\b" % name.encode(), text)), 1)
        yield name, Holder("", path, line)


def _value(name: str) -> re.Pattern[bytes]:
    return re.compile(rb"(?:^|[{,])[ \t]*%b[ \t]*(?:[=,}/]|$)" % name.encode())


def _beside(project: Project, home: str) -> list[str]:
    """Headers that some file includes which includes this one, too."""
    ask = project.lookups["cfamily"]
    written = {
        path: [each.module for each in entries if each.kind == "include"]
        for path, (language, entries) in project.imports().items()
        if language in _C_FAMILY
    }
    who: dict[str, list[str]] = {}
    for path, texts in written.items():
        for text in texts:
            who.setdefault(text.rpartition("/")[2], []).append(path)
    above: dict[str, None] = {home: None}
    for path in _growing(above):
        name = path.rpartition("/")[2]
        for other in who.get(name, ()):
            ends = [text for text in written[other] if text.rpartition("/")[2] == name] if other not in above else ()
            if any(located(ask, text, other) == path for text in ends):
                above[other] = None
    below = dict(above)
    for path in _growing(below):
        found = [located(ask, text, path) for text in written.get(path, ())]
        below |= {target: None for target in found if target and target not in below}
    return sorted(path for path in below if path != home and is_header(path))


def _growing(paths: dict[str, None]) -> Iterator[str]:
    """Each of them, with those that come meanwhile."""
    seen: set[str] = set()
    while todo := [path for path in paths if path not in seen][: _MOST - len(seen)]:
        yield from todo
        seen.update(todo)


def replaced(told: Sequence[Answer], taken: Mapping[str, Replaced]) -> list[Answer]:
    """The declaration that went says what its uses mean now."""
    return [next((said for x, each in taken.items() if (said := _said(one, x, each))), one) for one in told]


def _said(one: Answer, was: str, by: Replaced) -> Answer | None:
    here = one.before.path == by.home.path and one.before.line <= by.home.line <= one.before.end_line
    if not here or was not in one.before.code or by.now not in one.after.code or "::" in one.unit:
        return None
    whose = f"`{by.held.name}` already has" if by.held.name else "is already there"
    said = f"`{was}` is replaced by `{by.now}`, which {whose} ({by.held.path}:{by.held.line})."
    return one._replace(how=DECLARATION, rule=stage.REPLACED, sentence=said, rank=RANK, core="")
