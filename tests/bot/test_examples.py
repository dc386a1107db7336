"""A comment and what is answered, an event and what it is taken for: `comments.md`, `events.md`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from corpus.driver import Case, Output, Updates, read
from flowscout.bot.event import read as seen
from flowscout.model.event import EventContext

from .counter import answered

HERE = Path(__file__).parent
COMMENTS, EVENTS = read(HERE / "comments.md"), read(HERE / "events.md")


@pytest.mark.parametrize("case", COMMENTS, ids=lambda case: case.headings[-1])
def test_a_comment_is_answered(case: Case, updates: Updates, pytestconfig: pytest.Config) -> None:
    given = {"comment": "", "model": ""}
    found = []
    for output in case.outputs:
        if output.kind in given:
            given[output.kind] = output.text
        else:
            found.append((output, answered(case, given["comment"], given["model"])))
    _hold(case, found, updates, pytestconfig)


@pytest.mark.parametrize("case", EVENTS, ids=lambda case: case.headings[-1])
def test_an_event_is_taken_for_something_to_do(case: Case, updates: Updates, pytestconfig: pytest.Config) -> None:
    payload: Output | None = None
    found = []
    for output in case.outputs:
        if output.kind == "json":
            payload = output
        elif payload:
            environment = {name: value for name, value in case.options.items() if name.isupper()}
            context = seen(json.loads(payload.text), {"GITHUB_EVENT_NAME": payload.draw, **environment})
            found.append((output, "\n".join(_said(context))))
    _hold(case, found, updates, pytestconfig)


def _hold(case: Case, found: list[tuple[Output, str]], updates: Updates, config: pytest.Config) -> None:
    assert found, "an example says what comes of it"
    assert case.prose
    if config.getoption("--update"):
        for output, actual in found:
            updates.add(output, actual)
    else:
        assert [output.text for output, _ in found] == [actual for _, actual in found]


def _said(context: EventContext) -> Iterator[str]:
    """Each field that holds something else than nothing, those of a comment and a run behind their name."""
    fields: dict[str, Any] = context._asdict()
    inner = {name: value._asdict() for name in ("comment", "run") if (value := fields.pop(name))}
    yield from _filled(
        "",
        fields,
        {
            **EventContext._field_defaults,
            **dict.fromkeys(("event", "action", "repository", "default_branch", "actor", "why"), ""),
            "actor_is_bot": False,
        },
    )
    for name, values in inner.items():
        yield from _filled(f"{name}.", values, {})


def _filled(prefix: str, fields: dict[str, Any], usual: dict[str, Any]) -> Iterator[str]:
    for name, value in fields.items():
        if value != usual.get(name, type(value)()):
            yield f"{prefix}{name}: {_written(value)}"


def _written(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
