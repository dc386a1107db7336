"""One request -> what is answered, and a delivery if there is something to do. Nothing is parsed before the signature
holds."""

from __future__ import annotations

import hmac
import json
import re
from collections.abc import Mapping
from typing import Any, Final

from ...adapters.github.deliveries import Delivery
from ...bot import event, parse
from ...model.event import COMMAND, POST, RCA, REVIEW, EventContext
from ...model.record import NamedTuple

LARGEST: Final = 4_000_000  # bytes of a body; payloads of the events we take are far below
EVENTS: Final = ("issue_comment", "pull_request_review_comment", "pull_request", "workflow_run")
REVIEWED: Final = ("opened", "synchronize", "reopened", "ready_for_review")
BOTS: Final = ("Bot", "Mannequin")
_ID: Final = re.compile(r"[\w-]{8,80}", re.ASCII)
_REPOSITORY: Final = re.compile(r"[\w-][\w.-]{0,99}/[\w.-]{1,100}", re.ASCII)


class Acceptance(NamedTuple):
    """status: of HTTP. said: one line for whoever asks. delivery: None when nothing is to be done."""

    status: int
    said: str
    delivery: Delivery | None = None


def signed(secret: bytes, body: bytes, signature: str) -> bool:
    """Source: GitHub's "Validating webhook deliveries". As long for every wrong signature."""
    expected = "sha256=" + hmac.new(secret, body, "sha256").hexdigest()
    return hmac.compare_digest(expected.encode(), signature.encode("utf-8", "surrogateescape"))


def judged(secret: bytes, headers: Mapping[str, str], body: bytes) -> Acceptance:
    """headers: by lower-case name."""
    if not signed(secret, body, headers.get("x-hub-signature-256", "")):
        return Acceptance(401, "the signature is missing or wrong")
    id_, name = headers.get("x-github-delivery", ""), headers.get("x-github-event", "")
    if not _ID.fullmatch(id_) or not name:
        return Acceptance(400, "X-GitHub-Delivery and X-GitHub-Event are missing")
    if headers.get("content-type", "").split(";")[0].strip().lower() != "application/json":
        return Acceptance(415, "the webhook's content type is to be application/json")
    try:
        payload = json.loads(body)
    except (ValueError, RecursionError):
        return Acceptance(400, "the body is no JSON")
    if not isinstance(payload, dict):
        return Acceptance(400, "the body is no JSON object")
    if name == "ping":
        return Acceptance(200, "pong")
    if name not in EVENTS:
        return Acceptance(202, "nothing to do for this event")
    return _wanted(id_, name, payload, body)


def _wanted(id_: str, name: str, payload: dict[str, Any], body: bytes) -> Acceptance:
    context = event.read(payload, {"GITHUB_EVENT_NAME": name})
    if (
        not _REPOSITORY.fullmatch(context.repository)
        or not context.default_branch
        or not (context.number or context.run)
    ):
        return Acceptance(400, "the payload names no repository, branch or number")
    if context.activity == REVIEW and context.action in REVIEWED:
        return Acceptance(202, "accepted", Delivery(id_, name, context.repository, body))
    comment = context.comment
    if (
        context.activity == COMMAND
        and comment is not None
        and comment.author_type not in BOTS
        and parse.parse(comment.body) is not None
    ):
        return Acceptance(202, "accepted", Delivery(id_, name, context.repository, body))
    if _explained(context):
        return Acceptance(202, "accepted", Delivery(id_, name, context.repository, body))
    return Acceptance(202, "nothing to do")


def _explained(context: EventContext) -> bool:
    """A run of a pull request that failed, or that passed and may take an explanation back. A fork's, which GitHub
    names no pull request for, is looked up by its commit. Of a push there is no place to say anything."""
    run = context.run
    return run is not None and context.activity in (RCA, POST) and run.event in ("pull_request", "pull_request_target")
