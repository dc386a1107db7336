"""What another process draws of a case: one with another seed of the hashes, which takes the files the other way round.

It is started once, and answers one case after the other; run as a program, this is that process.
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

from .driver import cases

SEEDS = ("1", "4000000000")
HERE = Path(__file__).parent


class Elsewhere:
    def __init__(self) -> None:
        seed = SEEDS[os.environ.get("PYTHONHASHSEED") == SEEDS[0]]
        path = os.pathsep.join([str(HERE.parent), str(HERE.parents[1] / "src")])
        self.process = subprocess.Popen(
            [sys.executable, "-m", "corpus.elsewhere"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path},
        )
        atexit.register(self.process.communicate)  # its input ends, and so does it

    def ask(self, name: str, language: str) -> list[str]:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps([name, language]).encode() + b"\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        assert answer, f"the other process ended over {name}"
        return list(json.loads(answer))


@cache
def _process() -> Elsewhere:
    return Elsewhere()


def everything(name: str, language: str) -> list[str]:
    """All that is drawn and said of a case, sorted."""
    return _process().ask(name, language)


def main() -> None:
    from . import laws, notation  # which read this

    by_name = {case.name: case for case in cases()}
    for row in sys.stdin.buffer:
        name, language = json.loads(row)
        case = by_name[name]
        built = notation.made(tuple(reversed(case.variant(language))), case.semantics)
        sys.stdout.buffer.write(json.dumps(sorted(laws.everything(built))).encode() + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
