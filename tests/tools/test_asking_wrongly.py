"""What is done wrongly is no answer by what is done; what a handler says is; a value that is said in words is that value."""

from __future__ import annotations

import pytest

from flowscout.tools.asking.answer import by_rules
from flowscout.tools.desk import Desk
from tools.shop import desk

PYTHON = b"""class Mill:
    def start(self):
        self.turning = True
        try:
            self.wheel.wait()
        except WheelStopped:
            log.debug('the wheel was stopped before it turned')
        except Exception as exc:
            log.debug('wheel failed to start %s (%s)', self, exc)
        else:
            log.debug('started %s', self)
"""
SAW = b"""import threading

class Saw:
    def __init__(self):
        self.mode = 1
        other.mode = 9

def cut(saw, offline, errors):
    if not offline:
        save(1)
    for each in range(3):
        try:
            read(saw)
        except TimeoutError as error:
            for x in error.args:
                if x.timeout:
                    continue
            raise

def save(n):
    return n

def make(saw):
    return threading.Thread(target=saw.run)

def begin(saw):
    saw.worker = threading.Thread(target=saw.run)
    saw.timer.start()

def tick(idle):
    if 0 == idle:
        save(2)
"""
C = b"""static int sack_counter;

int take(struct mill *m, struct order *o) {
  switch (o->kind) {
  case ORDER_SACK:
    /* Check the seal of the guest, else turn it away */
    m->guest = find_guest(m, o->id, o->seal);
    if (!m->guest) {
      turn_away(m, "tried to order with invalid papers");
    } else {
      m->sacks++;
    }
    break;
  default:
    return 1;
  }
  return 0;
}

void begin(struct mill *m) {
  if (m->flooded)
    sack_counter = 0;
}

int open_gate(struct mill *m, struct mill *other) {
  if (other->fd >= 0)
    return -1;
  m->fd = connect_to(m);
  return 0;
}
"""


@pytest.fixture(scope="module")
def mill() -> Desk:
    return desk({"mill.py": PYTHON, "saw.py": SAW, "mill.c": C})


TOLD = {
    "what happens in Mill.start if the wheel fails to start?": [
        "Mill.start: `log.debug('wheel failed to start %s (%s)', self, exc)`, when `except Exception as exc` (mill.py:9)"
    ],
    "what sets sack_counter to zero?": ["begin: `sack_counter = 0`, when `m->flooded` (mill.c:22)"],
    "when is the sack counter set to zero?": ["begin: `sack_counter = 0`, when `m->flooded` (mill.c:22)"],
    "what happens when a guest orders a sack with the wrong seal?": [],
}


@pytest.mark.parametrize("question", TOLD)
def test_it_is_told_by_what_says_it(mill: Desk, question: str) -> None:
    reply = by_rules(mill, question)
    assert [f"{line.text} ({line.path}:{line.line})" for line in reply.said] == TOLD[question]


WRONGLY = {
    "is save called when offline?": "Yes",  # when it is not
    "does cut retry on a timeout?": "Yes",  # an inner loop goes on, the error is raised
    "what is Saw.mode initially?": "other.mode",
    "does make start a thread?": "Yes",  # it gives back one that does not run
    "does begin start a thread?": "Yes",  # another thing is started
    "is save called when idle?": "Yes",  # `0 == idle` is the opposite
    "what happens when open_gate is called twice?": "return -1",  # another one's field is asked
}


@pytest.mark.parametrize("question", WRONGLY)
def test_what_is_so_of_something_else_is_no_answer(mill: Desk, question: str) -> None:
    assert not any(WRONGLY[question] in line.text for line in by_rules(mill, question).said)
