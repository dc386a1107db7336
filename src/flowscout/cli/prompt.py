"""Show what a model would be sent, byte for byte but for the random mark: after redaction, before anything leaves.

NAME is a function, as for `flowchart`; or a file, for what a scout would send. Nothing is asked, and no model need be configured.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable
from typing import Any

from ..agents.scout import EntityScout, EntityScoutConfig, decoded, is_binary, question, windows
from ..agents.wording import wording
from ..errors import UserError
from ..llm.ask import Question, cleaned, request_of
from ..llm.budget import tokens_in
from ..llm.opening import nobody
from ..llm.prompts import first
from ..model.sfm import LEVELS
from ..tasks.names import meant
from .shared import target
from .shared.console import Talk

TASKS = ("summary", "recursion", "labels", "scout")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="a function, or a file")
    parser.add_argument("--task", choices=TASKS, default="", help="only the prompts of one task")
    parser.add_argument(
        "--detail", choices=LEVELS, default="", help="of the chart whose labels are asked about (as configured)"
    )
    target.arguments(parser)


def run(chosen: argparse.Namespace, talk: Talk) -> int:
    line = nobody(os.environ)
    for each in _questions(chosen, talk, line.access.context):
        if chosen.task in ("", each.task):
            question_ = cleaned(line, each)
            request = request_of(question_, first(question_.data))
            talk.say(f"{each.task}: about {tokens_in(request):,} tokens, at most {request.max_tokens:,} back")
            print(f"--- {each.task}: system\n{request.system}\n--- {each.task}: user\n{request.user}\n")
    return 0


def _questions(chosen: argparse.Namespace, talk: Talk, context: int) -> Iterable[Question[Any]]:
    if os.path.isfile(chosen.name):
        seen = target.look(chosen, chosen.name)
        path = target.inside(seen, chosen.name)
        data = seen.snapshot.read(seen.snapshot.entries([path])).get(path)
        if data is None or is_binary(data):
            raise UserError(f"{chosen.name} is no text of this root")
        lines = decoded(data).split("\n")
        room = EntityScout(EntityScoutConfig(), nobody(os.environ), context).room()
        return [question(path, lines, start, end) for start, end in windows(lines, room)]
    seen, project = target.opened(chosen, talk)
    function = meant(project, chosen.name)
    return wording(project, function.id, chosen.detail or seen.settings.detail).questions()
