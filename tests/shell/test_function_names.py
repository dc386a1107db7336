"""What a person writes, and the function that is meant."""

from __future__ import annotations

import pytest

from flowscout.errors import AmbiguousName
from flowscout.frontends.treesitter import parse
from flowscout.model.settings import Settings
from flowscout.pipeline import assemble
from flowscout.tasks.names import find

SOURCE = b"""import typing as t

class Signer:
    @t.overload
    def unsign(self, value, timed: t.Literal[False]): ...
    @t.overload
    def unsign(self, value, timed: t.Literal[True]): ...
    def unsign(self, value, timed=False):
        return value

class Loads(t.Protocol):
    @t.overload
    def load(self, text: str): ...
    @t.overload
    def load(self, text: bytes): ...
"""


def test_of_overloads_the_one_that_runs_is_meant() -> None:
    project = assemble({"a.py": parse(SOURCE, "python")}, lambda path: SOURCE, Settings())

    assert find(project.functions, "Signer.unsign").facts.line == 8
    assert {find(project.functions, f"Signer.unsign~{n}").facts.line for n in (1, 2, 3)} == {5, 7, 8}, (
        "each can be asked for"
    )
    with pytest.raises(AmbiguousName):
        find(project.functions, "Loads.load")
