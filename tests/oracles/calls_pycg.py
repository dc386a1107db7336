"""Precision, recall and exact cases on a micro-benchmark of Python calls, in the form of PyCG's.

usage: python tests/oracles/calls_pycg.py [--list] SNIPPETS

SNIPPETS holds folders of cases, each with `callgraph.json` (caller -> callees by dotted name) beside its code. Builtins are
left out: edges between functions of a case count, of any tier, and those to what is imported from outside.
"""

from __future__ import annotations

import argparse
import builtins
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from calls_edges import graph

from flowscout.model.identity import path_of, qualified_of

Edges = set[tuple[str, str]]
_LAMBDA = re.compile(r"<lambda[^>]*>(?:~\d+)?|<lambda\d*>")


def wanted(case: Path) -> Edges:
    found = json.loads((case / "callgraph.json").read_text())
    return {(caller, callee) for caller, callees in found.items() for callee in callees if not callee.startswith("<")}


def named(functions: list[str]) -> dict[str, str]:
    """Dotted names as the benchmark writes them; lambdas are counted where they stand."""
    counted: dict[str, int] = defaultdict(int)
    names: dict[str, str] = {}
    for id_ in functions:
        module = path_of(id_).removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        scope, _, last = qualified_of(id_).rpartition(".")
        prefix = names.get(f"{path_of(id_)}::{scope}", f"{module}.{scope}" if scope else module)
        if "lambda" in last:
            counted[prefix] += 1
            last = f"<lambda{counted[prefix]}>"
        names[id_] = module if last == "<module>" else f"{prefix}.{last}"
    return names


def drawn(case: Path) -> Edges:
    ours = graph(case, "python")
    names = named(list(ours.functions))
    outside = {
        (names[caller], callee) for caller, callee in ours.external if callee.partition(".")[0] not in dir(builtins)
    }
    return {(names[edge.caller], names[edge.callee]) for edge in ours.edges} | outside


def cases(root: Path) -> Iterator[Path]:
    yield from sorted(path.parent for path in root.rglob("callgraph.json"))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--list", action="store_true")
    parser.add_argument("snippets", type=Path)
    options = parser.parse_args()
    right = told = asked = exact = complete = sound = 0
    every = list(cases(options.snippets))
    for case in every:
        want, have = wanted(case), drawn(case)
        right, told, asked = right + len(want & have), told + len(have), asked + len(want)
        exact += want == have
        complete += want <= have
        sound += have <= want
        for mark, edges in (("-", want - have), ("+", have - want)):
            for caller, callee in sorted(edges) if options.list else ():
                print(mark, case.relative_to(options.snippets), caller, "->", callee)
    print(f"cases {len(every)}: exact {exact}, complete {complete}, sound {sound}")
    print(f"edges {asked}: P {right / max(1, told):.3f}, R {right / max(1, asked):.3f}")


if __name__ == "__main__":
    main()
