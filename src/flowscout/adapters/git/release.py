"""Which commit of our repository this flowscout was made of: written into it when it is built, asked of git in a
checkout.

A wheel and a source archive hold `release.txt`: the commit, and the tag of the release if it is one. Nothing is asked
of a network.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

import flowscout

from ... import __version__
from ...errors import UserError
from ...tasks.setup import Pin
from .plumbing import GitFailed, run, settings

PACKAGE: Final = Path(str(flowscout.__file__)).resolve().parent
_GIVEN: Final = re.compile(r"([\w.-]{1,100}/[\w.-]{1,100})@([0-9a-f]{40})(?: *# *(v[\w.]{1,40}))?", re.ASCII)


def pin(given: str = "") -> Pin:
    """given: another place of the action, as OWNER/REPOSITORY@COMMIT. Raises UserError where the commit is not known."""
    if given:
        found = _GIVEN.fullmatch(given)
        if not found:
            raise UserError(
                f"--action is OWNER/REPOSITORY@COMMIT with a commit of 40 digits, not {given!r}",
                "tags move: a commit does not",
            )
        return Pin(found[2], found[3] or "", __version__, found[1])
    commit, release = _built() or _checkout()
    if not commit:
        raise UserError(
            "this flowscout does not say of which commit it was made, so no workflow can name it",
            "install a release (pip install flowscout), or name the action: --action OWNER/REPOSITORY@COMMIT",
        )
    return Pin(commit, release, __version__)


def _built() -> tuple[str, str] | None:
    try:
        said = (PACKAGE / "release.txt").read_text(encoding="ascii").split()
    except (OSError, UnicodeDecodeError):
        return None
    return (said[0], said[1] if len(said) > 1 else "") if said and re.fullmatch(r"[0-9a-f]{40}", said[0]) else None


def _checkout() -> tuple[str, str]:
    top = PACKAGE.parents[1]
    if not os.path.lexists(top / ".git") or PACKAGE.parent.name != "src":
        return "", ""
    environment = settings(elsewhere=True)
    try:
        commit = run(("rev-parse", "HEAD"), str(top), environment).decode().strip()
        tags = run(("tag", "--points-at", "HEAD"), str(top), environment).decode().split()
    except GitFailed:
        return "", ""
    return commit, f"v{__version__}" if f"v{__version__}" in tags else ""
