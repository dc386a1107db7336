"""What a stranger may send us, and the whole way it goes from there. A target takes chance and makes one input; to run it is to
find out whether we fall over it. Nothing here catches anything.

Material is the corpus of this project's tests, its logs and pages; `SOAK_REPOS` (folders, blank-separated) adds sources.
"""

from __future__ import annotations

import io
import json
import os
import random
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import tokens
from tokens import Material, lines, part, spliced

from corpus import notation
from corpus.driver import Source, cases
from corpus.laws import everything, graph_problems
from flowscout import shelf
from flowscout.adapters.files.archive import Spoilt, member
from flowscout.bot import event
from flowscout.bot.command import Command, WrongCommand, arguments
from flowscout.bot.parse import CommandLine
from flowscout.bot.parse import parse as parse_command
from flowscout.entrypoints.action.review import HANDOVER
from flowscout.entrypoints.listen.accept import judged
from flowscout.errors import UserError
from flowscout.model.review import Review
from flowscout.model.sfm import LEVELS, problems
from flowscout.pipeline import Project
from flowscout.rca.diagnosis import diagnosed
from flowscout.rca.formats import extractor
from flowscout.rca.report import record as root_record
from flowscout.rca.report import terminal
from flowscout.rca.source import of_bytes
from flowscout.redact import redact
from flowscout.stages.compare import compare
from flowscout.tasks.diagnose.markdown import markdown as diagnosis
from flowscout.tasks.handover import MOST_BYTES, Unfit
from flowscout.tasks.handover import unpacked as handed
from flowscout.tasks.pages import pages
from flowscout.tasks.refresh import Expected, plan
from flowscout.tasks.review.document import document, markdown
from flowscout.tasks.review.review import review
from flowscout.tasks.review.text import record, text
from flowscout.tasks.selection import selected
from flowscout.tools.desk import Desk, StateStamp, diagnosed_by
from tools.shop import Held

ROOT = Path(__file__).parent.parent.parent
SUFFIXES = {".py": "python", ".c": "c", ".h": "c", ".cc": "cpp", ".cpp": "cpp", ".cxx": "cpp", ".hpp": "cpp"}
LARGEST = 400_000  # bytes of a file that is drawn from
SECRET = b"s" * 32


class Input(NamedTuple):
    """parts: by name, as they are kept when they fail. run: the whole way."""

    parts: dict[str, bytes]
    run: Callable[[], None]


# -- sources ------------------------------------------------------------------------------------------------------------


@cache
def sources(language: str) -> Material:
    found = [source.data for case in cases() for source in case.sources if source.language == language]
    for folder in os.environ.get("SOAK_REPOS", "").split():
        for path in sorted(Path(folder).rglob("*")):
            if (
                SUFFIXES.get(path.suffix) == language
                and path.is_file()
                and not path.is_symlink()
                and path.stat().st_size < LARGEST
            ):
                found.append(path.read_bytes())  # noqa: PERF401
    return Material(found)


def source(language: str, chance: random.Random) -> Input:
    """Two versions of a file."""
    material = sources(language)
    before = spliced(part(material.draw(chance), chance), material, chance)
    after = spliced(before, material, chance, 4)
    path = {"python": "case.py", "c": "case.c", "cpp": "case.cc"}[language]
    versions = b"".join(before), b"".join(after)
    return Input(
        {f"before-{path}": versions[0], f"after-{path}": versions[1]}, lambda: compared(path, language, *versions)
    )


def compared(path: str, language: str, *versions: bytes) -> None:
    notation._project.cache_clear()
    before, after = (notation.project((Source(path, language, data),)) for data in versions)
    for built in (before, after):
        drawn(built)
    shown: Review = review(before, after, ("before", "after"))
    document(shown)
    markdown(shown)
    text(shown)
    json.dumps(record(shown))
    for id_ in list(before.functions)[:40]:
        if id_ in after.functions:
            for level in LEVELS:
                compare(before.chart(id_, level), after.chart(id_, level))


def drawn(built: Project) -> None:
    for _ in everything(built):
        pass
    for function in built.functions:
        assert graph_problems(built.cfg(function)) == [], function
        for level in LEVELS:
            assert problems(built.chart(function, level)) == [], f"{function} at {level}"
    for page in pages(built, selected(built)).values():
        assert page.text


# -- logs ---------------------------------------------------------------------------------------------------------------


@cache
def logs() -> Material:
    return Material([path.read_bytes() for path in sorted((ROOT / "tests" / "logs").glob("*.log"))], lines)


