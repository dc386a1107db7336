"""Resolve every call of a folder: the part that the measuring programs of call graphs share."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from flowscout import shelf
from flowscout.adapters.files.folder import FolderSnapshot
from flowscout.engine.index import Index
from flowscout.frontends.clang.compiler import opened
from flowscout.frontends.treesitter import parse
from flowscout.model.calls import Resolved
from flowscout.model.facts import FileFacts, FunctionFacts
from flowscout.model.identity import function_ids
from flowscout.ports import Offer
from flowscout.tasks.compiling import compilation

ENDINGS = {
    "python": {".py": "python"},
    "c": {".c": "c", ".h": "c", ".inl": "c", ".inc": "c"},
    "cpp": {
        ".cc": "cpp",
        ".cpp": "cpp",
        ".cxx": "cpp",
        ".h": "cpp",
        ".hpp": "cpp",
        ".inl": "cpp",
        ".ipp": "cpp",
        ".c": "c",
    },
}


class Edge(NamedTuple):
    caller: str
    callee: str
    how: str
    kind: str
    line: int


class Graph(NamedTuple):
    """functions: path and facts by id. external: caller and dotted name of what is called outside. seconds: CPU of offers and of resolving."""

    functions: dict[str, tuple[str, FunctionFacts]]
    edges: list[Edge]
    external: list[tuple[str, str]]
    seconds: tuple[float, float]


def graph(root: Path, language: str, folder: str = "", database: str | None = None) -> Graph:
    """database: of how the project is compiled, relative to the root, "" to look for it: calls are resolved with libclang, too."""
    files: dict[str, FileFacts] = {}
    for path in sorted((root / folder).rglob("*")):
        spoken = ENDINGS[language].get(path.suffix)
        if spoken and path.is_file() and not path.is_symlink():
            files[path.relative_to(root).as_posix()] = parse(path.read_bytes(), spoken)
    started = time.process_time()
    scopes = {}
    for path, facts in files.items():
        plugin = shelf.load("flowscout.languages", facts.language)
        scopes[path] = _resolver(facts.language).prepare(
            path, facts, function_ids(path, facts.functions, plugin.separator)
        )
    offers = [o for path, scope in scopes.items() for o in _resolver(files[path].language).offers(scope)]
    if database is not None:
        offers += _compiled(root, files, {path: scope.ids for path, scope in scopes.items()}, database)
    index = Index(offers)
    offered = time.process_time()
    sites = {path: _resolver(files[path].language).resolve_file(scope, index) for path, scope in scopes.items()}
    done = time.process_time()
    functions = {
        id_: (path, facts)
        for path, scope in scopes.items()
        for id_, facts in zip(scope.ids, files[path].functions, strict=True)
    }
    found = [edge for path, scope in scopes.items() for edge in _edges(scope.ids, files[path], sites[path])]
    external = [
        (id_, site.external)
        for path, scope in scopes.items()
        for id_, found_ in zip(scope.ids, sites[path], strict=True)
        for site in found_
        if site.how == "external"
    ]
    return Graph(functions, found, external, (offered - started, done - offered))


def _compiled(root: Path, files: dict[str, FileFacts], ids: dict[str, tuple[str, ...]], database: str) -> list[Offer]:
    snapshot = FolderSnapshot(str(root))
    compiler = opened(str(root), database, 2)
    assert compiler is not None, "no compilation database"
    made = compilation(
        snapshot, snapshot.entries(files), lambda path, data, includers: files[path].language, compiler, None
    )
    found = [offer for _, offers in made.offers(made.keys, files.get, ids.__getitem__) for offer in offers]
    told = [offer.value for offer in found if offer.kind == "unit"]
    print(
        f"{len(told)} units, refused {sum(bool(why) for _, why, _ in told)}, with errors {sum(errors != '0' for _, _, errors in told)}"
    )
    return found


def _edges(ids: tuple[str, ...], facts: FileFacts, sites: tuple[tuple[Resolved, ...], ...]) -> Iterator[Edge]:
    for id_, function, per_function in zip(ids, facts.functions, sites, strict=True):
        for site in per_function:
            for target in site.targets:
                yield Edge(id_, target, site.how, function.calls[site.site].kind, function.line)


def _resolver(language: str) -> object:
    return shelf.module("flowscout.resolvers", shelf.load("flowscout.languages", language).resolver)
