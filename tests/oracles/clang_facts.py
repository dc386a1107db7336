"""What clang says of a project's functions and direct calls, as `clang_cfg.py` and `calls_clang.py` read it.

usage: python tests/oracles/clang_facts.py PROGRAM DATABASE ROOT FUNCTIONS.json EDGES.json

PROGRAM is `clang_functions.cpp`, built as its first lines say; DATABASE a `compile_commands.json`; of the units that stand
twice in it the first is taken. Functions of all units are joined by place, calls by the callee's USR; kept are calls whose
both ends have a body under ROOT.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import tempfile
from pathlib import Path
from typing import Any

Function = dict[str, Any]


def main() -> None:
    parser = argparse.ArgumentParser()
    for name in ("program", "database", "root", "functions", "edges"):
        parser.add_argument(name, type=Path)
    asked = parser.parse_args()
    root = asked.root.resolve()
    found = functions(asked.program.resolve(), units(asked.database, root), root)
    joined = edges(found)
    instantiated = {(one["file"], one["line"]) for one in found if one["instance"]}
    found = [one for one in found if not one["instance"]]
    for function in found:
        del function["calls"]
        function["whole"] = not function["dependent"] or (function["file"], function["line"]) in instantiated
    asked.functions.write_text(json.dumps(found))
    asked.edges.write_text(json.dumps(joined))
    print(f"{len(found)} functions, {len(joined)} edges")


def units(database: Path, root: Path) -> dict[str, Any]:
    kept: dict[str, Any] = {}
    for entry in json.loads(database.read_text()):
        path = os.path.normpath(os.path.join(entry["directory"], entry["file"]))
        if path.startswith(f"{root}/") and not path.endswith((".s", ".S")):
            kept.setdefault(path, entry)
    return kept


def functions(program: Path, commands: dict[str, Any], root: Path) -> list[Function]:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "compile_commands.json").write_text(json.dumps(list(commands.values())))
        ran = subprocess.run([program, "-p", folder, f"--root={root}", *commands], capture_output=True, check=False)
    kept: dict[tuple[Any, ...], Function] = {}
    for line in ran.stdout.decode("utf-8", "replace").splitlines():
        one = json.loads(line)
        one["file"] = os.path.relpath(one["file"], root)
        for call in one["calls"]:
            if call.get("to_file"):
                call["to_file"] = os.path.relpath(os.path.join(root, call["to_file"]), root)
        place = (
            *(one["file"], one["line"], one["name"], one["end"], one["instance"]),
            one["usr"] if one["lambda"] or one["instance"] else "",
        )
        kept.setdefault(place, one)
    return list(kept.values())


def edges(found: list[Function]) -> list[dict[str, Any]]:
    """Several programs of a project may define a symbol: the nearest is meant, by the call's own record where that has a body."""
    places = {(one["file"], one["line"]): one for one in reversed(found)}
    by_usr = {one["usr"]: one for one in found if one["usr"] and not one["instance"]}
    kept: dict[tuple[Any, ...], dict[str, Any]] = {}
    for one in found:
        for call in one["calls"]:
            target = places.get((call.get("to_file"), call.get("to_line"))) or by_usr.get(call.get("to_usr"))
            if target is None:
                continue
            place = (one["file"], one["line"], target["file"], target["line"])
            names = ("caller_file", "caller_line", "callee_file", "callee_line")
            edge = kept.setdefault(
                place,
                {**dict(zip(names, place, strict=True)), "caller": one["name"], "callee": target["name"], "kinds": []},
            )
            if call["kind"] not in edge["kinds"]:
                edge["kinds"].append(call["kind"])
    return list(kept.values())


if __name__ == "__main__":
    main()
