"""How many of the calls that a Python package's tests execute are edges of ours?

usage: python tests/oracles/calls_executed.py [--list N] EDGES.json ROOT

EDGES.json was written by `calls_recorder` with CALLS_ROOT=ROOT. Comprehensions count as the function they stand in;
bodies of classes and modules, and lambdas as callees, are left out. Of our exact edges whose two ends were both executed
the share that was executed is a lower bound of their precision; --list prints the others for a reading.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter, defaultdict
from pathlib import Path

from calls_edges import graph

from flowscout.model.identity import path_of, qualified_of

Name = tuple[str, str]
COMPREHENSION = re.compile(r"\.<(?:listcomp|genexpr|dictcomp|setcomp)>")


def plain(path: str, name: str) -> Name:
    return path, COMPREHENSION.sub("", name.replace(".<locals>", ""))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--list", type=int, default=0)
    parser.add_argument("edges", type=Path)
    parser.add_argument("root", type=Path)
    options = parser.parse_args()
    ours = graph(options.root, "python")
    names = {(path_of(id_), qualified_of(id_)) for id_ in ours.functions}
    executed = set()
    for row in json.loads(options.edges.read_text()):
        caller, callee = plain(row[0], row[1]), plain(row[2], row[3])
        own_loop = COMPREHENSION.search(row[3]) is not None
        if callee in names and caller in names | {(row[0], "<module>")} and not own_loop and "<" not in callee[1][-9:]:
            executed.add((caller, callee))
    found: dict[tuple[Name, Name], set[str]] = defaultdict(set)
    for edge in ours.edges:
        ends = (path_of(edge.caller), qualified_of(edge.caller)), (path_of(edge.callee), qualified_of(edge.callee))
        found[ends].add(edge.how)
    hits = executed & found.keys()
    print(f"offers {ours.seconds[0]:.2f} s, resolving {ours.seconds[1]:.2f} s; external {len(ours.external)}")
    print(
        f"executed {len(executed)}, found {len(hits)}, recall {len(hits) / max(1, len(executed)):.3f}",
        dict(Counter(how for ends in hits for how in found[ends])),
    )
    ran = {caller for caller, _ in executed}, {callee for _, callee in executed}
    exact = {ends for ends, how in found.items() if "exact" in how and ends[0] in ran[0] and ends[1] in ran[1]}
    print(f"exact edges between executed functions {len(exact)}, executed {len(exact & executed)}")
    for ends in sorted(executed - found.keys())[: options.list]:
        print("not ours:", *ends[0], "->", *ends[1])
    for ends in sorted(exact - executed)[: options.list]:
        print("not executed:", *ends[0], "->", *ends[1])


if __name__ == "__main__":
    main()
