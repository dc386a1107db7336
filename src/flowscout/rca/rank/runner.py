"""What runners say of a whole job, as one more format: their verdicts are what all else is judged by.

GitHub ends a failed step in `##[error]Process completed with exit code N.`; Travis ends in `Done. Your build exited with
N.`; GitLab, Jenkins, Azure, Buildkite, CircleCI, AppVeyor, Taskcluster, mock and Copr have their own words.
"""

from __future__ import annotations

from typing import Final

from ...model.logformat import CONSEQUENCE, NOISE, SUCCESS, LogFormat, Pattern

NAME: Final = "runner"
FINAL: Final = "final"  # type of a verdict on the whole job
STEP: Final = "step"  # type of a verdict on one command of it


def _failed(first: str, *needs: str, type_: str = STEP) -> Pattern:
    return Pattern(type_, "unknown", first, needs, role=CONSEQUENCE, weight=1)


def _passed(first: str, *needs: str, type_: str = STEP) -> Pattern:
    return Pattern(type_, "unknown", first, needs, role=SUCCESS, severity="info", weight=1)


RUNNER: Final = LogFormat(
    name=NAME,
    languages=(),
    patterns=(
        _failed(
            r"(?:##\[error\]|^Error: )Process completed with exit code (?P<code>[1-9-]\d*)\.",
            "Process completed with exit code",
        ),
        _failed(r"(?:##\[error\]|^Error: |^)The process '.{1,300}' failed with exit code \d+", "failed with exit code"),
        _failed(r"##\[error\](?:Bash|PowerShell|Cmd\.exe|Script) (?:exited|failed) ", "##[error]"),
        _passed(r"^The command \".{0,300}\" exited with 0\.", "exited with 0"),
        _failed(r"^The command \".{0,300}\" (?:failed and )?exited with (?P<code>[1-9]\d*)", "exited with"),
        _passed(r"^Done\. Your build exited with 0\.", "Your build exited", type_=FINAL),
        _failed(r"^Done\. Your build exited with [1-9]|^Your build has been stopped\.", "Your build", type_=FINAL),
        _passed(r"^(?:🏁 +)?Job succeeded\s*$", "Job succeeded", type_=FINAL),
        _failed(r"^🏁 +Job failed", "Job failed", type_=FINAL),
        _failed(r"^ERROR: Job failed(?: \(system failure\))?: ", "Job failed", type_=FINAL),
        _passed(r"^Finished: SUCCESS", "Finished: SUCCESS", type_=FINAL),
        _failed(r"^Finished: (?:FAILURE|UNSTABLE|ABORTED)", "Finished: ", type_=FINAL),
        _passed(r"^Build success\s*$", "Build success", type_=FINAL),
        _failed(r"^Command exited with code [1-9]", "Command exited with code", type_=FINAL),
        _passed(
            r"^\[taskcluster .{0,60}\] =* ?Task Completed.*|^(?:\[taskcluster.{0,60}\] )?(?:=== )?(?:Successful task run|Task Finished.*exit code: 0)",
            "uccessful task run",
            "Task Completed",
            type_=FINAL,
        ),
        _failed(r"^\[taskcluster:error\] (?:Task (?:aborted|timeout)|exit status)", "[taskcluster:error]", type_=FINAL),
        _failed(r"Unsuccessful task run with exit code: (?P<code>[1-9]\d*)", "Unsuccessful task run", type_=FINAL),
        _failed(
            r"^(?:🚨 )?Error: The command exited with status (?P<code>[1-9]\d*)",
            "The command exited with status",
            type_=FINAL,
        ),
        _failed(r"^Exited with code (?:exit status )?[1-9]", "Exited with code", type_=FINAL),
        _failed(
            r"^(?:ERROR: )?(?:Exception\(|Build failed with|Command failed: ).{0,300}|^Child return code was: [1-9]",
            "Child return code was",
            "Exception(",
        ),
        _passed(r"^Finish: run$|^Child return code was: 0$", "Finish: run", "Child return code was"),
        Pattern("cancelled", "cancelled", r"^(?P<message>Job is cancelled before starting.*)", ("Job is cancelled",)),
        Pattern(  # PowerShell's record of what a program wrote to its standard error: the program's own line stands above
            "powershell",
            "unknown",
            r"^At (?:line|[A-Za-z]:\\.{1,200}):\d+ char:\d+",
            ("At ",),
            role=NOISE,
            then=((r"^\s*\+ FullyQualifiedErrorId : NativeCommandError", 8),),
            more=r"^\s*\+ |^\s*$",
        ),
        _failed(r"^RPM build errors:|^error: Bad exit status from ", "RPM build errors", "Bad exit status"),
    ),
    sample="""
The command "make test" exited with 2.
Done. Your build exited with 1.
""",
    expected=(),
)
