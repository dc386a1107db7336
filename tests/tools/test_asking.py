"""Questions in plain words: each is answered as asked, with the line of what it tells, or refused."""

from __future__ import annotations

import pytest

from flowscout.tools.asking import intents, keys
from flowscout.tools.asking.answer import by_rules
from flowscout.tools.asking.kinds import ANSWERS
from flowscout.tools.asking.question import orders
from flowscout.tools.asking.question.forms import FORMS
from flowscout.tools.asking.reading import read
from flowscout.tools.desk import Desk
from tools.shop import FILES, desk


@pytest.fixture(scope="module")
def shop() -> Desk:
    return desk(FILES | {
        "lib/box.cc": b'#include "box.h"\n\nint Box::open(const char *name) {\n  if (!name) {\n    return -1;\n  }\n  mutex_.lock();\n  size_ = 2;\n  return 0;\n}\n',
        "lib/box.h": b"class Box {\n public:\n  int open(const char *name);\n\n private:\n  std::mutex mutex_;\n  int size_;\n};\n",
        "lib/lid.h": b"typedef struct lid {\n  int width;\n} lid_t;\n",
        "lib/lid.c": b'#include "lid.h"\n\nlid_t *made(lid_t *old) {\n  return old;\n}\n',
        "lib/box_test.cc": b'#include "box.h"\n\nTEST_F(BoxTest, Opens) {\n  Box box;\n  EXPECT_EQ(box.open("a"), 0);\n}\n',
    })  # fmt: skip


