"""Questions with a word of how, of how much in one function, of all callers, and of what a signal does."""

from __future__ import annotations

import pytest

from flowscout.tools.asking.answer import by_rules
from flowscout.tools.desk import Desk
from tools.shop import desk

C = b"""/* Handle SIGHUP: the bells are tuned anew. */
static void on_hup(int number) {
  retune();
}

static void on_alarm(int number) {
  puts("too late");
  exit(1);
}

static void on_end(int number) {
  if (busy)
    return;
  exit(0);
}

int serve(struct tower *t) {
  char page[96];
  signal(SIGHUP, on_hup);
  signal(SIGALRM, on_alarm);
  clear_ropes(t);
  if (t->hung)
    swing(t);
  return strike(t, page);
}

static void swing(struct tower *t) { t->swung = 1; }
static void clear_ropes(struct tower *t) { t->ropes = 0; }
"""
CXX = b"""Bell read_bell(const std::string& path) {
  auto bell_file = std::ifstream(path);
  if (bell_file.fail())
    throw NoBell(path);
  return Bell(bell_file);
}

void Tower::open(const std::string& path) {
  auto one = found->made();
  one->unknown_call(path);
}
"""


@pytest.fixture(scope="module")
def tower() -> Desk:
    return desk({"tower.c": C, "bell.cc": CXX})


SAID = {
    "does on_alarm always exit the program?": "Yes: on_alarm leaves the program: exit(1), and no condition decides over that (tower.c:8)",
    "does on_end always exit the program?": "on_end leaves the program: exit(0), unless `busy` (tower.c:14)",
    "how large is the page of serve?": "serve: `char page[96];` (tower.c:18)",
    "is swing called only if the tower is hung?": "Yes: serve calls swing, when `t->hung` (tower.c:23)",
    "is clear_ropes only called if the tower is hung?": "No: serve calls clear_ropes, and no condition decides over that (tower.c:21)",
    "which signal makes the tower tune its bells anew?": "SIGHUP: serve lets `on_hup` handle it (tower.c:19)",
    "which exception is thrown when the bell file is missing?": "read_bell: `std::ifstream(path)` fails where `bell_file.fail()` (bell.cc:2)",
    "does Tower::open throw if the bell file is not found?": "I cannot tell: Tower::open raises nothing and returns no error that I know as one, but it calls what I do not know (bell.cc:8)",
}  # fmt: skip


@pytest.mark.parametrize("question", SAID)
def test_it_is_answered_with_that_word(question: str, tower: Desk) -> None:
    line = by_rules(tower, question).said[0]
    assert f"{line.text} ({line.path}:{line.line})" == SAID[question]


PYTHON = b"""import os


def pick_bench(name):
    benches = ["oak", "elm"]
    if "*" in name:
        return []
    return [one for one in benches if one in os.listdir(name)]


def sand(bench):
    try:
        bench.rub()
    except OSError:
        pass


def varnish(bench, coats):
    if coats >= coat_limit:
        log("coat limit exceeded")
        return
    bench.paint()
"""
QUOTED = {
    "which benches does pick_bench try?": "pick_bench: `benches = [\"oak\", \"elm\"]` (bench.py:5)",
    "does pick_bench return nothing if the name holds a wildcard?": "pick_bench returns [], when `\"*\" in name` (bench.py:7)",
    "does sand swallow errors?": "Yes: sand catches: `except OSError`, and nothing is done there (bench.py:14)",
    "what happens when the coat limit is reached?": "varnish: `log(\"coat limit exceeded\")`, when `coats >= coat_limit` (bench.py:20)",
}  # fmt: skip


@pytest.mark.parametrize("question", QUOTED)
def test_it_is_quoted(question: str) -> None:
    line = by_rules(desk({"bench.py": PYTHON}), question).said[0]
    assert f"{line.text} ({line.path}:{line.line})" == QUOTED[question]


