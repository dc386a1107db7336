"""Python: names of a module that the project asks for and that the module does not have: what an edit took from it and others still import,
and what an edit reads of it. A module that binds names which it does not write (`from x import *`, `__getattr__`) may have any.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ...model.account import DECLARATION, LISTED, NEUTRAL, Answer
from ...model.declared import Import
from ...model.identity import qualified_of
from ...model.pattern import regex
from ...ports import Lookup
from ...resolvers.python.modules import find, relative, submodule
from ...stages import account as stage
from .by_text import defined_by_text
from .files import Files

RANK: Final = 0
NAMED: Final = 3
_GONE: Final = regex(
    r"^(?:`(?:class|def|async def) (\w{1,100}+)[^`]{0,400}+` is gone|`(\w{1,100}+)(?: ?:[^`=]{1,100}+)? ?= ?[^`]{1,400}+` is gone|Is gone)(?=[.,:])"
)
_CALLED: Final = regex(
    r"^`(\w{1,100}+)` (?:is now called `\w{1,100}+`|has moved from `[^`]{1,400}+` to `[^`]{1,400}+`)(?=[.,])"
)
Alias = Mapping[str, tuple[str, str]]  # (path of the module, as it is written)


def still_imported(old: Files, new: Files, a: str, b: str, told: Sequence[Answer]) -> list[Answer]:
    """What a module no longer has: said with the edit that took it, and who imports it yet, or from where it is imported now."""
    gone = {name for one in told if (name := _gone(one, a)[1])}
    if not gone:
        return list(told)
    made = defined_by_text(new, b, gone)
    lost = stage.names_lost(old.state(a), new.state(b)) - made.keys()
    yet: dict[str, list[str]] = {}
    homes: dict[str, set[str]] = {}
    for path, (language, entries) in new.project.imports().items():
        for entry in entries if language == "python" else ():
            if entry.kind != "from" or entry.name not in gone:
                continue
            target = _module(new, entry.module, entry.level, path)
            if (
                target == b
                and entry.name in lost
                and not submodule(new.project.lookups["python"], b, entry.name)
                and not _tried(new, path, entry.line)
            ):
                yet.setdefault(entry.name, []).append(f"`{path}` (line {entry.line})")
            elif target and target != b and path in new.made and stage.has_name(new.state(target), entry.name):
                homes.setdefault(entry.name, set()).add("." * entry.level + entry.module)
    told = [_of_what_a_text_makes(one, a, made) for one in told]
    return [_of_what_is_gone(one, a, old, yet, homes) for one in told]


def _of_what_a_text_makes(one: Answer, path: str, made: Mapping[str, str]) -> Answer:
    end, name = _gone(one, path)
    if name not in made or _CALLED.match(one.sentence):
        return one
    return one._replace(sentence=f"{one.sentence[:end]}{made[name]}{one.sentence[end:]}", core="")


def _gone(one: Answer, path: str) -> tuple[int, str]:
    """(where a sentence says that it is gone or called otherwise, the name in the module of which it does)."""
    if one.before.path != path:
        return 0, ""
    if one.rule in (stage.RENAMED, "moved") and (called := _CALLED.match(one.sentence)):
        return called.end(), called[1]
    found = _GONE.match(one.sentence) if one.how not in (NEUTRAL, LISTED) else None
    name = (found[1] or found[2] or qualified_of(one.unit)) if found else ""
    return (found.end(), name) if found and "." not in name else (0, "")


def _of_what_is_gone(
    one: Answer, a: str, old: Files, yet: Mapping[str, list[str]], homes: Mapping[str, set[str]]
) -> Answer:
    end, name = _gone(one, a)
    if name in yet:
        many = yet[name]
        by = " and ".join(filter(None, (", ".join(many[:NAMED]), f"{len(many) - NAMED} more" if many[NAMED:] else "")))
        said = f"{one.sentence[:end]}, and is still imported by {by}{one.sentence[end:]}"
        return one._replace(how=DECLARATION if one.how == NEUTRAL else one.how, sentence=said, rank=RANK, core="")
    if name and len(homes.get(name, ())) == 1 and not _CALLED.match(one.sentence):
        said = f"{one.sentence[:end]}, and imported from `{min(homes[name])}` now{one.sentence[end:]}"
        return one._replace(sentence=said, core="")
    return one


def lacking(old: Files | None, new: Files, a: str, b: str, told: Sequence[Answer]) -> list[Answer]:
    """What is read of a module that has no such name: said with the edit that reads it."""
    aliases = _aliases(new, b)
    before = (
        {(name, field) for name, field, _ in stage.fields_of(old.state(a), {*_aliases(old, a)})}
        if old and a
        else set[tuple[str, str]]()
    )
    said = list(told)
    for name, field, line in stage.fields_of(new.state(b), {*aliases}):
        path, module = aliases[name]
        if (
            (name, field) in before
            or submodule(new.project.lookups["python"], path, field)
            or stage.has_name(new.state(path), field)
        ):
            continue
        at = [at for at, one in enumerate(said) if _reads(one, b, line, f"{name}.{field}")]
        if at:
            nearest = min(at, key=lambda at: said[at].after.end_line - said[at].after.line)
            sentence = f"`{module}` has no `{field}`: an AttributeError. {said[nearest].sentence}"
            said[nearest] = said[nearest]._replace(sentence=sentence, rank=RANK, core="")
    return said


def _reads(one: Answer, path: str, line: int, text: str) -> bool:
    inside = one.after.path == path and one.after.line <= line <= one.after.end_line
    return inside and one.how not in (NEUTRAL, LISTED) and text in one.sentence


def _aliases(files: Files, path: str) -> Alias:
    """Names of a file that stand for a module of the project, as far as one import alone binds them."""
    found: dict[str, tuple[str, str]] = {}
    entries = [entry for entry in files.project.files[path].imports if entry.kind in ("import", "from")]
    often = Counter(map(_bound_to, entries))
    for entry in entries:
        name = _bound_to(entry)
        home = _stands_for(files, entry, path) if often[name] == 1 else ""
        if home and home.endswith(".py") and stage.bound_once(files.state(path), name):
            found[name] = home, f"{entry.module}.{entry.name}" if entry.kind == "from" else entry.module
    return found


def _bound_to(entry: Import) -> str:
    return entry.alias or entry.name or entry.module.partition(".")[0]


def _stands_for(files: Files, entry: Import, path: str) -> str:
    home = _module(files, entry.module, entry.level, path)
    if entry.kind == "import":
        return home if entry.alias or "." not in entry.module else ""
    package = home and submodule(files.project.lookups["python"], home, entry.name)
    return package if package and not stage.has_name(files.state(home), entry.name) else ""


def _module(files: Files, module: str, level: int, path: str) -> str:
    ask: Lookup = files.project.lookups["python"]
    home = relative(ask, module, level, path) if level else find(ask, module, path)
    return home if home in files.project.files else ""


def _tried(files: Files, path: str, line: int) -> bool:
    """Whether a line stands in a `try`, or for checkers alone."""
    lines = files.project.sources(path).split(b"\n")[:line]
    return any(each.startswith((b"try:", b"if ", b"except", b"else")) for each in _heads(lines))


def _heads(lines: Sequence[bytes]) -> Iterator[bytes]:
    depth = len(lines[-1]) - len(lines[-1].lstrip()) if lines else 0
    for each in reversed(lines):
        bare = each.strip()
        here = len(each) - len(each.lstrip())
        if bare and here < depth:
            depth = here
            yield bare