DROP = "`shop/store.py::drop`"
ANSWERED = {
    f"who calls {DROP}?": ["sweep calls drop (shop/store.py:12)", "Shelf.drop calls drop (shop/store.py:17)"],
    "Which functions call sweep?": ["main calls sweep (shop/main.py:5)", "test_sweep calls sweep (tests/test_store.py:5)"],
    "what does sweep call?": ["sweep calls drop (shop/store.py:12)"],
    "who calls os.remove?": ["drop calls os.remove, which is not of this project (shop/store.py:7)"],
    "where is Shelf defined?": ["class Shelf (shop/store.py:15)"],
    f"what can {DROP} raise?": ["drop raises ValueError (shop/store.py:6)"],
    "where is ValueError raised": ["drop raises ValueError (shop/store.py:6)"],
    "what can sweep raise": ["sweep raises ValueError, through drop (shop/store.py:12)"],
    "does sweep call alone?": ["No: sweep does not call alone, as far as calls can be resolved (shop/store.py:10)"],
    f"does main call {DROP}?": [
        "No, not itself: main does not call drop; but through others: (shop/main.py:4)", "main calls sweep (shop/main.py:5)", "sweep calls drop (shop/store.py:12)"],
    f"is {DROP} reachable from main?": ["Yes: main calls sweep (shop/main.py:5)", "sweep calls drop (shop/store.py:12)"],
    f"how does {DROP} reach main?": ["No calls lead from drop to main, as far as they can be resolved; the other way round there are (shop/store.py:4)"],
    "which tests cover sweep?": ["test_sweep calls sweep (tests/test_store.py:5)"],
    "is alone tested?": ["No: no test is found that leads to alone, as far as calls can be followed (shop/orphan.py:1)"],
    "is sweep used?": ["Yes: main calls sweep (shop/main.py:5)", "test_sweep calls sweep (tests/test_store.py:5)"],
    "what can Box::open return?": ["Box::open returns -1 (lib/box.cc:5)", "Box::open returns 0 (lib/box.cc:9)"],
    "how can Box::open fail?": ["Box::open returns -1 (lib/box.cc:5)"],
    "who writes `size_`?": ["Box::open writes Box.size_ (lib/box.cc:8)"],
    "what can Shelf raise?": ["Shelf.drop raises ValueError, through drop (shop/store.py:17)"],
    "when can Box return -1?": ["Box::open returns -1, when `!name` (lib/box.cc:5)"],
    "how is main connected to sweep?": ["main calls sweep (shop/main.py:5)"],
    "what are the fields of lid_t?": ["lid.width: int (lib/lid.h:2)"],
    "which functions return a lid_t?": ["made returns lid_t * (lib/lid.c:3)"],
    "where is `size_` increased?": ["Box::open writes Box.size_ (lib/box.cc:8)"],
    "what does Box::open lock?": ["Box::open takes a lock: mutex_.lock() (lib/box.cc:7)"],
    "what fields does Box have?": ["Box.mutex_: std::mutex (lib/box.h:6)", "Box.size_: int (lib/box.h:7)"],
    "which files depend on shop/store.py?": [
        "shop/__init__.py needs shop/store.py (shop/__init__.py:1)", "shop/main.py needs shop/store.py (shop/main.py:1)",
        "tests/test_store.py needs shop/store.py (tests/test_store.py:1)"],
    "where's Shelf?": ["class Shelf (shop/store.py:15)"],
    "which code uses sweep?": ["main calls sweep (shop/main.py:5)", "test_sweep calls sweep (tests/test_store.py:5)"],
    "is alone dead code?": ["As far as calls can be resolved: no call of alone is found in this project; it is public and called by nobody (shop/orphan.py:1)"],
    "does sweep call os.remove?": ["No: sweep does not call os.remove itself, as far as calls can be resolved (shop/store.py:10)"],
    "what writes nothing_known?": [],
    "what changed in shop/main.py?": ["main now raises ValueError via sweep → drop, by an edit of drop (shop/main.py:4)"],
    "what have I changed?": [
        "drop: Adds a check: when `not name`, raises `ValueError(name)`. (shop/store.py:5)", "sweep: Goes through `name in names` where it went through `name in sorted(names)`. (shop/store.py:11)",
        "main now raises ValueError via sweep → drop, by an edit of drop (shop/main.py:4)", "Shelf.drop now raises ValueError via drop, by an edit of drop (shop/store.py:16)",
        "drop now raises ValueError, by an edit of its own (shop/store.py:4)"],
    "what changed since v1.2?": [],
    "how does main reach os.remove()?": [
        "main calls sweep (shop/main.py:5)", "sweep calls drop (shop/store.py:12)", "drop calls os.remove, which is not of this project (shop/store.py:7)"],
    f"does {DROP} return early if the name is empty?": [],
    "what sets `size_` to 2?": ["Box::open: `size_ = 2`, unless `!name` (lib/box.cc:8)"],
    "what sets `size_` to 3?": [],
    "where is `size_` set to 2 in Box?": ["Box::open: `size_ = 2`, unless `!name` (lib/box.cc:8)"],
    "who passes sweep as a callback?": [],
    "which callers ignore the return value of sweep?": [
        "main calls sweep and leaves its result alone (shop/main.py:5)", "test_sweep calls sweep and leaves its result alone (tests/test_store.py:5)"],
    "who checks the result of sweep?": ["None of the 2 calls of sweep that are known takes its result (shop/store.py:10)"],
    "what breaks if sweep returns a list?": ["main calls sweep (shop/main.py:5)", "test_sweep calls sweep (tests/test_store.py:5)"],
    "does main always call sweep(names)?": ["main calls sweep (shop/main.py:5)"],
    "which tests cover Box::open?": ["TEST_F(BoxTest,Opens) calls Box::open (lib/box_test.cc:5)"],
}  # fmt: skip


@pytest.mark.parametrize("question", ANSWERED)
def test_a_question_is_answered_with_the_line_of_what_it_tells(question: str, shop: Desk) -> None:
    reply = by_rules(shop, question)
    assert [f"{said.text} ({said.path}:{said.line})" for said in reply.said] == ANSWERED[question], reply


