"""What `init` writes and `uninstall` takes back, as text: each file before and after."""

from __future__ import annotations

import re
from typing import Final

BEGIN: Final = "# flowscout: begin"
END: Final = "# flowscout: end"
REPOSITORY: Final = "https://github.com/flowscout/flowscout"
WORKFLOW: Final = ".github/workflows/flowscout.yml"
DRIVER: Final = "merge.flowscout"

# Actions of others, by the commit of a release: what a tag names can change.
ACTIONS: Final = {
    "actions/checkout": ("3d3c42e5aac5ba805825da76410c181273ba90b1", "v7.0.1"),
    "actions/setup-python": ("5fda3b95a4ea91299a34e894583c3862153e4b97", "v7.0.0"),
    "actions/upload-artifact": ("bbbca2ddaa5d8feaa63e36b76fdaad77386f024f", "v7.0.0"),
    "actions/cache/restore": ("27d5ce7f107fe9357f9df03efb73ab90386fccae", "v5.0.5"),
    "actions/cache/save": ("27d5ce7f107fe9357f9df03efb73ab90386fccae", "v5.0.5"),
}
PYTHON: Final = "3.13"

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

_WORKFLOW = """\
# Written by flowscout init; `flowscout uninstall` removes it.
name: flowscout

on:
  push:
  pull_request:

permissions: {{}}

concurrency:
  group: flowscout-${{{{ github.event.pull_request.number || github.ref }}}}
  cancel-in-progress: true

jobs:
  charts:
    name: Judge the charts
    runs-on: ubuntu-latest
    timeout-minutes: 15
    permissions:
      contents: read # to read the code that is charted
    steps:
      - uses: {checkout}
        with:
          persist-credentials: false
      - uses: {setup}
        with:
          python-version: "{python}"
      # Away from the checkout, and isolated (-I): nothing of it has a say. What flowscout needs is checked by the hashes it ships.
      - name: Install flowscout
        working-directory: ${{{{ runner.temp }}}}
        run: |
          python -I -m venv flowscout
          flowscout/bin/python -I -m pip install --only-binary :all: --no-deps flowscout=={version}
          flowscout/bin/python -I -m pip install --only-binary :all: --require-hashes -r flowscout/lib/python{python}/site-packages/flowscout/requirements.lock
      - name: Judge every configured root of this commit
        run: '"${{RUNNER_TEMP}}/flowscout/bin/python" -I -m flowscout hook --check'
"""


def configuration(docs: str) -> str:
    return CONFIGURATION.format(docs=docs)


def workflow(version: str) -> str:
    return _WORKFLOW.format(version=version, checkout=pinned("actions/checkout"), setup=pinned("actions/setup-python"), python=PYTHON)


def pinned(action: str) -> str:
    """As a workflow uses an action of others."""
    commit, release = ACTIONS[action]
    return f"{action}@{commit} # {release}"


def attributes(before: str, docs: str) -> str:
    """Marks the pages generated, and hands their merge conflicts to our driver."""
    quoted = docs.replace(" ", "?")
    block = f"{BEGIN}\n/{quoted}/** linguist-generated merge=flowscout\n{END}\n"
    return _joined(without_block(before), block)


def without_block(text: str) -> str:
    return re.sub(rf"(?ms)^{BEGIN}$.*?^{END}$\n?", "", text)


def hook_entry(before: str, version: str) -> str | None:
    """The pre-commit configuration with our entry; None when it is written in a way that we would not edit."""
    if f"repo: {REPOSITORY}" in before:
        return before
    if not before.strip():
        return "repos:\n" + _entry("  ", version)
    found = re.search(r"(?m)^repos:[ \t]*(\[\][ \t]*)?(#.*)?$", before)
    if not found:
        return None
    if found[1]:
        return before[: found.start()] + "repos:\n" + _entry("  ", version).rstrip("\n") + before[found.end() :]
    rest = before[found.end() :]
    item = re.search(r"(?m)^([ \t]*)- +(?:\w)", rest)
    after = re.search(r"(?m)^(?![ \t#-])\S", rest)
    indent = item[1] if item else "  "
    cut = found.end() + after.start() if after else len(before)
    return _joined(before[:cut], _entry(indent, version)) + before[cut:]


def _entry(indent: str, version: str) -> str:
    lines = [f"- repo: {REPOSITORY}", f"  rev: v{version}", "  hooks:", "  - id: flowscout"]
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


def _joined(before: str, block: str) -> str:
    return before + ("\n" if before and not before.endswith("\n") else "") + block