def log(_: str, chance: random.Random) -> Input:
    """Lines of logs of several tools, some of them spoilt."""
    material = logs()
    rows = spliced(part(material.draw(chance), chance, 600), material, chance)
    for _ in range(chance.randint(0, 6)):
        at = chance.randrange(len(rows) or 1)
        rows[at : at + 1] = [
            b"".join(spliced(tokens.tokens(row[:2_000]), material, chance, 3)) for row in rows[at : at + 1]
        ]
    data = b"".join(rows)

    def run() -> None:
        found = diagnosed(of_bytes(data), extractor(), redact, conclusion=chance.choice(("", "failure", "success")))
        root_record.record(found)
        terminal.text(found, False)
        diagnosis(found)

    return Input({"log": data}, run)


# -- pages --------------------------------------------------------------------------------------------------------------

PROJECT = (
    Source(
        "shop/pay.py",
        "python",
        b"def pay(cart):\n    if not cart:\n        raise ValueError\n    return total(cart)\n\n\ndef total(cart):\n    return sum(cart)\n",
    ),
)
MARKED = b"# Notes\n\n<!-- flowscout: shop/pay.py::pay detail=high -->\nold\n<!-- /flowscout rules: 1 (flowscout 0.1.0); body: 0123456789abcdef -->\n\n```mermaid\nx\n```\n- <!-- flowscout: total -->\n<!-- /flowscout -->\n<<<<<<< a\n=======\n>>>>>>> b\n"


@cache
def documents() -> Material:
    written = [
        path.read_bytes() for folder in ("docs", "tests/corpus") for path in sorted((ROOT / folder).rglob("*.md"))
    ]
    return Material([MARKED, MARKED, *written], lines)


@cache
def small() -> Expected:
    return Expected(notation.project(PROJECT))


def page(_: str, chance: random.Random) -> Input:
    """Documents with markers and pages of ours, torn apart and put together."""
    material, expected = documents(), small()
    rows = [*lines(MARKED), *part(material.draw(chance), chance, 200)]
    ours = next(iter(expected.pages))
    given = {
        "README.md": b"".join(spliced(rows, material, chance)),
        ours: b"".join(spliced(lines(expected.pages[ours].text.encode()), material, chance, 3)),
        "NOTES.md": b"".join(spliced(tokens.tokens(MARKED), material, chance)),
    }

    def run() -> None:
        made = plan(expected, given, force=chance.random() < 0.5)
        written = {path: text_.encode("utf-8", "surrogateescape") for path, text_ in made.write.items()}
        again = plan(expected, {**given, **written})
        assert not {path for path in again.write if path in made.write}, "a second run writes again"

    return Input(given, run)


# -- what GitHub hands on -------------------------------------------------------------------------------------------------

COMMANDS = (
    b"/flowchart pay --detail high --rev base\n",
    b"/review\n",
    b"/rca job\n",
    b"/ask who calls `pay`?\n",
    b"/callers shop/pay.py::total\n",
    b'/callees "a b"\n',
    b"/explain shop/pay.py:3\n",
    b"/flowscout help\n",
    "/flowchart «pay» --detail=deep\n".encode(),
)


@cache
def comments() -> Material:
    return Material([*COMMANDS, *([MARKED] * 2)])


def command(_: str, chance: random.Random) -> Input:
    """Comments, and what a command makes of its words."""
    body = b"".join(spliced(tokens.tokens(chance.choice(COMMANDS)), comments(), chance, 5))

    def run() -> None:
        asked = parse_command(body.decode("utf-8", "replace"))
        if isinstance(asked, CommandLine) and asked.name in shelf.names("flowscout.bot.commands"):
            known: Command = shelf.load("flowscout.bot.commands", asked.name)
            try:
                given = arguments(known, asked)
                if "name" in given:
                    known.answer(Asking(notation.project(PROJECT)), given)
            except (WrongCommand, UserError):
                pass

    return Input({"comment": body}, run)


class Asking:
    """A question about a small project."""

    def __init__(self, project: Project) -> None:
        self._project, self.settings = project, project.settings
        self.context = event.read({}, {})

    def project(self, rev: str) -> Project:
        return self._project

    def desk(self) -> Desk:
        return Desk(
            self._project, Held({}), StateStamp("folder"), redact, None, lambda path: None, diagnosed_by(redact)
        )

    def link(self, path: str, line: int, end_line: int, before: bool) -> str:
        return ""

    def commands(self) -> dict[str, Command]:
        return {name: shelf.load("flowscout.bot.commands", name) for name in shelf.names("flowscout.bot.commands")}

    def worded(self, project: Project, id_: str) -> None:
        return None

    def asked(self, project: Project, question: str, reply: Any) -> None:
        return None


