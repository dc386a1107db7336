"""One file for each verb. This page knows their names and what they are for, and imports the one that is asked for.

Imports adapters, agents, border, config, entrypoints, errors, forge, frontends, llm, model, module_finder, pipeline, ports, rca, redact, scale, shelf, tasks, terminal, tools, wiring, words.
"""

from __future__ import annotations

import gc
import importlib
import sys
from typing import TYPE_CHECKING

from .. import __version__

if TYPE_CHECKING:  # the hook does without
    import argparse
    from collections.abc import Callable

    from .shared.console import Talk

VERBS = {
    "flowchart": "draw what functions do",
    "refresh": "write the charts of the docs, or check them",
    "review": "show what a range of commits does to the flow",
    "rca": "say why a build failed, from its log",
    "feedback": "say whether a root cause was right",
    "scout": "report the points of interest of files",
    "export": "functions, calls, control flow, actions, summaries or scenarios as JSON lines",
    "graph": "ask the call graph: callers, callees, paths, leaves, entry points, figures",
    "ask": "answer a question about the code",
    "tool": "ask one of the typed tools that assistants get",
    "mcp": "serve the tools to an assistant (Model Context Protocol)",
    "explain": "say in words what a function does, or what a stage made of it",
    "prompt": "show what a model would be sent about a function or a file",
    "init": "set flowscout up in a repository",
    "uninstall": "take back what init wrote",
    "doctor": "check git, the grammars, the configuration and the hook",
    "cache": "show, prune or clear what is stored",
    "verify": "prove that what is kept is what a clean run gives",
    "hook": "what pre-commit runs; put plain git hooks in or out",
    "action": "what the GitHub Action runs",
    "listen": "serve the Action's commands and reviews as a webhook",
    "completion": "print the completion script of bash, zsh or fish",
}
WITH_VALUE = ("--root",)
LONG = (
    "refresh",
    "review",
    "graph",
    "scout",
    "verify",
)  # tell what they do and how long it takes; rca tells more of itself


def run(arguments: list[str]) -> int:
    verb, rest = _verb(arguments)
    if verb is None:
        if not rest or rest[0] in ("-h", "--help", "help"):
            sys.stdout.write(overview())
            return 0 if rest else 2
        sys.stderr.write(overview())
        return 2
    if verb not in VERBS:
        import difflib

        near = difflib.get_close_matches(verb, VERBS, 1)
        sys.stderr.write(f"flowscout: no verb {verb!r}" + (f"; did you mean `{near[0]}`?" if near else "") + "\n")
        sys.stderr.write("  `flowscout --help` lists them\n")
        return 2
    import argparse

    from ..module_finder import install
    from .shared.console import Talk

    install()
    gc.set_threshold(200_000, 20, 50)  # a run makes millions of values that live to its end
    module = importlib.import_module(f"{__name__}.{verb}")
    parser = argparse.ArgumentParser(
        f"flowscout {verb}", description=module.__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    module.arguments(parser)
    common(parser)
    chosen = parser.parse_intermixed_args(rest) if getattr(module, "INTERMIXED", False) else parser.parse_args(rest)
    talk = Talk(quiet=chosen.quiet, verbose=chosen.verbose, colour=not chosen.no_color)
    code: int = _watched(verb, module.run, chosen, talk) if verb in LONG else module.run(chosen, talk)
    gc.freeze()  # all goes with the process: nothing is looked through once more at its end
    return code


def _watched(verb: str, run_: Callable[[argparse.Namespace, Talk], int], chosen: argparse.Namespace, talk: Talk) -> int:
    from .shared import progress_output

    return progress_output.watched(verb, run_, chosen, talk)


def common(parser: argparse.ArgumentParser) -> None:
    """What every verb understands."""
    group = parser.add_argument_group("everywhere")
    group.add_argument("--root", default="", metavar="FOLDER", help="the root to work on; else the nearest one upward")
    group.add_argument("-q", "--quiet", action="store_true", help="say only what went wrong")
    group.add_argument("-v", "--verbose", action="store_true", help="say more")
    group.add_argument("--strict", action="store_true", help="exit 1 when a defect of flowscout left something out")
    group.add_argument("--no-color", action="store_true", help="no colours (NO_COLOR is respected too)")


def _verb(arguments: list[str]) -> tuple[str | None, list[str]]:
    """The verb, and all other arguments: options may stand before it."""
    before: list[str] = []
    rest = list(arguments)
    while rest and rest[0].startswith("-"):
        if rest[0] in ("-h", "--help"):
            return None, ["--help"]
        before.append(rest.pop(0))
        if before[-1] in WITH_VALUE and rest:
            before.append(rest.pop(0))
    if not rest or rest[0] == "help":
        if len(rest) > 1:
            return rest[1], ["--help"]
        return None, rest
    return rest[0], before + rest[1:]


def overview() -> str:
    width = max(map(len, VERBS))
    verbs = "\n".join(f"  {name:<{width}}  {what}" for name, what in VERBS.items())
    return (
        f"flowscout {__version__}: pictures of what code does, in step with the code\n\n"
        f"usage: flowscout VERB [options]\n\n{verbs}\n\n"
        "start here:\n"
        "  flowscout flowchart NAME           draw one function of the code around you\n"
        "  flowscout init                     charts in your docs, kept by a hook\n"
        "  flowscout VERB --help              everything a verb can do\n"
    )
