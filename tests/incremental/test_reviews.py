"""A review whose states are laid over the rows of a third is the review of two projects in memory, word for word."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator

import pytest

from corpus.work import Memory
from flowscout.adapters.store.database import Store
from flowscout.model.classed import ClassRow, decoded
from flowscout.model.codec import dumps, loads
from flowscout.model.facts import FileFacts
from flowscout.model.settings import Settings
from flowscout.pipeline import Project
from flowscout.ports import View
from flowscout.tasks.analyse import analyse
from flowscout.tasks.near import above, anywhere
from flowscout.tasks.review.review import review
from flowscout.tasks.review.text import record
from flowscout.tasks.standing import standing
from flowscout.tasks.view import Means, bring, laid_over
from flowscout.tasks.view.bring import Laid
from flowscout.tasks.view.lazy import LazyFiles
from flowscout.wiring import frontend
from incremental.rendering import sources
from incremental.worlds import EDITS, NAMES, World, grow

SEEDS = int(os.environ.get("FLOWSCOUT_SEEDS", "13"))
FIRST = int(os.environ.get("FLOWSCOUT_FIRST_SEED", "0"))
SETTINGS = Settings(charts=("*",))


def in_memory(world: World) -> Project:
    return analyse(Memory(sources(world)), frontend(SETTINGS), SETTINGS)


def kept(store: Store, world: World, name: str) -> View:
    seen = Memory(sources(world))
    view = store.view(name)
    bring(view, seen, seen.entries(), frontend(SETTINGS), SETTINGS, Means(store), standing)
    return view


def laid(store: Store, below: View, world: World, rank: Callable[[Project, str], str] = standing) -> Laid:
    seen = Memory(sources(world))
    made = laid_over(below, seen, seen.entries(), frontend(SETTINGS), SETTINGS, Means(store), rank)
    assert made is not None
    return made


def rows(view: View) -> Iterator[object]:
    """All that a reader of a view may ask for."""
    yield from (
        sorted(view.files().items()),
        sorted(view.blobs().items()),
        sorted(view.every_offer()),
        view.ids(),
        view.entries(),
        view.called(),
        view.count(),
    )
    yield [charted._replace(chart="") for charted in view.ranked("~")], view.ranks("~", "~ignored", 2)
    for path in sorted(view.files()):
        yield (
            sorted(view.offers_of(path)),
            view.sites(path),
            [record._replace(chart="") for record in view.functions_of(path)],
        )
        for key, _ in sorted(view.offers_of(path)):
            yield sorted(view.offers(key)), view.askers([key])
    for id_ in view.ids():
        yield (
            view.function(id_)._replace(chart=""),
            view.callers(id_),
            view.callers(id_, travelling=True),
            view.callees(id_),
        )  # type: ignore[union-attr]
        yield view.ids(id_[-4:])
    yield [view.named(name) for name in ("open", "write", "exit", "print", *NAMES)]


@pytest.mark.parametrize("language", ["python", "cpp", "c"])
@pytest.mark.parametrize("seed", range(FIRST, FIRST + SEEDS))
def test_two_states_over_a_third_are_reviewed_as_two_projects_in_memory(seed: int, language: str) -> None:
    rng = random.Random(f"reviews {language} {seed}")
    worlds = [grow(rng, language)]
    for _ in range(5):
        world = worlds[-1]
        for _ in range(rng.randint(1, 3)):
            world = rng.choice(EDITS)(rng, world)
        worlds.append(world)
    store = Store(None)
    below = kept(store, rng.choice(worlds), "work tree")
    before, after = rng.choice(worlds), rng.choice(worlds)

    other = laid(store, below, after)
    one = laid(store, other.view, before)

    assert list(rows(one.view)) == list(rows(kept(store, before, "before")))
    assert list(rows(other.view)) == list(rows(kept(store, after, "after")))
    old, new = in_memory(before), in_memory(after)
    near = above(one.view, other.view)
    assert near.entries == anywhere(old, new).entries
    renames = dict(zip(sorted(old.files.keys() - new.files), sorted(new.files.keys() - old.files), strict=False))
    found = review(one.project, other.project, ("a", "b"), renames, near=near)
    clean = review(old, new, ("a", "b"), renames)
    assert record(found) == record(clean)
    assert found == clean
    later = laid(store, below, after)
    earlier = laid(store, later.view, before)
    assert list(rows(earlier.view)) == list(rows(one.view))
    again = review(earlier.project, later.project, ("a", "b"), renames, near=above(earlier.view, later.view))
    assert again == clean


@pytest.mark.parametrize("language", ["python", "cpp", "c"])
@pytest.mark.parametrize("seed", range(4))
def test_a_review_reads_no_file_that_its_change_cannot_reach(
    monkeypatch: pytest.MonkeyPatch, seed: int, language: str
) -> None:
    rng = random.Random(f"unread {language} {seed}")
    store, world = Store(None), grow(rng, language)
    other = rng.choice(EDITS)(rng, world)
    below = kept(store, world, "work tree")
    after = laid(store, below, other)
    before = laid(store, after.view, world)
    near = above(before.view, after.view)
    differ = {
        path for path in {*sources(world), *sources(other)} if sources(world).get(path) != sources(other).get(path)
    }
    read: set[str] = set()
    find = LazyFiles.find

    def noted(self: LazyFiles, key: str) -> FileFacts | None:
        read.add(key)
        return find(self, key)

    monkeypatch.setattr(LazyFiles, "find", noted)
    review(before.project, after.project, ("a", "b"), {}, near=near)

    assert read <= {*near.paths, *differ}


@pytest.mark.parametrize("language", ["python", "cpp"])
def test_what_was_laid_over_the_same_rows_is_not_made_twice(language: str) -> None:
    store, rng = Store(None), random.Random(f"laid twice {language}")
    world = grow(rng, language)
    other = rng.choice(EDITS)(rng, world)
    while sources(other) == sources(world):
        other = rng.choice(EDITS)(rng, world)
    below = kept(store, world, "work tree")
    first = laid(store, below, other)

    def ranked(project: Project, id_: str) -> str:
        raise AssertionError(f"{id_} is ranked again")

    again = laid(store, below, other, ranked)
    assert list(rows(again.view)) == list(rows(first.view))
    (key,) = [key for key in Store.keys(store) if key.startswith("laid:")]
    for broken in (b"", b"[]", b'["s",[],[],[["a::f"]],[],[],[],[],[]]', store.get([key])[key][:-9]):
        store.put({key: broken})
        assert list(rows(laid(store, below, other).view)) == list(rows(first.view))


def test_what_was_made_in_another_way_is_laid_under_nothing() -> None:
    store, world = Store(None), grow(random.Random(1), "python")
    seen = Memory(sources(world))
    below = kept(store, world, "work tree")
    assert (
        laid_over(below, seen, seen.entries(), frontend(SETTINGS), Settings(detail="deep"), Means(store), standing)
        is None
    )


def test_what_follows_from_a_file_alone_is_made_once_for_its_content() -> None:
    store, rng = Store(None), random.Random("of files")
    world = grow(rng, "python")
    other = EDITS[0](rng, world)
    below = kept(store, world, "work tree")
    made: list[str] = []

    def lengths(state: World) -> dict[str, list[int]]:
        made.clear()
        project = laid(store, below, state).project

        def make(path: str) -> list[int]:
            made.append(path)
            return [len(project.sources(path))]

        return dict(project.of_files("length 1", make, lambda row: [int(row[0])]))  # type: ignore[index]

    def expected(state: World) -> dict[str, list[int]]:
        return {path: [len(text)] for path, text in sources(state).items()}

    assert lengths(world) == expected(world)
    assert sorted(made) == sorted(sources(world))
    differ = {path for path, text in sources(other).items() if text not in sources(world).values()}
    assert differ
    assert lengths(other) == expected(other)
    assert set(made) == differ
    for broken in (b"[" * 200_000, b"", b"\xff", b"7", b"[]", b'["x"]', b"[1]]"):
        store.put({key: broken for key in Store.keys(store) if key.startswith("length 1")})
        assert lengths(other) == expected(other)
        assert sorted(made) == sorted(sources(other))


@pytest.mark.parametrize(
    "row",
    [
        "abcdef",
        [True, ["A"], [[1, [2]]], False, [3], [4]],
        [True, [["A"]], [], False, [], []],
        [True, "ab", [], False, [], []],
        [True, [], [["A", "bc"]], False, [], []],
        [True, [], [], 1, [], []],
        [True, [], [], False, ["a", None], []],
        [True, [], [], False, []],
    ],
)
def test_a_row_on_classes_that_we_have_not_written_is_refused(row: object) -> None:
    with pytest.raises((ValueError, TypeError)):
        decoded(row)


def test_a_row_on_classes_is_read_as_it_was_written() -> None:
    said = ClassRow(True, ("A", "B"), (("A", ("B", "C")),), False, ("f",), ("x",))
    assert decoded(loads(dumps(said))) == said
