"""What something is where nothing else is said, what leaves something that stays, and other kinds of plain words."""

from __future__ import annotations

import pytest

from flowscout.tools.asking.answer import by_rules
from flowscout.tools.asking.lines import _each_line, lines_with
from flowscout.tools.desk import Desk
from tools.shop import desk

C = b"""static int guest_limit = 12;
static char *greeting;
static void (*on_ring)(int);

void setup(void) {
  if (!greeting)
    greeting = "hello";
}

void ring(int sockfd, char *text) {
  char line[80];
  snprintf(line, sizeof line, "%s", text);
  if (quiet)
    syslog(3, line);
  else
    fprintf(stderr, "%s", line);
  on_ring(1);
  close(sockfd);
}

#define MAX_TEA_LEVEL 9

void hall_init(void) {
  hall.port = 11211;
  hall.width = 30;
  hall.guests = NULL;
  hall.lamps = 4;
  hall.bell = "ding";
}
"""
PYTHON = b"""import os


class Door:
    def __init__(self, options, baudrate=9600):
        self.width = options.get("door_width", 30)
        self.kept = Shelf(retries=4)

    def drop(self, key):
        self.kept.pop(key)

    def clean(self, path):
        os.remove(path)
"""


@pytest.fixture(scope="module")
def hall() -> Desk:
    return desk({"door.c": C, "door.py": PYTHON})


ASKED = {
    "what is the default guest limit?": ["`guest_limit` is `12` (door.c:1)"],
    "what's the default greeting string?": ['setup: `greeting` is `"hello"`, when `!greeting` (door.c:7)'],
    "what does the door width default to?": ["Door.__init__: `door_width` is `30` where nothing is given (door.py:6)"],
    "what is the baud rate by default?": ["`baudrate` of Door.__init__ is `9600` by default (door.py:5)"],
    "what is the default number of retries?": [],
    "what is the default port?": ["hall_init: `hall.port` is `11211` (door.c:24)"],
    "what is the default tea level?": [],
    "what removes from kept?": ["Door.drop removes from Door.kept (door.py:10)"],
    "what deletes files on disk?": ["Door.clean calls os.remove (door.py:13)"],
    "does ring write to syslog or to stderr?": ["ring calls syslog(3, line), when `quiet` (door.c:14)", 'ring calls fprintf(stderr, "%s", line), unless `quiet` (door.c:16)'],
    "is on_ring ever called?": ["Yes: ring calls what on_ring holds (door.c:17)"],
    "who calls on_ring?": ["ring calls what on_ring holds (door.c:17)"],
    "which functions close the guest's socket?": ["ring calls close (door.c:18)"],
    "does ring handle GUESTS?": [],
}  # fmt: skip


@pytest.mark.parametrize("question", ASKED)
def test_plain_words_are_answered_from_what_the_code_gives(question: str, hall: Desk) -> None:
    reply = by_rules(hall, question)
    said = reply.said if reply.asked else ()
    assert [f"{line.text} ({line.path}:{line.line})" for line in said] == ASKED[question], reply


@pytest.mark.parametrize("held", [["time"], ["time", "read"], ["read", "line"]])
def test_lines_that_hold_all_words_are_found_as_by_reading_each(held: list[str]) -> None:
    rows = [
        "int read_Timeout = 3;",
        "",
        "TIME",
        "/* read the line in time */",
        f"{'x' * 398}time read line",
        "readtime",
    ]
    for source in ("\n".join(rows), "\n".join(rows[1:]) + "\n", ""):
        data = source.encode()
        assert list(lines_with("a.c", data, data.lower(), held)) == list(_each_line(data, held, in_python=False))
