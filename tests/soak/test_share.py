"""A small share of what `make soak` does, on code that is at hand."""

from __future__ import annotations

import random
import statistics
from pathlib import Path

import replay
import stability

from incremental.rendering import sources
from incremental.worlds import EDITS, grow
from shell.repositories import Repo

ROOT = Path(__file__).parent.parent.parent


def test_an_inserted_action_changes_at_most_six_lines_at_the_median() -> None:
    sizes = [len(edit.lines) for edit in stability.edits([ROOT / "src"], 40)]
    assert statistics.median(sizes) <= stability.BOUND


def test_replayed_commits_leave_what_a_clean_run_gives(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "history")
    for language in ("python", "c"):
        rng = random.Random(language)
        world = grow(rng, language)
        for _ in range(4):
            repo.commit(sources(world), language)
            world = rng.choice(EDITS)(rng, world)
    done = list(replay.replay(repo.path, 6, tmp_path / "clone", 'charts = ["*"]\n'))
    assert len(done) == 6
    assert [step.differences for _, step in done] == [()] * 6
    assert done[-1][1].documents > 1
