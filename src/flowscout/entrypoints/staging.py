"""The exact command that puts documents into the commit."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping

SHOWN = 8
_PLAIN = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/._-")


def command(paths: Iterable[str], folder: str, prefix: str = "") -> str:
    """`git add` of these paths; the docs folder stands for its pages where they are many."""
    chosen = sorted(paths)
    pages = [path for path in chosen if path.startswith(folder + "/")]
    if len(pages) > SHOWN:
        chosen = [folder, *(path for path in chosen if path not in pages)]
    return "git add -- " + " ".join(_quoted(prefix + path) for path in chosen)


def _quoted(path: str) -> str:
    if _PLAIN.issuperset(path):
        return path
    import shlex  # for the few that need it

    return shlex.quote(path)


def partial_commit(environment: Mapping[str, str] = os.environ) -> bool:
    """`git commit PATH…` hands its hooks an index of its own."""
    return os.path.basename(environment.get("GIT_INDEX_FILE", "")).startswith("next-index")
