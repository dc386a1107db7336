"""Ways out behind a label, slips of typing, whose field is written, what a call of a verb is made on: each by its kind, on code of our own."""

from __future__ import annotations

import pytest

from flowscout.tools.asking.answer import by_rules
from flowscout.tools.desk import Desk
from tools.shop import desk

C = b"""#define MAX_BEES 12
int bees;

int hive_open(struct hive *h, int room)
{
    int err = 0;
    char *comb = NULL;
    if (room < 0)
        goto fail;
    comb = malloc(room);
    if (!comb)
        goto fail;
    free(h->comb);
    h->comb = comb;
    return 0;
fail:
    free(comb);
    return -1;
}

int hive_settle(struct hive *h, int fd)
{
    int err = 0;
again:
    if (h->bees > 3) {
        h->bees--;
        goto again;
    }
    if (fd < 0) {
        err = 1;
        goto out;
    }
out:
    if (err)
        return -1;
    return 0;
}

int hive_add(struct hive *h, int kind)
{
    if (kind >= KIND_BEES)
        return kind;
    if (h->num_bees >= MAX_BEES)
        return -2;
    h->num_bees++;
    return 0;
}

int hive_seat(struct hive *h)
{
    if (h->count + 1 < MAX_SEATS) {
        h->count++;
        return 1;
    }
    return 0;
}
"""
PYTHON = b"""import os


class Meadow:
    def __init__(self):
        self.season = 0
        self.name = os.environ.get("MEADOW_NAME")

    def turn(self):
        self.season += 1
        if os.getenv("MEADOW_LOUD"):
            print(self.season)

    def close(self):
        if self.closed:
            return
        try:
            self.rest()
        except Exception:
            self.terminate()
            raise

    def terminate(self):
        self.closed = True


class Flower:
    def __init__(self, meadow):
        self.season = None
        self.meadow = meadow

    def grow(self):
        self.season = self.meadow.season


class Clover(Meadow):
    def sow(self):
        self.season = 4


class Keeper:
    def release(self, timeout=0.25):
        if self._con is None:
            raise RuntimeError("Keeper.release() called on a free connection")
        if self._con.used > 9:
            self._con.close()
"""


@pytest.fixture(scope="module")
def hive() -> Desk:
    return desk({"hive.c": C, "meadow.py": PYTHON})


def told(hive: Desk, question: str) -> list[str]:
    return [line.text for line in by_rules(hive, question).said]


def test_each_jump_to_a_way_out_is_told_with_what_decides_over_it(hive: Desk) -> None:
    assert told(hive, "how come hive_open returns -1") == [
        "hive_open returns -1, by `goto fail`, when `room < 0`",
        "hive_open returns -1, by `goto fail`, when `!comb`, unless `room < 0`",
    ]


def test_a_jump_back_or_to_where_it_is_asked_on_decides_over_no_way_out(hive: Desk) -> None:
    assert told(hive, "when does hive_settle return -1") == ["hive_settle returns -1, when `err`, unless `h->bees > 3`"]


def test_that_there_are_too_many_is_held_against_the_bound_and_no_other_comparison(hive: Desk) -> None:
    said = told(hive, "what happens in hive_add when there are too many bees")
    assert said == ["Return -2, when `h->num_bees >= MAX_BEES`, unless `kind >= KIND_BEES`"]


def test_what_has_room_left_is_not_too_many(hive: Desk) -> None:
    assert not told(hive, "what happens in hive_seat when there are too many seats")


def test_that_something_is_left_alone_is_not_denied_by_what_does_not_name_it(hive: Desk) -> None:
    assert not told(hive, "does hive_open leave the old comb alone if malloc fails?")


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("what does Meadow.turn sow", ""),
        ("what does Meadow.turn retrun", "return"),
        ("what happends in hive_add", "happens"),
    ],
)
def test_a_slip_is_read_without_it_and_said_so(hive: Desk, question: str, word: str) -> None:
    note = by_rules(hive, question).note
    assert (f"as `{word}`" in note) is bool(word)


