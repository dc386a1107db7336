"""The exact command that puts documents into the commit."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping

SHOWN = 8
_PLAIN = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/._-")


def command(paths: Iterable[str], folder: str, prefix: str = "", *, force: bool = False) -> str:
    """`git add` of these paths; the docs folder stands for its pages where they are many. force: although git is told to ignore some."""
    chosen = sorted(paths)
    pages = [path for path in chosen if path.startswith(folder + "/")]
    if len(pages) > SHOWN:
        chosen = [folder, *(path for path in chosen if path not in pages)]
    return f"git add {'--force ' if force else ''}-- " + " ".join(_quoted(prefix + path) for path in chosen)


def _quoted(path: str) -> str:
    if _PLAIN.issuperset(path):
        return path
    import shlex  # for the few that need it

    return shlex.quote(path)


def link(root: str, path: str) -> str:
    """The symlink that stands on the way to a document, or in its place; "" without one."""
    parts = path.split("/")
    return next((way for at in range(len(parts)) if os.path.islink(os.path.join(root, way := "/".join(parts[: at + 1])))), "")


def partial_commit(environment: Mapping[str, str] = os.environ) -> bool:
    """`git commit PATH…` hands its hooks an index of its own."""
    return os.path.basename(environment.get("GIT_INDEX_FILE", "")).startswith("next-index")
