"""The engine knows nothing of flowcharts: its tests use integers and letters."""

from __future__ import annotations

import random

import pytest

from engine.plain_fixpoint import gather
from flowscout.engine.digest import digest
from flowscout.engine.index import Index, Recorder
from flowscout.engine.packed import PackedIndex
from flowscout.engine.scc import components
from flowscout.model.codec import Refused
from flowscout.ports import Offer, decode_offers, encode_offers


def test_a_component_comes_after_everything_it_leads_to() -> None:
    arrows = {1: [2], 2: [3, 4], 3: [2], 4: [], 5: [1]}

    found = [set(c) for c in components(sorted(arrows), lambda n: arrows[n])]

    assert found == [{4}, {2, 3}, {1}, {5}]


def test_a_long_chain_needs_no_deep_stack() -> None:
    last = 50_000

    found = list(components([0], lambda n: [n + 1] if n < last else []))

    assert (len(found), found[0], found[-1]) == (last + 1, (last,), (0,))


def test_random_graphs_give_every_node_once_and_only_true_cycles() -> None:
    for seed in range(50):
        rng = random.Random(seed)
        arrows = {n: sorted(rng.sample(range(12), rng.randrange(4))) for n in range(12)}
        found = list(components(range(12), lambda n, arrows=arrows: arrows[n]))  # type: ignore[misc]
        reach = {n: _reach(n, arrows) for n in arrows}

        assert sorted(n for c in found for n in c) == list(range(12))
        for component in found:
            for n in component:
                assert {m for m in arrows if m in reach[n] and n in reach[m]} | {n} == set(component)


def _reach(start: int, arrows: dict[int, list[int]]) -> set[int]:
    seen: set[int] = set()
    stack = list(arrows[start])
    while stack:
        node = stack.pop()
        if node not in seen:
            seen.add(node)
            stack += arrows[node]
    return seen


def test_atoms_travel_round_a_cycle_whatever_the_order() -> None:
    own = {"a": frozenset({1}), "b": frozenset({2}), "c": frozenset({3})}
    arrows = {"a": ["b"], "b": ["a", "c"], "c": []}
    finished = {"c": frozenset({3})}

    def inflow(member, table):  # type: ignore[no-untyped-def]
        return {atom for successor in arrows[member] for atom in table[successor]}

    one = gather(("a", "b"), own.__getitem__, inflow, finished)
    other = gather(("b", "a"), own.__getitem__, inflow, finished)

    assert one == other == {"a": {1, 2, 3}, "b": {1, 2, 3}}


def test_an_answer_does_not_depend_on_the_order_of_offers_and_a_miss_is_recorded() -> None:
    offers = [Offer("f", "x", "b.c", ("b::x",)), Offer("f", "x", "a.c", ("a::x",))]
    recorder = Recorder(Index(reversed(offers)))

    assert [o.path for o in recorder("f", "x")] == ["a.c", "b.c"]
    assert recorder("f", "nobody") == ()
    assert recorder.asked == {("f", "x"), ("f", "nobody")}


def test_digests_tell_values_apart_and_accept_any_path() -> None:
    assert digest("a", ("b",)) != digest("a", "b")
    assert digest("caf\udce9.py") == digest("caf\udce9.py")


def test_offers_kept_as_bytes_answer_as_offers_do() -> None:
    """Whatever the names hold: line ends, blanks, nothing, half of a surrogate pair."""
    names = ["", "a", "a b", "a\nb", "é", "\udc80", '"', "method a"]
    offers = [Offer(kind, name, path, (name, str(at)))
              for path in ("x.py", "y.py") for kind in ("method", "m") for at in range(3) for name in names]  # fmt: skip
    by_path = {path: [offer for offer in offers if offer.path == path] for path in ("y.py", "x.py")}
    rows = {path: encode_offers(some) for path, some in by_path.items()}
    plain, packed = Index(offers), PackedIndex(rows)
    for kind in ("method", "m", "a", ""):
        for name in [*names, "b"]:
            assert packed(kind, name) == plain(kind, name)
    assert {path: sorted(decode_offers(path, row)) for path, row in rows.items()} == {
        p: sorted(some) for p, some in by_path.items()
    }


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]x",
        b"[1]",
        b"[1]\nx",
        b'[4]\n"m a"',
        b'[9]\n"m b"[]',
        b'[12]\n"m a"[[1]]',
        b'[9]\n"m a"[["1"]]x',
        b"\xff",
    ],
)
def test_bytes_that_are_no_offers_are_refused(data: bytes) -> None:
    with pytest.raises(Refused):
        decode_offers("x.py", data)
