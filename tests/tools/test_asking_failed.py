"""What happens where something cannot be done: the call that does it, the test or the handler that looks at it, and what is done there."""

from __future__ import annotations

import pytest

from flowscout.tools.asking.answer import by_rules
from flowscout.tools.asking.arms import fails_on
from flowscout.tools.asking.question.mishap import mishap
from flowscout.tools.asking.question.sought import shortened
from flowscout.tools.desk import Desk
from tools.shop import desk

PYTHON = b"""import contextlib


class Herbarium:
    def refresh(self):
        if self.paused:
            return
        try:
            leaves = self._take_census()
        except OSError:
            self.tell(Vanished(self.path))
            self.close()
            return
        self.leaves = leaves

    def leave(self):
        with contextlib.suppress(ProcessLookupError):
            end_gardener(self.pid)
        self.pid = None

    def carry_on(self):
        self._water_beds()


def end_gardener(pid):
    os.kill(pid, 9)
"""
C = b"""int seed_store_open(const char *name, int *out) {
    int fd, ret;
    if (name == 0)
        return -1;
    fd = open(name, 0);
    if (fd < 0) {
        if (errno == ENOENT)
            ret = SEED_MISSING;
        else
            ret = seed_error(errno);
    } else {
        *out = fd;
        ret = 0;
    }
    return ret;
}

int seed_move(const char *from, const char *to) {
    if (rename(from, to) != 0) {
        complain("cannot move the packet");
        return -1;
    }
    return 0;
}
"""


@pytest.fixture(scope="module")
def garden() -> Desk:
    return desk({"herbarium.py": PYTHON, "seeds.c": C})


TOLD = {
    "what happens when the census cannot be taken?": [
        "Herbarium.refresh: what `self._take_census()` raises is caught by `except OSError` (herbarium.py:9)",
        "then: `self.tell(Vanished(self.path))` (herbarium.py:11)",
        "then: `self.close()` (herbarium.py:12)",
        "then: `return` (herbarium.py:13)",
    ],
    "what happens if end_gardener fails?": [
        "Herbarium.leave: what `end_gardener(self.pid)` raises is caught by `with contextlib.suppress(ProcessLookupError)`; nothing is done there (herbarium.py:18)"
    ],
    "what does seed_store_open return when the open fails?": [
        "seed_store_open: `open(name, 0)` fails where `fd < 0` (seeds.c:5)",
        "then returns `ret`, which is `SEED_MISSING` or `seed_error(errno)` there (seeds.c:15)",
    ],
    "what happens when renaming the packet fails?": [
        "seed_move: `rename(from, to)` fails where `rename(from, to) != 0` (seeds.c:19)",
        'then: `complain("cannot move the packet")` (seeds.c:20)',
        "then: `return -1` (seeds.c:21)",
    ],
    "what happens if _water_beds fails?": [
        "Herbarium.carry_on: `self._water_beds()`: nothing there tests or catches what goes wrong (herbarium.py:22)"
    ],
}


@pytest.mark.parametrize("question", TOLD)
def test_the_failing_arm_is_told(garden: Desk, question: str) -> None:
    reply = by_rules(garden, question)
    assert [f"{one.text} ({one.path}:{one.line})" for one in reply.said] == TOLD[question]


@pytest.mark.parametrize(
    "question", ["what happens when the greenhouse cannot be opened?", "what happens when the seeds cannot be counted?"]
)
def test_what_no_call_does_is_not_told(garden: Desk, question: str) -> None:
    assert by_rules(garden, question).asked != "failed_step"


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("@ < 0", True),
        ("@ == NULL", True),
        ("@ is None", True),
        ("!@", True),
        ("not @", True),
        ("!@.ok()", True),
        ("@.failed()", True),
        ("!@.fail()", False),
        ("@ != nullptr", False),
        ("@ is not None", False),
        ("@ == Status::OK", False),
        ("@ != EX_OK", True),
        ("@ == 3", None),
        ("@.empty()", None),
        ("@ > limit", None),
    ],
)
def test_the_form_of_a_test_says_which_answer_fails(said: str, answer: bool | None) -> None:
    assert fails_on(said) is answer


@pytest.mark.parametrize(
    "question", ["what happens when the server fails?", "what happens when the pool is full?", "who calls send?"]
)
def test_what_is_no_deed_is_read_elsewhere(question: str) -> None:
    assert mishap(question) is None