@pytest.mark.parametrize("question", [
    "what is the meaning of life?", "who calls sweep when the shop is closed?", "why does sweep call drop?", "does sweep call drop before it opens the file?",
    "who does not call sweep?", "what is the biggest function?", "who calls the session?", "", "who wrote sweep?", "what calls sweep more than twice?", "how many lines has sweep?",
])  # fmt: skip
def test_what_is_not_understood_as_a_whole_is_refused(question: str, shop: Desk) -> None:
    reply = by_rules(shop, question)
    assert (reply.said, reply.asked) == ((), "")
    assert reply.note


def test_a_name_that_is_not_there_or_of_many_is_not_guessed(shop: Desk) -> None:
    assert "near: sweep" in by_rules(shop, "who calls swep?").note
    many = desk({f"{letter}.py": b"def go():\n    pass\n" for letter in "abcdef"})
    assert "is the name of 6 functions" in by_rules(many, "who calls go?").note


def test_a_method_of_a_type_above_is_the_type_s_too() -> None:
    here = desk(
        {
            "a.py": b"class A:\n    def go(self):\n        pass\n\n\nclass B(A):\n    pass\n\n\ndef run(b: B):\n    b.go()\n"
        }
    )
    assert [said.text for said in by_rules(here, "who calls B.go?").said] == ["run calls A.go"]


def test_a_list_that_is_cut_says_so() -> None:
    here = desk(
        {"a.py": b"def go():\n    pass\n" + b"".join(b"def c%d():\n    go()\n" % number for number in range(21))}
    )
    reply = by_rules(here, "who calls go?")
    assert (len(reply.said), reply.note) == (8, "8 of 21 are shown.")


