"""Compare our decisions with CPython 3.11's own, function by function.

usage: python tests/oracles/cpython_decisions.py [--list N] FOLDER…

CPython's number is the count of conditional jumps (and `FOR_ITER`) in a function's own code object. Functions are paired
by the line of their `def`. The last line printed is JSON: functions, equal, share, and the sum of both sides.
"""

from __future__ import annotations

import argparse
import ast
import dis
import json
import sys
import warnings
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import CodeType

from flowscout.frontends.treesitter import parse
from flowscout.shelf import load
from flowscout.stages.bind import bind
from flowscout.stages.flow import flow

JUMPS = {name for name in dis.opmap if "JUMP" in name and "_IF_" in name} | {"FOR_ITER"}


def codes(code: CodeType) -> Iterator[CodeType]:
    waiting = [code]
    while waiting:
        yield (code := waiting.pop())
        waiting += [const for const in code.co_consts if isinstance(const, CodeType)]


def theirs(source: bytes) -> dict[int, int]:
    """Conditional jumps by the line of `def`; lines with several functions of one name are left out."""
    tree = ast.parse(source)
    first = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            start = min([node.lineno, *[d.lineno for d in node.decorator_list]])
            first[start, node.name] = node.lineno
    found: dict[int, list[int]] = {}
    for code in codes(compile(tree, "<source>", "exec")):
        line = first.get((code.co_firstlineno, code.co_name))
        if line is not None:
            found.setdefault(line, []).append(sum(i.opname in JUMPS for i in dis.get_instructions(code)))
    return {line: counts[0] for line, counts in found.items() if len(counts) == 1}


def ours(source: bytes) -> dict[int, tuple[int, str, tuple[tuple[str, int], ...]]]:
    python = load("flowscout.languages", "python")
    found = {}
    for facts in parse(source, "python").functions:
        if facts.name not in ("<lambda>", "<module>"):
            graph = flow(
                bind(f"source.py::{facts.name}", facts, python, source[facts.start : facts.end], lambda kind, name: ())
            )
            found[facts.line] = graph.decisions, facts.name, graph.kinds
    return found


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--list", type=int, default=20, help="how many differences to print")
    options.add_argument("folders", nargs="+", type=Path)
    asked = options.parse_args()
    warnings.simplefilter("ignore")
    numbers: Counter[str] = Counter()
    listed = 0
    for path in sorted(file for folder in asked.folders for file in folder.rglob("*.py")):
        source = path.read_bytes()
        try:
            expected = theirs(source)
        except (SyntaxError, ValueError):
            numbers["unreadable"] += 1
            continue
        got = ours(source)
        for line, count in expected.items():
            mine, name, kinds = got.get(line, (-1, "?", ()))
            numbers["functions"] += 1
            numbers["missing"] += mine < 0
            numbers["theirs"] += count
            numbers["ours"] += max(mine, 0)
            numbers["equal"] += mine == count
            if mine != count and listed < asked.list:
                listed += 1
                print(f"{path}:{line} {name}: CPython {count}, ours {mine} {dict(kinds)}")
    share = numbers["equal"] / max(numbers["functions"], 1)
    print(json.dumps({**numbers, "share": round(share, 5), "python": sys.version.split()[0]}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
