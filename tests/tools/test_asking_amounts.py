"""Amounts, registered settings, and files that are missing or spoiled: what is quoted, and what is refused."""

from __future__ import annotations

import pytest

from flowscout.tools.asking.absent import lack
from flowscout.tools.asking.answer import by_rules
from flowscout.tools.desk import Desk
from tools.shop import desk

C = b"""#define DEFINE_int(name, value, meaning) int FLAGS_##name = value
DEFINE_int(linger, 30, "how long a parcel stays");

static const int kRawBookSize = 3000;

int parcel_wait(int fd) {
  struct timeval tv = { 0, 500 };
  return select(fd + 1, 0, 0, 0, &tv);
}

void dump_crash(int number) {
  void *stack[32];
  char text[256]; /* stack frames as text */
  print_frames(stack, text, number);
}

void ledger_write(struct ledger *ledger) {
  if (ledger->bytes_since_flush >= 1000000)
    ledger_flush(ledger);
}

void tell_time(char *user) {
  char buf[80];
  sprintf(buf, "%s", user);
}

#define COMMAND(NAME) { #NAME, handle_ ## NAME }

static void handle_RMD(int sd) {
  close(sd);
}

static struct command commands[] = {
  COMMAND(RMD),
};

const char *default_of(const char *name) {
  if (!strcmp(name, "ink_colour"))
    return "blue";
  return 0;
}

int orders_read(const char *orders_file) {
  if (access(orders_file, F_OK))
    return 7;
  return parse_orders(orders_file);
}

int rules_load(const char *path) {
  if (!path)
    return 0;
  if (!rules_open(path)) {
    if (errno == ENOENT)
      return RULES_MISSING;
    return -1;
  }
  return 1;
}
"""
CPP = b"""template <typename config>
class gate {
 public:
  typedef typename config::scoped_lock_type scoped_lock_type;
  typedef gate<config> type;
  void open(int who) {
    scoped_lock_type guard(m_mutex);
    m_who = who;
    set_timer(std::bind(&type::on_dusk, this));
  }
  void on_dusk() { m_who = 0; }
  void on_visit_timeout(error_code const & ec) {
    if (ec) {
      write("on_visit_timeout error: " + ec.message());
      return;
    }
    shut();
  }

 private:
  /// Largest parcel that fits
  static const size_t max_parcel_size = 32000000;
  int m_who;
};

/// Default bell of the gate
static const int plain_default_bell = 80;
/// Default bell of the cellar
static const int cellar_lower_default_bell = 443;
"""
PYTHON = b"""import json

RESPONSES_TTL = 7 * 24 * 60 * 60  # 7 days
MAX_RETRIES = 4
POST_DELAY = 8


class Item:
    def __init__(self, description, default=None, env_var=""):
        self.description = description


ITEMS = {
    "request_timeout": Item("Seconds that are waited", 15, "APP_REQUEST_TIMEOUT"),
    "colour": Item("Whether to paint", default=True, env_var="APP_COLOUR"),
}


class Store:
    def load_settings(self, settings_file):
        try:
            with settings_file.open() as fp:
                return json.load(fp)
        except FileNotFoundError:
            return {}
        except json.JSONDecodeError:
            self.warn("broken")
            return None

    def posted(self, config):
        self.delay = config.get("core.post:delay", default=POST_DELAY)
        card_path = os.path.join(self.folder, "post_cards.json")
        if not os.path.exists(card_path):
            return None
        return card_path

    def publish(self, settings):
        if settings is None:
            raise ValueError("missing settings of a shelf")

    def send(self, request):
        return self.transport(retries=MAX_RETRIES)

    def keep(self, response):
        return self.cache(response, ttl=RESPONSES_TTL)
"""


@pytest.fixture(scope="module")
def depot() -> Desk:
    return desk({"depot.c": C, "gate.cc": CPP, "store.py": PYTHON})


