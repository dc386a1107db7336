"""What a person writes, and the function that is meant."""

from __future__ import annotations

import pytest

from flowscout.errors import AmbiguousName, UnknownName
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


@pytest.mark.parametrize(
    "asked", ["shop/till.py::pay", "shop/till.py:pay", "till.py:pay", "shop.till.pay", "shop.till:pay", "till.pay"]
)
def test_a_file_or_a_module_says_which_one(asked: str) -> None:
    source = b"def pay(due):\n    return due\n"
    files = {"shop/till.py": parse(source, "python"), "bank/desk.py": parse(source, "python")}

    assert find(assemble(files, lambda path: source, Settings()).functions, asked).path == "shop/till.py"


def test_a_package_is_asked_by_its_folder_and_a_class_before_a_module() -> None:
    source = b"class till:\n    def pay(self):\n        return 1\n\ndef pay(due):\n    return due\n"
    files = {"shop/till/__init__.py": parse(source, "python"), "till.py": parse(source, "python")}
    functions = assemble(files, lambda path: source, Settings()).functions

    assert find(functions, "shop.till:pay").id.startswith("shop/till/__init__.py::pay")
    with pytest.raises(AmbiguousName):
        find(functions, "till.pay")


@pytest.mark.parametrize(
    ("asked", "hint"),
    [
        ("Signer", "that is a class or a namespace; ask for one of its functions: Signer.sign, Signer.unsign"),
        ("till.py", "that is a file; ask for one of its functions: Signer.sign, Signer.unsign, pay"),
        ("till.py:Signer", "that is a class or a namespace; ask for one of its functions: Signer.sign, Signer.unsign"),
        ("bank.py:Signer", "did you mean Signer.sign?"),
        ("Signet", "did you mean Signer.sign, Signer.unsign?"),
    ],
)
def test_of_a_class_or_a_file_the_functions_are_named(asked: str, hint: str) -> None:
    source = b"class Signer:\n    def sign(self): ...\n    def unsign(self): ...\n\ndef pay(due): ...\n"
    functions = assemble({"shop/till.py": parse(source, "python")}, lambda path: source, Settings()).functions

    with pytest.raises(UnknownName) as told:
        find(functions, asked)
    assert told.value.hint == hint
