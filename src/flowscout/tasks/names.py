"""From what a person writes to one function: a name, a qualified name, a path and a name, or a file and a line.

A path and a name stand as in an id (`src/a.cc::Put`), as in a traceback (`src/a.cc:Put`), or as Python imports them
(`shop.till.pay`, `shop.till:pay`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from ..errors import AmbiguousName, UnknownName
from ..model.identity import path_of, qualified_of
from ..model.pattern import regex
from ..pipeline import Located, Project

MODULE = "<module>"
_PARTS = regex(r"::|\.|/")
_SCOPE = regex(r"::|\.")
_DEEPEST = 20  # folders of a module


def display(found: Located) -> str:
    """`Flask.run`, `leveldb::DB::Get`; of what a macro makes, which: `COMMAND(open)`."""
    given = given_to(found)
    return f"{qualified_of(found.id)}({given})" if given else qualified_of(found.id)


def place(found: Located) -> str:
    return f"{found.path}:{found.facts.line}"


def find(functions: Mapping[str, Located], name: str, file: str = "", line: int = 0) -> Located:
    """The one function of that name. Raises AmbiguousName with the candidates, UnknownName with the near ones."""
    return _one(candidates(functions, name, file, line), functions, name, file)


def _one(found: list[Located], functions: Mapping[str, Located], name: str, file: str) -> Located:
    if len(found) == 1:
        return found[0]
    if not found:
        raise UnknownName(f"no function {name!r}" + (f" in {file}" if file else ""), _near(functions, name, file))
    shown = "\n".join(f"  {place(f)}  {f.id.split('::', 1)[1]}" for f in found[:20])
    more = f"\n  … and {len(found) - 20} more" if len(found) > 20 else ""
    raise AmbiguousName(f"{name!r} is the name of {len(found)} functions:\n{shown}{more}", _narrower(found))


def meant(project: Project, name: str, file: str = "", line: int = 0) -> Located:
    """`find` in a project: only where nothing has the name are all functions gone through, for those that are near."""
    found = candidates(project.named(name), name, file, line)
    return _one(found or candidates(project.functions, name, file, line), project.functions, name, file)


def candidates(functions: Mapping[str, Located], name: str, file: str = "", line: int = 0) -> list[Located]:
    """Every function that the words can mean, by id. The most literal reading that finds something wins."""
    return _read(functions, name, file, line) or (_in_module(functions, name, line) if not file else [])


def _in_module(functions: Mapping[str, Located], name: str, line: int) -> list[Located]:
    """Those that a file's name or a module's, then a colon or a dot, then a name can mean; the longest module first."""
    if "(" in name or "::" in name:
        return []
    within, colon, inner = name.rpartition(":")
    if colon:
        return _of_module(functions, within, inner, line)
    parts = name.split(".", _DEEPEST)
    ways = (
        _of_module(functions, ".".join(parts[:at]), ".".join(parts[at:]), line) for at in range(len(parts) - 1, 0, -1)
    )
    return next(filter(None, ways), [])


def _of_module(functions: Mapping[str, Located], module: str, name: str, line: int) -> list[Located]:
    """The functions of that name in a file that the module can mean: `till.py`, `shop/till.py`, `till`, `shop.till`."""
    if not module or not name:
        return []
    part = last_part(name)
    holding = {
        path_of(id_) for id_ in functions if part in id_ and _stands(part, id_) and _is_module(path_of(id_), module)
    }
    return [found for path in sorted(holding) for found in _read(functions, name, path, line)]


def _is_module(path: str, asked: str) -> bool:
    dotted = path.rpartition(".")[0].removesuffix("/__init__").replace("/", ".")
    return in_file(path, asked) or dotted == asked or dotted.endswith("." + asked)


def _read(functions: Mapping[str, Located], name: str, file: str, line: int) -> list[Located]:
    if name in functions and not file:
        return [functions[name]]
    path, inner = split(name)
    if path and not file:
        return _read(functions, inner, path, line)
    ids: Iterable[str] = functions
    if file:
        inside = [id_ for id_ in functions if in_file(path_of(id_), file)]
        ids = [id_ for id_ in inside if path_of(id_) == file.removeprefix("./")] or inside
    part, parts = last_part(name), _asked(name)[0]
    pool = [
        functions[id_]
        for id_ in ids
        if part in id_ and (line or _stands(part, id_)) and all(one in id_ for one in parts)
    ]  # no facts are read of what cannot be meant
    if line:
        return _at_line(pool, name, line)
    named = [f for f in pool if (file or f.facts.name != MODULE or name == MODULE) and _named(f, name)]
    literal = [f for f in named if f.id.split("::", 1)[1] == name and qualified_of(f.id) != name]  # with its signature
    told = literal or _that_run([f for f in named if qualified_of(f.id) == name] or named)
    return told or [f for f in pool if given_to(f) == name]


def given_to(found: Located) -> str:
    """`open` of `COMMAND(open) { … }`: what a macro that makes a function's head is given, where it is one name and no more; else ""."""
    facts = found.facts
    alone = facts.kind == "function" and not facts.result and len(facts.params) == 1 and not facts.params[0].name
    given = facts.params[0].type if alone else ""
    return given if given.isidentifier() and found.id.split("~")[0].endswith(f"{facts.name}({given})") else ""


