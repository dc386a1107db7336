"""What a line has no room for, named in a fold under it: nothing is only counted.

- `a`, `b`, `c` and 9 more: No longer takes `loop`.
  ▸ 9 more
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ...model.pattern import regex
from ...model.shown import ShownEntry
from ..markdown import code, escape, html
from ..sentences import opened, where
from .line import Point

FEW: Final = 6  # names that a line has room for, however long they are
ROOM: Final = 160  # characters of names that it has room for
FIRST: Final = 3  # that stand in it where it has no room for all
MOST: Final = 200  # in a fold
LONG, LEAST = 640, 160  # characters of a sentence that is read at once, and of its first part
_PARTS: Final = regex(r"\. (?=[A-Z`])|; |, (?:then|nor) ")
_GOVERNED: Final = regex(r", (?:when|unless|in the|in case|on|under|by default) ")
_OPENED: Final = regex(r"(?:When|Unless|In the|In case|On|Under|By default) ")
_BEHIND: Final = regex(r"; |\.(?= |$)|: ")


def fits(names: Sequence[str]) -> bool:
    return len(names) <= FEW or sum(len(each) + 2 for each in names) <= ROOM


def inline(names: Sequence[str], last: str = ", ") -> str:
    """All of them, or the first and how many stand below."""
    if not fits(names):
        return f"{', '.join(map(code, names[:FIRST]))} and {len(names) - FIRST} more"
    shown = list(map(code, names))
    return last.join(filter(None, (", ".join(shown[:-1]), *shown[-1:])))


def below(names: Sequence[str], what: str = "") -> Iterator[str]:
    """The others, in a fold of the list's line."""
    if not fits(names):
        yield folded([f"<code>{html(each)}</code>" for each in names[FIRST:]], what)


def entered(entry: ShownEntry) -> str:
    """Each name once: those of other files that are called so too are among how many more there are."""
    names = tuple(dict.fromkeys(entry.names))
    shown = names if fits(names) else names[:FIRST]
    more = f" and {entry.many - len(shown)} more" if entry.many > len(shown) else ""
    return "\n".join(
        [f"- {inline(shown, ', ' if more else ' and ')}{more} {escape(entry.said)}", *below(names, "of these")]
    )


def folded(parts: Iterable[str], what: str = "") -> str:
    """parts: as HTML."""
    told = list(parts)
    more = f" and {len(told) - MOST} more" if len(told) > MOST else ""
    title = f"{len(told)} more{f' {what}' if what else ''}"
    return f"  <details><summary>{title}</summary>{', '.join(told[:MOST])}{more}</details>"


def halves(line: Point) -> tuple[str, list[str]]:
    """A sentence, or the first part of a long one and the rest in a fold of the list's line. What all of it stands under comes first then."""
    if len(line.said) <= LONG:
        return line.said, []
    one = line.edits[0]
    place = where(one) if line.said == one.sentence else ""
    said = f"{opened(place)}: {one.core}" if place else _governed_first(line.said)
    at = max((each for each in _ends(said, _PARTS) if LEAST <= each <= LONG), default=0)
    return (f"{said[:at].rstrip(' ,;')} …", [_as_fold(said[at:])]) if at else (line.said, [])


def _governed_first(said: str) -> str:
    """ "Now does `a`, then `b`, when `c`; else `d`." as "When `c`: Now does `a`, then `b`; else `d`."; of several sentences or parts none
    is opened with what one of them stands under, and none that is opened so already."""
    first = next(_ends(said, _BEHIND), len(said))
    begin = 0 if _OPENED.match(said) else next((at for at in _ends(said, _GOVERNED) if at < first), 0)
    end = next((at for at in _ends(said, _BEHIND) if at > begin), 0)
    return f"{opened(said[begin:end].strip(' ,'))}: {said[:begin]}{said[end:]}" if begin and end else said


def _ends(said: str, parts: re.Pattern[str]) -> Iterator[int]:
    """Where parts meet, outside of code and of brackets; a sentence's full stop is its own."""
    at = depth = 0
    quoted = False
    for part in parts.finditer(said):
        for sign in said[at : part.start()]:
            quoted ^= sign == "`"
            depth += 0 if quoted else (sign == "(") - (sign == ")")
        at = part.start()
        if not quoted and not depth:
            yield at + (part[0] == ". ")


def _as_fold(said: str) -> str:
    told = said.strip(" ,;")
    whole = "".join(
        f"<code>{html(piece)}</code>" if at % 2 else html(piece) for at, piece in enumerate(told.split("`"))
    )
    return f"  <details><summary>… the rest of it</summary>{whole}</details>"
