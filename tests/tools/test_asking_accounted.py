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

struct {
  int volume;
  int tone;
} opts = {
  .volume = 40,
  .tone = T_DEEP,
};

int tone_next(int tone) {
  switch (tone) {
  case T_DEEP:
    tone = T_HIGH;
    break;
  default:
    tone = T_DEEP;
    break;
  }
  return ring(tone, opts.volume /* volume level */);
}

int visit(int fd) {
  int r = select(fd + 1, 0, 0, 0, &tv);
  if (r == 0) {
    /* Visiting hours are over */
    shut_tower();
    return 1;
  }
  if (r < 0 && errno == EINTR) {
    /* stray cat */
    feed(fd);
  }
  return 0;
}
"""
HEADER = b"""class Tower {
 public:
  explicit Tower(const std::string& name, std::size_t num_steps = 99,
                 Clock clock = Clock{7});
  void climb();
  std::vector<int> guests_;
  std::mutex door_mutex_;
};
"""
CPP = b"""#include "tower.h"

Tower::Tower(const std::string& name, std::size_t num_steps, Clock clock) {
  build(name, num_steps, clock);
}

void Tower::climb() {
  std::lock_guard<std::mutex> lock{door_mutex_};
  guests_.push_back(1);
}
"""
WATCH = b"""import time


class Watch:
    def __init__(self, request):
        self.timeout = time.time() + 30
        self.tries = 0
        self.request = request

    def try_ring(self):
        if self.tries >= 3:
            return
        self.tries += 1
        ring(self.request)
"""


@pytest.fixture(scope="module")
def bells() -> Desk:
    return desk({"bell.py": PYTHON, "twin.c": C, "tower.h": HEADER, "tower.cc": CPP, "watch.py": WATCH})


ANSWERED = {
    "who sends CMD_RING?": ["Bell.__init__: `self.send(CMD_RING, b'hello')` (bell.py:7)"],
    "what if fork fails?": [
        "twin: `fork()` fails where `pid < 0` (twin.c:2)", 'then: `report("no twin")` (twin.c:4)', "then: `return -1` (twin.c:5)"],
    "what happens when visiting hours are over?": [
        "visit: `shut_tower()`, when `r == 0` (twin.c:34)", "visit: `return 1`, when `r == 0` (twin.c:35)"],
    "what happens when a stray cat is found?": ["visit: `feed(fd)`, when `r < 0 && errno == EINTR`, unless `r == 0` (twin.c:39)"],
    "what is the default tone?": ["`.tone` is `T_DEEP` (twin.c:15)"],
    "what is the default volume level?": ["`.volume` is `40` (twin.c:14)"],
    "what is the default number of steps of the Tower?": ["`num_steps` of Tower::Tower is `99` by default (tower.h:3)"],
    "what is the default value of clock of Tower?": ["`clock` of Tower::Tower is `Clock{7}` by default (tower.h:4)"],
    "which lock protects guests_ in Tower?": [
        "door_mutex_ is held at 1 of 1 places (tower.cc:9)",
        "Tower::climb has `guests_.push_back(1);` under `std::lock_guard<std::mutex> lock{door_mutex_};` (tower.cc:9)"],
    "how many times does Watch try to ring?": ["Watch.try_ring: `if self.tries >= 3:` (watch.py:11)"],
    "what is the timeout of a watch request?": ["Watch.__init__: `self.timeout = time.time() + 30` (watch.py:6)"],
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


SIGNALS = b"""#include <signal.h>
static volatile int leaving = 0;
static void on_leave(int number) { leaving = 1; }
static void on_dump(int number) { dump_rooms(number); }

void tower_listen(void) {
  struct sigaction leave, none;
  leave.sa_handler = on_leave;
  none.sa_handler = SIG_IGN;
  sigaction(SIGTERM, &leave, 0);
  sigaction(SIGPIPE, &none, 0);
  signal(SIGUSR1, on_dump);
}

