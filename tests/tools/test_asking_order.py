"""Questions of order, of values, of two things beside each other, and questions that are two."""

from __future__ import annotations

import pytest

from flowscout.tools.asking.answer import by_rules
from tools.shop import desk

FILES = {
    "sink.py": (
        b"import os\n\nLIMIT: int = 10  # rows\n_SIZES = {\n    'a': 1,\n    'b': 2,\n}\n\n\n"
        b"class Sink:\n    def __init__(self, path, size=LIMIT):\n        self.path = path\n        self.count = 0\n\n"
        b"    def stop(self):\n        self.flush_rows()\n        self.close_file()\n        self.count -= 1\n\n"
        b"    def flush_rows(self):\n        self.count += 1\n        return self.rows[self.path]\n\n"
        b"    def close_file(self):\n        try:\n            os.remove(self.path)\n        except FileNotFoundError:\n            self.path = None\n\n\n"
        b"def run(sink):\n    for _ in range(LIMIT):\n        sink.stop()\n    halt(Sink('a'))\n\n\ndef halt(sink: Sink, hard=False):\n    sink.close_file()\n"
    ),
    "pool.c": (
        b"#include <stdlib.h>\n#define ROOM (4 * 1024)\n#define EMPTY\nstruct pool { int used; };\nstatic const int most = 3;\n"
        b"static void pool_free(struct pool *pool) { free(pool); }\nstruct pool *pool_new(int n) { return malloc(n); }\n"
        b"int open_pool(struct pool *pool, int n) {\n  if (n > most)\n    return -1;\n  lock_it(pool);\n  (void)unlink_it(pool);\n  pool->used = n;\n  return 0;\n}\n"
        b"int init(void) {\n  if (pipe(fds)) {\n    warn(1);\n    return -1;\n  }\n  begin();\n  go();\n  return 0;\n}\n"
    ),
    "group.py": (
        b"class Watch:\n    def __eq__(self, other):\n        return True\n\n    __hash__ = None\n\nclass Group:\n    def __init__(self):\n        self.watches: set[Watch] = set()\n\n"
        b"    def watch(self, one: Watch):\n        self.watches.add(one)\n"
    ),
    "box.cc": b"struct Box {\n  void drop(int *rows);\n  bool SafeToDelete() const;\n};\nvoid Box::drop(int *rows) {\n  if (!SafeToDelete()) return;\n  delete rows;\n}\n",
}  # fmt: skip
ANSWERED = {
    # what comes first
    "does Sink.stop flush the rows before it closes the file?": [
        "Yes: `flush rows` comes first, then `closes file` (in Sink.stop, where both are done) (sink.py:16)",
        "Sink.stop: `self.flush_rows()` (sink.py:16)", "Sink.stop: `self.close_file()` (sink.py:17)"],
    "does Sink.stop close the file before flushing the rows?": [
        "No: `flushing rows` comes first, then `close file` (in Sink.stop, where both are done) (sink.py:16)",
        "Sink.stop: `self.flush_rows()` (sink.py:16)", "Sink.stop: `self.close_file()` (sink.py:17)"],
    "in what order does open_pool lock_it and unlink_it?": [
        "`lock_it` comes first, then `unlink_it` (in open_pool, where both are done) (pool.c:11)",
        "open_pool: `lock_it(pool);`, unless `n > most` (pool.c:11)", "open_pool: `(void)unlink_it(pool);`, unless `n > most` (pool.c:12)"],
    "does Sink.stop polish the rows before it closes the file?": [],
    "what happens after flush_rows in Sink.stop?": [
        "Sink.stop: `self.close_file()` (sink.py:17)", "Sink.stop: `self.count -= 1` (sink.py:18)"],
    # what a name stands for
    "what is LIMIT?": ["LIMIT is `10` (sink.py:3)"],
    "what's the value of _SIZES?": ["_SIZES is `{ 'a': 1, 'b': 2, }` (sink.py:4)"],
    "what does ROOM expand to?": ["macro ROOM is `(4 * 1024)` (pool.c:2)"],
    "what is the value of `most`?": ["most is `3` (pool.c:5)"],
    "what is NOTHING_KNOWN?": [],
    # two things
    "what is the difference between run and halt?": [
        "run: Calls `sink.stop()` for each _ in range(LIMIT), calls `halt(Sink(\"a\"))`. (sink.py:31)", "halt: Calls `sink.close_file()`. (sink.py:37)",
        "only run takes `sink` (sink.py:31)", "only halt takes `Sink sink`, `hard = False` (sink.py:37)",
        "only run calls `range`, `Sink.stop`, `halt`, `Sink.__init__` (sink.py:31)", "only halt calls `Sink.close_file` (sink.py:37)"],
    "is Sink.close_file called outside Sink.stop?": ["Yes: halt calls Sink.close_file (sink.py:38)"],
    "is halt used outside run?": ["No: no call of halt outside of run is found, as far as calls can be resolved (sink.py:34)"],
    # two questions
    "where is LIMIT defined and who uses it?": ["variable LIMIT of the file (sink.py:3)", "Sink.__init__ names LIMIT (sink.py:11)", "run names LIMIT (sink.py:32)"],
    "who calls os.remove and when?": ["Sink.close_file calls os.remove, which is not of this project (sink.py:26)"],
    "who calls halt and what is the meaning of life?": [],
    # what is caught, and what is raised without a raise
    "which exceptions are caught in Sink.close_file?": [
        "Sink.close_file catches: `except FileNotFoundError` (sink.py:27)", "then: Set self.path to None (sink.py:28)"],
    "does Sink.close_file swallow FileNotFoundError?": [
        "Yes: Sink.close_file catches: `except FileNotFoundError` (sink.py:27)", "then: Set self.path to None (sink.py:28)"],
    "can Sink.flush_rows raise KeyError?": [
        "Not that I can see: Sink.flush_rows raises KeyError nowhere, as far as it can be followed (sink.py:20)",
        "it looks up `self.rows[self.path]`, which may raise it (sink.py:22)"],
    # what is done to what
    "where is count decremented?": ["Sink.stop: `self.count -= 1` (sink.py:18)"],
    "which fields does Sink set in __init__?": ["Sink.__init__ sets self.path (sink.py:12)", "Sink.__init__ sets self.count (sink.py:13)"],
    "what frees a struct pool?": ["pool_free frees: free(pool) (pool.c:6)"],
    "does Box::drop delete the rows?": ["Yes: Box::drop does `delete rows`, unless `!SafeToDelete()` (box.cc:7)"],
    "what does Sink.close_file delete?": ["Sink.close_file calls os.remove (sink.py:26)"],
    "which functions take a struct pool?": [
        "pool_free takes `pool * pool` (pool.c:6)", "open_pool takes `pool * pool` (pool.c:8)"],
    "how many parameters does halt take?": ["halt takes 2 parameters, 1 of them with a default: sink, hard (sink.py:37)"],
    "who halts with close_file?": ["Sink.stop calls Sink.close_file (sink.py:17)", "halt calls Sink.close_file (sink.py:38)"],
    "who writes `watches`?": ["Group.watch writes Group.watches (group.py:12)", "Group.__init__ writes self.watches (group.py:9)"],
    "when does open_pool return early?": ["open_pool returns -1, when `n > most` (pool.c:10)"],
    "is Sink.stop called in a loop?": [
        "run calls Sink.stop (possible: guessed by name, or passed on), in the loop `for _ in range(LIMIT)` (sink.py:33)"],
}  # fmt: skip


