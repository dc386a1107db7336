"""What things are made of: who derives from a type, what overrides a method, what a file or a type holds, what a function takes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ...agents.said import Cited
from ...model.declared import TypeFacts
from ...model.identity import qualified_of
from ...model.product import is_aside
from ..codes import AMBIGUOUS_NAME, NO_RESULTS, Failed
from ..own import name_of
from .here import Found, Here, at, each, files, functions, is_promise, label, types
from .question.asked import Asked

DEEP: Final = 12  # types above each other


def last(base: str) -> str:
    """`Base` of `pkg.Base[T]`, `public ns::Base<T>`."""
    return base.partition("<")[0].partition("[")[0].replace("::", ".").rpartition(".")[2].split(" ")[-1].strip()


def name_of_type(found: TypeFacts) -> str:
    return ".".join((*found.scope, found.name))


def unknown(name: str) -> Failed:
    return Failed(NO_RESULTS, f"I know no class or struct `{name[:120]}`")


def subtypes(here: Here, asked: Asked) -> Found | Failed:
    """By the name of the base as it is written; those that derive directly stand first."""
    name = asked.names["A"].raw
    known, levels = types(here.project, name), list(_below(here, name.replace("::", ".").rpartition(".")[2]))
    if not levels and not known:
        return unknown(name)
    rows = [
        Cited(f"{name_of_type(found)} derives from {', '.join(found.bases)}", path, found.line)
        for path, found in levels
        if here.inside(path)
    ]
    none = [
        Cited(f"No class of this project is found that derives from {name}", path, found.line)
        for path, found in known[:1]
    ]
    return (
        Found(tuple(rows or none))
        if rows or none
        else Failed(
            NO_RESULTS, f"I find no class {f'in {here.place} ' if here.place else ''}that derives from {name[:120]}"
        )
    )


def _below(here: Here, name: str) -> Iterator[tuple[str, TypeFacts]]:
    every = [(path, found) for path, facts in here.project.files.items() for found in facts.types if found.bases]
    other = {
        path: {one.alias: last(one.name or one.module) for one in facts.imports if one.alias}
        for path, facts in here.project.files.items()
    }
    above, seen = {name}, set[tuple[str, str, int]]()
    for _ in range(DEEP):
        level = [
            (path, found)
            for path, found in every
            if {other[path].get(last(base), last(base)) for base in found.bases} & above
            and (path, found.name, found.line) not in seen
        ]
        yield from sorted(level, key=lambda row: (is_aside(row[0]), row[0], row[1].line))
        seen |= {(path, found.name, found.line) for path, found in level}
        above = {found.name for _, found in level}
        if not above:
            return


def supertypes(here: Here, asked: Asked) -> Found | Failed:
    known = types(here.project, asked.names["A"].raw)
    if not known:
        return unknown(asked.names["A"].raw)
    rows = [Cited(f"{name_of_type(found)} derives from {', '.join(found.bases)}" if found.bases else f"{name_of_type(found)} derives from nothing", path, found.line)
            for path, found in known]  # fmt: skip
    return Found(tuple(rows))


def does_derive(here: Here, asked: Asked) -> Found | Failed:
    known, base = types(here.project, asked.names["A"].raw), asked.names["B"].raw.replace("::", ".").rpartition(".")[2]
    if not known:
        return unknown(asked.names["A"].raw)
    path, found = known[0]
    if base in map(last, found.bases):
        return Found((Cited(f"Yes: {name_of_type(found)} derives from {', '.join(found.bases)}", path, found.line),))
    if any(there == path and one == found for there, one in _below(here, base)):
        return Found(
            (
                Cited(
                    f"Yes, through others: {name_of_type(found)} derives from {', '.join(found.bases)}",
                    path,
                    found.line,
                ),
            )
        )
    return Found(
        (Cited(f"No: {name_of_type(found)} derives from {', '.join(found.bases) or 'nothing'}", path, found.line),)
    )


def overriders(here: Here, asked: Asked) -> Found | Failed:
    """Methods of the same name in the types that derive from that of a method."""

    def told(id_: str) -> Found | Failed:
        facts = here.project.functions[id_].facts
        if not facts.scope:
            return Found(
                (at(here.project, id_, f"{label(here.project, id_)} is no method: nothing overrides it"),), (id_,)
            )
        below = {(path, (*found.scope, found.name)) for path, found in _below(here, facts.scope[-1])}
        names = {scope for _, scope in below}
        ids = [
            other
            for other, one in here.project.named(facts.name).items()
            if other != id_ and one.facts.name == facts.name and tuple(one.facts.scope) in names
        ]
        if not ids and (above := _above(here, facts.scope[-1], facts.name)):
            path, line, base = above
            return Found(
                (at(here.project, id_, f"{qualified_of(id_)} itself overrides {base}.{facts.name} ({path}:{line})"),),
                (id_,),
            )
        none = at(here.project, id_, f"No method is found that overrides {label(here.project, id_)}")
        return Found(
            tuple(at(here.project, other, f"{qualified_of(other)} overrides {qualified_of(id_)}") for other in ids)
            or (none,),
            (id_,),
        )

    token = asked.names["A"]
    if (
        token.raw.isidentifier()
        and isinstance(found := functions(here, token), Failed)
        and found.code == AMBIGUOUS_NAME
    ):
        return _of_name(here, token.raw)
    declared = _promised(here, token.raw)
    if declared and (
        isinstance(functions(here, token), Failed) or not token.code or "." not in token.raw.replace("::", ".")
    ):
        return Found(tuple(declared))
    return each(here, token, told)


def _of_name(here: Here, name: str) -> Found | Failed:
    """Methods of a name that many have, each with the nearest type above it that has one too."""
    rows = []
    known = here.project.named(name)
    for id_, one in known.items():
        if (
            one.facts.name == name
            and one.facts.scope
            and one.facts.kind in ("method", "constructor", "property")
            and not is_promise(here.project, id_)
        ):
            above = _above(here, one.facts.scope[-1], name)
            rows += (
                [at(here.project, id_, f"{qualified_of(id_)} overrides {above[2]}.{name} ({above[0]}:{above[1]})")]
                if above
                else []
            )
    others = [
        qualified_of(id_)
        for id_, one in known.items()
        if one.facts.name == name
        and one.facts.scope
        and not any(row.text.startswith(f"{qualified_of(id_)} ") for row in rows)
    ]
    note = (
        f"Of {', '.join(others[:8])}{' and others' if len(others) > 8 else ''} no type above is known to have it."
        if others
        else ""
    )
    return (
        Found(tuple(sorted(rows, key=lambda line: is_aside(line.path))), (), note)
        if rows
        else Failed(
            NO_RESULTS,
            f"{len(others)} types have a {name}, and no type above them that I know has one: {', '.join(others[:8])}",
        )
    )


def overridden(here: Here, asked: Asked) -> Found | Failed:
    """The method of a type above that one takes the place of."""

    def told(id_: str) -> Found | Failed:
        facts = here.project.functions[id_].facts
        above = _above(here, facts.scope[-1], facts.name) if facts.scope else None
        said = (
            f"overrides {above[2]}.{facts.name} ({above[0]}:{above[1]})"
            if above
            else "overrides nothing, as far as I know the types above it"
        )
        return Found((at(here.project, id_, f"{label(here.project, id_)} {said}"),), (id_,))

    return each(here, asked.names["A"], told)


def does_have(here: Here, asked: Asked) -> Found | Failed:
    """Whether a type or a file holds a method, a field, a type or a function."""
    found, name = contents(here, asked), asked.names["B"].raw.removesuffix("()")
    if isinstance(found, Failed):
        return found
    known = types(here.project, asked.names["A"].raw)
    field = next(((path, one) for path, one in known for held, _ in one.fields if held == name), None)
    if field:
        return Found((Cited(f"Yes: field {name} of {name_of_type(field[1])}", field[0], field[1].line),))
    row = next(
        (line for line in found.said if line.text.rpartition(" ")[2].replace("::", ".").rpartition(".")[2] == name),
        None,
    )
    return Found(
        (
            row._replace(text=f"Yes: {row.text}")
            if row
            else found.said[0]._replace(text=f"No: I find no {name[:120]} of {asked.names['A'].raw[:120]} itself"),
        )
    )


def _promised(here: Here, asked: str) -> list[Cited]:
    """The methods that override one that a type above only declares, by name or by `Type.method`."""
    owner, _, name = asked.removesuffix("()").replace("::", ".").rpartition(".")
    said = []
    for path, facts in here.project.files.items():
        for found in facts.types:
            if (not owner or found.name == owner.rpartition(".")[2]) and any(one.name == name for one in found.methods):
                for there, below in _below(here, found.name):
                    own = next((one for one in below.methods if one.name == name), None)
                    said += (
                        [
                            Cited(
                                f"{name_of_type(below)}.{name} overrides {name_of_type(found)}.{name} ({path})",
                                there,
                                own.line or below.line,
                            )
                        ]
                        if own
                        else []
                    )
    return sorted(dict.fromkeys(said), key=lambda line: (is_aside(line.path), line.path, line.line))


def _above(here: Here, name: str, method: str, deep: int = DEEP) -> tuple[str, int, str] | None:
    """The nearest type above that declares the method."""
    for _, own in types(here.project, name) if deep else ():
        for base in map(last, own.bases):
            for path, found in types(here.project, base):
                if declared := next((one for one in found.methods if one.name == method), None):
                    return path, declared.line or found.line, name_of_type(found)
            if higher := _above(here, base, method, deep - 1):
                return higher
    return None


def contents(here: Here, asked: Asked) -> Found | Failed:
    """The functions and types of a file, the methods and fields of a type."""
    name = asked.names["A"].raw
    project, paths = here.project, files(here.project, name)
    if len(paths) > 1:
        return Failed(
            "AMBIGUOUS_NAME", f"{name[:120]} is the name of {len(paths)} files; which one? {', '.join(paths[:8])}"
        )
    if paths:
        path = paths[0]
        rows = [(found.line, f"{found.kind} {name_of_type(found)}") for found in project.files[path].types]
        rows += [
            (one.facts.line, f"{one.facts.kind} {name_of(project, one.id)}")
            for id_ in project.ids.get(path, ())
            if (one := project.functions[id_]).facts.kind not in ("module", "lambda") and not is_promise(project, id_)
        ]
        return Found(
            tuple(Cited(text, path, line) for line, text in sorted(rows))
            or (Cited(f"{path} defines no function and no type", path, 1),)
        )
    known = types(project, name)
    if not known:
        return Failed(NO_RESULTS, f"I know no file and no type `{name[:120]}`")
    said = []
    for path, found in known:
        scope = (*found.scope, found.name)
        methods = [one for id_ in project.functions if (one := project.functions[id_]).facts.scope == scope and one.facts.kind not in ("lambda", "module") and one.facts.parent < 0
                   and not is_promise(project, id_)]  # fmt: skip
        said += [at(project, one.id, f"{one.facts.kind} {name_of(project, one.id)}") for one in methods]
        fields = ", ".join(field for field, _ in found.fields[:20])
        said += [Cited(f"fields of {name_of_type(found)}: {fields}", path, found.line)] if fields else []
    path, found = known[0]
    return Found(
        tuple(dict.fromkeys(said))
        or (Cited(f"{found.kind} {name_of_type(found)} has no methods and no fields that I know", path, found.line),)
    )


def entries(here: Here, asked: Asked) -> Found | Failed:
    made = here.ask("gather_context", entry_points=True)
    if isinstance(made, Failed):
        return made
    rows = [
        Cited(f"{text.partition(' (')[0]} {text.partition(') ')[2]}", *_place(text)) for text in made["entry_points"]
    ]
    kept = tuple(row for row in rows if here.inside(row.path))
    return Found(kept) if kept else Failed(NO_RESULTS, "I find no entry point")


def _place(text: str) -> tuple[str, int]:
    """Of `main (shop/main.py:4) why`."""
    inside = text.partition(" (")[2].partition(")")[0]
    path, _, line = inside.rpartition(":")
    return path, int(line) if line.isdigit() else 1
