"""What a question says in passing: too many of something, that anything goes wrong, a bad argument, a remark above a step."""

from __future__ import annotations

import pytest

from flowscout.tools.asking.answer import by_rules
from flowscout.tools.desk import Desk
from tools.shop import desk

C = b"""#define MOST 4

void pour(int cup, long wait)
{
  if (n_guests == SIZE(guests)) {
    turn_away(cup);
    return;
  }
  if (wait > 1000000) {
    complain(cup);
    return;
  }
  if (stir(cup, wait)) {
    serve(cup);
  }
  while (bar_open && strange(cup))
    wipe(cup);
}

void set_label(int shelf, const char *str)
{
  if (!str) {
    complain(shelf);
    return;
  }
  assert(labels[shelf] == NULL);
  labels[shelf] = copy(str);
}

int brew(int kettle)
{
  int heat = warm(kettle);
  if (heat < 0) {
    perror("warm");
    exit(1);
  }
  if (!strcmp(label, "tea")) {
    steep(kettle);
  }
  return 0;
}

void lunch(void) { pour(1, 2); }
"""
NET = b"""int ring(int line)
{
  int rc;
  phone->s = socket(line, 0);
  rc = set_options(phone->s);
  if (rc == -1) {
    hang_up(line);
    return -1;
  }
  rc = dial(phone->s);
  if (rc <= 0) {
    close(phone->s);
    return -1;
  }
  return 0;
}

const char *tone(int kind)
{
  switch (kind) {
  case BUSY_TONE:
    return "long";
  case FREE_TONE:
    return "short";
  default:
    return "none";
  }
}

int answer(const char *number)
{
  const char *exchange;
  if (number[0] == 0) {
    exchange = "central";
  } else {
    exchange = number;
  }
  return plug(exchange);
}

void scrap(const char *path) { unlink(path); }
"""
LOG = b"""static constexpr size_t kMaxRecordSize = (1 << 19) - 1;

void CallLog::Load(const char* path) { if (bad) scrap(path); }

Entry* CallLog::Find(Call* call) {
  // Stop if the call has no id, or was never entered.
  if (call->id() < 0 || call->id() >= (int)entries_.size())
    return NULL;
  return entries_[call->id()];
}
"""
TABLE = b"""#define MAX_DUPS 20

int read_seat(const char *name, int *seat)
{
  FILE *plan = fopen(name, "r");
  if (!plan)
    return -2;
  if (EOF == fscanf(plan, "%d", seat))
    return -1;
  return 0;
}

bool Table::isFree() { return guests == 0; }

void Table::seatNone() {
  if (top())
    guests--;
  rows.pop_back();
}

std::string tail(const std::string &word) {
  size_t comma = word.find(',');
  if (comma == std::string::npos || comma == word.size() - 1)
    return "";
  if (endsWith(word.substr(0, comma), "!"))
    return "loud";
  return word.substr(comma + 1);
}

std::string folder(const std::string &path) {
  size_t last_slash = path.find_last_of("/");
  if (last_slash != std::string::npos) {
    return path.substr(0, last_slash + 1);
  }
  return "";
}
"""
TELLER = b"""template <typename T>
void tell(const char* text)
{
#ifndef QUIET
  throw T{text};
#else
  exit(1);
#endif
}

bool Bill::pay(int sum)
{
  while (sum) {
    if (sum < 0)
      tell<errors::no_credit>("no credit");
    --sum;
  }
  return false;
}

bool Bill::split(int sum)
{
  return sum > 2;
}
"""
SOCKET = b"""/**
 * Remove the kitchen bell socket.
 */
void bell_cleanup(const char *name)
{
  if (unlink(name) == -1)
    warn("unable to unlink %s", name);
}

int bell_create(const char *name)
{
  int rc = bind(name, 3);
  if (rc == -1) {
    close(name);
    return -1;
  }
  return rc;
}

int other_create(const char *name)
{
  if (bind(name, 4) < 0)
    return -7;
  return 0;
}
"""
CHUNKS = b"""class Chunker:
    def __init__(self, db, hook):
        self.db = db
        if hook and not callable(hook):
            raise HookError
        self.hook = hook

    def flush(self):
        with self.db.lock:
            self.rows.clear()

    def drop(self):
        with self.own.lock:
            self.rows.clear()
"""
RETRIES = b"""DEF_RETRIES = 3


def phone(number, retries=DEF_RETRIES):
    return dial(number, retries)
"""
LOADER = b"""class Loader:
    def defaults(self):
        return {"tasks": {"dedupe": True, "dry": False}}

    def load(self, name):
        spec = self.find(name)
        if spec and spec.loader and spec.origin:
            return spec
        if not name:
            raise KeyError(name)
        raise ImportError
"""
CPP = b"""#include <list>

constexpr std::chrono::milliseconds KITCHEN_MAX_IDLE_TIME{250};

class Kitchen {
 public:
  ~Kitchen();
  void close_up(int door);
 private:
  void* oven;
};

Kitchen::~Kitchen() { burner_list_drop(rack); oven_cleanup(oven); }

void Kitchen::close_up(int door) {
  // Unlock the pantry
  busy = false;
  auto it = find_key(door);
}
"""
PYTHON = b"""class SpareShelf:
    def remove(self, jar):
        self.link.lrem(self.key, 1, jar)

    def tidy(self, jars):
        for jar in jars:
            self.remove(jar)


class Order:
    def __init__(self, address, count):
        if not address.startswith("to:"):
            raise ValueError(f"address must begin with to:, got {address!r}")
        if count <= 0:
            raise ValueError(f"count must be positive, got {count!r}")
"""
TEST = b"""def test_spare_shelf_is_tidy(spare_shelf):
    spare_shelf.link.delete("spare shelf")
"""


