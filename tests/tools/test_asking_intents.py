"""Questions that are read by their grammar: settings, locks, doing nothing, calls in every case, what has to be changed with something."""

from __future__ import annotations

import pytest

from flowscout.tools.asking.answer import by_rules
from flowscout.tools.asking.intents import intended
from flowscout.tools.asking.keys import keyed
from flowscout.tools.asking.suggested import REFUSED
from flowscout.tools.desk import Desk
from tools.shop import desk

PYTHON = b"""import os


class Store:
    def __init__(self):
        self.rows = []

    def add(self, row):
        with self.lock:
            self.rows.append(row)
        self.sync()

    def sync(self):
        if not self.dirty:
            return
        os.fsync(self.handle)

    def drop(self):
        self.rows.clear()
        self.worker.join()

    def pager(self):
        return os.environ.get("STORE_PAGER", "less")

    def check(self, strict=False):
        if strict:
            raise ValueError("broken")

    def look(self):
        self.check(strict=False)


class MemoryStore(Store):
    def sync(self):
        pass


class FileStore(Store):
    def sync(self):
        os.fsync(self.file)
"""
SPOIL = b"""class Spoiler:
    def spoil(self):
        self.stale = True
        if not self.parts:
            raise BrokenError("empty")

    def keep(self):
        if self.lasting:
            self.save_parts()
        self.send("ROLLBACK")

    def save_parts(self):
        dump(self.parts)


def fetched(queue):
    if fetch(queue) == -1:
        close(queue)
        return None
    return queue
"""
LIMIT = b"""int Shelf::default_width = WIDTH_OF_ALL;

#define MAX_SHELF_NAME_LEN 64

static int fits(const char *name) {
  return strlen(name) < MAX_SHELF_NAME_LEN;
}
"""
POND = b"""class Hold_t {
 public:
  Hold_t(Pike &pike) : pike_(pike) { pike_.lock(); }
  ~Hold_t() { pike_.unlock(); }
  Pike &pike_;
};
void Pond::drain() {
  Hold_t held(pike_);
  level_ = 0;
}
"""

CPP = b"""static const std::map<std::string, Entry> table = {
  {"wrap-lines",
    Entry("no", BOOL)},
};

void Queue::put(int x) {
  std::lock_guard<std::mutex> guard(mutex_);
  items_.push(x);
}

int Queue::size() {
  return items_.size();
}

void Queue::run(const char *query, bool strict) {
  if (!exec(query)) {
    log(query);
    if (strict) {
      throw Broken(query);
    }
  }
}

void Queue::quietly(const char *query) {
  run(query, false);
}

void Queue::loudly(const char *query) {
  run(query, true);
}
"""
C = b"""void leave(const char *user) {
  if (!user) {
    exit(3);
  }
  exit(4);
}

const char *editor(void) {
  return getenv("EDITOR");
}
"""


@pytest.fixture(scope="module")
def store() -> Desk:
    return desk(
        {"store.py": PYTHON, "queue.cc": CPP, "pond.cc": POND, "leave.c": C, "spoil.py": SPOIL, "limit.cc": LIMIT}
    )