SHAPES = {
    "zoo.py": (
        b"from typing import overload\n\n\nclass Animal:\n    def __init__(self, name):\n        self.name = name\n\n    def cry(self):\n        raise NotImplementedError\n\n\n"
        b"class Dog(Animal):\n    def cry(self):\n        return 'wow'\n\n\nclass Puppy(Dog):\n    pass\n\n\n"
        b"@overload\ndef feed(animal: Dog) -> int: ...\n\n\ndef feed(animal: Animal, food=None):\n    if food is None and not animal.name:\n        raise ValueError('food')\n"
        b"    for each in food:\n        try:\n            animal.cry()\n        except OSError:\n            return None\n    return len(food)\n"
    ),
    "mem.c": b"#include <stdlib.h>\nstruct box { char *b; struct box *next; };\nvoid drop(struct box *box, struct box *other) {\n  box->next = other;\n  other->b = 0;\n  free(box->b);\n  if (!other)\n    exit(1);\n}\n",
    "take.c": b"#include <stdlib.h>\n#ifndef OWN\n#define take malloc\n#else\nvoid *take(int n) { return 0; }\n#endif\nint get(int n) { int error = !take(n); return error; }\n",
    "pass.cc": (b"#include <stdlib.h>\nstruct NotThere {};\nstatic char *last_;\n\nstatic char *make(int n) { return n ? forge(last_) : NULL; }\nstatic char *keep(int n) { return last_; }\n"
                b"void pick(int n) { if (n < 0) fail_with<NotThere>(n); }\nchar *pass(int n) { return make(n); }\nvoid poke(int n) { auto &one = all_[n]; one.stop(); }\n"),
    "row.h": b"struct box;\ntypedef struct box *row_t;\ntypedef void (*row_fn)(row_t row);\n",
    "put.c": b"#include <stdio.h>\nstatic FILE *out_;\nstatic void put(int n) { fprintf(out_, \"%d\", n); }\nvoid tell(int n) { put(n); }\nchar *spare(void) { return 0; }\n",
    "rm.py": b"import os\n\n\ndef gone(path):\n    os.unlink(path)\n\n\nclass Box:\n    def drop(self, key):\n        del self.items[key]\n\n\ndef drop_file_of(key):\n    redis.delete(key)\n",
    "find.c": (
        b"#define CHECK(x) do { if (!(x)) abort(); } while (0)\nvoid lock(void);\nint find(int *all, int n, int want) {\n  CHECK(n > 0);\n  lock();\n  for (int i = 0; i < n; i++) {\n    if (all[i] == want) return i;\n  }\n  return -1;\n}\n"
        b"void test_find(void) { int a[1]; find(a, 1, 0); }\n"
    ),
    "flags.py": (b"class Flags:\n    def unset(self, key):\n        deep = self.flags\n        for part in key[:-1]:\n            deep = deep[part]\n        deep.pop(key[-1], None)\n\n"
        b"    def mark(self, key):\n        self.flags.append(key)\n        last = self.old.pop()\n\n    def peek(self):\n        deep = self.flags\n        deep.look()\n"),
    "port.h": b"struct Port {\n  virtual int openPort(int n) = 0;\n};\nstruct RealPort : Port {\n  int openPort(int n) override;\n};\n",
    "port.cc": (b'#include "port.h"\n#include <algorithm>\nint RealPort::openPort(int n) {\n  if (n < 0) return -1;\n  return n ? n : -2;\n}\nRealPort *newPort(int *a, int *b) {\n  std::remove(a, b, 3);\n'
                b"  portfree(a);\n  return nullptr;\n}\n"),
    "timed.py": b"import collections.abc\n\n\nclass Timed(collections.abc.Sized):\n    def __len__(self):\n        self.expire()\n        return 0\n\n\nclass Cache(Timed):\n    def expire(self):\n        pass\n",
}  # fmt: skip
SHAPED = {
    "which classes inherit from Animal?": ["Dog derives from Animal (zoo.py:12)", "Puppy derives from Dog (zoo.py:17)"],
    "what does Puppy derive from?": ["Puppy derives from Dog (zoo.py:17)"],
    "is Puppy a subclass of Animal?": ["Yes, through others: Puppy derives from Dog (zoo.py:17)"],
    "does Animal inherit from Dog?": ["No: Animal derives from nothing (zoo.py:4)"],
    "what overrides Animal.cry?": ["Dog.cry overrides Animal.cry (zoo.py:13)"],
    "what methods does Animal have?": ["constructor Animal.__init__ (zoo.py:5)", "method Animal.cry (zoo.py:8)", "fields of Animal: name (zoo.py:4)"],
    "what does mem.c define?": ["struct box (mem.c:2)", "function drop (mem.c:3)"],
    "what arguments does feed take?": ["feed takes `animal: Animal`, `food = None` (zoo.py:25)"],
    "when does feed raise ValueError?": ["feed raises ValueError, when `food is None and not animal.name` (zoo.py:27)"],
    "when does feed return None?": ["feed returns None, in the loop `for each in food`, when `except OSError`, unless `food is None and not animal.name` (zoo.py:32)"],
    "under which conditions does feed call Animal.cry?": ["feed calls Animal.cry (may: one of several targets), in the loop `for each in food`, unless `food is None and not animal.name` (zoo.py:30)"],
    "what does `mem.c::drop` free?": ["drop frees: free(box->b) (mem.c:6)"],
    "which functions can exit the program?": ["drop leaves the program: exit(1) (mem.c:8)"],
    "what does `mem.c::drop` write?": ["drop writes box.b (mem.c:5)", "drop writes box.next (mem.c:4)"],
    "where do we delete files?": ["gone calls os.unlink (rm.py:5)"],
    "when does find return -1?": ["find returns -1, after the loop `i < n`, when `n > 0` (find.c:9)"],
    "does find lock anything?": ["Yes: find takes a lock: lock() (find.c:5)"],
    "does feed lock anything?": ["No: feed locks nothing itself, nor is it found 3 calls below (zoo.py:25)"],
    "which tests cover find?": ["test_find calls find (find.c:11)"],
    "what side effects does Flags.unset have?": [
"Flags.unset writes deep, which stands for a part of `self.flags` (flags.py:6)"],
    "what state does Flags.mark change?": ["Flags.mark writes Flags.flags (flags.py:9)", "Flags.mark writes Flags.old (flags.py:10)"],
    "who writes old?": ["Flags.mark writes Flags.old (flags.py:10)"],
    "what side effects does Flags.peek have?": [
        "Flags.peek writes nothing that outlives the call; but it works on `deep`, which is a part of `self.flags`, and whether that is changed I cannot tell (flags.py:12)"],
    # spelled otherwise
    "who calls `cache.Expire`?": ["Timed.__len__ calls Cache.expire (may: one of several targets) (timed.py:6)"],
    "whcih methods does animal have?": ["constructor Animal.__init__ (zoo.py:5)", "method Animal.cry (zoo.py:8)", "fields of Animal: name (zoo.py:4)"],
    "when does feed return none?": ["feed returns None, in the loop `for each in food`, when `except OSError`, unless `food is None and not animal.name` (zoo.py:32)"],
    # with words that are not weighed
    "what does feed return if the animal is asleep?": [
        "feed returns None, in the loop `for each in food`, when `except OSError`, unless `food is None and not animal.name` (zoo.py:32)",
        "feed returns len(food), after the loop `for each in food`, unless `food is None and not animal.name` (zoo.py:33)"],
    "does `mem.c::drop` free everything it gets?": ["drop frees: free(box->b) (mem.c:6)"],
    # what only states, makes or names a thing
    "who implements Port?": ["RealPort derives from Port (port.h:4)"],
    "what overrides openPort?": ["RealPort.openPort overrides Port.openPort (port.h) (port.h:5)"],
    "what does RealPort::openPort override?": ["RealPort::openPort overrides Port.openPort (port.h:2) (port.cc:3)"],
    "who creates a RealPort?": ["newPort returns `RealPort *` (port.cc:7)"],
    "what does newPort free?": ["newPort frees: portfree(a) (port.cc:9)"],
    "who uses CHECK?": ["find names CHECK (find.c:4)"],
    "who uses struct box?": ["drop names box (mem.c:3)"],
    "where is the port opened?": ["RealPort::openPort: Returns `-1` where n is less than 0; otherwise returns n if n is not 0, else -2. (port.cc:3)"],
    "when does openPort fail?": ["RealPort::openPort returns -1, when `n < 0` (port.cc:4)"],
    "who calls Cache.expire?": ["Timed.__len__ calls Cache.expire (may: one of several targets) (timed.py:6)"],
    # of a function, of its calls by their names, of what else has its name
    "what is the default value of food in feed?": ["`food` of feed is `None` by default (zoo.py:25)"],
    "what is the base class of Puppy?": ["Puppy derives from Dog (zoo.py:17)"],
    "does Flags.peek look at the flags?": ["Flags.peek calls deep.look (flags.py:14)"],
    "does Flags.peek polish the flags?": [],
    "what does Flags.peek look?": ["Flags.peek calls deep.look (flags.py:14)"],
    "does `pass.cc::pass` forge anything?": ["pass → make calls forge (pass.cc:5)"],
    "which functions forge something?": ["make calls forge (pass.cc:5)"],
    "does tell write to a file?": ["tell → put calls fprintf (put.c:3)"],
    "does `pass.cc::pass` write to a file?": [],
    "can `put.c::spare` return NULL?": ["Yes: spare returns 0 (put.c:5)"],
    "where is row_fn defined?": ["type row_fn, another name: typedef void (*row_fn)(row_t row); (row.h:3)"],
    "where is row_t defined?": ["type row_t, another name: typedef struct box *row_t; (row.h:2)"],
    "where is RealPort::openPort declared?": ["RealPort.openPort is declared (port.h:5)"],
    "what deletes the old file?": ["gone: `os.unlink(path)` (rm.py:5)"],
    "what deletes the old session?": [],
    "who calls take?": ["get calls take (may: one of several targets) (take.c:7)", "macro take, which stands for `malloc` (take.c:3)"],
    "can `pass.cc::pass` return NULL?": [
        "It may: pass names no NULL in a return, but returns what it calls; that does: (pass.cc:8)", "pass returns make(n) (pass.cc:8)", "make returns n ? forge(last_) : NULL (pass.cc:5)"],
    "can `pass.cc::keep` return NULL?": ["I cannot tell: keep names no NULL in a return, but returns values that I do not follow (pass.cc:6)", "keep returns last_ (pass.cc:6)"],
    "when does pick raise NotThere?": ["pick names NotThere, when `n < 0` (pass.cc:7)"],
    "can poke fail?": ["Not that I can see: poke raises nothing and returns no error that I know as one, as far as it can be followed (pass.cc:9)"],
    "who writes self.old?": ["Flags.mark writes Flags.old (flags.py:10)"],
    "what happens if n is negative in RealPort::openPort?": [
        "Return -1, when `n < 0` (port.cc:4)"],
    "how can `take.c::get` fail?": ["get returns error (take.c:7)"],
}  # fmt: skip


