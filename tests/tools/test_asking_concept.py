"""Questions in concepts: none of their words is the name of anything, and the answer is a step, with its line and what decides over it."""

from __future__ import annotations

import pytest

from flowscout.tools.asking.answer import by_rules
from flowscout.tools.asking.question.inquiry import inquired, ordered
from flowscout.tools.desk import Desk
from tools.shop import desk

PYTHON = b"""import logging
import time

log = logging.getLogger(__name__)


class SessionStore:
    def sweep(self, now):
        for session in list(self._sessions):
            if session.idle_since + self.limit < now:
                session.socket.close()
                del self._sessions[session.key]

    def add(self, session):
        # evict the oldest session when the store is full
        if len(self._sessions) >= self.capacity:
            self._sessions.popitem()
        self._sessions[session.key] = session

    def restore(self, path):
        try:
            fd = open(path + ".lock", "x")
        except FileExistsError:
            log.warning("another process holds the lock file")
            raise StoreLocked(path)
        return fd


class Renewal:
    def run(self, ticket, store):
        if ticket.deadline is not None and ticket.deadline < time.time():
            ticket.state = "lapsed"
            store.reject(ticket)
            return
        store.flush_journal()
        store.publish_ticket(ticket)
        self.renewed_tickets -= 1
"""
C = b"""int table_remove(struct table *t, int key) {
    drop_key(t, key);
    /* shrink on low load */
    if (8 * t->items < t->size)
        table_resize(t, t->size / 3);
    return 0;
}

static void tracer_delete(struct tracer *t) {
    if (t->child > 0)
        kill(t->child, 15);
    close(t->pipe);
}

/* the timeout that is used to close idle connections */
void on_table_stop(struct table *t) {
    set_timeout(t, 3);
}
"""


@pytest.fixture(scope="module")
def store() -> Desk:
    return desk({"store.py": PYTHON, "table.c": C})


MEANT = {
    "when is an idle session deleted?": "SessionStore.sweep: `del self._sessions[session.key]`, in the loop `for session in list(self._sessions)`, when `session.idle_since + self.limit < now` (store.py:12)",
    "when is the oldest session evicted?": "SessionStore.add: `self._sessions.popitem()`, when `len(self._sessions) >= self.capacity` (store.py:17)",
    "when does the table shrink?": "table_remove: `table_resize(t, t->size / 3)`, when `8 * t->items < t->size` (table.c:5)",
    "what kills the child of the tracer?": "tracer_delete: `kill(t->child, 15)`, when `t->child > 0` (table.c:11)",
    "which functions can decrement the renewed tickets?": "Renewal.run: `self.renewed_tickets -= 1`, unless `ticket.deadline is not None and ticket.deadline < time.time()` (store.py:37)",
}  # fmt: skip


@pytest.mark.parametrize("question", MEANT)
def test_a_concept_is_answered_by_the_step_that_does_it(question: str, store: Desk) -> None:
    assert [f"{line.text} ({line.path}:{line.line})" for line in by_rules(store, question).said] == [MEANT[question]]


def test_what_happens_then_is_all_that_stands_under_the_same_condition(store: Desk) -> None:
    said = by_rules(store, "what happens to a ticket when its deadline has passed?").said
    assert [line.line for line in said] == [32, 33, 34]
    assert all(", when `ticket.deadline is not None and ticket.deadline < time.time()`" in line.text for line in said)


def test_an_error_that_is_caught_is_a_condition_and_what_is_logged_then_happens(store: Desk) -> None:
    said = by_rules(store, "what happens if the lock file already exists?").said
    assert [(line.line, "except FileExistsError" in line.text) for line in said] == [(24, True), (25, True)]


def test_an_order_is_told_of_the_function_that_does_both(store: Desk) -> None:
    said = by_rules(store, "is the journal flushed before the ticket is published?").said
    assert said[0].text == "Yes: in Renewal.run `flushed the journal` comes first, then `published the ticket`"
    assert [line.line for line in said[1:]] == [35, 36]


@pytest.mark.parametrize("question", ["what closes an idle connection?", "what stops the table?", "when is the ticket printed?", "what happens when the disk is full?"])  # fmt: skip
def test_what_no_step_says_is_not_answered(question: str, store: Desk) -> None:
    assert by_rules(store, question).asked != "conceived"


