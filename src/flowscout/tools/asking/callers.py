"""Who calls a function, directly or through others, and how often."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ...agents.said import Cited
from ...model.calls import UNSURE
from ...model.identity import path_of, qualified_of
from ...model.product import is_aside
from ...tasks.entrypoints import evidence
from ...tasks.names import place
from ..codes import FUNCTION_NOT_FOUND, Failed
from ..edges import callers as ways
from ..own import line_at
from .here import ALL, SURE, Found, Here, at, each, functions, label
from .naming import naming
from .pasted import handed, pasted
from .question.asked import Asked
from .question.tokens import QuestionToken

FEW: Final = 3  # call sites that stand for a yes


def callers(here: Here, asked: Asked) -> Found | Failed:
    token = asked.names["A"]
    if isinstance(functions(here, token), Failed) and (outside := outside_calls(here, token)):
        return Found(tuple(outside))
    if through := through_name(here, token):
        return through
    return each(here, token, lambda id_: callers_of(here, id_))


def callers_of(here: Here, id_: str) -> Found | Failed:
    data = here.ask("impact", name=id_, limit=ALL)
    if isinstance(data, Failed):
        return data
    rows = [row for row in data["callSites"] if here.inside(row["file"])]
    name, unknown = label(here.project, id_), unknown_calls(here, id_)
    said = _by_caller(rows, name)
    if said:
        cut = data["truncated"] and not here.place
        if all(row["how"] != "exact" for row in rows):
            said += tuple(_macros(here, id_))
        return Found(said, (id_,), unknown, len(ways(here.project)[id_]) if cut else len(said))
    if hidden := _behind_macro(here, id_):
        return Found(
            (at(here.project, id_, f"No call of {name} is found as a function, but a macro has its name:"), *hidden),
            (id_,),
            unknown,
        )
    if rows_handed := handed(here, here.project.functions[id_].facts.name):
        first = at(
            here.project, id_, f"No call of {name} is found, but its address is taken, or that of one of its name:"
        )
        return Found((first, *rows_handed), (id_,), unknown)
    surely, entered = (
        (" surely", "") if unknown else ("", _entered(here, id_))
    )  # with calls that may be of it, it may be no way in
    return Found(
        (at(here.project, id_, f"No call of {name} is found{surely}{_within(here)}{entered}"),), (id_,), unknown
    )


def _behind_macro(here: Here, id_: str) -> list[Cited]:
    """`#define take malloc` beside a function `take`: which of the two is called depends on how it is built."""
    macros, name = _macros(here, id_), here.project.functions[id_].facts.name
    return [*macros, *(line for line in naming(here, name) if not line.text.startswith(f"{name} "))] if macros else []


def _macros(here: Here, id_: str) -> list[Cited]:
    """Those of a function's name; only files that define one are read."""
    project, where = here.project, here.project.functions[id_]
    name = where.facts.name
    return [
        Cited(f"macro {name}, which stands for `{macro.text[:80]}`", path, macro.line)
        for path in sorted({offer.path for offer in project.lookups[where.language.resolver]("macro", name)})
        for macro in project.files[path].macros
        if macro.name == name
    ]


def _by_caller(rows: list[dict[str, Any]], name: str) -> tuple[Cited, ...]:
    """One line a caller, at its first call."""
    found: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for row in rows:
        found.setdefault((row["file"], row["caller"]), []).append(row)
    return tuple(Cited(f"{caller} calls {name}{f' ({len(calls)} times)' if len(calls) > 1 else ''}{SURE[calls[0]['how']]}", file, calls[0]["line"])
                 for (file, caller), calls in found.items())  # fmt: skip


def _within(here: Here) -> str:
    return f" in {here.place}" if here.place else " in this project"


def _entered(here: Here, id_: str) -> str:
    entry = evidence(here.project, here.project.functions[id_])
    return f"; it {entry.evidence}" if entry else ""


def unknown_calls(here: Here, id_: str) -> str:
    """Calls of the same name whose target could not be told: they may be more."""
    project, name = here.project, here.project.functions[id_].facts.name
    told = [
        (other, site.site)
        for other in project.callers.get(id_, ())
        for site in project.resolved(other)
        if site.how in UNSURE and id_ in site.targets
    ]
    count = project.unsure(name) - sum(project.functions[other].facts.calls[site].name == name for other, site in told)
    more = f"{count} more {'calls' if count > 1 else 'call'} of a `{name}` could not be resolved." if count else ""
    return " ".join(filter(None, (more, _qualified_so(here, id_), _held_so(here, id_))))


