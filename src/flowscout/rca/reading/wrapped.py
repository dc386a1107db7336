"""Text that a console broke at its width, made whole again.

PowerShell writes what it captures of a program's errors as wide as its window: at 60 columns a message and even `BUILD FAILED`
spans lines. A whole log is *wrapped at w* when no line is longer than w, many lines are exactly as long, and words run on into
the next line. Often only the errors are: then the record that PowerShell makes of the first of them tells the width, for
its message, however long, stands between `program : ` and `At line:1 char:1`, and its command, the underline of that and the category
below, the same in every language, are broken at the same width.
Newer ones keep words whole where they can: such a line ends with the blank behind its last word.
Colours are letters to it: where they are still there, lines are joined before they are taken out.
A joined line stands at the first of its raw lines; the others become empty.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import Final

from ...model.limits import LOG_LINE

_WIDEST: Final = 400
_NARROWEST: Final = 18
_SHELLS: Final = re.compile(
    r"NativeCommandError|CategoryInfo|FullyQualifiedErrorId|RemoteException|ativeComm|ualifiedErr"
)
_RUNS_ON: Final = re.compile(r"\w$")
_RECORD: Final = re.compile(r"^[^\s:][^:]{0,80}(?::\\[^:]{0,120})? : \S")
_AT: Final = re.compile(r"^At (?:line|[A-Za-z]:\\.{1,200}):\d+ char:\d+")
_WHERE: Final = re.compile(r"^\S.{0,40}:\d{1,6} .{0,30}:\d{1,6}$")
_FRESH: Final = re.compile(r"\A(?:> |At line|\+ |\s{4}\+ |[ewiv]: |\s*-->|\* |FAILURE|BUILD |\s*$)")
_BEGINS: Final = re.compile(
    r"\A(?: {4}\+ [CF]|At (?:line|[A-Za-z]:)|(?:error|warning)(?:\[[A-Z]\d{1,6}\])?: \S| {1,8}(?:--> \S|\| *$)|#\d{1,4} (?:\d|\[|[A-Z]{4}))"
)  # parts of PowerShell's record, a compiler's next message, its place and margin, and a container build's next line
_RULE: Final = re.compile(r"[-=*#_]{12}$")  # a line of a box is as wide as the window, and ends there
_JOINS: Final = 40
_WORD: Final = 12  # letters by which a record of whole words may be narrower than its console
_OFTEN: Final = 3
_CATEGORY: Final = "    + Category"  # narrower than that no console is


def width(lines: list[str]) -> int:
    """The width at which the log, or what PowerShell captured in it, is wrapped; 0 if nothing is."""
    return _of_its_underline(lines) or _of_its_category(lines) or _of_a_record(lines) or _of_all(lines)


def coloured_width(text: str) -> int:
    """The width of a console that counted the escapes of colours with the letters, as PowerShell does with what it captured; 0 else."""
    return width(_counted(text)) if "\x1b[" in text and _SHELLS.search(text) else 0


def coloured_joined(text: str, wide: int) -> str:
    return "\n".join(joined(_counted(text), wide))


def _counted(text: str) -> list[str]:
    return [line.removesuffix("\r") for line in text.split("\n")]


def _of_its_category(lines: list[str]) -> int:
    """A record goes on with the command, its underline and `    + CategoryInfo`, in whatever language the lines before are."""
    for at, line in enumerate(lines):
        if not line.startswith(_CATEGORY):
            continue
        start = next((back for back in range(max(0, at - _JOINS), at) if lines[back].startswith("+ ")), at)
        end = next((on for on in range(at, min(len(lines), at + _JOINS)) if not lines[on].strip()), at)
        parts = lines[start:end]
        wide = max(map(len, parts), default=0)
        broken = any(not part.startswith(("+ ", " " * 4 + "+ ")) for part in parts)
        if broken and _NARROWEST <= wide <= _WIDEST:
            return _at_least(lines[end:], wide)
        if not broken and (wide := _of_its_message(lines, start)):
            return wide
    return 0


def _at_least(lines: list[str], wide: int) -> int:
    """The width where a record, whose words a newer console keeps whole, tells the least that it can be: what follows is as wide, often."""
    longest = max(map(len, lines), default=0)
    often = sum(len(line) == longest for line in lines)
    return longest if wide < longest <= wide + _WORD and often >= _OFTEN else wide


def _of_its_message(lines: list[str], command: int) -> int:
    """The message of a record stands between `program : ` and where the command was (`In Zeile:1 Zeichen:1`), in any language."""
    if command < 3 or not _WHERE.match(lines[command - 1]):
        return 0
    for start in range(command - 2, max(-1, command - _JOINS), -1):
        if _RECORD.match(lines[start]):
            wide = max(len(part) for part in lines[start : command - 1])
            return wide if start < command - 2 and _NARROWEST <= wide <= _WIDEST else 0
    return 0


def _of_its_underline(lines: list[str]) -> int:
    """PowerShell underlines the command that failed, over as many lines as it takes."""
    runs = (
        len(a)
        for a, b in pairwise(lines)
        if a.startswith("+ ") and a.endswith("~~~") and b[:1] == "~" and not a.strip("+ ~") and not b.strip("~")
    )
    return next((wide for wide in runs if _NARROWEST <= wide <= _WIDEST), 0)


def _of_a_record(lines: list[str]) -> int:
    for at, line in enumerate(lines):
        if not (line.startswith("At ") and _AT.match("".join(lines[at : at + 3]))):
            continue
        for start in range(at - 1, max(-1, at - _JOINS), -1):
            if _RECORD.match(lines[start]):
                wide = max((len(part) for part in lines[start : at - 1]), default=0)
                if at - start >= 2 and _NARROWEST <= wide <= _WIDEST:
                    return wide
                break
    return 0


def _of_all(lines: list[str]) -> int:
    lengths = Counter(len(line) for line in lines if line)
    if not lengths:
        return 0
    widest = max(lengths)
    full = lengths[widest] + lengths.get(widest - 1, 0)
    if widest < _NARROWEST or widest > _WIDEST or full < 4 or full * 12 < lengths.total():
        return 0
    if widest > 60 and not _SHELLS.search("".join(lines[:4000])):
        return 0
    pairs = [(a, b) for a, b in pairwise(lines) if len(a) == widest and b]
    broken = sum(1 for a, b in pairs if _RUNS_ON.search(a) and b[0].isalnum() and not b[0].isupper())
    return widest if broken * 3 >= max(len(pairs), 6) else 0


def joined(lines: list[str], wide: int) -> list[str]:
    """As many lines as before: each run of full lines and the one that ends it is one line, then empty ones."""
    out = list(lines)
    longer = any(len(line) > wide for line in lines)
    full = (wide,) if longer else (wide, wide - 1)
    most = min(_JOINS, LOG_LINE // wide - 1)  # what no expression would see is not joined
    at = 0
    while at < len(lines):
        end = at
        while (
            end + 1 < len(lines)
            and end - at < most
            and _goes_on(lines[end], lines[end + 1], wide, full, longer)
            and not _RULE.search(lines[end])
            and not (_underlines(lines[end]) and lines[end + 1][:1] != "~")
        ):
            end += 1
        if end > at:
            out[at] = "".join(part if part.endswith(" ") else part.ljust(wide) for part in lines[at:end]) + lines[end]
            out[at + 1 : end + 1] = [""] * (end - at)
        at = end + 1
    return out


def _ended(line: str, following: str, wide: int) -> bool:
    """Whether the next line's first word did not fit any more: newer consoles break at a blank, and leave it."""
    return (
        line.endswith(" ") and len(line) <= wide <= len(line) + len(following.split(" ", 1)[0]) and not line.isspace()
    )


def _goes_on(line: str, following: str, wide: int, full: tuple[int, ...], mixed: bool) -> bool:
    """Whether the following line can be the rest of the line. mixed: whether some of the text was not wrapped; then what looks like the
    start of a message is one, unless the blank at which the line was broken is still there. What is wider was not broken there."""
    if not 0 < len(following) <= max(wide, *full) or _BEGINS.match(following):
        return False
    if _ended(line, following, wide):
        return following[:2] != "+ "
    return len(line) in full and not (mixed and _FRESH.match(following) is not None)


def _underlines(line: str) -> bool:
    return line.startswith("+ ") and not line.strip("+ ~")
