"""A name that gave way to one which another thing had before: no rename, for what says `B` now, or said it before, may mean that other
thing. Of C and C++ another header had it, which some file includes with this one; of Python the file itself, from an import.

`KEY_EXPORT_ERROR` of `enum key_error` is `EEXPORT` now, and `enum error` of errcode.h had an `EEXPORT`: "`KEY_EXPORT_ERROR` is replaced
by `EEXPORT`, which `error` already has (errcode.h:179)".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Final

from ...model.account import DECLARATION, NEUTRAL, Answer
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
        found |= {x: each for x, each in _imported(project, path, names) if x not in found}
        own = {name: one for name, one in _declared(project, path, {*names}) if name not in found}
        for other in _beside(project, path) if own else ():
            held = dict(_declared(project, other, {names[x] for x in own})) if other not in paths else {}
            met = [x for x in sorted(own) if x not in found and names[x] in held]
            found |= {x: Replaced(names[x], own[x], held[names[x]]) for x in met}
    return found


def _imported(project: Project, path: str, names: Mapping[str, str]) -> Iterator[tuple[str, Replaced]]:
    """Python: what is defined in a file under the name that it imports something else by."""
    facts = project.files.get(path)
    if not facts or facts.language != "python":
        return
    bound = {
        each.alias or each.name or each.module.partition(".")[0]: each
        for each in facts.imports
        if each.kind in ("from", "import") and each.scope < 0
    }
    types = [(each.name, each.line) for each in facts.types if not each.scope]
    functions = [(each.name, each.line) for each in facts.functions if each.parent < 0 and each.owner < 0]
    source = project.sources(path)
    values = [
        (name, source.count(b"\n", 0, at.start()) + 1) for name, _ in facts.globals if (at := _set(name).search(source))
    ]
    for name, line in (*types, *functions, *values):
        if (one := bound.get(names.get(name, ""))) is not None:
            whose = ".".join(filter(None, ("." * one.level + one.module, one.name)))
            yield name, Replaced(names[name], Holder("", path, line), Holder(whose, path, one.line))


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


def _set(name: str) -> re.Pattern[bytes]:
    return re.compile(rb"^%b\b" % name.encode(), re.MULTILINE)


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
    found = []
    for one in told:
        said = [each for x, by in taken.items() if (each := _said(one, x, by))]
        if said or not any(_is_the_head(one, x, by) for x, by in taken.items()):
            found += said[:1] or [one]
    return found


def _is_the_head(one: Answer, was: str, by: Replaced) -> bool:
    """Of a function of which nothing but the name differs, which is told."""
    here = one.how == NEUTRAL and "::" in one.unit and (one.before.path, one.before.line) == by.home[1:]
    return here and one.before.code.replace(was, by.now, 1) == one.after.code


def _said(one: Answer, was: str, by: Replaced) -> Answer | None:
    declares = one.rule == stage.RENAMED or ("::" not in one.unit and one.how != NEUTRAL)
    here = one.before.path == by.home.path and one.before.line <= by.home.line <= one.before.end_line
    if not (declares and here) or was not in one.before.code or by.now not in one.after.code:
        return None
    held = by.held
    if held.path == by.home.path:
        said = f"`{was}` is now called `{by.now}`, which was `{held.name}` before ({held.path}:{held.line})."
    else:
        whose = f"`{held.name}` already has" if held.name else "is already there"
        said = f"`{was}` is replaced by `{by.now}`, which {whose} ({held.path}:{held.line})."
    return one._replace(how=DECLARATION, rule=stage.REPLACED, sentence=said, rank=RANK, core="")
