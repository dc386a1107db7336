"""flowscout draws itself, and a stale chart of its own fails here."""

from __future__ import annotations

import subprocess
import sys

from shell.repositories import SOURCE, environment


def test_our_own_charts_show_what_our_code_does() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "flowscout", "refresh", "--check", "--worktree"], cwd=SOURCE.parent,
        env=environment({"FLOWSCOUT_MEMO": "off"}), capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert (done.returncode, done.stderr) == (0, done.stderr), done.stderr
