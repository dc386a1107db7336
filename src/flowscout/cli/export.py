"""Write what flowscout knows as JSON lines, for other tools.

Every record carries `schema: flowscout.<kind>/<n>`; the JSON Schemas ship with the package (`flowscout export --schemas`
prints their folder). With PATH only functions of these files are written; the whole root is still analysed.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from ..border import within
from ..errors import UserError
from ..model.sfm import LEVELS
from ..pipeline import Located, Project
from ..tasks import records
from ..tasks.compiled import ByCompiler
from ..tasks.sources import scope
from ..wiring import Workspace, session
from .shared import target
from .shared.console import Talk

INTERMIXED = True
Said = Mapping[str, tuple[Mapping[str, Any], str]]
KINDS = ("functions", "calls", "cfg", "actions", "summaries", "sfm")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("kind", nargs="?", choices=KINDS, metavar="KIND", help=", ".join(KINDS))
    parser.add_argument("paths", nargs="*", metavar="PATH", help="files or folders")
    parser.add_argument(
        "--detail", choices=("all", *LEVELS), default="all", help="of sfm: one level; all: every step, unfiltered"
    )
    parser.add_argument(
        "--words",
        choices=("rule", "model"),
        default="rule",
        help="of summaries: the rule-made words, or your model's where they hold",
    )
    parser.add_argument(
        "--everything",
        action="store_true",
        help="of functions: those of text that no grammar reads as well, marked with their scout",
    )
    parser.add_argument("--schemas", action="store_true", help="print the folder of the JSON Schemas and stop")
    target.arguments(parser)


def run(chosen: argparse.Namespace, talk: Talk) -> int:
    if chosen.schemas:
        print(Path(__file__).resolve().parents[1] / "schemas")
        return 0
    if not chosen.kind:
        sys.stderr.write(f"flowscout export: which of {', '.join(KINDS)}?\n")
        return 2
    seen, project = target.opened(
        chosen, talk, chosen.paths[0] if chosen.paths and os.path.exists(chosen.paths[0]) else "."
    )
    asked = [target.inside(seen, path) for path in chosen.paths]
    functions = [f for f in project.functions.values() if not asked or any(_in(f.path, path) for path in asked)]
    total, before = len(functions), ""
    levels = _levels(project) if chosen.kind == "summaries" else {}
    said = _said(seen, project, functions, talk) if chosen.kind == "summaries" and chosen.words == "model" else {}
    by = ByCompiler(project)
    for done, function in enumerate(functions, 1):
        made = partial(_lines, project, function, chosen.kind, chosen.detail, levels, said, by)
        sys.stdout.writelines(within(function.id, made, list))
        if function.path != before:
            project.forget()  # what a file's charts needed is not kept for the next
            before = function.path
        talk.progress(done, total, function.path)
    if chosen.everything and chosen.kind == "functions":
        sys.stdout.writelines(_scouted(seen, project, asked, talk))
    return 0


def _said(seen: Workspace, project: Project, functions: list[Located], talk: Talk) -> Said:
    with session(seen.place) as line:
        if line is None:
            raise UserError(
                "no model is configured", "set FLOWSCOUT_PROVIDER, or name a provider in your own configuration"
            )
        from ..tasks.worded import summaries

        found = summaries(project, [function.id for function in functions], line)
        target.spent(line, talk)
    return found


def _scouted(seen: Workspace, project: Project, asked: list[str], talk: Talk) -> Iterator[str]:
    """Functions of text that no grammar reads, by file and line."""
    from ..agents.scout import EntityScout, EntityScoutConfig
    from ..tasks.scouting import any_text

    most = seen.settings.max_file_size
    wanted = scope(seen.snapshot, seen.settings, ("",)).wanted - project.files.keys()
    entries = seen.snapshot.entries([path for path in wanted if not asked or any(_in(path, each) for each in asked)])
    with session(seen.place) as line:
        scout = EntityScout(EntityScoutConfig((), line.access.model, most), line, line.access.context) if line else None
        for path, data in sorted(seen.snapshot.read(entries).items()):
            found = any_text(path, data, scout, most)
            yield from (
                records.to_line(records.record_of_scouted(found, poi))
                for poi in found.pois
                if poi.type in records.KINDS
            )
        target.spent(line, talk)


def _in(path: str, asked: str) -> bool:
    return asked == "" or path == asked or path.startswith(asked + "/")


def _lines(
    project: Project, function: Located, kind: str, detail: str, levels: dict[str, int], said: Said, by: ByCompiler
) -> list[str]:
    return [records.to_line(record) for record in _records(project, function, kind, detail, levels, said, by)]


def _records(
    project: Project, function: Located, kind: str, detail: str, levels: dict[str, int], said: Said, by: ByCompiler
) -> Iterator[records.Record]:
    if kind == "functions":
        yield records.record_of_function(project, function)
    elif kind == "calls":
        yield from records.records_of_calls(project, function, by)
    elif kind == "cfg":
        yield records.record_of_cfg(project, function)
    elif kind == "actions":
        yield from records.records_of_actions(project, function)
    elif kind == "summaries":
        yield records.record_of_summary(
            project, function, levels.get(function.id, 0), *said.get(function.id, ({}, "rule"))
        )
    else:
        model = project.scenario(function.id) if detail == "all" else project.chart(function.id, detail)
        yield records.record_of_model(function, records.described(project, model))


def _levels(project: Project) -> dict[str, int]:
    """0 for a leaf; else one more than the highest callee outside the own component."""
    levels: dict[str, int] = {}
    for component in project.components:
        members = set(component)
        below = [
            levels[target] for id_ in component for site in project.resolved(id_) if site.how in ("exact", "candidates")
            for target in site.targets if target not in members and target in levels
        ]  # fmt: skip
        levels.update(dict.fromkeys(component, max(below) + 1 if below else 0))
    return levels
