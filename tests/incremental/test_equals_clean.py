"""After any sequence of edits the view, the charts and the documents are those of a clean run, byte for byte."""

from __future__ import annotations

import os
import random

import pytest

from corpus.work import Memory, Workplace
from flowscout.pipeline import Project
from flowscout.tasks.analyse import analyse
from flowscout.tasks.globs import ignored
from flowscout.tasks.standing import facets_of, standing
from flowscout.wiring import frontend
from incremental.answers import answers
from incremental.rendering import sources
from incremental.worlds import CLASSES, EDITS, NAMES, World, edit_settings, grow

SEEDS = int(os.environ.get("FLOWSCOUT_SEEDS", "8"))
FIRST = int(os.environ.get("FLOWSCOUT_FIRST_SEED", "0"))
HOW = ("", " detail=high", " detail=deep", " style=compact", " detail=high style=compact", " detail=high")
README = "\n".join(
    f"<!-- flowscout: {name}{how} -->\n<!-- /flowscout -->\n"
    for name, how in zip((*NAMES[:5], f"{CLASSES[0]}.get"), HOW, strict=True)
)


def rank(project: Project, id_: str) -> str:
    """Tells all that a real one may depend on; some functions are not shown."""
    if project.settings.charts:
        return standing(project, id_)
    effects = project.effects(id_)
    facets = facets_of(project, project.functions[id_])
    told = "-".join(map(str, facets))
    return (
        f"{id_ in project.callers} {len(effects):03d} {told} {facets.door} {facets.seen}" if len(effects) != 1 else ""
    )


def place() -> Workplace:
    made = Workplace(rank)
    made.documents = {"README.md": README.encode()}
    return made


def brought(where: Workplace, world: World) -> tuple[list[str], dict[str, list[str]], dict[str, bytes]]:
    """The canonical dump, every chart, every document."""
    where.sources, where.settings = sources(world), world.settings
    where.run(lambda id_: True)
    return where.dump, where.charts, where.documents


@pytest.mark.parametrize("language", ["python", "cpp", "c"])
@pytest.mark.parametrize("seed", range(FIRST, FIRST + SEEDS))
def test_after_random_edits_everything_is_as_after_a_clean_run(seed: int, language: str) -> None:
    rng = random.Random(f"{language} {seed}")
    world = grow(rng, language)
    earlier = [world]
    kept = place()
    brought(kept, world)
    for _ in range(6):
        edit = rng.choice(EDITS)
        world = rng.choice(earlier) if rng.random() < 0.1 else edit(rng, world)
        world = edit_settings(rng, world) if rng.random() < 0.1 else world
        earlier.append(world)

        dump, charts, documents = brought(kept, world)

        clean_dump, clean_charts, clean_documents = brought(place(), world)
        assert dump == clean_dump, f"after {edit.__name__}, seed {seed}"
        assert charts == clean_charts, f"after {edit.__name__}, seed {seed}"
        assert documents == clean_documents, f"after {edit.__name__}, seed {seed}"


@pytest.mark.parametrize("language", ["python", "cpp", "c"])
@pytest.mark.parametrize("seed", range(FIRST, FIRST + SEEDS // 4))
def test_after_random_edits_every_question_is_answered_as_by_a_project_in_memory(seed: int, language: str) -> None:
    rng = random.Random(f"questions {language} {seed}")
    world, kept = grow(rng, language), place()
    for _ in range(4):
        brought(kept, world)
        assert kept.project is not None
        assert answers(kept.project) == answers(in_memory(kept))
        assert kept.run().startswith("changed 0, recomputed 0, cut off 0")
        assert answers(kept.project) == answers(in_memory(kept))
        world = rng.choice(EDITS)(rng, world)


def in_memory(where: Workplace) -> Project:
    return analyse(
        Memory(where.sources),
        frontend(where.settings),
        where.settings,
        lambda path: not ignored(where.settings.exclude, path),
    )


def test_nothing_changed_means_nothing_done() -> None:
    kept, world = place(), grow(random.Random(1), "python")
    brought(kept, world)
    assert "changed 0, recomputed 0, cut off 0" in kept.run().split("\n")[0]
    assert len(kept.run().split("\n")) == 1