void tower_serve(void) {
  while (!leaving)
    serve();
}

void write_guest_book(const char *guest) { put(guest); }
void greet(const char *guest) { write_guest_book(guest); }
"""
ON_SIGNALS = {
    "which signals does the tower ignore?": ["SIGPIPE: tower_listen ignores it (tower.c:11)"],
    "which signals are handled?": ["SIGTERM: tower_listen lets `on_leave` handle it (tower.c:10)", "SIGUSR1: tower_listen lets `on_dump` handle it (tower.c:12)"],
    "which signals end the program?": [
        "SIGTERM: tower_listen lets `on_leave` handle it, which sets `leaving`, which the condition of a loop asks (tower.c:10)"],
    "what happens on SIGUSR1?": ["SIGUSR1: tower_listen lets `on_dump` handle it (tower.c:12)", "then on_dump: `dump_rooms(number)` (tower.c:4)"],
    "which signals does the cellar ignore?": [],
    "who writes the guest book?": ["write_guest_book is named for it (tower.c:20)", "greet calls write_guest_book (tower.c:21)"],
}  # fmt: skip


@pytest.mark.parametrize("question", ON_SIGNALS)
def test_a_signal_is_read_off_what_installs_its_handler(question: str) -> None:
    reply = by_rules(desk({"tower.c": SIGNALS}), question)
    assert [f"{line.text} ({line.path}:{line.line})" for line in reply.said] == ON_SIGNALS[question], reply


def test_an_error_under_its_other_name_is_caught() -> None:
    code = b"import socket\n\n\ndef pull(door):\n    if not door:\n        raise socket.error('stuck')\n\n\ndef enter(door):\n    try:\n        pull(door)\n    except OSError:\n        return None\n"
    said = by_rules(desk({"door.py": code}), "what can enter raise?").said
    assert [line.text for line in said] == [
        "enter raises nothing and returns no error that I know as one, as far as it can be followed"
    ]


YARD = b"""struct yard { int most_carts; int backoff_ms; char *gate; };
static struct yard yard;

int yard_enter(void) {
  memset(&yard, 0, sizeof(yard));
  yard.most_carts = 40;
  yard.backoff_ms = 6000;
  return 0;
}

int yard_check(const char *gate) {
  if (gate) {
    if (!strcmp(yard.gate, gate))
      open_gate(gate);
  } else {
    complain("no gate set");
    return -1;
  }
  return 0;
}

void yard_leave(int fd) {
  drop_rights(fd);
  if (fork() > 0)
    leave();
}

void cart_drop(struct cart *cart) {
  wheel_free(cart->wheel);
  free(cart);
}

void yard_listen(void) {
  signal_set(&dumper, SIGUSR1, yard_dump, NULL);
}

void yard_dump(int number) { print_carts(number); }
"""
DEAL = b"""void Deal::sign() {
  if (false == signed_)
    ink();
  else
    throw Twice("already signed");
}
"""
POST = b"""import os
import subprocess


class Cart:
    def roll(self, timeout=None):
        if self.timeout is None:
            timeout = 60
        elif self.timeout == 0:
            timeout = None
        ask(request, timeout)

    def load_letters(self):
        if os.path.isfile(self.letters):
            letters = read(self.letters)
        else:
            warn('No letters file found')
            letters = []
        return letters

    def mail(self, letter):
        self.server.posted(letter)
        run = subprocess.Popen(letter.file)
        if run.returncode:
            log('Posted failed with {result}')

    def stamp(self):
        return ink_of(self)


def ink_of(cart):
    return cart