def test_how_many_is_told_in_figures() -> None:
    assert by_rules(desk(SHAPES), "how many classes derive from Animal?").note == "There are 2."
    assert (
        by_rules(desk(SHAPES), "is feed called in more than one place?").said[0].text
        == "feed has 0 call sites in 0 functions"
    )


@pytest.mark.parametrize("question", SHAPED)
def test_what_things_are_made_of_and_under_what_they_are_reached(question: str) -> None:
    reply = by_rules(desk(SHAPES), question)
    assert [f"{said.text} ({said.path}:{said.line})" for said in reply.said] == SHAPED[question], reply


BELOW_FILES = {
    "gate.c": b"#include <stdlib.h>\nvoid init(void) { get_lock(); }\nstatic void hold(void) { mutex_lock(mutex_); }\nstatic void leave(void) { exit(3); }\nint enter(int n) { hold(); if (n) leave(); return n; }\n",
    "basis.py": b"class Base:\n    pass\n",
    "store.py": (b"from basis import Base as Basis\nLIMIT = 3\n\nclass Store(Basis):\n    def __init__(self):\n        self.kept = []\n\n    def forget(self, key):\n        self.kept.remove(key)\n        if key > LIMIT:\n"
                 b"            return\n        print(key)\n\n\ndef empty(store):\n    store.kept = []\n"),
}  # fmt: skip
BELOW = {
    # what is below, beside, or only named
    "where do we lock mutex_?": ["hold takes a lock: mutex_lock(mutex_) (gate.c:3)"],
    "does enter lock anything?": [
        "Not itself: enter locks nothing itself, but through what it calls: (gate.c:5)",
        "enter → hold takes a lock: mutex_lock(mutex_) (gate.c:3)",
    ],
    "can enter fail?": ["It may: enter → leave leaves the program: exit(3) (gate.c:4)"],
    "what deletes from kept?": ["Store.forget removes from Store.kept (store.py:9)"],
    "who changes kept?": [
        "Store.forget writes Store.kept (store.py:9)",
        "empty writes store.kept (store.py:16)",
        "Store.__init__ writes self.kept (store.py:6)",
    ],
    "what inherits from Base?": ["Store derives from Basis (store.py:4)"],
    "does Store have forget?": ["Yes: method Store.forget (store.py:8)"],
    "does Store have a method lose?": ["No: I find no lose of Store itself (store.py:5)"],
    "what reads LIMIT?": ["Store.forget names LIMIT (store.py:10)"],
    "what sends LIMIT?": [],
    "what depends on basis?": ["store.py needs basis.py (store.py:1)"],
    "when does forget return early?": ["Store.forget returns without a value, when `key > LIMIT` (store.py:11)"],
    "whats the way from enter to leave?": ["enter calls leave (gate.c:5)"],
}


