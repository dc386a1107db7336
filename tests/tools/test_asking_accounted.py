"""Answers of which every word of the question is accounted for, and refusals where one is not."""

from __future__ import annotations

import pytest

from flowscout.tools.asking.answer import by_rules
from flowscout.tools.desk import Desk
from tools.shop import desk

PYTHON = b"""CMD_RING = 7


class Bell:
    def __init__(self, line):
        self.line = line
        self.send(CMD_RING, b'hello')

    def send(self, command, data):
        self.line.append((command, data))

    def heard(self, command):
        if command == CMD_RING:
            self.line.clear()

    def muffle(self, cloth):
        if not cloth:
            return None
        return self.line
"""
C = b"""int twin(void) {
  int pid = fork();
  if (pid < 0) {
    report("no twin");
    return -1;
  }
  return pid;
}
"""


@pytest.fixture(scope="module")
def bells() -> Desk:
    return desk({"bell.py": PYTHON, "twin.c": C})


ANSWERED = {
    "who sends CMD_RING?": ["Bell.__init__: `self.send(CMD_RING, b'hello')` (bell.py:7)"],
    "what if fork fails?": [
        "twin: `fork()` fails where `pid < 0` (twin.c:2)", 'then: `report("no twin")` (twin.c:4)', "then: `return -1` (twin.c:5)"],
}  # fmt: skip


@pytest.mark.parametrize("question", ANSWERED)
def test_it_is_answered(question: str, bells: Desk) -> None:
    reply = by_rules(bells, question)
    assert [f"{line.text} ({line.path}:{line.line})" for line in reply.said] == ANSWERED[question], reply


REFUSED = {
    "what does Bell do when the tower is shut?": "No condition of Bell says `the tower is shut`, so I cannot tell what it does then",
    "who sends hello to the tower?": "I do not understand the question as a whole",
}


@pytest.mark.parametrize("question", REFUSED)
def test_it_is_refused(question: str, bells: Desk) -> None:
    reply = by_rules(bells, question)
    assert not reply.said, reply
    assert reply.note.startswith(REFUSED[question]), reply
