"""The hook: the documents of a commit show what its code does, or the commit waits.

It judges the index it is given, or the commits that are pushed, for every configured root in it. 0: in step, or nothing
is configured. 1: documents had to be written and want to be staged, or want a person.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from .. import __version__, unchanged
from ..adapters.git.plumbing import Repository, plain, within
from ..adapters.git.snapshots import LISTING
from ..model.record import NamedTuple
from ..tasks.refresh import EDITED, MALFORMED, RefreshPlan
from ..tasks.stamp import RULES
from ..wiring import CONFIGURATION, INDEX, OpenSnapshot, Root, Workspace, place, snapshot, store, workspace_of
from .upkeep import Outcome, upkeep

SECONDS = 20.0  # of analysis, where nobody waits for CI
ZERO = "0"


class HookOptions(NamedTuple):
    """check: write nothing. pushed: judge what `git push` feeds on stdin."""

    root: str
    check: bool
    pushed: bool
    say: Callable[[str], None]


class TooLong(BaseException):
    """The time of a commit is up. No defect of a file or a function, so that nothing that holds for these takes it for
    one."""


def hook(asked: HookOptions, listed: unchanged.Listed | None = None) -> int:
    """listed: the index of the repository we stand in, if it was listed already."""
    try:
        with _limited():
            return _hook(asked, listed)
    except TooLong:
        asked.say(f"flowscout: more than {SECONDS:.0f} s of work, so this commit is not judged; CI will")
        asked.say("  flowscout refresh --check   judges it now, whatever it takes")
        return 0


@contextmanager
def _limited() -> Iterator[None]:
    """Ends whatever is being done when the time is up: reading, drawing, an answer of git that does not come. Documents
    are renamed into place and rows are one transaction, so that it may end anywhere. Where there is no alarm, files are
    counted."""
    alarm = getattr(signal, "SIGALRM", None)
    if alarm is None or os.environ.get("CI"):
        yield
        return

    def stop(*_: object) -> None:
        raise TooLong

    before = signal.signal(alarm, stop)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(alarm, before)


def _hook(asked: HookOptions, listed: unchanged.Listed | None) -> int:
    start = place(
        asked.root, known=plain(listed.top, listed.git_dir) if listed and listed.git_dir == listed.common else None
    )
    repository = start.git("hook")
    revisions = _revisions(asked)
    listing = None
    if revisions == [INDEX]:  # listed once, so that the verdict is on what it is remembered for
        listing = listed.rows if listed and os.path.realpath(listed.top) == repository.top else repository.git(*LISTING)
    judged = _judged(asked, start, repository, revisions, listing)
    code = max((each for each, _ in judged), default=0)
    if listing is not None and not asked.root and code == 0 and all(follows for _, follows in judged):
        held = store(start)
        held.put({unchanged.key(repository.git_dir): unchanged.manifest(listing, __version__).encode()})
        held.close()
    return code


def _judged(
    asked: HookOptions, start: Root, repository: Repository, revisions: list[str], listing: bytes | None
) -> list[tuple[int, bool]]:
    """Of each root its code, and whether that follows from the snapshot alone: what a compiler says hangs on a
    database, on what a build left, and on the compiler."""
    codes: list[tuple[int, bool]] = []
    top = Root(repository.top, within(repository, repository.top))
    for revision in revisions:
        whole, memo = snapshot(top, revision, listing), store(top)
        try:
            judged = [start] if asked.root else roots(top, whole)
            if not judged:
                asked.say("flowscout is not set up here: `flowscout init` writes its configuration")
            for where in judged:
                seen = workspace_of(where, whole if where == top else snapshot(where, revision, listing), memo)
                code = _one(seen, asked, write=not asked.check and revision == INDEX)
                codes.append((code, seen.settings.clang != "pages"))
        finally:
            whole.close()
            memo.close()
    return codes


def _revisions(asked: HookOptions) -> list[str]:
    if asked.pushed:
        rows = [line.split() for line in sys.stdin.read().splitlines()]
        return sorted({row[1] for row in rows if len(row) == 4 and row[1].strip(ZERO)})
    if os.environ.get("PRE_COMMIT_TO_REF"):
        return [os.environ["PRE_COMMIT_TO_REF"]]
    if os.environ.get("PRE_COMMIT_REMOTE_NAME"):
        return [os.environ.get("PRE_COMMIT_LOCAL_BRANCH") or "HEAD"]
    return [INDEX]


def roots(top: Root, seen: OpenSnapshot) -> list[Root]:
    """Every configured root in the snapshot, by its path."""
    ending = [path for path in seen.paths() if path.endswith(CONFIGURATION)]
    entries = seen.entries([path for path in ending if path.rpartition("/")[2] in CONFIGURATION])
    shared = seen.read(e for e in entries if e.path.endswith("pyproject.toml"))
    folders = {e.path.rpartition("/")[0] for e in entries if e.path.endswith("flowscout.toml")}
    folders |= {path.rpartition("/")[0] for path, data in shared.items() if b"[tool.flowscout" in data}
    return [place(os.path.join(top.root, folder)) if folder else top for folder in sorted(folders)]


def _one(seen: Workspace, asked: HookOptions, *, write: bool) -> int:
    if not seen.configured:
        asked.say(f"no configuration in {seen.place.root}: `flowscout init` writes one")
        return 0
    try:
        outcome = upkeep(seen, write=write, progress=_deadline())
    finally:
        seen.snapshot.close()
    return told(outcome, seen, asked.say, written=write)


def _deadline() -> Callable[[int, int, str], None]:
    start = time.monotonic()

    def progress(done: int, total: int, what: str) -> None:
        if not os.environ.get("CI") and done < total and time.monotonic() - start > SECONDS:
            raise TooLong

    return progress


def told(outcome: Outcome, seen: Workspace, say: Callable[[str], None], *, written: bool) -> int:
    """Says what was found and what to do; the exit code."""
    verdict = outcome.verdict
    if outcome.note:
        say(outcome.note)
    if verdict.other_rules:
        say(rules_advice(verdict))
        return 1
    for note in verdict.notes:
        say(note)
    for problem in outcome.blocked:
        say(f"{problem.path}: {problem.why}{_way_out(problem.kind)}")
    stale = verdict.changed
    if stale:
        say(f"{len(stale)} document{'s do' if len(stale) > 1 else ' does'} not show what the code does:")
        for path in stale[:20]:
            say(f"  {path}" + (" (its source is gone)" if path in verdict.delete else ""))
        if len(stale) > 20:
            say(f"  … and {len(stale) - 20} more")
        say(_advice(stale, seen, written=written, on_disk=outcome.on_disk))
    serious = [problem for problem in outcome.blocked if problem.kind in (EDITED, MALFORMED)]
    return 1 if stale or serious else 0


def _advice(stale: Iterable[str], seen: Workspace, *, written: bool, on_disk: bool) -> str:
    from .staging import command, partial_commit, through_links  # most commits need no advice

    repository = seen.place.git("hook")
    said, rest = through_links(seen.place.root, stale)
    if said:
        return "\n".join([*said, *([_advice(rest, seen, written=written, on_disk=on_disk)] if rest else [])])
    ignored = repository.ignored(stale)
    add = command(stale, seen.settings.docs, repository.prefix, force=bool(ignored))
    add += "\n(git is told to ignore them; once they are in a commit, it does not)" if ignored else ""
    root = f" --root {repository.prefix.rstrip('/')}" if repository.prefix else ""
    if not written:
        return f"run: {add}" if on_disk else f"run: flowscout refresh{root} && {add}"
    if partial_commit():
        return f"they are written now; run: {add}\nand name them in your `git commit PATH…` as well"
    return f"they are written now; run: {add}"


def _way_out(kind: str) -> str:
    return {EDITED: "; `flowscout refresh --force` writes it anew", MALFORMED: ""}.get(kind, "")


def rules_advice(plan: RefreshPlan) -> str:
    """What to do about documents that other rules drew."""
    newest = max(plan.other_rules.values(), key=lambda stamp: stamp.rules)
    count = len(plan.other_rules)
    if newest.rules > RULES:
        return (
            f"{count} documents were drawn by rules {newest.rules}, and this flowscout knows rules {RULES}: nothing was changed\n"
            f"  run: pip install 'flowscout>={newest.version}'   (or set that rev in .pre-commit-config.yaml)"
        )
    return (
        f"this flowscout draws by rules {RULES}, the documents by rules {newest.rules}: nothing was changed\n"
        f"  run: flowscout refresh --upgrade   (rewrites {count} document{'s' if count > 1 else ''})"
    )
