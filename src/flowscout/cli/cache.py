"""Show, prune or clear what flowscout stores: facts of files by content, in git's own folder, never in your tree.

flowscout cache info     where it is and how much
flowscout cache prune    forget what no file of this checkout needs
flowscout cache clear    forget everything; the next run reads all files again
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from ..wiring import INDEX, WORKTREE, Root, answers_folder, place, snapshot, store, store_folder
from .shared.console import Talk


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=("info", "prune", "clear"), metavar="WHAT", help="info, prune or clear")


def run(chosen: argparse.Namespace, talk: Talk) -> int:
    where = place(chosen.root)
    path = Path(store_folder(where))
    if chosen.what == "clear":
        return _clear(path, talk)
    if not path.exists():
        talk.say("nothing is stored yet")
        print(f"{path}  0 results, 0 bytes")
        return 0
    held = store(where)
    if chosen.what == "prune":
        blobs = _blobs(where)
        dropped = held.prune(frozenset(key for key in held.keys() if not blobs.isdisjoint(key.split(":"))))  # noqa: SIM118 - a store
        talk.say(f"{dropped:,} results forgotten")
    rows, size = held.count()
    held.close()
    print(f"{path}  {rows:,} results, {size:,} bytes of results, {path.stat().st_size:,} bytes on disk")
    return 0


def _blobs(where: Root) -> frozenset[str]:
    """Blobs of the last commit, the index and the work tree."""
    kinds = [WORKTREE] if where.repository is None or where.repository.bare else [WORKTREE, INDEX, "HEAD"]
    blobs: set[str] = set()
    for kind in kinds:
        seen = snapshot(where, kind)
        blobs.update(entry.blob for entry in seen.entries())
        seen.close()
    return frozenset(blobs)


def _clear(path: Path, talk: Talk) -> int:
    freed = 0
    for suffix in ("", "-wal", "-shm", ".damaged", ".seal", ".lock"):
        file = path.with_name(path.name + suffix)
        if file.is_file():
            freed += file.stat().st_size
            os.unlink(file)
    answers = Path(answers_folder(str(path)))
    if answers.is_dir():
        from ..adapters.store.results import results

        with results(str(answers)) as kept:
            talk.say(f"{kept.clear():,} answers of models forgotten")
    talk.say(f"{freed:,} bytes freed" if freed else "nothing was stored")
    return 0
