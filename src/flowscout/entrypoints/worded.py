"""`words.json` beside the pages: read from the snapshot by everything, filled and written by `refresh` alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..adapters.files import docs
from ..model.worded import WORDS_FILE, WordedEntry, decode_words, encode_words
from ..ports import Progress
from ..tasks.names import candidates
from ..tasks.regions import holds_markers, parse
from ..tasks.selection import ranked, select
from ..tasks.selectors import idle_selectors
from ..tasks.worded import Worded, filled, lacking
from ..wiring import Workspace
from .kept import OpenView

if TYPE_CHECKING:
    from ..llm.estimate import Estimate
    from ..llm.session import Session


def path_of(seen: Workspace) -> str:
    return f"{seen.settings.docs}/{WORDS_FILE}"


def read(seen: Workspace, *, on_disk: bool = False) -> dict[str, WordedEntry]:
    """The kept words of the snapshot; `on_disk`: of the work tree where it has any."""
    path = path_of(seen)
    found = docs.read(seen.place.root, [path])[0] if on_disk else {}
    found = found or dict(seen.snapshot.read(seen.snapshot.entries([path])))
    return decode_words(found.get(path, b""))


def worded(seen: Workspace, held: OpenView, *, on_disk: bool = False) -> Worded:
    return Worded(held.project, held.drawn, held.drawn.memo, read(seen, on_disk=on_disk))


def fill(
    seen: Workspace,
    held: OpenView,
    documents: Iterable[bytes],
    line: Session,
    progress: Progress,
    *,
    batch: bool = False,
) -> str:
    """Asks for what is lacking and writes the file; its path when it changed, else ""."""
    before = read(seen, on_disk=True)
    ids = charted(held, documents)
    if batch:
        _warm(seen, held, before, ids, line, progress)
    made = filled(held.project, before, ids, line, progress)
    if dict(made.entries) == before or line.access.provider == "echo":  # an echo's words are nobody's
        return ""
    text = encode_words(made.entries).encode("utf-8", "replace")
    return path_of(seen) if docs.write(seen.place.root, path_of(seen), text) else ""


def planned(seen: Workspace, held: OpenView, documents: Iterable[bytes], line: Session) -> Estimate:
    """What filling would cost."""
    from ..llm.estimate import estimate

    made = lacking(held.project, read(seen, on_disk=True), charted(held, documents))
    return estimate(line, [question for each in made for question in each.questions()])


def charted(held: OpenView, documents: Iterable[bytes]) -> list[str]:
    """Ids of the functions that pages and markers show."""
    project = held.project
    chosen = list(select(ranked(project), project.settings, idle_selectors(project)).chosen)
    for data in documents:
        for region in parse(data.decode("utf-8", "surrogateescape"))[0] if holds_markers(data) else ():
            found = candidates(project.named(region.name), region.name)
            chosen += [found[0].id] if len(found) == 1 else []
    return sorted(set(chosen))


def _warm(
    seen: Workspace, held: OpenView, before: dict[str, WordedEntry], ids: list[str], line: Session, progress: Progress
) -> None:
    from ..llm.batch import prefill

    made = lacking(held.project, before, ids)
    prefill(line, [question for each in made for question in each.questions()], progress)
