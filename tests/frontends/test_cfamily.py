"""What the syntax frontend reads in C and C++ files: every function under its right name, its statements, macros and `#if`."""

from __future__ import annotations

from textwrap import dedent
from typing import Any

import pytest

from flowscout.frontends.detect import language_of
from flowscout.frontends.treesitter import parse
from flowscout.languages.c.header import header_language
from flowscout.languages.c.preparing import prepare
from flowscout.model import report, syntax
from flowscout.model.codec import decode_body
from flowscout.model.facts import FileFacts, FunctionFacts
from flowscout.shelf import load


def read(source: str | bytes, language: str = "cpp") -> FileFacts:
    return parse(source if isinstance(source, bytes) else dedent(source).encode(), language)


def names(source: str, language: str = "cpp") -> list[str]:
    return ["::".join(f.qualified) + f.signature for f in read(source, language).functions]


def function(source: str, name: str = "f", language: str = "cpp") -> FunctionFacts:
    return next(f for f in read(source, language).functions if f.name == name)


def calls(source: str, language: str = "cpp", kinds: str = "call macro") -> list[str]:
    found = function(source, language=language).calls
    return [f"{c.receiver}{c.sep}{c.name}/{c.argc}" for c in found if c.kind in kinds.split()]


def outline(source: str, name: str = "f", language: str = "cpp") -> str:
    """The statements of a function, one word or two each, nesting in parentheses."""
    facts = read(source, language)
    found = next(f for f in facts.functions if f.name == name)
    text = dedent(source).encode()[found.start : found.end].decode()

    def spell(at: syntax.Range | None) -> str:
        return "" if at is None else text[at.start : at.end]

    def block(body: syntax.Body) -> str:
        return " ".join(statement(s) for s in body)

    def statement(s: Any) -> str:
        match s:
            case syntax.Simple():
                return spell(syntax.Range(s.start, s.end)).rstrip("; \n")
            case syntax.If():
                otherwise = f" else({block(s.orelse)})" if s.orelse else ""
                return f"{block(s.init)}if[{spell(s.test)}]({block(s.then)}){otherwise}"
            case syntax.Loop():
                head = ";".join(
                    filter(None, (block(s.init), spell(s.target), spell(s.iterable), spell(s.test), spell(s.step)))
                )
                return f"{s.style}[{head}]({block(s.body)})"
            case syntax.Switch():
                arms = [
                    f"{'|'.join(map(spell, a.patterns))}{'default' if a.default else ''}: {block(a.body)}"
                    for a in s.arms
                ]
                return f"switch[{spell(s.subject)}]({', '.join(arms)})"
            case syntax.Try():
                handlers = "".join(f" catch[{','.join(h.types)} {h.name}]({block(h.body)})" for h in s.handlers)
                return f"try({block(s.body)}){handlers}"
            case syntax.Variant():
                return "#(" + " | ".join(f"{condition}: {block(body)}" for condition, body in s.arms) + ")"
            case syntax.Return():
                return f"{s.keyword} {spell(s.value)}".strip()
            case syntax.Raise():
                return f"throw {spell(s.value)}".strip()
            case syntax.Jump():
                return f"{s.keyword} {s.label}".strip()
            case syntax.Label():
                return f"{s.name}:"
        return f"?{s.why}" if isinstance(s, syntax.Opaque) else type(s).__name__

    return block(decode_body(found.body).statements)


# -- functions and their names