"""
LATER = {
    "what is the default most_carts?": ["yard_enter: `yard.most_carts` is `40` (yard.c:6)"],
    "what is the default of backoff?": ["yard_enter: `yard.backoff_ms` is `6000` (yard.c:7)"],
    "what happens if the gate is not set?": [
        'yard_check: `complain("no gate set")`, unless `gate` (yard.c:16)', "yard_check: `return -1`, unless `gate` (yard.c:17)"],
    "does yard_leave call drop_rights before it forks?": [
        "Yes: `drop_rights` comes first, then `forks` (in yard_leave, where both are done) (yard.c:23)",
        "yard_leave: `drop_rights(fd);` (yard.c:23)", "yard_leave: `fork() > 0` (yard.c:24)"],
    "which functions free the cart?": ["cart_drop frees: free(cart) (yard.c:30)"],
    "what happens on SIGUSR1?": ["SIGUSR1: yard_listen lets `yard_dump` handle it (yard.c:34)", "then yard_dump: `print_carts(number)` (yard.c:37)"],
    "what happens if the deal is not signed?": ["Deal::sign: `ink()`, when `false == signed_` (deal.cc:3)"],
    "what is the default timeout of a request?": ["Cart.roll: `timeout` is `60`, when `self.timeout is None` (post.py:8)"],
    "what happens when the letters file is missing?": [
        "Cart.load_letters: `os.path.isfile(self.letters)` says that it is not there where `not (os.path.isfile(self.letters))` (post.py:14)",
        "then: `warn('No letters file found')` (post.py:17)", "then: `letters = []` (post.py:18)"],
    "is ink_of called by Cart?": ["Yes: Cart.stamp calls ink_of (post.py:28)"],
}  # fmt: skip


@pytest.mark.parametrize("question", LATER)
def test_it_is_told_of_what_is_asked_and_of_nothing_else(question: str) -> None:
    reply = by_rules(desk({"yard.c": YARD, "deal.cc": DEAL, "post.py": POST}), question)
    assert [f"{line.text} ({line.path}:{line.line})" for line in reply.said] == LATER[question], reply


TILL = b"""#include <getopt.h>

static pthread_rwlock_t coins_lock;
static struct list *coins;

static int counted(void) {
  return count(coins);
}

int till_count(void) {
  int n;
  pthread_rwlock_rdlock(&coins_lock);
  n = counted();
  pthread_rwlock_unlock(&coins_lock);
  return n;
}

void till_open(void) { coins = list_new(); }

int pay(int kind) {
  switch (kind) {
    case 1:
    case 2:
      return settle(kind);
    default:
      return -EC_COINTYPE_NOT_TAKEN;
  }
}

int main(int argc, char **argv) {
  unsigned drawers = 12;
  int ch;
  while ((ch = getopt(argc, argv, "d:")) != -1) {
    if (ch == 'd')
      drawers = atoi(optarg);
  }
  return run(drawers);
}
"""
STALL = b"""class Stall:
    def tidy(self, age):
        \"\"\"Removes all the spoiled apples\"\"\"
        raise NotImplementedError()


class Orchard(Stall):
    def tidy(self, age):
        self.heap.clear()
"""
LAST = {
    "what is the default number of drawers?": ["main: `drawers` is `12`, until something else is given (till.c:31)"],
    "what does pay return if the coin type is not taken?": ["pay returns -EC_COINTYPE_NOT_TAKEN, unless `kind is 1, 2` (till.c:26)"],
    "who removes spoiled apples?": ["Orchard.tidy overrides Stall.tidy (stall.py:8)"],
    "what locks the drawers?": [],
}  # fmt: skip


@pytest.mark.parametrize("question", LAST)
def test_what_is_only_promised_or_held_by_all_is_no_answer(question: str) -> None:
    reply = by_rules(desk({"till.c": TILL, "stall.py": STALL}), question)
    assert [f"{line.text} ({line.path}:{line.line})" for line in reply.said] == LAST[question], reply


def test_of_which_lock_the_places_that_hold_one_are_first() -> None:
    reply = by_rules(desk({"till.c": TILL}), "which lock protects `coins`?")
    assert reply.said[1].text.startswith("counted has `return count(coins);` under"), reply
