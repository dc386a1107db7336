"""After any sequence of edits the view holds what a clean run gives, byte for byte."""

from __future__ import annotations

import hashlib
import os
import random
from collections.abc import Iterable, Mapping

import pytest

from flowscout.adapters.store import Store
from flowscout.model.settings import Settings
from flowscout.pipeline import Project
from flowscout.ports import Entry
from flowscout.tasks.view import Means, Work, bring
from flowscout.tasks.view.drawn import Drawn
from flowscout.wiring import frontend
from incremental.worlds import EDITS, World, grow

SEEDS = int(os.environ.get("FLOWSCOUT_SEEDS", "60"))
FIRST = int(os.environ.get("FLOWSCOUT_FIRST_SEED", "0"))


class Memory:
    """A snapshot of files held in memory."""

    label = "memory"

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.files = files

    def entries(self) -> tuple[Entry, ...]:
        return tuple(Entry(path, hashlib.sha1(data).hexdigest()) for path, data in sorted(self.files.items()))

    def skipped(self) -> tuple[tuple[str, str], ...]:
        return ()

    def read(self, entries: Iterable[Entry]) -> Mapping[str, bytes]:
        return {e.path: self.files[e.path] for e in entries}


def rank(project: Project, id_: str) -> str:
    """Depends on all that a real one may depend on."""
    return f"{len(project.effects(id_)):03d} {id_ in project.callers}"


def brought(store: Store, world: World) -> tuple[list[str], Work]:
    """The canonical dump and every chart; what was drawn is remembered."""
    view = store.view("test")
    seen = Memory(world.sources())
    settings = Settings(detail="deep")  # says most of what is called
    project, work = bring(view, seen, seen.entries(), frontend(settings), settings, Means(store), rank)
    drawn = Drawn(project, store)
    charts = [line for id_ in view.ids() for line in (id_, *drawn(id_))]
    drawn.keep()
    return [*view.dump(), *charts], work


@pytest.mark.parametrize("language", ["python", "cpp"])
@pytest.mark.parametrize("seed", range(FIRST, FIRST + SEEDS))
def test_after_random_edits_the_view_is_that_of_a_clean_run(seed: int, language: str) -> None:
    rng = random.Random(f"{language} {seed}")
    world = grow(rng, language)
    earlier = [world]
    store = Store(None)
    brought(store, world)
    for _ in range(6):
        edit = rng.choice(EDITS)
        world = rng.choice(earlier) if rng.random() < 0.1 else edit(rng, world)
        earlier.append(world)

        dump, _ = brought(store, world)

        assert dump == brought(Store(None), world)[0], f"after {edit.__name__}, seed {seed}"


def test_nothing_changed_means_nothing_done() -> None:
    world = grow(random.Random(1), "python")
    store = Store(None)
    brought(store, world)

    _, work = brought(store, world)

    assert not (work.changed | work.recomputed | work.cut | work.resolved)
