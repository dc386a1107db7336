"""The mutants are real wrongs, they are put where the right code runs, and of a share of them most are noticed."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from mutate import patch
from mutate.operators import mutants, mutated
from mutate.rooms import ROOMS, ROOT
from mutate.run import drawn

TEXT = '''\
"""What it says is left alone."""
LEAST = 8


def long_enough(text: str, least: int = LEAST) -> bool:
    """Neither is this."""
    if not text:
        raise ValueError("no text")
    return len(text) >= least and text.isalnum()


def every(texts):
    return [one for one in texts if long_enough(one)]
'''


def test_each_place_gives_its_wrongs_and_what_only_speaks_gives_none() -> None:
    assert [f"{one.line} {one.scope}: {one.was} -> {one.now}" for one in mutants("a.py", TEXT)] == [
        "2 : 8 -> 9",
        "7 long_enough: not text -> text",
        "9 long_enough: len(text) >= least and text.isalnum() -> len(text) >= least or text.isalnum()",
        "9 long_enough: len(text) >= least and text.isalnum() -> text.isalnum()",
        "9 long_enough: len(text) >= least and text.isalnum() -> len(text) >= least",
        "9 long_enough: len(text) >= least -> len(text) > least",
        "13 every: [one for one in texts if long_enough(one)] -> [one for one in texts]",
    ]


@pytest.mark.parametrize("number", range(7))
def test_a_mutant_is_put_into_the_functions_that_are_there(number: int, tmp_path: Path) -> None:
    file = str(tmp_path / "a.py")
    module = ModuleType("a")
    exec(compile(TEXT, file, "exec", dont_inherit=True), module.__dict__)
    before = _behaviour(module)

    assert patch.put(TEXT, number, file) is (number != 0), "a file's own level has run long ago"
    assert (_behaviour(module) != before) is (number != 0)


def _behaviour(module: ModuleType) -> list[object]:
    found: list[object] = []
    for call in [
        *((module.long_enough, one) for one in ("", "12345678", "123456789", "1234567", "a-b c d e f")),
        (module.every, ["12345678", "1"]),
    ]:
        try:
            found.append(call[0](call[1]))
        except ValueError:
            found.append("refused")
    return found


def test_what_runs_as_a_file_is_imported_needs_a_new_process(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(TEXT, encoding="utf-8")
    script = "import mutate.overlay, a; print(a.LEAST, a.long_enough('12345678'))"
    environment = {
        **os.environ,
        patch.VARIABLE: f"{tmp_path / 'a.py'}:0",
        "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT / "tests")]),
    }

    assert (
        subprocess.run(
            [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
        ).stdout
        == "9 False\n"
    )


def test_every_room_has_sources_and_suites_and_every_mutant_of_a_draw_compiles() -> None:
    for room in ROOMS:
        assert room.sources(), room.name
        assert all((ROOT / "tests" / suite.split("::")[0]).exists() for suite in room.suites), room.name
    for _, mutant in drawn(7, 50, ROOMS):
        text = (ROOT / mutant.path).read_text(encoding="utf-8")
        tree = mutated(text, mutant.number)
        compile(tree, mutant.path, "exec")
        assert ast.dump(tree) != ast.dump(ast.parse(text)), mutant.name


@pytest.mark.slow
def test_of_a_share_most_are_noticed() -> None:
    """What no example notices is printed by `make mutate`; this holds what is reached."""
    run = subprocess.run(
        [sys.executable, "tests/mutate/run.py", "1", "8", "engine"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )

    share = re.search(r"^all +8 +(\d+)", run.stdout, re.MULTILINE)
    assert share, run.stdout + run.stderr
    assert int(share[1]) >= NOTICED, run.stdout


NOTICED = 6
"""A little under what a hundred of this room show: each change of its code draws others."""
