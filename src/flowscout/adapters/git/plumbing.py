"""The git binary: fixed argument lists, bytes in, bytes out, under what `children` lets through of our environment.

A commit with paths (`git commit -- a.c`) hands its hooks another index in GIT_INDEX_FILE, so git's own variables are
kept for the repository we stand in. For any other repository they are dropped first.

A repository's configuration can name programs. Of those that what we ask for could start, each is named here by
ourselves, which goes before every file; no other is: nothing is checked out, filtered, compared as text or sent, no
transport is allowed but where objects are fetched, and a repository that somebody committed as files into another is
not taken for one.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from ...children import COMMIT, FOR_GIT, given
from ...errors import NotARepository, UserError
from ...model.record import NamedTuple
from ...unchanged import places

if TYPE_CHECKING:  # a hook may do without
    import subprocess

FIXED = (
    "--no-pager", "-c", "core.fsmonitor=false", "-c", "core.quotepath=off", "-c", "color.ui=false", "-c", "core.untrackedCache=keep",
    "-c", "core.alternateRefsCommand=:",
)  # fmt: skip
NO_HOOKS = ("-c", "core.hooksPath=/dev/null")
QUIET = {
    "GIT_OPTIONAL_LOCKS": "0",  # the parent `git commit` may hold index.lock
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_LITERAL_PATHSPECS": "1",
    "GIT_ALLOW_PROTOCOL": "",  # by whatever a missing object could be fetched
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_ASKPASS": "",
    "LC_ALL": "C",
}
SETTING = {*COMMIT} - {
    "GIT_DIR",
    "GIT_INDEX_FILE",
    "GIT_PREFIX",
}  # git sets these for the hooks of the repository around them


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
            ["git", *FIXED, *NO_HOOKS, *arguments], cwd=self.top, env=dict(self.environment), stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip

    def hooks(self) -> str:
        """Where git looks for its hooks; relative to the top, or not."""
        said = run(("rev-parse", "--git-path", "hooks"), self.top, self.environment, fixed=FIXED)
        return said.decode("utf-8", "surrogateescape").rstrip("\n")

    def differing(self, *arguments: str) -> list[bytes]:
        """`diff-files`, in pairs of (what differs, path). Of a file as new as the index git reads the content, and
        would have each filter that the configuration names have a part in it."""
        known = self.git("config", "-z", "--name-only", "--get-regexp", r"^filter\.", codes=(0, 1)).decode(
            "utf-8", "surrogateescape"
        )
        named = sorted({key.rpartition(".")[0] for key in known.split("\0")[:-1]})
        off = [
            (f"{name}.{key}", value)
            for name in named
            for key, value in (("clean", ""), ("process", ""), ("required", "false"))
        ]
        given = {**self.environment, "GIT_CONFIG_COUNT": str(len(off))}
        for at, (key, value) in enumerate(off):
            given |= {f"GIT_CONFIG_KEY_{at}": key, f"GIT_CONFIG_VALUE_{at}": value}
        said = run(
            ("diff-files", "--raw", "-z", "--no-ext-diff", "--no-textconv", "--ignore-submodules", *arguments),
            self.top,
            given,
        )
        return said.split(b"\0")[:-1]

    def ignored(self, paths: Iterable[str]) -> frozenset[str]:
        """Of these paths below the root, those that git is told to ignore and does not know yet."""
        asked = b"".join((self.prefix + path).encode("utf-8", "surrogateescape") + b"\0" for path in paths)
        given = {
            name: value for name, value in self.environment.items() if name != "GIT_LITERAL_PATHSPECS"
        }  # it takes none
        said = run(("check-ignore", "-z", "--stdin"), self.top, given, asked, codes=(0, 1))
        return frozenset(
            path.decode("utf-8", "surrogateescape").removeprefix(self.prefix) for path in said.split(b"\0")[:-1]
        )

    def lines(self, *arguments: str, stdin: bytes = b"") -> list[bytes]:
        """Records of a `-z` command."""
        return self.git(*arguments, stdin=stdin).split(b"\0")[:-1]


def run(
    arguments: tuple[str, ...],
    folder: str,
    environment: Mapping[str, str],
    stdin: bytes = b"",
    codes: tuple[int, ...] = (0,),
    fixed: tuple[str, ...] = (*FIXED, *NO_HOOKS),
) -> bytes:
    import subprocess

    try:
        done = subprocess.run(
            ["git", *fixed, *arguments],
            cwd=folder,
            env=dict(environment),
            input=stdin,
            capture_output=True,
            check=False,
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
    for environment, folder in ((settings(), os.getcwd()), (settings(elsewhere=True), root)):
        found = _ask(environment, folder, root)
        if found:
            return found
    return None


def settings(*, elsewhere: bool = False) -> dict[str, str]:
    """The environment of a git that we start. elsewhere: in another repository than a commit may be made in around us."""
    return {**given(os.environ, FOR_GIT - {*COMMIT} if elsewhere else FOR_GIT), **QUIET}


def plain(top: str, git_dir: str) -> Repository | None:
    """The repository at `top`, whose `.git` is a folder of its own, if nothing says that git would see another one
    there. So a hook need not ask git; what git itself would refuse, it refuses at the next question."""
    environment = settings()
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
    if bare == "true" and "GIT_DIR" not in environment and (around := places(git_dir)):
        return _ask(environment, around[0], root)  # files of another repository that look like one
    top = os.path.realpath("\n".join(tops) if bare == "false" else git_dir)
    if root != top and not root.startswith(top.rstrip(os.sep) + os.sep):
        return None
    common = os.path.realpath(os.path.join(folder, common))
    return within(Repository(top, os.path.realpath(git_dir), common, bare == "true", "", environment), root)


def within(repository: Repository, root: str) -> Repository:
    """The same repository, seen from a folder of its work tree."""
    below = root != repository.top and not repository.bare
    return repository._replace(prefix=os.path.relpath(root, repository.top).replace(os.sep, "/") + "/" if below else "")
