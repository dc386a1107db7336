"""A store that is damaged, or that may not be written, costs time only.

FLOWSCOUT_DAMAGES says how many stores are damaged at random (8; `make soak` 300).
"""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from never_lost import killing
from never_lost.world import edit, made, of_the_person, settle, whole

DAMAGES = int(os.environ.get("FLOWSCOUT_DAMAGES", "8"))
LIFE = 12
STORE = ".git/flowscout/store.sqlite"


def damage(path: Path, chance: random.Random) -> None:
    """Bits that turn, a block of zeros, an end that is missing, bytes of another file."""
    data = bytearray(path.read_bytes())
    match chance.randint(0, 3):
        case 0:
            for _ in range(chance.choice((1, 5, 50, 1000))):
                data[chance.randrange(len(data))] ^= 1 << chance.randint(0, 7)
        case 1:
            start = chance.randrange(0, len(data), 512)
            data[start : start + 4096] = bytes(len(data[start : start + 4096]))
        case 2:
            del data[chance.randrange(len(data)) :]
        case _:
            start = chance.randrange(len(data))
            data[start : start + 200] = chance.randbytes(len(data[start : start + 200]))
    path.write_bytes(data)


@pytest.mark.parametrize("life", range(-(-DAMAGES // LIFE)))
def test_whatever_happened_to_the_store_the_next_run_is_right(tmp_path: Path, life: int) -> None:
    chance = random.Random(life)
    with killing.nested(made(tmp_path / "repo")) as repo:
        settle(repo)
        for _ in range(min(LIFE, DAMAGES)):
            damage(repo.path / STORE, chance)
            edit(repo, chance)
            before = of_the_person(repo)

            assert repo.flowscout(chance.choice(("hook", "refresh"))).code in (0, 1)
            assert repo.flowscout("refresh").code == 0
            whole(repo, before)
            repo.commit({}, "a round")


def test_of_a_damaged_schema_even_the_message_is_no_text(tmp_path: Path) -> None:
    with killing.nested(made(tmp_path / "repo")) as repo:
        settle(repo)
        store, before = repo.path / STORE, of_the_person(repo)
        data = store.read_bytes()
        assert b"CREATE TABLE memo" in data
        for verb in ("hook", "refresh"):
            store.write_bytes(data.replace(b"CREATE TABLE memo", b"CREATE T\xccBLE memo"))
            ran = repo.flowscout(verb)
            assert (ran.code, "bug" in ran.said) == (0, False)
        whole(repo, before)
