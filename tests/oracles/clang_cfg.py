"""Compare our graphs of C and C++ functions with clang's: decisions, returns, never-returning exits.

usage: python tests/oracles/clang_cfg.py [--list N] [--all] ORACLE.json ROOT

ORACLE.json is a list of objects, one per function definition: file (relative to ROOT), name, line, begin, end, and
cfg: {decisions, kinds, returns, noreturn}. Functions are paired by file and last line. Two denominators are printed: all
functions that both sides have, and those that are comparable: no `#if` inside, no macro that hides control flow (clang
sees one configuration, expanded; we keep all, as written).
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path
from typing import Any

from flowscout.frontends.treesitter import parse
from flowscout.model.facts import FileFacts, FunctionFacts
from flowscout.model.flow import FunctionCFG
from flowscout.model.identity import function_ids
from flowscout.ports import Offer
from flowscout.resolvers.cfamily.scope import offers, prepare
from flowscout.shelf import load
from flowscout.stages.bind import bind
from flowscout.stages.flow import flow

DEFINE = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)((?:\\\r?\n|[^\n])*)", re.MULTILINE)
IF = re.compile(rb"^[ \t]*#[ \t]*if", re.MULTILINE)
STEERS = re.compile(r"\b(?:return|break|continue|goto|if|else|for|while|do|switch|case|throw|exit|abort)\b|&&|\|\||\?")
WORD = re.compile(r"([A-Za-z_]\w*)(\s*\()?")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*[<"]([^>"]+)[>"]', re.MULTILINE)
SYSTEM = {
    "assert",
    "FD_SET",
    "FD_ISSET",
    "FD_CLR",
    "isnan",
    "isinf",
    "isfinite",
    "signbit",
    "CMSG_NXTHDR",
    "CPU_SET",
    "WIFEXITED",
    "WIFSIGNALED",
}


class Hidden:
    """Which macros that hide control flow a piece of a file may use: those of the file and of what it includes."""

    def __init__(self, sources: dict[str, bytes]) -> None:
        self.texts: dict[str, dict[str, tuple[bool, str]]] = {}
        self.includes: dict[str, set[str]] = {}
        self.known: dict[str, set[str]] = {}
        by_name: defaultdict[str, set[str]] = defaultdict(set)
        for path in sources:
            by_name[path.rsplit("/", 1)[-1]].add(path)
        for path, data in sources.items():
            text = data.decode("utf-8", "replace")
            defined = self.texts[path] = {}
            for name, rest in DEFINE.findall(text):  # the arms of `#if` may each have their own
                defined[name] = (rest.startswith("("), defined.get(name, (False, ""))[1] + rest)
            self.includes[path] = {p for name in INCLUDE.findall(text) for p in by_name[name.rsplit("/", 1)[-1]]}

    def visible(self, path: str) -> set[str]:
        """`name` for object-like macros, `name(` for others."""
        if path not in self.known:
            files, waiting = {path}, [path]
            while waiting:
                fresh = self.includes.get(waiting.pop(), set()) - files
                files |= fresh
                waiting += fresh
            texts = [(name, like, text) for file in files for name, (like, text) in self.texts.get(file, {}).items()]
            found = {f"{name}(" for name in SYSTEM} | {
                name + "(" * like for name, like, text in texts if STEERS.search(text)
            }
            while True:
                more = {name + "(" * like for name, like, text in texts if found & words(text)} - found
                if not more:
                    break
                found |= more
            self.known[path] = found
        return self.known[path]


def words(text: str) -> set[str]:
    found = set()
    for name, bracket in WORD.findall(text):
        found |= {name, f"{name}("} if bracket else {name}
    return found


def language_of(path: str) -> str:
    return "c" if path.endswith(".c") else "cpp"


def table_of(files: dict[str, FileFacts]) -> dict[tuple[str, str], tuple[Offer, ...]]:
    """What the files offer each other, as in any project."""
    found: defaultdict[tuple[str, str], list[Offer]] = defaultdict(list)
    for path, facts in files.items():
        for offer in offers(prepare(path, facts, function_ids(path, facts.functions, "::"))):
            found[offer.kind, offer.name].append(offer)
    return {key: tuple(sorted(value)) for key, value in found.items()}


def ours(graph: FunctionCFG) -> tuple[int, int, int]:
    returns = sum(op.kind == "return" for block in graph.blocks for op in block.ops)
    return graph.decisions, returns, len(graph.noreturn)


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--list", type=int, default=20, help="how many differences to print")
    options.add_argument("--all", action="store_true", help="print differences where macros or #if are why, too")
    options.add_argument("--language", choices=("c", "cpp"), help="of headers")
    options.add_argument("oracle", type=Path)
    options.add_argument("root", type=Path)
    asked = options.parse_args()
    oracle: list[dict[str, Any]] = json.loads(asked.oracle.read_text())
    paths = sorted({one["file"] for one in oracle})
    sources = {path: (asked.root / path).read_bytes() for path in paths if (asked.root / path).is_file()}
    everything = {str(p.relative_to(asked.root)): p.read_bytes() for p in asked.root.rglob("*.[ch]*") if p.is_file()}
    hidden = Hidden(everything | sources)
    headers = asked.language or (
        "cpp" if any(path.endswith((".cc", ".cpp", ".cxx", ".hpp", ".hxx")) for path in sources) else "c"
    )
    spoken = {path: headers if path.endswith(".h") else language_of(path) for path in sources}
    files = {path: parse(data, spoken[path]) for path, data in sources.items()}
    table = table_of({**{p: parse(d, headers) for p, d in everything.items() if p.endswith(".h")}, **files})
    languages = cache(lambda name: load("flowscout.languages", name))
    by_end: defaultdict[tuple[str, int], list[FunctionFacts]] = defaultdict(list)
    for path, facts in files.items():
        for function in facts.functions:
            if function.name != "<module>":
                by_end[path, function.end_line].append(function)
    numbers: Counter[str] = Counter()
    for one in oracle:
        candidates = by_end.get((one["file"], one["end"]), [])
        tail = one["name"].rsplit("::", 1)[-1].split("<")[0]
        named = [
            f for f in candidates if f.name.split("<")[0] == tail and abs(f.line - one["begin"]) <= 3
        ] or candidates
        numbers["functions"] += 1
        if len(named) != 1 or one["cfg"] is None:
            numbers["missing" if not named else "ambiguous"] += 1
            if not named and one["file"] in files:
                print(f"{one['file']}:{one['line']} {one['name']}: not found")
            continue
        function = named[0]
        text = sources[one["file"]][function.start : function.end]
        graph = flow(
            bind(
                f"{one['file']}::{one['name']}",
                function,
                languages(spoken[one["file"]]),
                text,
                lambda k, n: table.get((k, n), ()),
            )
        )
        expected = (one["cfg"]["decisions"], one["cfg"]["returns"], one["cfg"]["noreturn"])
        reason = (
            "#if"
            if IF.search(text)
            else "macro"
            if hidden.visible(one["file"]) & words(text.decode("utf-8", "replace"))
            else "comparable"
        )
        equal = ours(graph) == expected
        numbers["paired"] += 1
        numbers["paired equal"] += equal
        numbers[reason] += 1
        numbers[f"{reason} equal"] += equal
        if reason == "comparable":
            for what, mine, their in zip(("decisions", "returns", "noreturn"), ours(graph), expected, strict=True):
                numbers[f"{what} equal"] += mine == their
        if (asked.all or reason == "comparable") and not equal and asked.list > 0:
            asked.list -= 1
            print(
                f"{reason}: {one['file']}:{one['line']} {one['name']}: clang {expected} {one['cfg']['kinds']}, ours {ours(graph)} {dict(graph.kinds)} {graph.notes}"
            )
    share = numbers["comparable equal"] / max(numbers["comparable"], 1)
    print(json.dumps({**numbers, "share": round(share, 4)}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
