"""The published schemas, held word for word: a change of them is a change for whoever asks. `pytest --update` renews the file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from corpus.driver import Updates
from flowscout.tools.answering import tools
from flowscout.tools.contract import VERSION, Page, schema_of

HELD = Path(__file__).parent / "schemas.json"


def published() -> str:
    every = {
        name: {"arguments": schema_of(tool.arguments), "data": schema_of(tool.data), "codes": list(tool.codes), "first": tool.first}
        for name, tool in tools().items()
    }  # fmt: skip
    return json.dumps({"version": VERSION, "tools": every}, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def test_the_schemas_are_the_published_ones(updates: Updates, pytestconfig: pytest.Config) -> None:
    lines = HELD.read_text(encoding="utf-8").split("\n") if HELD.exists() else []
    actual, expected = "\n".join(lines), published()
    if actual != expected and pytestconfig.getoption("--update"):
        HELD.touch()
        updates.found[HELD, 0, len(lines)] = expected
    else:
        assert actual == expected


def test_eight_are_offered_unasked() -> None:
    assert sum(tool.first for tool in tools().values()) == 8


def test_what_can_be_cut_can_be_gone_on_with() -> None:
    pages = [tool for tool in tools().values() if issubclass(tool.data, Page)]
    assert [tool.name for tool in pages if "cursor" not in tool.arguments.model_fields] == []


@pytest.mark.parametrize("name", tools())
def test_no_argument_is_a_mystery(name: str) -> None:
    """A model chooses by words: whatever is no plain name has some."""
    fields = schema_of(tools()[name].arguments).get("properties", {})
    assert [
        key
        for key, field in fields.items()
        if "description" not in field and key not in ("tests", "limit", "cursor", "line")
    ] == []
