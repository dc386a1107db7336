"""YAML: what the lines of a text of several lines say by where they stand: in `|` each blank line and each indent counts, and in `>` a blank
line parts two paragraphs, and a line that is indented further stands by itself."""

from __future__ import annotations

from collections.abc import Sequence

from ....model.record import NamedTuple
from .quoting import q
from .setting_lines import Path, SettingEntry


class BlockText(NamedTuple):
    """rows: without the indent that all of them have. line: of the first."""

    rows: tuple[str, ...]
    line: int

    @property
    def filled(self) -> list[str]:
        return [row for row in self.rows if row]

    def at(self, row: int) -> int:
        return self.line + max(0, min(row, len(self.rows) - 1))


def texts(lines: Sequence[str], side: Sequence[SettingEntry]) -> dict[Path, BlockText]:
    """Those of keys that are there once."""
    found: dict[Path, BlockText] = {}
    twice = set[Path]()
    for one in side:
        if one.block:
            twice |= {one.path} & found.keys()
            found[one.path] = BlockText(_rows(lines, one), one.line + 1)
    return {path: text for path, text in found.items() if path not in twice}


def _rows(lines: Sequence[str], one: SettingEntry) -> tuple[str, ...]:
    head = lines[one.line - 1]
    depth = len(head) - len(head.lstrip(" -"))
    own = list[str]()
    for line in lines[one.line :]:
        if line.strip() and len(line) - len(line.lstrip()) <= depth:
            break
        own.append(line.rstrip())
    while own and not own[-1] and not one.block.endswith("+"):
        own.pop()
    least = min((len(line) - len(line.lstrip()) for line in own if line), default=0)
    return tuple([line[least:] for line in own])


def set_otherwise(was: BlockText, now: BlockText) -> tuple[str, int, int] | None:
    """What is another in a text of the same words, and where; None where nothing is."""
    if was.rows == now.rows or [*map(str.strip, was.filled)] != [*map(str.strip, now.filled)]:
        return None
    least = min(len(was.rows), len(now.rows))
    row = next((at for at in range(least) if was.rows[at] != now.rows[at]), least)
    return _said(was, now), was.at(row), now.at(row)


def _said(was: BlockText, now: BlockText) -> str:
    moved = [other for one, other in zip(was.filled, now.filled, strict=True) if one != other]
    if moved:
        return f"has {q(moved[0].strip())}{f' and {len(moved) - 1} more' if len(moved) > 1 else ''} indented otherwise"
    more = len(now.rows) - len(was.rows)
    if not more:
        return "has its blank lines elsewhere"
    lines = "a blank line" if abs(more) == 1 else f"{abs(more)} blank lines"
    return f"has {lines} {'more' if more > 0 else 'fewer'}"
