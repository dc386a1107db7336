"""A pull request, a merge group or a check asked for again: compare, and publish."""

from __future__ import annotations

from pathlib import Path
from time import monotonic

from ...adapters.git.basis import FULL, Basis, basis
from ...adapters.git.plumbing import GitFailed
from ...adapters.github.runner import write_new
from ...forge import Forge, ForgeError
from ...model.event import EventContext
from ...model.publication import Document, Section
from ...tasks.handover import Handed, packed
from ...tasks.review.document import page
from ...tasks.review.marks import marks
from ...tasks.review.shown import shown
from ...wiring import Workspace
from ..reviewing import reviewed, scene_at
from .job import ActionJob, ended, outputs, provenance, published
from .remember import votes

HANDOVER = "pull.json"


def run(job: ActionJob) -> int:
    clock = [monotonic()]
    context = with_pull(job)
    found = basis(job.where.git("review"), context, job.forge, job.fetch, job.chosen.base)
    clock.append(monotonic())
    for note in found.notes:
        job.runner.say(f"note: {note}")
    if found.mode == FULL:
        return _nothing_to_compare(job, context, found)
    review, settings = reviewed(
        job.where, found.before, found.after, job.chosen.detail, policy=policy(job), only=found.only, passing=True
    )
    clock.append(monotonic())
    head = context.head_sha or found.after
    handed = Handed(
        context.number,
        head,
        job.chosen.project,
        settings.style,
        found.before,
        linked(job, found, head),
        found.mode,
        shown(review, settings.style),
    )
    made = drawn_up(job, handed)._replace(annotations=marks(review))
    done = published(job, made, context.number, head)
    hand_over(job, handed)
    clock.append(monotonic())
    parts = (
        f"{name} {after - before:.2f} s"
        for name, before, after in zip(("base", "analysis", "publication"), clock, clock[1:], strict=False)
    )
    job.runner.say(f"took: {', '.join(parts)}")
    votes(job, context.number)
    outputs(
        job,
        done,
        changed=str(len(review.changes)),
        base_sha=found.before,
        head_sha=head,
        diff_mode=found.mode,
        conclusion=made.conclusion,
    )
    return ended(job, done, failed=job.chosen.fail_on == "changed" and bool(review.changes), silent=made.silent)


def drawn_up(job: ActionJob, handed: Handed) -> Document:
    """before, after: commits to link to, "" for none."""
    made = page(handed.review, handed.style, job.link(handed.after, handed.before))
    files = f"{handed.review.files} file{'s differ' if handed.review.files != 1 else ' differs'}"
    return made._replace(
        sections=(*made.sections, provenance(handed.before or "?", handed.after or handed.head_sha, handed.mode, files))
    )


def with_pull(job: ActionJob) -> EventContext:
    """The context with what only the API knows: the pull request of a comment, of a check, of a run."""
    context, forge = job.context, job.forge
    if forge is None or (context.number and context.head_sha and context.base_sha):
        return context
    try:
        return _looked_up(context, forge)
    except ForgeError as error:
        job.runner.command("warning", f"the pull request is not known: {error.told}", title="flowscout")
        return context._replace(number=0)


def _looked_up(context: EventContext, forge: Forge) -> EventContext:
    number = context.number
    if not number and context.head_sha and context.head_repository:
        found = forge.pulls_of(context.head_sha, context.head_repository, context.head_ref)
        number = found[0] if len(found) == 1 else 0
    if not number:
        return context
    pull = forge.pull(number)
    return context._replace(
        number=number,
        head_sha=context.head_sha or pull.head_sha,
        head_ref=pull.head_ref,
        head_repository=pull.head_repository,
        base_sha=pull.base_sha,
        base_ref=pull.base_ref,
        draft=pull.draft,
    )


def policy(job: ActionJob) -> Workspace | None:
    """In a privileged run the default branch, which is what is checked out; else None: the change configures itself."""
    if not job.context.privileged and not job.unseen:
        return None
    return scene_at(job.where, job.context.sha or "HEAD")


def linked(job: ActionJob, found: Basis, head: str) -> str:
    """Lines are those of the tree that was read. A merge commit differs from the head only if the base has moved on."""
    repository = job.where.git("review")
    if found.after == head:
        return head
    try:
        job.fetch.one(head)
        same = repository.git("rev-parse", f"{head}^{{tree}}") == repository.git("rev-parse", f"{found.after}^{{tree}}")
    except GitFailed:
        same = False
    return head if same else found.after


def hand_over(job: ActionJob, handed: Handed) -> None:
    """What a trusted run needs to post this, and will verify."""
    folder = Path(job.folder)
    if handed.number and folder.is_dir() and not folder.is_symlink():
        write_new(folder / HANDOVER, packed(handed))


def _nothing_to_compare(job: ActionJob, context: EventContext, found: Basis) -> int:
    notes = "\n".join(f"- {note}" for note in found.notes)
    made = Document(
        "review",
        "Flow review",
        "No commit was found to compare with.",
        (Section(notes), provenance(found.before, found.after, found.mode)),
        silent=False,
    )
    done = published(job, made, 0, found.after)
    outputs(job, done, changed="0", base_sha="", head_sha=found.after, diff_mode=found.mode, conclusion="neutral")
    return ended(job, done)
