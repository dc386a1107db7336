"""What an operator is."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from tree_sitter import Node

from ..syntax import Changes

ADDED = (
    r"^Adds |^Now |[Ii]s new|is now (?:checked|awaited|kept)"  # what cannot be true where something was only taken away
)
GONE = r"^Drops |[Ii]s gone|^No longer"  # what cannot be true where a value was put for another
SAME = r"(?<!when )(?<!where )(?<!unless )`([^`]+)`(?:,| is)? no longer (?:\w+ )?`\1`|`([^`]+)` (?:was|is now|where it returned) `\2`"  # says nothing
LOST = r"^Drops |no longer depends?\b|no longer checked|[Nn]o longer (?:returns|raises|breaks|goes on|throws)"  # what cannot be true where all is asked as before
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
