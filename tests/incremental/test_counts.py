"""Answers come from what is kept: no file is read for those about every function, and of one function its own alone."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

import pytest

from flowscout.model.facts import FileFacts
from flowscout.tasks.asking import figures
from flowscout.tasks.drawing import chart
from flowscout.tasks.entrypoints import entry_of, reach
from incremental.test_equals_clean import brought, in_memory, place
from incremental.worlds import EDITS, grow


def noted(read: set[str], facts: Callable[[str], FileFacts], path: str) -> FileFacts:
    read.add(path)
    return facts(path)


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


@pytest.mark.parametrize("language", ["python", "cpp", "c"])
def test_a_drawing_alone_reads_the_file_that_it_shows(language: str) -> None:
    rng = random.Random(f"alone {language}")
    world, kept = grow(rng, language), place()
    for _ in range(3):
        brought(kept, world)
        assert kept.project is not None
        clean, facts = in_memory(kept), kept.project.stored.facts
        for id_, where in clean.functions.items():
            read = set[str]()
            kept.project.begin(partial(noted, read, facts))
            assert chart(kept.project, id_, "medium", alone=True).drawing == chart(clean, id_, "medium").drawing
            assert read == {where.path}
        kept.project.begin(facts)
        world = rng.choice(EDITS)(rng, world)


@pytest.mark.parametrize("language", ["python", "cpp", "c"])
def test_the_way_of_an_effect_reads_no_file_and_no_whole_record(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(f"ways {language}")
    world, kept = grow(rng, language), place()
    for _ in range(3):
        brought(kept, world)
        assert kept.project is not None
        clean = in_memory(kept)
        kept.project.begin(unread)
        with monkeypatch.context() as patched:
            patched.setattr(kept.project.view, "function", unread)
            for id_ in clean.functions:
                ways = [(one, kept.project.via(id_, one)) for one in kept.project.effects(id_)]
                assert ways == [(one, clean.via(id_, one)) for one in clean.effects(id_)]
        world = rng.choice(EDITS)(rng, world)
