"""Say why a build failed: the first true cause its log states, what it means and where it points.

make 2>&1 | flowscout rca                     a log from a pipe
flowscout rca build.log                       a file; gzip and the ZIP of a run are unpacked
flowscout rca build.log --baseline green.log  only what a green log does not say too counts
flowscout rca build.log --range main...HEAD   which function of the change is the suspect
flowscout rca --run-url URL                   a run on GitHub, or one job of it (GITHUB_TOKEN)
flowscout rca build.log --format json         all findings, ranked
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

from ... import __version__
from ...adapters.memory import remembering, rootcauses
from ...entrypoints.own_formats import own_formats
from ...errors import UserError
from ...model.finding import RootCause
from ...model.progress import Stream
from ...rca.diagnosis import diagnosed
from ...rca.explain.lessons import learning_notes
from ...rca.extract import Extractor
from ...rca.findings import Redact
from ...rca.memory import Filters
from ...rca.memory.cached import key_of, shelf_digest
from ...rca.memory.fingerprint import fingerprint
from ...rca.rank.verdict import OK
from ...rca.report import sarif, terminal
from ...rca.report.record import record
from ...rca.report.words import quick_summary
from ...rca.source import Open, of_file, of_pipe
from ...redact import redact, secrets_of
from ...terminal import beneath, harmless, unheard
from ...wiring import place
from ..shared import bounds, progress_output
from ..shared.console import Talk
from . import memory_verbs
from .code import CodeAround, look

STEPS = 3  # that events count
FORMATS = ("text", "markdown", "json", "sarif", "annotations", "summary")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("log", nargs="?", default="-", metavar="LOG", help="the log; - is standard input")
    parser.add_argument(
        "words", nargs="*", metavar="WORD", help="of history, show, similar, stats, prune, delete, clear"
    )
    parser.add_argument("--baseline", default="", metavar="LOG", help="the log of a build that passed")
    parser.add_argument(
        "--run-url",
        default="",
        metavar="URL",
        help="fetch the log of this run or job on GitHub, and a green one of the job",
    )
    parser.add_argument("--conclusion", default="", help="of the job, where it is known: success, failure, cancelled")
    parser.add_argument(
        "--range", default=None, metavar="RANGE", help="the change to suspect: A..B, A...B or A (to HEAD)"
    )
    parser.add_argument(
        "--learn", action="store_true", help="add notes for who meets this sort of error for the first time"
    )
    parser.add_argument(
        "--why", action="store_true", help="add what the place of each answer among the others is made of (as text)"
    )
    parser.add_argument("--no-code", action="store_true", help="look at the log alone")
    parser.add_argument(
        "--agent",
        action="store_true",
        help="let your model look into log and code; what it finds stands beside the rules' words, and it may put another of their candidates first",
    )
    parser.add_argument(
        "--show-reasoning", action="store_true", help="with --agent: what the model says that it thinks, on stderr"
    )
    parser.add_argument(
        "--format", choices=FORMATS, default="", help="how it is shown (text on a terminal, else markdown)"
    )
    parser.add_argument("--json", dest="format", action="store_const", const="json", help="as --format json")
    parser.add_argument("--out", default="", metavar="FILE", help="write there; .md, .json or .sarif sets the format")
    _remembering(parser)
    progress_output.arguments(parser)


def _remembering(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("remembering")
    group.add_argument("--no-memory", action="store_true", help="neither store this case nor show past ones")
    group.add_argument("--job", default="", help="name of the job the log is of")
    group.add_argument("--language", default="", help="of similar: only cases of this language")
    group.add_argument("--type", default="", help="of similar: only this error type")
    group.add_argument("--min-confidence", type=bounds.real(0, 1), default=0.0, help="of similar: from 0 to 1")
    group.add_argument("--min-quality", type=bounds.real(0, 1), default=0.0, help="of similar: from 0 to 1")
    group.add_argument("--limit", type=bounds.whole(1, 1000), default=5, help="of similar: how many, 1 to 1,000")
    group.add_argument(
        "--all-projects", action="store_true", help="of history and similar: not only this project's cases"
    )


def run(chosen: argparse.Namespace, talk: Talk) -> int:
    if chosen.log in memory_verbs.VERBS and not os.path.exists(chosen.log):
        filters = Filters(chosen.language, chosen.type, chosen.min_confidence, chosen.min_quality, chosen.limit)
        if not chosen.all_projects:
            filters = filters._replace(repository=place(chosen.root).project)
        return memory_verbs.run(chosen.log, chosen.words, chosen.format == "json", filters)
    if chosen.words:
        raise UserError(f"one log at a time: {chosen.words[0]!r} is one too many")
    told = progress_output.stream(chosen)
    with tempfile.TemporaryDirectory(prefix="flowscout-") as folder:
        seen = _seen(_with_run(chosen, Path(folder)), talk, told)
    shown = _shown(seen, _format(chosen), talk.colour, chosen.why)
    if chosen.out:
        with open(chosen.out, "w", encoding="utf-8", newline="\n") as out:
            out.write(shown)
        talk.say(quick_summary(seen.root))
    else:
        beneath(sys.stdout).write(_quiet(harmless(shown, terminal.CODES), chosen))
    progress_output.ended(chosen, told, talk)
    return 0


def _quiet(shown: str, chosen: argparse.Namespace) -> str:
    """A quoted line of a log is no command to the runner that we run on; annotations are meant as some."""
    return unheard(shown) if os.environ.get("GITHUB_ACTIONS") and _format(chosen) != "annotations" else shown


def _with_run(chosen: argparse.Namespace, folder: Path) -> argparse.Namespace:
    """With the log of the run, where one was named."""
    if not chosen.run_url:
        return chosen
    if chosen.log != "-":
        raise UserError("a log or a run, not both")
    from . import run_logs

    got = run_logs.fetched(chosen.run_url, folder)
    said = {"log": got.log, "baseline": chosen.baseline or got.green, "job": chosen.job or got.job}
    return argparse.Namespace(**(vars(chosen) | said | {"conclusion": chosen.conclusion or got.conclusion}))


def _seen(chosen: argparse.Namespace, talk: Talk, told: Stream) -> CodeAround:
    """The log read, the code looked at, the memory asked: three steps, each told of."""
    log = of_pipe(sys.stdin.buffer) if chosen.log == "-" else of_file(chosen.log)
    green = of_file(chosen.baseline) if chosen.baseline else None
    clean = partial(redact, secrets=secrets_of(os.environ))
    told.iteration(1, STEPS)
    extract = own_formats(chosen.root)
    told.action("read_log", {"log": chosen.log, "baseline": chosen.baseline}, 1)
    with told.timed("read_log"):
        found = _found(log, green, clean, chosen, extract)
    told.observation(quick_summary(found), 1)
    told.iteration(2, STEPS)
    with told.timed("look_at_code"):
        seen = CodeAround(found) if chosen.no_code else look(found, chosen.root, chosen.range, talk)
    told.observation(f"{len(seen.root.suspects)} suspects", 2)
    told.iteration(3, STEPS)
    if not chosen.no_memory:
        with told.timed("vector_search_db"):
            seen = seen._replace(
                root=memory_verbs.remembered(seen.root, place(chosen.root).project, seen.head, chosen.job, talk.say)
            )
    if seen.root.verdict == OK and not chosen.no_memory:
        for id_ in memory_verbs.closed(chosen.root, chosen.job):
            talk.say(f"case {id_} is mended: flowscout rca show {id_} names the files")
    told.observation(f"{len(seen.root.similar)} past cases", 3)
    if chosen.learn:
        seen = seen._replace(root=seen.root._replace(lessons=learning_notes(seen.root)))
    if chosen.agent:
        from .agent import looked_into

        before = seen.root.findings[:1]
        seen = seen._replace(root=looked_into(seen.root, log, chosen.root, talk, told, code=not chosen.no_code))
        if seen.root.findings[:1] != before:  # what was shown of the code belongs to the rules' first
            seen = CodeAround(seen.root, repository=seen.repository, head=seen.head)
    told.complete(record(seen.root), seen.root.iterations)
    return seen


def _found(log: Open, green: Open | None, clean: Redact, chosen: argparse.Namespace, extract: Extractor) -> RootCause:
    """As it was found before, where that is not long ago and may be remembered."""
    ttl = rootcauses.hours(os.environ)
    if chosen.no_memory or not ttl or not remembering.remembers(os.environ):
        return diagnosed(log, extract, clean, conclusion=chosen.conclusion, green=green)
    shelf = shelf_digest(extract.formats, __version__)
    key = key_of(_bytes(log), _bytes(green) if green else (), chosen.conclusion, shelf)
    with closing(rootcauses.RootCauses(rootcauses.path_of(os.environ), ttl)) as kept:
        found = kept.get(key)
        if found is None:
            found = diagnosed(log, extract, clean, conclusion=chosen.conclusion, green=green)
            first = found.findings[0] if found.findings else None
            kept.keep(key, fingerprint(first.tool, first.type, first.message) if first else "", found)
    return found


def _bytes(log: Open) -> Iterator[bytes]:
    with log() as stream:
        while part := stream.read(1 << 20):
            yield part


def _format(chosen: argparse.Namespace) -> str:
    endings = {".md": "markdown", ".json": "json", ".sarif": "sarif", ".txt": "text"}
    ending = next((kind for suffix, kind in endings.items() if chosen.out.endswith(suffix)), "")
    return chosen.format or ending or ("text" if chosen.why or sys.stdout.isatty() else "markdown")


def _shown(seen: CodeAround, form: str, colour: bool, why: bool = False) -> str:
    root: RootCause = seen.root
    if form == "json":
        return json.dumps(record(root), sort_keys=True, ensure_ascii=False, indent=2) + "\n"
    if form == "sarif":
        return json.dumps(sarif.sarif(root, __version__), sort_keys=True, ensure_ascii=False, indent=2) + "\n"
    if form == "annotations":
        return "".join(f"{line}\n" for line in sarif.commands(root))
    if form == "summary":
        return quick_summary(root) + "\n"
    return seen.markdown() if form == "markdown" else terminal.text(root, colour and sys.stdout.isatty(), why)
