"""Runs of flowscout that are cheap enough for hundreds, and killing them: by the clock, and at the n-th touch of a file."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from shell.repositories import Ran, Repo, environment

HERE = Path(__file__).parent


class Nested(Repo):
    """A repository whose flowscout runs are forked from one process that has it loaded."""

    def __init__(self, path: Path, nest: subprocess.Popen[str]) -> None:
        super().__init__(path, git=False)
        self.nest = nest
        self.took = 0.0

    def flowscout(
        self, *arguments: str, env: Mapping[str, str] | None = None, stdin: str = "", folder: str = "."
    ) -> Ran:
        return self._asked(folder, arguments, env or {}, None, True)

    def killed(self, seconds: float, *arguments: str, group: bool) -> Ran:
        """SIGKILL after that many seconds, to the run alone or to its workers as well."""
        return self._asked(".", arguments, {}, seconds, group)

    def _asked(
        self, folder: str, arguments: tuple[str, ...], env: Mapping[str, str], seconds: float | None, group: bool
    ) -> Ran:
        asked = {
            "folder": str(self.path / folder),
            "arguments": arguments,
            "more": dict(env),
            "seconds": seconds,
            "group": group,
        }
        assert self.nest.stdin
        assert self.nest.stdout
        self.nest.stdin.write(json.dumps(asked) + "\n")
        self.nest.stdin.flush()
        code, out, said, self.took = json.loads(self.nest.stdout.readline())
        return Ran(code, out, said)


@contextmanager
def nested(repo: Repo, *, every: bool = False) -> Iterator[Nested]:
    """every: not what draws alone is loaded, but all verbs."""
    command = [sys.executable, str(HERE / "nest.py"), str(repo.path), *["--all"][:every]]
    with subprocess.Popen(command, env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as nest:
        yield Nested(repo.path, nest)
        assert nest.stdin
        nest.stdin.close()


def at(repo: Repo, count: int, *arguments: str) -> int:
    """Runs flowscout, which kills itself when it is about to open for writing, rename, remove, … for the count-th time."""
    command = [sys.executable, str(HERE / "falling.py"), str(count), *arguments]
    return subprocess.run(command, cwd=repo.path, env=environment(), capture_output=True, check=False).returncode