def test_definitions_of_every_kind_are_found() -> None:
    source = """
        namespace a::b { namespace {
        class Foo : public Base {
         public:
          explicit Foo(int x = 3) noexcept : x_(x) {}
          ~Foo() override {}
          operator bool() const { return x_; }
          bool operator==(const Foo& other) const { return x_ == other.x_; }
          static Foo* Make() { return new Foo; }
          friend void swap(Foo& a, Foo& b) {}
        };
        } }
        A::B::B(int x) : C(x) {}
        A::B::operator int() const && { return 1; }
        constexpr A::operator char() const { return 'a'; }
        template <typename T> T* largest(std::vector<T> const & all, T&&... rest) { return nullptr; }
        template <> void h<int>(int) {}
        auto trailing(int a[3]) -> std::string { return ""; }
        void (*getter(int n))(double) { return 0; }
        extern "C" { int c_api(void) { return 0; } }
        int guarded() try { return 1; } catch (...) { return 2; }
        auto lambda = [](int i) { return i; };
    """
    assert names(source) == [
        "a::b::(anonymous)::Foo::Foo(int)",
        "a::b::(anonymous)::Foo::~Foo()",
        "a::b::(anonymous)::Foo::operator bool() const",
        "a::b::(anonymous)::Foo::operator==(const Foo &) const",
        "a::b::(anonymous)::Foo::Make()",
        "a::b::(anonymous)::swap(Foo &,Foo &)",
        "A::B::B(int)",
        "A::B::operator int() const &&",
        "A::operator char() const",
        "largest(const std::vector<T> &,T &&...)",
        "h<int>(int)",
        "trailing(int *)",
        "getter(int)",
        "c_api()",
        "guarded()",
        "<lambda>(int)",
    ]


def test_a_declaration_is_no_definition() -> None:
    source = """
        struct Shape { Shape() = default; Shape(const Shape&) = delete; virtual double area() const = 0; };
        int later(int);
    """
    facts = read(source)
    assert facts.functions == ()
    assert [(d.name, d.flags) for d in facts.types[0].methods] == [
        ("Shape", "public"),
        ("Shape", "public"),
        ("area", "abstract const public pure virtual"),
    ]
    assert [(d.name, d.signature, d.argc_max) for d in facts.declared] == [("later", "(int)", 1)]


@pytest.mark.parametrize(
    "spelling", ["const std::string &a,int b", "std::string const& x , int y = 3", "const  std::string\n&s, int"]
)
def test_a_signature_has_one_spelling(spelling: str) -> None:
    assert function(f"void f({spelling}) {{}}").signature == "(const std::string &,int)"


def test_old_style_parameters_get_their_types() -> None:
    assert [tuple(p) for p in function("int f(a, b) int a; char *b; { return a; }", language="c").params] == [
        ("a", "int", ""),
        ("b", "char *", ""),
    ]


@pytest.mark.parametrize(
    "source",
    [
        "EXPORT_API int f(void) {}",
        'REDIS_NO_SANITIZE("bounds")\nint f(void) {}',
        "DWORD WINAPI f(void) {}",
        "int g;\nBOOL\nf(int a)\n{\n}",
        "EXPORT\nstatic LPWSTR\nf(void) {}",
        "BOOL\nPipe::f(int a) const\n{\n}",
        "EXPORT\nPipe::Pipe(int a)\n{\n}\nBOOL\nf(void)\n{\n}",
        "__attribute__((noinline, format(printf, 1, 2))) static int f(void) {}",
        "class MY_EXPORT Deprecated(1) Foo : public Bar { int f() const REQUIRES(mu_) { } };",
        "class C {\n  CONSTEXPR C(int* a) EXCLUSIVE(a) : a_(a) {}\n  int* my_nonnull f() {}\n};",
        "BEGIN_NAMESPACE\nnamespace n {\nint f(int a MAYBE_UNUSED) {}\n}\nEND_NAMESPACE",
        "template <class T>\nDEPRECATED()\nconstexpr T f(T a) {}",
        '#ifdef __cplusplus\nextern "C" {\n#endif\nint f(void) {}\n#ifdef __cplusplus\n}\n#endif',
        "#ifdef WIN\nint f(int a)\n#else\nint f(void)\n#endif\n{\n}",
        "class X {\n#if A\n int f() {}\n#else\n int g() {}\n#endif\n};",
        "\xef\xbb\xbfint f()\r\n{\r\n}\r\n",
    ],
)
def test_macros_and_conditions_around_a_function_do_not_hide_it(source: str) -> None:
    facts = read(source)
    assert "f" in [f.name for f in facts.functions]
    assert [f.confidence for f in facts.functions] == [1.0] * len(facts.functions)


