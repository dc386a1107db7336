"""What hangs on a function: the tests that reach it, and what breaks with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ...agents.said import Cited
from ...model.identity import qualified_of
from ...model.product import is_aside
from ...words.names import has_word
from ..codes import NO_RESULTS, Failed
from ..edges import sites
from .callers import callers_of
from .here import ALL, SURE, Found, Here, at, each, label, missing
from .question.asked import Asked

SHORTEST: Final = 6  # letters of a name that is looked for by itself


def tests(here: Here, asked: Asked) -> Found | Failed:
    return each(here, asked.names["A"], lambda id_: _tests_for(here, id_, ""))


def is_tested(here: Here, asked: Asked) -> Found | Failed:
    return each(here, asked.names["A"], lambda id_: _tests_for(here, id_, "Yes: "))


def _tests_for(here: Here, id_: str, yes: str) -> Found | Failed:
    data, name = here.ask("tests_for", name=id_, limit=ALL), label(here.project, id_)
    if isinstance(data, Failed):
        if data.code == NO_RESULTS and (named := _naming(here, id_)):
            return Found(
                named, (id_,), "No test is found that leads to it by calls; by its name alone these speak of it."
            )
        none = f"no test is found that leads to {name}, as far as calls can be followed"
        return (
            Found((at(here.project, id_, f"No: {none}" if yes else none[:1].upper() + none[1:]),), (id_,))
            if data.code == NO_RESULTS
            else data
        )
    rows = [
        Cited(
            f"{row['name']} {'calls' if row['depth'] == 1 else 'reaches'} {name}{SURE[row['how']]}",
            row["file"],
            _calling(here, row, id_),
        )
        for row in data["tests"]
    ]
    first = yes if data["tests"][0]["how"] == "exact" or not yes else "It may be: "
    return Found(
        (rows[0]._replace(text=first + rows[0].text), *rows[1:]),
        (id_,),
        "",
        data["total"] if data["total"] > len(rows) else 0,
    )


def _calling(here: Here, row: Mapping[str, Any], id_: str) -> int:
    """The line of the call, where a test calls it itself."""
    lines = [site.line for site in sites(here.project, row["id"], id_)] if row["depth"] == 1 else []
    return min(lines, default=row["line"])


def _naming(here: Here, id_: str) -> tuple[Cited, ...]:
    """Tests whose text names a function, or the type that it makes."""
    project, facts = here.project, here.project.functions[id_].facts
    name = facts.scope[-1] if facts.name == "__init__" and facts.scope else facts.name
    if len(name) < SHORTEST:
        return ()
    rows = []
    for other, one in here.holders(name):
        text = project.sources(one.path)[one.facts.start : one.facts.end].decode("utf-8", "replace")
        if is_aside(one.path) and one.facts.kind not in ("module", "lambda") and has_word(text, name):
            rows.append(at(project, other, f"{qualified_of(other)} names {name}"))
    return tuple(dict.fromkeys(rows))


def breaks(here: Here, asked: Asked) -> Found | Failed:
    def told(id_: str) -> Found | Failed:
        data, found = here.ask("impact", name=id_, limit=ALL), callers_of(here, id_)
        if isinstance(data, Failed) or isinstance(found, Failed):
            return (
                data
                if isinstance(data, Failed)
                else found
                if isinstance(found, Failed)
                else missing(here, asked.names["A"])
            )
        more = f"To {label(here.project, id_)} lead {data['functionsReaching']} functions of the product, {data['totalEntryPoints']} of them entry points, and {data['totalTests']} tests."
        return found._replace(note=f"{more} {found.note}".strip())

    return each(here, asked.names["A"], told)
