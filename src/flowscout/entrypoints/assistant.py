"""The tools as a server of the Model Context Protocol, over standard input and output: the door for assistants.

What is offered are the tools themselves: their schemas, their answers, their limits. All of them only read. Charts are
resources too, `flowscout://chart/NAME`. One question is answered at a time, each over the code as it is at that moment.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final
from urllib.parse import unquote

import anyio
import mcp_types as types
from anyio import CapacityLimiter, to_thread
from mcp import MCPError
from mcp.server import Server
from mcp.server.stdio import stdio_server

from .. import __version__
from ..tools.answering import Answer, failed, told, tools, unknown
from ..tools.contract import INTERNAL_ERROR, INVALID_PARAMETERS, Failed, Tool, schema_of

CHART: Final = "flowscout://chart/"
INSTRUCTIONS: Final = (
    "Facts about this repository's code, read from its call graph, effects and control flow; nothing is guessed by a model. Before a change ask `impact` (who"
    " calls it, as written) and `tests_for`; `find_callers_of_function` where the chains of calls matter. To learn what a function does ask `outline` (its steps) or"
    " `get_summary` (its contract) instead of reading its file; `where_effect` for who deletes, writes, sends, raises or returns something. After editing ask"
    " `what_changed`; of a failed build's log ask `root_cause`. A name that several functions have is answered by their ids: ask again with one. Edges are exact, may or"
    " possible (guessed by name). Every answer names the snapshot it is about and follows the files on disk."
)
Ask = Callable[[Tool, object], Answer]


def serve(ask: Ask, every: bool, errors: tuple[type[Exception], ...]) -> None:
    """ask: a tool, of the code as it is now. every: all tools are offered, not only the first ones. errors: those of
    the outside that are an answer and not our end."""
    offered = {name: tool for name, tool in tools().items() if every or tool.first}
    anyio.run(_served, _server(offered, lambda tool, raw: _answered(ask, tool, raw, errors)))


def _answered(ask: Ask, tool: Tool, raw: object, errors: tuple[type[Exception], ...]) -> Answer:
    try:
        return ask(tool, raw)
    except errors as error:
        return failed(tool.name, Failed(INTERNAL_ERROR, str(error)))


async def _served(server: Server[Any]) -> None:
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


def _server(offered: Mapping[str, Tool], ask: Callable[[Tool, object], Answer]) -> Server[Any]:
    one_at_a_time = CapacityLimiter(1)

    async def asked(tool: Tool, raw: object) -> Answer:
        return await to_thread.run_sync(ask, tool, raw, limiter=one_at_a_time)

    async def list_tools(context: Any, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_tool(tool) for tool in offered.values()])

    async def call_tool(context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        tool = offered.get(params.name)
        made = (
            await asked(tool, params.arguments or {})
            if tool
            else failed(params.name[:80], Failed(INVALID_PARAMETERS, _not_offered(params.name)))
        )
        return _result(made)

    async def list_templates(
        context: Any, params: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        return types.ListResourceTemplatesResult(
            resource_templates=[
                types.ResourceTemplate(
                    name="chart",
                    uri_template=f"{CHART}{{name}}",
                    mime_type="text/vnd.mermaid",
                    description="The flowchart of a function, by its name or id, as Mermaid",
                )
            ]
        )

    async def list_resources(context: Any, params: types.PaginatedRequestParams | None) -> types.ListResourcesResult:
        return types.ListResourcesResult(resources=[])

    async def read_resource(context: Any, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        if not params.uri.startswith(CHART):
            raise MCPError(types.INVALID_PARAMS, f"a chart is {CHART}NAME")
        made = await asked(tools()["get_flowchart"], {"name": unquote(params.uri.removeprefix(CHART))})
        if not made["success"]:
            raise MCPError(types.INVALID_PARAMS, made["error"]["message"])
        documents = made["data"]["mermaid"]
        return types.ReadResourceResult(
            contents=[
                types.TextResourceContents(uri=params.uri, mime_type="text/vnd.mermaid", text=text)
                for text in documents
            ]
        )

    return Server(
        "flowscout",
        version=__version__,
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resource_templates=list_templates,
        on_list_resources=list_resources,
        on_read_resource=read_resource,
    )


def _not_offered(name: str) -> str:
    return (
        f"{name} is not among the tools that are offered here; `flowscout mcp --all` offers it"
        if name in tools()
        else unknown(name)
    )


def _tool(tool: Tool) -> types.Tool:
    return types.Tool(
        name=tool.name,
        description=told(tool.name),
        input_schema=schema_of(tool.arguments),
        output_schema=envelope(tool),
        annotations=types.ToolAnnotations(
            read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
        ),
    )


def envelope(tool: Tool) -> dict[str, Any]:
    """The schema of a whole answer."""
    data = schema_of(tool.data)
    parts = data.pop("$defs", {})
    text = {"type": "string"}
    error = {"type": "object", "properties": {"code": text, "message": text}, "required": ["code", "message"]}
    shape = {
        "type": "object",
        "properties": {"success": {"type": "boolean"}, "data": data, "error": error},
        "required": ["success"],
    }
    return shape | ({"$defs": parts} if parts else {})


def _result(made: Answer) -> types.CallToolResult:
    text = json.dumps(made, ensure_ascii=False, separators=(",", ":"))
    return types.CallToolResult(
        content=[types.TextContent(type="text", text=text)], structured_content=made, is_error=not made["success"]
    )
