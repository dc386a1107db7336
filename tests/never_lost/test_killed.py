"""kill -9 at any instant leaves the old state or the new one, and the next run is right.

FLOWSCOUT_KILLS says at how many instants (9; `make soak` 300).
"""

from __future__ import annotations

import os
import random
import signal
from pathlib import Path

import pytest

from never_lost import killing
from never_lost.world import edit, made, of_the_person, settle, sound, whole

KILLS = int(os.environ.get("FLOWSCOUT_KILLS", "9"))
LIFE = 12  # instants that one repository lives through
VERBS = (("hook",), ("refresh",), ("refresh", "--worktree"))


@pytest.mark.parametrize("life", range(-(-KILLS // LIFE)))
def test_killed_at_random_instants(tmp_path: Path, life: int) -> None:
    chance = random.Random(life)
    with killing.nested(made(tmp_path / "repo")) as repo:
        settle(repo)
        for _ in range(min(LIFE, KILLS)):
            _round(repo, chance)


def _round(repo: killing.Nested, chance: random.Random) -> None:
    edit(repo, chance)
    before = of_the_person(repo)
    if chance.random() < 0.2:
        repo.write({".git/flowscout/store.sqlite": b""})  # begin with nothing kept
    longest = 0.35 if chance.random() < 0.5 else 0.12
    repo.killed(chance.uniform(0.001, longest), *chance.choice(VERBS), group=chance.random() < 0.5)

    assert of_the_person(repo) == before
    sound(repo)
    assert repo.flowscout("refresh").code == 0
    whole(repo, before)
    repo.commit({}, "a round")


@pytest.mark.parametrize("verb", VERBS[:2], ids=" ".join)
def test_killed_at_each_touch_of_the_file_system(tmp_path: Path, verb: tuple[str, ...]) -> None:
    chance = random.Random(7)
    with killing.nested(made(tmp_path / "repo")) as repo:
        for count in range(1, 200, 1 if KILLS > 12 else 7):
            edit(repo, chance)
            before = of_the_person(repo)
            code = killing.at(repo, count, *verb)
            assert of_the_person(repo) == before
            assert repo.flowscout("refresh").code == 0
            whole(repo, before)
            repo.commit({}, "a round")
            if code != -signal.SIGKILL:
                return
    pytest.fail("a run touches the file system more often than this test looks")
