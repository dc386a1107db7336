"""One question of each intent that went wrong once, by its kind, on code of our own."""

from __future__ import annotations

import pytest

from flowscout.tools.asking.answer import by_rules
from flowscout.tools.asking.question.idioms import plainly
from flowscout.tools.asking.reading import read
from flowscout.tools.desk import Desk
from tools.shop import desk

PYTHON = b"""import os
import shutil


def load_one(name):
    try:
        return fetch_one(name)
    except ImportError as e:
        raise LoadError(name, e).with_traceback(e.tb)


def low_one(path):
    os.remove(path)


def mid_one(path):
    low_one(path)


def top_one(path, rows):
    mid_one(path)
    rows.remove(path)


def clear_rows(rows):
    rows.truncate()


def sweep(path):
    if path:
        shutil.rmtree(path)
"""
C = b"""#include <stdlib.h>
#define LEAST_ROWS 4
#define TAKE(NAME) take_##NAME
struct shelf { char *label; char *rows; };
static int row_hash(int row) { return row * 3; }
static int take_first(void) { return 1; }
static int never_taken(void) { return 2; }
int row_selftest(void)
{
    return row_hash(1) != 3;
}
void shelf_destroy(struct shelf *shelf)
{
    if (shelf == 0)
        return;
    free(shelf->label);
    free(shelf->rows);
}
"""


MASKED = b"""#define remove other_remove
int other_remove(const char *path);
int leave(const char *path) { return remove(path); }
"""
OTHER = b"""int other_remove(const char *path) { return path == 0; }
"""


@pytest.fixture(scope="module")
def shop() -> Desk:
    return desk({"shop/rows.py": PYTHON, "shop/shelf.c": C, "shop/masked.c": MASKED, "shop/other.c": OTHER})


SAID = {
    "where do we define LEAST_ROWS": ["macro LEAST_ROWS (shop/shelf.c:2)"],
    "where do we declare struct shelf": ["struct shelf (shop/shelf.c:4)"],
    "where's the row_hash function": ["function row_hash (shop/shelf.c:5)"],
    "where is the sweep function": ["function sweep (shop/rows.py:29)"],
    "which functions are never used?": ["nothing is found that calls never_taken (shop/shelf.c:7)"],
    "which tests cover row_hash": ["row_selftest calls row_hash (shop/shelf.c:10)"],
    "what can load_one raise": ["load_one raises LoadError (shop/rows.py:9)"],
    "who ends up calling low_one": [
        "mid_one → low_one (shop/rows.py:17)",
        "top_one → mid_one → low_one (shop/rows.py:21)",
    ],
    "does shelf_destroy free the label": ["Yes: shelf_destroy frees: free(shelf->label), unless `shelf == 0` (shop/shelf.c:16)"],
    "does shelf_destroy free the name": ["Not that I can see: shelf_destroy frees name nowhere itself, nor is it found 3 calls below (shop/shelf.c:12)", "shelf_destroy frees: free(shelf->label) (shop/shelf.c:16)", "shelf_destroy frees: free(shelf->rows) (shop/shelf.c:17)"],
    "which functions remove directories": ["sweep calls shutil.rmtree (shop/rows.py:31)"],
    "who deletes files in shop/masked.c": ["leave calls remove (shop/masked.c:3)"],
    "does shelf_destroy check for a null pointer": ["shelf_destroy asks `shelf == 0` (shop/shelf.c:14)"],
    "does low_one delete the file": ["Yes: low_one calls os.remove (shop/rows.py:13)"],
    "does sweep delete directories": ["Yes: sweep calls shutil.rmtree (shop/rows.py:31)"],
    "what removes files in rows.py": ["low_one calls os.remove (shop/rows.py:13)", "sweep calls shutil.rmtree (shop/rows.py:31)"],
    "where do we free stuff": ["shelf_destroy frees: free(shelf->label) (shop/shelf.c:16)", "shelf_destroy frees: free(shelf->rows) (shop/shelf.c:17)"],
}  # fmt: skip


@pytest.mark.parametrize("question", SAID)
def test_it_is_answered_in_its_kind(question: str, shop: Desk) -> None:
    assert [f"{line.text} ({line.path}:{line.line})" for line in by_rules(shop, question).said] == SAID[question]


def test_what_only_sounds_like_deleting_a_file_is_no_yes(shop: Desk) -> None:
    assert not any(line.text.startswith("Yes") for line in by_rules(shop, "does clear_rows delete files").said)


@pytest.mark.parametrize(
    ("question", "since"),
    [
        ("what changed since 0.18.0", "0.18.0"),
        ("what has changed since 2.1", "2.1"),
        ("what did the last 5 commits change", "HEAD~5"),
        ("what changed in the last 3 commits?", "HEAD~3"),
    ],
)
def test_a_release_and_a_number_of_commits_are_revisions(question: str, since: str) -> None:
    asked = read(plainly(question))
    assert asked is not None
    assert (asked.kind, asked.names["A"].raw) == ("changed", since)


def test_what_is_checked_is_told_by_the_questions_where_no_call_says_so() -> None:
    code = b"def split(parts):\n    if len(parts) < 2:\n        raise ValueError('At least two parts required')\n    return parts\n"
    other = b"def pick(a, b):\n    return a if a.small else b\n"
    two = desk({"shop/till/split.py": code, "shop/till/pick.py": other})
    found = by_rules(two, "does split check that there are at least two parts")
    assert [line.text for line in found.said] == ["split asks `len(parts) < 2`"]
    assert found.note.startswith("I say neither yes nor no: its questions that name the most of it")
    found = by_rules(two, "does pick verify the colour of the sky")
    assert [line.text for line in found.said] == ["pick asks `a.small`"]
    assert "none of them names `colour of the sky`" in found.note


def test_a_folder_is_known_by_its_last_name_wherever_it_stands_in_the_question() -> None:
    lone = b"static int lone(void) { return 1; }\nint used(void) { return 2; }\n"
    two = desk({"src/shop/till/rows.c": lone, "src/shop/door.c": lone.replace(b"lone", b"other")})
    for question in ("which functions in till are never called", "which functions are never called in till"):
        assert [line.text for line in by_rules(two, question).said] == ["nothing is found that calls lone"]
    three = desk({"src/shop/till/rows.c": lone, "src/shop/door/till.c": lone.replace(b"lone", b"other")})
    found = by_rules(three, "what is unused in till")
    assert found.note.startswith(
        "Several are named `till`: src/shop/door/till.c, src/shop/till. This is of the whole project."
    )
