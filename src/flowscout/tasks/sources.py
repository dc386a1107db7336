"""Which files of a snapshot are analysed, and why the others are not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Final

from ..model.paths import name_of
from ..model.record import NamedTuple
from ..model.settings import Settings
from ..ports import Entry, Snapshot
from .globs import ignored, lines, matches

IGNORE = ".flowscoutignore"
ATTRIBUTES = ".gitattributes"
STEERING = (IGNORE, ATTRIBUTES, "flowscout.toml", "pyproject.toml")
Script = Callable[[bytes], str]
"""The language of a script by its bytes, "" for none that is read."""
_RUN: Final = "100755"  # the mode of a file that can be run
MARKS = {"linguist-generated": "generated", "linguist-vendored": "vendored"}


class Rules(NamedTuple):
    """What the files of a snapshot say of others. ignoring, marking: (folder, lines) of each ignore and attributes file, outermost
    first; of the latter the lines that may mark a file. nested: folders below this root that have a configuration of their own."""

    ignoring: list[tuple[str, tuple[str, ...]]]
    marking: list[tuple[str, tuple[str, ...]]]
    nested: tuple[str, ...]


class SourceScope(NamedTuple):
    """left_out: path -> why, for files that would have been read."""

    wanted: frozenset[str]
    left_out: Mapping[str, str]
    rules: Rules

    def said(self) -> str:
        """`12 excluded, 3 generated`; empty when nothing is left out."""
        counts = Counter(self.left_out.values())
        return ", ".join(f"{count} {why}" for why, count in sorted(counts.items()))


def ending(snapshot: Snapshot, suffixes: Iterable[str]) -> list[str]:
    """The files with one of these suffixes, in any letters."""
    endings = tuple(suffixes)
    return [path for path in snapshot.paths() if path.lower().endswith(endings)]


def scripts(snapshot: Snapshot, settings: Settings, rules: Rules, script: Script) -> list[str]:
    """The files that can be run, have no suffix, are left in, and begin as a script of a language that is read."""
    run = [entry.path for entry in runnable(snapshot, [path for path in snapshot.paths() if "." not in name_of(path)])]
    return scripts_among(snapshot, scope_of(run, settings, rules).wanted, script)


def runnable(snapshot: Snapshot, paths: Collection[str]) -> list[Entry]:
    return [entry for entry in snapshot.entries(paths) if entry.mode == _RUN] if paths else []


def scripts_among(snapshot: Snapshot, paths: Collection[str], script: Script) -> list[str]:
    """Those of these files that can be run and begin as a script of a language that is read."""
    run = runnable(snapshot, paths)
    return [path for path, data in snapshot.read(run).items() if data.startswith(b"#!") and script(data)] if run else []


def scope(
    snapshot: Snapshot,
    settings: Settings,
    suffixes: Iterable[str],
    known: Rules | None = None,
    script: Script | None = None,
) -> SourceScope:
    """The files that the configuration, the ignore files, the attributes and nested roots leave in. known: the snapshot's rules."""
    rules = known or rules_of(snapshot)
    candidates = ending(snapshot, suffixes) + (scripts(snapshot, settings, rules, script) if script else [])
    return scope_of(candidates, settings, rules)


def scope_of(candidates: Collection[str], settings: Settings, rules: Rules) -> SourceScope:
    """The same of these files, by the rules of their snapshot."""
    left_out = {}
    if settings.include or settings.exclude or any(rules):
        left_out = {path: why for path in candidates if (why := _why_not(path, settings, rules))}
    return SourceScope(frozenset(candidates) - left_out.keys(), left_out, rules)


def rules_of(snapshot: Snapshot) -> Rules:
    steering = snapshot.entries([path for path in snapshot.paths() if path.endswith(STEERING)])
    marking = [
        (folder, tuple([row for row in rows if any(mark in row for mark in MARKS)]))
        for folder, rows in _by_folder(snapshot, steering, ATTRIBUTES)
    ]
    nested = _nested_roots(snapshot, steering)
    return Rules(_by_folder(snapshot, steering, IGNORE), [(folder, rows) for folder, rows in marking if rows], nested)


def _nested_roots(snapshot: Snapshot, entries: Iterable[Entry]) -> tuple[str, ...]:
    own = [e.path.removesuffix("flowscout.toml") for e in entries if e.path.endswith("/flowscout.toml")]
    shared = snapshot.read(e for e in entries if e.path.endswith("/pyproject.toml"))
    own += [p.removesuffix("pyproject.toml") for p, data in shared.items() if b"[tool.flowscout]" in data]
    return tuple(sorted(own))


def _by_folder(snapshot: Snapshot, entries: Iterable[Entry], name: str) -> list[tuple[str, tuple[str, ...]]]:
    """(folder, lines) of each file of that name, outermost first."""
    found = snapshot.read(e for e in entries if e.path == name or e.path.endswith("/" + name))
    return sorted((path.removesuffix(name), lines(data)) for path, data in found.items())


def _why_not(path: str, settings: Settings, rules: Rules) -> str:
    if path.startswith(rules.nested):
        return "under a root of their own"
    if settings.include and not any(matches(p, path) for p in settings.include):
        return "not included"
    if ignored(settings.exclude, path):
        return "excluded"
    if any(path.startswith(f) and ignored(patterns, path.removeprefix(f)) for f, patterns in rules.ignoring):
        return "ignored"
    marks = _marks(path, rules.marking) if rules.marking else set()
    return MARKS[min(marks)] if marks else ""


def _marks(path: str, marking: list[tuple[str, tuple[str, ...]]]) -> set[str]:
    """linguist attributes that hold for a path; later lines and deeper files stand above earlier ones."""
    held: set[str] = set()
    for folder, rows in marking:
        if not path.startswith(folder):
            continue
        for row in rows:
            pattern, *attributes = row.split()
            named = [a for a in attributes if a.lstrip("-!").split("=")[0] in MARKS]
            if (
                named
                and not pattern.startswith("[attr]")
                and matches(pattern, path.removeprefix(folder), folders=False)
            ):
                for attribute in named:
                    name, _, value = attribute.lstrip("-!").partition("=")
                    unset = attribute[0] in "-!" or value == "false"
                    held = held - {name} if unset else held | {name}
    return held