@pytest.mark.parametrize("question", ["what happens to the garden when the deadline of a ticket has passed?", "which exception is raised when locking the file on the network fails?"])  # fmt: skip
def test_a_word_that_stands_nowhere_in_the_function_is_not_passed_over(question: str, store: Desk) -> None:
    assert by_rules(store, question).asked != "conceived"


def test_a_thing_that_is_asked_for_is_nothing_that_is_done() -> None:
    assert inquired("what is the default close timeout of a session?") is None
    assert inquired("what is the lock released by?") is not None


def test_the_verb_the_thing_and_the_condition_are_told_apart() -> None:
    read = inquired("what closes an idle connection when the read times out?")
    assert read is not None
    assert (read.verb, read.thing, read.clause) == ("closes", "an idle connection", "the read timeout")
    assert inquired("how many sessions can be open?") is None
    assert inquired("which lock is held when the cache is read?") is None
    order = ordered("does it release the old jobs before it starts acquiring new ones?")
    assert order is not None
    assert (order.first.verb, order.second.verb, order.before) == ("release", "acquiring", True)


LOCKED = b"""class Ledger:
    def post(self, entry):
        with self.lock:
            self._append(entry)

    def post_all(self, entries):
        with self.lock:
            for entry in entries:
                self._append(entry)

    def _append(self, entry):
        self._write(entry)

    def _write(self, entry):
        self.rows.append(entry)

    def peek(self):
        return self.rows[-1]


def open_ledger(grace_period=90, worker_count=4):
    if worker_count > 64:
        raise ValueError("too many workers")
    return Ledger()
"""
CANCELLED = b"""enum err { E_CANCEL, E_EOF };

void fail(struct conn *c, enum err error) {
    if (error != E_CANCEL)
        c->cb = c->saved;
    else
        c->cb = 0;
}
"""


@pytest.fixture(scope="module")
def ledger() -> Desk:
    return desk({"ledger.py": LOCKED, "fail.c": CANCELLED})


def test_a_lock_that_every_caller_holds_is_followed(ledger: Desk) -> None:
    said = by_rules(ledger, "is `rows` always accessed under a lock?").said
    assert said[0].text.startswith("No: 1 of 2 places hold a lock, 1 of them by what calls their function")
    assert [line.text for line in said[1:]] == [
        "Ledger.peek has `return self.rows[-1]` without one of its own",
        "Ledger._write has `self.rows.append(entry)` under `with self.lock:` of Ledger.post, which calls it (and 1 more)",
    ]


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("what is the default grace period before a ledger is closed?", "`grace_period` of open_ledger is `90` by default (ledger.py:21)"),
        ("how many workers may a ledger have at most?", "open_ledger checks `worker_count > 64` (ledger.py:22)"),
        ("what does `fail` do when the error is a cancel?", "Set c.cb to 0, unless `error != E_CANCEL` (fail.c:7)"),
    ],
)  # fmt: skip
def test_what_is_asked_beside_is_no_other_question(question: str, first: str, ledger: Desk) -> None:
    line = by_rules(ledger, question).said[0]
    assert f"{line.text} ({line.path}:{line.line})" == first


def test_what_is_only_near_is_named_in_the_refusal(store: Desk) -> None:
    reply = by_rules(store, "how does the journal of the tracer get renewed by tickets?")
    assert reply.said == ()


POOL = b"""class Pool:
    def acquire(self):
        if self._closed:
            raise RuntimeError("acquire on a closed pool")
        return self._items.pop()

    def read(self, size, check_renewal=True):
        header = self.fill(size, check_renewal=True)
        if self.sent >= LIMIT:
            self._trigger_renewal()
        return header

    def save(self, keys):
        with open(self.path, "w") as f:
            f.write(keys)


def set_token(name, cause):
    if token_set(name) != 0:
        free(cause)


def purge(tokens):
    for token in tokens:
        free(token)


def kill_job(job):
    os.kill(job.pid, 15)
"""


