"""Is every line arc that a test-suite executes a path of our graphs?

usage: python tests/oracles/executed_arcs.py [--list N] COVERAGE_DATA FOLDER…

COVERAGE_DATA was written by `coverage run --branch` on CPython 3.11; only measured files under the FOLDERs count. An arc
from line a to line b holds when some op on a leads to some op on b with nothing on the way but what leaves no trace:
ops without a line event of their own, and further ops on those two lines. Arcs into and out of a function are paths from
its entry and to one of its exits. Arcs of class bodies, lambdas and comprehensions lie inside one op and hold trivially.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import coverage

from flowscout.frontends.treesitter import parse
from flowscout.model.facts import FunctionFacts
from flowscout.model.flow import FunctionCFG
from flowscout.model.syntax import Body, Switch, parts
from flowscout.shelf import load
from flowscout.stages.bind import bind
from flowscout.stages.flow import flow
from flowscout.stages.flow.builder import numbered

SILENT_ROLES = {"scope", "pass"}


class Lines(NamedTuple):
    """A function's graph, op by op. on: nodes by line; after: where a node leads; silent: nodes without a trace;
    bare: nodes whose exceptions nothing receives; yields: nodes where a generator waits;
    jumps: returns, breaks, continues; managers: entries of `with`."""

    facts: FunctionFacts
    first: int
    on: dict[int, set[int]]
    after: dict[int, set[int]]
    silent: set[int]
    entry: int
    exits: set[int]
    bare: set[int]
    yields: set[int]
    jumps: set[int]
    managers: set[int]

    def leads(self, sources: set[int], targets: set[int], passing: set[int]) -> bool:
        seen, waiting = set(sources), list(sources)
        while waiting:
            for node in self.after[waiting.pop()]:
                if node in targets:
                    return True
                if node not in seen and (node in self.silent or node in passing):
                    seen.add(node)
                    waiting.append(node)
        return False


def lines_of(source: bytes, facts: FunctionFacts) -> Lines:
    bound = bind(
        f"source.py::{facts.name}",
        facts,
        load("flowscout.languages", "python"),
        source[facts.start : facts.end],
        lambda k, n: (),
    )
    graph = flow(bound)
    on: defaultdict[int, set[int]] = defaultdict(set)
    after: defaultdict[int, set[int]] = defaultdict(set)
    of: defaultdict[int, set[int]] = defaultdict(set)
    silent: set[int] = set()
    yields: set[int] = set()
    jumps: set[int] = set()
    managers: set[int] = set()
    head, tail, count = {}, {}, 0
    for block in graph.blocks:
        nodes = range(count, count + len(block.ops) + 1)
        head[block.id], tail[block.id], count = nodes[0], nodes[-1], nodes[-1] + 1
        silent.add(nodes[0])
        for node, op in zip(nodes[1:], block.ops, strict=True):
            after[node - 1].add(node)
            for line in range(bound.line(op.start), bound.line(max(op.start, op.end - 1)) + 1):
                on[line].add(node)
            constant = op.kind == "test" and sum(e.source == block.id and e.kind != "raise" for e in graph.edges) == 1
            if (
                op.role in SILENT_ROLES
                or op.kind == "leave"
                or constant
                or compiled_away(op.role, bound.read(op.start, op.end))
            ):
                silent.add(node)
            of[op.statement].add(node)
            jumps |= {node} if op.kind == "return" or op.role in ("break", "continue") else set()
            managers |= {node} if op.kind == "enter" else set()
            yields |= {node} if "yield" in bound.read(op.start, op.end) else set()
    for edge in graph.edges:
        after[tail[edge.source]].add(head[edge.target])
    caught = {edge.source for edge in graph.edges if edge.kind == "raise"}
    bare = {node for b in graph.blocks for node in range(head[b.id] + 1, tail[b.id] + (b.id not in caught))}
    exits = {tail[block] for block in leaving(graph)}
    first = min(on, default=facts.line)
    for number, (start, _) in reversed(list(enumerate(graph.statements))):
        begun = number
        while bound.text.startswith(b"try", graph.statements[begun][0]) and begun + 1 < len(graph.statements):
            begun += 1  # the line of a `try` stands for its body's first statement
        line = bound.line(start)
        on[line] = of[begun] | (on[line] if begun == number else set())
        first = min(first, line)
    for stmt, number in switches(bound.statements):
        for arm in stmt.arms:
            on[bound.line(arm.start)] |= of[number]
    return Lines(facts, first, on, after, silent, head[0], exits, bare, yields, jumps, managers)


def switches(body: Body) -> Iterator[tuple[Switch, int]]:
    """Each `match` and its number: the line of a `case` belongs to what decides between them."""
    numbers, waiting = numbered(body)[0], list(body)
    while waiting:
        stmt = waiting.pop()
        waiting += [inner for part in parts(stmt) for inner in part]
        if isinstance(stmt, Switch):
            yield stmt, numbers[id(stmt)]


def leaving(graph: FunctionCFG) -> set[int]:
    return {*graph.returns, *graph.falls_off, *graph.raises, *graph.noreturn}


def compiled_away(role: str, text: str) -> bool:
    """A docstring or another literal that stands alone, a local's annotation without a value."""
    return text[:1] in "\"'" or text == "..." or (role == "declare" and "=" not in text)


