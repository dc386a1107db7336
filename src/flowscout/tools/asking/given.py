"""What functions are given and give back: parameters, their defaults, types."""

from __future__ import annotations

from ...agents.said import Cited
from ...model.product import is_aside
from ...words.names import has_word
from ..codes import NO_RESULTS, Failed
from . import doing, everywhere
from .declared import declared_default
from .here import Found, Here, at, each, is_promise, label, meant, types
from .question.asked import Asked
from .shape import last, name_of_type


def signature(here: Here, asked: Asked) -> Found | Failed:
    def told(id_: str) -> Found | Failed:
        facts, name = here.project.functions[id_].facts, label(here.project, id_)
        params = [
            f"{param.name}{f': {param.type}' if param.type else ''}{f' = {param.default}' if param.default else ''}"
            for param in facts.params
        ]
        rows = [f"{name} takes {', '.join(f'`{param}`' for param in params)}" if params else f"{name} takes nothing"]
        rows += [f"{name} returns `{facts.result}`"] if facts.result else []
        if not facts.result and asked.typed:
            rows = [f"{name} says no type of what it returns; by its returns:"]
            made = doing.told_of(here, id_, "returns", "", "")
            more = () if isinstance(made, Failed) else made.said
            return Found((at(here.project, id_, rows[0]), *more), (id_,))
        rows = rows[-1:] if asked.typed else rows
        return Found(tuple(at(here.project, id_, row) for row in rows), (id_,))

    return each(here, asked.names["A"], told)


def defaults_of(here: Here, asked: Asked) -> Found | Failed:
    """Of a function that has a parameter with a default all that it takes; another of that name only gives what is asked for."""
    ids = meant(here, asked.names["A"])
    if any(param.default for id_ in ids for param in here.project.functions[id_].facts.params):
        return signature(here, asked)
    return Failed(NO_RESULTS, f"I find no parameter of {asked.names['A'].raw[:120]} with a default")


def how_many_parameters(here: Here, asked: Asked) -> Found | Failed:
    def told(id_: str) -> Found | Failed:
        facts, name = here.project.functions[id_].facts, label(here.project, id_)
        given = sum(bool(param.default) for param in facts.params)
        count = len(facts.params)
        text = f"{name} takes {count} parameter{'' if count == 1 else 's'}" + (
            f", {given} of them with a default" if given else ""
        )
        names = f": {', '.join(param.name or param.type for param in facts.params)}" if count else ""
        return Found((at(here.project, id_, text + names),), (id_,))

    return each(here, asked.names["A"], told)


def type_of(here: Here, asked: Asked) -> Found | Failed:
    """Of a function what it returns, of a field or a variable how it is declared."""
    name = asked.names["A"].raw.removesuffix("()").replace("::", ".").replace("->", ".")
    owner, _, last = name.rpartition(".")
    project = here.project
    rows = [
        Cited(f"{name_of_type(one)}.{field} is of type `{kind}`", path, one.line)
        for path, facts in project.files.items()
        for one in facts.types
        for field, kind in one.fields
        if field == last and kind and (not owner or one.name == owner.rpartition(".")[2])
    ]
    rows += [
        Cited(f"variable {last} of the file is of type `{' '.join(kind.split())[:120]}`", path, 1)
        for path, facts in project.files.items()
        for known, kind in facts.globals
        if known == last and kind and not owner and not path.endswith(".py")
    ]
    if rows:
        return Found(tuple(sorted(dict.fromkeys(rows), key=lambda line: (is_aside(line.path), line.path, line.line))))
    return signature(here, asked)


def takers(here: Here, asked: Asked) -> Found | Failed:
    """Functions with a parameter of a type."""
    name = asked.names["T"].raw
    if not types(here.project, name):
        return everywhere.over("locks")(here, asked)
    one_name = last(name)
    rows = [
        at(here.project, id_, f"{label(here.project, id_)} takes `{param.type} {param.name}`")
        for id_, one in here.project.functions.items()
        if here.inside(one.path) and not is_promise(here.project, id_)
        for param in one.facts.params
        if has_word(param.type, one_name)
    ]
    found = sorted(dict.fromkeys(rows), key=lambda line: (is_aside(line.path), line.path, line.line))
    return (
        Found(tuple(found))
        if found
        else Failed(NO_RESULTS, f"I find no function with a parameter of type {name[:120]}")
    )


def default_of(here: Here, asked: Asked) -> Found | Failed:
    """What a parameter is where a call leaves it out."""
    name = asked.names["B"].raw

    def told(id_: str) -> Found | Failed:
        param = next((one for one in here.project.functions[id_].facts.params if one.name.lstrip("*&") == name), None)
        if param is None:
            return Failed(NO_RESULTS, f"{label(here.project, id_)} takes no `{name[:120]}`")
        given = declared_default(here, id_, name) if param and not param.default else None
        if given:
            return Found((given,), (id_,))
        text = (
            f"`{name}` of {label(here.project, id_)} is `{param.default}` by default"
            if param.default
            else f"`{name}` of {label(here.project, id_)} has no default here"
        )
        return Found((at(here.project, id_, text),), (id_,))

    return each(here, asked.names["A"], told)
