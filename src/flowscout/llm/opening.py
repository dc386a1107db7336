"""From settings to an open session, and what a pull request has spent so far."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from .. import shelf
from ..errors import ConfigError
from ..redact import secrets_of
from .access import SHELF, chosen
from .budget import Budget, Caps, Spent
from .provider import Access, Provider
from .session import AnswerMemory, Session


def opened(environment: Mapping[str, str], user: Mapping[str, Any], memory: AnswerMemory | None) -> Session | None:
    """None where the provider is `none`. ConfigError when its library is not installed."""
    choice = chosen(environment, user)
    if choice.access.provider == "none":
        return None
    try:
        client = choice.provider.open(choice.access)
    except ModuleNotFoundError as missing:
        hint = f"pip install 'flowscout[{choice.provider.extra}]'"
        raise ConfigError(f"provider {choice.access.provider} needs the package {missing.name}", hint) from None
    pull = pull_of(environment) if choice.pull else ""
    budget = Budget(choice.run, choice.access.price, choice.pull, spent_by(memory, pull))
    secrets = {*secrets_of(environment), *((choice.access.key,) if len(choice.access.key) >= 8 else ())}
    batches = choice.provider.batches(choice.access) if choice.provider.batches else None
    return Session(
        choice.access, client, budget, memory, sorted(secrets, key=lambda s: (-len(s), s)), pull=pull, batches=batches
    )


def nobody(environment: Mapping[str, str]) -> Session:
    """A session that asks nobody, and redacts like any other."""
    provider: Provider = shelf.load(SHELF, "none")
    return Session(Access(), provider.open(Access()), Budget(Caps(), (0, 0)), None, secrets_of(environment))


def pull_of(environment: Mapping[str, str]) -> str:
    """`owner/name#7` where a runner works on a pull request; else ""."""
    found = re.fullmatch(r"refs/pull/(\d{1,12})/\w+", environment.get("GITHUB_REF", ""))
    return f"{environment.get('GITHUB_REPOSITORY', '')}#{found[1]}" if found else ""


def spent_by(memory: AnswerMemory | None, pull: str) -> Spent:
    """What earlier runs for a pull request took, as far as somebody remembers."""
    row = memory.get(f"spent:{pull}") if memory is not None and pull else None
    with contextlib.suppress(ValueError, TypeError):
        calls, sent, received, cached, money = json.loads(row or b"")
        return Spent(int(calls), int(sent), int(received), int(cached), float(money))
    return Spent()


def shown(session: Session) -> Iterator[str]:
    """What a run did with its model, in a few lines for a person."""
    tally = session.tally
    remembered = f"; {tally.remembered:,} answers remembered" if tally.remembered else ""
    if tally.spent.calls or tally.remembered:
        yield f"{session.who}: {tally.spent.said()}{remembered}"
    if tally.failures:
        yield "not answered: " + ", ".join(f"{count} {kind}" for kind, count in sorted(tally.failures.items()))
    if tally.stopped:
        yield f"the rest is rule-made: {tally.stopped}"
