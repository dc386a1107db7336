"""GitPython where it is right: commits. Never the index: it does not know GIT_INDEX_FILE; nor differences: it reads them by line, which a
name can end.

It hands our whole environment to git, so what `children` takes out at the door, and what is added here, must be enough.
"""

from __future__ import annotations

from git import Repo
from git.exc import GitError

from .plumbing import FIXED, NO_HOOKS, QUIET, Repository


def _opened(repository: Repository) -> Repo:
    repo = Repo(repository.git_dir, search_parent_directories=False)
    repo.git.update_environment(**QUIET)
    repo.git.set_persistent_git_options(c=[setting for setting in (*FIXED, *NO_HOOKS) if "=" in setting])
    return repo


def last_change(repository: Repository, start: str, path: str) -> tuple[str, str]:
    """(parent, commit) of the last commit up to `start` that changed a path; ("", "") without one or without a parent."""
    try:
        with _opened(repository) as repo:
            found = next(iter(repo.iter_commits(start, paths=repository.prefix + path, max_count=1)), None)
            return (found.parents[0].hexsha, found.hexsha) if found and found.parents else ("", "")
    except (GitError, ValueError, OSError):
        return "", ""
