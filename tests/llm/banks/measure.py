"""How many true sentences of a bank stand, and how many false ones: `python tests/llm/banks/measure.py BANK CLONES [-v] [--bare]`: bare without claims.

Not a test: the sources are other people's, and are read in clones that whoever measures has. A bank is written before it is measured,
by somebody who reads the code; the figures are reported as they came. `stated.md` and `sentences.md` hold what was learned as examples.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from flowscout.agents.summaries import SummaryQuestion, sentence_flaws, telling
from flowscout.frontends.treesitter import parse
from flowscout.llm.claims.typed import TypedClaim
from flowscout.model.settings import Settings
from flowscout.pipeline import assemble

HEADING = re.compile(r"^## (\S+) (\w+) (\S+) (\S+) (\d+)$")
NEAR = 400_000  # bytes of files beside the one that is asked about
ENDINGS = {"c": (".c", ".h"), "cpp": (".cpp", ".hpp", ".cc", ".h"), "python": (".py",)}


class Asked(NamedTuple):
    repository: str
    language: str
    path: str
    name: str
    line: int
    said: list[tuple[str, str]]


def read(bank: Path) -> Iterator[Asked]:
    asked: Asked | None = None
    for line in bank.read_text(encoding="utf-8").splitlines():
        if found := HEADING.match(line):
            if asked:
                yield asked
            asked = Asked(found[1], found[2], found[3], found[4], int(found[5]), [])
        elif asked and line.startswith("- "):
            kind, _, text = line[2:].partition(" ")
            asked.said.append((kind, text))
    if asked:
        yield asked


def told(asked: Asked, clones: Path) -> SummaryQuestion:
    root, endings = clones / asked.repository, ENDINGS[asked.language]
    listed = subprocess.run(["git", "-C", str(root), "ls-files"], capture_output=True, text=True, check=True).stdout
    beside = str(Path(asked.path).parent)
    paths = sorted(p for p in listed.splitlines() if p.endswith(endings))
    paths.sort(key=lambda p: (p != asked.path, str(Path(p).parent) != beside))
    data, size = dict[str, bytes](), 0
    for path in paths:
        body = (root / path).read_bytes()
        if size + len(body) > NEAR and path != asked.path:
            break
        data[path], size = body, size + len(body)
    project = assemble({p: parse(d, asked.language) for p, d in data.items()}, data.__getitem__, Settings())
    last = re.split(r"\.|::", asked.name)[-1]
    return telling(
        project,
        next(
            i
            for i in project.ids[asked.path]
            if project.functions[i].facts.name == last and abs(project.functions[i].facts.line - asked.line) < 3
        ),
    )


def main(bank: str, clones: str, *options: str) -> None:
    counts: Counter[tuple[str, bool]] = Counter()
    for asked in read(Path(bank)):
        made = told(asked, Path(clones))
        for kind, text in asked.said:
            text, _, claims = text.rstrip("} ").partition(" {")
            given = [TypedClaim(claim, tuple(ids)) for claim, *ids in map(str.split, filter(None, claims.split(";")))]
            found = sentence_flaws(text, made.evidence, made.rule.sentence, () if "--bare" in options else given)
            counts[kind, not found] += 1
            if "-v" in options and (kind == "+") == bool(found):
                print(f"{asked.name:24} {kind:3}{text}\n{'':29}{found}")
    for kind in ("+", "-r", "-o"):
        print(f"{kind:3} stand {counts[kind, True]} of {counts[kind, True] + counts[kind, False]}")


if __name__ == "__main__":
    main(*sys.argv[1:])
