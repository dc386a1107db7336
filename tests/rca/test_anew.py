"""A script that starts anew: what it takes away first may not be there."""

from __future__ import annotations

from flowscout.model.finding import RootCause
from flowscout.rca.diagnosis import diagnosed
from flowscout.rca.formats import extractor
from flowscout.rca.source import of_bytes


def told(log: str) -> RootCause:
    return diagnosed(of_bytes(log.encode()), extractor(), str)


STEP = "deploy\tDeploy\t2026-03-22T17:30:37.{:07}Z {}\n"


def test_what_was_not_there_to_be_taken_away_ended_nothing() -> None:
    """A deployment first takes away the container of the last one; the action says by a tick that it went well."""
    words = [
        "##[group]Run acme/ssh-action@v1",
        "##[endgroup]",
        "err: Error response from daemon: No such container: till",
        "==============================================",
        "✅ Successfully executed commands to all host.",
        "==============================================",
        "Post job cleanup.",
    ]
    log = "".join(STEP.format(number, word) for number, word in enumerate(words))
    assert told(log).verdict == "ok"
    assert told("Error response from daemon: No such container: till\n").findings[0].type == "daemon_refused"
