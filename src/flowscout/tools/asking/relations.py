"""Who calls whom: callers, callees, ways, tests, what breaks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ...agents.said import Said
from ...model.calls import UNSURE
from ...model.identity import path_of, qualified_of
from ...model.product import is_aside
from ...model.summary import POSSIBLE
from ...tasks.entrypoints import evidence
from ...tasks.names import place
from ..conditions import told, under
from ..contract import NO_RESULTS, Failed
from ..edges import HOW, KINDS, callees, sites
from ..edges import callers as ways
from ..own import line_at
from .here import ALL, SURE, Found, Here, at, each, functions, label, missing, unanswered
from .naming import naming
from .reading import Asked
from .tokens import Token

FEW: Final = 3  # call sites that stand for a yes


def callers(here: Here, asked: Asked) -> Found | Failed:
    token = asked.names["A"]
    if isinstance(functions(here, token), Failed) and (outside := _outside(here, token)):
        return Found(tuple(outside))
    return each(here, token, lambda id_: _callers(here, id_))


def _callers(here: Here, id_: str) -> Found | Failed:
    data = here.ask("impact", name=id_, limit=ALL)
    if isinstance(data, Failed):
        return data
    rows = [row for row in data["callSites"] if here.inside(row["file"])]
    name, unknown = label(here.project, id_), unknown_calls(here, id_)
    said = _by_caller(rows, name)
    if said:
        cut = data["truncated"] and not here.place
        return Found(said, (id_,), unknown, len(ways(here.project)[id_]) if cut else len(said))
    if hidden := _behind_macro(here, here.project.functions[id_].facts.name):
        return Found(
            (at(here.project, id_, f"No call of {name} is found as a function, but a macro has its name:"), *hidden),
            (id_,),
            unknown,
        )
    return Found(
        (at(here.project, id_, f"No call of {name} is found{_within(here)}{_entered(here, id_)}"),), (id_,), unknown
    )


def _behind_macro(here: Here, name: str) -> list[Said]:
    """`#define take malloc` beside a function `take`: which of the two is called depends on how it is built."""
    macros = [
        Said(f"macro {name}, which stands for `{macro.text[:80]}`", path, macro.line)
        for path, facts in here.project.files.items()
        for macro in facts.macros
        if macro.name == name
    ]
    return [*macros, *(line for line in naming(here, name) if not line.text.startswith(f"{name} "))] if macros else []


def _by_caller(rows: list[dict[str, Any]], name: str) -> tuple[Said, ...]:
    """One line a caller, at its first call."""
    found: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for row in rows:
        found.setdefault((row["file"], row["caller"]), []).append(row)
    return tuple(Said(f"{caller} calls {name}{f' ({len(calls)} times)' if len(calls) > 1 else ''}{SURE[calls[0]['how']]}", file, calls[0]["line"])
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
    return " ".join(filter(None, (more, _qualified_so(here, id_))))


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


def _outside(here: Here, token: Token) -> Iterator[Said] | list[Said]:
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


def is_called(here: Here, asked: Asked) -> Found | Failed:
    return each(here, asked.names["A"], lambda id_: _yes_callers(here, id_, "Yes"))


def is_unused(here: Here, asked: Asked) -> Found | Failed:
    return each(here, asked.names["A"], lambda id_: _yes_callers(here, id_, "No"))


def _yes_callers(here: Here, id_: str, called: str) -> Found | Failed:
    found = _callers(here, id_)
    if isinstance(found, Failed) or found.said[0].text.startswith("No call of"):
        none = "No" if called == "Yes" else "As far as calls can be resolved"
        if isinstance(found, Found) and found.note and called == "Yes":
            none = "Not that I can see"
        return (
            found
            if isinstance(found, Failed)
            else found._replace(said=(found.said[0]._replace(text=f"{none}: {_low(found.said[0].text)}"),))
        )
    sure = all("(possible" not in line.text for line in found.said[:1])
    first = found.said[0]._replace(text=f"{called if sure else 'Possibly'}: {found.said[0].text}")
    return found._replace(said=(first, *found.said[1:FEW]))


def _low(text: str) -> str:
    return text[:1].lower() + text[1:]


def deep(here: Here, asked: Asked) -> Found | Failed:
    def told(id_: str) -> Found | Failed:
        data = here.ask("find_callers_of_function", functionName=id_, maxDepth=5, limit=ALL)
        if isinstance(data, Failed):
            return data
        rows = [
            Said(" → ".join(row["callChain"]) + SURE[row["how"]], row["filePath"], row["line"])
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

    return each(here, asked.names["A"], told)


def _tests(rows: list[dict[str, Any]], cut: bool) -> str:
    count = sum(bool(row["test"]) for row in rows)
    return f", {count} of the sites in tests" if count and not cut else ""


def called(here: Here, asked: Asked) -> Found | Failed:
    return each(here, asked.names["A"], lambda id_: _called(here, id_))


def _called(here: Here, id_: str) -> Found:
    project, name = here.project, label(here.project, id_)
    inside = [
        (site.line, HOW[site.how], qualified_of(other))
        for other in callees(project, id_)
        for site in sites(project, id_, other)
    ]
    lines = project.lines(id_)
    met = {site.site for site in project.resolved(id_) if site.targets}
    outside = [
        (lines[site.site], "exact", site.external)
        for site in project.resolved(id_)
        if site.external and site.site not in met
    ]
    rows = [
        at(project, id_, f"{name} calls {other}{SURE[how]}", line) for line, how, other in sorted(dict.fromkeys(inside))
    ]
    more = sorted({other for _, _, other in outside})
    note = (
        f"Outside the project {name} calls {', '.join(more[:12])}{' and others' if len(more) > 12 else ''}."
        if more
        else ""
    )
    note += f" {unanswered(project, id_)}"
    return Found(tuple(rows) or (at(project, id_, f"{name} calls no function of this project"),), (id_,), note.strip())


def pair(here: Here, asked: Asked) -> tuple[list[str], list[str]] | Failed:
    one, other = functions(here, asked.names["A"]), functions(here, asked.names["B"])
    if isinstance(one, Failed):
        return one
    return other if isinstance(other, Failed) else (one, other)


def does_call(here: Here, asked: Asked) -> Found | Failed:
    ends = pair(here, asked)
    if isinstance(ends, Failed):
        return _calls_outside(here, asked) or ends
    project = here.project
    rows = [
        (site.how, one, other, site.line) for one in ends[0] for other in ends[1] for site in sites(project, one, other)
    ]
    if not rows:
        return _only_through(here, ends)
    best = min(how for how, *_ in rows)
    word = "Yes" if best == 0 else "It may" if best == 1 else "Possibly"
    said = [
        at(project, one, f"{label(project, one)} calls {label(project, other)}{SURE[HOW[how]]}", line)
        for how, one, other, line in sorted(rows)
    ]
    return Found((said[0]._replace(text=f"{word}: {said[0].text}"), *said[1:]), (*ends[0], *ends[1]))


def when_calls(here: Here, asked: Asked) -> Found | Failed:
    """Each call with what decides over it."""
    ends = pair(here, asked)
    if isinstance(ends, Failed):
        return _of_parameter(here, asked) or ends
    project = here.project
    rows = [
        (one, other, site.how, project.functions[one].facts.calls[site.site].start)
        for one in ends[0]
        for other in ends[1]
        for site in project.resolved(one)
        if other in site.targets
    ]
    said = tuple(at(project, one, f"{label(project, one)} calls {label(project, other)}{_sure(how)}{told(under(project, one, offset))}", line_at(project, one, offset))
                 for one, other, how, offset in rows)  # fmt: skip
    return Found(tuple(dict.fromkeys(said)), (*ends[0], *ends[1])) if said else _only_through(here, ends)


def _of_parameter(here: Here, asked: Asked) -> Found | None:
    """`when does A call func`, where `func` is what A was given."""
    ids, name, project = functions(here, asked.names["A"]), asked.names["B"].raw.removesuffix("()"), here.project
    rows = [
        at(
            project,
            id_,
            f"{label(project, id_)} calls {name}{told(under(project, id_, call.start))}",
            line_at(project, id_, call.start),
        )
        for id_ in ([] if isinstance(ids, Failed) else ids)
        for call in project.functions[id_].facts.calls
        if call.name == name and not call.receiver
    ]
    return (
        Found(
            tuple(dict.fromkeys(rows)),
            tuple(ids) if not isinstance(ids, Failed) else (),
            f"I know no function `{name[:80]}`: by the name of the call.",
        )
        if rows
        else None
    )


def _sure(how: str) -> str:
    return SURE[HOW[KINDS.get(how, POSSIBLE)]]


def _only_through(here: Here, ends: tuple[list[str], list[str]]) -> Found:
    project = here.project
    found = next(
        (path for one in ends[0] for other in ends[1] if one != other and (path := _path(here, one, other)).said), None
    )
    text = f"{label(project, ends[0][0])} does not call {label(project, ends[1][0])}"
    if found:
        return Found(
            (at(project, ends[0][0], f"No, not itself: {text}; but through others:"), *found.said),
            (*ends[0], *ends[1]),
            unresolved(here, ends[0]),
        )
    return Found(
        (at(project, ends[0][0], f"No: {text}, as far as calls can be resolved"),),
        (*ends[0], *ends[1]),
        unresolved(here, ends[0]),
    )


def unresolved(here: Here, ids: list[str]) -> str:
    return " ".join(filter(None, dict.fromkeys(unanswered(here.project, id_) for id_ in ids)))


def _calls_outside(here: Here, asked: Asked) -> Found | None:
    ids, token = functions(here, asked.names["A"]), asked.names["B"]
    if isinstance(ids, Failed):
        return None
    known = list(_outside(here, token))
    rows = [
        line
        for line in known
        for id_ in ids
        if line.path == path_of(id_) and line.text.startswith(f"{qualified_of(id_)} calls")
    ]
    if known and not rows:
        none = f"No: {label(here.project, ids[0])} does not call {token.raw} itself, as far as calls can be resolved"
        return Found((at(here.project, ids[0], none),), tuple(ids), unresolved(here, ids))
    return Found((rows[0]._replace(text=f"Yes: {rows[0].text}"), *rows[1:]), tuple(ids)) if rows else None


def path(here: Here, asked: Asked) -> Found | Failed:
    ends = pair(here, asked)
    if isinstance(ends, Failed):
        return ends
    found = next((way for one in ends[0] for other in ends[1] if (way := _path(here, one, other)).said), None)
    if found:
        return found
    return Found((at(here.project, ends[0][0], _no_way(here, ends)),), (*ends[0], *ends[1]))


def _no_way(here: Here, ends: tuple[list[str], list[str]]) -> str:
    back = any(_path(here, other, one).said for one in ends[0] for other in ends[1])
    text = f"No calls lead from {label(here.project, ends[0][0])} to {label(here.project, ends[1][0])}, as far as they can be resolved"
    return text + ("; the other way round there are" if back else "")


def _path(here: Here, one: str, other: str) -> Found:
    data = here.ask("find_path", start=one, goal=other)
    calls = [] if isinstance(data, Failed) else data["calls"]
    return Found(
        tuple(
            Said(f"{row['caller']} calls {row['callee']}{SURE[row['how']]}", row["file"], row["line"]) for row in calls
        ),
        (one, other),
    )


def does_reach(here: Here, asked: Asked) -> Found | Failed:
    found = path(here, asked)
    if isinstance(found, Failed):
        return found
    none = found.said[0].text.startswith("No calls lead")
    sure = not any("(may" in line.text or "(possible" in line.text for line in found.said)
    word = "No" if none else "Yes" if sure else "It may"
    text = _low(found.said[0].text) if none else found.said[0].text
    return found._replace(said=(found.said[0]._replace(text=f"{word}: {text}"), *found.said[1:]))


def itself(here: Here, asked: Asked) -> Found | Failed:
    def told(id_: str) -> Found | Failed:
        project, name = here.project, label(here.project, id_)
        own = sites(project, id_, id_)
        if own:
            sure = "Yes" if own[0].how == 0 else "It may"
            return Found(
                tuple(at(project, id_, f"{sure}: {name} calls itself{SURE[HOW[site.how]]}", site.line) for site in own),
                (id_,),
            )
        through = next((way for other in callees(project, id_) if (way := _path(here, other, id_)).said), None)
        if through:
            return Found(
                (at(project, id_, f"Not directly: {name} is reached again through others:"), *through.said), (id_,)
            )
        return Found((at(project, id_, f"No: {name} does not call itself, as far as calls can be resolved"),), (id_,))

    return each(here, asked.names["A"], told)


def tests(here: Here, asked: Asked) -> Found | Failed:
    return each(here, asked.names["A"], lambda id_: _tests_for(here, id_, ""))


def is_tested(here: Here, asked: Asked) -> Found | Failed:
    return each(here, asked.names["A"], lambda id_: _tests_for(here, id_, "Yes: "))


def _tests_for(here: Here, id_: str, yes: str) -> Found | Failed:
    data, name = here.ask("tests_for", name=id_, limit=ALL), label(here.project, id_)
    if isinstance(data, Failed):
        none = f"no test is found that leads to {name}, as far as calls can be followed"
        return (
            Found((at(here.project, id_, f"No: {none}" if yes else none[:1].upper() + none[1:]),), (id_,))
            if data.code == NO_RESULTS
            else data
        )
    rows = [
        Said(
            f"{row['name']} {'calls' if row['depth'] == 1 else 'reaches'} {name}{SURE[row['how']]}",
            row["file"],
            row["line"],
        )
        for row in data["tests"]
    ]
    first = yes if data["tests"][0]["how"] == "exact" or not yes else "It may be: "
    return Found((rows[0]._replace(text=first + rows[0].text), *rows[1:]), (id_,), "", data["total"])


def breaks(here: Here, asked: Asked) -> Found | Failed:
    def told(id_: str) -> Found | Failed:
        data, found = here.ask("impact", name=id_, limit=ALL), _callers(here, id_)
        if isinstance(data, Failed) or isinstance(found, Failed):
            return (
                data
                if isinstance(data, Failed)
                else found
                if isinstance(found, Failed)
                else missing(here, asked.names["A"])
            )
        more = f"{data['functionsReaching']} functions of the product lead to it, {data['totalEntryPoints']} of them entry points, and {data['totalTests']} tests."
        return found._replace(note=f"{more} {found.note}".strip())

    return each(here, asked.names["A"], told)
