"""Which mutants: by a seed, each operator in turn, each mutant by its own number, so that a run can be taken up where it was left.

`steady` draws those of a gate: by what the files are called and the sites hold, so that an edit somewhere else leaves them as they are."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import NamedTuple

import tree_sitter

from flowscout import shelf

from .operators import EVERY, Operator
from .syntax import applied, lines, walk

SUFFIXES = {".py": "python", ".c": "c", ".cc": "cpp", ".cpp": "cpp"}
APART = frozenset(
    {
        "tests",
        "test",
        "testing",
        "deps",
        "third_party",
        "vendor",
        "examples",
        "bench",
        "benchmarks",
        "node_modules",
        "build",
        "docs",
    }
)
SMALLEST, LARGEST = 1_500, 60_000  # bytes of a file
FILES_TRIED, SITES_TRIED = 24, 12


class Mutant(NamedTuple):
    """before, after: the file's bytes. old, new: the first and last line that differ, of either."""

    number: int
    operator: Operator
    path: str
    language: str
    before: bytes
    after: bytes
    old: tuple[int, int]
    new: tuple[int, int]


def files(roots: Sequence[Path], smallest: int = SMALLEST) -> list[list[Path]]:
    """Of each repository those of a size that is read at a glance, no tests; in a fixed order."""
    return [
        [path for path in sorted(each.rglob("*")) if path.suffix in SUFFIXES and _plain(path, each, smallest)]
        for each in roots
    ]


def _plain(path: Path, root: Path, smallest: int) -> bool:
    parts = {part.lower() for part in path.relative_to(root).parts[:-1]}
    return not parts & APART and path.is_file() and not path.is_symlink() and smallest < path.stat().st_size < LARGEST


@functools.cache
def parser(language: str) -> tree_sitter.Parser:
    module, _, name = shelf.load("flowscout.languages", language).grammar.partition(":")
    return tree_sitter.Parser(tree_sitter.Language(getattr(importlib.import_module(module), name or "language")()))


@functools.lru_cache(maxsize=64)
def _read(path: Path) -> tuple[bytes, tree_sitter.Tree, int]:
    data = path.read_bytes().replace(b"\r\n", b"\n")
    tree = parser(SUFFIXES[path.suffix]).parse(data)
    return data, tree, broken(tree)


def broken(tree: tree_sitter.Tree) -> int:
    return sum(node.is_error or node.is_missing for node in walk(tree.root_node)) if tree.root_node.has_error else 0


@functools.lru_cache(maxsize=4096)
def _sites(path: Path, kinds: str) -> tuple[tree_sitter.Node, ...]:
    wanted = frozenset(kinds.split())
    return tuple([node for node in walk(_read(path)[1].root_node) if node.type in wanted and not node.has_error])


def drawn(
    number: int,
    seed: int,
    repositories: Sequence[Sequence[Path]],
    roots: Sequence[Path],
    operators: Sequence[Operator] = EVERY,
) -> Mutant | None:
    """None where the operator found nothing to do. A round of operators looks at the same few files first."""
    operator = operators[number % len(operators)]
    at_first, chance = Random(f"{seed} {number // len(operators)}"), Random(f"{seed} {number}")
    for tried in range(FILES_TRIED):
        pick = at_first if tried < FILES_TRIED // 2 else chance
        which = pick.randrange(len(repositories))
        if not repositories[which]:
            continue
        path = pick.choice(repositories[which])
        if SUFFIXES[path.suffix] in operator.languages.split():
            made = _made(number, operator, path, chance)
            if made is not None:
                return made._replace(path=path.relative_to(roots[which].parent).as_posix())
    return None


def steady(count: int, seed: int, paths: Mapping[str, Path], operators: Sequence[Operator] = EVERY) -> Iterator[Mutant]:
    """So many of each operator, a file each. Files are taken in an order by their names alone, sites by their own texts: what comes to the
    files, or is edited in one of them, changes few of the mutants. paths: by the names."""
    for number, operator in enumerate(operators):
        left = count
        for name in sorted(paths, key=lambda each: _place(seed, operator.name, each)):
            if left and SUFFIXES[paths[name].suffix] in operator.languages.split():
                made = _steadily(number, seed, operator, paths[name])
                left -= made is not None
                yield from () if made is None else (made._replace(path=name),)


def _steadily(number: int, seed: int, operator: Operator, path: Path) -> Mutant | None:
    places = [(_place(seed, operator.name, site.text or b""), site) for site in _sites(path, operator.nodes)]
    found = sorted(places, key=lambda each: each[0])[:SITES_TRIED]
    return _first(number, operator, path, [(site, Random(place)) for place, site in found])


def _place(*parts: object) -> bytes:
    return sha256(repr(parts).encode()).digest()


def _made(number: int, operator: Operator, path: Path, chance: Random) -> Mutant | None:
    sites = list(_sites(path, operator.nodes))
    tried = chance.sample(sites, min(SITES_TRIED, len(sites)))
    return _first(number, operator, path, [(site, chance) for site in tried])


def _first(
    number: int, operator: Operator, path: Path, sites: Iterable[tuple[tree_sitter.Node, Random]]
) -> Mutant | None:
    """Of the first site where there is something to do, and what is made of it can be read."""
    (data, _, errors), language = _read(path), SUFFIXES[path.suffix]
    for site, chance in sites:
        changes = operator.change(site, chance)
        after = applied(data, changes) if changes else data
        if after != data and broken(parser(language).parse(after)) <= errors:
            return Mutant(number, operator, path.name, language, data, after, *lines(data, after))
    return None
