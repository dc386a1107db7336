"""Why a build failed: the first true cause that its log states, the place in the code it points to, and what can be done. The log is
given as text, or as a path in the root."""

from __future__ import annotations

from typing import Annotated, Final

from ...model.finding import Finding
from ...model.paths import suffix_of
from ...rca.source import Open, of_bytes
from ...tasks.diagnose import located
from ...tasks.names import candidates, display
from ..contract import FILE_NOT_FOUND, INVALID_PARAMETERS, NO_RESULTS, Arguments, Data, Failed, Field, Tool
from ..desk import Desk

QUOTED: Final = 12  # lines of the log beside a finding


class RootCauseOf(Arguments):
    log: Annotated[str, Field(max_length=2_000_000, description="The log's text")] = ""
    path: Annotated[str, Field(max_length=1000, description="A log file in the root, where no text is given")] = ""
    limit: Annotated[int, Field(ge=1, le=20, description="How many findings to show")] = 3


class Found(Data):
    type: str
    message: str
    file: str = Field(description="In the repository where it could be mapped")
    line: int
    function: str = Field(description="The function of this project that holds the place; empty where none does")
    logLine: int
    confidence: float
    times: int
    quote: list[str]


class Why(Data):
    verdict: str
    rootCause: str
    fixGuidelines: list[str]
    reproduce: str
    findings: list[Found]
    total: int
    truncated: bool


def run(desk: Desk, asked: RootCauseOf) -> Why | Failed:
    if bool(asked.log) == bool(asked.path):
        return Failed(INVALID_PARAMETERS, "give `log`, its text, or `path`, a file in the root: one of them")
    opened: Open | None = of_bytes(asked.log.encode("utf-8", "surrogatepass")) if asked.log else desk.log(asked.path)
    if opened is None:
        return Failed(FILE_NOT_FOUND, f"{asked.path[:200]!r} is no regular file in this root")
    found = located(desk.diagnose(opened), desk.snapshot.paths())
    if not found.findings:
        return Failed(NO_RESULTS, found.cause)
    return Why(
        verdict=found.verdict,
        rootCause=found.cause,
        fixGuidelines=list(found.fix),
        reproduce=found.reproduce,
        findings=[_finding(desk, one) for one in found.findings[: asked.limit]],
        total=len(found.findings),
        truncated=len(found.findings) > asked.limit,
    )


def _finding(desk: Desk, one: Finding) -> Found:
    known = suffix_of(one.file) and one.file in desk.project.files and one.file_line
    holding = candidates(desk.project.functions, "", one.file, one.file_line) if known else []
    return Found(
        type=one.type,
        message=one.message,
        file=one.file,
        line=one.file_line,
        function=display(holding[0]) if holding else "",
        logLine=one.line,
        confidence=one.confidence,
        times=one.times,
        quote=list(one.quote[:QUOTED]),
    )


PLUGIN: Final = Tool(
    "root_cause",
    RootCauseOf,
    Why,
    run,
    (FILE_NOT_FOUND, NO_RESULTS),
    first=True,
    load=lambda desk: desk.diagnose(of_bytes(b"")),
)
