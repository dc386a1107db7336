"""Charts between markers in anybody's Markdown.

    <!-- flowscout: src/volume.cc::HandleVolumeCreate detail=high -->
    …ours…
    <!-- /flowscout rules: 1 (flowscout 0.1.0); body: 0123456789abcdef -->

What stands outside the two lines is never touched. A marker inside a fenced block is an example, not a marker. Whoever
merges two branches gets conflict marks inside a region: they are drawn over, as long as no text of theirs is caught up in
them. A file with a malformed marker is left alone as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from ..model.pattern import regex
from ..model.record import NamedTuple
from ..model.sfm import LEVELS
from .stamp import Stamp, digest, end_line, read_end

OPTIONS: dict[str, tuple[str, ...]] = {"detail": LEVELS, "style": ("default", "compact")}
_START = regex(r"( {0,3})<!--\s*+flowscout:\s*+(.*)-->\s*+\Z")
_FENCE = regex(r"\s*+(?:>\s?)*+(`{3,}+|~{3,}+)(.*)\Z")
_OPTION = regex(r"([a-z][a-z-]*+)=([^\s=]++)")


class Region(NamedTuple):
    """Lines [start, end) of a text, both markers included. body: what stands between, unindented, LF."""

    start: int
    end: int
    name: str
    options: Mapping[str, str]
    indent: str
    body: str
    stamp: Stamp
    conflicted: bool

    @property
    def edited(self) -> bool:
        """By hand: neither empty, nor what its stamp says, nor in the middle of a merge."""
        return bool(self.body.strip()) and not self.conflicted and digest(self.body) != self.stamp.body


class Malformed(NamedTuple):
    line: int
    why: str


def holds_markers(data: bytes) -> bool:
    return (b"flowscout:" in data or b"/flowscout" in data) and re.search(
        rb"<!--\s*(flowscout:|/flowscout)", data
    ) is not None


def parse(text: str) -> tuple[list[Region], list[Malformed]]:
    lines = [line.rstrip("\r") for line in text.split("\n")]
    regions: list[Region] = []
    problems: list[Malformed] = []
    at, fence, in_conflict = 0, "", False
    while at < len(lines):
        line = lines[at]
        fenced = _FENCE.match(line)
        if fence:
            if fenced and fenced[1].startswith(fence) and not fenced[2].strip():
                fence = ""
        elif fenced:
            fence = fenced[1]
        elif line.startswith(("<<<<<<< ", ">>>>>>> ")):
            in_conflict = line.startswith("<")
        elif _START.match(line):
            found = _region(lines, at)
            if in_conflict and isinstance(found, Region):
                found = Malformed(at + 1, "the marker itself is inside a merge conflict: resolve that line")
            if isinstance(found, Region):
                regions.append(found)
                at = found.end
                continue
            problems.append(found)
        elif read_end(line) is not None and line.startswith(("<", " ")):
            problems.append(Malformed(at + 1, "an end marker without a beginning"))
        at += 1
    return regions, problems


def _region(lines: list[str], start: int) -> Region | Malformed:
    begun = _START.match(lines[start])
    assert begun
    name, options, wrong = _asked(begun[2].rstrip())
    if wrong:
        return Malformed(start + 1, wrong)
    conflict, inside, stamp = False, False, None
    after_end = False  # of a side of a conflict: behind its end marker
    for at in range(start + 1, len(lines)):
        line = lines[at]
        if line.startswith(("<<<<<<<", "=======", "|||||||")):
            after_end = False
        if line.startswith("<<<<<<<"):
            conflict = inside = True
        elif inside and line.startswith(">>>>>>>"):
            inside = False
            if stamp is not None:
                return _made(lines, start, at + 1, at, name, options, begun[1], Stamp(), True)
        elif inside and stamp is not None and line.startswith(("=======", "|||||||")):
            continue
        elif _START.match(line):
            break
        elif (ended := read_end(line)) is not None:
            if not inside:
                return _made(lines, start, at + 1, at, name, options, begun[1], ended, conflict)
            stamp, after_end = ended, True
        elif inside and after_end and line.strip():
            return Malformed(at + 1, "text of yours is inside the merge conflict: resolve it by hand")
    return Malformed(start + 1, "no `<!-- /flowscout -->` follows")


def _made(
    lines: list[str], start: int, end: int, last: int, name: str, options: Mapping[str, str], indent: str, stamp: Stamp,
    conflict: bool,
) -> Region:  # fmt: skip
    inner = [line.removeprefix(indent) for line in lines[start + 1 : last]]
    body = "\n".join(inner) + "\n" if inner else ""
    return Region(start, end, name, options, indent, body, stamp, conflict)


def _asked(text: str) -> tuple[str, dict[str, str], str]:
    """(name, options, what is wrong) of a marker's words. Names may hold blanks, so options are read from the end."""
    options: dict[str, str] = {}
    taken = 0
    for word in reversed(text.split()):
        found = _OPTION.fullmatch(word)
        if found is None:
            break
        key, value = found.groups()
        if key not in OPTIONS:
            return "", {}, f"unknown option `{key}`; known are {', '.join(OPTIONS)}"
        if value not in OPTIONS[key]:
            return "", {}, f"`{key}` is one of {', '.join(OPTIONS[key])}"
        options.setdefault(key, value)
        taken += 1
    text = text.rsplit(None, taken)[0] if len(text.split()) > taken else ""
    return (text, options, "") if text else ("", {}, "the marker names no function")


class RegionBody(NamedTuple):
    """What belongs into a region, LF, ending with one. name: the name the marker should carry now."""

    name: str
    body: str


def fill(text: str, regions: list[Region], content: Callable[[Region], RegionBody]) -> str:
    """The text with its regions filled, in its own line ends; every other byte stays."""
    carriage = "\r" if "\r\n" in text else ""
    lines = text.split("\n")
    out: list[str] = []
    done = 0
    for region in regions:
        name, body = content(region)
        out += lines[done : region.start]
        out.append(_renamed(lines[region.start], region.name, name))
        out += [(region.indent + line if line else "") + carriage for line in body.split("\n")[:-1]]
        out.append(region.indent + end_line(body) + ("\r" if lines[region.end - 1].endswith("\r") else ""))
        done = region.end
    return "\n".join([*out, *lines[done:]])


def _renamed(marker: str, old: str, new: str) -> str:
    if old == new:
        return marker
    begun = _START.match(marker.rstrip("\r"))
    assert begun
    return marker[: begun.start(2)] + new + marker[begun.start(2) + len(old) :]
