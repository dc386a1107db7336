"""`flowscout mcp`, asked by the protocol's own client over the pipes of a real process."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio
import pytest

from flowscout import shelf
from flowscout.tools.answering import SHELF, tools
from flowscout.tools.contract import schema_of
from late import Late
from shell.repositories import Repo, environment
from tools.shop import FILES

if TYPE_CHECKING:
    from mcp import ClientSession

mcp = Late("mcp")


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    made = Repo(tmp_path / "shop")
    for path, data in FILES.items():
        file = made.path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    made.git("add", ".")
    made.git("commit", "-qm", "one")
    return made


@asynccontextmanager
async def client(repo: Repo, *options: str) -> AsyncIterator[ClientSession]:
    started = mcp.StdioServerParameters(
        command=sys.executable, args=["-m", "flowscout", "mcp", *options], cwd=repo.path, env=environment(None)
    )
    async with mcp.stdio_client(started) as (incoming, outgoing), mcp.ClientSession(incoming, outgoing) as session:
        await session.initialize()
        yield session


def told(repo: Repo, talk: Callable[[ClientSession], Awaitable[Any]], *options: str) -> Any:
    async def run() -> Any:
        with anyio.fail_after(120):
            async with client(repo, *options) as session:
                return await talk(session)

    return anyio.run(run)


def test_eight_tools_are_offered_and_all_on_demand(repo: Repo) -> None:
    async def listed(session: ClientSession) -> Any:
        return (await session.list_tools()).tools

    few = told(repo, listed)
    assert {tool.name for tool in few} == {name for name, tool in tools().items() if tool.first}
    assert len(few) == 8
    for tool in few:
        assert tool.annotations.read_only_hint is True
        assert tool.annotations.destructive_hint is False
        assert tool.input_schema == schema_of(tools()[tool.name].arguments)
        assert tool.description
    assert [tool.name for tool in told(repo, listed, "--all")] == list(shelf.names(SHELF))


def test_an_answer_is_the_command_lines_and_follows_the_files(repo: Repo) -> None:
    async def talk(session: ClientSession) -> Any:
        first = await session.call_tool("impact", {"name": "sweep"})
        (repo.path / "shop" / "more.py").write_text("from .store import sweep\n\n\ndef more():\n    sweep([])\n")
        return first, await session.call_tool("impact", {"name": "sweep"})

    first, second = told(repo, talk)
    assert not first.is_error
    assert json.loads(first.content[0].text) == first.structured_content
    assert first.structured_content["snapshot"]["differs"] == []
    assert [row["caller"] for row in second.structured_content["data"]["callSites"]] == ["main", "more", "test_sweep"]
    assert second.structured_content["snapshot"]["differs"] == ["shop/more.py"]
    assert json.loads(repo.flowscout("tool", "impact", "--json", '{"name": "sweep"}').out) == second.structured_content


def test_what_is_wrong_is_an_answer_and_the_server_stays(repo: Repo) -> None:
    async def talk(session: ClientSession) -> Any:
        wrong = [
            await session.call_tool("impact", {"nme": "sweep"}),
            await session.call_tool("impact", {"name": "nobody"}),
            await session.call_tool("delete_everything", {}),
            await session.call_tool("root_cause", {"path": "../../etc/passwd"}),
            await session.call_tool("find_path", {"start": "main", "goal": "drop"}),
        ]
        return wrong, await session.call_tool("outline", {"name": "sweep"})

    wrong, right = told(repo, talk)
    assert [made.is_error for made in wrong] == [True] * 5
    assert [made.structured_content["error"]["code"] for made in wrong] == [
        "INVALID_PARAMETERS",
        "FUNCTION_NOT_FOUND",
        "INVALID_PARAMETERS",
        "FILE_NOT_FOUND",
        "INVALID_PARAMETERS",
    ]
    assert "flowscout mcp --all" in wrong[4].structured_content["error"]["message"]
    assert right.structured_content["success"]


def test_a_chart_is_a_resource(repo: Repo) -> None:
    async def talk(session: ClientSession) -> Any:
        templates = await session.list_resource_templates()
        chart = await session.read_resource("flowscout://chart/shop%2Fstore.py%3A%3Asweep")
        with pytest.raises(mcp.MCPError, match="there is no function"):
            await session.read_resource("flowscout://chart/nobody")
        return templates.resource_templates, chart.contents

    templates, contents = told(repo, talk)
    assert [one.uri_template for one in templates] == ["flowscout://chart/{name}"]
    assert "flowchart TD" in contents[0].text
    assert contents[0].mime_type == "text/vnd.mermaid"


def test_no_other_verb_imports_the_protocol(repo: Repo) -> None:
    code = "import sys; from flowscout.__main__ import main; main(['tool', 'impact', '--json', '{\"name\": \"sweep\"}']); print('mcp' in sys.modules, file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=repo.path, env=environment(None), capture_output=True, text=True, check=True
    )
    assert done.stderr.strip().endswith("False")