@pytest.mark.parametrize("question", BELOW)
def test_what_is_done_below_or_through_other_names_and_what_is_only_named(question: str) -> None:
    reply = by_rules(desk(BELOW_FILES), question)
    assert [f"{said.text} ({said.path}:{said.line})" for said in reply.said] == BELOW[question], reply


SLOTS = {"A": "`a_a`", "B": "`b_b`", "C": "`a_a`", "T": "`t_t`", "N": "gadget", "V": "juggle", "W": "cover"}


@pytest.mark.parametrize("whole", [True, False])
def test_every_form_is_read_as_what_it_stands_for(whole: bool) -> None:
    assert {kind for kind, _ in FORMS} | {*orders.KINDS, *intents.KINDS, *keys.KINDS, "frees_thing"} == set(ANSWERS)
    for kind, form in FORMS:
        words = [part.rstrip("?").split("|")[0] for part in form.split() if whole or not part.endswith("?")]
        question = " ".join(SLOTS.get(word, word) for word in words)
        asked = read(question)
        assert asked is not None, question
        assert asked.kind == kind, question


def test_a_place_at_the_end_is_where_is_looked() -> None:
    asked = read("who calls `a` in src/x")
    assert asked is not None
    assert (asked.kind, asked.place, asked.names["A"].raw) == ("callers", "src/x", "a")


