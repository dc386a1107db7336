"""Answers about the call graph beside brute force, on small projects made at random whose calls are known as they are made."""

from __future__ import annotations

import random
from itertools import pairwise, product
from typing import Any

import pytest

from flowscout.tools.answering import answer, tools
from flowscout.tools.desk import Desk
from tools.shop import desk

Calls = dict[str, set[str]]


def made(seed: int) -> tuple[Desk, Calls]:
    """Functions f0… in modules of a package and tests t0…; calls by imported name, so each is exact."""
    rng = random.Random(seed)
    homes = {f"f{n}": f"pkg/m{rng.randrange(4)}.py" for n in range(rng.randrange(4, 14))}
    homes |= {f"test_t{n}": f"tests/test_{rng.randrange(2)}.py" for n in range(rng.randrange(1, 5))}
    inner = [name for name in homes if name.startswith("f")]
    calls = {name: {other for other in inner if rng.random() < 0.15} for name in homes}
    files = {path: "\n\n".join(_module(path, homes, calls)).encode() + b"\n" for path in sorted(set(homes.values()))}
    return desk({"pkg/__init__.py": b"", **files}), calls


def _module(path: str, homes: dict[str, str], calls: Calls) -> list[str]:
    here = [name for name, home in homes.items() if home == path]
    wanted = sorted({other for name in here for other in calls[name] if homes[other] != path})
    imports = [f"from {homes[other][:-3].replace('/', '.')} import {other}" for other in wanted]
    return [
        "\n".join(imports),
        *(
            f"def {name}():\n" + "".join(f"    {other}()\n" for other in sorted(calls[name])) + "    return 0"
            for name in here
        ),
    ]


def distances(calls: Calls, goal: str) -> dict[str, int]:
    """By trying: whoever calls what leads there leads there, one call farther."""
    far = {goal: 0}
    for _ in calls:
        for name, others in calls.items():
            known = [far[other] + 1 for other in others if other in far]
            if known and min(known) < far.get(name, len(calls) + 1):
                far[name] = min(known)
    return far


def data(name: str, here: Desk, /, **arguments: Any) -> dict[str, Any]:
    found = answer(tools()[name], arguments, here, 60)
    return dict(found["data"]) if found["success"] else {"code": found["error"]["code"]}


@pytest.mark.parametrize("seed", range(40))
def test_callers_impact_and_tests(seed: int) -> None:
    here, calls = made(seed)
    for goal in [name for name in calls if name.startswith("f")]:
        far = {name: steps for name, steps in distances(calls, goal).items() if name != goal}
        for depth in (1, 2, 5):
            rows = data("find_callers_of_function", here, functionName=goal, maxDepth=depth, limit=200)["callers"]
            assert {row["callerName"]: row["depth"] for row in rows} == {
                name: steps for name, steps in far.items() if steps <= depth
            }
            assert all(row["callChain"][0] == row["callerName"] and row["callChain"][-1] == goal for row in rows)
            assert all(second in calls[first] for row in rows for first, second in pairwise(row["callChain"]))
        impact = data("impact", here, name=goal, limit=200)
        assert {row["caller"] for row in impact["callSites"]} == {
            name for name, others in calls.items() if goal in others
        }
        assert impact["functionsReaching"] == sum(name.startswith("f") for name in far)
        tests = {name: steps for name, steps in far.items() if name.startswith("test")}
        found = data("tests_for", here, name=goal, limit=200)
        assert {row["name"]: row["depth"] for row in found.get("tests", ())} == tests
        assert (found.get("code") == "NO_RESULTS") == (not tests)


@pytest.mark.parametrize("seed", range(12))
def test_paths(seed: int) -> None:
    here, calls = made(seed)
    for start, goal in product(calls, calls):
        steps = distances(calls, goal).get(start)
        found = data("find_path", here, start=start, goal=goal)
        assert (len(found["calls"]) if "calls" in found else None) == steps
        assert all(call["callee"] in calls[call["caller"]] for call in found.get("calls", ()))


def test_an_edge_is_as_sure_as_the_resolver() -> None:
    source = b"""\
class Base:
    def go(self):
        return 0


class One(Base):
    def go(self):
        return last()


def last():
    return 1


def start(base: Base):
    return base.go()


def passed():
    return sorted([], key=last)
"""
    rows = data("find_callers_of_function", desk({"a.py": source}), functionName="last", maxDepth=2)["callers"]
    assert {row["callerName"]: row["how"] for row in rows} == {"One.go": "exact", "start": "may", "passed": "possible"}


def packages(seed: int) -> tuple[Desk, Calls]:
    """Modules of a package that import each other at random."""
    rng = random.Random(seed)
    names = [f"m{n}" for n in range(rng.randrange(3, 10))]
    needs = {name: {other for other in names if other != name and rng.random() < 0.18} for name in names}
    files = {
        f"pkg/{name}.py": (
            "".join(f"from .{other} import go\n" for other in sorted(needs[name])) + "def go():\n    return 1\n"
        ).encode()
        for name in names
    }
    return desk({"pkg/__init__.py": b"", **files}), needs


def closure(edges: Calls) -> set[tuple[str, str]]:
    """All pairs that are connected, by adding until nothing is added."""
    pairs = {(one, other) for one, others in edges.items() for other in others}
    while more := {(a, d) for a, b in pairs for c, d in pairs if b == c} - pairs:
        pairs |= more
    return pairs


@pytest.mark.parametrize("seed", range(40))
def test_structure(seed: int) -> None:
    here, needs = packages(seed)

    def path(name: str) -> str:
        return f"pkg/{name}.py"

    by = {name: {other for other in needs if name in needs[other]} for name in needs}
    spots = data("analyze_structure", here, analysis_type="hotspots", limit=200)["rows"]
    assert {row["files"][0]: row["dependents"] for row in spots} == {
        path(name): len(others) for name, others in by.items() if len(others) >= 2
    }
    unused = data("analyze_structure", here, analysis_type="unused", limit=200)["rows"]
    assert {row["files"][0] for row in unused} == {path(name) for name, others in by.items() if not others}
    reached = closure(needs)
    rings = {
        frozenset(other for other in needs if (name, other) in reached and (other, name) in reached)
        for name in needs
        if (name, name) in reached
    }
    circles = [row["files"] for row in data("analyze_structure", here, analysis_type="circular", limit=200)["rows"]]
    assert len(circles) == len(rings)
    for circle in circles:
        inner = [one.removeprefix("pkg/").removesuffix(".py") for one in circle]
        assert inner[0] == inner[-1]
        assert len(set(inner)) == len(inner) - 1
        assert all(second in needs[first] for first, second in pairwise(inner))
        assert any(set(inner) <= ring for ring in rings)
    either = closure({name: needs[name] | by[name] for name in needs})
    groups = {frozenset({name} | {other for other in needs if (name, other) in either}) for name in needs}
    islands = data("find_islands", here, min_size=1, limit=200)["islands"]
    assert {frozenset(island["files"]) for island in islands} == {frozenset(map(path, group)) for group in groups} | {
        frozenset({"pkg/__init__.py"})
    }
    figures = data("get_analysis_summary", here)
    assert (figures["unused"], figures["circular"], figures["islands"]) == (len(unused), len(rings), len(islands))
    assert figures["dependencies"] == sum(map(len, needs.values()))
    for name in needs:
        rows = data("get_dependencies", here, file_path=f"{name}.py", limit=200)["dependencies"]
        assert {row["file"] for row in rows} == {path(other) for other in needs[name]}
