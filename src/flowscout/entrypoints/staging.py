"""The exact command that puts documents into the commit."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable, Mapping

SHOWN = 8


def command(paths: Iterable[str], folder: str, prefix: str = "") -> str:
    """`git add` of these paths; the docs folder stands for its pages where they are many."""
    chosen = sorted(paths)
    pages = [path for path in chosen if path.startswith(folder + "/")]
    if len(pages) > SHOWN:
        chosen = [folder, *(path for path in chosen if path not in pages)]
    return "git add -- " + " ".join(shlex.quote(prefix + path) for path in chosen)


def partial_commit(environment: Mapping[str, str] = os.environ) -> bool:
    """`git commit PATH…` hands its hooks an index of its own."""
    return os.path.basename(environment.get("GIT_INDEX_FILE", "")).startswith("next-index")
