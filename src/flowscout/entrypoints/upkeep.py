"""Keeping documents in step: judge one snapshot's documents, then bring the disk's up to date.

The verdict is about the snapshot (the index, in a hook); what is written is worked out again from the files on disk, so
that edits which are not staged survive.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from .. import shelf
from ..adapters.files import docs, journal
from ..model.identity import function_ids
from ..model.record import NamedTuple
from ..pipeline import Located, Project
from ..ports import Progress
from ..tasks.analyse import Frontend, silent
from ..tasks.entrypoints import is_test
from ..tasks.names import split
from ..tasks.refresh import FOREIGN, MALFORMED, Expected, Problem, RefreshPlan, plan
from ..tasks.regions import holds_markers, parse
from ..tasks.selection import Selection
from ..tasks.sources import ending, scope_of
from ..tasks.stamp import read_page
from ..tasks.view import Work
from ..wiring import Workspace, frontend, store_folder
from .kept import OpenView, kept, with_kept

if TYPE_CHECKING:
    from ..llm.session import Session
    from ..tasks.renames import Earlier

MARKDOWN = (".md", ".markdown", ".mdown", ".mkd")


class Outcome(NamedTuple):
    """verdict: on the snapshot's documents. written, deleted: on disk. blocked: documents left alone. note: on the
    store. on_disk: the stale ones are right on disk by now, and only want to be staged."""

    verdict: RefreshPlan
    written: tuple[str, ...]
    deleted: tuple[str, ...]
    blocked: tuple[Problem, ...]
    shown: Selection
    work: Work
    note: str = ""
    on_disk: bool = False


def upkeep(
    seen: Workspace, *, write: bool, force: bool = False, upgrade: bool = False, untracked: bool = False, afresh: bool = False,
    progress: Progress = silent, line: Session | None = None, batch: bool = False,
) -> Outcome:  # fmt: skip
    """untracked: bring documents up to date that the snapshot does not hold, too. afresh: compute everything anew."""
    journal.swept(store_folder(seen.place))
    documents = documents_of(seen)
    tests = names_tests(seen, documents)

    def judge(held: OpenView) -> Outcome:
        filled = _filled(seen, held, documents, line, progress, batch) if line and write else ""
        expected = expected_of(seen, held, on_disk=untracked and write)
        outcome = _judged(
            seen, expected, documents, held.work, write=write, force=force, upgrade=upgrade, untracked=untracked
        )
        return outcome._replace(written=(*outcome.written, filled)) if filled else outcome

    if afresh:
        with kept(seen, progress, afresh=True, tests=tests) as held:
            return judge(held)
    outcome, note = with_kept(seen, judge, progress, tests=tests)
    return outcome._replace(note=note)


def expected_of(seen: Workspace, held: OpenView, *, on_disk: bool = False) -> Expected:
    """on_disk: with the kept words of the work tree."""
    earlier = partial(_renamed, seen, held.project)
    if seen.settings.words != "model":
        return Expected(held.project, renamed=earlier, drawn=held.drawn, at=held.drawn.at)
    from .worded import worded  # the rule-made words need nothing of it

    shown = worded(seen, held, on_disk=on_disk)
    return Expected(held.project, renamed=earlier, drawn=shown, words=shown.words, at=held.drawn.at)


def _filled(
    seen: Workspace, held: OpenView, documents: Mapping[str, bytes], line: Session, progress: Progress, batch: bool
) -> str:
    if seen.settings.words != "model":
        return ""
    from .worded import fill

    return fill(seen, held, documents.values(), line, progress, batch=batch)


def names_tests(seen: Workspace, documents: Mapping[str, bytes]) -> bool:
    """Whether a selector or a marker asks for the chart of a test."""
    named = list(seen.settings.charts)
    for data in documents.values():
        if holds_markers(data):
            named += [region.name for region in parse(data.decode("utf-8", "surrogateescape"))[0]]
    return any(is_test(split(name)[0]) for name in named if split(name)[0])


def _judged(
    seen: Workspace, expected: Expected, documents: dict[str, bytes], work: Work, *,
    write: bool, force: bool, upgrade: bool, untracked: bool,
) -> Outcome:  # fmt: skip
    blocked_links = frozenset(path for path, why in seen.snapshot.skipped() if why == "a symlink")
    verdict = plan(expected, documents, force=force, upgrade=upgrade, occupied=blocked_links)
    judged_alone = Outcome(verdict, (), (), verdict.problems, expected.selection, work)
    if verdict.other_rules or not (write or (verdict.changed and seen.snapshot.label == "index")):
        return judged_alone
    root, folder = seen.place.root, seen.settings.docs
    paths = {*documents, *expected.pages, *docs.markdown_in(root, folder)}
    on_disk, occupied = docs.read(root, paths)
    same = (on_disk, occupied) == (documents, blocked_links)
    doing = verdict if same else plan(expected, on_disk, force=force, upgrade=upgrade, occupied=occupied)
    if not write:
        return judged_alone._replace(on_disk=not set(verdict.changed) & set(doing.changed))
    if doing.other_rules:
        return Outcome(doing, (), (), doing.problems, expected.selection, work)
    allowed = None if untracked else {*verdict.changed, *(p for p in doing.changed if p.startswith(folder + "/"))}
    written, deleted, refused = _apply(seen, doing, allowed, on_disk)
    problems = {problem.path: problem for problem in (*verdict.problems, *doing.problems, *refused)}
    return Outcome(
        verdict,
        written,
        deleted,
        tuple(problems[path] for path in sorted(problems)),
        expected.selection,
        work,
        on_disk=True,
    )


def documents_of(seen: Workspace) -> dict[str, bytes]:
    folder, written = seen.settings.docs + "/", ending(seen.snapshot, MARKDOWN)
    open_ = scope_of(written, seen.settings._replace(include=()), seen.scope.rules).wanted
    ours = [path for path in written if path in open_ or (path.startswith(folder) and path.endswith(".md"))]
    return dict(seen.snapshot.read(seen.snapshot.entries(ours)))


def _apply(
    seen: Workspace, doing: RefreshPlan, allowed: set[str] | None, on_disk: Mapping[str, bytes]
) -> tuple[tuple[str, ...], tuple[str, ...], list[Problem]]:
    root, folder = seen.place.root, seen.settings.docs
    writes = {path: text for path, text in doing.write.items() if allowed is None or path in allowed}
    returns = _returning(seen, [path for path, text in writes.items() if read_page(text)], on_disk)
    written, refused = [], []
    with journal.noted(store_folder(seen.place), root, writes) as name:
        for path, text in sorted(writes.items()):
            lined = text.replace("\n", "\r\n") if path in returns else text
            still = partial(docs.stands, root, path, on_disk.get(path))
            if docs.write(root, path, lined.encode("utf-8", "surrogateescape"), name, still):
                written.append(path)
            elif still():
                refused.append(Problem(path, FOREIGN, "a symlink stands in the way"))
            else:
                refused.append(
                    Problem(path, MALFORMED, "was changed while this run went on, and is left alone: run it again")
                )
    gone = (
        path
        for path in doing.delete
        if (allowed is None or path in allowed) and docs.stands(root, path, on_disk.get(path))
    )
    deleted = [path for path in gone if docs.delete(root, path, folder)]
    return tuple(written), tuple(deleted), refused


def _returning(seen: Workspace, pages: Iterable[str], on_disk: Mapping[str, bytes]) -> set[str]:
    """Pages whose lines end in CRLF: as git checked them out, and of new ones as it would."""
    repository = seen.place.repository
    new = [path for path in pages if path not in on_disk] if repository and not repository.bare else []
    asked = docs.carriage_returns(repository, new) if repository and new else frozenset()
    return {path for path in pages if on_disk.get(path, b"").partition(b"\n")[0].endswith(b"\r")} | asked


def _renamed(seen: Workspace, made: Project, name: str) -> str:
    from ..tasks.renames import renamed  # asked only where a marker's function is gone

    return renamed(made, name, partial(_earlier, seen))


def _earlier(seen: Workspace, path: str) -> Iterable[Earlier]:
    repository = seen.place.repository
    if repository is None:
        return
    from ..adapters.git import history  # GitPython is off the warm path
    from ..tasks.renames import Earlier

    reading = frontend(seen.settings)
    for version in history.versions(repository, seen.snapshot.label, path):
        language = reading.language_of(path, version.data, frozenset()).rstrip("?")
        if language:
            yield Earlier(_functions(path, version.data, language, reading), version.data, version.moved_to)


def _functions(path: str, data: bytes, name: str, reading: Frontend) -> dict[str, Located]:
    facts = reading.parse(data, name)
    language = shelf.load("flowscout.languages", name)
    ids = function_ids(path, facts.functions, language.separator)
    return {
        id_: Located(id_, path, at, function, language)
        for at, (id_, function) in enumerate(zip(ids, facts.functions, strict=True))
    }