def test_flags_tell_access_and_promises() -> None:
    source = """
        class A { int hidden() { return 1; } protected: virtual int half() const { return 1; } public: static int open() { return 1; } };
        static int inner(void) { return 1; }
        [[noreturn]] void die() { abort(); }
        __attribute__((noreturn)) void die2(void) { abort(); }
        namespace { void nobody() {} }
    """
    assert {f.name: f.flags for f in read(source).functions} == {
        "hidden": "private",
        "half": "const protected virtual",
        "open": "public static",
        "inner": "static",
        "die": "noreturn public",
        "die2": "noreturn public",
        "nobody": "",
    }
    declared = read(
        "void stop(int) __attribute__((noreturn));\n_Noreturn void halt(void);\nvoid go(void);\n__dead void bail(int);",
        "c",
    ).declared
    assert [(d.name, d.flags) for d in declared] == [
        ("bail", "noreturn public"),
        ("go", "public"),
        ("halt", "noreturn public"),
        ("stop", "noreturn public"),
    ]


def test_the_comment_above_says_what_it_does() -> None:
    assert function("/* Opens the file. Then waits. */\nint f(void) {}", language="c").doc == "Opens the file"
    assert (
        function("/// Reads one record.\n/// \\param n how many\ntemplate <class T>\nint f(T n) {}").doc
        == "Reads one record"
    )
    assert function("// Copyright someone\n\nint f() {}").doc == ""


# -- types


def test_a_class_has_bases_fields_and_methods() -> None:
    source = """
        class Store : public Base, private virtual Log<int> {
          std::unique_ptr<Db> db_; char* name, *names[3]; int n = 0;
          union { int word; };
          Status Put(const Slice& key, int flags = 0);
        };
    """
    store = read(source).types[0]
    assert store.bases == ("Base", "Log<int>")
    assert store.fields == (
        ("db_", "std::unique_ptr<Db>"),
        ("name", "char *"),
        ("names", "char *[]"),
        ("n", "int"),
        ("word", "int"),
    )
    assert [(m.name, m.argc_min, m.argc_max, m.flags) for m in store.methods] == [("Put", 1, 2, "private")]


def test_a_nameless_struct_goes_by_its_typedef() -> None:
    facts = read("typedef struct { int a; } Point, *PointRef;", "c")
    assert [(t.name, t.fields) for t in facts.types] == [("Point", (("a", "int"),))]
    assert [(i.alias, i.module) for i in facts.imports] == [("PointRef", "Point *")]


# -- calls, names, writes


def test_calls_carry_receiver_separator_and_arguments() -> None:
    source = "void f() { g(1, 2); a->b.c(x); ns::q<int>(); ::close(fd); (*fp)(3); table[i](4); obj.template t<int>(5); int(7); }"
    assert calls(source) == ["g/2", "a->b.c/1", "ns::q/0", "::close/1", "fp/1", "table[i]/1", "obj.t/1"]


def test_types_given_to_macros_are_no_errors() -> None:
    found = function(
        "void f(va_list ap) { g(va_arg(ap, char *), va_arg(ap, int)); h(container_of(p, struct node, link)); }",
        language="c",
    )
    assert found.confidence == 1.0
    assert [c.name for c in found.calls if c.kind == "call"] == ["g", "va_arg", "va_arg", "h", "container_of"]


def test_construction_and_destruction_are_calls() -> None:
    source = """
        Foo::Foo() : Base(1), list_{2} {}
        void f() { Status s(a); Status t; Mutex lock{&mu}; auto* p = new ns::T(1); delete p; size_t n; int i(3); Foo* q; T{5}; }
    """
    assert calls(source, kinds="construct new delete") == ["Status/1", "Status/0", "Mutex/1", "ns::T/1", "p->/1", "T/1"]
    assert [c.name for c in function(source, "Foo").calls if c.kind == "construct"] == ["Base", "list_"]


def test_operators_are_calls_where_objects_meet() -> None:
    assert calls("bool f(const Slice& a, Slice b, int n) { return a == b && n == 3 && n < 4; }", kinds="operator") == [
        "aoperator==/2"
    ]


