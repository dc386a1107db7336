"""GitPython where it is right: commits and what they changed. Never the index: it does not know GIT_INDEX_FILE.

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


def renames(repository: Repository, before: str, after: str) -> dict[str, str]:
    """Old path -> new path between two commits, as git's similarity sees them."""
    cut = len(repository.prefix)
    try:
        with _opened(repository) as repo:
            changes = repo.commit(before).diff(repo.commit(after), M=True)
            pairs = [(c.rename_from, c.rename_to) for c in changes if c.renamed_file and c.rename_from and c.rename_to]
    except (GitError, ValueError, OSError):
        return {}
    return {
        old[cut:]: new[cut:]
        for old, new in pairs
        if old.startswith(repository.prefix) and new.startswith(repository.prefix)
    }
