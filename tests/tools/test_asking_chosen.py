"""Questions of strangers' code that were answered in part, or not at all: what a return chooses, what a macro heads, how often something is tried; on code of our own."""

from __future__ import annotations

import pytest

from flowscout.tools.asking.answer import by_rules
from flowscout.tools.desk import Desk
from tools.shop import desk

PYTHON = b"""import os
import threading


class Kettle:
    def __init__(self):
        self.lid_lock = threading.Lock()
        self.level = 0

    def ready(self):
        return not (self.boiling or self.level == 0)

    def mean(self, total, count):
        return None if count == 0 else total / count

    def leave(self, cancel_rest=True):
        with self.lid_lock:
            if cancel_rest:
                self.level = 0
                return True
        return False

    def pour(self, path):
        for attempt in range(1, 4):
            try:
                return open(path)
            except OSError:
                if attempt == 3:
                    raise
        return None

    def tidy(self):
        try:
            self.pour("a")
        except KeyError:
            self.level = 1
            self.boiling = False
            self.lid = None
        except OSError:
            self.level = 2
            self.boiling = True
            self.lid = None
        except ValueError:
            self.level = 3
            self.boiling = True
            self.lid = None

    def spare(self):
        os.remove("a")


class SpoutError(Exception):
    @classmethod
    def of(cls, level):
        return cls(level)


SPOUT_VARIABLE = "KETTLE_SPOUT"


def spout(level):
    if level > 9:
        raise SpoutError.of(level)
    return os.environ.get(SPOUT_VARIABLE)


def hold(kettle):
    while True:
        if kettle.ready():
            break


def take(kettle):
    while True:
        if kettle.leave():
            return
"""
C = b"""#define COMMAND(name) void name (struct app *app)
struct app { int quit; struct list *next; };
static void drain (struct app *app) { app->quit = 0; }
static bool open_tap (struct app *app) {
    if (!app->next) {
        return false;
    }
    return true;
}
COMMAND(CommandQuit) {
    app->quit = 1;
    drain (app);
}
COMMAND(CommandDrop) {
    assert (app != NULL);
    if (app->quit) {
        drain (app);
    }
}
int fill (struct app *app) {
    int result = 0;
    do {
        if (app->quit == 0 && open_tap (app)) {
            drain (app);
        } else {
            result = 2;
        }
        drain (app);
    } while (app->quit);
    return result;
}
void connect_tap (struct app *app, int waitMillis) {
    with_lock (app, [&](int socket) {
        if (waitMillis == 0) {
            drain (app);
            return;
        }
        open_tap (app);
    });
}
std::string label (struct app *app) {
    if (!app->next) {
        return "";
    }
    return "tap";
}
int warm (struct app *app) {
    if (set_temperature (app, 3) < 0) {
        return -1;
    }
    if (temperature_setting_is_major (app)) {
        app->quit = 3;
    }
    return 0;
}
"""
ANSWERED = {
    "When does Kettle.ready return False?": ["Kettle.ready returns not (self.boiling or self.level == 0), False where that does not hold (kettle.py:11)"],
    "Does Kettle.mean return None when count is 0?": ["Yes: Kettle.mean returns None, when `count == 0` (kettle.py:14)"],
    "Does Kettle.leave return True when cancel_rest is False?": ["No, not then: Kettle.leave returns True, when `cancel_rest` (kettle.py:20)"],
    "What does Kettle.leave return if cancel_rest is false?": ["Kettle.leave returns False, unless `cancel_rest` (kettle.py:21)"],
    "Does Kettle.leave return True if cancel_rest is set?": ["Yes: Kettle.leave returns True, when `cancel_rest` (kettle.py:20)"],
    "Which exceptions does Kettle.tidy catch?": [
        "Kettle.tidy catches: `except KeyError`, then: Set self.level to 1; Set self.boiling to False; 1 more steps (kettle.py:35)",
        "Kettle.tidy catches: `except OSError`, then: Set self.level to 2; Set self.boiling to True; 1 more steps (kettle.py:39)",
        "Kettle.tidy catches: `except ValueError`, then: Set self.level to 3; Set self.boiling to True; 1 more steps (kettle.py:43)",
    ],
    "Who deletes files on disk?": ["Kettle.spare calls os.remove (kettle.py:49)"],
    "Which methods of Kettle are never called in the package?": [
        "no call of Kettle.mean is found in the product (kettle.py:13)",
        "no call of Kettle.spare is found in the product (kettle.py:48)",
        "no call of Kettle.tidy is found in the product (kettle.py:32)",
    ],
    "Who raises SpoutError?": ["spout raises SpoutError (kettle.py:63)"],
    "Which environment variables are read?": ["`KETTLE_SPOUT`, read by spout (kettle.py:64)"],
    "What happens when setting the temperature fails?": [
        "warm: `set_temperature (app, 3)` fails where `set_temperature (app, 3) < 0` (tap.cc:48)",
        "then: `return -1` (tap.cc:49)",
    ],
    "What is the difference between hold and take?": [
        "hold: as its name says (kettle.py:67)",
        "take: Returns early where kettle.leave() holds. (kettle.py:73)",
        "only hold calls `Kettle.ready` (kettle.py:67)",
        "only take calls `Kettle.leave` (kettle.py:73)",
    ],
    "Who calls drain?": [
        "COMMAND(CommandQuit) calls drain (tap.cc:12)",
        "COMMAND(CommandDrop) calls drain (tap.cc:17)",
        "fill calls drain (2 times) (tap.cc:24)",
        "connect_tap::<lambda> calls drain (tap.cc:35)",
    ],
    "How does CommandQuit reach drain?": ["COMMAND(CommandQuit) calls drain (tap.cc:12)"],
    "When does CommandDrop call drain?": ["COMMAND(CommandDrop) calls drain, when `app->quit` (tap.cc:17)"],
    "What happens when open_tap fails?": [
        "fill: `open_tap (app)` fails where `not (open_tap (app))` (tap.cc:23)",
        "then: `result = 2` (tap.cc:26)",
    ],
    "What does connect_tap do when the wait is zero?": ["drain(app), when `waitMillis == 0` (tap.cc:35)", "Return, when `waitMillis == 0` (tap.cc:36)"],
    "When does label return an empty string?": ['label returns "", when `!app->next` (tap.cc:43)'],
    "Who reads app.next?": ["open_tap names app->next (tap.cc:5)", "label names app->next (tap.cc:42)"],
}  # fmt: skip


@pytest.fixture(scope="module")
def kitchen() -> Desk:
    return desk({"kettle.py": PYTHON, "tap.cc": C})


@pytest.mark.parametrize("question", ANSWERED)
def test_a_question_is_answered_by_what_is_chosen_there(kitchen: Desk, question: str) -> None:
    reply = by_rules(kitchen, question)
    assert [f"{line.text} ({line.path}:{line.line})" for line in reply.said] == ANSWERED[question], reply


def test_how_often_something_is_tried_is_left_to_the_reader(kitchen: Desk) -> None:
    reply = by_rules(kitchen, "How often does Kettle.pour try to open the path?")
    assert "how often that is in one run I do not count" in reply.note
    assert [line.text for line in reply.said][:2] == [
        "Kettle.pour: goes through `attempt in range(1, 4)`",
        "Kettle.pour: `return open(path)`, in the loop `for attempt in range(1, 4)`",
    ]
