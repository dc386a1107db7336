"""No model: every word is rule-made. The default."""

from __future__ import annotations

from ..provider import OFF, Access, Answered, Failure, Provider, Request


class _Nobody:
    def complete(self, request: Request, /) -> Answered:
        return Failure(OFF, "no provider is configured")

    def close(self) -> None:
        """Nothing is open."""


def _open(access: Access) -> _Nobody:
    return _Nobody()


PLUGIN = Provider("none", _open)
