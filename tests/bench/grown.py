"""A repository of as many functions as asked for, shaped like real code: grown(folder, functions, seed).

Files of some 25 functions stand in packages of 20. A function has a few steps, guards and loops, and calls a few others: most of its own
file, then of its package, then of the project, of which some are called by thousands (a power law). Calls lead downwards, but one in fifty
leads anywhere, so there are cycles. One class in four derives from one of another file and overrides what that has. Some functions
write state, delete files and raise. The same arguments make the same bytes.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

PER_FILE = 25
PER_PACKAGE = 20
METHODS = 8  # of the functions of a file
VERBS = (
    "load",
    "store",
    "find",
    "merge",
    "send",
    "parse",
    "close",
    "check",
    "build",
    "apply",
    "drop",
    "read",
    "write",
    "split",
    "count",
    "move",
)
NOUNS = (
    "order",
    "block",
    "index",
    "record",
    "page",
    "entry",
    "node",
    "batch",
    "table",
    "token",
    "frame",
    "queue",
    "stream",
    "field",
    "lock",
    "span",
)
STEPS = (
    "    {v} = {v} + 1\n", "    if {v} < 0:\n        raise ValueError('negative {n}')\n", "    for item in range({v}):\n        {v} = {v} + item\n",
    "    if {v} > 100 and {v} % 2 == 0:\n        return {v}\n", "    while {v} > 1000:\n        {v} = {v} // 2\n", "    if not {v}:\n        return 0\n",
    "    try:\n        {v} = int(str({v}))\n    except ValueError:\n        return -1\n",
)  # fmt: skip


def module(file: int) -> str:
    return f"pkg{file // PER_PACKAGE}.mod{file}"


def name(file: int, place: int) -> str:
    mixed = file * 7 + place * 13
    return f"{VERBS[mixed % len(VERBS)]}_{NOUNS[mixed // len(VERBS) % len(NOUNS)]}_{file}_{place}"


def text(seed: int, file: int, files: int) -> str:
    rng = random.Random(f"{seed} {file}")
    called: set[int] = set()
    bodies = [_function(rng, file, place, files, called) for place in range(PER_FILE - METHODS)]
    kind, base = _class(rng, file, called)
    head = "".join([f"import {module(other)} as mod{other}\n" for other in sorted(called - {file})])
    return f'"""Module {file}."""\nimport os\n{head}\n\n' + "\n\n".join([*bodies, kind, base]).rstrip("\n") + "\n"


def _function(rng: random.Random, file: int, place: int, files: int, called: set[int]) -> str:
    noun = NOUNS[(file + place) % len(NOUNS)]
    lines = list(_body(rng, file, place, files, called, noun, ""))
    return f"def {name(file, place)}({noun}):\n{''.join(lines)}    return {noun}\n"


def _body(
    rng: random.Random, file: int, place: int, files: int, called: set[int], noun: str, owner: str
) -> Iterator[str]:
    for _ in range(rng.randint(1, 5)):
        yield rng.choice(STEPS).format(v=noun, n=noun)
    for _ in range(min(9, int(rng.expovariate(0.35)))):
        other, where = _callee(rng, file, place, files)
        called.add(other)
        within = "" if other == file else f"mod{other}."
        yield f"    {noun} = {within}{name(other, where)}({noun})\n"
    if owner and rng.random() < 0.5:
        yield f"    self.{noun} = {noun}\n"
    if rng.random() < 0.02:
        yield f"    os.remove(str({noun}))\n"


def _callee(rng: random.Random, file: int, place: int, files: int) -> tuple[int, int]:
    """Of (file, place): lower ones, but for one in fifty."""
    chance, plain = rng.random(), PER_FILE - METHODS
    if chance < 0.02:
        return rng.randrange(files), rng.randrange(plain)
    if chance < 0.6 and place:
        return file, rng.randrange(min(place, plain))
    if chance < 0.8 and file % PER_PACKAGE:
        return file - 1 - rng.randrange(file % PER_PACKAGE), rng.randrange(plain)
    return int(file * rng.random() ** 3), int(plain * rng.random() ** 2)


def _class(rng: random.Random, file: int, called: set[int]) -> tuple[str, str]:
    parent = file - 1 - rng.randrange(min(file, PER_PACKAGE)) if file and rng.random() < 0.25 else -1
    called.update([parent] if parent >= 0 else [])
    of = f"(mod{parent}.Keeper{parent})" if parent >= 0 else ""
    methods = [f"    def __init__(self, {NOUNS[file % len(NOUNS)]}):\n        self.held = {NOUNS[file % len(NOUNS)]}\n"]
    for number in range(METHODS - 1):
        noun = NOUNS[(file + number) % len(NOUNS)]
        body = "".join(_body(rng, file, PER_FILE, file + 1, called, noun, "self"))
        methods.append(
            f"    def {VERBS[number]}(self, {noun}):\n"
            + "".join(f"    {line}\n" for line in body.splitlines())
            + f"        return self.held + {noun}\n"
        )
    return f"class Keeper{file}{of}:\n" + "\n".join(methods), f"LIMIT_{file} = {rng.randrange(1000)}\n"


def grown(folder: Path, functions: int, seed: int) -> int:
    """Writes it; the bytes that it has."""
    files, size = max(1, functions // PER_FILE), 0
    for file in range(files):
        path = folder / f"pkg{file // PER_PACKAGE}" / f"mod{file}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        if not file % PER_PACKAGE:
            (path.parent / "__init__.py").write_text("")
        size += path.write_text(text(seed, file, files))
    return size
