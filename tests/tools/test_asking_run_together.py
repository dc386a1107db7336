"""Words of a question that names have as one: `the pid file` is `pidfile`, `cleaned up` is what `cleanup` does."""

from __future__ import annotations

import pytest

from flowscout.tools.asking.answer import by_rules
from flowscout.tools.asking.question.run_together import as_one
from flowscout.tools.desk import Desk
from tools.shop import desk

PYTHON = b"""import os


class Kiln:
    def __init__(self, pidfile):
        self.pidfile = pidfile

    def on_stop(self, worker):
        if worker.dead:
            worker.cleanup()

    def leave(self):
        if os.path.exists(self.pidfile):
            os.unlink(self.pidfile)


class Worker:
    def cleanup(self):
        os.remove(self.socket)


def ending(kiln):
    kiln.worker.logout()
"""
C = b"""int glaze_samplecache_load(struct glaze *g, const char *name)
{
    struct glaze *entry = find(name);
    if (entry == 0)
        entry = make(name);
    return use(g, entry);
}

int write_pidfile(const char *path)
{
    int fd = open(path, 1);
    if (fd < 0)
        return -1;
    return fd;
}
"""


@pytest.fixture(scope="module")
def kiln() -> Desk:
    return desk({"kiln.py": PYTHON, "glaze.c": C})


TOLD = {
    "Where is the pid file deleted?": [
        "Kiln.leave: `os.unlink(self.pidfile)`, when `os.path.exists(self.pidfile)` (kiln.py:14)"
    ],
    "When is a worker cleaned up?": ["Kiln.on_stop: `worker.cleanup()`, when `worker.dead` (kiln.py:10)"],
    "Where is the worker logged out?": ["ending: `kiln.worker.logout()` (kiln.py:23)"],
    "What happens when the pid file cannot be opened?": [
        "write_pidfile: `open(path, 1)` fails where `fd < 0` (glaze.c:11)",
        "then: `return -1` (glaze.c:13)",
    ],
}


@pytest.mark.parametrize("question", TOLD)
def test_words_that_are_one_name(kiln: Desk, question: str) -> None:
    reply = by_rules(kiln, question)
    assert [f"{line.text} ({line.path}:{line.line})" for line in reply.said] == TOLD[question]


READ = {
    "Where is the pid file deleted?": ("Where is the pidfile deleted?", "I read `pid file` as `pidfile`."),
    "When is a worker cleaned up?": ("When is a worker cleanuped?", "I read `cleaned up` as `cleanup`."),
    "What uses the sample caches?": ("What uses the samplecaches?", ""),
    "Who is cleaning up after the sample cache?": ("Who is cleanuping after the samplecache?", ""),
}


@pytest.mark.parametrize("question", READ)
def test_how_it_was_read_is_told(kiln: Desk, question: str) -> None:
    reading = as_one(kiln.project, question)
    assert reading is not None
    assert reading.question == READ[question][0]
    assert by_rules(kiln, question).note.startswith(READ[question][1])


@pytest.mark.parametrize(
    "question",
    [
        "Where is the socket file deleted?",  # no name has these as one
        "Where is `pid file` deleted?",
        "Where is pid file_deleted?",
        "What is in kiln.pid file?",
        "Is it clean?",
        "",
    ],
)
def test_what_is_no_name_stays(kiln: Desk, question: str) -> None:
    assert as_one(kiln.project, question) is None


def test_what_is_answered_as_it_stands_stays(kiln: Desk) -> None:
    assert "I read" not in by_rules(kiln, "Who calls the pid file's Kiln.leave?").note
