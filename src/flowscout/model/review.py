"""What a range of commits does to the flow of the code."""

from __future__ import annotations

from typing import TypeAlias

from .account import Answer
from .diff import FlowDiff
from .record import NamedTuple
from .resource import ResourceChange
from .summary import Effect


class FunctionChange(NamedTuple):
    """A function whose flow or summary changed. before/after: ids, "" when it is new or gone (they differ after a
    rename).

    how: added | removed | changed | renamed (and changed). sentences: most telling first. resources: what is no longer,
    or now, released or locked. reaches: paths of ids from an entry point down to this function, shortest first, one for
    each entry point. perhaps: those of entry points that reach it by a call alone that only may go there. handed: where
    none does, from who hands over a function by its name that leads to it. only: under which condition alone it does anything otherwise,
    where no call of those that lead to it says that it holds.
    """

    before: str
    after: str
    how: str
    diff: FlowDiff
    sentences: tuple[str, ...]
    reaches: tuple[tuple[str, ...], ...]
    weight: int
    resources: tuple[ResourceChange, ...] = ()
    perhaps: tuple[tuple[str, ...], ...] = ()
    handed: tuple[tuple[str, ...], ...] = ()
    only: str = ""


Caused: TypeAlias = tuple[Effect, tuple[str, ...], str]


class EntryChange(NamedTuple):
    """How the effects of an entry point changed: (effect, path of ids from the entry point to its origin).
    causes: of each gained and then each lost one the function of the path whose edit is why, or the file."""

    id: str
    gained: tuple[tuple[Effect, tuple[str, ...]], ...]
    lost: tuple[tuple[Effect, tuple[str, ...]], ...]
    causes: tuple[str, ...] = ()

    @property
    def caused(self) -> tuple[tuple[Caused, ...], tuple[Caused, ...]]:
        """Gained and lost, each with its cause."""
        causes = self.causes or ("",) * (len(self.gained) + len(self.lost))
        every = [
            (effect, path, cause) for (effect, path), cause in zip((*self.gained, *self.lost), causes, strict=True)
        ]
        return tuple(every[: len(self.gained)]), tuple(every[len(self.gained) :])


class Review(NamedTuple):
    """before/after: labels of the two sides. unchanged_flow: functions whose text changed but of which no sentence is
    said. renamed: (before, after) ids that only changed their name or place. files: that differ and are read. account:
    what answers for each edit, by path and line. others: (kind, count) of files that differ and are not read. accessors: (id,
    `setter`) of functions that share their name with others. beside: ids of functions that were not edited, of the same name and file. tests: ids of
    tests that stand in files of the product. named_only: files that are named as tests' and hold none. readers: (path, line, sentence)
    of what other files read."""

    before: str
    after: str
    changes: tuple[FunctionChange, ...]
    entries: tuple[EntryChange, ...]
    unchanged_flow: int
    renamed: tuple[tuple[str, str], ...]
    files: int
    notes: tuple[str, ...] = ()
    account: tuple[Answer, ...] = ()
    others: tuple[tuple[str, int], ...] = ()
    accessors: tuple[tuple[str, str], ...] = ()
    beside: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    named_only: tuple[str, ...] = ()
    readers: tuple[tuple[str, int, str], ...] = ()
