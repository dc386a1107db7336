"""What entry points do since an edit that they did not do before, or no longer.

An effect that one side has and the other has not is told only with its *cause*: an edit on the way from the entry point down to it.
The cause is the function that does it, where its own text changed and does it now; else the function on the way whose text changed
and calls the next one now. Where neither is found, the effect was there and is only known now: a pointer that became a name, an
import that could be followed, a cap that cut elsewhere. The way is over calls that surely go there; over others only what cannot be taken
back is told as what *may* be, and never as what no longer is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import partial
from itertools import pairwise, product
from typing import Final

from ...model.action import MUTATION
from ...model.calls import Resolved
from ...model.identity import path_of, qualified_of
from ...model.pattern import regex
from ...model.record import NamedTuple
from ...model.review import EntryChange
from ...model.summary import ATOM_CAP, ENDS, KINDS, SOME_ERROR, Effect
from ...pipeline import Project
from ...words.names import last
from ..entrypoints import is_test
from .closed import Closing
from .copies import of_a_copy
from .in_some_builds import not_known_above
from .once import raised_in_any_case, told_by_itself
from .otherwise_done import may_be
from .perhaps import Guessed, perhaps_there
from .respelled import respelled
from .upward import by_an_open_way, comes_to
from .way_down import Told, way_down

_SURE = frozenset({"exact", "external"})
_AGAIN = frozenset({b"raise", b"throw"})
_NAMED_AGAIN: Final = regex(rb"raise ([A-Za-z_]\w{0,60})(?: from \w{1,60})?")
_NEVER: Final = ("raises", "AssertionError")  # what its author takes for impossible is nothing that a caller can expect
ANOTHER_FILE: Final = "another file"
_MAKING = frozenset({"__init__", "__new__", "__call__"})  # they run where an object is called by its name

Key = tuple[str, str]


class _Side(NamedTuple):
    """A project, the other one, and the other one's id of a function by its id here. same: functions whose edits do nothing."""

    here: Project
    there: Project
    other: Mapping[str, str]
    routes: dict[tuple[str, str, str], dict[str, int]]
    guessed: Guessed  # of the other one
    same: Set[str] = frozenset()
    near: Set[str] = frozenset()  # files outside of which all is equal


def entry_changes(
    before: Project,
    after: Project,
    there: Mapping[str, str],
    back: Mapping[str, str],
    entries: Set[str],
    same: Set[str] = frozenset(),
    names: Mapping[str, str] = {},
    near: Set[str] = frozenset(),
    closing: Closing | None = None,
) -> Iterator[EntryChange]:
    """there: ids before -> ids after; back: the other way. entries: those that may do something else. same: ids after of functions whose
    edits do nothing. names: what is called otherwise now, so that a field that has another name is no other effect. near: files outside
    of which all is equal."""
    now = _Side(after, before, back, {}, {}, same, near)
    was = _Side(before, after, there, {}, {}, frozenset(back[each] for each in same if each in back), near)
    for id_ in sorted(id_ for id_ in entries if id_ in back):
        old = back[id_]
        mine, other = (
            {_what(e): e for e in side.effects(f) if e[:2] != _NEVER} for side, f in ((after, id_), (before, old))
        )
        if _any_error(mine) or _any_error(other):
            mine, other = ({k: e for k, e in side.items() if e.kind != "raises"} for side in (mine, other))
        if all(any(e.kind == ENDS for e in side.values()) for side in (mine, other)):  # only how it ends is another
            mine, other = ({k: e for k, e in side.items() if e.kind != ENDS} for side in (mine, other))
        new, old_ = sorted(mine.keys() - other.keys()), sorted(other.keys() - mine.keys())
        sides = map(mine.__getitem__, new), map(other.__getitem__, old_)
        for one, two in respelled(before, after, back, *map(tuple, sides)):
            del mine[_what(one)], other[_what(two)]
        for kind, target in old_ if names else ():
            again = (kind, _under(target, names))
            if again in mine and again not in other:
                mine.pop(again), other.pop((kind, target), None)
        for here, there_ in _held_within(new, old_):
            if here in mine and there_ in other and back.get(mine[here].origin) == other[there_].origin:
                del mine[here], other[there_]
        gained = [each for each in _caused(now, id_, [mine[k] for k in new if k in mine], old) if _worth(each)]
        if closing is not None:
            gained = [
                ((effect, by_an_open_way(closing, path) if cause == path[-1] else path), cause)
                for (effect, path), cause in gained
                if comes_to(closing, cause, id_)
            ]
        lost = [each for each in _caused(was, old, [other[k] for k in old_ if k in other], id_) if not each[0][0].may]
        if gained or lost:
            gained, lost = raised_in_any_case(gained), raised_in_any_case(lost)
            yield EntryChange(
                id_,
                tuple([(_as_it_was(after, effect, path, cause), path) for (effect, path), cause in gained]),
                tuple([told for told, _ in lost]),
                tuple([cause for _, cause in (*gained, *lost)]),
            )


