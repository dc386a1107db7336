"""Ask one tool: the functions that assistants get, with the same answers.

  flowscout tool                                      lists them
  flowscout tool impact --json '{"name": "Session.send"}'
  flowscout tool root_cause --json - < arguments.json
  flowscout tool impact --schema                      the JSON Schema of its arguments and its data

The answer is one JSON object: `success`, then `data` or `error` with a code, and the snapshot that was looked at. The exit code is 1
where it did not succeed. docs/tools.md tells of each.
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING

from ..errors import UnknownName, UserError
from .shared import target
from .shared.console import Talk

if TYPE_CHECKING:
    from ..tools.contract import Tool

LARGEST = 16_000_000  # characters of arguments


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", default="", metavar="NAME", help="of the tool; without one they are listed")
    parser.add_argument(
        "--json",
        default="{}",
        metavar="ARGUMENTS",
        help="its arguments as a JSON object; - reads them from standard input",
    )
    parser.add_argument("--schema", action="store_true", help="print the JSON Schema of its arguments and of its data")
    target.arguments(parser)


def run(chosen: argparse.Namespace, talk: Talk) -> int:
    from .. import shelf
    from ..tools.answering import SHELF, purpose, unknown
    from ..tools.contract import schema_of
    from .shared.desk import ToolDesk

    known = shelf.names(SHELF)
    if not chosen.name:
        print("\n".join(f"{name:<26}{purpose(name)}" for name in known))
        return 0
    if chosen.name not in known:
        raise UnknownName(unknown(chosen.name), "`flowscout tool` lists them")
    tool: Tool = shelf.load(SHELF, chosen.name)
    if chosen.schema:
        print(
            json.dumps(
                {"arguments": schema_of(tool.arguments), "data": schema_of(tool.data)},
                indent=2,
                sort_keys=True,
                ensure_ascii=False,
            )
        )
        return 0
    asked = _parsed(sys.stdin.read(LARGEST) if chosen.json == "-" else chosen.json)
    made = ToolDesk(lambda: target.look(chosen), talk.progress)(tool, asked)
    print(json.dumps(made, indent=2, ensure_ascii=False))
    return 0 if made["success"] else 1


def _parsed(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UserError(
            f"the arguments are no JSON: {error}", """flowscout tool NAME --json '{"name": "…"}'"""
        ) from None
