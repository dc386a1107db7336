"""Our graphs beside CPython's: the oracle programs, on what every machine has. They speak of CPython 3.11."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import pytest

SAMPLE = """
import contextlib


class Swallow:
    def __enter__(self): return self

    def __exit__(self, kind, error, trace): return kind is KeyError


def leave(how):
    for n in range(3):
        try:
            if how == "break":
                break
            if how == "continue":
                continue
            if how == "return":
                return n
            if how == "raise":
                raise ValueError(how)
        finally:
            n += 1
    else:
        n = -1
    return n


def nested(how):
    try:
        try:
            {}[how]
        except KeyError as error:
            if how == "other":
                raise ValueError from error
            raise
        else:
            n = 0
        finally:
            n = 1
    except (ValueError, TypeError):
        n = 2
    except KeyError:
        n = 3
    return n


def managed(how):
    with Swallow(), contextlib.suppress(ValueError):
        if how == "key":
            raise KeyError
        if how == "value":
            raise ValueError
        return 1
    return 2


def matched(what):
    match what:
        case 1 | 2 if what > 1:
            n = 1
        case [first, *rest]:
            n = first
        case {"a": n}:
            pass
        case _:
            n = 0
    while n > 0:
        n -= 1
        if n == 5:
            break
    else:
        n = 7
    return n if n and n > 2 else None


for how in ("break", "continue", "return", "raise", "none", "key", "value", "other"):
    with contextlib.suppress(ValueError):
        leave(how)
    nested(how)
    managed(how)
for what in (1, 2, [1, 2], {"a": 6}, "x"):
    matched(what)
"""

if sys.version_info[:2] == (3, 11):
    from oracles.cpython_decisions import ours, theirs

    @pytest.mark.parametrize(
        "module",
        [
            "argparse",
            "ast",
            "asyncio.base_events",
            "configparser",
            "dataclasses",
            "difflib",
            "inspect",
            "ssl",
            "subprocess",
            "tarfile",
            "typing",
            "zipfile",
        ],
    )
    def test_decisions_are_cpythons_on_the_standard_library(module: str) -> None:
        spec = importlib.util.find_spec(module)
        assert spec is not None
        assert spec.origin
        source = Path(spec.origin).read_bytes()
        found = ours(source)
        assert {line: found[line][0] for line in theirs(source)} == theirs(source)

    def test_every_executed_arc_is_a_path(tmp_path: Path) -> None:
        sample, data = tmp_path / "sample.py", tmp_path / "data"
        sample.write_text(SAMPLE, encoding="utf-8")
        run = [sys.executable, "-m", "coverage", "run", "--branch", f"--data-file={data}", str(sample)]
        subprocess.run(run, cwd=tmp_path, check=True)
        oracle = Path(__file__).parent.parent / "oracles" / "executed_arcs.py"
        source = str(Path(__file__).parent.parent.parent / "src")
        answer = subprocess.run(
            [sys.executable, str(oracle), str(data), str(tmp_path)],
            check=True,
            capture_output=True,
            text=True,
            env={"PYTHONPATH": source, "PATH": ""},
        ).stdout
        numbers = json.loads(answer.splitlines()[-1])
        assert "missing" not in numbers, answer
        assert numbers["holds"] > 60