def test_functions_passed_by_name_are_references() -> None:
    assert calls(
        "void f(int x) { int y; on(x, y, handler, LIMIT); struct ops o = { .open = my_open }; }", "c", "ref"
    ) == [
        "handler/-1",
        "my_open/-1",
    ]


def test_bindings_and_writes() -> None:
    found = function("""
        void f(int* out) {
          int n = 1; auto s = Make(); n = 2; *out = n; this->size_ += 1; global++;
          for (auto& item : items) use(item);
          try { g(); } catch (const Error& e) { }
          auto l = [&n, m = 2] { return m; };
        }
    """)
    assert [(b.how, b.type, b.name, b.value) for b in found.bindings if b.name != "l"] == [
        ("param", "int *", "out", ""),
        ("declare", "int", "n", "1"),
        ("declare", "", "s", "Make()"),
        ("each", "", "item", "items"),
        ("except", "Error", "e", ""),
    ]
    assert [(w.target, w.how) for w in found.writes] == [
        ("*out", "assign"),
        ("this->size_", "augment"),
        ("global", "update"),
    ]


def test_what_is_thrown_and_kept_in() -> None:
    found = function(
        'void f() { try { throw std::out_of_range("x"); } catch (const std::exception& e) { log(e); } catch (...) { throw; } }'
    )
    assert [r.type for r in found.raises] == ["std::out_of_range", ""]
    assert [s.types for s in found.shields] == [("std::exception",)]


# -- statements


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("if (a) b(); else if (c) d(); else e();", "if[a](b()) else(if[c](d()) else(e()))"),
        ("if (int n = g(); n > 1) h();", "int n = g()if[n > 1](h())"),
        ("for (int i = 0; i < 3; i++) { if (i) continue; break; }", "for[int i = 0;i < 3;i++](if[i](continue) break)"),
        ("for (;;) g();", "for[](g())"),
        ("for (const auto& [k, v] : map) g(k);", "each[[k, v];map](g(k))"),
        ("do { g(); } while (x);", "do[x](g())"),
        (
            "switch (x) { case 1: case 2: g(); break; case 5 ... 7: { h(); } default: return; }",
            "switch[x](1|2: g() break, 5 ... 7: h(), default: return)",
        ),
        ("try { g(); } catch (const E& e) { h(); } catch (...) { throw; }", "try(g()) catch[E e](h()) catch[ ](throw)"),
        ("again: g(); goto again;", "again: g() goto again"),
        ("co_await g(); co_return 3;", "co_await g() co_return 3"),
        ("int v = ({ if (x) return 1; 2; });", "if[x](return 1) 2 int v = ({ if (x) return 1; 2; })"),
        ("list_for_each(pos, head) { g(pos); } FOREACH(x) h();", "each[pos;head](g(pos)) each[x](h())"),
    ],
)
def test_statements(code: str, expected: str) -> None:
    assert outline(f"int f() {{ {code} }}") == expected


def test_a_macro_without_semicolon_is_a_statement() -> None:
    source = "int f(void) {\n  CHECK_OK(g())\n  y = 3;\n  RETURN_IF(x)\n  return y;\n}"
    assert outline(source, language="c") == "CHECK_OK(g()) y = 3 RETURN_IF(x) return y"
    assert calls(source, "c") == ["CHECK_OK/1", "g/0", "RETURN_IF/1"]


def test_marks_say_where_conditions_split() -> None:
    marks = decode_body(function("int f() { return (a && !b) || (c ? d : e) || (x ?: sizeof(y && z)); }").body).marks
    assert [m.kind for m in marks] == ["or", "or", "and", "not", "cond", "elvis", "scope", "and"]


def test_a_throw_inside_an_expression_is_marked() -> None:
    source = 'int f(int x) { switch (x) { case 1: throw A(); } return x > 3 ? x : throw std::out_of_range("big"); }'
    found = function(source)
    assert [r.type for r in found.raises] == ["A", "std::out_of_range"]
    assert [m.kind for m in decode_body(found.body).marks] == ["cond", "throw"]
    assert found.confidence == 1.0


def test_initialisers_run_before_the_body() -> None:
    assert outline("A::A(int x) : Base(x), size_(Count(x)) { Open(); }", "A") == "Base(x) size_(Count(x)) Open()"


