"""What a rendered comment shows, read from its text alone: its sentences, and of each function its chart and its outline."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import NamedTuple

_BLOCK = re.compile(
    r"^<details><summary><code>(?P<name>[^\n]*)</code> · [^\n]* · (?P<path>[^\n]*)</summary>$"
    r"|^`{3,}(?P<kind>mermaid|diff)\n(?P<body>.*?)\n`{3,}$"
    r"|^(?P<said> *- [^\n]*)$",
    re.MULTILINE | re.DOTALL,
)
_NODE = re.compile(r'^  \w+\W{1,3}"([^"]*)"\W{1,3}:::(added|removed|changed)$', re.MULTILINE | re.DOTALL)
_SIGN = re.compile(r"#(\d+);|#(\w+);")
_HUNK = re.compile(r"@@ -(\d+),\d+ \+(\d+),\d+ @@")
_NAMED = re.compile(r"((?:`[^`]*`(?:, | and |: )?)+)(?:\([^()]*\):)?")


class Row(NamedTuple):
    """sign: + - ~ or a blank. at: the line of the outline after, or before of what is gone, from 0; -1 in a chart."""

    sign: str
    text: str
    at: int = -1


class Drawn(NamedTuple):
    name: str
    path: str
    chart: tuple[Row, ...] = ()
    outline: tuple[Row, ...] = ()


class Said(NamedTuple):
    """unit: names and path as they stand before it."""

    unit: str
    text: str


def drawings(comment: str) -> list[Drawn]:
    found: list[Drawn] = []
    for block in _BLOCK.finditer(comment):
        if block["name"] is not None:
            found.append(Drawn(html.unescape(block["name"]), html.unescape(block["path"])))
        elif block["kind"] and found:
            rows = tuple((_chart if block["kind"] == "mermaid" else _outline)(block["body"]))
            found[-1] = found[-1]._replace(**{"chart" if block["kind"] == "mermaid" else "outline": rows})
    return found


def sentences(comment: str) -> Iterator[Said]:
    above = ""
    for block in _BLOCK.finditer(comment):
        if block["name"] is not None:
            above = f"`{html.unescape(block['name'])}` {html.unescape(block['path'])}"
        if not block["said"]:
            continue
        line = re.sub(r"\\(.)", r"\1", block["said"])
        if line.startswith("- "):
            head = _NAMED.match(line, 2)
            own = head[0] if head and ":" in head[0] else ""
            above = own or above
            yield Said(own or above, line[2 + len(own) :].strip())
        else:
            yield Said(above, line.strip(" -"))


def _chart(body: str) -> Iterator[Row]:
    for found in _NODE.finditer(body):
        text = " ".join(_SIGN.sub(_sign, found[1]).split())
        sign, _, label = text.partition(" ")
        if sign in ("+", "-", "~"):
            yield Row(sign, label)


def _sign(found: re.Match[str]) -> str:
    return chr(int(found[1])) if found[1] else html.unescape(f"&{found[2]};")


def _outline(body: str) -> Iterator[Row]:
    was = now = 0
    for line in body.split("\n"):
        if hunk := _HUNK.match(line):
            was, now = int(hunk[1]) - 1, int(hunk[2]) - 1
            continue
        sign = line[:1]
        yield Row(sign, line[1:], was if sign == "-" else now)
        was, now = was + (sign != "+"), now + (sign != "-")
