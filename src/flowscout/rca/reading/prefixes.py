"""Prefixes that runners and wrappers put before what a tool prints.

Each is taken off a whole block at once. A prefix that other text could have too is taken off only where its wrapper shows
itself in the log (`Seen`). Sources: the logs of the runners themselves; GitHub's format is `Logging.cs` of actions/runner.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

_NESTED: Final = 5
_DATE: Final = r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z| ?[+-]\d\d:?\d\d)?"
_CLOCK: Final = r"\d\d:\d\d:\d\d(?:[.,]\d{1,6})?"

# `job<TAB>step<TAB>timestamp text` of `gh run view --log`; the time may lack on continued lines.
GH: Final = re.compile(r"(?m)^([^\t\n]{1,150})\t([^\t\n]{0,150})\t(?=\d{4}-\d\d-\d\dT\d\d:)")
GH_REST: Final = re.compile(r"^([^\t]{1,150})\t([^\t]{0,150})\t")

_ALWAYS: Final = re.compile(
    "(?m)^(?:"
    rf"\[(?:task |[\w.-]+ )?{_DATE}\] (?:{_CLOCK} +(?:DEBUG|INFO|WARNING|ERROR|CRITICAL|FATAL) - ? ?)?"  # Taskcluster, Jenkins
    rf"|{_DATE} p=\d{{1,8}} u=[\w.@-]{{1,40}} n=[\w.@-]{{1,40}} (?:[A-Z]{{1,8}})?\| "  # Ansible's log_path
    rf"|{_DATE}(?: \d\d[OE][ +])? ?"  # GitHub, Azure, GitLab
    rf"|\[{_CLOCK}\]:? (?:[>▸] ?)?"  # fastlane
    rf"|\({_CLOCK}\) "  # Bazel
    rf"|{_CLOCK} (?:[AP]M )?(?=\S| )"  # Jenkins, Vite
    r"|(?:DEBUG|INFO|ERROR|WARNING) [a-z_]{2,20}\.py:\d{1,4}:  ?"  # mock
    r"|\[(?:build-)?(?:std(?:out|err)|autobuild)\](?: |$)"  # CodeQL, Expo and other drivers of builds
    r"|\[ {0,4}\+\d{1,6} ms\] |\[ {8}\] "  # flutter --verbose
    r"|\d{4}/\d\d/\d\d \d\d:\d\d:\d\d(?:\.\d{1,9})? "  # Go's log
    r"|\[(?:LIFECYCLE|QUIET|WARN|ERROR)\] \[(?:class )?(?:org\.gradle\.[\w.$]{1,200}|system\.(?:out|err))\] "  # Gradle --debug
    r"|_bk;t=\d{10,16}"  # Buildkite, its escape lost
    r"|\d{1,2}:\d\d:\d\d [AP]M: "  # Netlify
    r"|\[WebServer\] "  # Playwright, of the server it starts
    r"|Step #\d{1,3}(?: - \"[^\"\n]{1,80}\")?: "  # Google's Cloud Build
    r"|\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} +\d+ +\d+ (?=[VDIWEF] )"  # logcat
    ")"
)
# `#12 3.456 text` of BuildKit; `#12 [build 3/7] RUN make` opens a stage.
BUILDKIT: Final = re.compile(r"^#(\d{1,4}) (?:\d{1,5}\.\d{1,3} ?)?")
STEP: Final = re.compile(r"#\d{1,4} \d{1,5}\.\d{1,3} ")
_BUILDKIT_SIGN: Final = re.compile(
    r"(?m)^#\d{1,4} (?:\[[^\]\n]{1,80}\] |DONE \d|CACHED|ERROR: |transferring |sha256:|\d{1,5}\.\d{1,3} )"
)
_COMPOSE: Final = re.compile(r"(?m)^[a-z0-9][\w.-]{1,50}[_-]?\d{0,2} {1,30}\| ")
_COMPOSED: Final = re.compile(r"(?m)^([a-z0-9][\w.-]{1,50}) exited with code \d{1,3}$")  # a container, at its end
_NAMED: Final = re.compile(r"(?m)^[a-z0-9][\w.-]{1,50}(?= {1,30}\| ?)")
_GLUED: Final = re.compile(rf"(?m)^{_DATE}")  # of its `--timestamps`, where nothing parts them from what follows
_TOUCHES: Final = re.compile(rf"(?m)^{_DATE}\w")
_TURBO: Final = re.compile(r"(?m)^@?[a-z0-9][\w./-]{0,60}:[a-z][\w:.-]{0,30}: ")
_PNPM: Final = re.compile(
    r"(?m)^(?P<mark>##\[error\])?(?:[\w@.-]{1,40}/)+[\w.-]{1,40} (?:[a-z][\w:-]{0,24})[:$] ?|^[│|] {1,2}"
)  # mark: of the runner, which found an error in such a line
_MACH: Final = re.compile(r"(?m)^ ?\d{1,3}:\d\d\.\d\d (?=\S| )")  # Firefox's builds: minutes since the start
_NIX: Final = re.compile(r"(?m)^(?:┃ {1,2})? {6,8}> ")  # what it quotes of a builder's log
_BITBAKE: Final = re.compile(r"(?m)^\| ")  # what it quotes of a task's log
_VERCEL: Final = re.compile(r"(?m)^Building: ")
_NPM: Final = re.compile(r"(?m)^\d{1,6} error ")  # what failed, in npm's own log; its other levels are its talk
_EAS: Final = re.compile(r"(?m)^\[[A-Z][A-Z0-9_]{3,40}\] ?")  # Expo's builds: the phase
_EAS_SIGN: Final = re.compile(
    r"(?m)^\[(?:RUN_GRADLEW|RUN_FASTLANE|READ_APP_CONFIG|READ_PACKAGE_JSON|INSTALL_DEPENDENCIES|INSTALL_PODS|PREBUILD|BUNDLE_JAVASCRIPT|EAGER_BUNDLE|SETUP_WORKINGDIR)\] "
)
_ANT: Final = re.compile(r"(?m)^ {1,12}\[[a-z][\w:.-]{1,30}\] ?")  # the task
_ACT: Final = re.compile(r"(?m)^\[[^\]\n]{3,150}\] {1,3}(?:\| )?")


class SeenWrappers(NamedTuple):
    """Wrappers whose prefixes are to be taken off."""

    gh: bool = False
    buildkit: bool = False
    compose: bool = False
    turbo: bool = False
    pnpm: bool = False
    act: bool = False
    mach: bool = False
    nix: bool = False
    npm: bool = False
    vercel: bool = False
    eas: bool = False
    ant: bool = False
    bitbake: bool = False

    def joined(self, other: SeenWrappers) -> SeenWrappers:
        return SeenWrappers(*(a or b for a, b in zip(self, other, strict=True)))


def seen(text: str) -> SeenWrappers:
    return SeenWrappers(
        gh=GH.search(text) is not None,
        compose="Attaching to " in text
        or "docker-compose up" in text
        or "docker compose up" in text
        or _composed(text),
        turbo="Packages in scope:" in text or "turbo run " in text or "Remote caching " in text,
        pnpm=" workspace projects" in text or "ERR_PNPM_RECURSIVE" in text,
        act="] ⭐ Run " in text,
        mach="mach build" in text or "/mach" in text,
        npm=" verbose cli " in text,
        vercel='\nBuilding: Running "vercel build"' in text or "\nBuilding: Build machine" in text,
        eas=_EAS_SIGN.search(text) is not None,
        ant=text.startswith("Buildfile: ") or "\nBuildfile: " in text,
        bitbake="\nLog data follows:\n| " in text,
        nix=" log lines:\n" in text and "/nix/store/" in text,
    )


def services(text: str) -> list[str]:
    """Of each line, the container that prints it or ends there; "" where none does."""
    named = ((line, _NAMED.match(line) or _COMPOSED.match(line)) for line in text.split("\n"))
    return [found[found.lastindex or 0] if found else "" for _, found in named]


def _composed(text: str) -> bool:
    """Whether a container that exited has put its name before lines of its own."""
    ended = set(_COMPOSED.findall(text))
    return any(name[0] in ended for name in _NAMED.finditer(text)) if ended else False


def buildkit(lines: list[str]) -> bool:
    """Whether these lines, bare of all else, hold the output of a container build."""
    return any(line[:1] == "#" and _BUILDKIT_SIGN.match(line) for line in lines)


def timeless(text: str) -> str:
    """Without timestamps and other prefixes that nothing but a wrapper prints; several of them may stand in a row."""
    for _ in range(_NESTED):
        if not _ALWAYS.search(text):
            break
        text = _ALWAYS.sub("", text)
    return text


def said(lines: Sequence[str]) -> list[str]:
    """Lines of one quote without the columns of `gh run view --log` and the times that stand before each."""
    columns = any(GH.match(line) for line in lines)
    return timeless("\n".join(GH_REST.sub("", line, count=1) if columns else line for line in lines)).split("\n")


def staged(lines: list[str], wrappers: SeenWrappers) -> list[str]:
    """Lines of a container build without the names that wrappers of parallel tasks put behind the step's number."""
    return [stage[0] + bare(line[stage.end() :], wrappers) if (stage := STEP.match(line)) else line for line in lines]


def _marked(found: re.Match[str]) -> str:
    return found["mark"] or ""


def bare(text: str, wrappers: SeenWrappers) -> str:
    """Without the names that wrappers of parallel tasks put before each line."""
    for there, prefix in (
        (wrappers.compose, _COMPOSE),
        (wrappers.turbo, _TURBO),
        (wrappers.pnpm, _PNPM),
        (wrappers.act, _ACT),
        (wrappers.mach, _MACH),
        (wrappers.nix, _NIX),
        (wrappers.npm, _NPM),
        (wrappers.vercel, _VERCEL),
        (wrappers.eas, _EAS),
        (wrappers.ant, _ANT),
        (wrappers.bitbake, _BITBAKE),
    ):
        if there:
            text = prefix.sub(_marked if "mark" in prefix.groupindex else "", text)
    if wrappers.compose:
        text = timeless(_GLUED.sub("", text) if _TOUCHES.search(text) else text)
    return text
