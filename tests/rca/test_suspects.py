"""Of a change that breaks a test and five edits beside it, the one that broke it is named first, however it broke it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

import pytest

from flowscout.tasks.diagnose.edits import FunctionSpan, LinesEdited, edits
from flowscout.tasks.diagnose.named import named
from rca.test_code import git, log_of_pytest, rca, write

SHOP = {
    "shop/__init__.py": "",
    "shop/rates.py": "STEP = 0.01\nSTEPS = {'fine': STEP, 'rough': 1}\n\n\ndef steps():\n    return STEPS\n",
    "shop/money.py": (
        "import functools\n\nfrom .rates import STEPS\n\n\n@functools.lru_cache\ndef step(name='fine'):\n    return STEPS[name]\n\n\n"
        "def rounded(amount, places=2):\n    return round(amount / step()) * step()\n\n\ndef spare():\n    return 3\n"
    ),
    "shop/tax.py": "def tax(amount):\n    return 0\n\n\ndef table():\n    return [1]\n",
    "shop/table.json": '{"tea": 3.5}\n',
    "pytest.ini": "[pytest]\n",
    "README.rst": "Shop\n====\n",
    "shop/basket.py": "class Basket:\n    def __init__(self):\n        self._rate = 1\n        self.open = True\n\n\ndef rate(basket):\n    return getattr(basket, '_rate')\n",
    "tests/test_basket.py": "from shop.basket import Basket, rate\n\nBASKET = Basket()\n\n\ndef test_it_has_a_rate():\n    assert rate(BASKET) == 1\n",
    "shop/settings.ini": "[shop]\nrounding = 1\ncolour = red\n",
    "shop/wrapped.py": "from configparser import ConfigParser\nfrom pathlib import Path\n\n\ndef wrapped():\n    read = ConfigParser()\n    read.read(Path(__file__).parent.glob('*.ini'))\n    return 1 / int(read['shop']['rounding'])\n",
    "shop/version.py": "from pathlib import Path\n\n\ndef version():\n    asked = (Path(__file__).parent.parent / 'requirements.txt').read_text()\n    if 'packaging' not in asked:\n        raise ImportError('packaging is not asked for')\n    return 1\n",
    "requirements.txt": "packaging>=20\nattrs>=20\n",
    "shop/order.py": (
        "import json\nfrom pathlib import Path\n\nfrom .money import rounded\nfrom .tax import tax\n\n\ndef price(name):\n"
        "    return json.loads(Path(__file__).with_name('table.json').read_text())[name]\n\n\n"
        "def place(names):\n    amount = sum(price(name) for name in names)\n    return rounded(amount + tax(amount))\n"
    ),
    "tests/test_order.py": "from shop.order import place\n\n\ndef test_an_order_has_its_total():\n    assert place(['tea']) == 3.5\n",
    "shop/many.py": "def many(path):\n    return sum(int(line) for line in path.read_text().split())\n",
    "tests/orders.txt": "1\n2\n",
    "tests/test_many.py": "from pathlib import Path\n\nfrom shop.many import many\n\nORDERS = Path(__file__).with_name('orders.txt')\n\n\ndef test_many():\n    assert many(ORDERS) == 3\n",
    "tests/test_wrapped.py": "from shop.wrapped import wrapped\n\n\ndef test_it_is_wrapped():\n    assert wrapped() == 1\n",
    "tests/test_version.py": "from shop.version import version\n\n\ndef test_the_version_is_known():\n    assert version() == 1\n",
}
BESIDE = {
    "README.rst": "Shop, a till\n============\n",
    "shop/tax.py": SHOP["shop/tax.py"]
    .replace("    return 0", "    seen = amount\n    return 0")
    .replace("[1]", "[1, 2]"),
    "shop/rates.py": SHOP["shop/rates.py"].replace("    return STEPS", "    # as they are\n    return STEPS"),
    "shop/money.py": SHOP["shop/money.py"].replace("return 3", "return 4"),
    "shop/settings.ini": SHOP["shop/settings.ini"].replace("colour = red", "colour = blue"),
    "shop/order.py": SHOP["shop/order.py"].replace("    amount = sum", "    kept = None\n    amount = sum"),
}


class Broken(NamedTuple):
    path: str
    old: str
    new: str
    suspect: str


CASES = {
    "a constant that another is made of": Broken("shop/rates.py", "STEP = 0.01", "STEP = 4", "shop/rates.py"),
    "a signature": Broken("shop/money.py", "places=2)", "places)", "shop/money.py::rounded"),
    "a default": Broken("shop/money.py", "name='fine'", "name='rough'", "shop/money.py::step"),
    "a decorator": Broken(
        "shop/money.py",
        "@functools.lru_cache\n",
        "@functools.lru_cache\n@functools.cached_property\n",
        "shop/money.py::step",
    ),
    "a type": Broken("shop/tax.py", "    return 0", "    return '0'", "shop/tax.py::tax"),
    "an import cycle": Broken("shop/tax.py", "def tax(", "from .order import place\n\n\ndef tax(", "shop/tax.py"),
    "an import that is gone": Broken("shop/money.py", "from .rates import STEPS\n", "", "shop/money.py"),
    "a setting that is read by its name": Broken(
        "shop/settings.ini", "rounding = 1", "rounding = 0", "shop/settings.ini"
    ),
    "a dependency that is asked for no more": Broken("requirements.txt", "packaging>=20\n", "", "requirements.txt"),
    "a file that the test hands on": Broken("tests/orders.txt", "2\n", "two\n", "tests/orders.txt"),
    "what its tool must have": Broken(
        "pytest.ini", "[pytest]\n", "[pytest]\nrequired_plugins = pytest-shop>=2\n", "pytest.ini"
    ),
    "an attribute that is set no more": Broken(
        "shop/basket.py", "        self._rate = 1\n", "", "shop/basket.py::Basket.__init__"
    ),
    "a file of data": Broken("shop/table.json", "3.5", "3.6", "shop/table.json"),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_what_broke_it_is_named_first(case: Broken, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "work"
    write(folder, SHOP)
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "one")
    texts = SHOP | BESIDE
    assert case.old in texts[case.path]
    write(folder, texts | {case.path: texts[case.path].replace(case.old, case.new, 1)})
    git(folder, "commit", "-qam", "two")
    found = json.loads(rca(folder, log_of_pytest(folder), "--format", "json", "--no-memory", capsys=capsys))
    suspected = [suspect["id"] for suspect in found["suspects"]]
    assert suspected[:1] == [case.suspect]
    assert "README.rst" not in suspected


PLAYED = {
    "player/__init__.py": "",
    "player/frames.py": "def cut(frame):\n    return frame[1:]\n",
    "player/play.py": "from . import frames\n\nSTEPS = {'cut': frames.cut}\n\n\ndef length(text):\n    return len(text)\n\n\ndef play(name, frame):\n    try:\n        made = STEPS[name](frame)\n    except TypeError:\n        return 0\n    return length(made)\n\n\ndef step(name, frame):\n    return STEPS[name](frame)\n",
    "tests/test_play.py": "from player.play import play, step\n\n\ndef test_play():\n    assert play('cut', 'abc') == 2\n\n\ndef test_step():\n    assert step('cut', 'abc') == 'bc'\n",
}


def test_what_stands_on_the_stack_of_another_failure_is_named_before_what_the_first_calls(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "work"
    write(folder, PLAYED)
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "one")
    write(folder, {
        "player/frames.py": PLAYED["player/frames.py"].replace("frame[1:]", "frame['a']"),
        "player/play.py": PLAYED["player/play.py"].replace("len(text)", "len(text + '')"),
    })  # fmt: skip
    git(folder, "commit", "-qam", "two")
    found = json.loads(rca(folder, log_of_pytest(folder), "--format", "json", "--no-memory", capsys=capsys))
    first = found["suspects"][0]
    assert found["findings"][0]["file_line"] == 5
    assert (first["id"], first["reason"]) == (
        "player/frames.py::cut",
        "`cut` was changed at a line that another failure of the log names.",
    )


TILL = {
    "till/__init__.py": "",
    "till/steps.py": (
        "class Add:\n    def __init__(self, by, least):\n        self.by = by\n        self.least = least\n\n    def changed(self, amount):\n        return amount + self.by\n\n\n"
        "class Cut:\n    def changed(self, amount):\n        return amount - 1\n\n\nclass Twice:\n    def changed(self, amount):\n        return amount * 2\n"
    ),
    "till/all.py": "def all_of(steps, amount):\n    for step in steps:\n        amount = step.changed(amount)\n    return amount\n",
    "tests/test_till.py": "from till.all import all_of\nfrom till.steps import Add, Twice\n\n\ndef test_all():\n    assert all_of([Twice(), Add(1, 0)], 3) == 7\n",
}


def test_a_method_of_a_class_that_the_test_names_is_suspected_before_those_of_others_and_before_lines_that_moved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, steps = tmp_path / "work", TILL["till/steps.py"]
    write(folder, TILL)
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "one")
    steps = steps.replace("self.by = by\n        self.least = least", "self.least = least\n        self.by = by")
    write(folder, {"till/steps.py": steps.replace("amount - 1", "amount - 2").replace("amount * 2", "amount * 3")})
    git(folder, "commit", "-qam", "two")
    found = json.loads(rca(folder, log_of_pytest(folder), "--format", "json", "--no-memory", capsys=capsys))
    told = [one["id"].partition("::")[2] for one in found["suspects"]]
    assert told[:3] == ["Twice.changed", "Cut.changed", "Add.__init__"]


def test_a_file_that_gives_an_option_which_its_tool_does_not_know_is_suspected(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, log = tmp_path / "work", tmp_path / "build.log"
    write(folder, SHOP)
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "one")
    write(folder, BESIDE | {"pytest.ini": "[pytest]\naddopts = -q --shopping\n"})
    git(folder, "commit", "-qam", "two")
    log.write_text("ERROR: usage: pytest [options]\npytest: error: unrecognized arguments: --shopping\n")
    found = json.loads(rca(folder, log, "--format", "json", "--no-memory", capsys=capsys))
    assert [one["id"] for one in found["suspects"]][:1] == ["pytest.ini"]


def test_what_always_holds_is_idle() -> None:
    assert LinesEdited(frozenset({2}), ("    assert True",)).idle("assert True\nreturn a")
    assert not LinesEdited(frozenset({2}), ("    assert a",)).idle("assert a\nreturn a")


@pytest.mark.parametrize(
    ("message", "names"),
    [
        ("shop.h: No such file or directory", "shop"),
        ("cannot stat 'total': Permission denied", "total"),
        ("undefined: total", "total undefined"),
        ("total() missing 1 required positional argument: 'rate'", "rate total"),
        ("no rule for the name of this file in max_rate", "max_rate"),
        ("ERROR: No matching distribution found for total", "ERROR total"),
        ("cannot find module shop-rates in tree", "rates shop tree"),
    ],
)
def test_english_words_of_a_message_are_no_names(message: str, names: str) -> None:
    assert named(message) == {*names.split()}


def test_what_is_assigned_and_never_read_is_idle() -> None:
    told = edits(
        "def f(a):\n    return a\n",
        "def f(a):\n    kept = a\n    log.info('a')\n    # as before\n    return a\n",
        [FunctionSpan("f", 1, 5)],
    )
    assert told == {"f": LinesEdited(frozenset({2, 3}), ("    kept = a", "    log.info('a')"))}
    assert told is not None
    assert told["f"].idle("kept = a\nlog.info('a')\nreturn a")
    assert not told["f"].idle("kept = a\nlog.info('a')\nreturn kept")


def test_a_decorator_belongs_to_its_function_and_a_row_to_its_table() -> None:
    before = "TABLE = {\n    'a': 1,\n    'b': 2,\n}\nOTHER = list(TABLE)\n\n\n@one\ndef f():\n    return 1\n"
    after = before.replace("    'b': 2,\n", "    'b': 3,\n").replace("@one", "@two")
    told = edits(before, after, [FunctionSpan("f", 9, 10)])
    assert told is not None
    assert told["f"].lines == {8}
    assert told[""].names == {"TABLE", "OTHER"}


@pytest.mark.parametrize(
    ("then", "now", "idle"),
    [
        ("return cut(a, b)", "short = cut(a, b)\n    return short", True),
        ("return cut(a, b)", "short = cut(b, a)\n    return short", False),
        ("return cut(a, b)", "cut(a, b)", False),
        ("x = cut(a, b)\n    return x", "short = cut(a, b)\n    return short", True),
        ("return a.x", "return a.y", False),
        (
            "match = a.match(b)\n    return match or 'no match'",
            "found = a.match(b)\n    return found or 'no match'",
            True,
        ),
        ("match = a.match(b)\n    return f'{match}'", "found = a.match(b)\n    return f'{match}'", False),
        ("match = a(b)\n    return found", "found = a(b)\n    return found", False),
        ("match = a(b)\n    return cut(locals()['match'])", "found = a(b)\n    return cut(locals()['match'])", False),
    ],
)
def test_an_expression_that_only_has_a_name_now_is_idle(then: str, now: str, idle: bool) -> None:
    before, after = (f"def f(a, b):\n    {body}\n" for body in (then, now))
    told = edits(before, after, [FunctionSpan("f", 1, 9)])
    assert told is not None
    assert told["f"].idle(after) is idle


RING = {
    "ring.h": "struct ring { int used; };\nint push(struct ring *r, int item);\nint sum(const struct ring *r);\n",
    "ring.c": '#include "ring.h"\n\nint push(struct ring *r, int item) {\n    r->used++;\n    return item;\n}\n\nint sum(const struct ring *r) {\n    return r->used;\n}\n',
    "main.c": '#include "ring.h"\n\nint main(void) {\n    struct ring r = {0};\n    push(&r, 3);\n    return sum(&r);\n}\n',
    "Makefile": "app: main.o ring.o\n\tcc -o app main.o ring.o\n",
}
TOO_FEW = "main.c:5:5: error: too few arguments to function ‘push’\nmake: *** [Makefile:2: app] Error 1\n"
MISSING = "/usr/bin/ld: main.o: in function `main':\nmain.c:6: undefined reference to `sum'\ncollect2: error: ld returned 1 exit status\n"
IDLY = RING["ring.c"].replace("    return r->used;", "    const int used = r->used + 0;\n    return used;")
UNBUILT = {
    "a declaration": ("ring.h", "int item);", "int item, int flags);", TOO_FEW),
    "an object that is not linked": ("Makefile", "main.o ring.o\n\tcc -o app main.o ring.o", "main.o\n\tcc -o app main.o", MISSING),
}  # fmt: skip


@pytest.mark.parametrize("case", UNBUILT.values(), ids=UNBUILT)
def test_where_nothing_was_built_no_body_is_suspected_before(
    case: tuple[str, str, str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, old, new, said = case
    folder, log = tmp_path / "work", tmp_path / "build.log"
    write(folder, RING)
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "one")
    write(folder, RING | {"ring.c": IDLY} | {path: RING[path].replace(old, new, 1)})
    git(folder, "commit", "-qam", "two")
    log.write_text(said)
    found = json.loads(rca(folder, log, "--format", "json", "--no-memory", capsys=capsys))
    assert [one["id"] for one in found["suspects"]][:1] == [path]


def test_a_constant_that_its_file_reads_is_suspected_before_a_function_that_nothing_reaches(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "work"
    till = "WIDE = 4\n\n\nclass Till:\n    def rows(self):\n        return WIDE\n"
    shut = "def shut(till):\n    return 1\n"
    test = "import pytest\n\nfrom shop.shut import shut\nfrom shop.till import Till\n\n\n@pytest.fixture\ndef made():\n    return getattr(Till(), 'rows')\n\n\ndef test_rows(made):\n    assert made() == 4\n"
    write(folder, {"shop/__init__.py": "", "shop/till.py": till, "shop/shut.py": shut, "tests/test_till.py": test})
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "one")
    write(folder, {"shop/till.py": till.replace("4", "5"), "shop/shut.py": shut.replace("1", "2")})
    git(folder, "commit", "-qam", "two")
    found = json.loads(rca(folder, log_of_pytest(folder), "--format", "json", "--no-memory", capsys=capsys))
    assert found["suspects"][0]["id"] == "shop/till.py"
