"""How one function calls another, whether it looks at what that gave it, and whether one value is all that it returns."""

from __future__ import annotations

import pytest

from flowscout.tools.asking.answer import by_rules
from flowscout.tools.desk import Desk
from tools.shop import desk

C = b"""static int weigh(struct sack *s);
static void tie(struct sack *s);

int fill(struct mill *m, struct sack *s) {
  open_gate(m);
  if (weigh(s) > m->most) {
    tie(s);
    return -1;
  }
  if (m->kind == SACK_OPEN) {
    mend(s);
  }
  note(m);
  shut_gate(m);
  return 0;
}

int grind(struct mill *m) {
  struct sack *s = find_sack(m);
  int rc = load(m, s);
  if (!s)
    return -1;
  tie(s);
  tie(m->spare);
  free(m->dust);
  m->dust = malloc(8);
  turn(m);
  return rc;
}

void turn(struct mill *m) {
  for (int i = 0; i < m->wheels; i++)
    push(m, i);
}

static int weigh(struct sack *s) { return s->flour; }
static void tie(struct sack *s) { s->tied = 1; }
static void mend(struct sack *s) { s->holes = 0; }
static void push(struct mill *m, int i) { m->pushed = i; }
"""


@pytest.fixture(scope="module")
def mill() -> Desk:
    return desk({"mill.c": C})


SAID = {
    "does grind call tie more than once?": "Yes: grind calls tie at 2 places of its code (mill.c:23)",
    "does fill call tie exactly twice?": "No: fill calls tie at 1 place of its code (mill.c:7)",
    "is tie called at most once in grind?": "No: grind calls tie at 2 places of its code (mill.c:23)",
    "does turn call push at least three times?": "turn calls push at 1 place of its code, and a loop goes round it (mill.c:33)",
    "does fill call open_gate first?": "Yes: open_gate is called first in fill (mill.c:5)",
    "is note the last call in fill?": "No: fill calls shut_gate, unless `weigh(s) > m->most`, after it (mill.c:14)",
    "does fill call mend only if the kind is SACK_OPEN?": "Yes: fill calls mend, when `m->kind == SACK_OPEN`, unless `weigh(s) > m->most` (mill.c:11)",
    "does fill call open_gate only if the kind is SACK_OPEN?": "No: fill calls open_gate, and no condition decides over that (mill.c:5)",
    "can fill return without calling note?": "Yes: fill returns, when `weigh(s) > m->most`, on a way without a call of note (mill.c:8)",
    "does fill call shut_gate without calling open_gate first?": "No: in fill each way to the call of shut_gate goes through a call of open_gate (mill.c:5)",
    "is grind the only caller of tie?": "No: fill calls tie (mill.c:7)",
    "is push only called by turn?": "Yes: turn calls push, and no other one does (mill.c:33)",
    "does anything other than fill call tie?": "Yes: grind calls tie (2 times) (mill.c:23)",
    "doesn't fill call tie?": "It does: fill calls tie (mill.c:7)",
    "does grind never call mend?": "It does not: grind does not call mend, as far as calls can be resolved (mill.c:18)",
    "does no function call push?": "It does: turn calls push (mill.c:33)",
    "can fill return anything other than 0?": "Yes: fill returns -1, when `weigh(s) > m->most` (mill.c:8)",
    "does fill always return 0?": "No: fill returns -1, when `weigh(s) > m->most` (mill.c:8)",
    "does grind check the result of find_sack?": "Yes: grind: find_sack is called, and what it gives is asked about by `!s` (mill.c:19)",
    "does grind check whether malloc failed?": "No: grind: malloc is called, and nothing there asks what it gives (mill.c:26)",
    "is the return value of weigh ignored in fill?": "No: fill: weigh is called, and what it gives is asked about by `weigh(s) > m->most` (mill.c:6)",
}  # fmt: skip


@pytest.mark.parametrize("question", SAID)
def test_how_it_is_called_is_told(question: str, mill: Desk) -> None:
    line = by_rules(mill, question).said[0]
    assert f"{line.text} ({line.path}:{line.line})" == SAID[question]


@pytest.mark.parametrize(
    "question", ["does turn call push at least three times?", "does grind check the result of load?"]
)
def test_what_a_run_or_a_caller_decides_is_neither(question: str, mill: Desk) -> None:
    reply = by_rules(mill, question)
    assert reply.note.startswith("I say neither yes nor no")


def test_a_denial_within_a_condition_is_left_there(mill: Desk) -> None:
    assert not by_rules(mill, "does fill call mend if the kind is not SACK_OPEN?").note.startswith("It ")


GIVEN = b"""void serve(struct bell *b) {
  int depth = 12;
  ring(b, depth, NULL);
  unlink(b->rope);
  mount(b);
  res = wait_for(b, 50);
}

void ring(struct bell *b, int depth, void *ears) { b->depth = depth; }
void mount(struct bell *b) { b->hung = 1; }
"""
TOLD = {
    "what does serve pass to ring?": "serve: `ring(b, depth, NULL)`, where `depth` is `12` (bell.c:3)",
    "is ring called with NULL?": "Yes: serve: `ring(b, depth, NULL)`, where `depth` is `12` (bell.c:3)",
    "does serve call wait_for with 70?": "serve: `wait_for(b, 50)` (bell.c:6)",
    "how many tries does `serve` allow?": "serve: `int depth = 12` (bell.c:2)",
    "does serve remove the old rope file before it mounts the bell?": "`remove old rope file` comes first, then `mounts bell` (in serve, where both are done) (bell.c:4)",
}  # fmt: skip


@pytest.mark.parametrize("question", TOLD)
def test_what_it_is_called_with_is_told(question: str) -> None:
    line = by_rules(desk({"bell.c": GIVEN}), question).said[0]
    assert f"{line.text} ({line.path}:{line.line})" == TOLD[question]


def test_a_refusal_names_what_stands_nearest_outside_of_functions() -> None:
    text = b"# Where they meet.\nMEETING_SERVER = 'wss://bells.example'\n\n\ndef ring():\n    return 1\n"
    note = by_rules(desk({"towers.py": text}), "what is the meeting server of the bells?").note
    assert note.endswith("Nearest by its words: `MEETING_SERVER = 'wss://bells.example'` (towers.py:2).")