# -- the preprocessor

WITHIN = """
    int f(int x) {
    #ifdef A
      a();
    #elif B > 2
      b();
    #else
      c();
    #endif
    #if 0
      dead();
    #else
      live();
    #endif
      switch (x) {
        case 1: g(); break;
    #ifdef TWO
        case 2: h(); break;
    #endif
        default: k();
      }
      return 1;
    }
"""


def test_branches_of_whole_statements_are_all_kept() -> None:
    assert outline(WITHIN, language="c") == (
        "#(defined A: a() | B > 2: b() | : c()) live() switch[x](1: g() break, 2: h() break, default: k()) return 1"
    )


def test_a_branch_that_cuts_through_a_statement_is_chosen_and_said() -> None:
    source = """
        int f(int x) {
        #ifdef FAST
          if (x) {
        #else
          if (!x) {
        #endif
            g();
          }
        #ifndef FAST
          else
            k();
        #endif
          return 2;
        }
    """
    assert outline(source, language="c") == "if[x](g()) return 2"
    assert [note.text for note in read(source, "c").notes] == [
        "#if cuts through a statement: only the branch `defined FAST` is read",
    ]


def test_preparing_moves_no_byte() -> None:
    text = dedent(WITHIN).encode()
    prepared = prepare(text, False)
    assert len(prepared) == len(text)
    assert prepared.count(b"\n") == text.count(b"\n")


def test_macros_that_leave_are_read_as_statements() -> None:
    source = """
        #define RETURN_IF_ERROR(expr) do { Status s = (expr); \\
            if (!s.ok()) return s; } while (0)
        #define TRY(x) RETURN_IF_ERROR(Run(x))
        #define SQUARE(x) ((x) * (x))
        #define DIE() (Log("dying"), abort())
        #define LIMIT 3
    """
    macros = {m.name: m for m in read(source).macros}
    assert {name: m.control for name, m in macros.items()} == {
        "RETURN_IF_ERROR": "return",
        "TRY": "return",
        "SQUARE": "",
        "DIE": "noreturn",
        "LIMIT": "",
    }
    assert [bool(m.body) for m in macros.values()] == [True, True, False, True, False]
    assert macros["LIMIT"].params is None
    loop = decode_body(macros["RETURN_IF_ERROR"].body).statements[0]
    assert isinstance(loop, syntax.Loop)
    text = macros["RETURN_IF_ERROR"].text
    assert text[loop.body[1].test.start : loop.body[1].test.end] == "!s.ok()"  # type: ignore[union-attr]
    assert [c.name for c in macros["DIE"].calls] == ["Log", "abort"]


def test_includes_and_other_names() -> None:
    facts = read(
        '#include <vector>\n#include "a/b.h"\nusing std::string;\nusing namespace util;\nnamespace fs = std::filesystem;\nusing Id = int;'
    )
    assert [(i.kind, i.module, i.alias) for i in sorted(facts.imports, key=lambda i: i.line)] == [
        ("include", "vector", ""),
        ("include", "a/b.h", ""),
        ("using", "std::string", "string"),
        ("namespace", "util", ""),
        ("alias", "std::filesystem", "fs"),
        ("alias", "int", "Id"),
    ]


@pytest.mark.parametrize(
    ("source", "language"),
    [
        ('#ifdef __cplusplus\nextern "C" {\n#endif\nint f(void);\n#ifdef __cplusplus\n}\n#endif', "c"),
        ("typedef struct foo foo; // a class of things, std::string", "c"),
        ("namespace a { int f(); }", "cpp"),
        ("class Foo;", "cpp"),
        ("template <class T> T f(T);", "cpp"),
        ("#include <string>\nint f(void);", "cpp"),
        ("#if __cplusplus > 199711L\n#include <cstdlib>\n#endif\n", "c"),
        ("inline int f() { return std::min(1, 2); }", "cpp"),
    ],
)
def test_a_header_is_what_it_says(source: str, language: str) -> None:
    assert header_language(source.encode()) == language


