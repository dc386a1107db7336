"""Report the points of interest of files: functions, classes and their like, with lines and confidence.

Without PATH every file that some language reads is reported. With --json each file is one FileAnalysisReport on a line.
A named file that no language reads is scouted by the model that your configuration names, else by habits of text
(keywords, indentation, brackets), with low confidence. --everything does so for all text of the root.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from ..errors import UserError
from ..model.report import COMPLETED_SUCCESS, FileAnalysisReport
from ..tasks.records import record_of_report, to_line
from ..tasks.reports import not_found
from ..tasks.sources import scope
from ..wiring import Workspace, session
from ..wiring import reports as reports_by_grammar
from .shared import bounds, progress_output, target
from .shared.console import Talk

if TYPE_CHECKING:
    from ..agents.scout import EntityScout
    from ..llm.session import Session

INTERMIXED = True
BY = ("auto", "syntax", "model", "outline")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="*", metavar="PATH", help="files or folders")
    parser.add_argument("--json", action="store_true", help="one report a line, as JSON")
    parser.add_argument("--absolute", action="store_true", help="filePath as an absolute path")
    parser.add_argument(
        "--everything", action="store_true", help="all text files, whether a language reads them or not"
    )
    parser.add_argument(
        "--by", choices=BY, default="auto", help="which scout: auto takes the grammar where there is one"
    )
    parser.add_argument(
        "--compare", action="store_true", help="ask the model too where there is a grammar, and weigh both"
    )
    parser.add_argument("--extensions", default="", metavar=".A,.B", help="with --everything: only these suffixes")
    parser.add_argument(
        "--max-retries",
        type=bounds.whole(0, 10),
        default=2,
        metavar="N",
        help="corrections of a model's invalid reply (2)",
    )
    parser.add_argument(
        "--dry-run", action="store_true", help="ask nothing; say what the model would be asked and what it would cost"
    )
    target.arguments(parser)
    progress_output.arguments(parser)


def run(chosen: argparse.Namespace, talk: Talk) -> int:
    seen = target.look(chosen, chosen.paths[0] if chosen.paths and os.path.exists(chosen.paths[0]) else ".")
    asked = [target.inside(seen, path) for path in chosen.paths]
    by_grammar, others, missing = _divided(seen, asked, chosen)
    reports = reports_by_grammar(seen, talk.progress, by_grammar.__contains__)
    others |= by_grammar - reports.keys()
    with session(seen.place) as line:
        if chosen.by == "model" and line is None:
            raise UserError(
                "no model is configured", "set FLOWSCOUT_PROVIDER, or name a provider in your own configuration"
            )
        if chosen.dry_run:
            return _planned(seen, sorted(others | (set(reports) if chosen.compare else set())), line, chosen, talk)
        scout = _scout(line, seen, chosen) if line and chosen.by in ("auto", "model") else None
        reports.update(_scouted(seen, sorted(others), scout, chosen))
        if chosen.compare and scout and line:
            reports.update(
                _compared(seen, [reports[p] for p in reports if reports[p].scout == "syntax"], scout, line, talk)
            )
        target.spent(line, talk)
    reports.update({path: not_found(path) for path in missing})
    for path in sorted(reports):
        found = reports[path]
        if chosen.absolute:
            found = found._replace(filePath=os.path.join(seen.place.root, path))
        print(to_line(record_of_report(found)) if chosen.json else _shown(found), end="")
    if not chosen.json:
        talk.say(_counted(list(reports.values())))
    return 0


def _divided(seen: Workspace, asked: list[str], chosen: argparse.Namespace) -> tuple[set[str], set[str], set[str]]:
    """(files for the grammar, files for the other scouts, names of nothing)."""
    everything = seen.snapshot.paths()
    named = {path for path in asked if path in everything}
    readable = {p for p in everything if p in named or (p in seen.scope.wanted and _under(p, asked))}
    folders = {p for p in asked if p == "" or any(path.startswith(p + "/") for path in everything)}
    missing = {p for p in asked if p not in named and p not in folders}
    grammar = set() if chosen.by in ("model", "outline") else readable
    others = readable - grammar
    if chosen.everything:
        endings = tuple(filter(None, chosen.extensions.lower().split(",")))
        text = scope(seen.snapshot, seen.settings, ("",)).wanted
        others |= {p for p in text if _under(p, asked) and (not endings or p.lower().endswith(endings))}
    return grammar, others - grammar, missing


def _under(path: str, asked: list[str]) -> bool:
    return not asked or any(folder == "" or path == folder or path.startswith(folder + "/") for folder in asked)


def _scout(line: Session, seen: Workspace, chosen: argparse.Namespace) -> EntityScout:
    from ..agents.scout import EntityScout, EntityScoutConfig

    config = EntityScoutConfig((), line.access.model, seen.settings.max_file_size, max(0, chosen.max_retries))
    return EntityScout(config, line, line.access.context)


def _scouted(
    seen: Workspace, paths: list[str], scout: EntityScout | None, chosen: argparse.Namespace
) -> Iterator[tuple[str, FileAnalysisReport]]:
    """Files that no grammar reads; a few at a time where a model is asked."""
    if chosen.by == "syntax":
        from ..tasks.reports import unsupported

        data = _bytes(seen, paths)
        yield from (
            (path, unsupported(path, _checksum(data[path])) if path in data else not_found(path)) for path in paths
        )
        return
    from ..tasks.scouting import any_text

    data, most = _bytes(seen, paths), seen.settings.max_file_size
    with ThreadPoolExecutor(8 if scout else 1) as pool:
        if chosen.by == "model" and scout:
            yield from (
                (p, found) for p, found in zip(paths, pool.map(lambda p: scout.run(p, data.get(p)), paths), strict=True)
            )
        else:
            yield from zip(paths, pool.map(lambda p: any_text(p, data.get(p), scout, most), paths), strict=True)


def _checksum(data: bytes) -> str:
    from ..agents.scout import checksum

    return checksum(data)


def _bytes(seen: Workspace, paths: Iterable[str]) -> dict[str, bytes]:
    wanted = set(paths)
    return dict(seen.snapshot.read(seen.snapshot.entries(wanted)))


def _compared(
    seen: Workspace, found: list[FileAnalysisReport], scout: EntityScout, line: Session, talk: Talk
) -> Iterator[tuple[str, FileAnalysisReport]]:
    from ..agents.triangulate import triangulate

    data = _bytes(seen, [each.filePath for each in found])
    for each, asked in zip(
        found, line.each(lambda one: scout.run(one.filePath, data.get(one.filePath)), found), strict=True
    ):
        both, comparison = triangulate(each, asked)
        talk.say(f"{each.filePath}: {comparison.said()}")
        yield each.filePath, both


def _planned(seen: Workspace, paths: list[str], line: Session | None, chosen: argparse.Namespace, talk: Talk) -> int:
    from ..agents.scout import decoded, is_binary, question, windows
    from ..llm.estimate import estimate

    if line is None:
        talk.say("no model is configured: nothing would be asked")
        return 0
    scout = _scout(line, seen, chosen)
    texts = {
        p: decoded(d).split("\n") for p, d in sorted(_bytes(seen, paths).items()) if d.strip() and not is_binary(d)
    }
    asking = [
        question(path, lines, first, last) for path, lines in texts.items() if sum(map(len, lines)) <= seen.settings.max_file_size
        for first, last in windows(lines, scout.room())
    ]  # fmt: skip
    print(estimate(line, asking).said())
    return 0


def _shown(found: FileAnalysisReport) -> str:
    by = "" if found.scout == "syntax" else f"  [{found.scout}]"
    lines = [f"{found.filePath}  {found.status}{by}" + (f": {found.error}" if found.error else "")]
    for poi in found.pois:
        sure = "" if poi.confidence >= 1 else f"  ({poi.confidence:.2f})"
        lines.append(f"  {poi.startLine:>5}-{poi.endLine:<5} {poi.type:<22} {poi.name}{sure}")
    return "\n".join(lines) + "\n"


def _counted(reports: list[FileAnalysisReport]) -> str:
    kinds = Counter(poi.type for found in reports for poi in found.pois)
    failed = sum(found.status != COMPLETED_SUCCESS for found in reports)
    parts = [f"{count:,} {kind}" for kind, count in sorted(kinds.items())]
    return (
        f"{len(reports)} files"
        + (f", {failed} not read" if failed else "")
        + (": " + ", ".join(parts) if parts else "")
    )
