"""Effects gathered with whole numbers are those that sets gather, whatever is caught and may come on the way."""

from __future__ import annotations

import random
import time
from collections.abc import Iterable, Mapping

from engine.plain_fixpoint import gather as plain
from flowscout.engine.scc import components
from flowscout.model.summary import ATOM_CAP, EXACT, MAY, POSSIBLE, Effect, Flow, FunctionRow
from flowscout.stages.summarise import gather
from flowscout.stages.summarise.effects import passed_on

CATCHES: tuple[tuple[str, ...], ...] = ((), (), (), ("KeyError",), ("OSError",), ("*",))


def graph(chance: random.Random, size: int, atoms: int) -> dict[str, FunctionRow]:
    ids = [f"f{n}" for n in range(size)]
    rows = {}
    for id_ in ids:
        own = {Effect(chance.choice(("irreversible", "raises", "state")), chance.choice(("KeyError", "FileNotFoundError", f"x{chance.randrange(atoms)}")), id_)
               for _ in range(chance.randrange(atoms))}  # fmt: skip
        ways = {
            Flow(chance.choice(ids), chance.choice((EXACT, EXACT, MAY, POSSIBLE)), chance.choice(CATCHES))
            for _ in range(chance.randrange(4))
        }
        rows[id_] = FunctionRow(tuple(sorted(own)), tuple(sorted(ways)))
    return rows


def reference(
    component: tuple[str, ...], rows: Mapping[str, FunctionRow], known: Mapping[str, Iterable[Effect]]
) -> dict[str, tuple[Effect, ...]]:
    def inflow(id_: str, table: Mapping[str, Iterable[Effect]]) -> set[Effect]:
        return {atom for way in rows[id_].flows if way.how != POSSIBLE for atom in passed_on(table[way.target], way)}

    made = plain(component, lambda id_: frozenset(rows[id_].own), inflow, known)
    return {id_: _cut(sorted(atoms), rows[id_].own) for id_, atoms in made.items()}


def _cut(atoms: list[Effect], own: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """Of each kind its share, then whatever comes first: its own, those that surely come, the others."""
    if len(atoms) <= ATOM_CAP:
        return tuple(atoms)
    atoms = sorted(atoms, key=lambda atom: (atom.kind, atom not in own, atom.may, atom))
    kinds = sorted({atom.kind for atom in atoms})
    shared = [atom for kind in kinds for atom in [one for one in atoms if one.kind == kind][: ATOM_CAP // len(kinds)]]
    rest = [atom for atom in atoms if atom not in shared]
    return tuple(sorted([*shared, *rest[: ATOM_CAP - len(shared)]]))


def test_a_cap_loses_no_kind() -> None:
    many = [Effect("irreversible", f"x{n}", "f") for n in range(100)]
    found = gather(
        ("f",),
        lambda id_: FunctionRow((*sorted(many), Effect("raises", "KeyError", "f"), Effect("state", "n", "f")), ()),
        lambda id_: (),
    )
    assert [
        len([atom for atom in found["f"] if atom.kind == kind]) for kind in ("irreversible", "raises", "state")
    ] == [ATOM_CAP - 2, 1, 1]


def test_any_graph_gathers_what_sets_gather() -> None:
    for seed in range(200):
        chance = random.Random(seed)
        rows = graph(chance, chance.randrange(2, 12), chance.choice((2, 5, 40)))
        known: dict[str, tuple[Effect, ...]] = {}
        for component in components(
            sorted(rows), lambda id_, rows=rows: [w.target for w in rows[id_].flows if w.how != POSSIBLE]
        ):  # type: ignore[misc]
            found = gather(component, rows.__getitem__, lambda id_, known=known: known.get(id_, ()))  # type: ignore[misc]
            assert found == reference(component, rows, known), seed
            known.update(found)


def test_a_cycle_of_thousands_is_no_burden() -> None:
    """An editor's commands call one another: 3,000 functions in one cycle, each with three effects of its own. Sets take minutes."""
    chance = random.Random(1)
    ids = [f"f{n}" for n in range(3000)]
    rows = {
        id_: FunctionRow(tuple(sorted(Effect("state", f"x{n}", id_) for n in range(3))),
                         tuple(sorted({Flow(ids[(at + 1) % 3000], EXACT), *(Flow(chance.choice(ids), MAY) for _ in range(4))})))
        for at, id_ in enumerate(ids)}  # fmt: skip
    began = time.process_time()

    found = gather(tuple(ids), rows.__getitem__, lambda id_: ())

    assert time.process_time() - began < 20
    assert {len(atoms) for atoms in found.values()} == {ATOM_CAP}
