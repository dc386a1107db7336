"""docs/tools.md, made from the tools' own models and from what they say of a small shop."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from flowscout.tools.answering import answer, purpose, told, tools
from flowscout.tools.contract import COMMON, Tool, schema_of
from flowscout.tools.desk import Desk
from tools.shop import ASKED, desk, remembered

HEAD = """\
# Tools

Made from the code: `pytest --update` renews this page.

Questions about a repository with a contract: arguments are validated, and the answer is one JSON object.
It carries `success`, then `data`, or `error` with a `code` and a `message`, and the `snapshot` that was looked at: its commit, and the files that differ from it.
The index is brought up to date before each answer; the answer itself has 2 seconds.
A list that is cut says `total`, `truncated` and the `cursor` to go on with.
Edges of the call graph are `exact`, `may` (one of a complete set of targets) or `possible` (guessed by name, or passed on by name).
Nothing is written, run or fetched; secrets are taken out of every answer.

```sh
flowscout tool                                        # lists them
flowscout tool impact --json '{"name": "Session.send"}'
flowscout tool impact --schema                        # of its arguments and its data
flowscout mcp                                         # for assistants, over the Model Context Protocol
```
"""


def tools_page(memory: Path) -> str:
    remembered(memory)
    here = desk(memory=memory)
    rows = [HEAD, f"Every tool can fail with {_codes(COMMON)}.", "", "| tool | what it gives |", "|---|---|"]
    rows += [f"| [`{name}`](#{name}) | {purpose(name)} |" for name in tools()]
    for name, tool in tools().items():
        rows += ["", f"## {name}", "", told(name), "", *_arguments(tool)]
        rows += [f"It can also fail with {_codes(tool.codes)}.", ""] if tool.codes else []
        rows += _sample(name, tool, here)
    return "\n".join(rows) + "\n"


def _codes(codes: tuple[str, ...]) -> str:
    return ", ".join(f"`{code}`" for code in codes)


def _arguments(tool: Tool) -> list[str]:
    schema = schema_of(tool.arguments)
    rows = [
        f"| `{key}` | {_kind(field)} | {_default(key, field, schema)} | {field.get('description', '').replace('|', chr(92) + '|')} |"
        for key, field in schema.get("properties", {}).items()
    ]
    return (
        ["| argument | type | default | meaning |", "|---|---|---|---|", *rows, ""]
        if rows
        else ["It takes no arguments.", ""]
    )


def _kind(field: dict[str, Any]) -> str:
    if "enum" in field:
        return " \\| ".join(f"`{value}`" for value in field["enum"])
    known = next((one for one in field.get("anyOf", ()) if one.get("type") != "null"), field)
    bounds = [str(known[key]) for key in ("minimum", "maximum") if key in known]
    inner = f" of {_kind(known['items'])}" if "items" in known else ""
    return f"{known.get('type', '')}{inner}" + (f" {bounds[0]}–{bounds[1]}" if len(bounds) == 2 else "")


def _default(key: str, field: dict[str, Any], schema: dict[str, Any]) -> str:
    return "required" if key in schema.get("required", ()) else f"`{json.dumps(field.get('default'))}`"


def _sample(name: str, tool: Tool, here: Desk) -> Iterator[str]:
    made = answer(tool, ASKED[name], here, 60)
    yield from ["```json", json.dumps(ASKED[name], ensure_ascii=False), "```", "", "```json"]
    yield from [json.dumps(made["data"] if made["success"] else made["error"], ensure_ascii=False, indent=1), "```"]
