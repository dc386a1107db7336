"""The comment that the last merged change of a repository would have got, before anything is installed."""

from __future__ import annotations

from typing import Final

from ..adapters import origin
from ..adapters.ranges import short
from ..model import limits
from ..model.record import NamedTuple
from ..ports import Progress
from ..tasks.document import Mark, fitted
from ..tasks.review_document import page, unlinked
from ..tasks.review_shown import shown
from ..wiring import Place, suffixes
from .action.job import Permalink, provenance
from .reviewing import reviewed

LOOKED_AT: Final = 60  # merges that are looked at for one that touches code
REVIEWED: Final = 6  # of them, for one that changes a flow


class Preview(NamedTuple):
    """text: as it would be posted; "" where none of the changes that were looked at changes a flow."""

    title: str
    commit: str
    text: str
    looked_at: int


def preview(where: Place, progress: Progress) -> Preview:
    repository = where.git("init")
    endings = tuple(suffixes())
    tried, last = 0, Preview("", "", "", 0)
    for before, after, title in origin.merged(repository, LOOKED_AT):
        if not any(path.endswith(endings) for path in origin.touched(repository, before, after)):
            continue
        tried += 1
        last = Preview(title, short(repository, after), _text(where, before, after, progress), tried)
        if last.text or tried == REVIEWED:
            break
    return last


def _text(where: Place, before: str, after: str, progress: Progress) -> str:
    repository = where.git("init")
    found, settings = reviewed(where, before, after, progress=progress)
    at = origin.origin(repository)
    link = Permalink(f"https://{at.host}/{at.name}/blob", after, before, repository.prefix).to if at.name else unlinked
    made = page(shown(found, settings.style), settings.style, link)
    if made.silent:
        return ""
    made = made._replace(sections=(*made.sections, provenance(before, after, "merge-parent")))
    text, _ = fitted(made, limits.COMMENT, Mark("default/review", after), strangers=True)
    return text


def first_screen(text: str) -> str:
    """Of a comment: what stands above its folds, without the marker."""
    return text.partition("\n")[2].partition("<details>")[0].rstrip()
