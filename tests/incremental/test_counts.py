"""Answers about every function come from what is kept: no file is read for them."""

from __future__ import annotations

import random

import pytest

from flowscout.model.facts import FileFacts
from flowscout.tasks.asking import figures
from flowscout.tasks.entrypoints import entry_of, reach
from incremental.test_equals_clean import brought, in_memory, place
from incremental.worlds import EDITS, grow


def unread(path: str) -> FileFacts:
    raise AssertionError(f"{path} was read")


@pytest.mark.parametrize("language", ["python", "cpp", "c"])
def test_figures_leaves_and_reach_read_no_file(language: str) -> None:
    rng = random.Random(f"counts {language}")
    world, kept = grow(rng, language), place()
    for _ in range(3):
        brought(kept, world)
        assert kept.project is not None
        clean = in_memory(kept)
        kept.project.begin(unread)
        assert figures(kept.project) == figures(clean)
        assert kept.project.leaves() == clean.leaves()
        assert sorted(kept.project.entered() or ()) == [entry for entry in clean.functions if entry_of(clean, entry)]
        assert reach(kept.project, clean.functions) == reach(clean, clean.functions)
        world = rng.choice(EDITS)(rng, world)
