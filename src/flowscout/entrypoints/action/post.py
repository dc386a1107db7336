"""The trusted half of a fork's review: what an untrusted run left as an artifact, verified, cleaned and posted.

Nothing in the artifact is believed: the pull request is looked up by the commit that GitHub says the run was of, the number
must be among those found, and the text becomes ours line by line (see `tasks.foreign`).
"""

from __future__ import annotations

import json
import stat
import tempfile
import zipfile
import zlib
from pathlib import Path
from typing import Final

from ...forge import ForgeError
from ...model import limits
from ...model.event import EventContext, WorkflowRun
from ...model.publication import Document, Section
from ...tasks.document import size
from ...tasks.foreign import cleaned
from .job import Job, ended, outputs, published
from .review import HANDOVER

MOST_BYTES: Final = 4_000_000
MOST_RATIO: Final = 100
REVIEW: Final = "review.md"


class Unfit(Exception):  # noqa: N818
    """The artifact is not what an honest run leaves; the message says why."""


def run(job: Job) -> int:
    context = job.context
    if job.forge is None or context.run is None:
        return _quiet(job, "there is no run whose artifact could be posted")
    name = "flowscout-review" + (f"-{job.chosen.project}" if job.chosen.project else "")
    with tempfile.TemporaryDirectory() as folder:
        archive = Path(folder) / "artifact.zip"
        try:
            if not job.forge.artifact(context.run.id, name, archive, most=MOST_BYTES):
                return _quiet(job, f"the run left no artifact {name} of at most {MOST_BYTES // 1_000_000} MB")
            text, record = _read(archive)
            number = _verified(job, context.run, record)
        except (Unfit, ForgeError) as reason:
            return _quiet(job, str(reason))
    done = published(job, _document(job, context, text), number, context.run.head_sha)
    outputs(job, done, head_sha=context.run.head_sha, conclusion="neutral")
    return ended(job, done)


def _read(archive: Path) -> tuple[str, dict[str, object]]:
    """The two files we look for, by name: nothing is extracted, so no name can lead anywhere."""
    found: dict[str, bytes] = {}
    try:
        with zipfile.ZipFile(archive) as opened:
            for info in opened.infolist():
                if info.filename not in (REVIEW, HANDOVER) or stat.S_ISLNK(info.external_attr >> 16):
                    continue
                if info.file_size > MOST_BYTES or info.file_size > MOST_RATIO * max(1, info.compress_size):
                    raise Unfit("the artifact is packed too tightly to be honest")
                with opened.open(info) as member:
                    found[info.filename] = member.read(MOST_BYTES)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError) as error:
        raise Unfit(f"the artifact is no archive: {error}") from None
    if set(found) != {REVIEW, HANDOVER}:
        raise Unfit(f"the artifact holds no {REVIEW} and {HANDOVER}")
    try:
        record = json.loads(found[HANDOVER])
    except (ValueError, RecursionError):
        raise Unfit(f"{HANDOVER} is no JSON") from None
    if not isinstance(record, dict):
        raise Unfit(f"{HANDOVER} is no object")
    return found[REVIEW].decode("utf-8", "replace"), record


def _verified(job: Job, run: WorkflowRun, record: dict[str, object]) -> int:
    """The number, if GitHub says of its own that the run was of this pull request as it is now."""
    assert job.forge is not None
    numbers = run.numbers or job.forge.pulls_of(run.head_sha, run.head_repository, run.head_branch)
    claimed = record.get("number")
    if claimed not in numbers or not isinstance(claimed, int):
        raise Unfit("the artifact names a pull request that the run was not of")
    if record.get("head_sha") != run.head_sha:
        raise Unfit("the artifact names another commit than the run was of")
    if job.forge.pull(claimed).head_sha != run.head_sha:
        raise Unfit("the pull request has moved on")
    return claimed


def _document(job: Job, context: EventContext, text: str) -> Document:
    assert context.run is not None
    base = f"{context.server_url}/{context.repository}/blob/"
    body = cleaned(text, base)
    title, _, rest = body.partition("\n")
    summary, _, rest = rest.strip("\n").partition("\n")
    sections = (Section(rest.strip("\n"), 0),) if rest.strip() else ()
    whole = Document("review", title.lstrip("# ")[:200], summary, sections, silent=False)
    if size(body) > limits.COMMENT:
        whole = whole._replace(sections=(Section(rest, 1, f"The whole is in the artifacts of [the run]({context.run.url})."),))
    return whole


def _quiet(job: Job, reason: str) -> int:
    job.runner.command("notice", reason, title="flowscout")
    outputs(job, (), conclusion="neutral")
    return 0
