"""How many of the exceptions that leave a Python package's functions while its tests run do our effects tell?

usage: python tests/oracles/raises_executed.py [--list N] RAISES.json ROOT

RAISES.json was written by `raises_recorder` with CALLS_ROOT=ROOT. Those that a `raise` of the package makes are counted:
by their own class, and by a class above it. Of what our effects say of functions that ran, what was never seen to leave them
is no fault: the tests need not come there.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path

from calls_executed import plain

from flowscout.frontends.treesitter import parse
from flowscout.model.identity import path_of, qualified_of
from flowscout.model.summary import Effect
from flowscout.pipeline import assemble


def told(root: Path) -> dict[tuple[str, str], set[str]]:
    """The classes that our effects say to leave each function."""
    data = {path.relative_to(root).as_posix(): path.read_bytes() for path in sorted(root.rglob("*.py"))}
    project = assemble({path: parse(text, "python") for path, text in data.items()}, data.__getitem__)
    found: dict[tuple[str, str], set[str]] = {}
    for id_ in project.functions:
        here = found.setdefault((path_of(id_), qualified_of(id_).partition("~")[0]), set())
        here |= {_last(effect) for effect in project.effects(id_) if effect.kind == "raises"}
    return found


def _last(effect: Effect) -> str:
    return effect.target.rpartition(".")[2]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--list", type=int, default=0)
    parser.add_argument("raises", type=Path)
    parser.add_argument("root", type=Path)
    options = parser.parse_args()
    ours = told(options.root)
    seen: Counter[str] = Counter()
    missed = []
    for path, name, type_, above, written in json.loads(options.raises.read_text()):
        place = plain(path, name)
        if place not in ours or "<" in place[1]:
            continue
        if not written:
            seen["made by the interpreter or a library"] += 1
        elif type_ in ours[place]:
            seen["own class"] += 1
        elif ours[place].intersection(above):
            seen["a class above"] += 1
        else:
            seen["missing"] += 1
            missed.append((path, name, type_, sorted(ours[place])))
    asked = seen["own class"] + seen["a class above"] + seen["missing"]
    right = seen["own class"] + seen["a class above"]
    print(
        f"raised {asked}: covered {right / max(1, asked):.3f}, own class {seen['own class'] / max(1, asked):.3f}",
        dict(seen),
    )
    for path, name, type_, known in missed[: options.list]:
        print("missing:", path, name, type_, known[:8])


if __name__ == "__main__":
    main()
