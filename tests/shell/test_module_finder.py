"""A hook finds our modules without a search, and believes their bytecode no more than Python does."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import flowscout

LOOK = """
from flowscout.module_finder import install

install()
import flowscout.model.paths as paths
import flowscout.stages as stages

for module in (paths, stages):
    loader = type(module.__spec__.loader).__module__
    print(loader, module.__package__, module.__cached__.startswith(module.__file__.rpartition("/")[0] + "/__pycache__/"))
print(getattr(paths, "ADDED", 0), list(stages.__path__))
"""


def looked(place: Path, *options: str) -> list[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        [sys.executable, *options, "-c", LOOK],
        env={**environment, "PYTHONPATH": str(place)},
        capture_output=True,
        check=True,
        text=True,
    )
    return done.stdout.splitlines()


def test_our_modules_are_found_beside_each_other_and_never_stale(tmp_path: Path) -> None:
    package = tmp_path / "flowscout"
    shutil.copytree(Path(flowscout.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    seen = ["flowscout.module_finder flowscout.model True", "flowscout.module_finder flowscout.stages True"]
    folders = f"['{package}/stages']"
    assert looked(tmp_path) == [*seen, f"0 {folders}"]  # nothing was compiled before
    assert looked(tmp_path) == [*seen, f"0 {folders}"]
    source = package / "model" / "paths.py"
    source.write_text(source.read_text() + "\nADDED = 1\n")
    assert looked(tmp_path) == [*seen, f"1 {folders}"]
    about = source.stat()
    source.write_text(source.read_text().replace("ADDED = 1", "ADDED = 2"))
    os.utime(source, (about.st_atime, about.st_mtime + 2))
    assert looked(tmp_path) == [*seen, f"2 {folders}"]
    for bytecode in (package / "model" / "__pycache__").glob("paths.*.pyc"):
        bytecode.write_bytes(b"")
    assert looked(tmp_path) == [*seen, f"2 {folders}"]


def test_optimised_code_is_left_to_python(tmp_path: Path) -> None:
    shutil.copytree(
        Path(flowscout.__file__).parent, tmp_path / "flowscout", ignore=shutil.ignore_patterns("__pycache__")
    )
    assert looked(tmp_path, "-O")[0].startswith("_frozen_importlib_external ")
