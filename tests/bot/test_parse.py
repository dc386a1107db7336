"""What in a comment is a command."""

from __future__ import annotations

import pytest

from flowscout.bot.parse import CommandLine, Mistake, near, parse


@pytest.mark.parametrize(("body", "expected"), [
    ("/flowchart Foo", CommandLine("flowchart", ("Foo",), "Foo")),
    ("/flowchart Foo::bar#L20 --detail=deep", CommandLine("flowchart", ("Foo::bar#L20", "--detail=deep"), "Foo::bar#L20 --detail=deep")),
    ('/callers "operator <"', CommandLine("callers", ("operator <",), '"operator <"')),
    ("/callers “operator <”", CommandLine("callers", ("operator <",), "“operator <”")),
    ("  /review  \r\nand thanks", CommandLine("review", (), "")),
    ("/ask why doesn't it stop", CommandLine("ask", (), "why doesn't it stop", unclosed=True)),
    ("/flowchart Foo\n--rev=base", CommandLine("flowchart", ("Foo",), "Foo")),
])  # fmt: skip
def test_the_first_line_is_the_command(body: str, expected: CommandLine) -> None:
    assert parse(body) == expected


@pytest.mark.parametrize("body", [
    "", "thanks!", "please /flowchart Foo", "> /flowchart Foo", "`/flowchart Foo`", "```\n/flowchart Foo\n```", "<!-- -->/flowchart Foo",
    "    code\n/flowchart Foo", "hello\n/flowchart Foo", "/", "// comment", "/usr/bin/env", "/flowchart/Foo", "/1", "/flöwchart x",
])  # fmt: skip
def test_nothing_else_is(body: str) -> None:
    assert parse(body) is None


def test_too_much_is_refused_in_one_sentence() -> None:
    assert isinstance(parse("/flowchart " + "a" * 5_000), Mistake)
    assert isinstance(parse("/flowchart " + "a " * 30), Mistake)


def test_a_near_miss_is_answered_and_another_bots_command_is_not() -> None:
    known = ("flowchart", "review", "callers", "callees", "explain", "flowscout")
    assert near("flowchat", known) == "flowchart"
    assert near("lgtm", known) == ""
