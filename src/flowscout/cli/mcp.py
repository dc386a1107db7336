"""Serve the tools to an assistant over the Model Context Protocol, on standard input and output.

  pip install "flowscout[mcp]"
  flowscout mcp                    eight tools
  flowscout mcp --all              all of them

An assistant starts it by itself where its configuration says so: {"mcpServers": {"flowscout": {"command": "flowscout", "args": ["mcp"]}}}.
Everything it offers only reads. docs/tools.md tells of each tool.
"""

from __future__ import annotations

import argparse

from ..errors import UserError
from .shared import target
from .shared.console import Talk


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--all", action="store_true", help="offer every tool, not only the eight that most need")
    target.arguments(parser)


def run(chosen: argparse.Namespace, talk: Talk) -> int:
    try:
        from ..entrypoints.assistant import serve
    except ImportError:
        raise UserError("an MCP server needs the protocol's library", 'pip install "flowscout[mcp]"') from None
    from .shared.desk import OUTSIDE, ToolDesk

    target.look(chosen).snapshot.close()  # what is wrong with the root is said at once
    serve(ToolDesk(lambda: target.look(chosen), talk.progress), chosen.all, OUTSIDE)
    return 0
