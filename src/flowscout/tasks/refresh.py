"""Charts into documents: what should stand there, what does, and what to write.

`Expected` is made once for a project. `plan` compares it with one state of the documents: the index's for a verdict,
the disk's for what to write. Nothing that a person wrote is overwritten: pages and regions carry a digest of what we
wrote.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from ..model.record import NamedTuple
from ..pipeline import Project
from .drawing import body, chart
from .names import candidates, near, place
from .pages import DocsPage, pages, text_digest
from .regions import Region, RegionBody, fill, holds_markers, parse
from .selection import Selection, selected
from .stamp import RULES, Stamp, conflicted_page, digest, read_page

if TYPE_CHECKING:
    from ..model.worded import Words

EDITED: Final = "edited"
FOREIGN: Final = "foreign"
MALFORMED: Final = "malformed"


class Problem(NamedTuple):
    """kind: edited | foreign | malformed. A document we leave alone, and why."""

    path: str
    kind: str
    why: str


class RefreshPlan(NamedTuple):
    """write: path -> text (pages in LF). delete: our pages of sources that are gone. other_rules: stamps that another
    rules number made, by path; unless upgrading, nothing is written then."""

    write: Mapping[str, str]
    delete: tuple[str, ...]
    problems: tuple[Problem, ...]
    notes: tuple[str, ...]
    other_rules: Mapping[str, Stamp]

    @property
    def changed(self) -> tuple[str, ...]:
        return tuple(sorted({*self.write, *self.delete}))

    @property
    def clean(self) -> bool:
        return not (self.write or self.delete or self.problems or self.other_rules)


class Expected:
    """What a project's documents should hold. Pages are drawn where they are not known, regions when a marker asks."""

    def __init__(
        self,
        project: Project,
        renamed: Callable[[str], str] = lambda name: "",
        drawn: Callable[[str], list[str]] | None = None,
        words: Callable[[str], Words | None] = lambda id_: None,
        at: Callable[[str, str, str], list[str]] | None = None,
    ) -> None:
        """at: a chart's lines by id, level and style, where somebody remembers those that are not worded."""
        self.project = project
        self.selection: Selection = selected(project)
        self.pages: Mapping[str, DocsPage] = pages(project, self.selection, drawn)
        self._renamed, self._words, self._at = renamed, words, at
        self._filled: dict[tuple[str, str, str], tuple[RegionBody, str]] = {}

    def region(self, region: Region) -> tuple[RegionBody, str]:
        """(what belongs there, a note for the person at the terminal)."""
        key = (region.name, region.options.get("detail", ""), region.options.get("style", ""))
        if key not in self._filled:
            self._filled[key] = self._fill(*key)
        return self._filled[key]

    def _fill(self, name: str, level: str, style: str) -> tuple[RegionBody, str]:
        functions = self.project.named(name)
        found = candidates(functions, name)
        note = ""
        if not found:
            now = self._renamed(name)
            found = candidates(self.project.named(now), now) if now else []
            if len(found) == 1:
                note, name = f"{name} is now {now}", now
        if len(found) == 1:
            return RegionBody(
                name, "\n" + "\n".join(self._lines(found[0].id, level or self.project.settings.detail, style)) + "\n\n"
            ), note
        if found:
            shown = ", ".join(place(f) for f in found[:5])
            return RegionBody(
                name, "\n_Several functions have this name._\n\n"
            ), f"{name} names {len(found)} functions: {shown}"
        alike = near(self.project.functions, name)
        hint = f"; did you mean {', '.join(alike[:3])}?" if alike else ""
        return RegionBody(name, "\n_There is no function of this name._\n\n"), f"no function {name}{hint}"

    def _lines(self, id_: str, level: str, style: str) -> list[str]:
        words = self._words(id_)
        return (
            self._at(id_, level, style)
            if self._at and words is None
            else body(chart(self.project, id_, level, style, words))
        )


def plan(
    expected: Expected, documents: Mapping[str, bytes], *, force: bool = False, upgrade: bool = False,
    occupied: frozenset[str] = frozenset(),
) -> RefreshPlan:  # fmt: skip
    """documents: every Markdown file that may be ours or hold our markers. occupied: paths that are no regular file."""
    folder = expected.project.settings.docs + "/"
    made = _Made(force)
    for path in sorted({*expected.pages, *(p for p in documents if p.startswith(folder))}):
        wanted = expected.pages.get(path)
        if path in occupied and wanted is not None:
            made.problems.append(Problem(path, FOREIGN, "is no regular file: it is left alone"))
        else:
            made.page(path, wanted, documents.get(path))
    for path, data in sorted(documents.items()):
        if path not in expected.pages and holds_markers(data) and read_page(_text(data)) is None:
            made.regions(path, _text(data, keep=True), expected)
    if made.other_rules and not upgrade:
        return RefreshPlan({}, (), tuple(made.problems), tuple(made.notes), made.other_rules)
    newer = {path: stamp for path, stamp in made.other_rules.items() if stamp.rules > RULES}
    if newer:
        return RefreshPlan({}, (), tuple(made.problems), tuple(made.notes), newer)
    return RefreshPlan(made.write, tuple(made.delete), tuple(made.problems), tuple(made.notes), {})


class _Made:
    """A plan in the making."""

    def __init__(self, force: bool) -> None:
        self.force = force
        self.write: dict[str, str] = {}
        self.delete: list[str] = []
        self.problems: list[Problem] = []
        self.notes: list[str] = []
        self.other_rules: dict[str, Stamp] = {}

    def page(self, path: str, wanted: DocsPage | None, data: bytes | None) -> None:
        if data is None:
            assert wanted is not None
            self.write[path] = wanted.text
            return
        if wanted is not None and wanted.digest == text_digest(data):
            return
        text = _text(data)
        if conflicted_page(text):
            self._settle(path, wanted)
            return
        ours = read_page(text)
        if ours is None:
            if wanted is not None:
                self.problems.append(
                    Problem(path, FOREIGN, "is not a page of flowscout's: move it, or set another docs folder")
                )
            return
        stamp, body_ = ours
        if digest(body_) != stamp.body and not self.force:
            self.problems.append(Problem(path, EDITED, "was edited by hand"))
            return
        if stamp.rules != RULES:
            self.other_rules[path] = stamp
        self._settle(path, wanted)

    def _settle(self, path: str, wanted: DocsPage | None) -> None:
        if wanted is None:
            self.delete.append(path)
        else:
            self.write[path] = wanted.text

    def regions(self, path: str, text: str, expected: Expected) -> None:
        found, wrong = parse(text)
        if wrong:
            self.problems += [Problem(f"{path}:{each.line}", MALFORMED, each.why) for each in wrong]
            return
        edited = [region for region in found if region.edited and not self.force]
        for region in edited:
            self.problems.append(
                Problem(f"{path}:{region.start + 1}", EDITED, f"the chart of {region.name} was edited by hand")
            )
        writable = [region for region in found if region not in edited]
        for region in writable:
            if region.stamp.rules not in (0, RULES):
                self.other_rules[path] = region.stamp
            note = expected.region(region)[1]
            if note:
                self.notes.append(f"{path}:{region.start + 1}: {note}")
        filled = fill(text, writable, lambda region: expected.region(region)[0])
        if filled != text:
            self.write[path] = filled


def _text(data: bytes, keep: bool = False) -> str:
    text = data.decode("utf-8", "surrogateescape")
    return text if keep else text.replace("\r\n", "\n")