LEDGER = b"""import errno


class Ledger:
    def __init__(self, most):
        if most < 0:
            raise ValueError("most must not be negative")
        self.most = most

    def note(self, entry):
        if entry.kind in {KIND_OPENED, KIND_VOID}:
            return
        self.entries.append(entry)

    def choose(self, brief, full):
        if brief and full:
            raise SystemExit("brief and full exclude each other")

    def settle(self, err):
        if err == errno.ENOSPC:
            raise OSError(err, "the ledger is full of rows")
        if err == errno.EMFILE:
            raise OSError(err, "too many ledgers are open")
"""
LOCK = b"""void book_cap(struct book *b, unsigned ampl) {
    if (b == NULL)
        return;
    if (ampl == 0)
        return;
    b->ampl = ampl;
}

int book_lock(const char *path) {
    if (grab(path) < 0) {
        warnx("%s: cannot lock book '%s', "
              "is another open", "me", path);
        return -1;
    }
    return 0;
}

int book_recv(int sock) {
    int n = take(sock);
    if (n < 0)
        return -1;
    book.pages = n;
    other->pages = 0;
    return n;
}

void book_label(struct book *b, const char *text) {
    int len = count(text);
    if (len == 0) {
        log_debug("label is empty, not adding it");
        return;
    }
    put(b, text);
}

void book_bind(struct book *b) {
    int rv = start_binding(b);
    if (rv != 0) {
        die("no binding");
    }
}
"""
SAID = {
    "is an amplification of zero ignored?": ["book_cap: `return`, when `ampl == 0`, unless `b == NULL` (lock.c:5)"],
    "are opened entries ignored by Ledger?": [
        "Ledger.note: `return`, when `entry.kind in {KIND_OPENED, KIND_VOID}` (ledger.py:12)"
    ],
    "does Ledger accept a negative most?": [
        'Ledger.__init__: `raise ValueError("most must not be negative")`, when `most < 0` (ledger.py:7)'
    ],
    "can --brief be used together with --full?": [
        'Ledger.choose: `raise SystemExit("brief and full exclude each other")`, when `brief and full` (ledger.py:17)'
    ],
    "why does it fail with \"cannot lock book 'a.txt', is another open\"?": [
        'book_lock: `warnx("%s: cannot lock book \'%s\', is another open", "me", path)`, when `grab(path) < 0` (lock.c:11)'
    ],
    'why do I get "the ledger is full of rows"?': [
        'Ledger.settle: `raise OSError(err, "the ledger is full of rows")`, when `err == errno.ENOSPC` (ledger.py:21)'
    ],
    "what can Ledger.settle raise?": [
        "Ledger.settle raises OSError (ledger.py:21)",
        "Ledger.settle raises OSError (ledger.py:23)",
    ],
    "are empty labels ignored?": ["book_label: `return`, when `len == 0` (lock.c:31)"],
    "what happens if start_binding fails?": [
        "book_bind: `start_binding(b)` fails where `rv != 0` (lock.c:37)",
        'then: `die("no binding")` (lock.c:39)',
    ],
    "who writes book.pages?": ["book_recv writes book.pages (lock.c:22)"],
}


@pytest.mark.parametrize("question", SAID)
def test_what_leaves_and_what_is_told_is_shown_where_it_stands(question: str) -> None:
    reply = by_rules(desk({"ledger.py": LEDGER, "lock.c": LOCK}), question)
    assert [f"{one.text} ({one.path}:{one.line})" for one in reply.said] == SAID[question]


def test_a_word_is_known_by_what_it_is_cut_to() -> None:
    assert "recv" in shortened("receive")
    assert "msg" in shortened("message")
    assert "cfg" in shortened("config")
    assert shortened("open") == []


CRATES = b"""int unpack(struct crate *c, const char *name) {
    int fd = open_crate(name, 3);
    if (fd < 0) {
        c->lid = 0;
        c->tries++;
        forget(c);
        ring_bell(c);
        if (c->brittle) {
            return -2;
        }
        return -1;
    }
    return fd;
}

int carry(struct crate *c) {
    if (lift_box(c) < 0) {
        put_down(c);
        sit(c);
        sigh(c);
        return -3;
    }
    if (turn(c) < 0)
        return -4;
    if (lift_box(c) < 0) {
        put_down(c);
        sit(c);
        weep(c);
        return -5;
    }
    return 0;
}
"""
LEFT_OUT = {
    "what happens when the crate cannot be opened?": [
        "unpack: `open_crate(name, 3)` fails where `fd < 0`; 4 of the 6 steps there are shown (crates.c:2)",
        "then: `c->lid = 0` (crates.c:4)",
        "then: `c->tries++` (crates.c:5)",
        "then: `return -2`, when `c->brittle` (crates.c:9)",
        "then: `return -1`, unless `c->brittle` (crates.c:11)",
    ],
    "what happens if lift_box fails?": [
        "carry: `lift_box(c)` fails where `lift_box(c) < 0`; 3 of the 4 steps there are shown (crates.c:17)",
        "then: `put_down(c)` (crates.c:18)",
        "then: `sit(c)` (crates.c:19)",
        "then: `return -3` (crates.c:21)",
        "carry: `lift_box(c)` fails where `lift_box(c) < 0`; 3 of the 4 steps there are shown (crates.c:25)",
        "then: `put_down(c)` (crates.c:26)",
        "then: `sit(c)` (crates.c:27)",
        "then: `return -5` (crates.c:29)",
    ],
}


@pytest.mark.parametrize("question", LEFT_OUT)
def test_how_it_ends_is_told_and_that_steps_are_left_out(question: str) -> None:
    reply = by_rules(desk({"crates.c": CRATES}), question)
    assert [f"{one.text} ({one.path}:{one.line})" for one in reply.said] == LEFT_OUT[question]


def test_of_many_calls_that_fail_each_is_told_to_its_end_or_not_at_all() -> None:
    failing = b"".join(
        b"int carry_%d(void) {\n  if (lift_box(%d) < 0) {\n    sit();\n    return -%d;\n  }\n  return 0;\n}\n"
        % (n, n, n)
        for n in range(1, 7)
    )
    reply = by_rules(desk({"crates.c": failing}), "what happens if lift_box fails?")
    assert [line.text for line in reply.said][1::2] == [f"then: `return -{n}`" for n in range(1, 5)]
    assert reply.note.startswith("4 of 6 such calls are told.")
