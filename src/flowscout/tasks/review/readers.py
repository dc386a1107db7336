"""Which functions of other files read a table, a constant or a variable of a file that holds something else now, and from where they are reached.

`{ "style", 3 }` in `options` was `{ "style", 2 }`. `lookup` (main.c) reads it, reached from main → lookup.

C and C++: of a name that is not `static`, those that include a header which speaks of it. Python: those that import it, or its module.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from posixpath import normpath
from re import DOTALL
from typing import Final

from ...model.account import DECLARATION, Answer
from ...model.identity import path_of, qualified_of
from ...model.paths import name_of
from ...model.pattern import regex
from ...model.product import is_aside, is_test
from ...pipeline import Project
from .closed import Closing
from .read_only import text_of
from .upward import reached

MOST: Final = 60  # files that are looked through for one name
ASKED: Final = 8  # functions of which it is asked from where they are reached
NAMED: Final = 2  # functions that are named
GLOBALS: Final = 40  # names of one change
_QUOTED: Final = regex(r"`([A-Za-z_]\w{0,80})`")
_WORD: Final = regex(r"[A-Za-z_]\w{0,80}")
_STARTS: Final = frozenset({"{", "}", ";", ":", ")"})
_BEHIND: Final = frozenset({".", "->", "::", ">"})
Read = tuple[str, int, str]  # path and line of what changed, and what is said of who reads it


def readers(closing: Closing, entries: Set[str], told: Sequence[Answer]) -> Iterator[Read]:
    after, known = closing.after, dict[tuple[str, str], str]()
    for one in told:
        path = one.after.path
        if (
            one.how != DECLARATION
            or not (one.before.line and one.after.line)
            or path not in after.files
            or is_test(path)
        ):
            continue
        name = _named(after, one)
        if name and (path, name) not in known and len(known) < GLOBALS:
            known[path, name] = _said(closing, entries, list(_reading(after, path, name)))
        if name and (said := known.get((path, name))):
            yield path, one.after.line, said


def _named(after: Project, one: Answer) -> str:
    """Which name of its file it is of."""
    names = {name for name, _ in after.files[one.after.path].globals}
    quoted = [*_WORD.findall("".join(one.sentence.split("`")[1:2])), *_QUOTED.findall(one.sentence)]
    return next((name for name in quoted if name in names), "")


def _reading(after: Project, path: str, name: str) -> Iterator[str]:
    python = after.files[path].language == "python"
    files = list(_importing(after, path, name) if python else _including(after, path, name))
    for other, roots in files if len(files) <= MOST else ():
        for id_ in after.ids.get(other, ()):
            facts = after.functions[id_].facts
            own = {each.name for each in facts.bindings} | {each.name for each in facts.params}
            if facts.kind != "module" and name not in own and _reads(after, id_, name, roots - own):
                yield id_


def _reads(after: Project, id_: str, name: str, roots: Set[str]) -> bool:
    """roots: names by which it is known, its own or those before a dot."""
    text = text_of(after, id_)
    if name.encode() not in text:
        return False
    pattern = regex(after.functions[id_].language.reading.tokens, DOTALL)
    words = ["", "", *[each[1].decode("utf-8", "replace") for each in pattern.finditer(text) if each[1]], ""]
    for at, word in enumerate(words):
        if word == name and not _is_no_read(words, at):
            behind = words[at - 1] in _BEHIND
            if words[at - 2] in roots and words[at - 1] == "." if behind else name in roots:
                return True
    return False


def _is_no_read(words: Sequence[str], at: int) -> bool:
    """What it, or a part of it, is set to; a label of its name, and how large it is."""
    before, end, depth = words[at - 1], at + 1, 0
    if "sizeof" in (before, words[at - 2] if before == "(" else "") or before == "goto":
        return True
    if words[end] == ":" and before in _STARTS:
        return True
    while words[end] and (depth or words[end] in ("[", ".", "->") or words[end - 1] in (".", "->")):
        depth += (words[end] in "([") - (words[end] in ")]")
        end += 1
    return words[end] == "="


def _importing(after: Project, path: str, name: str) -> Iterator[tuple[str, Set[str]]]:
    """Files with the names by which it, or its module, is known there."""
    stem = path.removesuffix(".py").removesuffix("/__init__").rpartition("/")[2]
    for other, (language, imports) in after.imports().items():
        if language != "python" or other == path or is_aside(other) or is_test(other):
            continue
        if not any(stem in (each.name, each.module.rpartition(".")[2]) for each in imports):
            continue
        roots = set[str]()
        for each in after.files[other].imports:
            dotted = ".".join(filter(None, (each.module, each.name)))
            if each.kind == "from" and each.name == name and each.alias in ("", name):
                roots |= {name} if _is(after, path, other, each.module, each.level) else set()
            elif (each.kind == "from" and each.name == stem and _is(after, path, other, dotted, each.level)) or (
                each.kind == "import" and each.module == stem and _is(after, path, other, stem, 0)
            ):
                roots.add(each.alias or stem)
        if roots:
            yield other, roots


def _is(after: Project, path: str, other: str, dotted: str, level: int) -> bool:
    """Whether a file imports this one by such a name."""
    at = dotted.replace(".", "/")
    if level:
        folder = other.split("/")[:-level]
        return path in ("/".join([*folder, *filter(None, [f"{at}{end}"])]) for end in (".py", "/__init__.py"))
    found = [offer.path for offer in after.lookups["python"]("module", dotted)]
    head = path.removesuffix(".py").removesuffix("/__init__").removesuffix(at).rstrip("/")
    return found == [path] and (not head or f"{head}/__init__.py" not in after.files)


def _including(after: Project, path: str, name: str) -> Iterator[tuple[str, Set[str]]]:
    word = regex(rb"\b" + name.encode() + rb"\b")
    static = regex(rb"\bstatic\b[^;{}()]{0,200}\b" + name.encode() + rb"\b")
    if static.search(after.sources(path)):
        return
    imports, named = after.imports(), dict[str, list[str]]()
    for each in imports:
        named.setdefault(name_of(each), []).append(each)
    homes = {_header(named, path, each.module) for each in imports.get(path, ("", ()))[1] if each.kind == "include"}
    headers = {
        each
        for each in imports
        if each in {*homes, path}
        and (each == path or word.search(after.sources(each)))
        and name_of(each).endswith((".h", ".hpp", ".hh"))
    }
    for other, (_, found) in imports.items():
        if other == path or is_aside(other) or is_test(other) or other not in after.ids:
            continue
        includes = headers & {_header(named, other, each.module) for each in found if each.kind == "include"}
        own = any(each == name for each, _ in after.files[other].globals) and static.search(after.sources(other))
        if includes and not own:
            yield other, {name}


def _header(named: Mapping[str, list[str]], path: str, module: str) -> str:
    """The one file that such a line brings: the one beside it, else the only one of its name."""
    beside = normpath(f"{path.rpartition('/')[0] or '.'}/{module}")
    found = [each for each in named.get(name_of(module), ()) if f"/{each}".endswith(f"/{module.lstrip('./')}")]
    return beside if beside in found else found[0] if len(found) == 1 else ""


def _said(closing: Closing, entries: Set[str], ids: Sequence[str]) -> str:
    if not ids:
        return ""
    ways = {id_: reached(closing, id_, entries)[0] for id_ in ids[:ASKED]}
    told = sorted(ids[:ASKED], key=lambda id_: (id_ not in entries and not ways[id_], ids.index(id_)))
    parts = [f"`{_name(id_)}` ({name_of(path_of(id_))}){_from(ways[id_])}" for id_ in told[:NAMED]]
    more = len(ids) - NAMED
    listed = (" and ".join(parts) if more <= 0 else f"{', '.join(parts)} and {more} more").replace(",, ", ", ")
    return f"{listed} {'reads' if len(ids) == 1 else 'read'} it."


def _from(ways: Sequence[tuple[str, ...]]) -> str:
    return f", reached from {' → '.join(map(_name, ways[0]))}," if ways else ""


def _name(id_: str) -> str:
    return qualified_of(id_).partition("(")[0]
