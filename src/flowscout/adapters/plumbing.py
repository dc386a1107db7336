"""The git binary: fixed argument lists, bytes in, bytes out, under the environment we were started in.

A commit with paths (`git commit -- a.c`) hands its hooks another index in GIT_INDEX_FILE, so the environment is kept for
the repository we stand in. For any other repository git's own variables are dropped first.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..errors import NotARepository, UserError
from ..model.record import NamedTuple

if TYPE_CHECKING:  # a hook may do without
    import subprocess

FIXED = (
    "-c", "core.fsmonitor=false", "-c", "core.quotepath=off", "-c", "color.ui=false", "-c", "core.untrackedCache=keep",
)  # fmt: skip
QUIET = {
    "GIT_OPTIONAL_LOCKS": "0",  # the parent `git commit` may hold index.lock
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_LITERAL_PATHSPECS": "1",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}
LOCAL = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR",
         "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_NAMESPACE", "GIT_CEILING_DIRECTORIES")  # fmt: skip

SETTING = {*LOCAL, "GIT_CONFIG", "GIT_CONFIG_COUNT", "GIT_CONFIG_PARAMETERS", "GIT_DISCOVERY_ACROSS_FILESYSTEM"}
SETTING -= {"GIT_DIR", "GIT_INDEX_FILE", "GIT_PREFIX"}  # git sets these for the hooks of the repository around them


class GitFailed(UserError):  # noqa: N818
    """git said no; the message is git's own."""


class Repository(NamedTuple):
    """top: the work tree's top, or the git directory of a bare repository. prefix: the root inside it, "" or `a/b/`."""

    top: str
    git_dir: str
    common_dir: str
    bare: bool
    prefix: str
    environment: Mapping[str, str]

    @property
    def root(self) -> str:
        return os.path.join(self.top, self.prefix) if self.prefix else self.top

    def git(self, *arguments: str, stdin: bytes = b"", codes: tuple[int, ...] = (0,)) -> bytes:
        return run(arguments, self.top, self.environment, stdin, codes)

    def start(self, *arguments: str) -> subprocess.Popen[bytes]:
        import subprocess

        return subprocess.Popen(
            ["git", *FIXED, *arguments], cwd=self.top, env=dict(self.environment), stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip

    def lines(self, *arguments: str, stdin: bytes = b"") -> list[bytes]:
        """Records of a `-z` command."""
        return self.git(*arguments, stdin=stdin).split(b"\0")[:-1]


def run(
    arguments: tuple[str, ...], folder: str, environment: Mapping[str, str], stdin: bytes = b"", codes: tuple[int, ...] = (0,)
) -> bytes:
    import subprocess

    try:
        done = subprocess.run(
            ["git", *FIXED, *arguments], cwd=folder, env=dict(environment), input=stdin, capture_output=True, check=False
        )
    except FileNotFoundError:
        raise NotARepository("git is not installed", "install git, or name a folder that is outside git") from None
    if done.returncode not in codes:
        said = done.stderr.decode("utf-8", "replace").strip()
        raise GitFailed(f"git {arguments[0]} failed: {said or done.returncode}", _advice(said))
    return done.stdout


def _advice(said: str) -> str:
    if "dubious ownership" not in said:
        return ""
    command = said[said.find("git config") :].splitlines()[0].strip() if "git config" in said else ""
    return command or "git config --global --add safe.directory <the repository>"


def discover(root: str) -> Repository | None:
    """The repository that holds `root`; None outside git. The environment's repository counts only when it holds root."""
    root = os.path.realpath(root)
    inherited = {**os.environ, **QUIET}
    clean = {name: value for name, value in inherited.items() if name not in LOCAL}
    for environment, folder in ((inherited, os.getcwd()), (clean, root)):
        found = _ask(environment, folder, root)
        if found:
            return found
    return None


def plain(top: str, git_dir: str) -> Repository | None:
    """The repository at `top`, whose `.git` is a folder of its own, if nothing says that git would see another one there. So a
    hook need not ask git; what git itself would refuse, it refuses at the next question."""
    environment = {**os.environ, **QUIET}
    if any(name in SETTING for name in environment) or not os.path.isdir(os.path.join(top, ".git")):
        return None
    try:
        with open(os.path.join(git_dir, "config"), "rb") as stream:
            said = stream.read(1_000_000).lower()
    except OSError:
        return None
    if b"worktree" in said or b"include" in said or b"bare = false" not in said:
        return None
    top, git_dir = os.path.realpath(top), os.path.realpath(git_dir)
    return Repository(top, git_dir, git_dir, False, "", environment)


def _ask(environment: dict[str, str], folder: str, root: str) -> Repository | None:
    questions = ("rev-parse", "--is-bare-repository", "--absolute-git-dir", "--git-common-dir", "--is-inside-work-tree")
    try:
        try:
            answers = run((*questions, "--show-toplevel"), folder, environment)
        except GitFailed:  # outside, or where there is no work tree
            answers = run(questions, folder, environment)
        bare, git_dir, common, inside, *tops = answers.decode("utf-8", "surrogateescape").split("\n")[:-1]
    except GitFailed as refusal:
        if refusal.hint:
            raise
        return None
    if bare == "false" and (inside == "false" or not tops):
        return None  # we stand inside a .git directory
    top = os.path.realpath("\n".join(tops) if bare == "false" else git_dir)
    if root != top and not root.startswith(top.rstrip(os.sep) + os.sep):
        return None
    common = os.path.realpath(os.path.join(folder, common))
    return within(Repository(top, os.path.realpath(git_dir), common, bare == "true", "", environment), root)


def within(repository: Repository, root: str) -> Repository:
    """The same repository, seen from a folder of its work tree."""
    below = root != repository.top and not repository.bare
    return repository._replace(prefix=os.path.relpath(root, repository.top).replace(os.sep, "/") + "/" if below else "")
