"""What a model adds to a root cause stands beside the rules' words, shows its place and its origin, and replaces nothing."""

from __future__ import annotations

import json
from collections.abc import Callable

from flowscout.frontends.treesitter import parse
from flowscout.llm.provider import CONNECTION, Failure
from flowscout.model.finding import RootCause
from flowscout.model.settings import Settings
from flowscout.pipeline import assemble
from flowscout.rca.diagnosis import diagnosed
from flowscout.rca.formats import extractor
from flowscout.rca.source import of_bytes
from flowscout.tasks.refined import refined
from llm.scripted import Says, replies, session

SHOP = b"import os\n\n\ndef drop(name):\n    os.remove(name)\n"
LOG = b"""\
collected 1 item
Traceback (most recent call last):
  File "/w/shop.py", line 5, in drop
    os.remove(name)
FileNotFoundError: [Errno 2] No such file or directory: 'a.txt'
##[error]Process completed with exit code 1.
"""


def found(says: Says) -> tuple[RootCause, RootCause]:
    plain = diagnosed(of_bytes(LOG), extractor(), lambda text: text, conclusion="failure")
    project = assemble({"shop.py": parse(SHOP, "python")}, lambda path: SHOP, Settings())
    line, _ = session(says)
    return plain, refined(plain, tuple(LOG.decode().splitlines()), project, line)


def step(phase: str, calls: list[tuple[str, str, int]], said: list[tuple[str, str, int]]) -> str:
    return json.dumps({
        "phase": phase, "reasoning": "so it seems", "tool_calls": [{"tool": tool, "name": name, "path": "", "line": line} for tool, name, line in calls],
        "answer": [{"text": text, "path": path, "line": line} for text, path, line in said], "confidence": 0.8,
    })  # fmt: skip


def test_what_stands_is_noted_with_its_place_and_origin_and_the_rules_words_stay() -> None:
    gather = step("gathering", [("read_log", "FileNotFoundError", 0), ("summary", "drop", 0)], [])
    told = [("drop removes the file", "shop.py", 5), ("drop sends the file to a server", "shop.py", 5)]
    plain, made = found(replies(gather, step("final", [], told)))
    assert made._replace(notes=plain.notes, tools=plain.tools, iterations=0) == plain
    (note,) = made.notes[len(plain.notes) :]
    assert note.startswith("drop removes the file (shop.py:5) [scripted:m1 ")
    assert (made.iterations, made.tools[-2:]) == (2, ("read_log", "summary"))


def test_a_dead_server_changes_nothing_of_it() -> None:
    plain, made = found(replies(Failure(CONNECTION, "refused")))
    assert made == plain._replace(iterations=1)


TWO = b"""\
shop.py:5: error: Incompatible types in assignment  [assignment]
Found 1 error in 1 file (checked 2 source files)
=== FAILURES ===
____ test_drop ____
    def test_drop():
>       assert drop(1) == 2
E       assert 1 == 2

tests/test_shop.py:4: AssertionError
FAILED tests/test_shop.py::test_drop - assert 1 == 2
1 failed in 0.1s
##[error]Process completed with exit code 1.
"""


def of_two(said: Callable[[RootCause], list[tuple[str, str, int]]]) -> tuple[RootCause, RootCause]:
    plain = diagnosed(of_bytes(TWO), extractor(), lambda text: text, conclusion="failure")
    project = assemble({"shop.py": parse(SHOP, "python")}, lambda path: SHOP, Settings())
    line, _ = session(replies(step("gather", [("summary", "drop", 0)], []), step("final", [], said(plain))))
    return plain, refined(plain, tuple(TWO.decode().splitlines()), project, line)


def quoted(*numbers: int) -> Callable[[RootCause], list[tuple[str, str, int]]]:
    return lambda plain: [(plain.findings[at].message, "log", plain.findings[at].line) for at in numbers]


def test_another_candidate_comes_first_where_the_answer_cites_it_alone_and_both_orders_are_told() -> None:
    plain, made = of_two(quoted(1))
    assert len(plain.findings) > 1
    assert made.findings[:2] == (plain.findings[1], plain.findings[0])
    assert made.cause != plain.cause
    assert any("Put first by the model" in note and plain.cause in note for note in made.notes)


def test_the_rules_order_stays_where_the_answer_cites_their_first_or_more_than_one() -> None:
    for numbers in ((0,), (0, 1), ()):
        plain, made = of_two(quoted(*numbers))
        assert (made.findings, made.cause) == (plain.findings, plain.cause)