def _held_so(here: Here, id_: str) -> str:
    """Calls of the name of a method on what an object of another project's type holds: `self.context.open()` can be this very `open`."""
    project, facts = here.project, here.project.functions[id_].facts
    if project.functions[id_].language.resolver == "cfamily" or not facts.scope:
        return ""
    found: dict[str, list[str]] = {}
    for other in project.outside(facts.name):
        imported = {one.alias or one.name or one.module for one in project.files[path_of(other)].imports}
        made = project.functions[other].facts.calls
        for site in project.resolved(other):
            call = made[site.site]
            first, _, held = call.receiver.partition(".")
            if site.external and call.name == facts.name and held and first.isidentifier() and first not in imported:
                found.setdefault(f"{call.receiver}.{call.name}", []).append(
                    f"{path_of(other)}:{project.lines(other)[site.site]}"
                )
    return " ".join(
        f"{len(rows)} call{'s' if len(rows) > 1 else ''} of `{called[:80]}` may be of it too ({', '.join(rows[:FEW])})."
        for called, rows in sorted(found.items())
    )


def _qualified_so(here: Here, id_: str) -> str:
    """In C++, calls of the name in a namespace that is not found: a macro may open it. `impl::f` can be this very `f`."""
    project, facts = here.project, here.project.functions[id_].facts
    if project.functions[id_].language.resolver != "cfamily":
        return ""
    found: dict[str, list[str]] = {}
    for other in project.outside(facts.name):
        for site in project.resolved(other):
            space, _, last = site.external.rpartition("::")
            if last == facts.name and space and not _library(here, space):
                found.setdefault(site.external, []).append(place(project.functions[other]))
    return " ".join(
        f"{len(rows)} calls of `{called}` may be of it too ({', '.join(dict.fromkeys(rows[:FEW]))})."
        for called, rows in sorted(found.items())
    )


def _library(here: Here, space: str) -> bool:
    """Whether a namespace is another's: nothing of the project stands in one of that name, and no text of it opens one."""
    first = space.partition("::")[0]
    return first in ("std", "") or not any(
        f"namespace {first}".encode() in here.project.sources(path) for path in here.project.files
    )


def outside_calls(here: Here, token: QuestionToken) -> Iterator[Cited] | list[Cited]:
    """Calls of what is not in the project, by its name."""
    project, name = here.project, token.raw.removesuffix("()").replace("::", ".")
    found = []
    for id_ in project.outside(name):
        here_called = {
            site.site
            for site in project.resolved(id_)
            if site.external and (site.external == name or site.external.endswith("." + name))
        }
        lines = project.lines(id_) if here_called and here.inside(path_of(id_)) else ()
        found += [
            at(project, id_, f"{qualified_of(id_)} calls {name}, which is not of this project", lines[site])
            for site in sorted(here_called)
            if lines
        ]
    return sorted(dict.fromkeys(found), key=lambda line: (is_aside(line.path), line.path, line.line))


def through_name(here: Here, token: QuestionToken) -> Found | None:
    """Calls of what a field or a variable holds: `callback_(message)`. None where a function has the name, or nothing of it is known."""
    name = token.raw.removesuffix("()").replace("->", ".").replace("::", ".").rpartition(".")[2]
    if not isinstance(functions(here, token), Failed) or not name.isidentifier():
        return None
    rows = [
        at(here.project, id_, f"{qualified_of(id_)} calls what {name} holds", line_at(here.project, id_, call.start))
        for id_, one in here.holders(name)
        for call in one.facts.calls
        if call.name == name and call.kind == "call" and here.inside(one.path) and _held(here, name)
    ]
    said = tuple(sorted(dict.fromkeys(rows), key=lambda line: (is_aside(line.path), line.path, line.line)))
    return Found(said, (), f"{name} is a variable or a field; what it holds there I do not follow.") if said else None


def _held(here: Here, name: str) -> bool:
    return any(
        known == name
        for facts in here.project.files.values()
        for known, _ in (*facts.globals, *(field for one in facts.types for field in one.fields))
    )


def is_called(here: Here, asked: Asked) -> Found | Failed:
    if through := through_name(here, asked.names["A"]):
        first, *others = through.said
        return through._replace(said=(first._replace(text=f"Yes: {first.text}"), *others))
    return each(here, asked.names["A"], lambda id_: _yes_callers(here, id_, "Yes"))


def is_unused(here: Here, asked: Asked) -> Found | Failed:
    return each(here, asked.names["A"], lambda id_: _yes_callers(here, id_, "No"))


def _yes_callers(here: Here, id_: str, called: str) -> Found | Failed:
    found = callers_of(here, id_)
    if isinstance(found, Failed) or found.said[0].text.startswith("No call of"):
        if isinstance(found, Found) and (named := pasted(here, here.project.functions[id_].facts.name)):
            first = named[0]._replace(text=f"{'It may be' if called == 'Yes' else 'Perhaps not'}: {named[0].text}")
            return found._replace(said=(first, *named[1:FEW]), note="No call of it is found under its own name.")
        none = "No" if called == "Yes" else "As far as calls can be resolved"
        if isinstance(found, Found) and found.note and called == "Yes":
            none = "Not that I can see"
        return (
            found
            if isinstance(found, Failed)
            else found._replace(
                said=(found.said[0]._replace(text=f"{none}: {low(found.said[0].text)}"), *found.said[1:FEW])
            )
        )
    sure = all("(possible" not in line.text for line in found.said[:1])
    first = found.said[0]._replace(text=f"{called if sure else 'Possibly'}: {found.said[0].text}")
    return found._replace(said=(first, *found.said[1:FEW]))