def _held_within(new: Sequence[tuple[str, str]], old: Sequence[tuple[str, str]]) -> Iterator[tuple[Key, Key]]:
    """A field spoken of through what holds its object, on one side: `layout.base.refcount` may be `object.refcount`."""
    for one, other in product(new, old):
        here, there = one[1].split("."), other[1].split(".")
        nested = len(here) != len(there) and min(len(here), len(there)) > 1
        if one[0] == other[0] == "state" and here[-1] == there[-1] and nested and here[0] != there[0]:
            yield one, other


def _worth(told: tuple[Told, str]) -> bool:
    """What only may be done is told where it cannot be taken back: another call that only may go there would be news otherwise."""
    effect = told[0][0]
    return not effect.may or effect.kind == "irreversible"


def _as_it_was(project: Project, effect: Effect, path: tuple[str, ...], cause: str) -> Effect:
    """What stands below the edit did it all along, in the cases that it asks about itself: who comes there now may do it."""
    if cause == path[-1] or len(path) == 1 or effect.kind == ENDS:
        return effect
    below = path[path.index(cause) + 1 :] if cause in path else path
    surely = _surely_done(project, effect, path[-1]) and all(
        any(flow.target == callee and flow.surely for flow in project.row(caller).flows)
        for caller, callee in pairwise(below)
    )
    return effect._replace(may=effect.may or not surely)


def _surely_done(project: Project, effect: Effect, origin: str) -> bool:
    """Whether who does it does so whenever it is called, as far as can be seen: of what it writes it is not asked."""
    facts = project.functions[origin].facts
    if effect.kind == "irreversible":
        return any(last(facts.calls[at].name) == last(effect.target) for at in facts.ends if at >= 0)
    return effect.kind != "raises" or any(each.kind == ENDS for each in project.row(origin).own)


def _any_error(effects: Iterable[tuple[str, str]]) -> bool:
    """Whether something raises what it was given, so that nothing is known of what is raised besides."""
    return ("raises", SOME_ERROR) in effects


def _under(target: str, names: Mapping[str, str]) -> str:
    """`s.was` -> `s.now`."""
    return ".".join([names.get(part, part) for part in target.split(".")])


def _caused(side: _Side, id_: str, effects: Sequence[Effect], other: str) -> Iterator[tuple[Told, str]]:
    for effect, path in _outside_tests(_unknown(side.there, other, _ways(side, id_, effects))):
        own = path[-1] != id_ and (
            _of_the_function_around(side.here, effect, path[-1]) or side.here.held_around(effect, path)
        )
        own = own or _passes_on(side.here, effect, path[-1]) or _of_what_it_points_to(side.here, effect, path)
        own = own or of_a_copy(side.here, effect, path) or not_known_above(side.here, effect, path)
        own = own or (path[-1] in side.other and may_be(*side[:2], path[-1], side.other[path[-1]], effect))
        own = own or any(map(partial(_written_by_a_macro, side), path[:-1] if path[-1] not in side.other else ()))
        cause = "" if own else _cause(side, effect, path)
        if cause and not (len(path) == 1 and cause == id_ and told_by_itself(effect)):
            perhaps = perhaps_there(side.there, other, effect, side.other.get(path[-1], ""), side.guessed)
            yield (effect._replace(may=effect.may or perhaps), path), cause


def _ways(side: _Side, id_: str, effects: Iterable[Effect]) -> list[Told]:
    found = [way_down(side.here, side.routes.setdefault(each[:3], {}), id_, each) for each in effects]
    return [each for each in found if each is not None]


def _written_by_a_macro(side: _Side, id_: str) -> bool:
    """Whether a macro makes the function, of which it is not known what it does instead of what is gone."""
    facts = side.here.functions[id_].facts
    return facts.name.encode() not in side.here.sources(path_of(id_))[facts.start : facts.end]


def _of_the_function_around(project: Project, effect: Effect, origin: str) -> bool:
    """A variable that is `nonlocal`: it ends with the call of the function that holds it."""
    facts = project.functions[origin].facts
    return effect.kind == "state" and any(
        each.how == "capture" and each.name == effect.target for each in facts.bindings
    )


def _of_what_it_points_to(project: Project, effect: Effect, path: Sequence[str]) -> bool:
    """`*to = x`, `rows[key] = x`: what a name points to or holds is known where the name is, and to who gives it; a caller further up knows
    another name, or none: it may have handed down a variable of its own."""
    name, pointed = effect.target.lstrip("*(").rstrip(")").partition("[")[0], effect.target.startswith("*")
    taken = name in [param.name.lstrip("*&") for param in project.functions[path[-1]].facts.params]
    return effect.kind == "state" and ((pointed or taken) if len(path) > 1 else pointed and not taken)


