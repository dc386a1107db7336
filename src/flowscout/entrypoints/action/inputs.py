"""The Action's inputs and outputs, in one table that action.yml, the README and this code agree on by test.

A composite action hands its steps no inputs, so action.yml maps each to `FLOWSCOUT_INPUT_<NAME>`.
"""

from __future__ import annotations

import shlex
from collections.abc import Collection, Mapping
from typing import Final

from ...errors import UserError
from ...model.event import ACTIVITIES, NOTHING
from ...model.record import NamedTuple
from ...model.sfm import LEVELS
from ...tasks.sticky import MODES

RIGHTS: Final = ("read", "triage", "write", "maintain", "admin")
FAIL_ON: Final = ("none", "stale", "changed", "error")
BOOLEAN: Final = ("true", "false")
AUTO: Final = "auto"


class Input(NamedTuple):
    """choices: () for free text. default: as action.yml has it; an expression where it begins with `${{`."""

    name: str
    default: str
    choices: tuple[str, ...]
    text: str


INPUTS: Final = (
    Input("github-token", "${{ github.token }}", (), "Token that reads and posts. The job's own is enough."),
    Input("mode", AUTO, (AUTO, *(a for a in ACTIVITIES if a != NOTHING)), "What to do; `auto` follows the event."),
    Input(
        "project",
        "",
        (),
        "Name that keeps several projects of one repository apart: comment, check, cache and artifact carry it.",
    ),
    Input("root", "", (), "Folder of the project, when it is not the nearest one with a configuration."),
    Input("detail", "", ("", *LEVELS), "How much of a flow is compared and drawn; empty: the configuration's."),
    Input(
        "comment",
        "update",
        MODES,
        "What becomes of the pull request's comment; `on-change` leaves it where only commits and lines changed.",
    ),
    Input("check-run", "false", BOOLEAN, "Whether a check run is made; needs `checks: write`."),
    Input("annotations", "false", BOOLEAN, "Whether changed steps are annotated in the diff."),
    Input("summary", "true", BOOLEAN, "Whether the job summary shows the result."),
    Input(
        "artifact",
        "",
        (),
        "Folder to write the result to, for a later job to upload or post; empty: none, unless nothing else took it.",
    ),
    Input("fail-on", "none", FAIL_ON, "When the step fails: `stale` charts, `changed` flow, an `error` of publishing."),
    Input("base", "", (), "Commit to compare with, instead of the one the event tells of."),
    Input(
        "allow",
        "write",
        RIGHTS,
        "Right a person needs for commands that spend or change something; looking needs `read`.",
    ),
    Input("drafts", "true", BOOLEAN, "Whether pull requests that are drafts are reviewed."),
    Input(
        "labels",
        "",
        (),
        "Labels, by commas: only pull requests that have one of them are reviewed, and none that has one written with `!` before it.",
    ),
    Input("llm", "off", ("off", "ollama", "anthropic", "openai"), "Model that may better the words."),
    Input("max-llm-calls", "50", (), "Most questions to a model in one run."),
    Input(
        "cache",
        "restore",
        ("restore", "read-write", "off"),
        "Whether the store is restored, and saved on pushes to the default branch; so with the memory of failures.",
    ),
    Input("version", "", (), "Version of flowscout to install; empty: the one shipped with the action."),
)
OUTPUTS: Final = {
    "activity": "What ran: review, scan, post, command, rca or nothing.",
    "changed": "Number of functions whose flow changed.",
    "stale": "Number of charts that are out of date.",
    "report-path": "File with the whole result as Markdown.",
    "sarif-path": "File with the findings as SARIF, when there are any.",
    "comment-id": "Id of the comment.",
    "comment-url": "Address of the comment.",
    "published-to": "Where the whole result can be read: comment, check, annotations, summary, artifact, stdout.",
    "base-sha": "Commit that was compared with.",
    "head-sha": "Commit that was looked at.",
    "diff-mode": "How the base was found: merge-parent, compare, deepen, files, full, given.",
    "conclusion": "success, neutral or failure.",
}


class ActionInputs(NamedTuple):
    token: str
    mode: str
    project: str
    root: str
    detail: str
    comment: str
    check_run: bool
    annotations: bool
    summary: bool
    artifact: str
    fail_on: str
    base: str
    allow: str
    drafts: bool
    labels: tuple[str, ...]
    llm: str
    max_llm_calls: int
    cache: str


def left_out(chosen: ActionInputs, draft: bool, labels: Collection[str]) -> str:
    """Why a pull request is not reviewed, "" when it is."""
    if draft and not chosen.drafts:
        return "it is a draft, as the input `drafts` says"
    wanted = [one for one in chosen.labels if not one.startswith("!")]
    if any(one[1:].strip() in labels for one in chosen.labels if one.startswith("!")) or (
        wanted and not any(one in labels for one in wanted)
    ):
        return "of its labels, as the input `labels` says"
    return ""


def variable(name: str) -> str:
    return "FLOWSCOUT_INPUT_" + name.upper().replace("-", "_")


def read(environment: Mapping[str, str]) -> ActionInputs:
    """Raises UserError that names the input, what it may be and the nearest that was meant."""
    given = {one.name: _value(one, environment) for one in INPUTS}
    calls = given["max-llm-calls"]
    if not (calls.isascii() and calls.isdigit()):
        raise UserError(f"the input `max-llm-calls` is a number, not {calls!r}")
    if (
        any(c not in "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-" for c in given["project"])
        or len(given["project"]) > 60
    ):
        raise UserError("the input `project` is made of letters, digits, dots, dashes and underscores, at most 60")
    return ActionInputs(
        given["github-token"],
        given["mode"],
        given["project"],
        given["root"],
        given["detail"],
        given["comment"],
        given["check-run"] == "true",
        given["annotations"] == "true",
        given["summary"] == "true",
        given["artifact"],
        given["fail-on"],
        given["base"],
        given["allow"],
        given["drafts"] == "true",
        tuple(one.strip() for one in given["labels"].split(",") if one.strip()),
        given["llm"],
        int(calls),
        given["cache"],
    )


def _value(one: Input, environment: Mapping[str, str]) -> str:
    """An empty value is the default, as GitHub hands on an input that was left out by an expression."""
    fallback = "" if one.default.startswith("${{") else one.default
    value = environment.get(variable(one.name), "").strip() or fallback
    if one.choices and value not in one.choices:
        allowed = ", ".join(c or "(empty)" for c in one.choices)
        raise UserError(f"the input `{one.name}` is one of {allowed}, not {shlex.quote(value[:80])}")
    return value
