"""Questions of strangers' code that went wrong once: each by its kind, on code of our own."""

from __future__ import annotations

import pytest

from flowscout.tools.asking.answer import by_rules
from flowscout.tools.desk import Desk
from tools.shop import desk

PYTHON = b"""import os
import threading
from shutil import rmtree
from tempfile import NamedTemporaryFile

MINIMAL_BASKET = 3
ledger_lock = threading.Lock()


class Workbench:
    def cleanup(self):
        \"\"\"Remove the scratch directory and forget it.\"\"\"
        if os.path.exists(self.path):
            rmtree(self.path)

    def leave(self, registry):
        if registry:
            delete = registry.get_delete(self.kind)
            self.scratch_kept = not delete


def scratch_file(path):
    with NamedTemporaryFile(delete=False, dir=path, prefix="scratch") as f:
        yield f


class Basket:
    def set_most(self, most):
        if most > MINIMAL_BASKET:
            self.most = most

    def add(self, basket_size):
        if basket_size > self.most:
            raise BasketFull(basket_size)
        self.size = basket_size


class Ledger:
    def __init__(self, lock=ledger_lock):
        self.lock = lock


def options(parser):
    parser.add_option(
        "--pause",
        dest="pause",
        type="float",
        default=15,
        help="seconds between two tries",
    )


def merge_letters(letters, already):
    for letter in letters:
        if merge_this_one:
            text = letter.read()
            already.add(text)


def sweep_rows(store):
    if store.has_lines:
        query = "DELETE FROM merged WHERE letter_id=?"
        store.run(query)


class Courier:
    def __init__(self, pause=None, parcel_slots=4):
        self.pause = pause
"""


@pytest.fixture(scope="module")
def bench() -> Desk:
    return desk({"bench.py": PYTHON})


SAID = {
    "where is the scratch directory deleted?": ["Workbench.cleanup: `rmtree(self.path)`, when `os.path.exists(self.path)` (bench.py:14)"],
    "what happens when a basket is larger than the most?": ["Basket.add: `raise BasketFull(basket_size)`, when `basket_size > self.most` (bench.py:34)"],
    "which functions hold ledger_lock?": [],
    "what is the default pause of a delivery?": ["options: `pause` is `15` where nothing is given (bench.py:45)", "`pause` of Courier.__init__ is `None` by default (bench.py:67)"],
    "what is the default number of parcel slots of a courier?": ["`parcel_slots` of Courier.__init__ is `4` by default (bench.py:67)"],
}  # fmt: skip


@pytest.mark.parametrize("question", SAID)
def test_it_is_answered_by_what_says_it(question: str, bench: Desk) -> None:
    assert [f"{line.text} ({line.path}:{line.line})" for line in by_rules(bench, question).said] == SAID[question]


def test_what_it_is_of_is_told_where_nothing_says_it(bench: Desk) -> None:
    assert by_rules(bench, "what is the default pause of a delivery?").note.endswith("Nothing near it says `delivery`.")


@pytest.mark.parametrize(
    "question", ["what happens when a letter to merge cannot be read?", "when are merged letters deleted?"]
)
def test_a_condition_of_something_else_and_a_text_that_is_kept_answer_nothing(question: str, bench: Desk) -> None:
    assert by_rules(bench, question).asked != "conceived"


def test_a_test_does_not_answer_for_the_product() -> None:
    text = b"def test_oven():\n    oven = Oven()\n    oven.glaze_kettle()\n    assert oven.glazed_kettle\n"
    here = desk({"oven.py": b"class Oven:\n    pass\n", "tests/test_oven.py": text})
    assert "test_oven" not in by_rules(here, "how is a kettle glazed?").note
    assert "test_oven" in by_rules(here, "in which tests is a kettle glazed?").note


def test_the_hotspots_of_a_project_by_its_name_are_those_of_all_of_it(bench: Desk) -> None:
    reply = by_rules(bench, "what are the hotspots of carpentry?")
    assert reply.asked == "hotspots"
    assert reply.note.startswith("I know no file or folder `carpentry`. This is of the whole project.")


COUNTED = b"""void basket_init(struct basket *basket) {
    basket->wicker_timeout = 45;
    basket->num_wickers = 4;
    basket->max_fold = 20;
    basket->colour = 2;
    basket->worn = 0;
    basket->owner = NULL;
}

int basket_fold(struct basket *basket, int folds) {
    return folds < basket->max_fold;
}
"""
COUNTS = {
    "How many wickers are used by default?": ["basket_init: `basket->num_wickers` is `4` (basket.c:3)"],
    "How many folds are made before giving up?": ["basket_init: `basket->max_fold = 20;` (basket.c:4)"],
}


@pytest.mark.parametrize("question", COUNTS)
def test_what_there_are_so_many_of_stands_before_what_is_done_with_them(question: str) -> None:
    reply = by_rules(desk({"basket.c": COUNTED}), question)
    assert [f"{line.text} ({line.path}:{line.line})" for line in reply.said] == COUNTS[question], reply


def test_what_is_named_for_a_deed_that_is_done_does_not_do_it() -> None:
    text = b"def sent_letter(self):\n    self.last = now()\n\n\ndef post(self):\n    self.wire.send_letter(self)\n    sent_letter(self)\n"
    said = by_rules(desk({"post.py": text}), "who sends the letter?").said
    assert "named for it" not in said[0].text
    assert "post: `self.wire.send_letter(self)`" in [one.text for one in said]


def test_what_makes_something_be_done_is_when_it_is_done() -> None:
    text = (
        b"def ring(bell, error):\n    bad = 'bell error'\n    if error.passing:\n        retry(bell)\n    return bad\n"
    )
    said = by_rules(desk({"ring.py": text}), "which errors make the ringer retry a bell?").said
    assert [one.text for one in said] == ["ring: `retry(bell)`, when `error.passing`"]


def test_what_is_written_as_bits_are_is_no_time() -> None:
    text = b"#define BASKET_FAKE 0x02 /* maybe us on basket delivery */\nint deliver(void) { return BASKET_FAKE; }\n"
    assert not by_rules(desk({"basket.c": text}), "how long does it wait for a basket delivery?").said
