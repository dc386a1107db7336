"""What `init` writes and `uninstall` takes back, as text: each file before and after."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from hashlib import sha256
from typing import Final

from ..model.pattern import regex
from ..model.record import NamedTuple

BEGIN: Final = "# flowscout: begin"
END: Final = "# flowscout: end"
REPOSITORY: Final = "https://github.com/flowscout/flowscout"
DRIVER: Final = "merge.flowscout"
TASKS: Final = ".vscode/tasks.json"
_PIN: Final = regex(r"@[0-9a-f]{40}[^\n]*")
_HEADER: Final = regex(r"# Written by flowscout init, digest ([0-9a-f]{16}); [^\n]*\n")

CONFIGURATION = """\
# flowscout: which code is charted, and where the charts go. Every key: `flowscout doctor --keys`, or docs/configuration.md
# of flowscout. Without `charts`, what a maintainer would explain is drawn: what the project gives away, and what carries it.

# include = ["src/"]
# exclude = ["third_party/"]
# charts = ["main", "src/server.cc::Handle*"]
# detail = "medium"

[docs]
folder = "{docs}"
"""


class Pin(NamedTuple):
    """Which flowscout a repository is given. commit: of our repository. release: its tag, "" for a commit that is no release."""

    commit: str
    release: str
    version: str
    repository: str = "flowscout/flowscout"

    @property
    def uses(self) -> str:
        """As a step of a workflow names it."""
        return f"{self.repository}@{self.commit} # {self.release or f'{self.version}, not released'}"

    @property
    def frozen(self) -> str:
        """As pre-commit names it, by the convention of `pre-commit autoupdate --freeze`."""
        return f"{self.commit}  # frozen: {self.release}" if self.release else self.commit


def signed(text: str) -> str:
    """A file of ours with a first line that says so, and of which text. Pins may change: Dependabot renews them."""
    return f"# Written by flowscout init, digest {_digest(text)}; `flowscout uninstall` takes it back.\n{text}"


def standing(text: str) -> str:
    """ours | edited (ours, changed since) | theirs."""
    found = _HEADER.match(text.replace("\r\n", "\n"))
    if not found:
        return "theirs"
    return "ours" if found[1] == _digest(text.replace("\r\n", "\n")[found.end() :]) else "edited"


def _digest(text: str) -> str:
    return sha256(_PIN.sub("", text).encode("utf-8", "surrogateescape")).hexdigest()[:16]


def tasks() -> str:
    """For VS Code and what reads its files: the function under the cursor, and the change that is being made."""
    made = [
        (
            "flowscout: draw the function under the cursor",
            ["flowchart", "--file", "${relativeFile}", "--line", "${lineNumber}", "--format", "text"],
        ),
        ("flowscout: what this branch does to the flow", ["review", "--format", "text"]),
    ]
    shown = {"reveal": "always", "clear": True}
    rows = [
        {
            "label": label,
            "type": "process",
            "command": "flowscout",
            "args": args,
            "problemMatcher": [],
            "presentation": shown,
        }
        for label, args in made
    ]
    return json.dumps({"version": "2.0.0", "tasks": rows}, indent=2) + "\n"


def configuration(docs: str) -> str:
    return signed(CONFIGURATION.format(docs=docs))


def attributes(before: str, docs: str) -> str:
    """Marks the pages generated, and hands their merge conflicts to our driver."""
    quoted = docs.replace(" ", "?")
    block = f"{BEGIN}\n/{quoted}/** linguist-generated merge=flowscout\n{END}\n"
    return _joined(without_block(before), block)


def without_block(text: str) -> str:
    return re.sub(rf"(?ms)^{BEGIN}$.*?^{END}$\n?", "", text)


def hook_entry(before: str, frozen: str) -> str | None:
    """The pre-commit configuration with our entry; None when it is written in a way that we would not edit."""
    if f"repo: {REPOSITORY}" in before:
        return before
    if not before.strip():
        return "repos:\n" + _entry("  ", frozen)
    found = re.search(r"(?m)^repos:[ \t]*(\[\][ \t]*)?(#.*)?$", before)
    if not found:
        return None
    if found[1]:
        return before[: found.start()] + "repos:\n" + _entry("  ", frozen).rstrip("\n") + before[found.end() :]
    rest = before[found.end() :]
    item = re.search(r"(?m)^([ \t]*)- +(?:\w)", rest)
    after = re.search(r"(?m)^(?![ \t#-])\S", rest)
    indent = item[1] if item else "  "
    cut = found.end() + after.start() if after else len(before)
    return _joined(before[:cut], _entry(indent, frozen)) + before[cut:]


def _entry(indent: str, frozen: str) -> str:
    lines = [f"- repo: {REPOSITORY}", f"  rev: {frozen}", "  hooks:", "  - id: flowscout"]
    return "".join(f"{indent}{line}\n" for line in lines)


def without_entry(before: str) -> str:
    """Without the entry of our repository, whatever hooks it lists."""
    lines = before.split("\n")
    start = next((at for at, line in enumerate(lines) if line.strip() == f"- repo: {REPOSITORY}"), -1)
    if start < 0:
        return before
    depth = len(lines[start]) - len(lines[start].lstrip())
    end = start + 1
    while end < len(lines) and (not lines[end].strip() or len(lines[end]) - len(lines[end].lstrip()) > depth):
        end += 1
    while end > start + 1 and not lines[end - 1].strip():
        end -= 1
    kept = [*lines[:start], *lines[end:]]
    return "" if "".join(kept).strip() == "repos:" else "\n".join(kept)


def with_ends(before: str, edit: Callable[[str], str | None]) -> str | None:
    """An edit of text whose lines all end with CRLF, as git checks it out on Windows, is made of plain lines and ends them alike."""
    ends = before.count("\r\n")
    if not ends or ends != before.count("\n"):
        return edit(before)
    after = edit(before.replace("\r\n", "\n"))
    return None if after is None else after.replace("\n", "\r\n")


def _joined(before: str, block: str) -> str:
    return before + ("\n" if before and not before.endswith("\n") else "") + block
