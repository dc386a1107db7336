"""Who is called in C and C++: one small program for each way a name can lead to a function."""

from __future__ import annotations

import pytest

from .programs import edges, externals, lines, resolved

EXACT = frozenset({"exact"})

C: dict[str, tuple[str, str]] = {
    "static functions of one name stay in their files": (
        """
// file: a.c
static int helper(void) { return 1; }
int from_a(void) { return helper(); }
// file: b.c
static int helper(void) { return 2; }
int from_b(void) { return helper(); }
""",
        "from_a -> helper\n from_b -> helper",
    ),
    "a prototype leads to the definition": (
        """
// file: list.h
void list_add(int v);
// file: list.c
#include "list.h"
void list_add(int v) {}
// file: main.c
#include "list.h"
int main(void) { list_add(1); return 0; }
""",
        "main -> list_add",
    ),
    "a macro calls what its replacement calls": (
        """
static void record(int n) {}
#define RECORD(n) record((n) + 1)
#define TWICE(n) do { RECORD(n); RECORD(n); } while (0)
void use(int n) { TWICE(n); }
""",
        "use -> record",
    ),
    "a macro renames": (
        """
int real(int n) { return n; }
#define fake real
int use(int n) { return fake(n); }
""",
        "use -> real",
    ),
    "a local pointer calls what it was given": (
        """
static int fast(int n) { return n; }
static int slow(int n) { return n; }
int run(int quick, int n) {
  int (*work)(int) = slow;
  if (quick) work = fast;
  return work(n);
}
""",
        "run -> slow\n run -> fast",
    ),
    "a table of functions": (
        """
static int get(int n) { return n; }
static int set(int n) { return -n; }
static int other(int a, int b) { return a; }
struct command { const char *name; int (*run)(int); };
static struct command table[] = {{"get", get}, {"set", &set}, {"other", other}};
static const struct ops io = {.read = get};
int (*hook)(int) = set;
int dispatch(int i, int n) { return table[i].run(n); }
int field(struct ops *o) { return o->read(1); }
int global(int n) { return hook(n); }
void keep(struct ops *o) { o->write = set; }
int kept(struct ops *o) { return o->write(1); }
""",
        "dispatch -> get\n dispatch -> set\n field -> get\n global -> set\n keep -> set\n kept -> set",
    ),
    "a callback is possible": (
        """
static int by_value(const void *a, const void *b) { return 0; }
void order(int *items, int n) { qsort(items, n, sizeof *items, by_value); }
""",
        "order -> by_value",
    ),
}

CPP: dict[str, tuple[str, str]] = {
    "the number of arguments picks": (
        """
void Log(int level) {}
void Log(int level, const char* text) {}
void Run() { Log(2, "two"); }
""",
        "Run -> Log",
    ),
    "members, explicit and implicit this": (
        """
void Check(int key) {}
class Table {
 public:
  void Put(int key) { Check(key); this->Grow(); Table::Grow(); }
  void Check(int key) {}
  void Grow() {}
};
""",
        "Table::Put -> Table::Check\n Table::Put -> Table::Grow",
    ),
    "a field's type, smart pointers looked through": (
        """
class Env { public: void Sync() {} void Stop() {} };
class Db {
  void Close() { env_->Sync(); raw_->Stop(); all_[0]->Sync(); by_[1].Stop(); }
  std::unique_ptr<Env> env_;
  Env* raw_;
  std::vector<Env*> all_;
  std::map<int, Env> by_;
};
""",
        "Db::Close -> Env::Sync\n Db::Close -> Env::Stop",
    ),
    "locals: declared, made, newed, returned": (
        """
class W { public: void A() {} void B() {} void C() {} void D() {} };
W* Give() { return nullptr; }
void Fill(W* p) {
  W local; local.A();
  auto made = std::make_unique<W>(); made->B();
  auto* raw = new W(); raw->C();
  auto given = Give(); given->D();
}
""",
        "Fill -> W::A\n Fill -> W::B\n Fill -> W::C\n Fill -> W::D\n Fill -> Give",
    ),
    "a loop over a container": (
        """
class W { public: void A() {} };
void Fill(const std::vector<W>& ws) { for (const auto& w : ws) { w.A(); } for (const W& w : ws) w.A(); }
""",
        "Fill -> W::A",
    ),
    "namespaces, using, aliases": (
        """
namespace util { void Trim() {} namespace text { void Upper() { Trim(); } } }
namespace app {
using util::Trim;
using namespace util::text;
namespace short_form = util::text;
void Main() { Trim(); Upper(); short_form::Upper(); ::util::Trim(); }
}
""",
        "util::text::Upper -> util::Trim\n app::Main -> util::Trim\n app::Main -> util::text::Upper",
    ),
    "out-of-line members in another file": (
        """
// file: store.h
class Store { public: bool Open(const char* name); static Store* Default(); };
// file: store.cc
#include "store.h"
bool Store::Open(const char* name) { return true; }
Store* Store::Default() { return nullptr; }
// file: main.cc
#include "store.h"
int main() { Store store; store.Open("x"); Store::Default()->Open("y"); return 0; }
""",
        "main -> Store::Open\n main -> Store::Default",
    ),
    "bases and members are constructed": (
        """
class Base { public: Base(int n) {} };
class Part { public: Part(int a, int b) {} };
class Whole : public Base { public: Whole() : Base(1), part_(2, 3) {} Part part_; };
""",
        "Whole::Whole -> Base::Base\n Whole::Whole -> Part::Part",
    ),
    "locals come and go": (
        """
class Guard { public: explicit Guard(int n) {} ~Guard() {} };
void Work() { Guard guard(1); }
void Heap() { Guard* heap = new Guard(2); delete heap; }
""",
        "Work -> Guard::Guard\n Work -> Guard::~Guard\n Heap -> Guard::Guard\n Heap -> Guard::~Guard",
    ),
    "inherited members": (
        """
class A { public: void Ping() {} };
class B : public A {};
class C : public B { public: void Go() { Ping(); B::Ping(); } };
void Use(C& c) { c.Ping(); }
""",
        "C::Go -> A::Ping\n Use -> A::Ping",
    ),
    "operators on objects": (
        """
struct Vec { int x; Vec operator+(const Vec& o) const { return o; } bool operator==(const Vec& o) const { return true; } };
bool Same(Vec a, Vec b) { Vec sum = a + b; return sum == a; }
int Plain(int a, int b) { return a + b; }
""",
        "Same -> Vec::operator+\n Same -> Vec::operator==",
    ),
    "a chain of calls": (
        """
class Builder { public: Builder& Name(const char* n) { return *this; } int Build() { return 1; } };
int Make() { return Builder().Name("x").Name("y").Build(); }
""",
        "Make -> Builder::Name\n Make -> Builder::Build",
    ),
    "a lambda in a local": (
        """
void F() {}
void Run() { auto f = [](int n) { F(); }; f(1); }
""",
        "Run -> Run::<lambda>\n Run::<lambda> -> F",
    ),
    "constructors by the type of the argument": (
        """
class Slice { public: Slice(const char* s) {} Slice(const std::string& s) {} };
void Run(const std::string& text) { Slice a("x"); }
""",
        "Run -> Slice::Slice",
    ),
    "a class nested in what an alias stands for": (
        """
template <typename K> class List { public: class Iterator { public: Iterator(int n) {} void Next() {} }; };
class Mem { typedef List<int> Table; void Go() { Table::Iterator it(1); it.Next(); } };
""",
        "Mem::Go -> List::Iterator::Iterator\n Mem::Go -> List::Iterator::Next",
    ),
}


