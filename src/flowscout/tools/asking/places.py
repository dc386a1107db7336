"""Where things are and what they are: definitions, what a function does, fields, files and their dependencies, what is unused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from ...agents.said import Cited
from ...model.declared import TypeFacts
from ...model.identity import path_of, qualified_of
from ...model.pattern import regex
from ...model.product import is_aside
from ...tasks.entrypoints import evidence, is_special
from ...tasks.names import MODULE
from ...words.names import has_word
from ..codes import FILE_NOT_FOUND, FUNCTION_NOT_FOUND, Failed
from ..edges import callers
from . import breaking, ways
from .here import ALL, MOST, Found, Here, at, each, files, functions, joined, label, methods, missing, types
from .question.asked import Asked
from .question.tokens import QuestionToken
from .values import value_of


def where(here: Here, asked: Asked) -> Found | Failed:
    """Every definition of a name, whatever it is."""
    token = asked.names["A"]
    found = list(dict.fromkeys(_defined(here, token)))
    kept = [line for line in found if not is_aside(line.path)] or found
    return Found(tuple(kept)) if kept else missing(here, token)


def _defined(here: Here, token: QuestionToken) -> Iterator[Cited]:
    project, name = here.project, token.raw.removesuffix("()")
    yield from (Cited(f"{found.kind} {'::'.join((*found.scope, found.name)) if '::' in name else '.'.join((*found.scope, found.name))}", path, found.line)
                for path, found in types(project, name))  # fmt: skip
    ids = [] if list(types(project, name)) and "." not in name else functions(here, token)
    if not isinstance(ids, Failed):
        yield from (at(project, id_, f"{project.functions[id_].facts.kind} {label(project, id_)}") for id_ in ids)
    elif ids.code == "AMBIGUOUS_NAME":
        yield from (
            at(project, id_, f"{f.facts.kind} {label(project, id_)}")
            for id_, f in project.named(name).items()
            if f.facts.name == name.replace("::", ".").split(".")[-1]
        )
    for path, facts in project.files.items():
        yield from (Cited(f"macro {name}", path, macro.line) for macro in facts.macros if macro.name == name)
        yield from (
            Cited(f"variable {name} of the file", path, _line(here, path, name))
            for known, _ in facts.globals
            if known == name
        )
    yield from _aliases(here, name)
    if "." in name or "/" in name:
        yield from (Cited(f"file {path}", path, 1) for path in files(project, name))


def _aliases(here: Here, name: str) -> Iterator[Cited]:
    """`typedef int name;`, `using name = …`, in one line."""
    for path, facts in here.project.files.items():
        source = here.project.sources(path) if facts.macros or not path.endswith(".py") else b""
        if not name.isidentifier() or name.encode() not in source:
            continue
        for number, line in enumerate(source.decode("utf-8", "replace").split("\n"), 1):
            words = line.replace("*", " ").replace(";", " ; ").split()
            if (
                (words[:1] == ["typedef"] and words[-2:] == [name, ";"])
                or words[:3] == ["using", name, "="]
                or (words[:1] == ["typedef"] and f"(*{name})" in line)
            ):
                yield Cited(f"type {name}, another name: {line.strip()[:120]}", path, number)


def declared(here: Here, asked: Asked) -> Found | Failed:
    """Where a type says that it has a method, else where the name is defined, which is said."""
    owner, _, name = asked.names["A"].raw.removesuffix("()").replace("::", ".").rpartition(".")
    rows = [Cited(f"{'.'.join((*found.scope, found.name))}.{name} is declared", path, one.line or found.line) for path, found in (types(here.project, owner) if owner else ())
            for one in found.methods if one.name == name]  # fmt: skip
    if rows:
        return Found(tuple(dict.fromkeys(rows)))
    found = where(here, asked)
    return (
        found._replace(note=f"This is where it is defined; declarations elsewhere I do not know. {found.note}".strip())
        if isinstance(found, Found)
        else found
    )


def _line(here: Here, path: str, name: str) -> int:
    """The first line that begins with a name, else the first that holds it."""
    lines = here.project.sources(path).decode("utf-8", "replace").split("\n")
    holding = [number for number, line in enumerate(lines, 1) if has_word(line, name)]
    return next(
        (
            number
            for number in holding
            if not lines[number - 1][:1].isspace() and not lines[number - 1].startswith(("#", "/", "*"))
        ),
        holding[0] if holding else 1,
    )


def is_in(here: Here, asked: Asked) -> Found | Failed:
    found, inside = where(here, asked), asked.names["B"].raw
    if isinstance(found, Failed):
        return found
    if not files(here.project, inside) and not any(
        path.startswith(inside.rstrip("/") + "/") for path in here.project.files
    ):
        return Failed(FILE_NOT_FOUND, f"I know no file `{inside[:120]}`")
    there = Here(here.desk, inside)
    rows = [line for line in found.said if there.inside(line.path)]
    first = (
        rows[0]._replace(text=f"Yes: {rows[0].text}")
        if rows
        else found.said[0]._replace(text=f"No: {found.said[0].text} is in {found.said[0].path}")
    )
    return Found((first, *rows[1:]))


def does(here: Here, asked: Asked) -> Found | Failed:
    token = asked.names["A"]
    known = types(here.project, token.raw)
    if known:
        return Found(tuple(line for path, found in known for line in _class(here, path, found)))
    told = each(here, token, lambda id_: _does(here, id_))
    given = value_of(here, asked) if isinstance(told, Failed) and told.code == FUNCTION_NOT_FOUND else None
    return given if isinstance(given, Found) else told


def _class(here: Here, path: str, found: TypeFacts) -> Iterator[Cited]:
    own = ".".join((*found.scope, found.name))
    bases = f" of {', '.join(found.bases)}" if found.bases else ""
    field = f", fields {', '.join(name for name, _ in found.fields[:12])}" if found.fields else ""
    yield Cited(f"{found.kind} {own}{bases}{field}", path, found.line)
    scope = (*found.scope, found.name)
    yield from (at(here.project, id_, f"{qualified_of(id_)}: {here.project.sentence(id_)}")
                for id_ in here.project.ids.get(path, ()) if tuple(here.project.functions[id_].facts.scope) == scope)  # fmt: skip


def _does(here: Here, id_: str) -> Found | Failed:
    steps, told, name = (
        here.ask("outline", name=id_, limit=12),
        here.ask("get_summary", name=id_),
        label(here.project, id_),
    )
    if isinstance(steps, Failed) or isinstance(told, Failed):
        return steps if isinstance(steps, Failed) else Failed("INTERNAL_ERROR", f"{name} cannot be summarised")
    rows = [at(here.project, id_, f"{name}: {told['sentence']}")] if told["sentence"] else []
    rows += [
        at(here.project, id_, f"{step['kind']}: {step['label']}", step["line"])
        for step in steps["steps"]
        if step["kind"] not in ("entry", "exit", "start", "end")
    ]
    return Found(
        tuple(rows) or (at(here.project, id_, f"{name} does nothing that I can tell"),),
        (id_,),
        "",
        len(rows) + steps["total"] - len(steps["steps"]),
    )


def fields(here: Here, asked: Asked) -> Found | Failed:
    known = types(here.project, asked.names["A"].raw)
    if not known:
        return Failed("NO_RESULTS", f"I know no class or struct `{asked.names['A'].raw[:120]}`")
    rows = [
        Cited(f"{found.name}.{name}{f': {kind}' if kind else ''}", path, _field_line(here, path, found, name, kind))
        for path, found in known
        for name, kind in found.fields
        if not _special(name)
    ]
    path, found = known[0]
    return Found(tuple(rows) or (Cited(f"{found.kind} {found.name} has no fields that I know", path, found.line),))


def _special(name: str) -> bool:
    """`__slots__` holds names of fields and is none."""
    return name.startswith("__") and name.endswith("__")


def _field_line(here: Here, path: str, found: TypeFacts, name: str, kind: str) -> int:
    """The line that holds its name behind its type, else the first that holds its name."""
    lines = here.project.sources(path).decode("utf-8", "replace").split("\n")[found.line - 1 : found.end_line]
    holding = [number for number, line in enumerate(lines) if has_word(line, name)]
    first = kind.replace("*", " ").replace("&", " ").partition("<")[0].split()[-1:]
    typed = [number for number in holding if first and has_word(lines[number].partition(name)[0], first[0])]
    return found.line + next(iter(typed or holding), 0)


def depends_on(here: Here, asked: Asked) -> Found | Failed:
    return _files(here, asked, True)


def depends(here: Here, asked: Asked) -> Found | Failed:
    return _files(here, asked, False)


def modules(here: Here, token: QuestionToken) -> list[str]:
    """Files that a name without an ending means, where no function has it."""
    if not token.raw.isidentifier() or not isinstance(functions(here, token), Failed):
        return []
    return [path for path in here.project.files if path.rpartition("/")[2].partition(".")[0] == token.raw]


def _files(here: Here, asked: Asked, reverse: bool) -> Found | Failed:
    """Of a file; of a function, its calls."""
    token = asked.names["A"]
    found = files(here.project, token.raw) or modules(here, token)
    if 1 < len(found) <= TWINS and len({path.rpartition(".")[0].rpartition("/")[2] for path in found}) == 1:
        parts = [
            made
            for path in found
            if isinstance(
                made := _files(here, asked._replace(names=asked.names | {"A": token._replace(raw=path)}), reverse),
                Found,
            )
        ]
        return joined(parts, ())
    if len(found) > 1:
        return Failed(
            "AMBIGUOUS_NAME", f"{token.raw[:120]} is the name of {len(found)} files; which one? {', '.join(found[:8])}"
        )
    if not found:
        if isinstance(functions(here, token), Failed):
            return Failed(FILE_NOT_FOUND, f"I know no file and no function `{token.raw[:120]}`")
        return breaking.breaks(here, asked) if reverse else ways.called(here, asked)
    data = here.ask("get_dependencies", file_path=found[0], reverse=reverse, limit=ALL)
    if isinstance(data, Failed):
        return data
    needs = sorted(data["dependencies"], key=lambda row: is_aside(row["file"])) if reverse else data["dependencies"]
    rows = [_needed(found[0], row, reverse) for row in needs if here.inside(row["file"])]
    none = Cited(
        f"No file of this project is found that needs {found[0]}"
        if reverse
        else f"{found[0]} needs no file of this project",
        found[0],
        1,
    )
    outside = (
        f"Outside the project it needs {', '.join(data['outside'][:12])}."
        if data.get("outside") and not reverse
        else ""
    )
    return Found(tuple(rows) or (none,), (), outside, data["total"] if rows and not here.place else 0)


TWINS: Final = 3  # a header and what implements it


def _needed(path: str, row: dict[str, Any], reverse: bool) -> Cited:
    late = " (deferred)" if row["deferred"] else ""
    return (
        Cited(f"{row['file']} needs {path}{late}", row["file"], row["line"])
        if reverse
        else Cited(f"{path} needs {row['file']}{late}", path, row["line"])
    )


def does_need(here: Here, asked: Asked) -> Found | Failed:
    other = files(here.project, asked.names["B"].raw)
    if not files(here.project, asked.names["A"].raw):
        return ways.does_reach(here, asked)
    if len(other) != 1:
        return Failed(
            FILE_NOT_FOUND, f"I know {'no' if not other else 'more than one'} file `{asked.names['B'].raw[:120]}`"
        )
    found = _files(here, asked, False)
    if isinstance(found, Failed):
        return found
    rows = [line for line in found.said if line.text.endswith((f" needs {other[0]}", f" needs {other[0]} (deferred)"))]
    none = Cited(f"No: {found.said[0].path} does not need {other[0]} itself", found.said[0].path, 1)
    return Found((rows[0]._replace(text=f"Yes: {rows[0].text}"), *rows[1:]) if rows else (none,))


def structure(kind: str) -> Callable[[Here, Asked], Found | Failed]:
    def told(here: Here, asked: Asked) -> Found | Failed:
        data = here.ask("analyze_structure", analysis_type=kind, limit=ALL)
        if isinstance(data, Failed):
            return data
        rows = [_spot(kind, row) for row in data["rows"] if here.inside(row["files"][0])]
        none = {
            "hotspots": "No file is needed by two others",
            "unused": "No file is found that nobody needs or enters",
            "circular": "No: no files need each other in a circle",
        }
        path = next(iter(here.project.files), "")
        return Found(
            tuple(rows) or (Cited(none[kind], path, 1),), (), "", data["total"] if rows and not here.place else 0
        )

    return told


def _spot(kind: str, row: dict[str, Any]) -> Cited:
    path = row["files"][0]
    said = {
        "hotspots": f"{row['dependents']} files need {path}",
        "unused": f"no file needs {path}, and nobody enters by it",
        "circular": f"circle: {' → '.join(row['files'])}",
    }
    return Cited(said[kind], path, 1)


def unused(here: Here, asked: Asked) -> Found | Failed:
    """Functions that nobody calls and by which nobody enters; tests, examples and what the language calls by itself are left out."""
    if here.place and not any(map(here.inside, here.project.files)) and types(here.project, here.place):
        return _uncalled(here)
    here.ask("impact", name=next(iter(here.project.functions), "x"))
    project = here.project
    called = set(project.callers)
    able = [id_ for id_ in project.functions if id_ not in called and not is_aside(path_of(id_)) and here.inside(path_of(id_))]  # fmt: skip
    found = [
        id_
        for id_ in able
        if (one := project.functions[id_]).facts.kind in ("function", "method")
        and one.facts.name != MODULE
        and not is_special(one)
        and evidence(project, one) is None
        and one.facts.parent < 0
        and not one.facts.decorators
        and not {"override", "virtual", "pure", "macro"} & set(one.facts.flags.split())
    ]
    rows = [at(project, id_, f"nothing is found that calls {qualified_of(id_)}") for id_ in _unmentioned(here, found)]
    note = "Not counted: what is public and may be called from outside, tests, and names that are mentioned somewhere without a call."
    return Found(
        tuple(rows)
        or (
            Cited(
                f"No function{f' of {here.place}' if here.place else ''} is found that is neither called nor an entry point",
                next(filter(here.inside, project.files), ""),
                1,
            ),
        ),
        (),
        note,
    )


def _uncalled(here: Here) -> Found | Failed:
    """Of a type: its methods that no call of the product is found of."""
    project = here.project
    every = [id_ for id_ in methods(here, QuestionToken("", here.place, code=True), made=True) if not is_special(project.functions[id_]) and project.functions[id_].facts.kind == "method"]  # fmt: skip
    by = {id_: [one for one in callers(project).get(id_, ()) if not is_aside(path_of(one))] for id_ in every}
    unsure = {id_ for id_ in every if not by[id_] and project.unsure(project.functions[id_].facts.name)}
    rows = [at(project, id_, f"no call of {label(project, id_)} is found in the product{' (but calls of that name whose target is not known)' if id_ in unsure else ''}") for id_ in every if not by[id_]]  # fmt: skip
    first = next(iter(types(project, here.place)))
    all_ = Cited(f"Each of its {len(every)} methods is called in the product", first[0], first[1].line)
    return Found(tuple(rows) or (all_,), (), "What is public may be called from outside; tests, and what the language calls by itself, are not counted.")  # fmt: skip


def _unmentioned(here: Here, ids: list[str]) -> list[str]:
    """Those whose names stand nowhere but at their own definition: in no table, no macro, no text; a macro may paste one together."""
    names = {id_: here.project.functions[id_].facts.name.encode() for id_ in ids}
    for path in here.project.files:
        text = here.project.sources(path) if names else b""
        opened, closed = (tuple(set(found)) for found in (_PASTED.findall(text), _PASTED_BEHIND.findall(text)))
        for id_ in [id_ for id_, name in names.items() if text.count(name) > (path == path_of(id_)) or name.startswith(opened) or name.endswith(closed)]:  # fmt: skip
            del names[id_]
    return list(names)


_PASTED: Final = regex(rb"(\w{3,80}+)[ \t]{0,4}##")  # `null_##NAME`
_PASTED_BEHIND: Final = regex(rb"##[ \t]{0,4}(\w{3,80}+)")  # `NAME##_init`


def hotspots(here: Here, asked: Asked) -> Found | Failed:
    """Files that most others need, and functions that most others call."""
    found, called = structure("hotspots")(here, asked), most_called(here, asked)
    if isinstance(found, Failed) or isinstance(called, Failed):
        return called if isinstance(found, Failed) else found
    half = MOST // 2
    needed = [line for line in found.said if line.text.endswith(f" files need {line.path}")]
    many = f"{found.total or len(needed)} files are" if needed else "no file is"
    note = f"{many} needed by two others or more, {called.total} function{'s are' if called.total > 1 else ' is'} called; the most needed of both are shown."
    return Found((*needed[:half], *called.said[:half]), (), note)


def most_called(here: Here, asked: Asked) -> Found | Failed:
    here.ask("impact", name=next(iter(here.project.functions), "x"))
    known, project = callers(here.project), here.project
    counts = [
        (sum(how == 0 for how in by.values()), len(by), id_)
        for id_, by in known.items()
        if id_ in project.functions and here.inside(path_of(id_)) and not is_aside(path_of(id_))
    ]
    rows = [at(project, id_, f"{qualified_of(id_)} is called by {sure} function{'s' * (sure != 1)} surely" + (f", by {every} with what may be" if every > sure else ""))
            for sure, every, id_ in sorted(counts, key=lambda row: (-row[0], -row[1], row[2]))[:20]]  # fmt: skip
    return Found(tuple(rows), (), "", len(counts)) if rows else Failed("NO_RESULTS", "no calls are known here")