def _passes_on(project: Project, effect: Effect, origin: str) -> bool:
    """Whether it raises nothing of its own, but lets go on what was raised under it: that it does so is no other exception than before."""
    facts = project.functions[origin].facts
    own = [each for each in facts.raises if effect.kind == "raises" and effect.target in each.type.split(", ")]
    text = project.sources(path_of(origin))[facts.start : facts.end] if own else b""
    return bool(own) and all(_raises_again(text[each.start : each.end].strip(b"; \n"), text) for each in own)


def _raises_again(said: bytes, text: bytes) -> bool:
    """`raise`, and `raise e from None` where a handler calls it `e`."""
    named = _NAMED_AGAIN.fullmatch(said)
    return said in _AGAIN or bool(named and b" as " + named[1] + b":" in text)


def _cause(side: _Side, effect: Effect, path: Sequence[str]) -> str:
    """The function whose edit is why, or the file, where a name of it means another thing now; "" where nothing on the way was
    edited to do so."""
    origin = path[-1]
    if origin not in side.other:
        return "" if _wrote_it_itself(side, effect, path) else _who_came_to(side, path)
    own = side.there.row(side.other[origin]).own
    if origin in side.same or any(
        each.kind == effect.kind and _one_ends_the_other(each.target, effect.target) for each in own
    ):
        return ""
    if _edited(side, origin) and _what(effect) not in {_what(each) for each in own}:
        return origin if _done_by_other_code(side, origin, effect) else ""
    if not _edited(side, origin) and any(
        each.kind == effect.kind and each.target != effect.target and last(each.target) == last(effect.target)
        for each in own
    ):
        known = _by_a_name_of_the_file(side.here, origin, last(effect.target))
        return _file(side, origin, last(effect.target)) if known else ""
    for caller, callee in reversed(list(pairwise(path))):
        edited = caller in side.other and _edited(side, caller) and caller not in side.same
        if caller not in side.other or (edited and not _called(side, caller, callee)):
            return caller
        if not edited and _means_another(side, caller, callee):
            return _file(side, caller, last(qualified_of(callee).split("(")[0]))
    return ""


def _wrote_it_itself(side: _Side, effect: Effect, path: Sequence[str]) -> bool:
    """Of what is on one side alone: whether who calls it set that field itself, in what was then an object of its own."""
    callers = [step for step in path if step in side.other]
    writes = side.there.functions[side.other[callers[-1]]].facts.writes if callers else ()
    return effect.kind == "state" and any(_field(each.target) == _field(effect.target) for each in writes)


def _who_came_to(side: _Side, path: Sequence[str]) -> str:
    """Of a way to what is on one side alone: who calls there since its edit, else what is there. It may be another name of what was
    called before, which did not do it."""
    at = max(at for at, step in enumerate(path) if step in side.other)
    caller, callee = path[at : at + 2]
    if not _edited(side, caller) or caller in side.same or _called(side, caller, callee):
        return path[-1]
    kept = {*side.other.values()}
    left = {flow.target for flow in side.there.row(side.other[caller]).flows} - kept
    return path[-1] if left else caller


def _file(side: _Side, id_: str, name: str) -> str:
    """The edited file by which a name means another thing in a function that nobody edited: its own where what that takes in is another,
    else the one that speaks of it otherwise."""
    here, there, own = side.here, side.there, path_of(id_)
    edited = [path for path in sorted(side.near) if _checksum(here, path) != _checksum(there, path)]
    if own in edited and [each[:5] for each in here.files[own].imports] != [
        each[:5] for each in there.files[path_of(side.other[id_])].imports
    ]:
        return own
    word = name.encode()
    speaking = [path for path in edited if _often(here, path, word) != _often(there, path, word)] or edited
    return own if own in speaking else speaking[0] if len(speaking) == 1 else ANOTHER_FILE


def _checksum(project: Project, path: str) -> str:
    return project.files[path].checksum if path in project.files else ""


def _often(project: Project, path: str, word: bytes) -> int:
    return project.sources(path).count(word) if path in project.files else 0


def _by_a_name_of_the_file(project: Project, origin: str, name: str) -> bool:
    """Python: whether what is called so is a name that the file imports, or stands behind one. What an object has that others make may be
    known by another name, since others make it."""
    facts = project.functions[origin].facts
    file = project.files[path_of(origin)]
    known = {each.alias or each.name or each.module.partition(".")[0] for each in file.imports}
    roots = {(call.receiver or call.name).partition(".")[0] for call in facts.calls if call.name == name}
    return file.language != "python" or not roots or not roots.isdisjoint(known)


