"""What `init` writes for assistants that change code, and `uninstall` takes back, as text: the server's entry in `.mcp.json`, and a
section of `AGENTS.md` that says which tool answers what."""

from __future__ import annotations

import json
import re
from typing import Any, Final

from ..model.pattern import regex

SERVERS: Final = ".mcp.json"
NOTES: Final = "AGENTS.md"
SERVER: Final = {"command": "flowscout", "args": ["mcp"]}
_BEGIN, _END = "<!-- begin: written by flowscout init -->", "<!-- end: written by flowscout init -->"
_INDENT: Final = regex(r"\{\r?\n([ \t]+)")
SECTION: Final = f"""\
{_BEGIN}
## Facts about this code

The MCP server `flowscout` answers from the call graph, effects and control flow of the files as they are now. Prefer it to searching:

- before a change: `impact` (who calls it, with lines, which entry points and tests are above) and `tests_for`
- after a change: `what_changed` (what the uncommitted work means, edit by edit, and for the entry points above)
- to learn what a function does: `outline` or `get_summary`, instead of its whole file
- who deletes, writes, sends, raises, locks or returns something: `where_effect`; how one function reaches another: `find_path`

Without the server: `flowscout tool NAME --json '{{…}}'`, `flowscout review --uncommitted`.
{_END}
"""


def with_server(before: str) -> str | None:
    """None where it is not JSON that we would edit."""
    known = _read(before) if before.strip() else {}
    servers = known.setdefault("mcpServers", {}) if known is not None else None
    if known is None or not isinstance(servers, dict):
        return None
    return (
        before if "flowscout" in servers else _written(known | {"mcpServers": {**servers, "flowscout": SERVER}}, before)
    )


def without_server(before: str) -> str:
    """An entry that is no longer as it was written stays."""
    known = _read(before)
    servers = known.get("mcpServers") if known is not None else None
    if known is None or not isinstance(servers, dict) or servers.get("flowscout") != SERVER:
        return before
    left = {name: server for name, server in servers.items() if name != "flowscout"}
    rest = (
        {**known, "mcpServers": left} if left else {key: value for key, value in known.items() if key != "mcpServers"}
    )
    return _written(rest, before) if rest else ""


def with_section(before: str) -> str:
    kept = without_section(before)
    return kept + ("" if not kept else "\n" if kept.endswith("\n") else "\n\n") + SECTION


def without_section(text: str) -> str:
    return re.sub(rf"(?ms)^\n?{_BEGIN}$.*?^{_END}$\n?", "", text)


def _read(text: str) -> dict[str, Any] | None:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _written(found: dict[str, Any], before: str) -> str:
    """Indented as it was."""
    indent = _INDENT.match(before.lstrip("\ufeff"))
    return json.dumps(found, indent=indent[1] if indent else 2, ensure_ascii=False) + "\n"
