"""The exact command that puts documents into the commit."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping

SHOWN = 8
_PLAIN = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/._-")


def command(paths: Iterable[str], folder: str, prefix: str = "", *, force: bool = False) -> str:
    """`git add` of these paths; the docs folder stands for its pages where they are many. force: although git is told
    to ignore some."""
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
    return next(
        (way for at in range(len(parts)) if os.path.islink(os.path.join(root, way := "/".join(parts[: at + 1])))), ""
    )


def through_links(root: str, paths: Iterable[str]) -> tuple[list[str], list[str]]:
    """What is said of the symlinks on the way to these documents, and the documents without one."""
    links = {path: link(root, path) for path in paths}
    said = [f"{found} is a symlink, and nothing is written through one: put a folder there, or name the one it leads to in flowscout.toml"
            for found in sorted({*links.values()} - {""})]  # fmt: skip
    return said, [path for path, found in links.items() if not found]


def partial_commit(environment: Mapping[str, str] = os.environ) -> bool:
    """`git commit PATH…` hands its hooks an index of its own."""
    return os.path.basename(environment.get("GIT_INDEX_FILE", "")).startswith("next-index")