@pytest.mark.parametrize("question", ANSWERED)
def test_a_question_of_order_or_of_two_things_is_answered_from_the_steps(question: str) -> None:
    reply = by_rules(desk(FILES), question)
    assert [f"{said.text} ({said.path}:{said.line})" for said in reply.said] == ANSWERED[question], reply


def test_what_fails_by_a_number_is_the_way_that_ends_in_one() -> None:
    """Whether `pipe(…)` is true where it fails, only its manual says; but that way returns -1."""
    reply = by_rules(desk(FILES), "what happens in init if pipe fails?")
    assert [said.text for said in reply.said] == [
        "init: `pipe(fds)` fails where `pipe(fds)`",
        "then: `warn(1)`",
        "then: `return -1`",
    ]


VALUES = {
    "limits.py": b"from state import handlers\nimport os\nLIMIT = 3\nREAD_LIMIT = LIMIT * 2\nTOTAL = 100 // 2\n"
    b'GLOB = "src/*.py"  # all\n\n\ndef broad(x):\n    try:\n        x.go()\n    except Exception:\n        x.stop()\n\n\n'
    b"def bare(x):\n    x.go()\n\n\ndef register(f):\n    handlers.append(f)\n    os.remove(f)\n"
}


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("what is the value of LIMIT?", "LIMIT is `3`"),
        ("what is the value of TOTAL?", "TOTAL is `100 // 2`"),
        ("what is the value of GLOB?", 'GLOB is `"src/*.py"`'),
        ("what does register write?", "register writes handlers"),
    ],
)
def test_a_value_is_told_whole_and_what_is_imported_can_be_written(question: str, answer: str) -> None:
    assert [said.text for said in by_rules(desk(VALUES), question).said] == [answer]


def test_a_handler_of_a_type_above_may_catch_what_it_does_not_name() -> None:
    assert by_rules(desk(VALUES), "does broad catch KeyError?").said[0].text.startswith("Not by its name")
    assert by_rules(desk(VALUES), "does bare catch KeyError?").said[0].text.startswith("No:")