STEPS_FILES = {
    "store.py": (
        b"import os\n\n\nclass Lock:\n    def __init__(self, kept):\n        self.kept = kept\n\n    def leave(self, key):\n        self.kept.delete(key)\n\n\n"
        b"class Kept:\n    def wipe(self):\n        self.rows = []\n\n    def take(self, row, later, make):\n        if row is None:\n            return\n        if later:\n"
        b"            self.add_later(row)\n        elif self.limit:\n            make(row)\n        else:\n            os.unlink(row)\n        os.rename(row, row + 'x')\n\n"
        b"    def add_later(self, row):\n        self.rows.append(row)\n\n\nclass Other:\n    def wipe(self):\n        self.rows = None\n\n\ndef clean(given):\n    given.wipe()\n"
    ),
    "impl.cc": b"BEGIN\nvoid put(int a) { last = a; }\nEND\nnamespace impl {}\nvoid one() { impl::put(1); }\nvoid two() { put(2); }\n",
}
STEPS = {
    "When does take add the row to what is later?": [
        "Kept.take: `self.add_later(row)`, when `later`, unless `row is None` (store.py:20)"
    ],
    "How does take delete the row?": [
        "Kept.take: `os.unlink(row)`, unless `row is None` or `later` or `self.limit` (store.py:24)"
    ],
    "What deletes row in take?": [
        "Kept.take: `os.unlink(row)`, unless `row is None` or `later` or `self.limit` (store.py:24)"
    ],
    "When does take call make?": [
        "Kept.take calls make, when `self.limit`, unless `row is None` or `later` (store.py:22)"
    ],
    "Does take return anything?": ["No: Kept.take returns nothing (store.py:16)"],
    "Does Lock.leave delete the key?": ["Lock.leave calls delete (store.py:9)"],
    "Which functions rename files?": ["Kept.take calls os.rename (store.py:25)"],
    "Is Kept.wipe used?": ["Possibly: clean calls Kept.wipe (possible: guessed by name, or passed on) (store.py:37)"],
    "What does take do when row is None?": ["Return, when `row is None` (store.py:18)"],
    "Who calls put?": ["two calls put (impl.cc:6)"],
}


@pytest.mark.parametrize("question", STEPS)
def test_what_no_form_knows_is_answered_from_the_steps_of_the_function_itself(question: str) -> None:
    reply = by_rules(desk(STEPS_FILES), question)
    assert [f"{said.text} ({said.path}:{said.line})" for said in reply.said] == STEPS[question], reply
    assert not any(said.text.startswith(("Yes", "Kept.take deletes nothing")) for said in reply.said)


def test_calls_that_may_be_of_a_function_are_counted_beside_those_that_are() -> None:
    assert "`impl::put` may be of it too" in by_rules(desk(STEPS_FILES), "Who calls put?").note