def is_typing_head(found: Located) -> bool:
    """Whether it is one of Python's `@overload` heads, which only state types."""
    return any(one.rpartition(".")[2] == "overload" for one in found.facts.decorators)


def _that_run(found: list[Located]) -> list[Located]:
    """Without Python's `@overload` heads of a function that is there, too: they only state its types."""
    heads = {f.id for f in found if is_typing_head(f)}
    made = {(f.path, qualified_of(f.id)) for f in found if f.id not in heads}
    return [f for f in found if f.id not in heads or (f.path, qualified_of(f.id)) not in made]


def _stands(part: str, id_: str) -> bool:
    """Whether the id holds the part as a name, not within a longer one."""
    start = id_.find(part)
    while start >= 0:
        end = start + len(part)
        if not (_joined(id_[start - 1 : start], part[:1]) or _joined(part[-1:], id_[end : end + 1])):
            return True
        start = id_.find(part, start + 1)
    return not part


def _joined(left: str, right: str) -> bool:
    return (left.isalnum() or left == "_") and (right.isalnum() or right == "_")


def last_part(name: str) -> str:
    """The last part of a name: whatever it can mean holds it in its id."""
    head, tilde, ordinal = name.split("(")[0].replace(":", ".").rsplit(".", 1)[-1].rpartition("~")
    return head if tilde and ordinal.isdigit() else head + tilde + ordinal


def split(name: str) -> tuple[str, str]:
    """`src/a.cc::Put` -> (`src/a.cc`, `Put`); a qualified name without a path stays whole."""
    path, colons, inner = name.partition("::")
    looks_like_path = bool(colons) and ("/" in path or "." in path) and "(" not in path and " " not in path.strip()
    return (path, inner) if looks_like_path else ("", name)


def in_file(path: str, asked: str) -> bool:
    """Whether a path is the asked one or ends with it at a folder's border."""
    asked = asked.replace("\\", "/").removeprefix("./")
    return path == asked or path.endswith("/" + asked)


def _named(found: Located, name: str) -> bool:
    own = found.id.split("::", 1)[1]
    if own == name or own.rpartition("~")[0] == name:
        return True
    parts = [part for part in (*found.facts.scope, found.facts.name) if part]
    asked, signature = _asked(name)
    if len(asked) > len(parts) or list(parts[len(parts) - len(asked) :]) != asked:
        return False
    return not signature or _bare(found.facts.signature).startswith(_bare(signature))


def _asked(name: str) -> tuple[list[str], str]:
    stem, paren, rest = name.partition("(") if "operator()" not in name else (name, "", "")
    parts = stem.split("::") if "::" in stem else [stem] if "operator" in stem else stem.split(".")
    return [part for part in parts if part], paren + rest


