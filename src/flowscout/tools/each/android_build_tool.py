"""What a Gradle or Android build log says: its error, the version that settles a conflict, who asks for what, and where a missing library
was looked for. Which versions a repository has no log says: what it does not show is not recommended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final, Literal

from ...model.finding import Finding
from ...model.pattern import regex
from ...rca.explain.gradle import DependencyAnalysis, VersionResolution, analysed, repository_of, searched
from ...rca.source import of_bytes
from ...tasks.diagnose import located
from ..contract import NO_RESULTS, Arguments, Data, Failed, Field, Tool
from ..desk import Desk

TOOLS: Final = ("gradle", "kotlinc", "android", "compose")  # log formats that are Gradle's, or what it runs
CONFLICT: Final = "dependency_conflict"
MISSING: Final = "dependency_resolution_error"
_SIGNS: Final = regex(
    r"(?m)^(?:FAILURE: Build failed|BUILD FAILED|\* What went wrong:|> Task :|Execution failed for task|e: (?:file://)?/)"
)
_BETWEEN: Final = regex(r"^\s*- (?P<dependency>[\w.-]+:[\w.-]+) between versions? .{1,400}$")


class AndroidBuild(Arguments):
    buildOutput: Annotated[str, Field(min_length=1, max_length=2_000_000, description="Raw Gradle build output")]
    operation: Literal["parse", "recommend", "analyze", "diagnose"] = Field(
        "parse",
        description="parse: the error; recommend: a version for a conflict; analyze: the conflict; diagnose: where a missing library was looked for",
    )


class BuildError(Data):
    type: str
    message: str
    filePath: str = Field(description="In the repository where it could be mapped; empty where the log names none")
    line: int
    language: str
    framework: str
    metadata: dict[str, str]


class Implementation(Data):
    groovy: str
    kotlin: str


class Resolution(Data):
    recommended: str
    reason: str
    implementation: Implementation


class Analysis(Data):
    module: str
    requestedVersions: list[str]
    conflicts: list[str]
    recommendation: Resolution


class AndroidBuildData(Data):
    operation: str
    error: BuildError = Field(description="What the operation is about")
    recommendation: Resolution | None = Field(description="Of recommend")
    analysis: Analysis | None = Field(description="Of analyze")
    diagnosis: str | None = Field(description="Of diagnose")


def run(desk: Desk, asked: AndroidBuild) -> AndroidBuildData | Failed:
    found = located(desk.diagnose(of_bytes(asked.buildOutput.encode("utf-8", "surrogatepass"))), desk.snapshot.paths())
    gradle = [one for one in found.findings if one.tool in TOOLS] if _SIGNS.search(asked.buildOutput) else []
    if not gradle:
        return Failed(
            NO_RESULTS, "the output is no failed Gradle build that I can read: root_cause reads logs of every kind"
        )
    if asked.operation == "parse":
        return _data(asked.operation, gradle[0])
    wanted = (MISSING,) if asked.operation == "diagnose" else (CONFLICT,)
    one = next((one for one in gradle if one.type in wanted and dependency_of(one)), None)
    if one is None:
        return Failed(NO_RESULTS, _without(asked.operation, gradle))
    if asked.operation == "diagnose":
        return _data(asked.operation, one, diagnosis=diagnosis(dependency_of(one), one.quote))
    analysis = analysed({"dependency": dependency_of(one), "message": "\n".join((one.message, *one.quote))})
    if analysis is None:
        return Failed(NO_RESULTS, f"the log names no two versions of {dependency_of(one)} to choose from")
    if asked.operation == "recommend":
        return _data(asked.operation, one, recommendation=_resolution(analysis.recommendation))
    return _data(asked.operation, one, analysis=_analysis(analysis))


def _without(operation: str, gradle: Sequence[Finding]) -> str:
    missing = next((dependency_of(one) for one in gradle if one.type == MISSING and dependency_of(one)), "")
    if missing and operation != "diagnose":
        return f"{missing} was not found, and which versions of it exist the log does not say: `diagnose` tells where it was looked for"
    what = "a library that was not found" if operation == "diagnose" else "a conflict of a library's versions"
    return f"the failure is {gradle[0].type.replace('_', ' ')}: the log does not name {what}"


def dependency_of(one: Finding) -> str:
    """Of its message; else the module that the lines below it name."""
    named = dict(one.error.metadata).get("dependency", "")
    return named or next((match["dependency"] for line in one.quote if (match := _BETWEEN.match(line))), "")


def diagnosis(dependency: str, quote: Sequence[str]) -> str:
    hosts = searched(quote)
    where = (
        f"Gradle looked for `{dependency}` in {', '.join(hosts)} and did not find it there. "
        if hosts
        else "The log does not list the repositories that were searched. "
    )
    return where + repository_of(dependency, hosts)


def _data(
    operation: str,
    one: Finding,
    recommendation: Resolution | None = None,
    analysis: Analysis | None = None,
    diagnosis: str | None = None,
) -> AndroidBuildData:
    error = one.error
    said = BuildError(
        type=error.type,
        message=error.message,
        filePath=one.file or error.filePath,
        line=one.file_line or error.line,
        language=error.language,
        framework=error.framework,
        metadata=dict(error.metadata),
    )
    return AndroidBuildData(
        operation=operation, error=said, recommendation=recommendation, analysis=analysis, diagnosis=diagnosis
    )


def _resolution(made: VersionResolution) -> Resolution:
    return Resolution(
        recommended=made.recommended,
        reason=made.reason,
        implementation=Implementation(groovy=made.groovy, kotlin=made.kotlin),
    )


def _analysis(made: DependencyAnalysis) -> Analysis:
    return Analysis(
        module=made.module,
        requestedVersions=list(made.requested_versions),
        conflicts=list(made.conflicts),
        recommendation=_resolution(made.recommendation),
    )


PLUGIN: Final = Tool(
    "android_build_tool",
    AndroidBuild,
    AndroidBuildData,
    run,
    (NO_RESULTS,),
    load=lambda desk: desk.diagnose(of_bytes(b"")),
)
