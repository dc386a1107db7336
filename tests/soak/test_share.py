"""A small share of what `make soak` does, on code that is at hand."""

from __future__ import annotations

import random
import statistics
from pathlib import Path

import deletion
import fuzz
import pytest
import replay
import stability
import targets

from incremental.rendering import sources
from incremental.worlds import EDITS, grow
from shell.repositories import Repo

ROOT = Path(__file__).parent.parent.parent


def test_an_inserted_action_changes_at_most_six_lines_at_the_median() -> None:
    sizes = [len(edit.lines) for edit in stability.edits([ROOT / "src"], 40)]
    assert statistics.median(sizes) <= stability.BOUND


@pytest.mark.parametrize("name", sorted(targets.TARGETS))
def test_input_that_is_almost_real_goes_the_whole_way(name: str) -> None:
    """Whatever fails is repeated by its seed: see `fuzz`."""
    for seed in range(40):
        _, took, failed = fuzz.one_round(seed, (name,))
        assert failed is None, f"seed {seed}\n{failed.why}"
        assert took < fuzz.LIMIT


def test_the_same_seed_gives_the_same_input() -> None:
    def given(name: str) -> dict[str, bytes]:
        return targets.TARGETS[name][0](name, random.Random("a seed")).parts

    for name in set(targets.TARGETS) - {"artifact"}:  # an archive holds the time
        assert given(name) == given(name)


def test_what_matters_to_the_interpreter_changes_the_chart_when_it_is_deleted() -> None:
    found = [
        each
        for each in deletion.deletions([ROOT / "src" / "flowscout" / "stages"], 30, 1)
        if each.verdict == "matters" and not each.talk
    ]
    assert len(found) > 15
    assert [f"{each.path}:{each.line} {each.text}" for each in found if not each.changed] == []


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