def test_includers_decide_what_content_leaves_open() -> None:
    assert language_of("a.h", b"int f(void);", frozenset({"cpp"})) == "cpp"
    assert language_of("a.h", b"int f(void);", frozenset({"cpp", "c"})) == "c"
    assert language_of("a.h", b"class A;", frozenset({"c"})) == "cpp"
    assert language_of("a.hpp", b"", frozenset()) == "cpp"


# -- bad input


@pytest.mark.parametrize("language", ["c", "cpp"])
def test_every_prefix_is_read(language: str) -> None:
    text = (dedent(WITHIN) + "#define A(x) do { return x; } while (0)\nclass B : C { B() : c(f()) {} };").encode()
    for end in range(len(text)):
        facts = parse(text[:end], language)
        assert facts.status == report.COMPLETED_SUCCESS
        for found in facts.functions:
            decode_body(found.body)


def test_an_error_spoils_one_function_only() -> None:
    source = "int a() { return 1; }\nint b() { @@ $$ ??? ; }\nint c() { return 3; }"
    found = {f.name: f.confidence for f in read(source).functions}
    assert found["a"] == found["c"] == 1.0 > found["b"]


@pytest.mark.parametrize(
    "source",
    [
        b"void f(int x){" + b" else ".join(b"if(x)g();" for _ in range(60_000)) + b"}",
        b"int f(void){ return " + b"(" * 20_000 + b"1" + b")" * 20_000 + b"; }",
        b"void f(void)" + b"{" * 5_000 + b"}" * 5_000,
        b"#if X\n" * 5_000,
        b"FOO_BAR(\n" * 5_000,
        b'R"(' * 5_000,
        b"void f() " + b"ABC_DEF  " * 5_000 + b";",
        b"\ntemplate <a> " * 5_000,
        b"void f(int x) " + b"JSON_AB_CD " * 5_000 + b"\n#if A\nint x;\n#endif\n{ }",
        b"FOO_A x(1)\n" + b"class A " * 5_000,
        b"#define A " + b"a" * 100_000 + b"\n",
        b"\nFOO_BAR " + b"a<b> c " * 5_000 + b"\n",
        b"".join(b"#define A%d(x) A%d(x)\n" % (n, n + 1) for n in range(2_000)) + b"#define A2000(x) return x\n",
    ],
)
def test_hostile_files_come_back(source: bytes) -> None:
    assert parse(source, "c").status == report.COMPLETED_SUCCESS


def test_globals_stand_in_source_order() -> None:
    expected = [f"g{number}" for number in range(200)]
    assert [name for name, _ in read("".join(f"int {name};\n" for name in expected), "c").globals] == expected


def test_the_query_of_cpp_is_of_single_nodes() -> None:
    """For a pattern with children the vendor looks through every state of the grammar, at each start: a hook feels it."""
    reading: Any = load("flowscout.languages", "cpp").reading
    assert [line for line in reading.query.split("\n") if line.count("(") > 1] == []


def test_names_are_handed_on_by_value_and_by_address() -> None:
    source = """
        int f(void) {
          take(a, &b, *c, (d));
          struct ops o = {e, &g, .open = h, .shut = &i};
          run = j; run = &k; run = x ? l : m; run = x ? &n : m2;
          int (*p)(void) = q, (*r)(void) = &s;
          return last;
        }
    """
    found = [call.name for call in function(source, language="c").calls if call.kind == "ref"]
    assert found == ["a", "b", "c", "e", "g", "h", "j", "k", "l", "m", "m2", "q", "s", "last"]
    assert [call.name for call in function(source).calls if call.kind == "ref"] == found


def test_letters_and_suffixes_of_cpp() -> None:
    """Large `.C` is C++ by old custom; sketches, module interfaces and included templates are too."""
    assert language_of("old/List.C", b"", frozenset()) == "cpp"
    assert language_of("old/list.c", b"", frozenset()) == "c"
    assert {language_of(f"a{end}", b"", frozenset()) for end in (".ino", ".tcc", ".txx", ".cppm", ".ixx")} == {"cpp"}
    assert language_of("a.txt", b"", frozenset()) == ""