OTHER = b"""import contextlib


class Latch:
    SLOTS = 8 * 4

    def __del__(self):
        with contextlib.suppress(Exception):
            self.free()

    def free(self):
        self.door.delete()
        self.door.leave()


def fill(level, depth, other):
    if level == 0:
        level = read_level(depth)
    return level
"""
C_KINDS = b"""void store(struct rope *r) {
  if (!r)
    return;
  switch (r->kind) {
  case ROPE_THIN:
    r->n++;
    break;
  default:
    stop();
  }
}
"""
KINDS = {
    "does __del__ of Latch swallow exceptions?": "Yes: Latch.__del__ lets Exception of this not out (latch.py:9)",
    "how many slots does Latch have?": "`SLOTS = 8 * 4` (latch.py:5)",
    "does store check for NULL?": "store asks `!r` (rope.c:2)",
    "does store call stop for an unknown kind?": "store calls stop, unless `!r` or `r->kind is ROPE_THIN` (rope.c:9)",
}  # fmt: skip


@pytest.fixture(scope="module")
def door() -> Desk:
    return desk({"latch.py": OTHER, "rope.c": C_KINDS})


@pytest.mark.parametrize("question", KINDS)
def test_it_is_told_by_what_stands_there(question: str, door: Desk) -> None:
    line = by_rules(door, question).said[0]
    assert f"{line.text} ({line.path}:{line.line})" == KINDS[question]


@pytest.mark.parametrize(
    "question",
    [
        "does Latch.free delete the door before it releases the door?",
        "what happens when the level is greater than the depth?",
        "what happens when the door is already locked?",
    ],
)
def test_what_is_something_else_is_refused(question: str, door: Desk) -> None:
    assert by_rules(door, question).said == ()


WRAPPED = b"""int find(struct bell *b) {
  if (!b)
    return(0);
  return (1);
}

void hang_bell(struct bell *b) {
  if (b->rope)
    give_up("no rope");
}

static void give_up(const char *why) {
  if (loud)
    fprintf(stderr, "%s", why);
}

void usage(void) {
  puts("Usage:\\n"
       " -n, --night          Ring no bell at night.\\n"
       " -d, --day            Ring by day alone.\\n");
}

int main(int argc, char **argv) {
  quiet = present(argv, "--night");
  return 0;
}
"""
PLAIN = {
    "can find return anything other than 0?": "Yes: find returns 1, unless `!b` (bell.c:4)",
    "can find return 0?": "Yes: find returns 0 (bell.c:3)",
    "what does --night do?": "`--night`: `-n, --night Ring no bell at night.` (bell.c:19)",
    "does hang_bell change the colour of the bell?": "",
}  # fmt: skip


@pytest.mark.parametrize("question", PLAIN)
def test_it_is_read_without_what_is_around_it(question: str) -> None:
    said = by_rules(desk({"bell.c": WRAPPED}), question).said[:1]
    assert "".join(f"{line.text} ({line.path}:{line.line})" for line in said) == PLAIN[question]


ONLY = b"""struct Tower {
  int exit_code; /* of the ringer */
};

bool open_gate(FILE** gate, const char* name) {
  *gate = std::fopen(name, "r");
  return *gate == nullptr;
}

void Gate::enter(const char* name) {
  for (int tries = 0; tries < gate_tries; tries++) {
    if (!open_gate(&gate_, name)) {
      greet();
      return;
    }
  }
  turn_back("cannot open the gate");
}

void Gate::leave(int size, int current_size, int max_size) {
  if (max_size == 0)
    return;
  if (wind && current_size > 0)
    shake();
}

void shake() { shaken = 1; }

void Gate::close() {
  before_close(gate_);
  std::fclose(gate_);
  after_close(gate_);
}
"""


@pytest.fixture(scope="module")
def gate() -> Desk:
    return desk({"gate.cc": ONLY})


def test_what_leads_to_it_otherwise_is_no_yes(gate: Desk) -> None:
    reply = by_rules(gate, "is shake called only if the new size exceeds the maximum?")
    assert reply.note.startswith("I say neither yes nor no")


def test_the_failing_answer_is_that_of_the_called_one(gate: Desk) -> None:
    said = [line.text for line in by_rules(gate, "what happens when the gate cannot be opened?").said]
    assert "then: `greet()`" not in " ".join(said)
    assert any("turn_back" in line for line in said)


def test_what_is_named_alike_on_both_sides_has_no_order(gate: Desk) -> None:
    assert by_rules(gate, "is before_close called before the gate is closed?").said == ()


def test_a_type_is_told_by_its_field_or_not_at_all(gate: Desk) -> None:
    assert by_rules(gate, "which struct holds the exit code of the ringer?").said[0].text.startswith("struct Tower")
    assert by_rules(gate, "which struct holds the ropes of the mill?").said == ()
