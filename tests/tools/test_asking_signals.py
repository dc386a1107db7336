"""Signals as people say them: yes and no of one, those of a list, of libraries, and an interrupt of the keyboard."""

from __future__ import annotations

import pytest

from flowscout.tools.asking.answer import by_rules
from flowscout.tools.desk import Desk
from tools.shop import desk

TOWER = b"""#include <signal.h>
static void on_leave(int s) { leaving = 1; }
static int freeze_watchdog(int fd) {
  int sigs[] = { SIGINT, SIGTERM };
  for (int i = 0; i < 2; i++) {
    if (signal(sigs[i], SIG_IGN) == SIG_ERR)
      err(1, "signal");
  }
  return 0;
}
static void on_crash(int s) { print_trace(); exit(1); }
int tower_main(void) {
  signal(SIGSEGV, on_crash);
  signal(SIGHUP, on_leave);
  return 0;
}
int loop_main(uv_loop_t *loop) {
  uv_signal_init(loop, &h->sig);
  uv_signal_start(&h->sig, on_quit, SIGQUIT);
  g_unix_signal_add(SIGUSR1, on_usr, NULL);
}
static void on_quit(uv_signal_t *h, int n) { uv_stop(h->loop); }
static gboolean on_usr(gpointer d) { dump(d); return TRUE; }
"""
SCAN = b"""import signal


def stop(number, frame):
    raise SystemExit


def install():
    for sig in (signal.SIGTERM, signal.SIGABRT):
        signal.signal(sig, stop)


def scan(target):
    try:
        probe(target)
    except KeyboardInterrupt:
        save(target)


def weigh(target):
    try:
        go(target)
    except KeyboardInterrupt:
        drop(target)
"""


@pytest.fixture(scope="module")
def tower() -> Desk:
    return desk({"tower.c": TOWER})


@pytest.fixture(scope="module")
def scanner() -> Desk:
    return desk({"scan.py": SCAN})


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("does the freeze watchdog ignore SIGTERM?", "Yes: SIGTERM: freeze_watchdog ignores it"),
        ("is SIGHUP ignored?", "No: SIGHUP: tower_main lets `on_leave` handle it"),
        ("does it catch SIGQUIT?", "Yes: SIGQUIT: loop_main lets `on_quit` handle it"),
        ("what happens on SIGUSR1?", "SIGUSR1: loop_main lets `on_usr` handle it"),
        ("what happens when the tower segfaults?", "SIGSEGV: tower_main lets `on_crash` handle it"),
        ("what happens on Ctrl-C?", "SIGINT: freeze_watchdog ignores it"),
    ],
)
def test_a_signal_by_name_or_in_words(tower: Desk, question: str, first: str) -> None:
    assert by_rules(tower, question).said[0].text == first


@pytest.mark.parametrize("question", ["is SIGPIPE handled?", "does the cellar ignore SIGTERM?", "is SIGINT blocked?"])
def test_of_what_is_not_installed_neither_yes_nor_no(tower: Desk, question: str) -> None:
    reply = by_rules(tower, question)
    assert not reply.said
    assert "installs a handler for SIG" in reply.note


def test_a_loop_over_signals_installs_for_each(scanner: Desk) -> None:
    assert by_rules(scanner, "does it handle SIGABRT?").said[0].text == "Yes: SIGABRT: install lets `stop` handle it"


def test_an_interrupt_is_caught_where_what_goes_on_is_named(scanner: Desk) -> None:
    reply = by_rules(scanner, "what happens when I press Ctrl-C during a scan?")
    assert [line.text for line in reply.said] == ["scan catches: `except KeyboardInterrupt`", "then: save(target)"]
    assert "what is interrupted decides" in reply.note


def test_what_goes_on_and_nothing_names_is_said_not_to_be_weighed(scanner: Desk) -> None:
    reply = by_rules(scanner, "what happens if the user hits Ctrl+C while brewing tea?")
    assert reply.note.startswith("I do not weigh `brewing tea`.")
    assert len(reply.said) == 4


def test_a_signal_in_words_that_nothing_handles_is_told_by_no_other_words() -> None:
    reply = by_rules(
        desk({"mouse.c": b'int mouse(int keys) {\n  if (keys & BUTTON_CTRL)\n    add("CTRL");\n  return 0;\n}\n'}),
        "what happens on Ctrl-C?",
    )
    assert not reply.said
    assert reply.note == "I read `Ctrl-C` as SIGINT. I find no call that installs a handler for it."


def test_what_leaves_the_program_handles_a_signal_too() -> None:
    text = b"#include <signal.h>\nint watch(void) {\n  struct sigaction act;\n  act.sa_handler = exit;\n  sigaction(SIGTERM, &act, NULL);\n  signal(SIGUSR2, unknown);\n  return 0;\n}\n"
    of_all = [
        by_rules(desk({"watch.c": text}), f"which signals {one}?").said for one in ("are handled", "end the program")
    ]
    assert [[line.text for line in said] for said in of_all] == [
        ["SIGTERM: watch lets `exit` handle it"],
        ["SIGTERM: watch lets `exit` handle it, which leaves the program"],
    ]


def test_what_waits_for_a_signal_handles_it_and_the_end_of_a_child_does_not() -> None:
    text = b"""#include <signal.h>
void *watcher(void *given) {
  sigset_t some;
  int got;
  sigaddset(&some, SIGINT);
  sigwait(&some, &got);
  ring_bell(given);
  return 0;
}
int prepare(void) {
  int ended = system("polish");
  if (WIFSIGNALED(ended) && WTERMSIG(ended) == SIGQUIT)
    give_up();
  return 0;
}
"""
    tower = desk({"watch.c": text})
    told = [line.text for line in by_rules(tower, "what happens on SIGINT?").said]
    assert told[:2] == ["SIGINT: watcher waits for it", "then watcher: `ring_bell(given)`"]
    assert not by_rules(tower, "what happens on SIGQUIT?").said