def _bare(signature: str) -> str:
    return re.sub(r"\s+", "", signature)


def _at_line(pool: list[Located], name: str, line: int) -> list[Located]:
    around = [f for f in pool if f.facts.line <= line <= f.facts.end_line and (not name or _named(f, name))]
    inner = [f for f in around if f.facts.name != MODULE] or around
    return [max(inner, key=lambda f: (f.facts.line, -f.facts.end_line))] if inner else []


ALIKE = 500  # names with one last part that are compared


def near(functions: Mapping[str, Located], name: str, file: str = "") -> list[str]:
    """Names that look alike, nearest first."""
    asked = _PARTS.split(split(name)[1].split("(")[0])[-1].lower()
    spelled: dict[str, set[str]] = {}
    for id_ in functions:
        last = _SCOPE.split(qualified_of(id_))[-1]
        if not last.startswith("<") and (not file or in_file(path_of(id_), file)):
            spelled.setdefault(last.lower(), set()).add(qualified_of(id_))
    import difflib

    found = difflib.get_close_matches(asked, list(spelled), 5, 0.6)
    found += sorted(key for key in spelled if len(asked) > 3 and asked in key and key not in found)[:5]
    whole = split(name)[1].split("(")[0].replace("::", ".").lower()
    by_scope = len(whole) > len(asked)  # of many that share the last name, those whose type looks alike too

    def likeness(shown: str) -> float:
        return difflib.SequenceMatcher(None, whole, shown.replace("::", ".").lower()).ratio() if by_scope else 0.0

    return [shown for key in found for shown in sorted(sorted(spelled[key])[:ALIKE], key=lambda one: (-likeness(one), one))][:8]  # fmt: skip


def _near(functions: Mapping[str, Located], name: str, file: str) -> str:
    held = _held(functions, name, file)
    if held:
        return held
    alike = near(functions, name, file) or (near(functions, name) if file else [])
    if alike:
        return "did you mean " + ", ".join(map(_in_a_line, alike)) + "?"
    return "`flowscout export functions` lists every function" if functions else "no functions were found here"


def _narrower(found: Iterable[Located]) -> str:
    rows = list(found)
    if len({f.path for f in rows}) == len(rows):
        return f"say which one: {rows[0].path}::{display(rows[0])} (flowchart also takes --file {rows[0].path})"
    return f"say which one: --file {rows[0].path} --line {rows[0].facts.line}, or its id in quotes: '{rows[0].id}'"


def _in_a_line(name: str) -> str:
    """A file's name may hold what ends a line."""
    return " ".join(name.split())


LISTED = 8  # functions of a class or a file that a hint names


def _held(functions: Mapping[str, Located], name: str, file: str) -> str:
    """What to ask where the words name a class or a file: its functions, in the order of their lines. "" for others."""
    path, inner = split(name)
    module, colon, behind = inner.rpartition(":")
    within, inner = (module, behind) if colon and not module.endswith(":") else (file or path, inner)
    last = last_part(inner)
    kept = (functions[id_] for id_ in functions if last in id_ and (not within or _is_module(path_of(id_), within)))
    held = [f for f in kept if f.facts.scope[-1:] == (last,)]
    kind = "a class or a namespace"
    if not held and not file:
        kind, held = "a file", [functions[id_] for id_ in functions if in_file(path_of(id_), name)]
    places = sorted({f.path for f in held})
    if len(places) > 1 and kind == "a file":
        return f"that is {len(places)} files; say which one: {', '.join(_in_a_line(each) for each in places[:LISTED])}"
    rows = sorted((f for f in held if f.facts.name != MODULE), key=lambda f: (f.path, f.facts.line))
    if not rows:
        return ""
    more = f" or {len(rows) - LISTED} more" if len(rows) > LISTED else ""
    return f"that is {kind}; ask for one of its functions: {', '.join(_in_a_line(display(f)) for f in rows[:LISTED])}{more}"
