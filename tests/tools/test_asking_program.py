"""The program's own name in a question, and what is so by default or at most where a name says it only in part."""

from __future__ import annotations

import pytest

from flowscout.tools.asking.answer import by_rules
from flowscout.tools.asking.limits import parts
from flowscout.tools.desk import Desk
from tools.shop import desk

LAMPD = b"""#include <stdlib.h>
static const char *DEFAULT_TUNE = "bell";
static const int maxsteps = 40;
#define MAXDEPTH 16
#define ACC_LAMP_COLOUR_SHIFT 7

int climb(int stairlevel) {
  if (stairlevel >= maxsteps)
    return -1;
  return climb(stairlevel + 1);
}

int main(int argc, char **argv) {
  const char *at = getenv("LAMP_HOME");
  /* which colour to shine in, default to amber */
  if (!colour_given)
    shine(1);
  return climb(0);
}
"""
BELL = b"""#include <stdlib.h>
int main(int argc, char **argv) {
  if (argc > 2)
    puts("USAGE:\\n  chimes [options]");
  return ring(getenv("BELL_TUNE"));
}
"""
SHARED = b"""#include <stdlib.h>
const char *home(void) { return getenv("HOME"); }
"""
PYTHON = b"""import os


def editor(config):
    return config.get("editor") or os.environ.get("LAMP_EDITOR", "ed")


PARSER.add_argument(
    "--loudness",
    type=int,
    default=int(os.getenv("LAMP_LOUDNESS", "3")),
)
"""


@pytest.fixture(scope="module")
def lamps() -> Desk:
    return desk(
        {
            "lampd.c": LAMPD,
            "bell.c": BELL,
            "shared.c": SHARED,
            "conf.py": PYTHON,
            "lamplib/__init__.py": b"import os\nWHERE = os.environ.get('LAMPLIB_AT')\n",
        }
    )


def told(lamps: Desk, question: str) -> str:
    reply = by_rules(lamps, question)
    return "\n".join(line.text for line in reply.said)


def test_a_name_of_the_program_is_left_out(lamps: Desk) -> None:
    assert told(lamps, "what is the default tune of lampd?") == '`DEFAULT_TUNE` is `"bell"`'
    assert "I read `lampd` as the program itself." in by_rules(lamps, "what is the default tune of lampd?").note


def test_what_another_program_alone_does_is_not_told_of_this_one(lamps: Desk) -> None:
    read = told(lamps, "which environment variables does lampd read?")
    assert "`LAMP_HOME`" in read
    assert "`HOME`, read by home" in read
    assert "BELL_TUNE" not in read


def test_a_function_of_that_name_is_what_is_meant(lamps: Desk) -> None:
    assert told(lamps, "who calls climb?").startswith("climb calls climb")


def test_a_comment_may_say_the_default(lamps: Desk) -> None:
    reply = by_rules(lamps, "which colour is used by default?")
    assert [line.text for line in reply.said] == ["`which colour to shine in, default to amber`"]
    assert reply.note.startswith("What a comment or a text says of it")


def test_a_number_that_only_holds_the_words_is_no_default(lamps: Desk) -> None:
    assert "ACC_LAMP" not in told(lamps, "what is the default lamp colour?")


def test_what_is_used_where_a_variable_of_the_environment_is_not_set(lamps: Desk) -> None:
    assert '`LAMP_EDITOR` is `"ed"`' in told(lamps, "which editor is used if LAMP_EDITOR is not set?")


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("how deep can lampd be nested?", "macro MAXDEPTH is `16`"),
        ("what is the maximum stair steps when climbing up?", "maxsteps is `40`"),
    ],
)
def test_a_bound_may_be_one_word(lamps: Desk, question: str, line: str) -> None:
    assert line in told(lamps, question)


def test_what_begins_like_a_bound_and_is_none() -> None:
    assert parts("maxdepth_of_minutes") == ["max", "depth", "of", "minutes"]


def test_an_option_whose_default_the_environment_may_give(lamps: Desk) -> None:
    assert '`int(os.getenv("LAMP_LOUDNESS", "3"))`' in told(lamps, "what is the default loudness?")


def test_a_program_may_be_named_by_its_usage_alone(lamps: Desk) -> None:
    read = by_rules(lamps, "which environment variables does chimes read?")
    assert read.note.startswith("I read `chimes` as the program itself.")
    assert any("BELL_TUNE" in line.text for line in read.said)
    assert not any("LAMP_HOME" in line.text for line in read.said)


def test_a_package_is_a_program_too(lamps: Desk) -> None:
    assert by_rules(lamps, "which environment variables does lamplib read?").note.startswith("I read `lamplib` as")