def test_a_field_of_a_type_is_not_written_by_another_type_that_has_one_of_that_name(hive: Desk) -> None:
    said = told(hive, "what writes Meadow.season")
    assert {line.partition(" ")[0] for line in said} == {"Meadow.__init__", "Meadow.turn", "Clover.sow"}


def test_what_a_type_reads_of_the_environment_is_read_by_any_of_its_methods(hive: Desk) -> None:
    said = told(hive, "which env vars does Meadow read")
    assert said == ["`MEADOW_NAME`, read by Meadow.__init__", "`MEADOW_LOUD`, read by Meadow.turn"]


def test_a_call_on_the_object_itself_is_done_to_what_it_is(hive: Desk) -> None:
    assert told(hive, "when does Meadow.close terminate the meadow") == [
        "Meadow.close: `self.terminate()`, when `except Exception`, unless `self.closed`"
    ]


def test_a_message_that_names_a_call_makes_none(hive: Desk) -> None:
    said = told(hive, "when does Keeper.release close the connection")
    assert said == ["Keeper.release: `self._con.close()`, when `self._con.used > 9`, unless `self._con is None`"]


def test_a_default_is_asked_for_in_few_words(hive: Desk) -> None:
    assert told(hive, "default for timeout in Keeper.release") == ["`timeout` of Keeper.release is `0.25` by default"]
    assert told(hive, "max number of bees")[0] == "macro MAX_BEES is `12`"


def test_what_a_test_hands_in_is_nothing_that_the_product_calls() -> None:
    product = b"import random\n\n\nclass Draw:\n    def __init__(self, choice=random.choice):\n        self.choice = choice\n\n    def next(self):\n        return self.choice([1])\n"
    test = b"from draw import Draw\n\n\ndef test_bad():\n    def bad(seq):\n        raise ValueError(seq)\n\n    Draw(choice=bad).next()\n"
    made = desk({"draw.py": product, "tests/test_draw.py": test})
    assert "ValueError" not in " ".join(told(made, "what can Draw.next raise"))
    assert "ValueError" in " ".join(told(desk({"draw.py": product, "more.py": test}), "what can Draw.next raise"))


def test_what_is_called_by_the_very_name_fails_where_nothing_looks_at_it() -> None:
    text = b"async def fill(pool, conn):\n    if conn.reader.at_eof() or conn.reader.exception():\n        pool.free.pop()\n    try:\n        await connect(pool)\n    finally:\n        pool.busy = False\n"
    said = told(desk({"fill.py": text}), "what happens in fill if connect fails")
    assert said == ["fill: `connect(pool)`: nothing there tests or catches what goes wrong"]


def test_with_a_condition_its_lock_is_held() -> None:
    text = b"class Pool:\n    def __init__(self):\n        self._cond = asyncio.Condition()\n\n    async def clear(self):\n        async with self._cond:\n            self.free.clear()\n\n    def settle(self):\n        with self.conditions:\n            pass\n"
    made = desk({"pool.py": text})
    assert "self._cond" in told(made, "which lock does Pool.clear hold")[0]
    assert "locks nothing itself" in told(made, "which lock does Pool.settle hold")[0]


def test_what_is_only_called_a_condition_holds_no_lock() -> None:
    text = b"class Feature:\n    def __init__(self, flag):\n        self.condition = warnings_off(flag)\n\n    def bump(self):\n        with self.condition:\n            self.total += 1\n"
    assert "locks nothing itself" in told(desk({"feature.py": text}), "which lock does Feature.bump hold")[0]


def test_a_short_word_of_english_is_no_slip_of_another(hive: Desk) -> None:
    assert "I read" not in by_rules(hive, "when does Meadow.turn rise").note
    assert "as `which`" in by_rules(hive, "wich functions call Meadow.turn").note
