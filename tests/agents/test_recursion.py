"""Functions that call each other are one question; each one's words are measured on their own."""

from __future__ import annotations

import json

import pytest

from flowscout.agents.summaries import MEMBERS, component
from flowscout.agents.wording import held, wording
from flowscout.frontends.treesitter import parse
from flowscout.llm.provider import Request
from flowscout.model.settings import Settings
from flowscout.pipeline import Project, assemble
from flowscout.tasks.worded import filled
from llm.scripted import Says, session

TREE = b"""\
import os


def walk(path):
    for name in os.listdir(path):
        visit(name)


def visit(name):
    if os.path.isdir(name):
        walk(name)
    else:
        drop(name)


def drop(name):
    os.remove(name)


def again(n):
    if n:
        again(n - 1)
"""
WALK, VISIT, DROP, AGAIN = (f"tree.py::{name}" for name in ("walk", "visit", "drop", "again"))


def tree(source: bytes = TREE) -> Project:
    return assemble({"tree.py": parse(source, "python")}, lambda path: source, Settings())


def fill(project: Project, says: Says) -> tuple[dict[str, str], list[Request]]:
    """The sentences that stand, and the questions about more than one function."""
    line, client = session(says)
    entries = filled(project, {}, project.functions, line, lambda done, total, what: None).entries  # type: ignore[arg-type]
    shown = {id_: held(wording(project, id_, "medium"), entry) for id_, entry in entries.items()}
    sentences = {id_: words.sentence for id_, words in shown.items() if words and words.sentence}
    return sentences, [request for request in client.asked if request.task == "recursion"]


def test_a_recursion_is_its_members_and_nobody_else() -> None:
    project = tree()
    assert component(project, WALK) == component(project, VISIT) == (VISIT, WALK)
    assert component(project, DROP) == (DROP,)
    assert component(project, AGAIN) == (AGAIN,), "what calls itself only is asked about like any other"


def test_it_is_one_question_and_each_member_is_answered_under_its_id() -> None:
    good = {WALK: "Visits each name of the path.", VISIT: "Visits a name: walks or drops it."}

    def says(request: Request) -> str:
        value = json.loads(request.rule)
        for row in value.get("summaries", ()):
            row["summary"] = good[row["function"]]
        return json.dumps(value)

    sentences, asked = fill(tree(), says)
    assert len(asked) == 1
    assert sentences == {VISIT: good[VISIT]} | {WALK: good[WALK]}


def test_a_lie_about_one_member_costs_that_one_its_words_only() -> None:
    def says(request: Request) -> str:
        value = json.loads(request.rule)
        for row in value.get("summaries", ()):
            row["summary"] = (
                "Sends every name to a server." if row["function"] == WALK else "Visits a name: walks or drops it."
            )
        return json.dumps(value)

    sentences, asked = fill(tree(), says)
    assert list(sentences) == [VISIT]
    assert len(asked) == 2, "the lie is asked for once more, for all members together"


@pytest.mark.parametrize("bend", ["missing", "new", "twice"])
def test_a_wrong_set_of_members_is_no_answer(bend: str) -> None:
    def says(request: Request) -> str:
        value = json.loads(request.rule)
        rows = value.get("summaries")
        if rows and bend == "missing":
            rows.pop()
        elif rows and bend == "new":
            rows[0]["function"] = "tree.py::drop"
        elif rows:
            rows.append(rows[0])
        return json.dumps(value)

    sentences, asked = fill(tree(), says)
    assert sentences == {}
    assert len(asked) == 3


def test_an_edit_of_one_member_asks_about_the_component_and_an_edit_elsewhere_does_not() -> None:
    before = wording(tree(), WALK, "medium").rule
    assert wording(tree(TREE.replace(b"again(n - 1)", b"again(n - 2)")), WALK, "medium").rule == before
    assert wording(tree(TREE.replace(b"isdir", b"islink")), WALK, "medium").rule != before


def test_a_recursion_that_is_too_large_is_asked_about_one_by_one() -> None:
    ring = "".join(
        f"def f{n}(x):\n    if x:\n        f{(n + 1) % (MEMBERS + 1)}(x)\n\n\n" for n in range(MEMBERS + 1)
    ).encode()
    assert component(tree(ring), "tree.py::f0") == ("tree.py::f0",)