@pytest.mark.parametrize("title", C)
def test_c(title: str) -> None:
    program, expected = C[title]
    assert edges(program, "main.c") == lines(expected)


@pytest.mark.parametrize("title", CPP)
def test_cpp(title: str) -> None:
    program, expected = CPP[title]
    assert edges(program, "main.cc") == lines(expected)


def test_a_virtual_call_has_its_overrides_as_candidates() -> None:
    program = """
class Shape { public: virtual ~Shape() = default; virtual double Area() const = 0; };
class Square : public Shape { public: double Area() const override { return 1; } };
class Disc : public Shape { public: double Area() const override { return 2; } };
double Total(const Shape& shape) { return shape.Area(); }
double Own(const Square square) { return square.Area(); }
"""
    assert edges(program, "main.cc") == lines("Total -> Square::Area\n Total -> Disc::Area\n Own -> Square::Area")
    assert edges(program, "main.cc", EXACT) == ["Own -> Square::Area"]


def test_the_type_of_an_argument_picks_the_constructor() -> None:
    program = """
class Slice { public: Slice(const char* s) {} Slice(const std::string& s) {} };
void Text() { Slice a("x"); }
void Object(const std::string& text) { Slice b{text}; }
"""
    chosen = {(caller, target) for caller, target, how, _ in resolved(program, "main.cc") if how == "exact"}
    assert chosen == {
        ("main.cc::Text()", "main.cc::Slice::Slice(const char *)"),
        ("main.cc::Object(const std::string &)", "main.cc::Slice::Slice(const std::string &)"),
    }


def test_two_replacements_under_if_are_candidates() -> None:
    program = """
int big(int n) { return n; }
int same(int n) { return n; }
#if BIG
#define SWAP(n) big(n)
#else
#define SWAP(n) same(n)
#endif
int use(int n) { return SWAP(n); }
"""
    assert {how for *_, how, _ in resolved(program, "main.c")} == {"candidates"}


def test_an_overload_without_a_body_may_be_the_one_that_is_meant() -> None:
    known = """
struct Query {};
class Executor {
public:
  virtual int run(const Query &query) = 0;
  int run(const char *text);
};
int Executor::run(const char *text) { return 1; }
"""
    asked = "int f(Executor &e) { auto query = parse(); return e.run(query); }"
    assert {how for *_, how, _ in resolved(known + asked, "main.cc")} == {"candidates", "external"}
    assert {how for *_, how, _ in resolved(known + 'int f(Executor &e) { return e.run("x"); }', "main.cc")} == {"exact"}


def test_library_names_keep_their_namespace() -> None:
    found = externals(
        """
#include <algorithm>
void Order(std::vector<int>& items) { std::sort(items.begin(), items.end()); items.push_back(1); abort(); }
""",
        "main.cc",
    )
    assert found == lines("""
        Order -> std::sort
        Order -> std::vector::begin
        Order -> std::vector::end
        Order -> std::vector::push_back
        Order -> abort
    """)


def test_no_text_is_too_strange() -> None:
    edges(
        "class A : public A { A a; void f() { a.a.a.f(); f()()(); } };\n#define X X\n#define Y(a) Y(a)\nvoid g() { X(); Y(1); }\n",
        "main.cc",
    )
    edges("using A = B;\nusing B = A;\nvoid f() { A a; a.g(); B::h(); }\ntypedef struct T T;\nint main( {", "main.cc")
    edges("~Hold() { m.unlock(); }\nHold() { m.lock(); }\nvoid f() { Hold(); }\n", "main.cc")
