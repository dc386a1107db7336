"""Answers come from what is kept: no file is read for those about every function, and of one function its own alone."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from flowscout.model.facts import FileFacts
from flowscout.pipeline import Project
from flowscout.tasks.asking import figures
from flowscout.tasks.drawing import chart
from flowscout.tasks.entrypoints import entry_of, reach
from flowscout.tools.contract import Failed
from flowscout.tools.desk import Desk, StateStamp, diagnosed_by
from flowscout.tools.each import explore_codebase
from flowscout.tools.each.where_effect import WhereEffect, run
from flowscout.tools.own import freeing_macros
from incremental.test_equals_clean import brought, in_memory, place
from incremental.worlds import EDITS, NAMES, SETTINGS, grow
from tools.shop import Held


def noted(read: set[str], facts: Callable[[str], FileFacts], path: str) -> FileFacts:
    read.add(path)
    return facts(path)


def unread(path: str) -> FileFacts:
    raise AssertionError(f"{path} was read")


def worlds(name: str, language: str, many: int) -> Iterator[tuple[Project, Project]]:
    """A world, and what edits make of it one after another: as it is kept, and read afresh."""
    rng = random.Random(f"{name} {language}")
    world, kept = grow(rng, language), place()
    for _ in range(many):
        brought(kept, world)
        assert kept.project is not None
        yield kept.project, in_memory(kept)
        world = rng.choice(EDITS)(rng, world)


@pytest.mark.parametrize("language", ["python", "cpp", "c"])
def test_figures_leaves_and_reach_read_no_file(language: str) -> None:
    for kept, clean in worlds("counts", language, 3):
        kept.begin(unread)
        assert figures(kept) == figures(clean)
        assert kept.leaves() == clean.leaves()
        assert sorted(kept.entered() or ()) == [entry for entry in clean.functions if entry_of(clean, entry)]
        assert reach(kept, clean.functions) == reach(clean, clean.functions)


@pytest.mark.parametrize("language", ["python", "cpp", "c"])
def test_a_drawing_alone_reads_the_file_that_it_shows(language: str) -> None:
    for kept, clean in worlds("alone", language, 3):
        facts = kept.stored.facts
        for id_, where in clean.functions.items():
            read = set[str]()
            kept.begin(partial(noted, read, facts))
            assert chart(kept, id_, "medium", alone=True).drawing == chart(clean, id_, "medium").drawing
            assert read == {where.path}
        kept.begin(facts)


@pytest.mark.parametrize("language", ["python", "cpp", "c"])
def test_the_way_of_an_effect_reads_no_file_and_no_whole_record(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for kept, clean in worlds("ways", language, 3):
        kept.begin(unread)
        with monkeypatch.context() as patched:
            patched.setattr(kept.view, "function", unread)
            for id_ in clean.functions:
                ways = [(one, kept.via(id_, one)) for one in kept.effects(id_)]
                assert ways == [(one, clean.via(id_, one)) for one in clean.effects(id_)]


@pytest.mark.parametrize("language", ["python", "cpp", "c"])
def test_what_locks_frees_and_exits_is_answered_without_reading_a_file(language: str) -> None:
    for kept, clean in worlds("direct", language, 4):
        macros = freeing_macros(clean)
        kept.begin(kept.stored.facts if macros else unread)
        for kind in ("locks", "frees", "exits"):
            if kind != "frees" or not macros:
                assert done(kept, kind) == done(clean, kind)


def test_a_guard_that_is_written_elsewhere_makes_a_lock_of_what_makes_one() -> None:
    kept = place()
    kept.settings = SETTINGS[0]
    kept.sources = {
        "use.cc": b'#include "hold.h"\nint f(Mutex& m) {\n  Hold h(m);\n  return 1;\n}\n',
        "hold.h": b"class Hold {\n public:\n  Hold(Mutex& m) : m_(m) { m_.first(); }\n  ~Hold() { m_.last(); }\n  Mutex& m_;\n};\n",
    }
    kept.run()
    assert kept.project is not None
    before = done(kept.project, "locks")
    kept.sources["hold.h"] = kept.sources["hold.h"].replace(b"first", b"lock").replace(b"last", b"unlock")
    kept.run()
    kept.project.begin(unread)
    assert (before, done(kept.project, "locks")) == ([], [("hold.h", 3, "m_.lock()"), ("use.cc", 3, "h(m)")])


def done(project: Project, kind: Any) -> list[tuple[str, int, str]]:
    desk = Desk(project, Held({}), StateStamp("folder"), str, None, lambda _: None, diagnosed_by(str))
    found = run(desk, WhereEffect(kind=kind))
    return [] if isinstance(found, Failed) else [(row.file, row.line, row.target) for row in found.places]


@pytest.mark.parametrize("language", ["python", "cpp"])
def test_a_symbol_is_looked_for_by_the_ids(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kept, asked = place(), list[str]()
    brought(kept, grow(random.Random(f"symbols {language}"), language))
    assert kept.project is not None
    kept.project.begin()
    view, placed = kept.project.view, kept.project.view.place
    monkeypatch.setattr(view, "place", lambda id_: (asked.append(id_), placed(id_))[1])
    for name in NAMES:
        desk = Desk(kept.project, Held({}), StateStamp("folder"), str, None, lambda _: None, diagnosed_by(str))
        explore_codebase.run(desk, explore_codebase.ExploreCodebase(command=f"query {name} --symbols"))
        assert all(name in id_ for id_ in asked)
        asked.clear()
