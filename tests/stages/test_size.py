"""The size that is expected of a drawing, held against the one that a browser gives it."""

from __future__ import annotations

from pathlib import Path

import pytest

from flowscout.frontends.treesitter import parse
from flowscout.model.settings import Settings
from flowscout.model.sfm import MEDIUM
from flowscout.pipeline import assemble
from flowscout.stages.mermaid import document, extent, least, looks
from flowscout.stages.mermaid.dagre import DagreNode, Edge, rows, width
from mermaid import harness

OWN = Path(__file__).parent.parent.parent / "src" / "flowscout"
FILES = (
    "words/titles.py",
    "stages/mermaid/dagre/rows.py",
    "stages/mermaid/region.py",
    "stages/detail/division.py",
)


@pytest.mark.node
def test_the_size_is_the_browsers() -> None:
    """Of our own functions, in each look: an eighth at most beside, the half of them a twentieth."""
    data = {f"src/flowscout/{name}": (OWN / name).read_bytes() for name in FILES}
    project = assemble({name: parse(text, "python") for name, text in data.items()}, data.__getitem__, Settings())
    shown = {id_: least(project.chart(id_, MEDIUM), "default") for id_ in project.functions}
    kept = {
        (id_, at): (model, look)
        for id_, model in shown.items()
        if len(model.steps) > 8
        for at, look in enumerate(looks("default"))
    }
    assert len(kept) > 20
    seen = harness._ask(
        "render.mjs", [{"id": f"{id_} {at}", "text": document(*each)} for (id_, at), each in kept.items()], "mermaid"
    )
    off = []
    for (id_, at), (model, look) in kept.items():
        wide, high = seen[f"{id_} {at}"]["natural"]
        expected = extent(model, look)
        off.append(max(abs(expected.width / wide - 1), abs(expected.height / high - 1)))
    assert sorted(off)[len(off) // 2] < 0.05
    assert max(off) < 0.125


def test_a_row_is_as_wide_as_its_nodes_and_the_rows_as_high() -> None:
    nodes = [DagreNode(100, 40), DagreNode(80, 40), DagreNode(60, 40), DagreNode(100, 40)]
    edges = [Edge(0, 1, 30, 24), Edge(0, 2, 20, 24), Edge(1, 3), Edge(2, 3)]
    placed = rows(nodes, edges)
    assert (width(placed, 30, 20), placed.height(30)) == (80 + 30 + 60, 3 * 40 + 24 + 4 * 15)
    assert placed.least_width(20) == 80 + 20 + 60


def test_an_edge_that_goes_back_makes_no_row() -> None:
    nodes = [DagreNode(100, 40), DagreNode(80, 40)]
    assert rows(nodes, [Edge(0, 1), Edge(1, 0)]).height(30) == 2 * 40 + 2 * 15


def test_ways_are_as_short_together_as_they_can_be() -> None:
    nodes = [DagreNode(10, 10)] * 6
    ways = [(0, 2), (0, 3), (0, 4), (0, 5), (1, 2), (1, 4), (1, 5), (3, 5)]
    assert rows(nodes, [Edge(*way) for way in ways]).of[:6] == [0, 0, 2, 2, 2, 4]
