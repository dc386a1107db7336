"""The process of one delivery: the Action's own code in a bare clone. It and all it started end when the server does.

The environment holds what the runner's would; FLOWSCOUT_LISTEN_FOLDER names the folder of clones.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import traceback
from pathlib import Path

from ...adapters.git.clones import clone
from ...bot import event
from ...children import settle
from ...errors import FlowscoutError
from ..action.act import act


def main() -> int:
    """The Action's exit code; 3 for a bug of ours, which is told by its place alone: a message may quote the code."""
    try:
        return _main()
    except Exception as error:  # noqa: BLE001 - the outer handler of this process
        where = traceback.extract_tb(error.__traceback__)[-1]
        sys.stdout.write(
            f"\n::error title=flowscout::this is a bug of ours: {type(error).__name__} at {os.path.basename(where.filename)}:{where.lineno}\n"
        )
        return 3


def _main() -> int:
    threading.Thread(target=_end_with_the_server, daemon=True).start()
    environment = os.environ
    with open(environment["GITHUB_EVENT_PATH"], "rb") as file:
        context = event.read(json.load(file), environment)
    address = environment.get("FLOWSCOUT_REMOTE") or f"{context.server_url}/{context.repository}.git"
    try:
        repository, commit = clone(
            Path(environment["FLOWSCOUT_LISTEN_FOLDER"]),
            context.repository,
            context.default_branch,
            address,
            environment["FLOWSCOUT_INPUT_GITHUB_TOKEN"],
        )
    except FlowscoutError as error:
        sys.stdout.write(f"::error title=flowscout::{error}\n")
        return 4
    environment["GITHUB_SHA"], environment["GITHUB_WORKSPACE"] = commit, repository.top
    environment["GIT_DIR"] = repository.git_dir  # not looked for
    return act(environment, sys.stdout)


def _end_with_the_server() -> None:
    """The server holds the other end of our standard input and writes nothing."""
    os.read(0, 1)
    if hasattr(os, "killpg"):
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


def ended() -> None:
    """Runs as the process that a worker started, and ends it."""
    settle(os.environ, "")
    code = main()
    sys.stdout.flush()
    os._exit(code)
