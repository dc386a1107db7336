"""The machine an Actions job runs on: its files for outputs and the summary, and its ear for commands in what we print.

The runner acts on `::command::` at the start of a line and on `##[command]` anywhere in one, on both streams. What we
print holds names, source and logs of strangers, so everything is said while commands are stopped, under a token nobody
can guess; our own commands lift the stop for one line.
"""

from __future__ import annotations

import errno
import json
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from ... import __version__
from ...model import limits
from ...model.publication import ANNOTATIONS, ARTIFACT, STDOUT, SUMMARY, Annotation, Document, Published
from ...redact import redact, secrets_of
from ...tasks.document import fitted
from ...tasks.sarif import sarif

_LEVELS = {"failure": "error", "warning": "warning", "notice": "notice"}


class Runner:
    def __init__(self, environment: Mapping[str, str], out: TextIO) -> None:
        self._environment, self._out, self._stop = environment, out, ""
        self._hidden = secrets_of(environment)
        self.inside = environment.get("GITHUB_ACTIONS") == "true"

    @contextmanager
    def deaf(self) -> Iterator[None]:
        """Nothing that is printed meanwhile is a command."""
        self._stop = secrets.token_hex(16) if self.inside else ""
        self._line(f"::stop-commands::{self._stop}" if self._stop else "")
        try:
            yield
        finally:
            self._line(f"::{self._stop}::" if self._stop else "")
            self._stop = ""

    def command(self, name: str, message: str, **properties: object) -> None:
        """One command of ours; untrusted text in it is escaped, and no secret is in it but one that is to be masked."""
        message = message if name == "add-mask" else redact(message, self._hidden)
        given = ",".join(f"{key}={_property(str(value))}" for key, value in properties.items() if value not in ("", 0))
        self._line(f"::{self._stop}::" if self._stop else "")
        self._line(f"::{name}{' ' + given if given else ''}::{_data(message)}")
        if self._stop:
            self._stop = secrets.token_hex(16)
            self._line(f"::stop-commands::{self._stop}")

    def mask(self, value: str) -> None:
        if self.inside and value:
            self.command("add-mask", value)

    def say(self, text: str) -> None:
        self._line(redact(text, self._hidden))

    def output(self, name: str, value: str) -> None:
        """Raises OSError when the runner's file cannot be written."""
        path = self._environment.get("GITHUB_OUTPUT", "")
        if not path:
            return
        border = f"ghadelimiter_{secrets.token_hex(16)}"
        with open(path, "a", encoding="utf-8", newline="\n") as out:
            out.write(f"{name}<<{border}\n{value}\n{border}\n")

    def append_summary(self, text: str) -> str:
        """ "" when it was written, else why not."""
        path = self._environment.get("GITHUB_STEP_SUMMARY", "")
        if not path:
            return "there is no job summary outside of Actions"
        try:
            with open(path, "a", encoding="utf-8", newline="\n") as out:
                out.write(text)
        except OSError as error:
            return f"the job summary cannot be written: {error.strerror}"
        return ""

    def _line(self, text: str) -> None:
        if text:
            self._out.write(text + "\n")
            self._out.flush()


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


class SummarySurface:
    """The job summary: what every run has, without any right."""

    name = SUMMARY

    def __init__(self, runner: Runner, secrets: tuple[str, ...] = ()) -> None:
        self._runner, self._secrets = runner, secrets

    def publish(self, document: Document, elsewhere: str, /) -> Published:
        text, whole = fitted(document, limits.STEP_SUMMARY // 3, secrets=self._secrets)
        return Published(SUMMARY, whole, self._runner.append_summary(text))


class AnnotationsSurface:
    """Commands that annotate lines; the runner shows so many a step, and each so long."""

    name = ANNOTATIONS

    def __init__(self, runner: Runner, secrets: tuple[str, ...] = ()) -> None:
        self._runner, self._secrets = runner, secrets

    def publish(self, document: Document, elsewhere: str, /) -> Published:
        if not self._runner.inside:
            return Published(ANNOTATIONS, False, "there are no annotations outside of Actions")
        counts: dict[str, int] = {}
        for one in document.annotations:
            counts[one.level] = counts.get(one.level, 0) + 1
            if counts[one.level] <= limits.COMMAND_ANNOTATIONS:
                self._annotate(one)
        return Published(ANNOTATIONS, False)  # lines without the whole

    def _annotate(self, one: Annotation) -> None:
        self._runner.command(
            _LEVELS.get(one.level, "notice"),
            redact(one.message, self._secrets)[: limits.COMMAND_TEXT],
            file=one.path,
            line=one.line,
            endLine=one.end_line,
            title=redact(one.title, self._secrets)[:200],
        )


class ArtifactSurface:
    """A folder for a later step or job: the whole as Markdown, and its annotations as SARIF where it has any. The
    folder may lie in the checkout, so what stands there already is a stranger's: a link is not followed."""

    name = ARTIFACT

    def __init__(self, folder: str, secrets: tuple[str, ...] = (), project: str = "") -> None:
        self._folder, self._secrets, self._project = Path(folder), secrets, project

    def publish(self, document: Document, elsewhere: str, /) -> Published:
        text, whole = fitted(document, 50_000_000, secrets=self._secrets)
        target = self._folder / f"{document.kind}.md"
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            write_new(target, text)
            self._findings(document)
        except OSError as error:
            return Published(ARTIFACT, False, f"{self._folder} cannot be written: {error.strerror}")
        return Published(ARTIFACT, whole, url=str(target))

    def _findings(self, document: Document) -> None:
        target = self._folder / f"{document.kind}.sarif"
        target.unlink(missing_ok=True)
        if document.annotations:
            hidden = tuple(
                a._replace(message=redact(a.message, self._secrets), title=redact(a.title, self._secrets))
                for a in document.annotations
            )
            record = sarif(document._replace(annotations=hidden), __version__, self._project)
            write_new(target, json.dumps(record, sort_keys=True, ensure_ascii=False, indent=1) + "\n")


def write_new(target: Path, text: str) -> None:
    if target.parent.is_symlink():
        raise OSError(errno.ELOOP, "it is a symbolic link")
    target.unlink(missing_ok=True)
    with open(target, "x", encoding="utf-8", errors="replace", newline="\n") as out:
        out.write(text)


class StdoutSurface:
    name = STDOUT

    def __init__(self, runner: Runner, secrets: tuple[str, ...] = ()) -> None:
        self._runner, self._secrets = runner, secrets

    def publish(self, document: Document, elsewhere: str, /) -> Published:
        text, whole = fitted(document, 50_000_000, secrets=self._secrets)
        self._runner.say(text)
        return Published(STDOUT, whole)
