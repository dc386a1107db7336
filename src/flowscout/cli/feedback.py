"""Say whether a root cause was right: later cases weigh it.

flowscout feedback 3fa2c1 up          it helped: its confidence grows by a fifth
flowscout feedback 3fa2c1 down        it did not: its confidence is halved
flowscout feedback stats              how often it helped
"""

from __future__ import annotations

import argparse
import getpass
import json
import os
from contextlib import closing

from ..adapters.memory import rootcauses
from ..errors import UserError
from ..rca.memory.feedback import applied, stats
from .rca import memory_verbs
from .shared.console import Talk


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", metavar="ID", help="a case of `flowscout rca history`, or the word stats")
    parser.add_argument("vote", nargs="?", choices=("up", "down"), help="whether it helped")
    parser.add_argument("words", nargs="?", default="", metavar="TEXT", help="what was wrong or right with it")
    parser.add_argument("--voter", default="", help="who says so; each has one vote on a case (you)")


def run(chosen: argparse.Namespace, talk: Talk) -> int:
    with memory_verbs.opened() as memory:
        if chosen.id == "stats" and not chosen.vote:
            print(json.dumps(stats(memory.votes()), sort_keys=True, indent=2))
            return 0
        if not chosen.vote:
            raise UserError("say up or down", "flowscout feedback ID up")
        given = applied(memory_verbs.chosen(memory, [chosen.id]), chosen.vote == "up", memory_verbs.now(), chosen.words)
        if not memory.voted(
            chosen.voter or getpass.getuser(), given.document.id, chosen.vote == "up", given.new - given.previous
        ):
            talk.say("you have voted on it before: nothing changed")
            return 0
        memory.add(given.document)
    if chosen.vote == "down":
        with closing(rootcauses.RootCauses(rootcauses.path_of(os.environ), rootcauses.hours(os.environ))) as kept:
            kept.forget(given.document.fingerprint)
    talk.say(f"{given.document.id}: confidence {given.previous:.0%} → {given.new:.0%}")
    return 0
