"""requests, as pip carries it, and a scripted provider: what is asked follows what changed, and a failure anywhere costs words only."""

from __future__ import annotations

import importlib.util
import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from flowscout.agents.wording import held, wording
from flowscout.frontends.treesitter import parse
from flowscout.llm import provider as why
from flowscout.llm.access import SHELF
from flowscout.llm.budget import Budget, Caps
from flowscout.llm.provider import Access, Failure, Provider, Request
from flowscout.llm.session import Session
from flowscout.model.settings import Settings
from flowscout.model.worded import WordedEntry
from flowscout.pipeline import Project, assemble
from flowscout.shelf import load
from flowscout.tasks.selection import ranked, select
from flowscout.tasks.worded import filled
from llm.scripted import Memory, Scripted, session
from llm.server import Server, Step

PIP = importlib.util.find_spec("pip")
HERE = (
    Path(PIP.submodule_search_locations[0]) / "_vendor" / "requests"
    if PIP and PIP.submodule_search_locations
    else Path("/nonexistent")
)
pytestmark = pytest.mark.skipif(not HERE.is_dir(), reason="this pip carries no requests")


def sources(**edits: tuple[str, str]) -> dict[str, bytes]:
    """As pip carries them, of whichever version; an edit adds its text behind what its expression finds."""
    found = {f"requests/{path.name}": path.read_text(encoding="utf-8") for path in sorted(HERE.glob("*.py"))}
    for name, (before, after) in edits.items():
        path = f"requests/{name}.py"
        found[path], done = re.subn(before, lambda line, after=after: line[0] + after, found[path], count=1)
        assert done
    return {path: text.encode() for path, text in found.items()}


def project_of(data: Mapping[str, bytes]) -> Project:
    return assemble({path: parse(text, "python") for path, text in data.items()}, data.__getitem__, Settings())


def charted(project: Project) -> tuple[str, ...]:
    return select(ranked(project), project.settings).chosen


def honest(request: Request) -> str:
    return request.rule


def fill(
    project: Project, line: Session, entries: Mapping[str, WordedEntry] | None = None, most: int | None = None
) -> Mapping[str, WordedEntry]:
    """most: functions that are asked about, the weightiest first."""
    return filled(project, entries or {}, charted(project)[:most], line, lambda done, total, what: None).entries  # type: ignore[arg-type]


def asked_about(client: Scripted) -> set[str]:
    data = [json.loads(request.user.split("\n", 1)[1].split("\n</data", 1)[0]) for request in client.asked]
    return {each["function"] for row in data for each in row.get("functions", [row])}


@pytest.fixture(scope="module")
def before() -> Project:
    return project_of(sources())


@pytest.fixture(scope="module")
def known(before: Project) -> tuple[Memory, Mapping[str, WordedEntry]]:
    memory = Memory()
    line, _ = session(honest, memory)
    return memory, fill(before, line)


def test_every_charted_function_is_asked_about_once_and_a_second_run_asks_nothing(
    before: Project, known: tuple[Memory, Mapping[str, WordedEntry]]
) -> None:
    memory, entries = known
    assert set(entries) == set(charted(before))
    for held_words in (entries, {}):  # the file is there; the file is gone, but answers are remembered
        line, client = session(honest, memory)
        assert fill(before, line, held_words) == entries
        assert client.asked == []


def test_an_edit_of_a_comment_asks_nothing(known: tuple[Memory, Mapping[str, WordedEntry]]) -> None:
    memory, entries = known
    after = project_of(
        sources(
            sessions=(
                "        # Set defaults that the hooks can utilize",
                "\n        # Somebody wrote another comment",
            )
        )
    )
    line, client = session(honest, memory)
    assert fill(after, line, entries) == entries
    assert client.asked == []


EDITS = {
    "a leaf": {"utils": (r"def guess_filename\(obj.*\n", "    if obj is None:\n        return None\n")},
    "an effect deep below": {"adapters": (r"        self\.poolmanager\.clear\(\)\n", "        os.remove('pool')\n")},
    "the middle": {"sessions": (r"        if isinstance\(request, Request\):\n", "            os.remove('pool')\n")},
}  # fmt: skip


@pytest.mark.parametrize("edit", EDITS)
def test_an_edit_of_a_body_asks_exactly_about_the_functions_whose_rule_made_digest_changed(
    edit: str, before: Project, known: tuple[Memory, Mapping[str, WordedEntry]]
) -> None:
    memory, entries = known
    after = project_of(sources(**EDITS[edit]))
    changed = {
        id_ for id_ in charted(after) if id_ not in entries or wording(after, id_, "medium").rule != entries[id_].rule
    }
    line, client = session(honest, Memory(memory))
    fill(after, line, entries)
    assert asked_about(client) <= {
        each["function"] for id_ in changed for data in [wording(after, id_, "medium").summary.question.data] for each in data.get("functions", [data])
    }  # fmt: skip
    assert 0 < len(changed) < len(entries) / 2
    assert len(client.asked) <= sum(len(wording(after, id_, "medium").questions()) for id_ in changed)
    again, silent = session(honest, Memory(memory))
    fill(before, again, entries)
    assert silent.asked == []


FAILURES: dict[str, Any] = {
    kind: Failure(kind, "scripted") for kind in (why.RATE, why.OVERLOADED, why.CONNECTION, why.PROTOCOL, why.AUTH, why.REFUSAL, why.CUT)
} | {"prose": "Sorry, no."}  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "after"),
    [*((kind, 9) for kind in FAILURES), (why.RATE, 0), ("prose", 1), (why.RATE, 60)],
)
def test_a_server_that_fails_from_any_point_on_leaves_complete_words(
    kind: str, after: int, before: Project, known: tuple[Memory, Mapping[str, WordedEntry]]
) -> None:
    client = Scripted(honest)

    def says(request: Request) -> Any:
        return honest(request) if len(client.asked) <= after else FAILURES[kind]

    client.says = says
    line, _ = session(client)
    entries = fill(before, line, most=40)
    assert {id_: known[1][id_].rule for id_ in entries} == {id_: entry.rule for id_, entry in entries.items()}
    assert len(entries) <= after or kind == "prose"
    assert all(held(wording(before, id_, "medium"), entry) is None for id_, entry in list(entries.items())[:5]), (
        "rule-made words are nobody's"
    )
    if kind in (why.RATE, why.OVERLOADED, why.CONNECTION, why.PROTOCOL, why.AUTH):
        assert len(client.asked) <= after + 3 * 3 + 2 * 4, "the circuit opens: the rest of the run asks nothing"


def through(name: str, server: Server) -> Callable[[int], Session]:
    provider: Provider = load(SHELF, name)

    def opened(limit: int) -> Session:
        access = Access(name, "m", server.url, "key-for-tests", context=65_536, in_flight=limit)
        return Session(access, provider.open(access), Budget(Caps(calls=130), (0, 0)))

    return opened


@pytest.mark.parametrize("name", ["ollama", "anthropic"])
def test_calls_in_flight_are_never_above_the_limit(
    name: str, before: Project, known: tuple[Memory, Mapping[str, WordedEntry]]
) -> None:
    with Server(lambda asked: Step("{}", delay=0.005)) as server:
        line = through(name, server)(3)
        fill(before, line)
        assert 1 < server.most <= 3
        assert len(server.seen) > 100
