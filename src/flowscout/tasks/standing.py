"""What a maintainer would explain first: a number for each function.

    weight   what it decides, what it changes, how many functions of the project it calls
    reach    what hangs below it (effects, levels of calls, what cannot be taken back), how many of the product call it
    door     where somebody enters: main, a route, what a public header or a package gives away

Each counts by its order of magnitude: forty decisions are not twice as central as twenty. What others see is wanted where
it is more than a question or a step, what nobody sees where it weighs as much as the main way of a module does. All of it is
known of one function, the effects that reach it and who calls it, so that an edit ranks again only what it touches.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Sized
from typing import Final

from ..border import within
from ..model.generated import GENERATED
from ..model.identity import path_of, qualified_of
from ..model.product import DECLARED, PUBLISHED, is_aside
from ..model.record import NamedTuple
from ..pipeline import Located, Project
from .entrypoints import evidence, in_product, is_special, surface
from .names import MODULE
from .selectors import selected

IGNORED: Final = "~ignored"
ASIDE: Final = "1"  # begins the standing of what is shown where there is nothing else
_BEST: Final = 999
_DOORS: Final = {0: 24, 1: 6, 2: 2}  # what being an entry point counts, by its evidence
_PLAIN_MAIN: Final = 10  # what being a main counts that only hands on
_FOR_MAIN: Final = 8  # what counts that a main, and it alone, hands on to
_SEEN: Final = {PUBLISHED: 7, DECLARED: 3, 0: 0}
_STEP: Final = 3  # weight of what is more than a question or a step; a forwarder weighs 1
_CARRIES: Final = 6  # weight of what is drawn although nobody sees it
_SPECIAL: Final = 12  # weight of a method that the language or a library calls and that is no trifle
_CENTRAL: Final = 0.5  # of the points of the best of its file
_DEEP: Final = 8  # effects below a door that decides nothing itself


class Facets(NamedTuple):
    """weight, reach: see the module. door: the rank of its evidence as an entry point, -1 none. seen: how much of it others may see."""

    weight: int
    reach: int
    door: int
    seen: int

    @property
    def points(self) -> int:
        door = _DOORS.get(self.door, 0) if self.weight >= _STEP else _PLAIN_MAIN if self.door == 0 else 0
        return self.weight + self.reach + door + _SEEN[self.seen]


def standing(project: Project, id_: str) -> str:
    """Sorts functions, the most wanted first; "" when the docs do not want it."""
    return within(id_, lambda: _standing(project, project.functions[id_]), lambda: "")


def _standing(project: Project, function: Located) -> str:
    facts, selectors = function.facts, project.settings.charts
    if facts.kind == "lambda" or facts.name == MODULE:
        return ""
    if facts.ignore:
        return IGNORED
    if selectors and not selected(selectors, function):
        return ""
    facets = facets_of(project, function)
    if not selectors and not wanted(function, facets, len(project.effects(function.id))):
        return ""
    aside = not selectors and (is_aside(function.path) or facts.has(GENERATED))
    return f"{ASIDE if aside else '0'} {max(0, _BEST - facets.points):03d} {facets.door} {facets.seen}"


def entered_first(ids: Sequence[str], ranks: Mapping[str, str]) -> list[str]:
    """The functions of one file in the order in which one would explain them: first what others see, where it is half as central as
    the best, then all else. ids: the most wanted first. ranks: the standing of each."""
    points = {id_: _BEST - int(rank.split()[1]) for id_, rank in ranks.items() if rank}
    least = max(points.values(), default=0) * _CENTRAL

    def is_first(id_: str) -> bool:
        *_, door, seen = ranks[id_].split() or ["-1", "0"]
        return door == "0" or ((seen != "0" or _of_the_language(id_)) and points[id_] >= least)

    return sorted(ids, key=lambda id_: not is_first(id_))


def _of_the_language(id_: str) -> bool:
    """`Site.__call__`, which others reach by what they write."""
    *owners, name = qualified_of(id_).split(".")
    return name.startswith("__") and not any(each.startswith("_") for each in owners)


def facets_of(project: Project, function: Located) -> Facets:
    id_, effects = function.id, project.effects(function.id)
    row, lasting = project.row(id_), [effect for effect in effects if effect.kind == "irreversible"]
    callees = {flow.target for flow in row.flows}
    weight = 2 * function.facts.decisions.bit_length() + _size(row.own, 64) + _size(callees, 16)
    calling = project.callers.get(id_, ())
    callers = in_product(calling)
    reach = _size(effects, 64) + _size(lasting, 3) + min(project.height(id_), 12) // 2 + min(callers, 7).bit_length()
    if weight >= _CARRIES and len(calling) == 1 and _is_main(calling[0], function.path):
        reach += _FOR_MAIN
    entry = evidence(project, function)
    return Facets(weight, reach, entry.rank if entry else -1, surface(project, function)[0])


def _is_main(id_: str, path: str) -> bool:
    return path_of(id_) == path and qualified_of(id_) == "main"


def _size(some: Sized, most: int) -> int:
    return min(len(some), most).bit_length()


def wanted(function: Located, of: Facets, effects: int) -> bool:
    """Without a word of the configuration."""
    facts = function.facts
    if facts.parent >= 0 or facts.kind in ("operator", "conversion"):
        return False
    if facts.name.startswith("__"):
        return of.weight >= (_CARRIES if facts.name in function.language.lexicon.working else _SPECIAL)
    if of.door == 0:
        return True
    if is_special(function) or facts.has("property") or facts.has("setter"):
        return of.weight >= _CARRIES
    if of.door == 1:
        return of.weight >= _STEP or len(facts.calls) > 1
    if of.door in (2, 4) and facts.decisions:
        return True
    if of.seen and facts.decisions:
        return of.weight >= _STEP
    if of.seen == PUBLISHED:
        return effects >= _DEEP and of.weight > 1 and len(facts.calls) > 1
    return facts.decisions > 0 and of.weight >= _CARRIES
