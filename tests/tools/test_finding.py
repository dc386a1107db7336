"""What a name means to a tool."""

from __future__ import annotations

from flowscout.frontends.treesitter import parse
from flowscout.model.settings import Settings
from flowscout.pipeline import assemble
from flowscout.tools.contract import Failed
from flowscout.tools.desk import Desk
from flowscout.tools.finding import function
from tools.shop import SUFFIXES, desk


def bench(files: dict[str, bytes]) -> Desk:
    read = {path: parse(data, SUFFIXES[".py"]) for path, data in files.items()}
    return desk(files)._replace(project=assemble(read, lambda path: files[path], Settings()))


CODE = b"def weigh(what):\n    return scale(what)\n"
STUB = b"def weigh(what: str) -> int: ...\n"


def test_a_function_and_its_stub_are_one_function() -> None:
    market = bench({"market/stall.py": CODE, "market/stall.pyi": STUB, "market/__init__.pyi": STUB})
    found = function(market, "weigh")
    assert not isinstance(found, Failed)
    assert found.path == "market/stall.py"


def test_a_stub_of_what_stands_elsewhere_is_another_function() -> None:
    found = function(bench({"market/stall.py": CODE, "types/other.pyi": STUB}), "weigh")
    assert isinstance(found, Failed)


def test_a_stub_alone_is_what_is_asked_for() -> None:
    found = function(bench({"market/stall.pyi": STUB, "market/door.py": b""}), "weigh")
    assert not isinstance(found, Failed)
