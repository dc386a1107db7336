"""Write the charts of the docs: a page for each source, an index, and the charts between markers in your Markdown.

In a repository the staged files count, as in the hook: what you have not staged is not drawn, unless --worktree says so.
With `docs.words = "model"` and a model in your own configuration, missing words are asked for and kept in `words.json`.
Pages and charts that somebody edited by hand are left alone. --check writes nothing and exits 1 when something is stale.
"""

from __future__ import annotations

import argparse
from contextlib import nullcontext
from typing import TYPE_CHECKING

from ..entrypoints.hook import rules_advice
from ..entrypoints.kept import kept
from ..entrypoints.staging import command, through_links
from ..entrypoints.upkeep import Outcome, documents_of, names_tests, upkeep
from ..tasks.refresh import EDITED, FOREIGN, MALFORMED
from ..wiring import INDEX, WORKTREE, Workspace, place, session, workspace
from .shared import progress_output
from .shared.console import Talk
from .shared.target import spent

if TYPE_CHECKING:
    from ..llm.session import Session


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 when something is stale")
    parser.add_argument("--force", action="store_true", help="overwrite what was edited by hand")
    parser.add_argument("--upgrade", action="store_true", help="redraw what older rules drew")
    parser.add_argument("--all", action="store_true", help="compute everything afresh")
    parser.add_argument(
        "--batch",
        action="store_true",
        help="ask the model through its provider's batches: half the price, within a day",
    )
    parser.add_argument(
        "--dry-run",
        action="store_true",
        help="write and ask nothing; say what the model would be asked and what it would cost",
    )
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--worktree", action="store_true", help="draw the files on disk, staged or not")
    which.add_argument("--rev", default="", metavar="COMMIT", help="draw the files of a commit")
    progress_output.arguments(parser)


def run(chosen: argparse.Namespace, talk: Talk) -> int:
    where = place(chosen.root)
    bare = where.repository is not None and where.repository.bare
    revision = chosen.rev or ("HEAD" if bare else WORKTREE if chosen.worktree or where.repository is None else INDEX)
    seen = workspace(where, revision)
    write = not chosen.check and not bare
    with session(where) if seen.settings.words == "model" and (write or chosen.dry_run) else nullcontext() as line:
        if chosen.dry_run:
            return _planned(seen, line, talk)
        outcome = upkeep(
            seen, write=write, force=chosen.force, upgrade=chosen.upgrade, untracked=True, afresh=chosen.all, progress=talk.progress,
            line=line, batch=chosen.batch,
        )  # fmt: skip
        spent(line, talk)
    return told(outcome, seen, chosen, talk)


def _planned(seen: Workspace, line: Session | None, talk: Talk) -> int:
    if line is None:
        why = "no model is configured" if seen.settings.words == "model" else '`docs.words` is "rule"'
        talk.say(f"{why}: nothing would be asked")
        return 0
    from ..entrypoints.worded import planned

    documents = documents_of(seen)
    with kept(seen, talk.progress, tests=names_tests(seen, documents)) as held:
        print(planned(seen, held, documents.values(), line).said())
    return 0


def told(outcome: Outcome, seen: Workspace, chosen: argparse.Namespace, talk: Talk) -> int:
    verdict = outcome.verdict
    if outcome.note:
        talk.warn(outcome.note)
    if verdict.other_rules:
        talk.wrong(rules_advice(verdict))
        return 1
    for note in verdict.notes:
        talk.warn(note)
    for selector in outcome.shown.idle:
        talk.warn(f"charts: {selector!r} selects nothing")
    repository = seen.place.repository
    staged = seen.snapshot.label == "index"
    touched = {*outcome.written, *outcome.deleted, *(verdict.changed if staged else ())}
    refused, changed = through_links(seen.place.root, [*touched, *(problem.path for problem in outcome.blocked)])
    for said in refused:
        talk.wrong(said)
    for problem in outcome.blocked:
        if problem.kind == FOREIGN and problem.path not in changed:
            continue
        advice = {EDITED: "; --force writes it anew", FOREIGN: "", MALFORMED: ""}[problem.kind]
        talk.wrong(f"{problem.path}: {problem.why}{advice}")
    talk.more(outcome.work.said())
    if seen.scope.left_out:
        talk.more(f"left out: {seen.scope.said()}")
    if outcome.shown.beyond():
        talk.more(f"not shown: {outcome.shown.beyond()}")
    serious = bool(refused) or any(problem.kind in (EDITED, MALFORMED) for problem in outcome.blocked)
    changed = [path for path in changed if path in touched]
    add = command(changed, seen.settings.docs, repository.prefix) if repository else ""
    if chosen.check:
        for path in verdict.changed:
            talk.wrong(f"stale: {path}" + (" (its source is gone)" if path in verdict.delete else ""))
        if changed or (verdict.changed and not staged):
            steps = [] if outcome.on_disk else [_command(chosen)]
            talk.wrong("run: " + " && ".join([*steps, add] if staged else steps))
        return 1 if verdict.changed or serious else 0
    for path in outcome.written:
        print(path)
    for path in outcome.deleted:
        print(f"{path} (removed)")
    if changed and repository:
        talk.say(f"run: {add}")
    if not changed and not outcome.shown.chosen:
        talk.say("no function is charted: name some under `charts` in the configuration, or between markers")
    elif not changed and not refused:
        talk.say(
            f"nothing to do: {len(outcome.shown.chosen)} charts in {seen.settings.docs} and between markers are in step"
        )
    return 1 if serious else 0


def _command(chosen: argparse.Namespace) -> str:
    words = [
        "flowscout refresh",
        f"--root {chosen.root}" if chosen.root else "",
        "--worktree" if chosen.worktree else "",
    ]
    return " ".join(word for word in (*words, f"--rev {chosen.rev}" if chosen.rev else "") if word)
