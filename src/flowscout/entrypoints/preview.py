"""The comment that the last merged change of a repository would have got, before anything is installed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..adapters.git import origin
from ..adapters.git.ranges import short
from ..model import limits
from ..model.paths import name_of
from ..model.record import NamedTuple
from ..ports import Progress
from ..tasks.document import Marker, fitted
from ..tasks.entrypoints import is_test
from ..tasks.review.document import page, unlinked
from ..tasks.review.shown import shown
from ..tasks.sources import scripts_among
from ..wiring import Root, script_language, snapshot, suffixes
from .action.job import Permalink, provenance
from .reviewing import reviewed

LOOKED_AT: Final = 60  # merges that are looked at for one that touches code
REVIEWED: Final = 8  # of them, for one that changes a flow of more than tests


class Preview(NamedTuple):
    """text: as it would be posted; "" where none of the changes that were looked at changes a flow."""

    title: str
    commit: str
    text: str
    looked_at: int = 0


def preview(where: Root, progress: Progress) -> Preview:
    best = Preview("", "", "", 0)
    for tried, (before, after, title) in enumerate(_changes(where), 1):
        text, product = _text(where, before, after, progress)
        if product or not best.text:
            best = Preview(title, short(where.git("init"), after), text)
        best = best._replace(looked_at=tried)
        if product:
            break
    return best


def _changes(where: Root) -> list[tuple[str, str, str]]:
    """(before, after, title) of the last changes of code; those of tests alone only where there are no others."""
    repository, endings = where.git("init"), tuple(suffixes())
    product: list[tuple[str, str, str]] = []
    tests: list[tuple[str, str, str]] = []
    for one in origin.merged(repository, LOOKED_AT):
        touched = origin.touched(repository, *one[:2])
        code = [path for path in touched if path.endswith(endings)]
        code += _scripts(where, one[1], touched) if all(map(is_test, code)) else []
        if code:
            (tests if all(map(is_test, code)) else product).append(one)
        if len(product) == REVIEWED:
            break
    return product or tests[:REVIEWED]


def _scripts(where: Root, commit: str, touched: Sequence[str]) -> list[str]:
    bare = [path for path in touched if "." not in name_of(path)]
    return scripts_among(snapshot(where, commit), bare, script_language()) if bare else []


def _text(where: Root, before: str, after: str, progress: Progress) -> tuple[str, bool]:
    """The comment, "" for none, and whether it is about more than tests."""
    repository = where.git("init")
    found, settings = reviewed(where, before, after, progress=progress)
    at = origin.origin(repository)
    link = Permalink(f"https://{at.host}/{at.name}/blob", after, before, repository.prefix).to if at.name else unlinked
    seen = shown(found, settings.style)
    made = page(seen, settings.style, link)
    if made.silent:
        return "", False
    made = made._replace(sections=(*made.sections, provenance(before, after, "merge-parent")))
    text, _ = fitted(made, limits.COMMENT, Marker("default/review", after), strangers=True)
    return text, seen.function_count > 0


def first_screen(text: str) -> str:
    """Of a comment: what stands above its folds, without the marker."""
    return text.partition("\n")[2].partition("<details>")[0].rstrip()