def payload() -> dict[str, Any]:
    return {
        "action": "created", "issue": {"number": 1, "pull_request": {"url": "x"}, "user": {"login": "a"}}, "number": 1,
        "comment": {"id": 1, "body": "/flowchart pay", "user": {"login": "a", "type": "User"}, "in_reply_to_id": 3, "path": "a.py"},
        "repository": {"full_name": "octo/demo", "default_branch": "main", "fork": False, "id": 1},
        "pull_request": {"number": 1, "draft": False, "head": {"sha": "a" * 40, "ref": "x", "repo": {"full_name": "o/d"}}, "base": {"sha": "b" * 40, "ref": "main"}},
        "sender": {"login": "a", "type": "User"}, "installation": {"id": 5}, "workflow_run": {"id": 7, "head_sha": "c" * 40, "pull_requests": [{"number": 1}]},
        "check_run": {"id": 2, "head_sha": "d" * 40, "pull_requests": []}, "merge_group": {"head_sha": "e" * 40}, "inputs": {"n": "1"},
    }  # fmt: skip


STRANGE = (
    None,
    0,
    -1,
    2**80,
    1.5,
    True,
    "",
    "x" * 300,
    "\ud800",
    "a\x00b",
    "../..",
    "--upload-pack=x",
    [],
    {},
    [None],
    {"number": []},
    "e" * 40,
    "1",
)
EVENTS = (
    "issue_comment",
    "pull_request",
    "pull_request_review_comment",
    "workflow_run",
    "check_run",
    "merge_group",
    "push",
    "workflow_dispatch",
    "ping",
)


def spoilt(value: Any, chance: random.Random) -> Any:
    """A value of the payload gives way to another, or is gone."""
    made = json.loads(json.dumps(value))
    for _ in range(chance.randint(1, 5)):
        here: Any = made
        while isinstance(here, dict) and here:
            key = chance.choice(sorted(here))
            if not isinstance(here[key], dict) or chance.random() < 0.3:
                if chance.random() < 0.25:
                    del here[key]
                else:
                    here[key] = chance.choice(STRANGE)
                break
            here = here[key]
    return made


def webhook(_: str, chance: random.Random) -> Input:
    """Deliveries with spoilt payloads; some are no JSON at all."""
    import hmac

    name = chance.choice(EVENTS)
    body = json.dumps(spoilt(payload(), chance)).encode()
    if chance.random() < 0.2:
        body = b"".join(spliced(tokens.tokens(body), Material([body]), chance))
    headers = {
        "x-hub-signature-256": "sha256=" + hmac.new(SECRET, body, "sha256").hexdigest(), "x-github-delivery": "aaaaaaaa-1",
        "x-github-event": name, "content-type": "application/json",
    }  # fmt: skip

    def run() -> None:
        assert judged(SECRET, headers, body).status in (200, 202, 400, 415)
        with suppress(ValueError, RecursionError):
            event.read(json.loads(body), {"GITHUB_EVENT_NAME": name})

    return Input({f"{name}.json": body}, run)


def artifact(_: str, chance: random.Random) -> Input:
    """What an untrusted run may have left: archives with spoilt bytes, names, methods and members."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as made:
        for name in (HANDOVER, "review.md", "other\x00", "../x")[: chance.randint(1, 4)]:
            data = json.dumps(
                spoilt({"schema": "flowscout.pull/2", "number": 1, "head_sha": "a" * 40, "project": ""}, chance)
            ).encode()
            method = chance.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA))
            made.writestr(name, data + b"#" * chance.choice((0, 0, 100_000)), method)
    data = bytearray(held.getvalue())
    for _ in range(chance.choice((0, 1, 1, 2, 5, 20))):
        data[chance.randrange(len(data))] = chance.randrange(256)
    if chance.random() < 0.2:
        del data[chance.randrange(len(data)) :]
    return Input({"artifact.zip": bytes(data)}, lambda: unpacked(bytes(data)))


def unpacked(data: bytes) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "artifact.zip"
        path.write_bytes(data)
        with suppress(Spoilt, Unfit):
            handed(member(path, HANDOVER, MOST_BYTES + 1))


Target = Callable[[str, random.Random], Input]
TARGETS: dict[str, tuple[Target, int]] = {
    "c": (source, 6),
    "cpp": (source, 6),
    "python": (source, 6),
    "log": (log, 3),
    "page": (page, 2),
    "command": (command, 1),
    "webhook": (webhook, 1),
    "artifact": (artifact, 1),
}
"""By name: what makes an input, and how many of its rounds there are beside the others'."""


def turns() -> Iterator[str]:
    return (name for name, (_, share) in TARGETS.items() for _ in range(share))
