"""What pre-commit runs: judge the index, write what is stale, and say how to stage it.

Exit 0 when the documents are in step or nothing is configured, 1 when they were stale. --check writes nothing.
"""

from __future__ import annotations

import argparse

from ..entrypoints.hook import Asked, hook
from .talk import Talk


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--check", action="store_true", help="write nothing")
    parser.add_argument("--pushed", action="store_true", help="judge the commits that `git push` names on stdin")


def run(chosen: argparse.Namespace, talk: Talk) -> int:
    return hook(Asked(chosen.root, chosen.check or chosen.pushed, chosen.pushed, talk.warn))
