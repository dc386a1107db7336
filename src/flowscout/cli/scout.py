"""Report the points of interest of files: functions, classes and their like, with lines and confidence.

Without PATH every file that some language reads is reported. With --json each file is one FileAnalysisReport on a line.
"""

from __future__ import annotations

import argparse
import hashlib
import os
from collections import Counter

from ..model.report import COMPLETED_SUCCESS, FileAnalysisReport
from ..tasks.records import record_of_report, to_line
from ..tasks.reports import not_found, report, unsupported
from ..wiring import Scene, project
from . import opening
from .talk import Talk

INTERMIXED = True


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="*", metavar="PATH", help="files or folders")
    parser.add_argument("--json", action="store_true", help="one report a line, as JSON")
    parser.add_argument("--absolute", action="store_true", help="filePath as an absolute path")
    opening.arguments(parser)


def run(chosen: argparse.Namespace, talk: Talk) -> int:
    seen = opening.look(chosen, chosen.paths[0] if chosen.paths and os.path.exists(chosen.paths[0]) else ".")
    asked = [opening.inside(seen, path) for path in chosen.paths]
    everything = {entry.path: entry for entry in seen.snapshot.entries()}
    named = {path for path in asked if path in everything}
    wanted = {p for p in everything if p in named or (p in seen.scope.wanted and _under(p, asked))}
    made = project(seen, talk.progress, wanted.__contains__)
    reports = {path: report(path, facts) for path, facts in made.files.items()}
    reports.update(_others(seen, asked, named - reports.keys()))
    for path in sorted(reports):
        found = reports[path]
        if chosen.absolute:
            found = found._replace(filePath=os.path.join(seen.place.root, path))
        print(to_line(record_of_report(found)) if chosen.json else _shown(found), end="")
    if not chosen.json:
        talk.say(_counted(list(reports.values())))
    return 0


def _under(path: str, asked: list[str]) -> bool:
    return not asked or any(folder == "" or path.startswith(folder + "/") for folder in asked)


def _others(seen: Scene, asked: list[str], unread: set[str]) -> dict[str, FileAnalysisReport]:
    """Named files that no language reads, or that are not there."""
    everything = seen.snapshot.entries()
    content = seen.snapshot.read(entry for entry in everything if entry.path in unread)
    found = {p: unsupported(p, hashlib.sha256(content[p]).hexdigest()) if p in content else not_found(p) for p in unread}
    folders = {p for p in asked if p == "" or any(entry.path.startswith(p + "/") for entry in everything)}
    known = {entry.path for entry in everything}
    found.update({p: not_found(p) for p in asked if p not in known and p not in folders})
    return found


def _shown(found: FileAnalysisReport) -> str:
    lines = [f"{found.filePath}  {found.status}" + (f": {found.error}" if found.error else "")]
    for poi in found.pois:
        sure = "" if poi.confidence >= 1 else f"  ({poi.confidence:.2f})"
        lines.append(f"  {poi.startLine:>5}-{poi.endLine:<5} {poi.type:<22} {poi.name}{sure}")
    return "\n".join(lines) + "\n"


def _counted(reports: list[FileAnalysisReport]) -> str:
    kinds = Counter(poi.type for found in reports for poi in found.pois)
    failed = sum(found.status != COMPLETED_SUCCESS for found in reports)
    parts = [f"{count:,} {kind}" for kind, count in sorted(kinds.items())]
    return f"{len(reports)} files" + (f", {failed} not read" if failed else "") + (": " + ", ".join(parts) if parts else "")
