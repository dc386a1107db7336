"""What the GitHub Action runs: reads the event and the inputs from the environment, does what the event asks for, publishes.

Its inputs, outputs and workflows are in docs/action.md.
"""

from __future__ import annotations

import argparse
import os
import sys

from ..entrypoints.action.act import act
from .shared.console import Talk


def arguments(parser: argparse.ArgumentParser) -> None:
    pass


def run(chosen: argparse.Namespace, talk: Talk) -> int:
    return act(os.environ, sys.stdout)