def _done_by_other_code(side: _Side, origin: str, effect: Effect) -> bool:
    """Whether what changes a state stands in the other side's function too, word for word: then it is only understood otherwise, as where
    a type is declared now. Another effect may come of another object that the same line is given."""
    word = last(effect.target).lstrip("*")
    acts = [act.text for act in side.here.actions(origin, worded=False) if effect.kind == "state" and word in act.text]
    former = side.there.functions[side.other[origin]].facts
    text = side.there.sources(path_of(side.other[origin]))[former.start : former.end].decode("utf-8", "replace")
    whole = " ".join(text.split())
    if not acts and effect.kind == "state":
        mine = side.here.functions[origin].facts
        own = side.here.sources(path_of(origin))[mine.start : mine.end].decode("utf-8", "replace")
        acts = [line.strip() for line in own.split("\n") if word in line]
    return not acts or any(" ".join(text.split()) not in whole for text in acts)


def _one_ends_the_other(one: str, other: str) -> bool:
    """`A.size` and `size`: of one of them more is known."""
    return one != other and (one.endswith(f".{other}") or other.endswith(f".{one}"))


def _means_another(side: _Side, caller: str, callee: str) -> bool:
    """Whether a call of the same text surely went elsewhere. That `list(rows)` runs the `__iter__` of what it is given is only known,
    where the type of that is."""
    name = last(qualified_of(callee).split("(")[0])
    if name.startswith("__") and name.endswith("__") and name not in _MAKING:
        return False
    there: dict[int, list[Resolved]] = {}
    for site in side.there.resolved(side.other[caller]):
        there.setdefault(site.site, []).append(site)
    sites = [site for site in side.here.resolved(caller) if callee in site.targets and site.how == "exact"]
    return any(_went_elsewhere(there.get(site.site, []), side.other.get(callee)) for site in sites)


def _went_elsewhere(former: Sequence[Resolved], callee: str | None) -> bool:
    """former: all that a place called, which may be several: a macro that calls, and what it is given."""
    return any(site.how in _SURE and (site.external or site.targets) for site in former) and all(
        callee not in site.targets for site in former
    )


def _edited(side: _Side, id_: str) -> bool:
    return side.here.functions[id_].facts.digest != side.there.functions[side.other[id_]].facts.digest


def _called(side: _Side, caller: str, callee: str) -> bool:
    """Whether the other side's caller called it too, or did what may have been that: by its name, or by a call that is gone and
    of which is not known where it went."""
    there, former = side.there, side.other[caller]
    name = last(qualified_of(callee).split("(")[0]).lstrip("_")
    calls = there.functions[former].facts.calls
    if side.other.get(callee) in {flow.target for flow in there.row(former).flows} or any(
        last(call.name).lstrip("_") == name for call in calls
    ):
        return True
    mine = {last(call.name) for call in side.here.functions[caller].facts.calls}
    sure = {site.site for site in there.resolved(former) if site.how in _SURE}
    return any(position not in sure and last(call.name) not in mine for position, call in enumerate(calls))


def _unknown(there: Project, id_: str, effects: Iterable[Told]) -> Iterator[Told]:
    """Those that `there` is known not to have. A function's effects are cut at a cap, in their order, and so is what comes from
    below it: what lies behind the cut of any function on the way is not known."""
    for effect, path in effects:
        whole = all(_held(there.effects(step), effect) for step in {id_, *path} if step in there.functions)
        if whole and not _by_another_name(there, effect):
            yield effect, path


def _by_another_name(there: Project, effect: Effect) -> bool:
    """Whether a field of that name is written by the same function through a local: it may be the same object's."""
    origin = there.functions.get(effect.origin)
    if effect.kind != "state" or origin is None:
        return False
    field = _field(effect.target)
    known = {
        _field(other.target)
        for other in there.effects(origin.id)
        if other.kind == "state" and other.origin == origin.id
    }
    if field in known:
        return False
    owners = {
        _field(act.text.partition("(")[0].replace("->", ".").rpartition(".")[0])
        for act in there.actions(origin.id, worded=False)
        if act.type == MUTATION
    }
    return field in owners or any(_field(write.target) == field for write in origin.facts.writes)


def _field(target: str) -> str:
    """`accessed` of `self._session.accessed`, `sizes` of `volume->sizes[i]`."""
    return last(target.split("[")[0].strip("*() "))


def _held(effects: Sequence[Effect], one: Effect) -> bool:
    same = [each for each in effects if each.kind == one.kind]
    return len(effects) < ATOM_CAP or len(same) < ATOM_CAP // KINDS


def _outside_tests(effects: Iterator[Told]) -> Iterator[Told]:
    return (found for found in effects if not any(is_test(path_of(step)) for step in found[1]))


def _what(effect: Effect) -> tuple[str, str]:
    """What an effect is to a caller; who does it, far below, may change without notice."""
    return effect.kind, effect.target
