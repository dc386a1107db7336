"""Which option does something, what is done by default, and in what order one deed is done to several things."""

from __future__ import annotations

import pytest

from flowscout.tools.asking.answer import by_rules
from flowscout.tools.desk import Desk
from tools.shop import desk

C = b"""static int want_bells = 1;
static int leaving = 0;

static void usage(void) {
  printf("\\t--no-bells\\n"
         "\\t\\tKeep the bells of the tower silent at night.\\n");
  printf("\\t--ropes N\\n"
         "\\t\\tHow many ropes to hang.\\n");
}

void on_signal(int number) { leaving = 1; }

int main(int argc, char **argv) {
  signal(SIGTERM, on_signal);
  if (strcmp(argv[1], "--no-bells") == 0)
    want_bells = 0;
  while ((opt = getopt(argc, argv, "h:")) != -1) {
    switch (opt) {
      case 'h':
        hammer_weight = atoi(optarg);
        break;
    }
  }
  while (1) {
    if (leaving)
      exit(1);
    swing();
  }
}

int tower_count(struct tower *t) {
  pthread_mutex_lock(&t->stairs_lock);
  if (t->n) {
    pthread_mutex_unlock(&t->stairs_lock);
    return t->n;
  }
  pthread_mutex_unlock(&t->stairs_lock);
  loft_lock(t);
  climb(t);
  loft_unlock(t);
  return 0;
}

int peal_process(struct tower *t, int size) {
  /* If the peal is disabled, just ring once */
  if (size <= 0) {
    ring(t);
    return 0;
  }
  return t->n;
}

static int is_rusty(struct tower *t) {
  if (t->n < 0)
    return 0;
  return t->n > 9;
}

int leave_loft(struct tower *t) {
  if (t->n)
    perish("the loft is shut");
  return 0;
}

gboolean hoist(struct tower *t) {
  if (!t)
    return FALSE;
  return TRUE;
}

/* Sorted by weight. */
void list_bells(struct tower *t) {
  by_weight(t);
  write_bells(t);
}

static void prepare(void) {
  ctx.cfg.ropes = 3;
  ctx.cfg.hidden_bells = 0;
  ctx.cfg.pigeons = 1;
  ctx.cfg.name = "tower";
  ctx.cfg.depth = 4;
  ctx.cfg.height = 40;
}

int climb(struct tower *t) { return t->n; }
"""
PYTHON = b"""class Ringer:
    def __init__(self, rope, deaf_to_hup=False):
        self.rope = rope

    def pull(self, which):
        \"\"\"Sends the given signal to the tower.\"\"\"
        os.kill(self.rope, which)

    def finish(self, force=False, attempts=3):
        self.pull(signal.SIGHUP)
        self.pull(signal.SIGINT)
        if force:
            self.pull(signal.SIGKILL)

    def climb(self, attempts=3):
        tries = 0
        while tries < attempts:
            tries += 1
"""
CHORES = b"""class Chores:
    def check_rota(self):
        if not self.fits:
            self.store.delete_file(self.rotalist)

    def finish(self):
        self.rotalist.unlink()
        self.ended = True

    def close(self):
        \"\"\"Closes what has ended.\"\"\"
        self.closed = True
"""
ROPES = b"""void Ropes::hang(Rope r) { ropes_.push_back(r); }

void Ropes::inspect() {
  ropes_.erase(std::remove_if(ropes_.begin(), ropes_.end(), worn), ropes_.end());
}
"""


@pytest.fixture(scope="module")
def tower() -> Desk:
    return desk({"tower.c": C, "ringer.py": PYTHON, "ropes.cc": ROPES, "chores.py": CHORES})


ANSWERED = {
    "which option turns the bells off at night?": ["`--no-bells`: `--no-bells Keep the bells of the tower silent at night. "],
    "how do I disable the bells of the tower?": ["`--no-bells`: `--no-bells Keep the bells of the tower silent at night. "],
    "which parameter makes the ringer deaf to HUP?": ["`deaf_to_hup` of Ringer.__init__, `False` by default"],
    "in what order does finish send its signals?": [
        "Ringer.finish: `self.pull(signal.SIGHUP)`", "Ringer.finish: `self.pull(signal.SIGINT)`", "Ringer.finish: `self.pull(signal.SIGKILL)`, when `force`"],
    "does finish send SIGKILL by default?": [
        "Ringer.finish: `self.pull(signal.SIGKILL)`, when `force`", "`force` of Ringer.finish is `False` by default"],
    "how many times does Ringer.climb retry by default?": ["Ringer.climb: `def climb(self, attempts=3):`"],
    "what signals make the tower exit?": ["SIGTERM: main lets `on_signal` handle it, which sets `leaving`, under which the program is left"],
    "is stairs_lock still held when tower_count calls climb?": ["Not in the functions that do it: 0 of 1 places hold stairs_lock"],
    "which option sets the weight of the hammer?": ["`-h`: `hammer_weight = atoi(optarg);`"],
    "does peal_process ring when the peal is disabled?": ["peal_process calls ring, when `size <= 0`"],
    "when is a tower considered rusty?": ["is_rusty returns 0, when `t->n < 0`", "is_rusty returns t->n > 9, unless `t->n < 0`"],
    "are hidden bells enabled by default?": ["prepare: `ctx.cfg.hidden_bells` is `0`"],
    "can leave_loft terminate the process?": ["Not that I can see: leave_loft exits nothing itself"],
    "when does hoist return FALSE?": ["hoist returns FALSE, when `!t`"],
    "when is a rope removed from the list of ropes?": ["Ropes::inspect: `ropes_.erase("],
}  # fmt: skip


@pytest.mark.parametrize("question", ANSWERED)
def test_a_question_is_answered_by_what_stands_there(tower: Desk, question: str) -> None:
    reply = by_rules(tower, question)
    assert len(reply.said) >= len(ANSWERED[question]), reply
    for line, begins in zip(reply.said, ANSWERED[question], strict=False):
        assert line.text.startswith(begins), reply


def test_what_only_a_comment_says_comes_neither_first_nor_last(tower: Desk) -> None:
    assert not by_rules(tower, "are the bells sorted before they are written?").said


def test_what_is_no_option_is_none_by_another_reading(tower: Desk) -> None:
    reply = by_rules(tower, "which option pulls the bell?")
    assert not reply.said
    assert reply.note.startswith("I find no option of which name, help or comments say all of `pulls the bell`.")


def test_a_name_that_has_all_words_is_meant_rather_than_each_word(tower: Desk) -> None:
    reply = by_rules(tower, "when is the rota list deleted?")
    assert reply.note.startswith("I read `rota list` as `rotalist`.")
    assert [line.line for line in reply.said] == [4, 7]


def test_what_does_only_something_of_the_kind_is_left_out(tower: Desk) -> None:
    assert [line.text for line in by_rules(tower, "where do we set ended to True?").said] == [
        "Chores.finish: `self.ended = True`"
    ]


def test_a_signal_that_a_call_names_is_not_denied(tower: Desk) -> None:
    assert not any(line.text.startswith("No") for line in by_rules(tower, "does finish send SIGKILL?").said)
