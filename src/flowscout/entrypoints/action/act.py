"""The door of the Action: reads the event, chooses the activity, runs it. What is printed meanwhile is no command to
the runner."""

from __future__ import annotations

import importlib
import json
import os
from collections.abc import Callable, Mapping
from typing import TextIO

from ...adapters.github.runner import Runner
from ...bot import event
from ...defects import broken, outside, told
from ...errors import UserError
from ...forge import Forge, ForgeError
from ...model.event import COMMAND, NOTHING, POST, RCA, REVIEW, SCAN
from ...wiring import place
from .inputs import AUTO, left_out, read
from .job import ActionJob, outputs

_ROOMS = {REVIEW: "review", SCAN: "scan", POST: "post", COMMAND: "command", RCA: "rca"}
LARGEST = 30_000_000  # bytes of a payload; GitHub's own cap is 25 MB
Connect = Callable[[str, str, str], Forge]  # repository, token, address of the API


def act(environment: Mapping[str, str], out: TextIO, connect: Connect | None = None) -> int:
    """The exit code: 0 fine, 1 as `fail-on` asks, 2 inputs or configuration, 3 our bug, 4 nothing could be published."""
    runner = Runner(environment, out)
    with runner.deaf():
        try:
            code = _act(environment, runner, connect or github)
        except (ForgeError, UserError) as error:
            runner.command("error", f"{error}. {error.hint}".strip(), title="flowscout")
            code = error.exit_code
        except Exception as error:  # noqa: BLE001 - the outer handler, here: what it says quotes strangers, so commands stay stopped
            said = outside(error) if isinstance(error, OSError) else ""
            runner.command(
                "error", said or "this is a bug of ours; the log of this step holds a report", title="flowscout"
            )
            runner.say("" if said else broken("action", error))
            code = 2 if said else 3
        if said := told("action"):
            runner.command(
                "warning",
                "a defect of flowscout left something out; the log of this step holds a report",
                title="flowscout",
            )
            runner.say(said)
        return code


def _act(environment: Mapping[str, str], runner: Runner, connect: Connect) -> int:
    chosen = read(environment)
    runner.mask(chosen.token)
    context = event.read(_payload(environment), environment)
    activity = context.activity if chosen.mode == AUTO else chosen.mode
    runner.say(f"flowscout: {activity} ({context.why if chosen.mode == AUTO else 'as the input `mode` says'})")
    if activity == REVIEW and (why := left_out(chosen, context.draft, context.labels)):
        activity = NOTHING
        runner.say(f"nothing to do: {why}")
    runner.output("activity", activity)
    workspace = environment.get("GITHUB_WORKSPACE") or "."
    where = place(os.path.join(workspace, chosen.root) if chosen.root else "", workspace)
    forge = connect(context.repository, chosen.token, context.api_url) if chosen.token and context.repository else None
    job = ActionJob(runner, chosen, context, forge, where, environment)
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
        raise UserError(
            f"the event's payload cannot be read: {type(error).__name__}", "GITHUB_EVENT_PATH names it"
        ) from None


def github(repository: str, token: str, api_url: str) -> Forge:
    from ...adapters.github.forge import GitHub

    return GitHub(repository, token, api_url)
