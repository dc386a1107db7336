"""What a comment of a review begins with, and what explains its drawings."""

from __future__ import annotations

import pytest

from corpus.driver import Source
from corpus.notation import project
from flowscout.model.account import COUNTED
from flowscout.model.shown import ShownEdit, ShownEntry
from flowscout.tasks.review.document import LEGEND, MANY, markdown
from flowscout.tasks.review.line import Point
from flowscout.tasks.review.rest import entered, halves
from flowscout.tasks.review.review import review
from flowscout.tasks.review.words import counted


def told(before: dict[str, str], after: dict[str, str]) -> str:
    sides = [
        project(
            tuple(
                Source(path, "python" if path.endswith(".py") else "c", text.encode())
                for path, text in sorted(each.items())
            )
        )
        for each in (before, after)
    ]
    return markdown(review(sides[0], sides[1], ("before", "after")))


def test_a_drawing_says_what_its_colours_mean() -> None:
    text = told(
        {"a.py": "def f(a):\n    g(a)\n    h(a)\n"},
        {"a.py": "def f(a):\n    if a:\n        g(a)\n    k(a)\n    return a\n"},
    )

    assert text.count("```mermaid") == text.count(LEGEND) == 1


def test_a_change_of_many_functions_is_told_by_area() -> None:
    names = [f"{folder}/m{n}.py" for folder in ("shop", "bank") for n in range(MANY // 2)]
    text = told(
        dict.fromkeys(names, "def f(a):\n    return a\n"),
        {each: f"def f(a):\n    return a + {at}\n" for at, each in enumerate(names)},
    )

    assert "by area: `bank/` 30, `shop/` 30." in text


def test_of_few_functions_no_area_is_told() -> None:
    assert "by area" not in told({"a.py": "def f(a):\n    return a\n"}, {"a.py": "def f(a):\n    return a + 1\n"})


def test_what_a_function_does_under_one_condition_is_one_line() -> None:
    inside = "def f(ready, box):\n    if ready and box.is_open():\n"
    text = told(
        {"a.py": f"{inside}        one(box)\n        two(box)\n        three(box)\n    return box\n"},
        {"a.py": f"{inside}        every(box)\n    return box\n"},
    )

    told_once = (
        "When `ready and box.is_open()`: No longer calls `two(box)` and `three(box)`. Calls `every`, no longer `one`"
    )
    assert (text.count(told_once), text.count("when"), "(a.py:3, was a.py:4, 5)" in text) == (1, 0, True)


def test_one_thing_in_the_place_of_another_is_told_once() -> None:
    names = ("RED", "GREEN", "BLUE")
    text = told(
        {"a.py": "".join(f"{each} = shade(old_way, {at})\n" for at, each in enumerate(names))},
        {"a.py": "".join(f"{each} = shade(new_way, {at})\n" for at, each in enumerate(names))},
    )

    assert "`old_way` is now `new_way`, in 3 places: of `RED`, `GREEN` and `BLUE`." in text


def test_what_stands_in_functions_and_outside_of_them_is_counted_once() -> None:
    before = "FIRST = old.way(1)\nSECOND = old.way(2)\n\n\ndef show(a):\n    return old.way(a)\n"
    text = told({"a.py": before}, {"a.py": before.replace("old.way", "brand.fresh")})

    assert text.count("`old.way` is now `brand.fresh`, in 3 places.") == 1


def test_names_that_lose_a_beginning_in_many_places_are_one_line() -> None:
    lines = ("HDlen(a) + HDlen(b)", "HDcopy(a, b)", "HDfree(b)", "HDopen(a)")
    before, after = (
        "".join(f"def f{at}(a, b):\n    return {line}\n\n\n" for at, line in enumerate(rows))
        for rows in (lines, [line.replace("HD", "") for line in lines])
    )
    text, back = told({"a.py": before}, {"a.py": after}), told({"a.py": after}, {"a.py": before})

    assert "Likewise `copy`, `free` and `open` without `HD` in `f1`, `f2` and `f3`." in text
    assert "Likewise `HDcopy`, `HDfree` and `HDopen` with `HD` before their names in" in back


def test_what_stands_in_another_file_is_not_called_renamed() -> None:
    body = "def f(n):\n    a(n)\n    b(n)\n{}    c(n)\n    d(n)\n    return n\n"
    check = "    if n.closed():\n        stop(n)\n        raise Closed(n)\n"
    text = told({"a.py": body.format(""), "b.py": "B = 1\n"}, {"a.py": "A = 1\n", "b.py": body.format(check)})

    assert "moved and changed" in text


def test_the_same_call_with_something_of_its_own_in_many_functions_is_one_line() -> None:
    names = ("red", "green", "blue", "white")
    before, after = (
        "".join(f"def {each}(f):\n{call.format(each)}    return wrap(f)\n\n\n" for each in names)
        for call in ("", '    check(f, "{}")\n')
    )

    text = told({"a.py": before}, {"a.py": after})

    assert (
        '`red`, `green`, `blue`, `white`: Now calls `check(f, …)`, each with a text of its own: `"red"`, `"green"`, `"blue"` and `"white"`.'
        in text
    )


def test_steps_in_the_place_of_steps_are_told_and_not_drawn() -> None:
    text = told({"a.py": "def f(a):\n    g(a)\n    h(a)\n"}, {"a.py": "def f(a):\n    k(a)\n    m(a)\n"})

    assert "mermaid" not in text


def test_of_new_tests_the_names_are_told() -> None:
    test = "def test_{0}(api):\n    reply = api.get('{0}')\n    assert reply.ok\n"
    text = told(
        {"a.py": "def f(a):\n    return a\n", "tests/test_a.py": "import a\n"},
        {
            "a.py": "def f(a):\n    return a + 1\n",
            "tests/test_a.py": "import a\n" + test.format("one") + test.format("two"),
        },
    )

    assert "- `test_one`, `test_two` (new, tests/test\\_a.py)\n" in text


def test_a_new_file_and_a_new_class_are_told_with_what_they_bring() -> None:
    text = told(
        {"a.py": "def f(a):\n    return a\n"},
        {
            "a.py": 'def f(a):\n    return a\n\n\nclass Shelf:\n    def add(self, row):\n        """Puts a row at the end."""\n        self.rows.append(row)\n',
            "new.py": 'import os\n\n\ndef _help(a):\n    return a + 1\n\n\ndef drop(name):\n    """Removes what nobody asks for."""\n    os.remove(name)\n',
        },
    )

    assert (
        "- `class Shelf:` is new. `Shelf.add`: Puts a row at the end. Does: `self.rows.append(row)`. (a.py:5)" in text
    )
    assert "- `new.py`: Is a new file, with 2 functions. `drop`: Removes what nobody asks for." in text


def test_of_what_came_with_a_new_file_is_not_told_whom_it_reaches() -> None:
    new = "def serve(a):\n    return _send(a)\n\n\ndef _send(a):\n    return a + 1\n"

    assert "From where" not in told(
        {"a.py": "def f(a):\n    return a\n"}, {"a.py": "def f(a):\n    return a\n", "new.py": new}
    )


def test_calls_of_one_function_that_are_each_given_less_are_one_line() -> None:
    rows = [(f"{each}_path", f"{each}_path.edit()") for each in ("cpp", "java", "python")]
    text = told(
        {"a.py": "def f(page):\n" + "".join(f"    add(page, {name}, {edit})\n" for name, edit in rows)},
        {"a.py": "def f(page):\n" + "".join(f"    add(page, {name})\n" for name, _ in rows)},
    )

    gone = "`cpp_path.edit()`, `java_path.edit()` and `python_path.edit()`"
    assert f"`f`: `add` is no longer given {gone}, each in another call. (a.py:2, 3, 4)" in text


def test_a_condition_that_is_cut_out_of_a_row_is_told_with_its_sentence() -> None:
    begins = "def f(a, b, box):\n    if a.is_ready() and b:\n"
    text = told(
        {
            "a.py": f"{begins}        if box.low:\n            box.clock = 48\n            box.sel = 1\n        else:\n"
            "            box.clock = 60\n        box.go(a)\n        box.run(b)\n"
        },
        {"a.py": f"{begins}        box.stop(a, b)\n"},
    )

    assert not [line for line in text.splitlines() if line.startswith("- ") and "`and`" in line]


def test_what_many_calls_are_given_now_is_one_line() -> None:
    calls = {"mkdir": "client.mkdir(path{})", "info": "return client.stat(path{})", "drop": "client.remove(path{})"}
    sides = (
        "".join(f"def {name}(path, port):\n    {call.format(more)}\n" for name, call in calls.items())
        for more in ("", ", port=port")
    )
    text = told(*({"a.py": each} for each in sides))

    assert (
        "- `port=port` is now also given to `client.mkdir` in `mkdir`, `client.stat` in `info` and `client.remove` in `drop`."
        in text
    )


def test_the_first_screen_tells_of_more_functions_than_of_one() -> None:
    steps = "".join(f"    save(a, {at})\n" for at in range(9))
    text = told(
        {"a.py": "def f(a):\n    return a\n", "b.py": "def g(a):\n    return a\n"},
        {"a.py": f"def f(a):\n{steps}    return a\n", "b.py": "def g(a):\n    return a + 1\n"},
    )

    assert "`g`: Returns `a + 1` where it returned `a`." in text.partition("<details>")[0]


def test_examples_come_first_only_where_nothing_else_does() -> None:
    example = {"docs/use.py": "def use(a):\n    return a\n"}
    text = told(
        {"a.py": "def f(a):\n    return a\n"}, {"a.py": "def f(a):\n    return -a\n", "docs/b.py": "A = 1\n", **example}
    )
    alone = told({"a.py": "A = 1\n"}, {"a.py": "A = 1\n", **example})

    assert "docs/use.py" not in text.partition("<details>")[0]
    assert "docs/use.py" in alone.partition("<details>")[0]


def test_nothing_of_a_test_is_only_counted() -> None:
    def test_of(n: int) -> str:
        calls = "".join(f"    w({at}, 'f{at}', {n})\n" for at in range(2))
        return f"def test_rows():\n    q = Queue({n})\n{calls}    q.push({n})\n    assert q.size == {n}\n"

    page = told({"tests/test_rows.py": test_of(1)}, {"tests/test_rows.py": test_of(2)})

    assert "is now `assert q.size == 2`" in page
    assert all(said in page for said in ("`Queue(2)`", "`w(1, 'f1', 2)`", "`q.push` is given `2`"))


def test_a_type_that_is_gone_is_one_line_with_its_functions() -> None:
    kept = "def keep(a):\n    return a\n"
    text = told(
        {"a.py": f"class Row:\n    def one(self): return 1\n    def two(self): return 2\n{kept}"}, {"a.py": kept}
    )

    assert text.count("`class Row:` is gone, with its 2 functions.") == text.count("s gone") == 1


def test_a_value_that_goes_to_another_place_is_one_line() -> None:
    text = told(
        {"a.py": "ROWS = {}\ndef mark(f):\n    Store.of(f.module)[f.name] = f\n    return f\n"},
        {"a.py": "ROWS = {}\ndef mark(f):\n    ROWS[f.name] = f\n    return f\n"},
    )

    assert "Sets `ROWS[f.name]` to `f` where it set `Store.of(f.module)[f.name]` to `f`. (a.py:3)" in text


def test_of_much_under_one_condition_nothing_is_left_out() -> None:
    inside = "def f(ready, box):\n    if ready and box.is_open():\n        first(box)\n"
    steps = [
        "".join(f"        box.step_{each}(way, {at + more})\n" for at, each in enumerate("abcdefgh"))
        for more in (0, 20)
    ]
    text = told(*[{"a.py": f"{inside}{each}    return box\n"} for each in steps])

    assert all(f"`box.step_{each}` is given" in text for each in "abcdefgh")
    assert text.count("When `ready and box.is_open()`:") == 2


def test_rows_that_another_call_makes_now_are_one_line() -> None:
    rows = [
        "".join(f"    {made % (name, name)}\n" for name in ("first", "second", "third", "fourth", "fifth", "sixth"))
        for made in ('Image("%s", "x86_64", "made/%s", None),', 'Ours("%s", "x86_64", None),  # %s')
    ]
    text = told(*[{"a.py": f"images = [\n{each}]\n"} for each in rows])

    assert (text.count(" was `Image"), text.count("Likewise `Ours(…)` was `Image(…)` in 5 more rows.")) == (2, 1)


def test_one_call_that_many_functions_make_now_is_one_line() -> None:
    heads = ("one", "two", "six")
    text = told(
        {"a.py": "".join(f"def {each}(a):\n    return a.{each}\n" for each in heads)},
        {
            "a.py": "".join(
                f"def {each}(a):\n    check(a.{each}, {'1, ' * at}0)\n    return a.{each}\n"
                for at, each in enumerate(heads)
            )
        },
    )

    said = "Now calls `check(a.one, 0)` in `one`, `check(a.two, 1, 0)` in `two` and `check(a.six, 1, 1, 0)` in `six`."
    assert f"- {said} (a.py:2, 5, 8)" in text


def test_tests_that_are_new_are_told_by_their_names() -> None:
    head = "class TestCart:\n    def test_empty(self):\n        assert not Cart()\n"
    added = [
        f'    def test_{each}(self):\n        """Whether it is {each}."""\n        assert Cart({each})\n'
        for each in ("full", "paid")
    ]
    text = told({"tests/test_a.py": head}, {"tests/test_a.py": head + "".join(added)})

    assert "- of `TestCart`: `test_full`, `test_paid` (new, tests/test\\_a.py)" in text
    assert "Whether" not in text


def test_many_names_are_folded_under_their_line() -> None:
    names = [f"a_function_with_a_long_name_{at}" for at in range(12)]
    sides = ["".join(f"def {each}(a{more}):\n    return a\n" for each in names) for more in (", loop=None", "")]
    page = told({"a.py": sides[0]}, {"a.py": sides[1]})

    assert f"- `{names[0]}`, `{names[1]}`, `{names[2]}` and 9 more: No longer takes `loop`" in page
    assert f"\n  <details><summary>9 more of these</summary><code>{names[3]}</code>, " in page


def test_entry_points_of_one_name_are_named_once_and_counted() -> None:
    entry = ShownEntry((*["handle"] * 9, "Distro.chpasswd"), 12, "no longer raise ValueError via subp")

    assert entered(entry) == "- `handle`, `Distro.chpasswd` and 10 more no longer raise ValueError via subp"


def test_a_long_sentence_is_told_in_part_and_the_rest_folded_under_it() -> None:
    keys = "".join(f"        table['entry_{at}'] = describe('the entry number {at}', at={at})\n" for at in range(11))
    head = "def fill(table, ready):\n"
    page = told(
        {"a.py": f"{head}    return table\n"},
        {"a.py": f"{head}    if ready and not table:\n{keys}    return table\n"},
    )
    line, below = page.split("- `fill`: ")[1].split("\n")[:2]

    assert "`ready and not table`" in line
    assert line.count("`") % 2 == 0
    assert below.startswith("  <details><summary>… the rest of it</summary>")
    assert "entry_9" in below


def test_what_is_new_and_most_of_a_change_comes_first() -> None:
    old = "def load(path):\n    if not path:\n        return None\n    return read(path)\n"
    new = "def kept(path):\n    found = CACHE.get(path)\n    if found is None:\n        found = read(path)\n"
    new += "        CACHE[path] = found\n    return found\n\n\n"
    page = told({"a.py": old}, {"a.py": f"{new}def load(path):\n    return kept(path)\n"})

    assert page.index("`kept`: Is new") < page.index("`load` (a.py):\n  - Drops a check")


def test_what_callers_give_of_a_new_parameter_stands_with_it() -> None:
    def project(head: str, last: str, *given: str) -> dict[str, str]:
        calls = "".join(
            f"int use_{at}(Box *b)\n{{\n    return match(b{more});\n}}\n\n" for at, more in enumerate(given)
        )
        return {"a.c": f"int match({head})\n{{\n    return look(b{last});\n}}\n\n{calls}"}

    before = project("Box *b", "", "", "", "")
    after = project("Box *b, int kind, int size", ", kind, size", ", KIND_A, 0", ", KIND_B, 4", ", KIND_A, 0")
    page = told(before, after)

    told_once = "Its callers give `KIND_A` and `0` \\(`use_0` and `use_2`\\), `KIND_B` and `4` \\(`use_1`\\)."
    assert (f"Now takes `kind` and `size`. {told_once}" in page, page.count("`KIND_A`")) == (True, 1)


def test_what_some_calls_give_of_a_new_parameter_is_not_told_of_all() -> None:
    def project(head: str, last: str, one: str, other: str, rest: str) -> dict[str, str]:
        calls = "".join(f"int use_{at}(Box *b)\n{{\n    return match(b{one});\n}}\n\n" for at in range(2))
        calls += f"void use(Box *b)\n{{\n    if (compare(HEADER_NAME, b->more->text, HEADER_LENGTH) == 0) {{\n        match(b{other});\n{rest}    }}\n}}\n"
        return {"a.c": f"int match({head})\n{{\n    return look(b{last});\n}}\n\n{calls}"}

    before = project("Box *b", "", "", "", "        b->line = first(b);\n")
    page = told(before, project("Box *b, Box **last", ", last", ", NULL", ", &b->line", ""))

    assert "Now takes `last`. Of its calls 2 give `NULL` \\(`use_0` and `use_1`\\)." in page


def test_of_what_weighs_as_much_what_is_done_in_more_places_comes_first() -> None:
    def one(name: str, more: str) -> str:
        return f"def {name}(a):\n    start(a)\n{more}    return end(a)\n\n\n"

    names = ("alone", "first", "second")
    before = "".join(one(name, "") for name in names)
    after = "".join(one(name, f"    {'log_it' if name == 'alone' else 'check'}(a)\n") for name in names)
    page = told({"a.py": before}, {"a.py": after})

    assert page.index("`first`, `second`: Now calls") < page.index("`alone`: Now calls")


def test_a_name_that_the_rest_of_a_change_uses_comes_before_it() -> None:
    def one(name: str, more: str) -> str:
        return f"int {name}(Box *b)\n{{\n    start(b);\n{more}    return end(b);\n}}\n\n"

    names = ("first", "second")
    before = "".join(one(name, "") for name in names)
    after = "".join(one(name, f"    {name}_check(b, BOX_MAGIC);\n") for name in names)
    page = told({"a.c": before}, {"a.c": f"#define BOX_MAGIC 0x1f\n#define BOX_SIZE 7\n\n{after}"})

    assert page.index("`#define BOX_MAGIC 0x1f` is new") < page.index("`first`: Now calls")
    assert page.index("`second`: Now calls") < page.index("`#define BOX_SIZE 7` is new")


def test_steps_that_run_under_the_same_now_are_one_line() -> None:
    head = "int work(Box *b)\n{\n    int rc = pack(b);\n"
    steps = "copy(b->to, b->from);\n{0}b->size = rc;\n"
    page = told(
        {"a.c": f"{head}    if (rc)\n        warn(b);\n    {steps.format('    ')}    return rc;\n}}\n"},
        {
            "a.c": f"{head}    if (rc) {{\n        warn(b);\n    }} else {{\n        {steps.format('        ')}    }}\n"
            "    return rc;\n}\n"
        },
    )

    assert "`copy(b->to, b->from)` and `b->size = rc` now run unless `rc`." in page


def test_a_new_function_that_a_header_declares_says_so() -> None:
    body = "int day(int week)\n{\n    return week * 8;\n}\n"
    inner = "static int month(int week)\n{\n    return week / 4;\n}\n\n"
    before = {"a.h": "#define WEEK 7\n", "a.c": '#include "a.h"\n\nint first;\n'}
    after = {"a.h": "#define WEEK 7\n\nint day(int week);\n", "a.c": f"{before['a.c']}\n{inner}{body}"}
    page = told(before, after)

    assert page.count("Is declared in `a.h`.") == 1
    assert "`day`: Is new: Returns `week * 8`. Is declared in `a.h`." in page


@pytest.mark.parametrize(("unread", "most"), [(3, False), (4, True)])
def test_files_that_are_not_read_are_said_to_be_most_of_a_change(unread: int, most: bool) -> None:
    line = counted(dict.fromkeys(COUNTED, 1), [(".cmake", unread)], "", 1)

    assert line.endswith(f"Most of the change, {unread} of {unread + 1} files, is not read: {unread} .cmake.") == most
    assert line.endswith(f"Not read: {unread} .cmake.") != most


@pytest.mark.parametrize(
    ("scope", "said"), [("tests alone", "only tests changed. "), ("tests", "only tests change what they do. ")]
)
def test_what_only_tests_did_is_said_of_no_more_than_was_read(scope: str, said: str) -> None:
    edits = dict.fromkeys(COUNTED, 1)

    assert counted(edits, [("deploy", 1)], scope, 1).startswith(f"Of what was read, {said}")
    assert counted(edits, (), scope, 1).startswith(f"O{said[1:]}")


def test_what_a_name_is_set_to_comes_with_what_speaks_of_it() -> None:
    steps = "".join(f"    if a > {at}:\n        drop(a, {at})\n" for at in range(8))
    fewer = "".join(f"    drop(a, {at})\n" for at in range(8))
    before = f"def run(a, kinds={{}}):\n    mark = place(a)\n    look(mark, kinds)\n\n\ndef gone(a):\n{steps}"
    after = (
        "def run(a, kinds=None):\n    if kinds is None:\n        kinds = {}\n    mark = place(a)\n"
        f"    look(mark, kinds)\n\n\ndef gone(a):\n{fewer}"
    )
    first = told({"a.py": before}, {"a.py": after}).partition("<details>")[0]

    assert "Now sets `kinds` to `{}`, when `kinds is None`." in first


def test_what_helps_tests_is_told_by_what_it_does() -> None:
    first = "def test_one():\n    assert 1\n"
    more = "\n\ndef fake(data):\n    if not data:\n        raise OSError\n    return data[0]\n\n\ndef test_two():\n    assert fake([1])\n"
    page = told({"test_a.py": first}, {"test_a.py": first + more})

    assert "- `fake` (new, test\\_a.py): Returns `data[0]`; raises `OSError` where" in page
    assert "- `test_two` (new, test\\_a.py)\n" in page


def test_what_many_tests_do_alike_is_no_count_of_one() -> None:
    tests = "".join(f"def test_{at}():\n    box = make_box({at})\n    free_box(box)\n\n\n" for at in range(5))
    page = told({"test_a.py": tests}, {"test_a.py": tests.replace("free_box", "let_go")})

    assert "`free_box` is now `let_go`." in page
    assert "in 5 places" not in page.partition("test functions")[2]


def test_a_class_that_is_gone_takes_along_what_another_one_does_too() -> None:
    both = "".join(
        f"class {each}(Base):\n    def get(self, key):\n        value = self.data[key]\n        self.move(key)\n"
        "        return value\n\n\n"
        for each in ("First", "Second")
    )
    page = told({"a.py": both}, {"a.py": both[both.index("class Second") :]})

    assert ("`class First(Base):` is gone, with its function." in page, page.count("First")) == (True, 1)


def test_files_that_are_gone_are_each_named() -> None:
    gone = {f"{each}.py": "import warnings\n\nwarnings.warn(__name__)\n" for each in ("first", "second", "third")}
    page = told({"a.py": "def f(a):\n    return a\n", **gone}, {"a.py": "def f(a):\n    return a + 1\n"})

    line = "- `first.py`, `second.py`, `third.py`: Are gone; each called `warnings.warn` when it was loaded.\n"
    assert line in page


def test_what_is_done_with_a_new_parameter_stands_beside_it() -> None:
    names = [f"first_{at}" for at in range(7)]
    before = "".join(f"def {each}(a):\n    if a:\n        return 0\n    return a\n" for each in names)
    after = "".join(f"def {each}(a):\n    return a\n" for each in names)
    page = told(
        {"a.py": f"{before}def last(a):\n    work(a)\n    done(a)\n"},
        {"a.py": f"def last(a, deep=False):\n    work(a)\n    a.depth = deep\n    done(a)\n{after}"},
    )
    first = page.partition("<details>")[0]

    assert ("Now takes `deep`" in first) == ("Now sets `a.depth` to `deep`" in first)


def test_the_same_put_into_a_statement_of_many_functions_is_one_line() -> None:
    names = ("red", "green", "blue")
    before, after = (
        "".join(
            f"class {each}:\n    def __init__(self):\n        self.{each}_box = {put}load('{each}.ui')\n"
            for each in names
        )
        for put in ("", "self.all = ")
    )
    page = told({"a.py": before}, {"a.py": after})

    assert "`red.__init__`, `green.__init__`, `blue.__init__`: `self.all =` is new in one statement each" in page


def test_what_many_macros_were_given_is_one_line() -> None:
    rows = [
        "".join(
            f"#define GET_{each}(x) ({cast}(x)->{each.lower()})\n#define {each} {at * 10}{end}\n"
            for at, each in enumerate(("ONE", "TWO", "SIX"))
        )
        for cast, end in (("", ""), ("(int)", "UL"))
    ]
    text = told(*[{"a.h": each} for each in rows])

    assert "Likewise `(int)` is put into `GET_TWO` and `GET_SIX`." in text
    assert "Likewise `UL` is put into `TWO` and `SIX`." in text
    assert (text.count("(int)"), text.count("UL")) == (2, 2)


def test_macros_that_differ_each_otherwise_are_told_one_by_one() -> None:
    text = told(
        {"a.h": "#define A 1\n#define B 2\n#define C 3\n"},
        {"a.h": "#define A 1 + X\n#define B 2 + Y\n#define C 3 + Z\n"},
    )

    assert ("Likewise" in text, text.count(" was `#define")) == (False, 3)


def test_what_one_of_several_sentences_stands_under_opens_none_of_the_others() -> None:
    load = "`Loader.load`: Returns `made(name)`, in the loop `name in names`; raises `KeyError(names)` unless it returns before. "
    said = f"`class Loader:` is new. {load}{'`Loader.fill`: Sets the name of each row in its order. ' * 12}"
    edit = ShownEdit("declaration", "", "a.py", 1, 9, False, "`class Loader:` is new.", "", "")

    assert halves(Point((edit,), (), said))[0].startswith("`class Loader:` is new. `Loader.load`: ")


def test_what_a_part_of_a_long_sentence_stands_under_opens_none_of_the_others() -> None:
    edit = ShownEdit("declaration", "", "a.py", 1, 9, False, "Is a new file.", "", "", rule="file")
    said = f"Is a new file; under `open(n) as f`, when `bad(f)`, it runs `stop()`{'; it runs `fill(names)`' * 30}."
    placed = f"In the loop `rows`, in the loop `row in found`: Adds a check: when `x`, stops.{' Now calls `fill(names)`.' * 30}"

    assert halves(Point((edit,), (), said))[0].startswith("Is a new file; under ")
    assert halves(Point((edit,), (), placed))[0].startswith("In the loop `rows`, in the loop `row in found`: Adds")


def test_a_sentence_that_says_whose_it_is_names_it_once() -> None:
    text = told({"a.py": "class Cart:\n    most = 3\n"}, {"a.py": "class Cart:\n    most = 4\n"})

    assert "- `most` in `Cart` is `4`, no longer `3`. (a.py:2)" in text


def test_what_is_imported_under_one_condition_is_one_line() -> None:
    head = "import sys\n\nif sys.argv:\n    import os\n"
    text = told(
        {"a.py": f"{head}    import json\n\n    import re\n    from io import BytesIO\n"},
        {"a.py": head},
    )

    assert "No longer imports `json` and `re`, and `BytesIO` from `io`, under `if sys.argv`. (was a.py:5, 7, 8)" in text


def test_another_form_of_one_call_in_many_functions_is_one_line() -> None:
    heads = {"first": "rows", "second": "self_kept.rows", "third": "load(a, b)"}
    sides = (
        "".join(
            f"def {name}(a, b, rows):\n    for each in {form.format(of)}:\n        put(each)\n"
            for name, of in heads.items()
        )
        for form in ("values_of({})", "{}.all_values()")
    )
    text = told(*({"a.py": each} for each in sides))

    assert "Likewise `….all_values()` in the place of `values_of(…)` in `second` and `third`. (a.py:2, 5, 8)" in text


def test_what_several_calls_are_given_in_the_place_of_another_thing_is_one_line() -> None:
    row = "int {0}_cb(void *s)\n{{\n    rc = (int *) {0}_exec(s, {1});\n    return check(rc);\n}}\n\n"
    before, after = (
        "".join(row.format(each, way) for each in ("lua", "perl", "ruby")) for way in ("EXEC_INT", "EXEC_IGNORE")
    )
    text = told({"a.c": before}, {"a.c": after.replace("(int *) ", "")})

    assert "`EXEC_IGNORE` is given in the place of `EXEC_INT` to `lua_exec` in `lua_cb`" in text


def test_what_many_functions_declare_otherwise_is_listed_once() -> None:
    hooks = "".join(
        f"    def on_{name}(self, config: {{0}}):\n        return config\n\n" for name in ("start", "stop", "page")
    )
    head = "from shop import Config, Settings\n\n\nclass Plugin:\n"
    text = told({"a.py": head + hooks.format("Config")}, {"a.py": head + hooks.format("Settings")})

    whose = "`Plugin.on_start`, `Plugin.on_stop` and `Plugin.on_page`"
    assert f"- {whose}: `config` is declared `Settings`, no longer `Config`. (a.py:5, 8, 11)" in text
    assert "<details>" not in text  # nothing leads, so it is not folded
