"""`flowscout rca --agent`: the model of the user's own configuration looks into the log and the code; what it finds stands beside
the rules' words, and without a model, or a repository, there is less of it or nothing."""

from __future__ import annotations

from itertools import islice

from ...errors import UserError
from ...model.finding import RootCause
from ...model.progress import Stream
from ...rca.reading.screen import decoded
from ...rca.reading.sources import chunks
from ...rca.source import Open
from ...tasks.refined import LINES, refined
from ...wiring import place, project, session, workspace
from ..shared import target
from ..shared.console import Talk


def looked_into(root: RootCause, log: Open, folder: str, talk: Talk, told: Stream, *, code: bool) -> RootCause:
    where = place(folder)
    with session(where) as line:
        if line is None:
            raise UserError(
                "no model is configured", "set FLOWSCOUT_PROVIDER, or name a provider in your own configuration"
            )
        made = project(workspace(where), talk.progress) if code else None
        found = refined(root, _lines(log), made, line, told)
        target.spent(line, talk)
    return found


def _lines(log: Open) -> tuple[str, ...]:
    """As the findings count them; unpacked."""
    with log() as stream:
        return tuple(islice((line for text in decoded(chunks(stream)) for line in text.splitlines()), LINES))