@pytest.fixture(scope="module")
def pool() -> Desk:
    return desk({"pool.py": POOL})


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("when is a renewal triggered?", "Pool.read: `self._trigger_renewal()`, when `self.sent >= LIMIT` (pool.py:10)"),
        ("when is a token freed?", "purge: `free(token)`, in the loop `for token in tokens` (pool.py:25)"),
        ("what kills a running job?", "kill_job: `os.kill(job.pid, 15)` (pool.py:29)"),
        ("what happens when one acquires from a closed pool?", "Pool.acquire: `raise RuntimeError(\"acquire on a closed pool\")`, when `self._closed` (pool.py:4)"),
    ],
)  # fmt: skip
def test_what_is_done_to_something_else_is_no_answer(question: str, first: str, pool: Desk) -> None:
    assert [f"{line.text} ({line.path}:{line.line})" for line in by_rules(pool, question).said] == [first]


def test_nothing_of_the_kind_is_not_told_where_more_was_asked(pool: Desk) -> None:
    assert not any(
        "writes nothing" in line.text for line in by_rules(pool, "does save write the keys while holding a lock?").said
    )


KEPT = b"""class Watch:
    def stop(self):
        self._owner.remove_timeout(self._ring_timer)


class Owner:
    def begin(self, watch):
        watch.ring()
        self.remove_timeout(self._door_timer)


class Cache:
    def delete(self, keys):
        \"\"\"Remove filtered answers from the cache.\"\"\"
        for key in keys:
            del self.rows[key]

    def send(self, answer, filter_fn):
        # If the answer has been filtered out, delete it
        if filter_fn is not None and not filter_fn(answer):
            self.cache.delete(answer.key)
"""
GUARDED = b"""class Gate {
 public:
  void leave(int ip) {
    std::lock_guard<std::mutex> lock(gate_mutex_);
    guests_.erase(ip);
  }
  std::mutex gate_mutex_;
};

int check_name(const char *name, unsigned len) {
  if (len > MAX_NAME_LEN)
    return -1;
  for (int n = 4; n <= MOST_GROUPS_MAX; n *= 2)
    load_groups(name, n);
  return 0;
}

Pass *Gate_pass(int ip) { return new Pass(ip); }
class Pass { public: Pass(int ip) : ip_(ip) {} int ip_; };
"""


@pytest.fixture(scope="module")
def kept() -> Desk:
    return desk({"watch.py": KEPT, "gate.cc": GUARDED})


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("who removes the watch timers?", ["Watch.stop calls self._owner.remove_timeout (watch.py:3)"]),
        ("when is a filtered answer deleted from the cache?", ["Cache.send: `self.cache.delete(answer.key)`, when `filter_fn is not None and not filter_fn(answer)` (watch.py:21)"]),
        ("does Gate::leave lock the mutex?", ["Yes: Gate::leave takes a lock: lock(gate_mutex_) (gate.cc:4)"]),
        ("which functions create a new Pass?", ["Gate_pass calls Pass::Pass (gate.cc:18)"]),
    ],
)  # fmt: skip
def test_what_only_lies_near_is_not_told_for_it(question: str, told: list[str], kept: Desk) -> None:
    """Not the timer of another, what is named for the deed, a lock by another name, a loop that is bounded."""
    said = by_rules(kept, question).said
    assert [f"{line.text} ({line.path}:{line.line})" for line in said][: len(told)] == told


def test_that_something_is_at_most_a_bound_says_not_what_is_too_long(kept: Desk) -> None:
    assert not any(
        "load_groups" in line.text for line in by_rules(kept, "what happens when the name is too long?").said
    )


def test_what_is_waited_for_has_not_come_where_it_times_out() -> None:
    here = desk({"p.py": b"def keep(pong, limit):\n    if pong.wait(limit):\n        log_pong(1)\n    else:\n        fail('pong timeout')\n"})  # fmt: skip
    said = by_rules(here, "what happens when the pong times out?").said
    assert [line.line for line in said] == [5]


def test_what_stands_behind_when_need_not_raise_the_error() -> None:
    here = desk({"p.py": b"class GUEST:\n    def __init__(self, name):\n        if not name:\n            raise TypeError(name)\n"})  # fmt: skip
    assert by_rules(here, "which exception is raised when the GUEST has an odd hat?").said == ()


def test_what_something_is_has_to_be_said_by_what_decides() -> None:
    here = desk(
        {"p.c": b"void keep(int disk) {\n  if (persist_to_disk > 0)\n    write_rows(disk);\n  full_count(disk);\n}\n"}
    )
    assert by_rules(here, "what happens when the disk is full?").asked != "conceived"
