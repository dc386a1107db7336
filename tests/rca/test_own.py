"""A repository's own formats: files of rows and problem matchers, read in linear time whoever wrote them."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import time
from pathlib import Path

import pytest

from flowscout.entrypoints.own_formats import formats_of, own_formats
from flowscout.errors import ConfigError
from flowscout.rca.extract.linear import ForeignError, Linear
from flowscout.rca.formats import extractor_with
from flowscout.rca.log import analysed
from flowscout.rca.source import of_bytes
from flowscout.rca.tables.own import own
from flowscout.rca.tables.rows import TableError
from flowscout.wiring import place, workspace

ROWS = """
[tool]
name = "teapot"
signs = ['(a+)+$']
[[row.brew_failed]]
kind = "compile_error"
line = '^BREW-(?P<code>\\d+) in {place}: {message}'
then = [{ line = '^  cup (?P<cup>\\w+)', within = 3, optional = true }]
examples = ["BREW-12 in src/cup.tea:4: no leaves"]
"""
TASKS = {"tasks": [{"problemMatcher": ["$tsc", {"owner": "kettle", "pattern": {
    "regexp": "^!! (.*) @ (\\d+)\\/(\\d+) ~ (.*)$", "file": 1, "line": 2, "column": 3, "message": 4}}]}]}  # fmt: skip
LISTED = {"problemMatcher": [{"owner": "lister", "severity": "error", "pattern": [
    {"regexp": "^== ([^\\s].*) ==$", "file": 1},
    {"regexp": "^  row (\\d+), col (\\d+) :: (.+)$", "line": 1, "column": 2, "message": 3, "loop": True}]}]}  # fmt: skip
LOCATED = {
    "pattern": {
        "regexp": "^(\\S+)\\((\\d+|\\d+,\\d+|\\d+,\\d+,\\d+,\\d+)\\) ~> (.*)$",
        "file": 1,
        "location": 2,
        "message": 3,
    }
}
END = "make: *** [Makefile:3: tea] Error 1\n"


@pytest.mark.parametrize(
    ("path", "text", "log", "told"),
    [
        ("brew.toml", ROWS, "BREW-12 in src/cup.tea:4: no leaves\n  cup blue\n", ("teapot", "src/cup.tea", 4, 0, "no leaves")),
        ("tasks.json", json.dumps(TASKS), "!! src/k.c @ 7/3 ~ it boils over\n", ("kettle", "src/k.c", 7, 3, "it boils over")),
        ("m.json", json.dumps(LISTED), "== src/list.tea ==\n  row 9, col 2 :: too hot\n  row 10, col 2 :: too cold\n", ("lister", "src/list.tea", 9, 2, "too hot")),
        ("loc.json", json.dumps(LOCATED), "src/a.tea(4,2) ~> no leaves\n", ("loc", "src/a.tea", 4, 2, "no leaves")),
    ],
)  # fmt: skip
def test_what_a_repository_brings_is_read_as_our_own(path: str, text: str, log: str, told: tuple[object, ...]) -> None:
    read = analysed(of_bytes(f"starting\n{log}{END}".encode()), extractor_with(own([(path, text)])))
    record = read.ranking.causes[0].record
    assert (record.format, record.file, record.file_line, record.column, record.message) == told


@pytest.mark.parametrize(
    ("path", "text", "said"),
    [
        ("a.toml", "[[row.x]]\nline = '(a'", "row `x`"),
        ("a.toml", "row = 3", "[[row]]"),
        ("a.toml", "[[row.x]]\nline = '\\w+'", "no letters stand in every line"),
        ("a.toml", "[[row.x]]\nline = '(?P<a>x+)y(?P=a)'", "linear time"),
        ("a.toml", "[[row.x]]\nline = 'ab(?!c)'", "linear time"),
        ("a.toml", "[[row.x]]\nline = 'ab(?:c{60}){60}'", "too"),
        ("a.json", "// tasks\n{}", "comments are not read"),
        ("a.json", "{}", "no problem matcher"),
        ("a.json", '{"pattern": {"regexp": "^x(y", "file": 1}}', "problem matcher 1"),
        ("a.json", '{"pattern": {"regexp": "^xyz: (.*)", "file": "1"}}', "number of a group"),
    ],
)
def test_a_file_that_cannot_be_read_is_told_with_its_name_and_what_is_wrong(path: str, text: str, said: str) -> None:
    with pytest.raises(TableError, match=re.escape(said)) as refused:
        own([(path, text)])
    assert str(refused.value).startswith(f"{path}: ")


def test_the_configuration_names_them_and_nothing_outside_is_read(tmp_path: Path) -> None:
    (tmp_path / "flowscout.toml").write_text('[rca]\nformats = ["logs/brew.toml"]\n', encoding="utf-8")
    with pytest.raises(ConfigError, match=r"logs/brew\.toml: no such file"):
        own_formats(str(tmp_path))
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "brew.toml").symlink_to("/etc/hostname")
    with pytest.raises(ConfigError, match=r"logs/brew\.toml: no such file"):
        own_formats(str(tmp_path))
    (tmp_path / "logs" / "brew.toml").unlink()
    (tmp_path / "logs" / "brew.toml").write_text(ROWS, encoding="utf-8")
    assert own_formats(str(tmp_path)).formats[-1].name == "teapot"
    (tmp_path / "flowscout.toml").write_text('[rca]\nformats = ["../brew.toml"]\n', encoding="utf-8")
    with pytest.raises(ConfigError, match="inside the root"):
        own_formats(str(tmp_path))


@pytest.mark.parametrize(
    "expression",
    [
        r"^(.*):(\d+):(\d+):\s+(warning|error):\s+(?P<message>.*)$",
        r"\bfoo(?P<x>\d{1,3})?$",
        r"(?:a|ab)(c|bcd)(d*)",
        r"x*?y|(?P<z>[^\W\d]+)=.{0,20}?;",
        r"(a*)*b?",
    ],
)
def test_it_finds_what_python_finds(expression: str) -> None:
    chance, python, linear = random.Random(7), re.compile(expression), Linear(expression)
    for _ in range(300):
        text = chance.choice(("", "src/a.c:12:5: error: ", "foo12")) + "".join(
            chance.choice("abcdxy=;: 12foo") for _ in range(chance.randint(0, 25))
        )
        theirs, ours = python.search(text), linear.search(text)
        assert (theirs and (theirs.start(), theirs.groupdict())) == (ours and (ours.start(), ours.groupdict())), text


def test_no_line_makes_an_expression_slow_and_no_log_spends_more_than_its_purse() -> None:
    hostile = Linear(r"(a+)+(a+)+b")
    before = time.process_time()
    assert hostile.search("a" * 5_000) is None
    assert time.process_time() - before < 1
    hostile.purse.left = 100
    assert hostile.search("aab") is None or hostile.purse.left > 0
    with pytest.raises(ForeignError):
        Linear(r"(?:(?:(?:){900}){900}){900}")


ROW = "[[row.mine]]\nis = \"cause\"\nline = 'oops %s(?P<message>.*)'\n"


def test_all_expressions_have_one_purse_for_a_log() -> None:
    rows = "".join(ROW.replace("mine", f"mine{n}") % ("(?:a?){200}x" + str(n)) for n in range(30))
    extract = extractor_with(own([("mine.toml", rows)]))
    log = ("oops " + "a" * 300 + "\n") * 1_000
    before = time.process_time()
    analysed(of_bytes(log.encode()), extract)
    assert time.process_time() - before < 20
    assert analysed(of_bytes(b"oops x1 it broke\n" + END.encode()), extract).records, (
        "the next log has a purse of its own"
    )


@pytest.mark.parametrize(
    "text",
    [
        '[[row.mine]]\nis = "cause"\nline = "oops (?P<message>.*)"\nthen = 5\n',
        '[[row.mine]]\nis = "cause"\nline = "oops (?P<message>.*)"\nweight = [1]\n',
        '[[row.mine]]\nis = "cause"\nline = "oops (?P<message>.*)"\nmessage = "{message:>900000000}"\n',
        '[[row.mine]]\nis = "cause"\nline = "oops (?P<message>.*)"\nmessage = "{message.__class__}"\n',
        '[[row.mine]]\nis = "cause"\nline = "oops %s(?P<message>.*)"\n' % ("(" * 450 + ")" * 450),
        '[[row.mine]]\nis = "cause"\nline = "oops %s(?P<message>.*)"\n' % ("(a)" * 30),
    ],
)
def test_what_no_row_may_say_is_an_error_that_names_the_file(text: str) -> None:
    with pytest.raises(TableError, match=r"mine\.toml"):
        own([("mine.toml", text)])


def test_a_long_expression_of_a_matcher_is_refused_at_once() -> None:
    matcher = json.dumps({"problemMatcher": [{"owner": "x", "pattern": [{"regexp": "error " + "(" * 60_000}]}]})
    before = time.process_time()
    with pytest.raises(TableError):
        own([("m.json", matcher)])
    assert time.process_time() - before < 2


def test_a_configuration_that_leads_to_a_device_is_not_read(tmp_path: Path) -> None:
    os.symlink("/dev/zero", tmp_path / "flowscout.toml")
    assert own_formats(str(tmp_path)) is extractor_with(())


@pytest.mark.parametrize("named", ["../outside.toml", "link.toml", "folder/../../outside.toml"])
def test_of_a_commit_only_files_below_the_root_are_read(named: str, tmp_path: Path) -> None:
    (tmp_path / "outside.toml").write_text(ROWS)
    root = tmp_path / "app"
    (root / "folder").mkdir(parents=True)
    (root / "link.toml").symlink_to("../outside.toml")
    (root / "flowscout.toml").write_text(f'[rca]\nformats = ["{named}"]\n')
    for words in (("init", "-q"), ("add", "."), ("commit", "-qm", "0")):
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@example.org", *words], cwd=tmp_path, check=True)
    with pytest.raises(ConfigError):
        formats_of(workspace(place(str(root)), "HEAD"))
