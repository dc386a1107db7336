"""What a question says behind `if` is weighed; what is no form is answered by its verb and what that is done to."""

from __future__ import annotations

import pytest

from flowscout.tools.asking.answer import by_rules
from tools.shop import desk

FILES = {
    "box.c": b"""
struct box *boxes;
static int box_send(struct box *b) { return push(b->sd, b); }

int box_drain(struct box *b, const char *shelf_path)
{
    int rc, sd;

    rc = box_send(b);
    if (rc)
        return 0;
    free(b->rows);
    sd = socket(1, 2, 3);
    if (sd < 0)
        return -1;
    if (open_shelf(sd) < 0) {
        unlink(shelf_path);
        return -2;
    }
    return 1;
}

int crate_look(const char *crate)
{
    return ready_to_run(crate);
}

void crate_exit(const char *crate)
{
    unlink(crate);
}
""",
    "store.py": b"""
import warnings


class Store:
    def __init__(self):
        self._row_cache = {}

    def take(self, key, asked_again=False):
        if not asked_again:
            warnings.warn("first")
        found = self.rows(key)
        if found.empty():
            # there is no row at all
            raise LookupError(key)
        self._row_cache.put(key, found)
        return found

    def forget(self):
        self._row_cache.clear()

    def login(self, password, user):
        if user.password != password:
            raise ValueError("wrong password")


class Shelves:
    def test(self):
        return 1
""",
    "tests/test_stores.py": b"def test_made():\n    build(Shelvery)\n\n\ndef test_taken():\n    assert made('Shelvery')\n",
    "shelvery.py": b"class Shelvery:\n    def __init__(self):\n        self.a = 1\n",
}


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("does box_drain free the rows if box_send fails?", "No, not then: box_drain frees: free(b->rows), unless `rc`"),
        ("what happens in box_drain if socket() fails?", "box_drain: `socket(1, 2, 3)` fails where `sd < 0`"),
        ("does box_drain delete a file when open_shelf fails?", "Yes: box_drain calls unlink, when `open_shelf(sd) < 0`, unless `rc` or `sd < 0`"),
        ("what does Store.take do if no row is found?", "Raise LookupError(key), when `found.empty()`"),
        ("what does box_drain return when the shelf cannot be opened?", "box_drain: `open_shelf(sd)` fails where `open_shelf(sd) < 0`"),
        ("does Store.login raise ValueError if the user is unknown?", "Store.login raises ValueError, when `user.password != password`"),
        ("does box_drain call socket if box_send fails?", "No, not then: box_drain calls socket, unless `rc`"),
        ("what fills the row cache?", "Store.take: `self._row_cache.put(key, found)`, unless `found.empty()`"),
        ("where is the row cache cleared?", "Store.forget: `self._row_cache.clear()`"),
        ("where are passwords checked?", "Store.login asks `user.password != password`"),
        ("which function deletes the crate file?", "crate_exit: `unlink(crate)`"),
        ("is box_send used anywhere outside box.c?", "No: no call of box_send outside of box.c is found, as far as calls can be resolved"),
        ("which tests cover Shelvery?", "test_made names Shelvery"),
    ],
)  # fmt: skip
def test_an_answer_is_that_of_the_whole_question(question: str, answer: str) -> None:
    reply = by_rules(desk(FILES), question)
    assert reply.said, reply.note
    assert reply.said[0].text == answer


def test_of_a_condition_that_cannot_be_told_neither_yes_nor_no_is_said() -> None:
    reply = by_rules(desk(FILES), "does box_drain free the rows if the moon is full?")
    assert not reply.said
    assert "I do not weigh `the rows if the moon is full`, so I say neither yes nor no." in reply.note
    assert "box_drain frees: free(b->rows) (box.c:12)" in reply.note


def test_what_is_weighed_is_not_said_to_be_left_out() -> None:
    reply = by_rules(desk(FILES), "does box_drain delete a file when open_shelf fails?")
    assert "I do not weigh" not in reply.note


def test_the_name_of_a_question_does_nothing() -> None:
    reply = by_rules(desk(FILES), "does crate_look run the crate that was thrown away?")
    assert not any("ready_to_run" in said.text for said in reply.said)


def test_a_number_that_no_step_has_is_no_answer() -> None:
    assert "effected" not in by_rules(desk(FILES), "what fills the row cache with 17?").asked
