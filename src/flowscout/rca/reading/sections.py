"""Which part of a run a line belongs to, and which lines are only the echo of a script.

A *section* is a step of a GitHub or Azure job, a fold of Travis, GitLab or Buildkite, a stage of a container build, a
stage of a Jenkins pipeline, a command of CodeBuild, a container that Compose runs. Interleaved output has its lines' sections alternate. Runners print the script of a step
before it runs; such an *echo* holds `exit 1` and `echo "::error::…"` as text that never happened, so it is blanked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from ...model.limits import LOG_SECTIONS
from .prefixes import BUILDKIT

ECHO: Final = "\ue000"  # stands where an echo was, between screen and sections
_CYAN: Final = re.compile(r"(?:\x1b|\^\[|\ufffd|␛)?\[36;1m")
_COPIED: Final = re.compile(
    r"(?m)^(?:[▼▶]? ?Run [^\n]*)\n((?:(?![▼▶]? ?Run |##\[)[^\n]*\n){0,120}?) *shell: (?>[^\n]*?\{0\})[^\n]*\n(?: *env:\n(?:  [^\n]*\n){0,80})?"
)

_MARKER: Final = re.compile(
    r"##\[(?P<token>group|endgroup|error|warning|section|command)\](?P<told>.*)"
    r"|travis_fold:(?P<fold>start|end):(?P<name>[\w.:/-]*)\t?(?P<rest>.*)"
    r"|section_(?P<part>start|end):\d{6,16}:(?P<titled>[\w.-]*)(?:\[collapsed=true\])?\t?(?P<said>.*)"
    r"|(?:---|\+\+\+|~~~) (?P<buildkite>:[a-z0-9_+-]{2,30}: .{0,100}|[\U0001f300-\U0001faff].{0,100}|(?<=~~~ )[A-Z].{0,100})$"
    r"|(?P<cleanup>Post job cleanup\.|Cleaning up orphan processes|Post Run |Evaluate and set job outputs)"
    r"|⭐ Run (?P<act>.{1,100})"
    r"|\[Pipeline\] \{ \((?P<pipeline>.{1,100})\)"
    r"|\[Container\] \d{4}/\d\d/\d\d [\d:.]{8,15} (?:Running command|Entering phase) (?P<phase>.{1,100})"
    r"|Step (?P<docker>\d{1,3})/\d{1,3} : (?P<instruction>.*)"
)
# What a runner tells of itself before the first step.
_SETUP: Final = frozenset(
    {
        "GITHUB_TOKEN Permissions",
        "Operating System",
        "Runner Image",
        "Virtual Environment",
        "VM Image",
        "Runner Image Provisioner",
    }
)
_AFTER: Final = ("Post ", "Complete job")  # steps of the runner's own, after the others
_STARTS: Final = frozenset("#ts-+~PCES[⭐")


class LogSection(NamedTuple):
    """first: raw number of the line that opens it. kind: job step fold stage service cleanup. job: where the log is of several."""

    id: int
    name: str
    kind: str
    first: int
    job: str = ""


class RunnerMark(NamedTuple):
    """An error or warning that the runner itself marked, and nothing else said."""

    line: int
    section: int
    kind: str
    text: str


MARKS: Final = 4_000
STOPPED: Final = frozenset({0, 130, 137, 143})  # with which a container ends that went well, or was told to end
_STOPPING: Final = ("Gracefully stopping", "Gracefully Stopping", "Stopping ", "canceled")
_EXITED: Final = re.compile(r"[\w.-]{2,60} exited with code (?P<code>\d{1,3})$")


class Service(NamedTuple):
    """A container that Compose runs. lines: how many it printed. ended: the line that says that it ended badly, after which it printed
    nothing; 0 where none does."""

    lines: int = 0
    ended: int = 0


class LogStructure:
    """What is known of a log's parts while it is read."""

    def __init__(self) -> None:
        self.sections: list[LogSection] = [LogSection(0, "", "job", 1)]
        self.marks: list[RunnerMark] = []
        self._ids: dict[tuple[str, ...], int] = {}
        self._now = 0
        self._job = ""
        self._header = False
        self._stopping = False  # whether the containers are told to end
        self._steps = False  # whether a runner tells of its steps
        self.services: dict[int, Service] = {}

    def assign(
        self,
        first: int,
        lines: list[str],
        keys: list[tuple[str, str] | None],
        buildkit: bool,
        services: Sequence[str] = (),
    ) -> list[int]:
        """The section of each line; blanks echoes in `lines`. keys: (job, step) of lines that name them. services: the container that
        prints each, which is a part of its own where the log has no steps."""
        found = []
        for index, line in enumerate(lines):
            key = keys[index] if keys else None
            if key is not None:
                self._job = key[0]
                kind = "cleanup" if key[1].startswith(_AFTER) else "step"
                self._open(first + index, ("gh", *key), " / ".join(key), kind, again=True)
            section = self._now
            if line:
                if buildkit and line[0] == "#" and (stage := BUILDKIT.match(line)):
                    section = self._stage(first + index, line, stage)
                    lines[index] = line = line[stage.end() :]
                elif line[0] in _STARTS and (marker := _MARKER.match(line)):
                    lines[index] = self._marked(first + index, line, marker)
                    section = self._now
                elif line[0] == ECHO or self._header:
                    lines[index] = ""
            self._stopping = self._stopping or line.startswith(_STOPPING)
            if services and services[index] and not self._steps:
                section = self._service(first + index, services[index], line)
            found.append(section)
        return found

    def _service(self, number: int, name: str, line: str) -> int:
        key, before = ("service", name), self._now
        if key not in self._ids:
            self._open(number, key, name, "service")
            self._now = before
        section = self._ids.get(key, before)
        code = _EXITED.match(line) if line.startswith(name) else None
        said = self.services.get(section, Service())
        if code is None:
            self.services[section] = Service(said.lines + 1)
        elif said.lines and not self._stopping and int(code["code"]) not in STOPPED:
            self.services[section] = said._replace(ended=number)
        return section

    def _stage(self, number: int, line: str, stage: re.Match[str]) -> int:
        key = ("buildkit", stage[1])
        if key not in self._ids:
            before = self._now
            self._open(number, key, line[stage.end() :][:100], "stage")
            self._now, new = before, self._now
            return new
        return self._ids[key]

    def _marked(self, number: int, line: str, marker: re.Match[str]) -> str:
        if token := marker["token"]:
            return self._token(number, line, token, marker["told"])
        if marker["fold"]:
            self._folded(number, marker["fold"] == "start", marker["name"])
            return marker["rest"] or ""
        if marker["part"]:
            self._folded(number, marker["part"] == "start", marker["titled"])
            return marker["said"] or ""
        if marker["cleanup"]:
            self._open(number, ("cleanup", str(number)), line[:100], "cleanup")
        else:
            name = marker["act"] or marker["buildkite"] or marker["pipeline"] or marker["phase"]
            name = name or marker["instruction"] or ""
            self._open(number, ("part", str(number)), name[:100], "step" if marker["phase"] else "stage")
        return line

    def _token(self, number: int, line: str, token: str, told: str) -> str:
        if token == "group":
            step = told.startswith("Run ")
            self._header = step or told in _SETUP
            if step:
                self._open(number, ("step", str(number)), told[4:104], "step")
            return "" if self._header else told
        if token == "endgroup":
            self._header = False
            return ""
        if token == "section":
            if told.startswith("Starting: "):
                self._open(number, ("azure", str(number)), told[10:110], "step")
        elif token in ("error", "warning"):
            self._header = False
            if len(self.marks) < MARKS:
                self.marks.append(RunnerMark(number, self._now, token, told))
        return line

    def _folded(self, number: int, opens: bool, name: str) -> None:
        if opens:
            self._open(number, ("fold", str(number)), name, "fold")
        else:
            self._open(number, ("after", name, str(number)), "", "job")

    def _open(self, number: int, key: tuple[str, ...], name: str, kind: str, again: bool = False) -> None:
        if again and key in self._ids and self._ids[key] == self._now:
            return
        known = self._ids.get(key) if again else None
        if known is None and len(self.sections) >= LOG_SECTIONS:
            return
        if known is None:
            known = len(self.sections)
            self._ids[key] = known
            self.sections.append(LogSection(known, name, kind, number, self._job))
            self._steps = self._steps or kind in ("step", "fold", "cleanup")
        self._now = known


def ends(structure: LogStructure) -> Iterator[RunnerMark]:
    """What Compose says of the containers that ended badly."""
    for section, service in structure.services.items():
        if service.ended:
            yield RunnerMark(service.ended, section, "error", "exited")


def echoes_marked(text: str) -> str:
    """Raw text with each echoed line of a script reduced to a mark."""
    if "[36;1m" not in text:
        return text
    return "\n".join(
        [_CYAN.split(line, maxsplit=1)[0] + ECHO if "[36;1m" in line else line for line in text.split("\n")]
    )


def copied_echoes_blanked(text: str) -> str:
    """Clean text without scripts as GitHub's page shows them: from `Run …` to `shell: … {0}` and its environment."""
    if "{0}" not in text or "\nRun " not in "\n" + text:
        return text
    return _COPIED.sub(lambda echo: echo[0].split("\n", 1)[0] + "\n" * echo[0].count("\n"), text)