ASKED = {
    "how large is the ledger of a king?": [],
    "how large is the raw book?": ["`static const int kRawBookSize = 3000;` (depot.c:4)"],
    "how long does parcel_wait wait?": ["parcel_wait: `struct timeval tv = { 0, 500 };` (depot.c:7)"],
    "how many stack frames are dumped in a crash?": ["dump_crash: `void *stack[32];` (depot.c:12)"],
    "after how many bytes is the ledger flushed?": [
        "ledger_write: `if (ledger->bytes_since_flush >= 1000000)` (depot.c:18)"
    ],
    "how long are responses cached?": ["`RESPONSES_TTL = 7 * 24 * 60 * 60 # 7 days` (store.py:3)"],
    "how many times is a request retried?": ["`MAX_RETRIES = 4` (store.py:4)"],
    "what is the default of linger?": [
        "`linger` is `30` where nothing else is given, as `DEFINE_int` is told (depot.c:2)"
    ],
    "what is the default request timeout?": [
        "`request_timeout` is `15` where nothing else is given, as `Item` is told (store.py:14)"
    ],
    "which environment variable sets the request timeout?": [
        "`APP_REQUEST_TIMEOUT`, given as that of `request_timeout` (store.py:14)"
    ],
    "what happens when the settings file is missing?": [
        "Store.load_settings: what `settings_file.open()` raises is caught by `except FileNotFoundError` (store.py:22)",
        "then: `return {}` (store.py:25)",
    ],
    "what happens when the settings file contains invalid JSON?": [
        "Store.load_settings: what `json.load(fp)` raises is caught by `except json.JSONDecodeError` (store.py:23)",
        'then: `self.warn("broken")` (store.py:27)',
        "then: `return None` (store.py:28)",
    ],
    "what does rules_load return if the file is missing?": [
        "rules_load: `rules_open(path)` fails where `!rules_open(path)` (depot.c:52)",
        "then: `return RULES_MISSING`, when `errno == ENOENT` (depot.c:54)",
        "then: `return -1`, unless `errno == ENOENT` (depot.c:55)",
    ],
    "what happens when the ledger file is missing?": [],
    "what happens if post_cards.json is missing?": [
        "Store.posted: `os.path.exists(card_path)` says that it is not there where `not os.path.exists(card_path)` (store.py:33)",
        "then: `return None` (store.py:34)",
    ],
    "how large is the buffer of an owl?": [],
    "what happens when the orders file does not exist?": [
        "orders_read: `access(orders_file, F_OK)` says that it is not there where `access(orders_file, F_OK)` (depot.c:44)",
        "then: `return 7` (depot.c:45)",
    ],
    "what does gate::open lock?": ["gate::open takes a lock: guard(m_mutex) (gate.cc:7)"],
    "who calls gate::on_dusk?": [
        "No call of gate::on_dusk is found, but its address is taken, or that of one of its name: (gate.cc:11)",
        "`&type::on_dusk` is handed on (gate.cc:9)",
    ],
    "what is the default maximum parcel size?": ["`max_parcel_size` is `32000000` (gate.cc:22)"],
    "what is the default bell for the cellar?": ["cellar_lower_default_bell is `443` (gate.cc:29)"],
    "what happens when the visit times out?": [],
    "is handle_RMD unused?": [
        "Perhaps not: `COMMAND(RMD)` names handle_RMD, which the macro puts together (depot.c:34)"
    ],
    "what is the default ink colour?": ['default_of returns `"blue"` for `ink_colour` (depot.c:39)'],
    "what is the default posting delay?": ["`POST_DELAY` is `8` (store.py:5)"],
}


@pytest.mark.parametrize("question", ASKED)
def test_it_is_quoted_or_refused(question: str, depot: Desk) -> None:
    reply = by_rules(depot, question)
    said = reply.said if reply.asked else ()
    assert [f"{line.text} ({line.path}:{line.line})" for line in said] == ASKED[question], reply


@pytest.mark.parametrize(
    "question",
    ["what happens when the cache is full?", "what happens when the name is missing?", "who opens the config file?"],
)
def test_what_is_no_file_is_asked_elsewhere(question: str) -> None:
    assert lack(question) is None