def check(arc: tuple[int, int], functions: list[Lines]) -> str:
    """holds | raised (out of the function by an exception that nothing in it receives, which we do not draw) |
    resumed (a generator entered again by an exception, which looks like an entry) | unwound
    (from a jump to the line of the `with` it leaves, where `__exit__` runs unseen) | missing | outside (of all functions: a file's top level that has no graph)."""
    a, b = arc
    if a < 0 or b < 0:
        line = -min(a, b)
        inner = max(a, b)
        own = [
            f
            for f in functions
            if f.facts.line - len(f.facts.decorators) * 9 <= line <= f.facts.line
            and f.first <= inner <= f.facts.end_line
        ]
        if line == 1 or not own:
            own = [f for f in functions if f.facts.name == "<module>" and line == 1]
        if not own:
            return "outside"
        at = min(own, key=lambda f: f.facts.end_line - f.first)
        if a < 0:
            if at.leads({at.entry}, at.on[b], at.on[b]):
                return "holds"
            return "resumed" if at.leads(at.yields, at.on[b], at.on[b]) else "missing"
        if at.on[a] & at.exits or at.leads(at.on[a], at.exits, at.on[a]):
            return "holds"
        return "raised" if at.on[a] & at.bare else "missing"
    around = [f for f in functions if all(f.first <= line <= f.facts.end_line for line in arc)]
    if not around:
        return "outside"
    at = min(around, key=lambda f: (f.facts.end_line - f.first, f.facts.name == "<module>"))
    if at.on[a] & at.on[b]:
        return "holds"
    if at.leads(at.on[a], at.on[b], at.on[a] | at.on[b]):
        return "holds"
    return "unwound" if at.on[a] & at.jumps and at.on[b] & at.managers else "missing"


def executed(data: coverage.Coverage, file: str) -> set[tuple[int, int]]:
    analysis = data._analyze(file)
    found = analysis.arcs_executed
    return {(a, b) for a, b in (found() if callable(found) else found) if a != b}


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--list", type=int, default=20, help="how many missing arcs to print")
    options.add_argument("data", type=Path)
    options.add_argument("folders", nargs="+", type=Path)
    asked = options.parse_args()
    data = coverage.Coverage(data_file=str(asked.data), config_file=False)
    data.load()
    numbers: Counter[str] = Counter()
    for file in sorted(data.get_data().measured_files()):
        path = Path(file)
        if path.suffix != ".py" or not any(path.is_relative_to(folder.resolve()) for folder in asked.folders):
            continue
        source = path.read_bytes()
        functions = [lines_of(source, facts) for facts in parse(source, "python").functions if facts.name != "<lambda>"]
        numbers["files"] += 1
        for arc in sorted(executed(data, file)):
            what = check(arc, functions)
            numbers["arcs"] += 1
            numbers[what] += 1
            if what == "missing" and asked.list > 0:
                asked.list -= 1
                print(f"{path.name}: {arc[0]} -> {arc[1]} {what}")
    print(json.dumps(dict(numbers)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
