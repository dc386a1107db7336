"""Compare our call edges of C and C++ with clang's direct ones.

usage: python tests/oracles/calls_clang.py [--list N] [--database PATH] {c,cpp} FUNCTIONS.json EDGES.json ROOT

FUNCTIONS.json: one object per definition: file (relative to ROOT), name, line, begin, end; whole: false where it is a
template that nobody instantiates, whose calls clang cannot know. EDGES.json: caller_file, caller_line, callee_file,
callee_line, kinds. Functions are paired by file and the line of their name. Precision and recall are printed for the exact edges, with candidates, and with everything; then recall by clang's kind of call.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from pathlib import Path

from calls_edges import Graph, graph

Place = tuple[str, int]
TIERS = {
    "exact": {"exact"},
    "exact and candidates": {"exact", "candidates"},
    "everything": {"exact", "candidates", "possible", "many"},
}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--list", type=int, default=0)
    parser.add_argument(
        "--database", help="resolve with libclang, too: a compilation database relative to ROOT, '' to look for it"
    )
    parser.add_argument("language", choices=("c", "cpp"))
    parser.add_argument("functions", type=Path)
    parser.add_argument("edges", type=Path)
    parser.add_argument("root", type=Path)
    options = parser.parse_args()
    ours = graph(options.root.resolve(), options.language, database=options.database)
    expected: dict[tuple[Place, Place], set[str]] = defaultdict(set)
    for edge in json.loads(options.edges.read_text()):
        ends = (edge["caller_file"], edge["caller_line"]), (edge["callee_file"], edge["callee_line"])
        expected[ends] |= set(edge["kinds"])
    functions = json.loads(options.functions.read_text())
    generic = {(f["file"], f["line"]) for f in functions if not f.get("whole", True)}
    found = {ends: how for ends, how in mapped(ours, functions).items() if ends[0] not in generic or ends in expected}
    print(f"offers {ours.seconds[0]:.2f} s, resolving {ours.seconds[1]:.2f} s, {len(expected)} edges of clang's")
    for title, hows in TIERS.items():
        edges = {ends for ends, how in found.items() if how & hows}
        hits = len(edges & expected.keys())
        print(
            f"{title}: {len(edges)} edges, precision {hits / max(1, len(edges)):.3f}, recall {hits / len(expected):.3f}"
        )
    totals = Counter(kind for kinds in expected.values() for kind in kinds)
    hit = Counter(kind for ends, kinds in expected.items() if ends in found for kind in kinds)
    print("recall by kind:", ", ".join(f"{kind} {hit[kind]}/{total}" for kind, total in totals.most_common()))
    wrong = sorted(ends for ends, how in found.items() if "exact" in how and ends not in expected)
    for ends in wrong[: options.list]:
        print("not clang's:", *ends)
    for ends in sorted(expected.keys() - found.keys())[: options.list]:
        print("not ours:", *ends, *expected[ends])


def mapped(ours: Graph, functions: list[dict[str, object]]) -> dict[tuple[Place, Place], set[str]]:
    """Our edges between clang's functions, with how they were found."""
    lines: dict[str, list[int]] = defaultdict(list)
    for function in functions:
        lines[str(function["file"])].append(int(str(function["line"])))
    smallest: dict[Place, tuple[int, str]] = {}
    for id_, (path, facts) in ours.functions.items():
        for line in lines[path]:
            if facts.line <= line <= facts.end_line:
                size = (facts.end_line - facts.line, id_)
                smallest[path, line] = min(smallest.get((path, line), size), size)
    place = {id_: where for where, (_, id_) in smallest.items()}
    found: dict[tuple[Place, Place], set[str]] = defaultdict(set)
    for edge in ours.edges:
        if edge.caller in place and edge.callee in place:
            found[place[edge.caller], place[edge.callee]].add(edge.how)
    return found


if __name__ == "__main__":
    main()
