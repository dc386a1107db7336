"""A repository with a pull request, checked out as a runner would, and one run of the Action on an event."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple
from unittest import mock

import forked

from .double import NAME, OWNER, Double
from .events import payload

BASE = {
    "store.py": """import os


class Store:
    def drop(self, name):
        self.forget(name)

    def forget(self, name):
        self.known = None


def handle_drop(request):
    store = Store()
    store.drop(request)
""",
    "flowscout.toml": 'charts = ["store.py::Store.drop"]\n',
}
CHANGED = BASE["store.py"].replace("self.known = None", "os.remove(name)")


class Ran(NamedTuple):
    code: int
    out: str
    outputs: dict[str, str]
    summary: str
    folder: Path


class Stage:
    """upstream: the bare repository. workspace: what the job checked out. patience: seconds that `act` waits for an answer."""

    def __init__(self, folder: Path, double: Double) -> None:
        self.folder, self.double = folder, double
        self.upstream, self.seed, self.workspace = folder / "up.git", folder / "seed", folder / "ws"
        self.runs, self.patience = 0, 15
        folder.mkdir(parents=True, exist_ok=True)
        git(folder, "init", "-q", "--bare", "-b", "main", str(self.upstream))
        git(folder, "clone", "-q", str(self.upstream), str(self.seed))
        git(self.seed, "switch", "-q", "-c", "main")
        self.commit(BASE)
        git(self.seed, "push", "-q", "origin", "main")
        git(self.seed, "switch", "-q", "-c", "topic")
        double.git_dir = self.upstream
        double.pull(1)

    def commit(self, files: Mapping[str, str]) -> str:
        for name, text in files.items():
            path = self.seed / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        git(self.seed, "add", "-A")
        git(self.seed, "commit", "-q", "--allow-empty", "-m", "change")
        return git(self.seed, "rev-parse", "HEAD").strip()

    def push(self, files: Mapping[str, str]) -> str:
        """Commits to the pull request; GitHub makes its merge commit. Returns the head."""
        git(self.seed, "switch", "-q", "topic")
        before = git(self.seed, "rev-parse", "HEAD").strip()
        head = self.commit(files)
        git(self.seed, "push", "-q", "-f", "origin", "HEAD:refs/pull/1/head")
        self.double.moved(1, self.double.pulls[1]["from"] or "", "topic", before, head)
        git(self.seed, "switch", "-q", "-C", "merge", "main")
        git(self.seed, "merge", "-q", "--no-ff", "-m", "merge", "topic")
        git(self.seed, "push", "-q", "-f", "origin", "HEAD:refs/pull/1/merge")
        git(self.seed, "switch", "-q", "topic")
        return head

    def advance(self, files: Mapping[str, str]) -> str:
        """Somebody else merges to main."""
        git(self.seed, "switch", "-q", "main")
        head = self.commit(files)
        git(self.seed, "push", "-q", "origin", "main")
        git(self.seed, "switch", "-q", "topic")
        return head

    def checkout(self, ref: str = "refs/pull/1/merge") -> None:
        """As actions/checkout does: one commit deep, nothing else."""
        subprocess.run(["rm", "-rf", str(self.workspace)], check=True)
        git(self.folder, "init", "-q", str(self.workspace))
        git(self.workspace, "remote", "add", "origin", self.remote)
        git(self.workspace, "fetch", "-q", "--depth=1", "origin", ref)
        git(self.workspace, "checkout", "-q", "FETCH_HEAD")

    @property
    def remote(self) -> str:
        return self.upstream.as_uri()

    def pull_request(self, action: str = "synchronize", fork: str = "", **changes: Any) -> dict[str, Any]:
        head, base = (
            git(self.upstream, "rev-parse", "refs/pull/1/head").strip(),
            git(self.upstream, "rev-parse", "main").strip(),
        )
        theirs = {"full_name": fork, "id": 4242} if fork else {"full_name": f"{OWNER}/{NAME}", "id": 1}
        pull = {
            "number": 1, "head": {"sha": head, "ref": "topic", "repo": theirs},
            "base": {"sha": base, "ref": "main", "repo": {"full_name": f"{OWNER}/{NAME}", "id": 1}}}  # fmt: skip
        return payload(
            "pull_request",
            action,
            number=1,
            pull_request=pull,
            repository={"full_name": f"{OWNER}/{NAME}", "default_branch": "main"},
            sender={"login": "alice", "type": "User"},
            **changes,
        )

    def comment(self, body: str, author: str = "alice", pull: bool = True, **changes: Any) -> dict[str, Any]:
        """The event of a comment, which exists in the thread too."""
        made = self.double.say(1, body, author)
        at = f"https://api.github.com/repos/{OWNER}/{NAME}/pulls/1"
        issue: dict[str, Any] = {"number": 1}
        if pull:
            page = f"https://github.com/{OWNER}/{NAME}/pull/1"
            issue["pull_request"] = {
                "url": at,
                "html_url": page,
                "diff_url": page + ".diff",
                "patch_url": page + ".patch",
            }
        return payload(
            "issue_comment",
            "created",
            issue=issue,
            comment={
                "id": made,
                "body": body,
                "user": {"login": author},
                "created_at": self.double.comments[made]["at"],
                **changes,
            },
            sender={"login": author, "type": "User"},
            repository={"full_name": f"{OWNER}/{NAME}", "default_branch": "main"},
        )

    def run(self, event: str, given: Mapping[str, Any], **more: Any) -> Ran:
        """As a process of its own; more: as of `prepared`."""
        folder, environment = self.prepared(event, given, **more)
        done = forked.run(["action"], self.workspace, environment)
        return self._ran(done.code, (done.out + done.said).decode("utf-8", "replace"), folder)

    def act(self, event: str, given: Mapping[str, Any], waits: list[float], **more: Any) -> Ran:
        """In this process, where waiting is only noted."""
        return self._here(*self.prepared(event, given, **more), waits)

    def acted(self, event: str, given: Mapping[str, Any], **more: Any) -> Ran:
        """As `run` does, in this process, which meanwhile has the environment and the folder that the other would have."""
        folder, environment = self.prepared(event, given, **more)
        with mock.patch.dict(os.environ, environment, clear=True), contextlib.chdir(self.workspace):
            return self._here(folder, environment, [])

    def _here(self, folder: Path, environment: Mapping[str, str], waits: list[float]) -> Ran:
        from flowscout.adapters.github.forge import GitHub
        from flowscout.entrypoints.action.act import act

        out = io.StringIO()
        code = act(
            environment,
            out,
            lambda repository, token, url: GitHub(repository, token, url, sleep=waits.append, timeout=self.patience),
        )
        return self._ran(code, out.getvalue(), folder)

    @staticmethod
    def _ran(code: int, said: str, folder: Path) -> Ran:
        return Ran(
            code, said, read_outputs(folder / "output"), (folder / "summary").read_text(encoding="utf-8"), folder
        )

    def prepared(
        self,
        event: str,
        given: Mapping[str, Any],
        *,
        run: int = 0,
        attempt: int = 1,
        token: str = "ghs_" + "x" * 36,
        environment: Mapping[str, str] = MappingProxyType({}),
        **inputs: str,
    ) -> tuple[Path, dict[str, str]]:
        self.runs += 1
        folder = self.folder / f"run{self.runs}"
        folder.mkdir()
        for name in ("event.json", "output", "summary"):
            (folder / name).touch()
        (folder / "event.json").write_text(json.dumps(given), encoding="utf-8")
        return folder, {
            **{k: v for k, v in os.environ.items() if not k.startswith(("GITHUB_", "FLOWSCOUT_"))},
            "PYTHONPATH": str(Path(__file__).parent.parent.parent / "src"), "XDG_CACHE_HOME": str(self.folder / "cache"), "GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": event, "GITHUB_EVENT_PATH": str(folder / "event.json"), "GITHUB_REPOSITORY": f"{OWNER}/{NAME}",
            "GITHUB_OUTPUT": str(folder / "output"), "GITHUB_STEP_SUMMARY": str(folder / "summary"), "GITHUB_RUN_ID": str(run or 100 + self.runs),
            "GITHUB_RUN_ATTEMPT": str(attempt), "GITHUB_API_URL": self.double.url, "GITHUB_WORKSPACE": str(self.workspace), "RUNNER_TEMP": str(folder),
            "GITHUB_SHA": git(self.workspace, "rev-parse", "HEAD").strip(), "FLOWSCOUT_REMOTE": self.remote, "FLOWSCOUT_INPUT_GITHUB_TOKEN": token,
            **{"FLOWSCOUT_INPUT_" + key.upper(): value for key, value in inputs.items()}, **environment,
        }  # fmt: skip


def read_outputs(path: Path) -> dict[str, str]:
    text = path.read_text(encoding="utf-8")
    return {m[1]: m[3] for m in re.finditer(r"^([\w-]+)<<(\S+)\n(.*?)\n?\2$", text, re.MULTILINE | re.DOTALL)}


def commands_heard(output: str) -> list[str]:
    """The commands the runner would act on: its rules for `::name::`, `##[name]` and `stop-commands`."""
    heard, stopped = [], ""
    for line in output.split("\n"):
        if stopped:
            stopped = "" if line.strip() == f"::{stopped}::" else stopped
            continue
        found = re.match(r"\s*::([\w-]+)(?: [^:]*)?::(.*)", line) or re.search(r"##\[([\w-]+)[^\]]*\](.*)", line)
        if found and found[1] == "stop-commands":
            stopped = found[2].strip()
        elif found:
            heard.append(found[1])
    return heard


def git(folder: Path, *arguments: str) -> str:
    identity = [
        "-c",
        "user.name=t",
        "-c",
        "user.email=t@example.com",
        "-c",
        "commit.gpgsign=false",
        "-c",
        "init.defaultBranch=main",
    ]
    return subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True).stdout.decode()
