"""No edit goes unanswered: whatever word of a file is another one, or is gone, the account says so."""

from __future__ import annotations

import pytest

from flowscout.frontends.treesitter import parse
from flowscout.languages.c.plugin import PLUGIN as C
from flowscout.languages.cpp.plugin import PLUGIN as CPP
from flowscout.languages.python.plugin import PLUGIN as PYTHON
from flowscout.model.account import NEUTRAL, Answer
from flowscout.model.language import Language
from flowscout.model.report import FAILED_DEFECT
from flowscout.model.settings import Settings
from flowscout.model.syntax import Simple
from flowscout.pipeline import Project, assemble
from flowscout.stages.account.pieces.cutting import Span
from flowscout.stages.account.pieces.lexing import LexedSource, tokens
from flowscout.stages.account.pieces.prefixed import prefixed
from flowscout.tasks.account.answers import account
from flowscout.tasks.facts import unread
from flowscout.tasks.pairing import pair

PYTHON_TEXT = """import os
from shop import cart as basket
LIMIT = 100
TABLE = {"a": 1, "b": 2, "c": 3, "d": 4, "e": 5, "f": 6, "g": 7}
if os.name == "nt":
    LIMIT = 10


@cached
class View(Base, metaclass=Meta):
    kind: int = 1

    @property
    async def total(self, rate=2, *rest) -> int:
        for row in self.rows:
            if row.size > rate and not row.gone:
                continue
            elif row.bad:
                raise Bad(row)
            else:
                self.sum += row.size
        try:
            with self.lock as held:
                return await basket.pay(held, [x for x in rest if x])
        except (Bad, Worse) as error:
            log("no", error)
        finally:
            self.close()

        def inner(y):
            return lambda z: y + z

        return inner(rate)
"""
C_TEXT = """#include <stdio.h>
#define TWICE(x) ((x) + (x))
#ifdef WIDE
typedef long count_t;
#else
typedef int count_t;
#endif
enum colour { RED, GREEN = 3 };
struct link { struct link *next; volatile int ready; char name[16]; };
static const int table[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13 };
static count_t walk(struct link *l, int n) {
    count_t found = 0;
    { int inner = 1; use(inner); }
    for (int i = 0; i < n; i++) {
        if (!l) return -1;
        else if (l->ready) { found += TWICE(i); l = l->next; }
        switch (i) { case 1: case 2: one(); break; default: goto out; }
    }
    do { n--; } while (n > 3);
out:
    free(l);
    return found ? found : 0;
}
"""
CPP_TEXT = """namespace shop {
template <class T>
class Shelf : public Base<T>, private Lock {
 public:
  explicit Shelf(int n) : size_(n), rows_{} { reset(); }
  virtual int take(const T& what, int count = 1) const noexcept override;
 private:
  int size_ = 3;
};
template <class T>
int Shelf<T>::take(const T& what, int count) const noexcept {
  std::lock_guard<std::mutex> hold(mutex_);
  try {
    auto found = rows_.find(what);
    return [&](int k) { return found->second - k; }(count);
  } catch (const std::exception& e) {
    throw Bad(e.what());
  }
}
}
"""
FILES = {"a.py": (PYTHON_TEXT, PYTHON), "a.c": (C_TEXT, C), "a.cc": (CPP_TEXT, CPP)}


def _project(path: str, data: bytes, language: Language) -> Project:
    return assemble({path: parse(data, language.name)}, lambda _: data, Settings())


def _told(path: str, before: bytes, after: bytes, language: Language) -> tuple[Answer, ...]:
    old, new = _project(path, before, language), _project(path, after, language)
    paths = {*old.files, *new.files}
    return account(old, new, pair(old, new, {}, paths), {}, paths)


@pytest.mark.parametrize("path", FILES)
@pytest.mark.parametrize("way", ["another word", "gone"])
def test_whatever_word_differs_the_account_says_so(path: str, way: str) -> None:
    text, language = FILES[path]
    data = text.encode()
    for token in tokens(data, language.reading.tokens):
        if way == "another word" and not token.text.decode().isidentifier():
            continue
        changed = data[: token.start] + (b"another_word" if way == "another word" else b"") + data[token.end :]
        told = _told(path, data, changed, language)
        assert told, (token, data[token.start - 20 : token.end + 20])
        line = data.count(b"\n", 0, token.start) + 1
        if token.text not in (b"{", b"}", b";", b",", b"(", b")", b"else", b":"):
            assert any(
                one.how != NEUTRAL or one.rule in (*NAMES, DOES_NOTHING.get((path, way, token.text))) for one in told
            ), (token, line, told)


NAMES = (
    "locals renamed",
    "names that a caught exception is bound to",
    "names that follow a rename",
    "renamed",
    "annotations that nothing reads",
    "docstrings",
    "moved",
)
DOES_NOTHING = {
    (
        "a.py",
        "gone",
        b"continue",
    ): "the same conditions written otherwise",  # the only one; the round ends behind it anyway
    ("a.cc", "gone", b"private"): "access spelt otherwise",  # of a base of a `class`
}


@pytest.mark.parametrize("path", FILES)
def test_the_same_file_has_no_edit(path: str) -> None:
    text, language = FILES[path]
    assert _told(path, text.encode(), text.encode(), language) == ()


def test_edits_far_apart_in_a_long_file_are_all_answered() -> None:
    """Whatever is told of lines between them, and of however many."""
    last = 6_000
    before = b"".join(b"int n%d; /* %d */\n" % (at, at) for at in range(1, last + 1))
    after = before.replace(b"/* 1 */", b"/* first */").replace(b"/* %d */" % last, b"/* last */")
    assert [(one.rule, one.after.line) for one in _told("a.c", before, after, C)] == [
        ("comments", 1),
        ("comments", last),
    ]


def test_a_copy_of_a_header_is_told_once() -> None:
    before = dict.fromkeys(("single/a.h", "src/a.h"), b"static int limit(int n) {\n    return n > 100 ? 100 : n;\n}\n")
    after = {path: data.replace(b"100", b"1000") for path, data in before.items()}
    old, new = (
        assemble({path: parse(data, "cpp") for path, data in files.items()}, files.__getitem__, Settings())
        for files in (before, after)
    )
    paths = {*old.files, *new.files}
    told = account(old, new, pair(old, new, {}, paths), {}, paths)
    assert [(one.place.path, one.twin) for one in told] == [("single/a.h", ""), ("src/a.h", "single/a.h")]


def test_a_file_that_no_facts_could_be_made_of_is_told_where_its_text_differs() -> None:
    failed = unread("c", FAILED_DEFECT, "a defect of flowscout")

    def side(text: bytes) -> Project:
        return assemble({"a.c": failed}, {"a.c": text}.__getitem__, Settings())

    def told(old: bytes, new: bytes) -> list[str]:
        return [one.rule for one in account(side(old), side(new), (), {}, {"a.c"})]

    assert told(b"int a;", b"int b;") == ["unread"]
    assert told(b"int a;", b"int a;") == []


def test_a_declaration_begins_with_the_word_before_it_and_one_without_a_word_where_it_stands() -> None:
    source = LexedSource("a.c", b"int a; autofd int b;", C.reading.tokens)
    spans = [Span("Simple", "", -1, at, 20, Simple(at, 20, "declare")) for at in (14, 20)]
    assert [span.start for span in prefixed(source, spans)] == [7, 20]