def low(text: str) -> str:
    return text[:1].lower() + text[1:]


def deep(here: Here, asked: Asked) -> Found | Failed:
    def told(id_: str) -> Found | Failed:
        data = here.ask("find_callers_of_function", functionName=id_, maxDepth=5, limit=ALL)
        if isinstance(data, Failed):
            return data
        rows = [
            Cited(" → ".join(row["callChain"]) + SURE[row["how"]], row["filePath"], row["line"])
            for row in data["callers"]
            if here.inside(row["filePath"])
        ]
        none = at(
            here.project, id_, f"No function is found that leads to {label(here.project, id_)}{_entered(here, id_)}"
        )
        return Found(
            tuple(rows) or (none,),
            (id_,),
            f"{unknown_calls(here, id_)} Chains of at most five calls.".strip(),
            len(rows) if here.place else data["total"],
        )

    return each(here, asked.names["A"], told)


def how_many(here: Here, asked: Asked) -> Found | Failed:
    def told(id_: str) -> Found | Failed:
        data = here.ask("impact", name=id_, limit=ALL)
        if isinstance(data, Failed):
            return data
        rows = data["callSites"]
        who = len({(row["file"], row["caller"]) for row in rows})
        text = (
            f"{label(here.project, id_)} has {data['total']} call sites"
            + (f" in {who} function{'' if who == 1 else 's'}" if not data["truncated"] else "")
            + _tests(rows, data["truncated"])
        )
        return Found((at(here.project, id_, text),), (id_,), unknown_calls(here, id_))

    token = asked.names["A"]
    if isinstance(functions(here, token), Failed) and (rows := list(outside_calls(here, token))):
        count = f"{len(rows)} call{'s' if len(rows) > 1 else ''} of it {'are' if len(rows) > 1 else 'is'} seen."
        return Found(tuple(rows), (), count)
    return each(here, asked.names["A"], told)


def _tests(rows: list[dict[str, Any]], cut: bool) -> str:
    count = sum(bool(row["test"]) for row in rows)
    return f", {count} of the sites in tests" if count and not cut else ""


def both(here: Here, asked: Asked) -> Found | Failed:
    """Those that call each of two."""
    found = [callers(here, asked._replace(names={"A": asked.names[side]})) for side in "AB"]
    failed = next((one for one in found if isinstance(one, Failed)), None)
    if failed:
        return failed
    sides = [{(line.path, line.text.partition(" calls ")[0]): line for line in one.said if " calls " in line.text} for one in found if isinstance(one, Found)]  # fmt: skip
    rows = tuple(line for key in sides[0] if key in sides[1] for line in (sides[0][key], sides[1][key]))
    name = " and ".join(asked.names[side].raw for side in "AB")
    none = next(one.said[0] for one in found if isinstance(one, Found))._replace(
        text=f"No function is found that calls both {name}"
    )
    note = " ".join(dict.fromkeys(one.note for one in found if isinstance(one, Found) and one.note))
    return Found(rows or (none,), (), note)


def used_outside(here: Here, asked: Asked) -> Found | Failed:
    """Callers of one that are not the other, nor stand in it where it is a file, a folder or a type."""
    found, name = callers(here, asked), asked.names["B"].raw.removesuffix("()").replace("::", ".")
    if isinstance(found, Failed):
        return found
    there = Here(here.desk, asked.names["B"].raw)
    known = {qualified_of(id_).replace("::", ".") for id_ in here.project.named(name.rpartition(".")[2])}
    if not any(one == name or one.endswith(f".{name}") for one in known) and not any(
        map(there.inside, here.project.files)
    ):
        return Failed(FUNCTION_NOT_FOUND, f"I know no function, file or folder `{name[:120]}`")
    rows = [
        line
        for line in found.said
        if " calls " in line.text
        and not there.inside(line.path)
        and not f".{line.text.partition(' calls ')[0].replace('::', '.')}.".endswith(f".{name}.")
    ]
    about = asked.names["A"].raw
    none = found.said[0]._replace(
        text=f"No: no call of {about} outside of {name} is found, as far as calls can be resolved"
    )
    sure = rows and "(may" not in rows[0].text and "(possible" not in rows[0].text
    first = (rows[0]._replace(text=f"{'Yes' if sure else 'It may be'}: {rows[0].text}"), *rows[1:]) if rows else (none,)
    return found._replace(said=first, total=len(first))


def in_loop(here: Here, asked: Asked) -> Found | Failed:
    """The calls that a loop goes round."""
    from .joined import conditioned

    found = callers(here, asked)
    if isinstance(found, Failed):
        return found
    if not found.said or " calls " not in found.said[0].text:
        return found
    rows = tuple(line for one in found.said[:ALL] if ", in the loop `" in (line := conditioned(here.project, one)).text)
    none = (
        found.said[0]._replace(
            text=f"No: none of its {len(found.said)} callers that I know calls it in a loop of its own, by its first call there"
        ),
    )
    return found._replace(said=rows or none, total=len(rows))
