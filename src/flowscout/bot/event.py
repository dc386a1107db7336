"""A payload and the runner's environment -> EventContext.

Source: GitHub's webhook events and payloads, and the default environment variables of an Actions run. A field that is
absent, null or of another type reads as empty; a payload that is no object is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..model.event import COMMAND, NOTHING, POST, RCA, REVIEW, SCAN, Comment, EventContext, WorkflowRun

DEPENDABOT = "dependabot[bot]"  # of what it causes, the job's token cannot write, as if it came from a fork
PULL_EVENTS = frozenset({"pull_request", "pull_request_target", "pull_request_review", "pull_request_review_comment"})
PRIVILEGED = frozenset({"pull_request_target", "issue_comment", "workflow_run", "check_run", "check_suite"})
FAILED = frozenset({"failure", "timed_out", "startup_failure"})
_ZERO = "0" * 40
Payload = Mapping[str, Any]


def read(payload: object, environment: Mapping[str, str]) -> EventContext:
    """Raises ValueError when the payload is no JSON object."""
    if not isinstance(payload, Mapping):
        raise ValueError("the event's payload is no JSON object")
    name = environment.get("GITHUB_EVENT_NAME", "")
    repository, sender = _map(payload, "repository"), _map(payload, "sender")
    full_name = environment.get("GITHUB_REPOSITORY") or _text(repository, "full_name")
    context = EventContext(
        name, _text(payload, "action"), full_name, _text(repository, "default_branch"), _text(sender, "login"),
        _text(sender, "type") == "Bot", NOTHING, "",
        sha=environment.get("GITHUB_SHA", ""), ref=environment.get("GITHUB_REF", ""),
        read_only=name in PULL_EVENTS and DEPENDABOT in (_text(sender, "login"), environment.get("GITHUB_ACTOR")), privileged=name in PRIVILEGED, run_id=_digits(environment.get("GITHUB_RUN_ID", "")),
        run_attempt=_digits(environment.get("GITHUB_RUN_ATTEMPT", "")) or 1,
        server_url=environment.get("GITHUB_SERVER_URL") or "https://github.com",
        api_url=environment.get("GITHUB_API_URL") or "https://api.github.com",
    )  # fmt: skip
    return _with_activity(_particulars(context, payload))


def _particulars(context: EventContext, payload: Payload) -> EventContext:
    match context.event:
        case event if event in PULL_EVENTS:
            return _commented(_pulled(context, _map(payload, "pull_request")), payload, "review")
        case "issue_comment":
            issue = _map(payload, "issue")
            context = context._replace(
                number=_number(issue, "number"),
                is_pull_request=bool(_map(issue, "pull_request")),
                draft=issue.get("draft") is True,
            )
            return _commented(context, payload, "issue")
        case "workflow_run":
            return _ran(context, _map(payload, "workflow_run"))
        case "check_run" | "check_suite":
            return _checked(context, _map(payload, context.event))
        case "push":
            before, after = _text(payload, "before"), _text(payload, "after")
            return context._replace(before="" if before == _ZERO else before, after=after, head_sha=after)
        case "merge_group":
            group = _map(payload, "merge_group")
            return context._replace(
                head_sha=_text(group, "head_sha"),
                base_sha=_text(group, "base_sha"),
                head_ref=_branch(_text(group, "head_ref")),
                base_ref=_branch(_text(group, "base_ref")),
            )
        case _:
            return context._replace(head_sha=context.sha)


def _pulled(context: EventContext, pull: Payload) -> EventContext:
    head, base = _map(pull, "head"), _map(pull, "base")
    theirs, ours = _map(head, "repo"), _map(base, "repo")
    fork = not theirs or theirs.get("id") != ours.get("id")
    return context._replace(
        number=_number(pull, "number"), is_pull_request=True, draft=pull.get("draft") is True,
        head_sha=_text(head, "sha"), head_ref=_text(head, "ref"), head_repository=_text(theirs, "full_name"),
        base_sha=_text(base, "sha"), base_ref=_text(base, "ref"), fork=fork,
        read_only=(fork or context.read_only) and context.event != "pull_request_target", labels=_labels(pull),
    )  # fmt: skip


def _labels(pull: Payload) -> tuple[str, ...]:
    said = pull.get("labels")
    return tuple(_text(one, "name") for one in said if isinstance(one, Mapping)) if isinstance(said, list) else ()


def _commented(context: EventContext, payload: Payload, kind: str) -> EventContext:
    comment = _map(payload, "comment")
    if not comment:
        return context
    author = _map(comment, "user")
    return context._replace(
        comment=Comment(
            _number(comment, "id"),
            kind,
            _text(comment, "body"),
            _text(author, "login"),
            _text(author, "type"),
            _text(comment, "author_association"),
            _text(comment, "created_at"),
            _text(comment, "updated_at"),
            _text(comment, "html_url"),
            _text(comment, "path"),
            _number(comment, "line"),
        )
    )


def _ran(context: EventContext, run: Payload) -> EventContext:
    head = _text(_map(run, "head_repository"), "full_name")
    pulls = run.get("pull_requests")
    numbers = (
        tuple(_number(pull, "number") for pull in pulls if isinstance(pull, Mapping)) if isinstance(pulls, list) else ()
    )
    return context._replace(
        head_sha=_text(run, "head_sha"), head_ref=_text(run, "head_branch"), head_repository=head, fork=head != context.repository,
        number=numbers[0] if len(numbers) == 1 else 0,
        run=WorkflowRun(
            _number(run, "id"), _number(run, "run_attempt") or 1, _text(run, "name"), _text(run, "event"), _text(run, "conclusion"),
            _text(run, "head_sha"), _text(run, "head_branch"), head, numbers, _text(run, "html_url"), _text(_map(run, "actor"), "login") == DEPENDABOT),
    )  # fmt: skip


def _checked(context: EventContext, check: Payload) -> EventContext:
    suite = _map(check, "check_suite") or check
    pulls = check.get("pull_requests") or suite.get("pull_requests")
    numbers = (
        [_number(pull, "number") for pull in pulls if isinstance(pull, Mapping)] if isinstance(pulls, list) else []
    )
    return context._replace(
        head_sha=_text(check, "head_sha"),
        head_ref=_text(suite, "head_branch"),
        number=numbers[0] if len(numbers) == 1 else 0,
    )


def _with_activity(context: EventContext) -> EventContext:
    activity, why = _activity(context)
    return context._replace(activity=activity, why=why)


def _activity(context: EventContext) -> tuple[str, str]:
    match context.event:
        case "pull_request" | "pull_request_target":
            if context.action == "closed":
                return NOTHING, "the pull request was closed"
            return REVIEW, "a pull request changed"
        case "issue_comment" | "pull_request_review_comment":
            if context.action != "created":
                return NOTHING, "only new comments are commands"
            if not context.is_pull_request:
                return COMMAND, "a comment on an issue: commands that need no pull request are answered"
            return COMMAND, "a comment on a pull request"
        case "workflow_run":
            if context.action != "completed" or context.run is None:
                return NOTHING, "the run has not ended"
            if context.run.conclusion in FAILED:
                return RCA, "a run failed"
            if context.run.event not in ("pull_request", "pull_request_target") or context.run.conclusion != "success":
                return NOTHING, "the run did not fail"
            if context.fork or context.run.dependabot:
                return POST, "an untrusted run may have left a review to post"
            return RCA, "a run passed: an explanation of its earlier failure is taken back"
        case "check_run" | "check_suite":
            return (
                (REVIEW, "a check was asked for again")
                if context.action in ("rerequested", "requested_action")
                else (NOTHING, "not asked for")
            )
        case "merge_group":
            return REVIEW, "a merge group is to be checked"
        case "push":
            return (
                (SCAN, "commits were pushed")
                if context.after and context.after != _ZERO
                else (NOTHING, "a branch was deleted")
            )
        case "schedule" | "workflow_dispatch" | "repository_dispatch" | "workflow_call":
            return SCAN, "started by hand or by the clock"
        case other:
            return NOTHING, f"nothing is known to do for {other or 'no event'}"


def _map(record: Payload, key: str) -> Payload:
    value = record.get(key)
    return value if isinstance(value, Mapping) else {}


def _text(record: Payload, key: str) -> str:
    value = record.get(key)
    return value if isinstance(value, str) else ""


def _number(record: Payload, key: str) -> int:
    value = record.get(key)
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


def _digits(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() else 0


def _branch(ref: str) -> str:
    return ref.removeprefix("refs/heads/")
