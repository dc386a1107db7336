"""What a second call finds, when one is made, what a field is at first, who has a thing of a name, what is tried again, which threads are started."""

from __future__ import annotations

import pytest

from flowscout.tools.asking.answer import by_rules
from flowscout.tools.desk import Desk
from tools.shop import desk

FERRY = b"""import threading


def aside(work):
    thread = threading.Thread(target=work)
    thread.start()
    return thread


class Ferry:
    def __init__(self, bank):
        self.mood = None
        self.tied = True
        self.bank = bank

    def cast_off(self):
        if not self.tied:
            raise ValueError("under way")
        self.tied = False
        aside(self.ring)
        threading.Thread(target=self.watch).start()

    def moor(self):
        self.bank.hold(self)

    def steer(self, wheel):
        while True:
            try:
                return wheel.turn()
            except TimeoutError:
                continue

    def ring(self):
        pass

    def watch(self):
        pass


def wait(bell, patience, loud=False):
    while patience > 0:
        if bell.rung:
            break
        patience -= 1
    if loud:
        bell.store()
    return patience


def lane(fog):
    if fog:
        return ()
    return [1]


def cross(ferry, fog, night):
    if fog:
        ferry.steer(None)
    # at night the bell is rung
    if night:
        lane(fog)


def WEIGH(load):
    return load


WIDTH = 3


def ready(self):
    if not self.inspection():
        return False
    return True


def inspect_all(self):
    try:
        self.inspection()
    except InspectionError:
        return None
    return self.hull
"""
FLAG = b"""static int flag = -1;
static int ropes[2];
int raise_flag(const char *name);
int knot(int *ropes);

void hoist(const char *name) {
  if (flag != -1)
    errx(1, "hoisted already");
  flag = raise_flag(name);
}

void tie(void) {
  if (knot(ropes) == -1)
    errx(1, "no knot");
  ropes[0] = -1;
}

int crew(void) { return fork(); }

int launch_boat(const char *name) {
  int boat = fork();
  if (boat == 0)
    errx(1, "aboard");
  if (boat == -1)
    return -1;
  bell_init();
  oarlift(name);
  fog_start();
  say_verbose("bells: %d rung, oars: %d", 1, 2);
  bell_stop();
  fog_stop();
  oar_stop();
  return 0;
}

void hail(int other) {
  if (other > 1)
    kill(other, SIGUSR1);
  note(SIGUSR1);
}

static int sail(int wind) {
  if (wind > 9)
    return 3;
  return 0;
}

int main(int argc, char **argv) {
  int status = 0;
  if (argc > 4)
    status = 7;
  if (argc > 3)
    return status;
  return sail(argc);
}
"""


@pytest.fixture(scope="module")
def harbour() -> Desk:
    return desk({"ferry.py": FERRY, "flag.c": FLAG})


@pytest.mark.parametrize(
    "question",
    [
        "can Ferry.cast_off be called twice?",
        "is it safe to call Ferry.cast_off again?",
        "what happens if Ferry.cast_off is called more than once",
        "is Ferry.cast_off idempotent?",
    ],
)
def test_a_second_call_finds_what_the_first_has_set(harbour: Desk, question: str) -> None:
    said = by_rules(harbour, question).said
    assert [line.line for line in said] == [18, 19]
    assert said[0].text == 'Ferry.cast_off: `raise ValueError("under way")`, when `not self.tied`'


def test_a_second_call_in_c(harbour: Desk) -> None:
    said = by_rules(harbour, "can hoist be called twice?").said
    assert [line.line for line in said] == [8, 9]


def test_what_a_call_is_given_is_not_what_is_asked(harbour: Desk) -> None:
    assert by_rules(harbour, "can tie be called twice?").said[0].text.startswith("I say neither yes nor no: ")
    assert by_rules(harbour, "is Ferry.moor idempotent?").said[0].text.startswith("I say neither yes nor no: ")


def test_whether_it_is_called_when(harbour: Desk) -> None:
    said = by_rules(harbour, "is Ferry.steer called when there is fog?").said
    assert said[0].text.startswith("Yes: cross calls ")
    assert said[0].line == 58
    assert by_rules(harbour, "is lane called at night?").asked != "called_when"
    assert by_rules(harbour, "is lane called when the bell is rung?").said[0].text.startswith("Yes: cross calls lane")
    other = by_rules(harbour, "is lane called when the tide is out?")
    assert other.note.startswith("I say neither yes nor no")
    assert other.said[0].line == 61
    assert not by_rules(harbour, "is lane called when the bell is not rung?").said[0].text.startswith("Yes")


def test_what_a_field_is_at_first(harbour: Desk) -> None:
    for question in ("what is Ferry.mood set to at first?", "what is the initial value of Ferry.mood"):
        assert [line.text for line in by_rules(harbour, question).said] == ["Ferry.__init__: `self.mood = None`"]