@pytest.fixture(scope="module")
def bar() -> Desk:
    return desk(
        {
            "bar.c": C,
            "kitchen.cc": CPP,
            "shelf.py": PYTHON,
            "net.c": NET,
            "call_log.cc": LOG,
            "loader.py": LOADER,
            "table.cc": TABLE,
            "teller.cc": TELLER,
            "bell.c": SOCKET,
            "chunks.py": CHUNKS,
            "retries.py": RETRIES,
            "tests/test_shelf.py": TEST,
        }
    )


@pytest.mark.parametrize(
    ("question", "first", "count"),
    [
        ("what happens in pour if there are already too many guests?", "turn_away(cup), when `n_guests == SIZE(guests)`", 2),
        ("what does pour do when the wait is over a second?", "complain(cup), when `wait > 1000000`, unless `n_guests == SIZE(guests)`", 2),
        ("what does brew do on error?", "brew: `warm(kettle)` fails where `heat < 0`", 3),
        ("what happens in brew if anything goes wrong?", "brew: `warm(kettle)` fails where `heat < 0`", 3),
        ("if i rename pour which callers break?", "lunch calls pour", 1),
        ("which callers break if pour gets another parameter?", "lunch calls pour", 1),
        ("what is KITCHEN_MAX_IDLE_TIME?", "KITCHEN_MAX_IDLE_TIME is `250`", 1),
        ("what is the default max idle time of the kitchen?", "`KITCHEN_MAX_IDLE_TIME` is `250`", 1),
        ("how does Kitchen's destructor free the oven?", "Kitchen::~Kitchen: `oven_cleanup(oven)`", 1),
        ("does close_up unlock the pantry before it looks up the key?", "`unlock pantry` comes first, then `looks up key` (in Kitchen::close_up, where both are done)", 3),
        ("what can Order raise for a bad address?", "Order.__init__ raises ValueError, when `not address.startswith(\"to:\")`; it says \"address must begin with to:, got {address!r}\"", 1),
        ("does ring close the socket if dial fails?", "Yes: ring: `close(phone->s)`, on every way from there", 2),
        ("what does tone return for FREE_TONE?", "tone returns \"short\", when `kind is FREE_TONE`", 1),
        ("what does tone say for BUSY_TONE?", "tone returns \"long\", when `kind is BUSY_TONE`", 1),
        ("which exchange does answer use when no number is given?", "Set exchange to \"central\", when `number[0] == 0`", 1),
        ("who deletes the call log file?", "CallLog::Load calls scrap", 1),
        ("what is the max record size of the call log?", "kMaxRecordSize is `(1 << 19) - 1`", 1),
        ("what does Find return for a call without an id?", "CallLog::Find returns NULL, when `call->id() < 0 || call->id() >= (int)entries_.size()`", 1),
        ("is dedupe on by default?", "Loader.defaults: `dedupe` is `True`", 1),
        ("what does read_seat return when fscanf hits the end of the file?", "read_seat returns -1, when `EOF == fscanf(plan, \"%d\", seat)`, unless `!plan`", 1),
        ("how does a table know that it is free?", "Table::isFree returns guests == 0", 1),
        ("when does seatNone decrement guests?", "Table::seatNone: `guests--`, when `top()`", 1),
        ("what does folder return for a path with no slash?", "folder returns \"\", unless `last_slash != std::string::npos`", 1),
        ("what does tail return for a word without a comma?", "tail returns \"\", when `comma == std::string::npos || comma == word.size() - 1`", 1),
        ("how many duplicates are allowed?", "macro MAX_DUPS is `20`", 1),
        ("what is the default number of retries?", "`retries` of phone is `DEF_RETRIES` by default; DEF_RETRIES is `3`", 1),
        ("what does pay throw?", "Bill::pay raises errors::no_credit, through tell, which raises what it is told", 3),
        ("can Bill::pay throw?", "Yes: Bill::pay raises errors::no_credit, through tell, which raises what it is told", 3),
        ("who throws no_credit?", "Bill::pay raises errors::no_credit, through tell, which raises what it is told", 1),
        ("who removes the kitchen bell socket?", "bell_cleanup, by its description: Remove the kitchen bell socket", 1),
        ("what happens if bell_create cannot bind the name?", "bell_create: `bind(name, 3)` fails where `rc == -1`", 3),
        ("which methods take the db lock?", "Chunker.flush takes a lock: self.db.lock", 1),
        ("what exception is raised if the hook is not callable?", "Chunker.__init__: `raise HookError`, when `hook and not callable(hook)`", 1),
        ("how does ring report errors?", "ring: `set_options(phone->s)` fails where `rc == -1`", 6),
    ],
)  # fmt: skip
def test_what_is_said_in_passing_is_answered(bar: Desk, question: str, first: str, count: int) -> None:
    reply = by_rules(bar, question)
    assert reply.said, reply.note
    assert (reply.said[0].text, len(reply.said)) == (first, count)


def test_what_a_type_is_named_for_is_taken_out_by_its_methods(bar: Desk) -> None:
    reply = by_rules(bar, "who deletes from the spare shelf?")
    assert [line.text for line in reply.said[:2]] == ["SpareShelf.remove, by its own name", "SpareShelf.tidy calls self.remove"]  # fmt: skip


@pytest.mark.parametrize(
    "question",
    [
        "what happens in pour if there are too few guests?",  # equal to the room says nothing of few
        "what does pour do when the wait is under a second?",
        "what can Order raise for a bad count of addresses?",
        "what does set_label do if the label is null?",  # that it is, is only asserted there
        "does ring hang up if dial fails?",  # it does where the options fail, of which `rc` tells too
    ],
)
def test_the_other_way_is_not_taken_for_it(bar: Desk, question: str) -> None:
    reply = by_rules(bar, question)
    assert not any("turn_away" in line.text or "complain(cup), when" in line.text for line in reply.said), reply.said
    assert not any("copy(str)" in line.text for line in reply.said), reply.said
    assert not any(line.text.startswith("Yes") for line in reply.said), reply.said
    assert not any("it says" in line.text for line in reply.said), reply.said
