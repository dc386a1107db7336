"""Which file of the project needs which: imports and includes that lead to a file of the project, each with its line.

An import inside a function, or for type checkers alone, is `deferred`: it is a dependency, and closes no circle while modules are loaded.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from .. import shelf
from ..engine.scc import components
from ..model.facts import FileFacts
from ..model.imported import Imported
from ..model.product import is_aside
from ..pipeline import Project
from ..ports import Lookup
from ..resolvers.cfamily.visibility import located
from ..resolvers.python.modules import find, relative, submodule
from ..tasks.entrypoints import evidence
from ..words.names import has_word

MANIFESTS: Final = (
    "pyproject.toml",
    "setup.cfg",
    "setup.py",
    "package.json",
    "meson.build",
    "CMakeLists.txt",
    "Makefile",
)
Edges = Mapping[str, tuple[str, ...]]


class Needed(NamedTuple):
    """target: a path of the project, "" for what is not in it. module: as written."""

    target: str
    module: str
    line: int
    deferred: bool


class FileImports(NamedTuple):
    """needs: of each file, by line. to, by: distinct files, sorted; a file does not lead to itself. loaded: without what is deferred."""

    needs: Mapping[str, tuple[Needed, ...]]
    to: Edges
    by: Edges
    loaded: Edges


@lru_cache(maxsize=1)
def files(project: Project) -> FileImports:
    needs: dict[str, tuple[Needed, ...]] = dict.fromkeys(project.files, ())
    needs |= {path: tuple(_needs(project, path, *held)) for path, held in project.imports().items()}
    to = {path: _targets(path, found) for path, found in needs.items()}
    loaded = {path: _targets(path, [need for need in found if not need.deferred]) for path, found in needs.items()}
    by: dict[str, list[str]] = {path: [] for path in to}
    for path, targets in to.items():
        for target in targets:
            by[target].append(path)
    return FileImports(needs, to, {path: tuple(sorted(sources)) for path, sources in by.items()}, loaded)


def _targets(path: str, found: tuple[Needed, ...] | list[Needed]) -> tuple[str, ...]:
    return tuple(sorted({need.target for need in found if need.target} - {path}))


def _needs(project: Project, path: str, language: str, imports: Iterable[Imported]) -> Iterator[Needed]:
    resolver = shelf.load("flowscout.languages", language).resolver
    ask, entries = project.lookups[resolver], list(imports)
    typed = any(entry.name == "TYPE_CHECKING" or entry.module == "typing" for entry in entries)
    unloaded = typing_lines(project.sources(path)) if typed else frozenset()
    for entry in entries:
        target = located(ask, entry.module, path) if entry.kind == "include" else _imported(ask, entry, path)
        written = "." * entry.level + entry.module
        yield Needed(
            target if target in project.files else "", written, entry.line, entry.inside or entry.line in unloaded
        )


def _imported(ask: Lookup, entry: Imported, path: str) -> str:
    """`from package import name` means the module of that name, where there is one."""
    home = relative(ask, entry.module, entry.level, path) if entry.level else find(ask, entry.module, path)
    return (submodule(ask, home, entry.name) or home) if entry.kind == "from" and home else home


def typing_lines(data: bytes) -> frozenset[int]:
    """Lines below `if TYPE_CHECKING:`, which no interpreter runs."""
    found: set[int] = set()
    depth = -1
    for number, line in enumerate(data.split(b"\n"), 1):
        bare = line.strip()
        here = len(line) - len(line.lstrip())
        if bare and not bare.startswith(b"#"):
            depth = -1 if here <= depth else depth
        if depth >= 0:
            found.add(number)
        elif (
            bare.startswith(b"if ")
            and bare.partition(b"#")[0].rstrip().endswith(b"TYPE_CHECKING:")
            and b" not " not in bare
        ):
            depth = here
    return frozenset(found)


def hotspots(found: FileImports, least: int) -> list[tuple[str, int]]:
    """Files that many others need, each other file counted once; the most needed first."""
    counts = [(path, len(sources)) for path, sources in found.by.items() if len(sources) >= least]
    return sorted(counts, key=lambda row: (-row[1], row[0]))


def circles(found: FileImports) -> list[tuple[str, ...]]:
    """One shortest circle for each set of files that need each other while they are loaded, closed: its first file is its last."""
    rings = [
        component for component in components(list(found.loaded), lambda path: found.loaded[path]) if len(component) > 1
    ]
    return sorted(_circle(found.loaded, frozenset(ring)) for ring in rings)


def _circle(edges: Edges, ring: frozenset[str]) -> tuple[str, ...]:
    ways = (_back(edges, ring, start) for start in sorted(ring))
    return min(ways, key=lambda way: (len(way), way))


def _back(edges: Edges, ring: frozenset[str], start: str) -> tuple[str, ...]:
    """The shortest way from a file back to itself, the least of these."""
    queue = deque[tuple[str, ...]]([(start,)])
    seen: set[str] = set()
    while queue:
        way = queue.popleft()
        for target in edges[way[-1]]:
            if target == start:
                return (*way, start)
            if target in ring and target not in seen:
                seen.add(target)
                queue.append((*way, target))
    return (start,)


def islands(found: FileImports) -> list[tuple[str, ...]]:
    """Files that are connected, whichever way; the largest first."""
    seen: set[str] = set()
    made = []
    for start in found.to:
        if start in seen:
            continue
        seen.add(start)
        island, queue = [start], deque([start])
        while queue:
            here = queue.popleft()
            fresh = [path for path in (*found.to[here], *found.by[here]) if path not in seen]
            fresh = list(dict.fromkeys(fresh))
            seen.update(fresh)
            island += fresh
            queue += fresh
        made.append(tuple(sorted(island)))
    return sorted(made, key=lambda island: (-len(island), island))


def unused(project: Project, found: FileImports, manifests: str) -> list[str]:
    """Files that no other file needs and by which nobody enters either. Sources of the C family are built, not included: only headers
    count there. Tests, examples, scripts and vendored code are started by somebody else, and so is what a manifest names."""
    return [
        path for path, facts in project.files.items()
        if facts.language and not found.by[path] and not is_aside(path)
        and path not in entered(project) and not _started(path, facts, manifests)
    ]  # fmt: skip


@lru_cache(maxsize=1)
def entered(project: Project) -> frozenset[str]:
    """Files that no other file needs, by which one enters whatever a manifest says."""
    found = files(project)
    alone = [
        path for path, facts in project.files.items() if facts.language and not found.by[path] and not is_aside(path)
    ]
    return frozenset(path for path in alone if _entered(project, path, project.files[path]))


def _entered(project: Project, path: str, facts: FileFacts) -> bool:
    folder, _, name = path.rpartition("/")
    if facts.language != "python":
        return not name.lower().endswith((".h", ".hh", ".hpp", ".hxx", ".inc")) or "include" in folder.split("/")
    if (
        name in ("__init__.py", "__main__.py", "conf.py")
        or b"__main__" in project.sources(path)
        or (not facts.functions and not facts.globals)
    ):
        return True
    return any(
        entry is not None and entry.rank < 2
        for entry in (evidence(project, project.functions[id_]) for id_ in project.ids.get(path, ()))
    )


def _started(path: str, facts: FileFacts, manifests: str) -> bool:
    """Whether a manifest names a module."""
    if facts.language != "python":
        return False
    name = path.rpartition("/")[2]
    stem = path.removesuffix(".py").replace("/", ".")
    dotted = [".".join(stem.split(".")[at:]) for at in range(stem.count(".") + 1)]
    return any(has_word(manifests, one) for one in dotted if "." in one) or has_word(
        manifests, f"{name.removesuffix('.py')}:"
    )


def manifests(read: Mapping[str, bytes]) -> str:
    """Their text, to look for names of modules in."""
    return "\n".join(data.decode("utf-8", "replace") for _, data in sorted(read.items()))
