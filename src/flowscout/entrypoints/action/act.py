"""The door of the Action: reads the event, chooses the activity, runs it. What is printed meanwhile is no command to the runner."""

from __future__ import annotations

import importlib
import json
from collections.abc import Mapping
from typing import TextIO

from ...adapters.runner import Runner
from ...bot import event
from ...errors import UserError
from ...forge import Forge, ForgeError
from ...model.event import COMMAND, NOTHING, POST, RCA, REVIEW, SCAN, EventContext
from ...wiring import place
from .inputs import AUTO, Chosen, read
from .job import Job, outputs

_ROOMS = {REVIEW: "review", SCAN: "scan", POST: "post", COMMAND: "command", RCA: "rca"}
LARGEST = 30_000_000  # bytes of a payload; GitHub's own cap is 25 MB


def act(environment: Mapping[str, str], out: TextIO) -> int:
    """The exit code: 0 fine, 1 as `fail-on` asks, 2 inputs or configuration, 4 nothing could be published."""
    runner = Runner(environment, out)
    with runner.deaf():
        try:
            return _act(environment, runner)
        except ForgeError as error:
            runner.command("error", f"{error}. {error.hint}".strip(), title="flowscout")
            return error.exit_code
        except UserError as error:
            runner.command("error", f"{error}. {error.hint}".strip(), title="flowscout")
            return error.exit_code


def _act(environment: Mapping[str, str], runner: Runner) -> int:
    chosen = read(environment)
    runner.mask(chosen.token)
    context = event.read(_payload(environment), environment)
    activity = context.activity if chosen.mode == AUTO else chosen.mode
    runner.say(f"flowscout: {activity} ({context.why if chosen.mode == AUTO else 'as the input `mode` says'})")
    runner.output("activity", activity)
    where = place(chosen.root, environment.get("GITHUB_WORKSPACE") or ".")
    job = Job(runner, chosen, context, _forge(chosen, context), where, environment)
    if activity == NOTHING:
        outputs(job, (), conclusion="success")
        return 0
    return int(importlib.import_module(f"{__package__}.{_ROOMS[activity]}").run(job))


def _payload(environment: Mapping[str, str]) -> object:
    path = environment.get("GITHUB_EVENT_PATH", "")
    if not path:
        return {}
    try:
        with open(path, "rb") as file:
            return json.loads(file.read(LARGEST))
    except (OSError, ValueError, RecursionError) as error:
        raise UserError(f"the event's payload cannot be read: {type(error).__name__}", "GITHUB_EVENT_PATH names it") from None


def _forge(chosen: Chosen, context: EventContext) -> Forge | None:
    if not chosen.token or not context.repository:
        return None
    from ...adapters.github import GitHub

    return GitHub(context.repository, chosen.token, context.api_url)
