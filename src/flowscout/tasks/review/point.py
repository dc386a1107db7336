"""What a change is for comes first: of what is new that which is most of it, and a new parameter with what is done with it; a name that is
spoken of with what it is set to; with a check that is gone the one that came for it.

A sentence weighs by what can go wrong, so what a commit brings may stand behind what it had to touch for that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from ...model.account import CHECK, NEUTRAL, NEW
from ...model.pattern import regex
from ...model.product import is_aside
from ...model.shown import ShownEdit, ShownReview
from .line import Point, of_one_function
from .new import brought
from .taken import taken as taken_now

LEAST: Final = 5  # lines of what leads
SHARE: Final = 4  # of all lines it is more than one part of so many
USES: Final = 2  # sentences of what is done with a new parameter
LEANING: Final = 2  # sentences that others lean on: what a name that they speak of is set to
_DEFAULT: Final = regex(r"(?:^|; )`(\w{1,80})` is (?:now )?by default ")
_GIVES: Final = regex(r"^Now (?:sets|declares) `(?:[^`=\n]{0,80}[^\w`=])?([A-Za-z_]\w{1,80})(?:` to | = )")
HEAVIER: Final = 2  # sentences of a function before one that is told with another line
INSTEAD: Final = 2  # checks that came in the place of those that are gone
_OUT: Final = regex(r"\b(return|raise|throw)s `([^`(\n]{1,200})(?:\([^`\n]{0,400})?`")
_WORD: Final = regex(r"\w{1,80}+")
_TYPE: Final = regex(r"^`(?:class|struct|union) [^`]{1,400}` is new\b")


def leading(review: ShownReview, told: Sequence[Point]) -> list[Point]:
    """The new function, type or file that is most of what the product's change holds stands before all else."""
    members = {each.edit: each.members for each in brought(review.edits)}
    sizes = [_size(line, members) for line in told]
    every = sum(_lines(one) for one in review.edits if one.how != NEUTRAL and not one.before and _own(one))
    most = max(sizes, default=0)
    if most < LEAST or SHARE * most < every:
        return list(told)
    first = told[sizes.index(most)]
    return [first, *[line for line in told if line is not first]]


def uses(taken: Sequence[Point], left: Sequence[Point]) -> list[Point]:
    """Of those that are left what functions do with the parameters that those which are taken say they take now."""
    found: list[Point] = []
    for line in taken:
        names = taken_now(line.said)
        names += _DEFAULT.findall(line.said)
        here = [each for each in taken if each is not line and _speaks(each, line.names, names)]
        also = [each for each in left if each not in found and _speaks(each, line.names, names)] if names else []
        found += also[: USES - len(here)] if len(here) < USES else []
    return found


def leant_on(taken: Sequence[Point], left: Sequence[Point]) -> list[Point]:
    """Of those that are left what a name is set to now of which one that is taken speaks, in the same function."""
    found: list[Point] = []
    for line in left:
        name = match[1] if (match := _GIVES.match(line.said)) and len(line.names) == 1 else ""
        speaks = name and any(_speaks(each, line.names, [name]) for each in taken)
        own = any(_gives(each, name) for each in taken) if speaks else True
        found += [line] if not own and len(found) < LEANING else []
    return found


def checks_instead(taken: Sequence[Point], left: Sequence[Point]) -> list[Point]:
    """Of those that are left checks that came with the way out of one that is taken and says that it is gone: what is asked now belongs to it."""
    gone = Counter(out for line in taken if (out := _out(line, "Drops")))
    found: list[Point] = []
    for line in left:
        out = _out(line, "Adds")
        if out and gone[out] > 0:
            gone[out] -= 1
            found.append(line)
    return found[:INSTEAD]


def heavier(told: Sequence[Point], taken: Sequence[Point], with_: Sequence[Point]) -> list[Point]:
    """What weighs more in functions that are told of only by what belongs to another line. told: all, weightiest first."""
    known = {of_one_function(line) for line in taken}
    found: list[Point] = []
    for whose in dict.fromkeys(map(of_one_function, with_)):
        same = [line for line in told if of_one_function(line) == whose] if whose and whose not in known else []
        first = next((at for at, line in enumerate(same) if line in with_), 0)
        found += same[: min(first, HEAVIER)]
    return found


def _out(line: Point, how: str) -> str:
    """`LineTooLong` of "… raises `LineTooLong(n)`.", `-1` of "… returns `-1`."."""
    found = _OUT.search(line.said) if line.edits[0].rule == CHECK and line.said.startswith(how) else None
    return f"{found[1]} {found[2]}" if found else ""


def _gives(line: Point, name: str) -> bool:
    return (match := _GIVES.match(line.said)) is not None and match[1] == name


def _speaks(line: Point, functions: Sequence[str], names: Sequence[str]) -> bool:
    """Whether it is of one of the functions and quotes one of the names."""
    quoted = " ".join(line.said.split("`")[1::2])
    words = {*_WORD.findall(quoted)}
    return any(name in functions for name in line.names) and any(name in words for name in names)


def _size(line: Point, members: Mapping[ShownEdit, Sequence[ShownEdit]]) -> int:
    one = line.edits[0]
    new = one.rule == NEW or one.new_file or _TYPE.match(line.said)
    if not new or not _own(one):
        return 0
    return sum(_lines(each) for each in {*line.edits, *members.get(one, ())})


def _lines(one: ShownEdit) -> int:
    return one.end_line - one.line + 1


def _own(one: ShownEdit) -> bool:
    return not one.test and not is_aside(one.path)