def test_who_has_a_thing_of_a_name(harbour: Desk) -> None:
    assert [line.line for line in by_rules(harbour, "which scales have a WEIGH function?").said] == [64]
    assert [line.text for line in by_rules(harbour, "which boats define WIDTH?").said] == ["WIDTH is set: `WIDTH = 3`"]


def test_what_is_tried_again(harbour: Desk) -> None:
    said = by_rules(harbour, "does Ferry.steer retry on a timeout?").said
    assert said[0].text.startswith("Yes: Ferry.steer goes on with the loop: `continue`")
    assert by_rules(harbour, "does Ferry.steer retry on a collision?").said == ()
    assert (
        by_rules(harbour, "does lane try again on a collision?").said[0].text.startswith("Not itself: lane has no loop")
    )


def test_which_threads_are_started(harbour: Desk) -> None:
    said = by_rules(harbour, "which threads does Ferry start?").said
    assert [line.text.partition(",")[0] for line in said] == [
        "Ferry.cast_off: `aside(self.ring)`",
        "Ferry.cast_off: `threading.Thread(target=self.watch)`",
    ]
    assert by_rules(harbour, "does Ferry.moor start a thread?").asked != "threads"


def test_an_empty_tuple_is_a_value(harbour: Desk) -> None:
    assert by_rules(harbour, "can lane return an empty tuple?").said[0].text == "Yes: lane returns ()"
    assert by_rules(harbour, "can lane return an empty list?").said[0].text.startswith("I cannot tell: ")
    assert by_rules(harbour, "what does lane return?").said[0].text == "lane returns ()"


def test_what_is_asked_beside_is_said_not_to_be_weighed(harbour: Desk) -> None:
    reply = by_rules(harbour, "who calls lane, and what do they do?")
    assert reply.note.startswith("I do not weigh `and what do they do`")
    assert reply.said[0].line == 61


def test_calls_of_what_is_not_of_the_project_are_counted(harbour: Desk) -> None:
    reply = by_rules(harbour, "how many fork() calls are there, and where?")
    assert [line.line for line in reply.said] == [18, 21]
    assert "2 calls of it are seen." in reply.note


def test_the_unit_is_left_to_the_reader(harbour: Desk) -> None:
    reply = by_rules(harbour, "what is WIDTH in seconds?")
    assert reply.said[0].text == "WIDTH is `3`"
    assert reply.note.startswith("I do not weigh `in seconds`.")


def test_what_fails_is_told_by_the_test_that_says_so(harbour: Desk) -> None:
    said = by_rules(harbour, "what happens when fork fails in launch_boat?").said
    assert [line.line for line in said] == [21, 25]


def test_what_fails_is_found_by_its_noun(harbour: Desk) -> None:
    said = by_rules(harbour, "what happens when inspection fails?").said
    assert "except InspectionError" in said[0].text


def test_with_what_the_program_is_left(harbour: Desk) -> None:
    said = by_rules(harbour, "what does it exit with when the wind is too strong?").said
    assert said == ()
    said = by_rules(harbour, "which exit code is returned when there is only wind?").said
    assert [line.line for line in said] == [44]
    assert by_rules(harbour, "which exit code is returned when there is no wind?").said == ()
    assert by_rules(harbour, "which exit code is returned with argc?").said == ()
    assert by_rules(harbour, "what does it exit with if argc is set").said == ()
    said = by_rules(harbour, "which exit code is given if there is an argc").said
    assert [line.text for line in said] == ["main: `status = 7`, when `argc > 4`"]


def test_what_is_told_is_no_step_and_names_may_be_cut(harbour: Desk) -> None:
    said = by_rules(harbour, "does launch_boat lift the oars before it starts fogging?").said
    assert [line.line for line in said] == [27, 27, 28]
    assert said[0].text.startswith("Yes: ")
    said = by_rules(harbour, "in what order does launch_boat stop bell, fog and oar?").said
    assert [line.line for line in said[1:]] == [30, 31, 32]


def test_when_it_comes_to_its_end(harbour: Desk) -> None:
    said = [line.text for line in by_rules(harbour, "when does wait stop?").said]
    assert said == [
        "wait: `break`, when `patience > 0` and `bell.rung`",
        "wait: `return patience`",
        "wait: its loop ends where `patience > 0` is no longer so",
    ]


def test_who_sends_a_signal(harbour: Desk) -> None:
    said = [line.text for line in by_rules(harbour, "which functions send SIGUSR1?").said]
    assert said == ["hail: `kill(other, SIGUSR1)`, when `other > 1`"]


def test_a_flag_is_on_by_its_default(harbour: Desk) -> None:
    assert by_rules(harbour, "is wait loud by default?").said[0].text == "No: `loud` of wait is `False` by default"
    assert by_rules(harbour, "is wait quiet by default?").asked != "flag_by_default"


def test_what_is_called_under_the_opposite_is_no_answer_of_another_kind(harbour: Desk) -> None:
    reply = by_rules(harbour, "does wait store when loud is off?")
    assert not any(line.text.startswith("Yes") for line in reply.said)
