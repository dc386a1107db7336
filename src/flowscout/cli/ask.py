"""Answer a question about the code: who calls, what is changed, how it fails, how one function is reached, where something is done.

Without a model the answer is read off the call graph and the summaries. With one, it looks things up first, and each sentence
of its answer cites a place and has been held against what stands there; the rule-made answer follows.

  flowscout ask 'who calls `Session.send`?'
  flowscout ask 'where are cookies removed?' --json
"""

from __future__ import annotations

import argparse
import json
from contextlib import nullcontext
from typing import TYPE_CHECKING

from ..pipeline import Project
from ..tasks.answering import AnswerReply, by_model
from ..tools.asking.answer import by_rules, needs_all
from ..wiring import Workspace, session
from .shared import progress_output, target
from .shared.console import Talk
from .shared.desk import laid

if TYPE_CHECKING:
    from ..tasks.answering import Answered, Cited


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "question", nargs="+", metavar="WORD", help="the question; names of functions may stand in backticks"
    )
    parser.add_argument(
        "--words", choices=("rule", "model"), default="", help="whose answer; the model's where one is configured"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.add_argument(
        "--show-reasoning", action="store_true", help="what the model says that it thinks, round by round, on stderr"
    )
    progress_output.arguments(parser)
    target.arguments(parser)


def run(chosen: argparse.Namespace, talk: Talk) -> int:
    question = " ".join(chosen.question)
    told = progress_output.stream(chosen)

    def replied(seen: Workspace, project: Project) -> tuple[AnswerReply, Answered | None]:
        reply = by_rules(laid(seen, project), question)
        with session(seen.place) if chosen.words != "rule" else nullcontext() as line:
            found = by_model(project, question, reply, line, told) if line else None
            target.spent(line, talk)
        return reply, found

    reply, found = (target.going_over if needs_all(question) else target.asking)(chosen, talk, replied)
    progress_output.ended(chosen, told, talk)
    print(
        json.dumps(_record(question, reply, found, chosen.show_reasoning), ensure_ascii=False, sort_keys=True)
        if chosen.json
        else "\n".join(_shown(reply, found))
    )
    return 0


def _shown(reply: AnswerReply, found: Answered | None) -> list[str]:
    lines = []
    if found and found.said:
        lines += [*map(_line, found.said), f"in the words of {found.origin}, after {found.iterations} rounds", ""]
    return [*lines, *([reply.note] if reply.note else []), *map(_line, reply.said)]


def _line(said: Cited) -> str:
    return f"{said.text}  ({said.path}:{said.line})"


def _record(question: str, reply: AnswerReply, found: Answered | None, reasoning: bool) -> dict[str, object]:
    thoughts = {"reasoning": list(found.reasoning)} if reasoning and found else {}
    return thoughts | {
        "schema": "flowscout.answer/1", "question": question, "about": list(reply.about), "note": reply.note, "asked": reply.asked,
        "rule": [said._asdict() for said in reply.said], "model": [said._asdict() for said in found.said] if found else [],
        "origin": found.origin if found else "", "iterations": found.iterations if found else 0,
        "toolsUsed": list(found.tools) if found else [], "confidence": found.confidence if found else 0.0,
        "stopped": found.stopped if found else "",
    }  # fmt: skip