ANSWERED = {
    "is `rows` always accessed with the lock held?": [
        "No: 1 of 2 places hold a lock that their function takes itself (store.py:19)",
        "Store.drop has `self.rows.clear()` without one of its own (store.py:19)",
        "Store.add has `self.rows.append(row)` under `with self.lock:` (store.py:10)",
    ],
    "is `items_` accessed under the mutex": [
        "No: 1 of 2 places hold a lock that their function takes itself (queue.cc:12)",
        "Queue::size has `return items_.size();` without one of its own (queue.cc:12)",
        "Queue::put has `items_.push(x);` under `std::lock_guard<std::mutex> guard(mutex_);` (queue.cc:8)",
    ],
    "is Store.sync called while holding the lock?": [
        "Not in the functions that do it: 0 of 1 places hold a lock that their function takes itself (store.py:11)",
        "Store.add calls Store.sync without one of its own (store.py:11)",
    ],
    "what breaks if Store.sync does nothing?": ["Store.add calls Store.sync (may: one of several targets) (store.py:11)"],
    "when does Store.sync do nothing?": ["Store.sync does nothing of its own, when `not self.dirty` (store.py:15)"],
    "is fsync called on every write?": [
        "In 1 of 2 callers nothing decides over the call of fsync (store.py:16)",
        "Store.sync calls fsync, which is not of this project, unless `not self.dirty` (store.py:16)",
        "FileStore.sync calls fsync, which is not of this project (store.py:40)",
    ],
    "which exit codes does leave use?": ["leave: `exit(3)`, when `!user` (leave.c:3)", "leave: `exit(4)`, unless `!user` (leave.c:5)"],
    "where is the EDITOR environment variable read?": ['editor: `return getenv("EDITOR")` (leave.c:9)'],
    "which environment variables are read?": [
        "`STORE_PAGER`, read by Store.pager (store.py:23)", "`EDITOR`, read by editor (leave.c:9)"],
    "what value does wrap-lines have by default": ['queue.cc: `{"wrap-lines", Entry("no", BOOL)` (queue.cc:2)'],
    "which memory classes override Store.sync?": ["MemoryStore.sync overrides Store.sync (store.py:34)"],
    "can Queue::quietly throw?": ["No: Queue::quietly raises nothing and returns no error that I know as one, as far as it can be followed (queue.cc:24)"],
    "can Queue::loudly throw?": ["Yes: Queue::loudly raises Broken, through Queue::run (queue.cc:29)"],
    "can Store.look raise ValueError": ["Not that I can see: Store.look raises ValueError nowhere, as far as it can be followed (store.py:29)"],
    "does drop() on a Store wait for the worker?": ["Store.drop: `self.worker.join()` (store.py:20)"],
    "if I change Queue::run to return nothing, what needs updating?": [
        "Queue::loudly calls Queue::run (queue.cc:29)", "Queue::quietly calls Queue::run (queue.cc:25)"],
    "what is the maximum length of a shelf name": ["macro MAX_SHELF_NAME_LEN is `64` (limit.cc:3)"],
    "how can I trigger BrokenError?": ["Spoiler.spoil raises BrokenError, when `not self.parts` (spoil.py:5)"],
    "is `stale` ever invalidated?": ["Spoiler.spoil writes Spoiler.stale (spoil.py:3)"],
    "does anything outside spoil.py modify `stale`?": ["No: nothing outside of spoil.py writes stale, as far as effects are known (spoil.py:3)"],
    "can leave bring down the server?": ["Yes: leave leaves the program: exit(3) (leave.c:3)", "leave leaves the program: exit(4) (leave.c:5)"],
    "what type does Store.pager return": [
        "Store.pager says no type of what it returns; by its returns: (store.py:22)", 'Store.pager returns os.environ.get("STORE_PAGER", "less") (store.py:23)'],
    "which settings does Store.pager look up?": ['Store.pager: `os.environ.get("STORE_PAGER", …)` (store.py:23)'],
    "why might Store.drop never reach the worker": [],
    "where do we handle MAX_SHELF_NAME_LEN": ["fits names MAX_SHELF_NAME_LEN (limit.cc:6)"],
    "which locks does Pond::drain take?": ["Pond::drain takes a lock: held(pike_) (pond.cc:8)"],
    "which locks does Queue::put take and in what order?": ["Queue::put takes a lock: guard(mutex_) (queue.cc:7)"],
    "does Store.nowhere_at_all call sync": [],
    "is `rows` only modified under the lock?": [
        "No: 1 of 2 places hold a lock that their function takes itself (store.py:19)",
        "Store.drop has `self.rows.clear()` without one of its own (store.py:19)",
        "Store.add has `self.rows.append(row)` under `with self.lock:` (store.py:10)",
    ],
    "is `parts` only modified under the lock?": [],
    "which environment variables does shop look at?": [
        "`STORE_PAGER`, read by Store.pager (store.py:23)", "`EDITOR`, read by editor (leave.c:9)"],
    "why would Store.sync return without writing anything": ["Store.sync does nothing of its own, when `not self.dirty` (store.py:15)"],
    "does Spoiler.keep save the parts?": ["Spoiler.keep calls self.save_parts, when `self.lasting` (spoil.py:9)"],
    "does Spoiler.keep roll back when the disk is full?": [],
    "what does fetched do once fetch fails?": [
        "fetched: `fetch(queue)` fails where `fetch(queue) == -1` (spoil.py:17)", "then: `close(queue)` (spoil.py:18)", "then: `return None` (spoil.py:19)"],
    "what is the default width of Shelf?": ["`Shelf::default_width` is `WIDTH_OF_ALL` (limit.cc:1)"],
}  # fmt: skip


@pytest.mark.parametrize("question", ANSWERED)
def test_a_question_is_read_by_its_grammar(question: str, store: Desk) -> None:
    reply = by_rules(store, question)
    assert sorted(f"{line.text} ({line.path}:{line.line})" for line in reply.said) == sorted(ANSWERED[question]), reply


REFUSALS = {
    "why is `Store.add` so terribly slow nowadays": "who calls `Store.add`",
    "would Queue::put call for a redesign": "who calls `Queue::put`",
    "is the weather nice": "who calls A",
}


@pytest.mark.parametrize("question", REFUSALS)
def test_what_is_not_understood_is_answered_by_what_can_be_asked_of_its_names(question: str, store: Desk) -> None:
    reply = by_rules(store, question)
    assert reply.note.startswith(REFUSED)
    assert REFUSALS[question] in reply.note
    assert not reply.said


@pytest.mark.parametrize(
    "question",
    ["does Store.add read the rows", "where is the shelf", "is Store.add slow under load", "who calls Store.add"],
)
def test_what_is_about_something_else_is_left_to_the_forms(question: str) -> None:
    assert intended(question) is None
    assert keyed(question) is None
