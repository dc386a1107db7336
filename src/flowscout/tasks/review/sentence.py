"""A line of the account in Markdown: whose it is, what is said, and where.

What is said of one function stands under its name, which is told once:

- `parse` (src/reader.c):
  - Now returns `-1`, when `!size`. (line 12)
  - No longer calls `free(text)`. (was line 30)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Final

from ...model.account import FILE, GENERATED
from ...model.shown import ShownEdit
from ..markdown import escape, prose
from .line import Point, of_one_function
from .rest import below, halves, inline

# (path, first line, last line, whether of the state before) -> an address, "" for none.
Link = Callable[[str, int, int, bool], str]
WHOLE: Final = frozenset((FILE, GENERATED))  # rules of what is said of a file
LINKED, PLACES = 3, 12  # places of a line that are linked, and that are told
TOGETHER: Final = 4  # functions that are the heading of what is said alike of them
ROW: Final = 3  # lines that follow each other, from which they are one place


def by_function(told: Sequence[Point], link: Link) -> Iterator[str]:
    """Lines that follow each other and are of one function, or alike of the same few, under its name or theirs."""
    for (path, names), same in groupby(told, _whose):
        own = list(same)
        if not names or len(own) < 2:
            yield from (sentence(each, link) for each in own)
            continue
        every = _in_order([one for each in own for one in each.edits])
        yield f"- {inline(_as_they_stand(names, every))}{f' ({escape(path)})' if path else ''}:"
        yield from (_below(each, path, link) for each in own)


def _whose(line: Point) -> tuple[str, tuple[str, ...]]:
    own = of_one_function(line)
    if own and line.names == (own[1],) and not _names_itself(line):
        return own[0], line.names
    return "", line.names if 1 < len(line.names) <= TOGETHER else ()


def _below(line: Point, path: str, link: Link) -> str:
    said, rest = halves(line if path else line._replace(said=of_many(line.said)))
    text = "\n".join([f"- {prose(said)} {places(line.edits, link, path)}", *rest])
    return "\n".join(f"  {each}" for each in text.split("\n"))


def sentence(line: Point, link: Link) -> str:
    whole = line.edits[0].rule in WHOLE and not line.names  # of a file
    files = tuple(dict.fromkeys(one.path for one in line.edits))
    names = files if whole else () if _names_itself(line) else _as_they_stand(line.names, _in_order(line.edits))
    whose = f"{inline(names)}: " if names else ""
    said, rest = halves(line._replace(said=of_many(line.said)) if len(names) > 1 else line)
    where = "" if whole and len(names) > 1 else f" {places(line.edits, link)}"  # which says no more than their names
    return "\n".join([f"- {whose}{prose(said)}{where}", *below(names, "of these"), *rest])


def of_many(said: str) -> str:
    """ "Is gone." as it is said of several: "Are gone."."""
    many = said.replace(": Does nothing", ": Do nothing").replace("; it ", "; each ")
    many = many.replace("Is a new file", "Is new files", 1)
    return f"Are {many[3:]}" if said.startswith("Is ") else said


def _names_itself(line: Point) -> bool:
    """Whether its sentence says whose it is: "`A` now has the base `B`", "`a = 1` is new in `A`", "`a` in `A` is 2"."""
    name = line.names[0] if len(line.names) == 1 else ""
    first, within, rest = line.said[1:].partition("` in `")
    return bool(name) and (
        line.said.startswith((f"`{name}` ", f"`class {name}(", f"`class {name}:"))
        or (bool(within) and "`" not in first and line.said.startswith("`") and rest.startswith(f"{name}` "))
        or (line.said.count(" in `") == 1 and line.said.endswith(f"` is new in `{name}`."))
        or line.said.endswith(f"` is gone in `{name}`.")
    )


def places(same: Sequence[ShownEdit], link: Link, known: str = "") -> str:
    """Where it stands; of what is gone where it stood, but where one sentence is of both. Further lines of one file are numbers alone, in
    their order, and all of them where the file is known."""
    told: list[str] = []
    seen: list[tuple[str, bool, int]] = []
    rows, same = _in_a_row(_in_order(same))
    for one in same:
        if (one.path, one.before, one.line) in seen:
            continue
        again = bool(seen) and seen[-1][:2] == (one.path, one.before)
        seen.append((one.path, one.before, one.line))
        address = link(one.path, one.line, one.end_line, one.before) if len(told) < LINKED else ""
        lines = f"{one.line}–{one.end_line}" if one in rows else f"{one.line}"
        where = lines if again else f"{_file(one.path, known, bool(address))}{lines}"
        place = f"[{escape(where)}]({address})" if address else escape(where)
        told.append(f"was {place}" if one.before and not again else place)
    more = f" and {len(told) - PLACES} more" if len(told) > PLACES else ""
    return f"({', '.join(told[:PLACES])}{more})"


def _in_order(same: Sequence[ShownEdit]) -> list[ShownEdit]:
    """As their lines are told."""
    stands = {one.sentence for one in same if not one.before}
    same = [one for one in same if not (one.before and one.sentence in stands)]
    files = list(dict.fromkeys(one.path for one in same))
    return sorted(same, key=lambda one: (files.index(one.path), one.before, one.line))


def _as_they_stand(names: Sequence[str], same: Sequence[ShownEdit]) -> tuple[str, ...]:
    """Names in the order of the lines, those that have none last."""
    first = {one.name: at for at, one in reversed([*enumerate(same)])}
    return tuple(sorted(names, key=lambda name: first.get(name, len(same))))


def _in_a_row(same: Sequence[ShownEdit]) -> tuple[list[ShownEdit], list[ShownEdit]]:
    """Lines of a file's own level that follow each other as one place; which these are, and all."""
    found: list[list[ShownEdit]] = []
    for one in same:
        before = found[-1][-1] if found else one
        follows = (one.path, one.before, one.line) == (before.path, before.before, before.line + 1)
        if found and follows and one.line == one.end_line and not one.name and before.line == before.end_line:
            found[-1].append(one)
        else:
            found.append([one])
    rows = [run[0]._replace(end_line=run[-1].line) for run in found if len(run) >= ROW]
    every = [each for run in found for each in ([run[0]._replace(end_line=run[-1].line)] if len(run) >= ROW else run)]
    return rows, every


def _file(path: str, known: str, linked: bool) -> str:
    return "line " if path == known else f"{path.rsplit('/', 1)[-1] if linked else path}:"
