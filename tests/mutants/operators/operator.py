"""What an operator is."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from tree_sitter import Node

from ..syntax import Changes

ADDED = r"^Adds |^Is new|^Now (?!returns|raises)"  # what cannot be true where something was only taken away
GONE = r"^Drops |^Is gone"
ANY = r"."


class Operator(NamedTuple):
    """nodes: kinds of syntax it looks at, blank-separated. change: what it does to one of them, () where nothing is to be done.
    right: of a sentence of the right kind. never: of a sentence that is false whatever the code. neutral: nothing that counts
    has changed."""

    name: str
    nodes: str
    change: Callable[[Node, Random], Changes]
    right: str = ANY
    never: str = r"(?!)"
    neutral: bool = False
    languages: str = "c cpp python"
