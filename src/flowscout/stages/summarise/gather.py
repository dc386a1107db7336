"""Effects that travel up: each function has its own atoms and gathers those of the functions it calls.

Components come leaves first. One without a cycle needs one look. In a cycle the members send until nothing is added, which
is the least fixpoint and so does not depend on order; the cap is a canonical cut after that, which takes from the kinds that
have most and loses none.

A cycle can hold thousands of functions and of atoms (an interpreter's, an editor's). So its sets are whole numbers with a
bit per atom, in canonical order, and each function has two of them, atoms that surely come and atoms that may:

    exact way        sure gets sure, may gets may
    may way          may gets sure and may
    an exception that is caught at the call does not get through, nor does an end where the call need not run: a mask

Numbers that get all of each other are equal: they are one number, found as components of the ways without a mask. What is
left has hardly a cycle, and settles in a few rounds.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from ...engine.scc import components
from ...model.record import NamedTuple
from ...model.summary import ATOM_CAP, ENDS, EXACT, MAY, POSSIBLE, Effect, Flow, FunctionRow
from .effects import EXITS, FAILS, covered, passed_on, shut

Key = tuple[str, str, str]
EVERYTHING = -1  # as a mask


class _Way(NamedTuple):
    """From number to number: 2 × a member's position, 1 more for what may come. kept: mask of the atoms that get through."""

    source: int
    target: int
    kept: int


def gather(
    component: tuple[str, ...], row: Callable[[str], FunctionRow], known: Callable[[str], Iterable[Effect]]
) -> dict[str, tuple[Effect, ...]]:
    """Atoms of each member in canonical order, at most ATOM_CAP. `known`: those of a finished function; () where there is none."""
    if len(component) == 1:
        only = component[0]
        own = row(only).own
        return {
            only: capped(sorted({*own, *_entering(row(only), lambda id_: own if id_ == only else known(id_))}), own)
        }
    rows = [row(member) for member in component]
    places = {member: place for place, member in enumerate(component)}
    first = [{*it.own, *_entering(it, lambda id_: () if id_ in places else known(id_))} for it in rows]
    keys = sorted({atom[:3] for atoms in first for atom in atoms})
    bits = {key: 1 << position for position, key in enumerate(keys)}
    kinds = _kinds(bits)
    numbers = [0] * (2 * len(rows))
    for place, atoms in enumerate(first):
        for atom in atoms:
            numbers[2 * place + atom.may] |= bits[atom[:3]]
    numbers = _settled(numbers, list(_ways(rows, places, bits, first)))
    made: dict[Effect, Effect] = {}
    return {
        member: tuple(
            [
                made.setdefault(atom, atom)
                for atom in capped(_all(numbers[2 * place : 2 * place + 2], keys, kinds, it.own), it.own)
            ]
        )
        for (member, place), it in zip(places.items(), rows, strict=True)
    }


def _entering(row: FunctionRow, atoms: Callable[[str], Iterable[Effect]]) -> Iterator[Effect]:
    for flow in row.flows:
        if flow.how != POSSIBLE:
            yield from passed_on(atoms(flow.target), flow)


def _ways(
    rows: list[FunctionRow], places: Mapping[str, int], bits: Mapping[Key, int], first: Sequence[Iterable[Effect]]
) -> Iterator[_Way]:
    ends = [[atom for atom in atoms if atom.kind == ENDS] for atoms in first]
    masks: dict[tuple[tuple[str, ...], bool], int] = {((), True): EVERYTHING}
    thrown = sum(bit for (kind, _, _), bit in bits.items() if kind == "raises")
    for place, row in enumerate(rows):
        for flow in row.flows:
            if flow.how == POSSIBLE or flow.target not in places:
                continue
            stops = flow.catches, not any(ends) or (flow.surely and flow.how == EXACT)
            if stops not in masks:
                masks[stops] = _kept(flow, bits)
            source, target, kept = 2 * places[flow.target], 2 * place, masks[stops]
            way = shut(ends[places[flow.target]], flow)
            if way == EXITS:
                continue
            if way == FAILS:  # what it raises comes as elsewhere, all else may
                yield _Way(source, target + 1, kept & ~thrown)
                kept_sure = kept & thrown
            else:
                kept_sure = kept
            yield _Way(source, target + (flow.how == MAY), kept_sure)
            yield _Way(source + 1, target + 1, kept)


def _kept(flow: Flow, bits: Mapping[Key, int]) -> int:
    stopped = 0
    for (kind, target, _), bit in bits.items():
        if covered(kind, target, flow):
            stopped |= bit
    return ~stopped


def _settled(numbers: list[int], ways: list[_Way]) -> list[int]:
    whole: list[list[int]] = [[] for _ in numbers]
    for way in ways:
        if way.kept == EVERYTHING:
            whole[way.target].append(way.source)
    group, values = [0] * len(numbers), list[int]()
    for members in components(range(len(numbers)), whole.__getitem__):  # sources before what they send to
        value = 0
        for member in members:
            group[member] = len(values)
            value |= numbers[member]
        values.append(value)
    leaving: list[set[tuple[int, int]]] = [set() for _ in values]
    for way in ways:
        if way.kept != EVERYTHING or group[way.source] != group[way.target]:
            leaving[group[way.source]].add((group[way.target], way.kept))
    waiting, queued = deque(range(len(values))), [True] * len(values)
    while waiting:
        here = waiting.popleft()
        queued[here] = False
        for target, kept in leaving[here]:
            more = values[target] | (values[here] & kept)
            if more != values[target]:
                values[target] = more
                if not queued[target]:
                    queued[target] = True
                    waiting.append(target)
    return [values[number] for number in group]


def capped(atoms: Sequence[Effect], own: Container[Effect] = ()) -> tuple[Effect, ...]:
    """At most ATOM_CAP of atoms in canonical order: each kind has an equal share, and what one leaves goes to the others. Of a
    kind its own atoms come first, then those that surely come."""
    if len(atoms) <= ATOM_CAP:
        return tuple(atoms)
    kinds = {
        kind: sorted(same, key=lambda atom: (atom not in own, atom.may, atom))
        for kind, same in groupby(atoms, key=lambda atom: atom.kind)
    }
    share = ATOM_CAP // len(kinds)
    taken = {kind: min(share, len(same)) for kind, same in kinds.items()}
    for kind, same in kinds.items():
        taken[kind] += min(len(same) - taken[kind], ATOM_CAP - sum(taken.values()))
    return tuple([atom for kind, same in kinds.items() for atom in sorted(same[: taken[kind]])])


def _all(numbers: Sequence[int], keys: list[Key], kinds: list[int], own: tuple[Effect, ...]) -> list[Effect]:
    sure, may = numbers
    return sorted({*_atoms(sure, may, keys, kinds), *own})


def _kinds(bits: Mapping[Key, int]) -> list[int]:
    """A mask for each kind, in order."""
    masks: dict[str, int] = {}
    for (kind, _, _), bit in bits.items():
        masks[kind] = masks.get(kind, 0) | bit
    return [masks[kind] for kind in sorted(masks)]


def _atoms(sure: int, may: int, keys: list[Key], kinds: list[int]) -> Iterator[Effect]:
    """At most ATOM_CAP of each kind that surely come, and as many that may."""
    for kind in kinds:
        for held, perhaps in ((sure & kind, False), (may & kind, True)):
            left, count = held, 0
            while left and count < ATOM_CAP:
                low = left & -left
                left ^= low
                count += 1
                yield Effect(*keys[low.bit_length() - 1], perhaps)
