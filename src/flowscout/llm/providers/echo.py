"""Answers with the rule-made words it was given: everything runs as with a model, and nothing leaves the machine.

For tests, and for seeing what a run would ask.
"""

from __future__ import annotations

from ..budget import BYTES_PER_TOKEN, tokens_in
from ..provider import PROTOCOL, Access, Answered, Failure, Provider, Reply, Request, Usage


class _Echo:
    def complete(self, request: Request, /) -> Answered:
        if not request.rule:
            return Failure(PROTOCOL, "the question has no rule-made answer")
        return Reply(request.rule, "echo", Usage(tokens_in(request), len(request.rule) // BYTES_PER_TOKEN))

    def close(self) -> None:
        """Nothing is open."""


def _open(access: Access) -> _Echo:
    return _Echo()


PLUGIN = Provider("echo", _open, model="echo", prices={"echo": (0.0, 0.0)})
