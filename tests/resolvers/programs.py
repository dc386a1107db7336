"""Small programs, parsed and resolved for real: `edges` gives who calls whom, as lines of `caller -> callee`."""

from __future__ import annotations

import re
from types import ModuleType

from flowscout.engine.index import Index
from flowscout.frontends.treesitter import parse
from flowscout.model.facts import FileFacts
from flowscout.model.identity import function_ids, qualified_of
from flowscout.resolvers import cfamily, python

_FILE = re.compile(r"^(?:#|//) file: (\S+)\n", re.MULTILINE)
LANGUAGES: dict[str, tuple[str, ModuleType, str]] = {
    "py": ("python", python, "."),
    "c": ("c", cfamily, "::"),
    "h": ("cpp", cfamily, "::"),
    "cc": ("cpp", cfamily, "::"),
    "cpp": ("cpp", cfamily, "::"),
}


def split(program: str, default: str) -> dict[str, str]:
    """Several files in one text: each begins with a comment `file: path`."""
    parts = _FILE.split(program.lstrip("\n"))
    files = {default: parts[0]} if parts[0].strip() else {}
    return files | dict(zip(parts[1::2], parts[2::2], strict=True))


def resolved(program: str, default: str = "main.py") -> list[tuple[str, str, str, str]]:
    """(caller id, callee id or external name, how, path) of every call."""
    files = split(program, default)
    facts: dict[str, FileFacts] = {}
    scopes = {}
    for path, text in files.items():
        language, resolver, separator = LANGUAGES[path.rpartition(".")[2]]
        facts[path] = parse(text.encode(), language)
        scopes[path] = resolver.prepare(path, facts[path], function_ids(path, facts[path].functions, separator))
    index = Index(
        offer for path, scope in scopes.items() for offer in LANGUAGES[path.rpartition(".")[2]][1].offers(scope)
    )
    found = []
    for path, scope in scopes.items():
        resolver = LANGUAGES[path.rpartition(".")[2]][1]
        for position, sites in enumerate(resolver.resolve_file(scope, index)):
            assert sites == resolver.resolve(scope, position, index), "one function alone gives the same"
            for site in sites:
                found += [(scope.ids[position], target, site.how, path) for target in site.targets or (site.external,)]
    return found


def edges(
    program: str,
    default: str = "main.py",
    kinds: frozenset[str] = frozenset({"exact", "candidates", "possible", "many"}),
) -> list[str]:
    """`caller -> callee` of the project's own functions, sorted, none twice."""
    return sorted(
        {f"{qualified_of(a)} -> {qualified_of(b)}" for a, b, how, _ in resolved(program, default) if how in kinds}
    )


def externals(program: str, default: str = "main.py") -> list[str]:
    return sorted({f"{qualified_of(a)} -> {b}" for a, b, how, _ in resolved(program, default) if how == "external"})


def lines(text: str) -> list[str]:
    return sorted({line.strip() for line in text.strip().splitlines() if line.strip()})
