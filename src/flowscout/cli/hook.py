"""What pre-commit and plain git hooks run: judge the index, write what is stale, and say how to stage it.

Exit 0 when the documents are in step or nothing is configured, 1 when they were stale. --check writes nothing.

`flowscout hook install` puts plain git hooks into a repository that uses no framework: a hook that is there already is kept
and runs first. `flowscout hook uninstall` puts everything back as it was, `flowscout hook status` says what runs.
"""

from __future__ import annotations

import argparse

from ..tasks.githooks import STAGES
from .shared.console import Talk


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", nargs="?", choices=("install", "uninstall", "status"), help="nothing: run the hook")
    parser.add_argument("--check", action="store_true", help="write nothing")
    parser.add_argument("--pushed", action="store_true", help="judge the commits that `git push` names on stdin")
    parser.add_argument(
        "--stage",
        action="append",
        default=[],
        choices=STAGES,
        help=f"of install, uninstall, status: only this one ({', '.join(STAGES)})",
    )


def run(chosen: argparse.Namespace, talk: Talk) -> int:
    if not chosen.what:
        from ..entrypoints.hook import HookOptions, hook

        return hook(HookOptions(chosen.root, chosen.check or chosen.pushed, chosen.pushed, talk.warn))
    from ..entrypoints import githooks
    from ..wiring import place

    if chosen.what == "install":
        return githooks.install(place(chosen.root), chosen.stage, chosen.check, talk.say)
    if chosen.what == "uninstall":
        return githooks.uninstall(place(chosen.root), chosen.stage, talk.say)
    return githooks.status(place(chosen.root), chosen.stage, print)
