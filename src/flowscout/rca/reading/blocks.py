"""The steps of reading, in order, block by block."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, overload

from ...model.logformat import Line
from . import events, folded, mojibake, prefixes, screen, sections, wrapped


class LineBlock(NamedTuple):
    """Lines `first` … `first + len(texts) - 1` of the log. raw: the same lines as they came. wide: width at which they were
    wrapped, 0 if they were not."""

    first: int
    texts: list[str]
    sections: list[int]
    raw: str
    wide: int = 0


class Lines(Sequence[Line]):
    """Lines made when they are looked at: a log has far more than anybody asks for."""

    __slots__ = ("first", "sections", "texts")

    def __init__(self, first: int, texts: list[str], sections: list[int]) -> None:
        self.first, self.texts, self.sections = first, texts, sections

    def __len__(self) -> int:
        return len(self.texts)

    @overload
    def __getitem__(self, at: int) -> Line: ...
    @overload
    def __getitem__(self, at: slice) -> list[Line]: ...
    def __getitem__(self, at: int | slice) -> Line | list[Line]:
        if isinstance(at, slice):
            return [self[i] for i in range(*at.indices(len(self.texts)))]
        index = at if at >= 0 else len(self.texts) + at
        return Line(self.first + index, self.texts[index], self.sections[index])


def blocks(read: Iterable[bytes], structure: sections.LogStructure) -> Iterator[LineBlock]:
    """Blocks of the log whose bytes these are; `structure` learns its sections on the way."""
    first = 1
    wrappers = prefixes.SeenWrappers()
    wide: int | None = None
    coloured: int | None = None  # width at which a console broke lines with their colours counted
    folds = 0
    for text in screen.decoded(read):
        ends = text.endswith("\n")
        marked = sections.echoes_marked(events.printed(text))
        if coloured is None:
            coloured = wrapped.coloured_width(marked)
        shown = screen.clean(wrapped.coloured_joined(marked, coloured) if coloured else marked)
        wrappers = wrappers.joined(prefixes.seen(shown))
        shown, keys = _named(shown) if wrappers.gh else (shown, [])
        shown = prefixes.timeless(shown)
        services = prefixes.services(shown) if wrappers.compose else []
        lines = sections.copied_echoes_blanked(prefixes.bare(shown, wrappers)).split("\n")
        if ends:
            lines.pop()
        if wide is None:
            folds = 0 if coloured else folded.width(lines)
            wide = 0 if folds or coloured else wrapped.width(lines)
        if wide:
            lines = wrapped.joined(lines, wide)
        elif folds:
            lines = folded.joined(lines, folds)
        lines = [screen.door(line) for line in mojibake.mended(lines)]
        buildkit = wrappers.buildkit or prefixes.buildkit(lines)
        wrappers = wrappers._replace(buildkit=buildkit)
        if buildkit and (wrappers.turbo or wrappers.pnpm):
            lines = prefixes.staged(lines, wrappers)
        parts = structure.assign(first, lines, keys, buildkit, services)
        yield LineBlock(first, lines, parts, text, wide or folds or coloured)
        first += len(lines)


def _named(text: str) -> tuple[str, list[tuple[str, str] | None]]:
    """Text without `job<TAB>step<TAB>`, and the two names of each line; a line without them goes on with the last."""
    keys: list[tuple[str, str] | None] = []
    lines = text.split("\n")
    key: tuple[str, str] | None = None
    for index, line in enumerate(lines):
        named = prefixes.GH.match(line) or (prefixes.GH_REST.match(line) if key else None)
        if named and (named.re is prefixes.GH or (named[1], named[2]) == key):
            key = (named[1], named[2])
            lines[index] = line[named.end() :]
        keys.append(key)
    return "\n".join(lines), keys


def numbered(texts: Sequence[str], first: int = 1) -> Lines:
    """Lines of text that is clean already."""
    return Lines(first, list(texts), [0] * len(texts))