WHOLE_FILES = {
    "gen.c": (
        b"#define READY if (g->state == FAILED) return IN_ERROR;\nint emit(struct gen *g) {\n    READY\n    put(g);\n    return OK;\n}\n"
        b"void drop(struct gen *g) { sink_free(g->sink); buffer_free(g->buffer); }\nvoid lose(struct gen *g) { buffer_free(g->buffer); }\n"
    ),
    "run/hold.py": (
        b"import threading\nfrom outside import Runner\n\n\nclass Result:\n    def __init__(self, code):\n        self.code = code\n\n\nclass Box:\n    def __init__(self):\n        self.lock = threading.RLock()\n\n"
        b"    def take(self):\n        with self.lock:\n            self.worker.start()\n\n    def close(self):\n        self.sink.close()\n        self.drain.close()\n\n"
        b"    def read(self):\n        try:\n            return self.worker.read()\n        except OSError:\n            if self.strict:\n                raise\n\n\n"
        b"class Far(Runner):\n    def begin(self):\n        return self.context.take()\n"
    ),
    "run/hold.pyi": b"class Box:\n    def take(self) -> None: ...\n",
    "gate.cc": b"struct Gate { ~Gate() { try { shut(); } catch (...) { } } void shut(); };\nvoid Gate::shut() { throw Stuck(); }\n",
}
WHOLE_QUESTIONS = {
    "what can emit return?": ["emit returns IN_ERROR (gen.c:3)", "emit returns OK (gen.c:5)"],
    "does emit return IN_ERROR?": ["Yes: emit returns IN_ERROR (gen.c:3)"],
    "what frees the sink?": ["drop frees: sink_free(g->sink) (gen.c:7)"],
    "which functions start a reactor?": ["Box.take calls self.worker.start (run/hold.py:16)"],
    "where do we start a reactor?": ["Box.take calls self.worker.start (run/hold.py:16)"],
    "what is Far's base class?": ["Far derives from Runner (run/hold.py:30)"],
    "what does Box.take return?": ["Box.take returns nothing, as far as it can be followed (run/hold.py:14)"],
    "who starts things up, i.e. who calls emit?": ["No call of emit is found in this project; it is public and called by nobody (gen.c:2)"],
    "does Box.close close the drain?": ["Box.close calls self.drain.close (run/hold.py:20)"],
    "where do we take the lock in Box?": ["Box.take takes a lock: self.lock (run/hold.py:15)"],
    "which fields does hold.Result have?": ["Result.code: code (run/hold.py:6)"],
    "when does Box.read re-raise?": ["Box.read raises OSError, when `except OSError` and `self.strict` (run/hold.py:27)"],
    "what does Box.read change on the remote disk?": [],
    "can the destructor of Gate throw?": ["No: Gate::~Gate raises nothing and returns no error that I know as one, as far as it can be followed (gate.cc:1)"],
    "who calls emit in nowhere?": [],
}  # fmt: skip


@pytest.mark.parametrize("question", WHOLE_QUESTIONS)
def test_all_that_is_asked_counts_and_what_cannot_be_weighed_is_refused(question: str) -> None:
    reply = by_rules(desk(WHOLE_FILES), question)
    assert [f"{said.text} ({said.path}:{said.line})" for said in reply.said] == WHOLE_QUESTIONS[question], reply


def test_a_call_on_what_a_foreign_object_holds_may_be_of_a_method_of_the_name() -> None:
    assert (
        "`self.context.take` may be of it too (run/hold.py:32)"
        in by_rules(desk(WHOLE_FILES), "what breaks if take changes?").note
    )


def test_words_of_the_project_deny_nothing() -> None:
    made = desk(
        {
            "a.py": b"class Not:\n    def parse(self, nothing):\n        if not nothing:\n            raise ValueError(nothing)\n\n    def other(self):\n        return 2\n"
        }
    )
    reply = by_rules(made, "when can `Not` raise ValueError?")
    assert [said.text for said in reply.said] == ["Not.parse raises ValueError, when `not nothing`"], reply
