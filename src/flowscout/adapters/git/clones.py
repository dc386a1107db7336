"""Bare clones one commit deep, kept between runs: of a repository the objects that were asked for, never a work tree."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path
from typing import Final

from ...errors import UserError
from .basis import Fetch
from .plumbing import Repository, run, settings

_NAME: Final = re.compile(r"[\w-][\w.-]*/[\w.-]+", re.ASCII)
_BRANCH: Final = re.compile(r"[^\s~^:?*\[\\\x00-\x20\x7f/-][^\s~^:?*\[\\\x00-\x20\x7f]{0,250}")


def clone(folder: Path, name: str, branch: str, address: str, token: str) -> tuple[Repository, str]:
    """The clone of owner/name below `folder`, and the commit of its default branch now. Raises GitFailed, UserError."""
    if not _NAME.fullmatch(name) or not _BRANCH.fullmatch(branch) or ".." in branch:
        raise UserError("the payload names a repository or a branch that cannot be one")
    where = folder / (sha256(f"{address}\0{name.lower()}".encode()).hexdigest()[:24] + ".git")
    environment = {**settings(elsewhere=True), "GIT_DIR": str(where)}
    if not (where / "HEAD").exists():
        where.mkdir(parents=True, exist_ok=True)
        run(("init", "--quiet", "--bare", "--template="), str(where), environment)
    repository = Repository(str(where), str(where), str(where), True, "", environment)
    for stale in (
        "shallow.lock",
        "HEAD.lock",
        f"refs/heads/{branch}.lock",
    ):  # of a run that was killed; nobody else is here
        (where / stale).unlink(missing_ok=True)
    ref = f"refs/heads/{branch}"
    Fetch(repository, address, token)("--depth=1", address, f"+{ref}:{ref}")
    repository.git("symbolic-ref", "HEAD", ref)
    return repository, repository.git("rev-parse", "--verify", "HEAD^{commit}").decode().strip()
