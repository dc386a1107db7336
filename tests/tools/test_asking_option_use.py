"""What hangs on an option: where what it sets is asked for."""

from __future__ import annotations

from flowscout.tools.asking.answer import by_rules
from tools.shop import desk

C = b"""#include <getopt.h>
static int once;
struct opts { int dryrun; } o;

void tie(int dryrun) {
  if (dryrun)
    show_only();
}

void other(int dryrun_too, int dryrun) {
  if (dryrun)
    never_told();
}

void event(void) {
  if (once)
    stop_all();
}

int main(int argc, char **argv) {
  int c;
  while ((c = getopt_long(argc, argv, "1n", longs, 0)) != -1)
    switch (c) {
    case '1':
      once = 1;
      break;
    case 'n':
      o.dryrun = 1;
      break;
    }
  tie(o.dryrun);
  other(1, 0);
  return 0;
}
"""


def told(question: str) -> list[str]:
    return [line.text for line in by_rules(desk({"main.c": C}), question).said]


def test_steps_that_hang_on_what_the_option_sets() -> None:
    assert told("what does -1 do?") == ["main: `once = 1`, when `c is '1'`", "event: `stop_all()`, when `once`"]


def test_a_setting_that_is_handed_on_and_not_what_only_has_its_name() -> None:
    said = told("what does -n do?")
    assert "tie: `show_only()`, when `dryrun`" in said
    assert not any("never_told" in line for line in said)
