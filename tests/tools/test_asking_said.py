"""What is said by a counter, a stub, a macro of two values, one of two alternatives: each a kind of question that was answered by something else."""

from __future__ import annotations

import pytest

from flowscout.tools.asking.answer import by_rules
from flowscout.tools.desk import Desk
from tools.shop import desk

C = b"""#ifdef WIDE
#define LARGEST_PARCEL (1 << 20)
#else
#define LARGEST_PARCEL ((1 << 10) - 1)
#endif

static void report(struct pool *p) {
  append("parcels_evicted", p->evicted);
}

static int pull(struct pool *p) {
  struct parcel *last = p->tail;
  if (p->full) {
    p->evicted++;
    unlink_parcel(p, last);
  }
  return 0;
}

static int put(struct pool *p) {
  if (p->slots == 0) {
    /* HACK: discard the parcel here? */
    note(p, 3);
  }
  return 1;
}

static void *take(struct pool *p, long s) {
  if (p != NULL && p->max_parcel > 0) {
    if (s > p->max_parcel - p->taken)
      return NULL;
    p->taken += s;
    return carry(p);
  }
  return plain_carry(s);
}
"""
CC = b"""class Box {
 public:
  static const int kDefaultDepth = 8 << 2;
  Box() : depth_limit_(kDefaultDepth), lid_(3) {}
  int depth_limit() const { return depth_limit_; }

 private:
  int depth_limit_;
  int lid_;
};
"""
STUB = b"""class Post:
    def drop(self, key: str) -> None: ...
"""
PYTHON = b"""import os


class Post:
    def drop(self, key):
        if key not in self.boxes:
            raise KeyError(key)
        del self.boxes[key]

    def serve(self, filename, root):
        if not filename.startswith(root):
            return Refusal(403)
        if not os.path.exists(filename) or not os.path.isfile(filename):
            return Refusal(404)
        return open(filename)


class Keeping:
    def by_count(self, logs, number):
        for log in sorted(logs)[number:]:
            os.remove(log)
"""


@pytest.fixture(scope="module")
def house() -> Desk:
    return desk({"pool.c": C, "box.h": CC, "post/__init__.pyi": STUB, "post/_post.py": PYTHON})


ASKED = {
    "what is the default of LARGEST_PARCEL?": ["macro LARGEST_PARCEL is `(1 << 20)` (pool.c:2)", "macro LARGEST_PARCEL is `((1 << 10) - 1)` (pool.c:4)"],
    "what is the default of depth_limit?": ["Box::Box: `depth_limit_` is `kDefaultDepth`; kDefaultDepth is `8 << 2` (box.h:4)"],
    "where is a parcel evicted?": ["pull: `p->evicted++`, when `p->full` (pool.c:14)", "pull: `unlink_parcel(p, last)`, when `p->full` (pool.c:15)"],
    "what does drop raise when the key does not exist?": ["Post.drop raises KeyError, when `key not in self.boxes` (post/_post.py:7)"],
    "what does serve return when the file does not exist?": ["Post.serve: `os.path.exists(filename)` says that it is not there where `not os.path.exists(filename)` (post/_post.py:13)", "then: `return Refusal(404)` (post/_post.py:14)"],
    "what does take return when the parcel is beyond the limit?": ["take returns NULL, when `p != NULL && p->max_parcel > 0` and `s > p->max_parcel - p->taken` (pool.c:31)"],
    "where are old log files deleted?": ["Keeping.by_count: `os.remove(log)`, in the loop `for log in sorted(logs)[number:]` (post/_post.py:21)"],
}  # fmt: skip


@pytest.mark.parametrize("question", ASKED)
def test_it_is_answered_by_what_says_it(house: Desk, question: str) -> None:
    reply = by_rules(house, question)
    assert [f"{said.text} ({said.path}:{said.line})" for said in reply.said] == ASKED[question], reply
