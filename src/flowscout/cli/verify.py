"""Prove that what is kept is what a clean run gives: everything is computed again from nothing, beside the store, and compared.

Exit 0 when the kept rows and the documents are the same, byte for byte; 1 when they are not, with the first differences.
"""

from __future__ import annotations

import argparse
import difflib

from ..entrypoints.kept import OpenView, kept, with_kept
from ..entrypoints.upkeep import documents_of, expected_of, names_tests
from ..wiring import INDEX, WORKTREE, Workspace, place, workspace
from .shared import progress_output
from .shared.console import Talk

SHOWN = 10


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--worktree", action="store_true", help="the files on disk, not the staged ones")
    progress_output.arguments(parser)


def run(chosen: argparse.Namespace, talk: Talk) -> int:
    where = place(chosen.root)
    seen = workspace(where, WORKTREE if chosen.worktree or where.repository is None else INDEX)
    tests = names_tests(seen, documents_of(seen))
    (rows, documents, work), note = with_kept(
        seen, lambda held: (*_everything(seen, held), held.work), talk.progress, tests=tests
    )
    if note:
        talk.warn(note)
    with kept(seen, talk.progress, afresh=True, tests=tests) as held:
        clean_rows, clean_documents = _everything(seen, held)
    talk.more(work.said())
    wrong = _differences(rows, clean_rows)
    for path in sorted(documents.keys() | clean_documents.keys()):
        if documents.get(path) != clean_documents.get(path):
            wrong.append(f"{path} differs from what a clean run writes")
    for line in wrong[:SHOWN]:
        talk.wrong(line)
    if wrong:
        talk.wrong(
            f"{len(wrong)} differences; `flowscout cache clear` begins anew. This is a bug of ours: please report it"
        )
        return 1
    print(f"the same: {len(rows):,} rows and {len(documents):,} documents, kept and computed from nothing")
    return 0


def _everything(seen: Workspace, held: OpenView) -> tuple[list[str], dict[str, tuple[str, str]]]:
    """Rows; the text of each page, and the digest that it is known by."""
    return list(held.view.dump()), {
        path: (page.text, page.digest) for path, page in expected_of(seen, held).pages.items()
    }


def _differences(kept_: list[str], clean: list[str]) -> list[str]:
    if kept_ == clean:
        return []
    lines = difflib.unified_diff(clean, kept_, "clean", "kept", lineterm="", n=0)
    return [line[:300] for line in lines if not line.startswith(("---", "+++", "@@"))]
