"""The agent: what it may look up, what of its answer stands, and where it ends."""

from __future__ import annotations

import json
from typing import Any

import pytest

from flowscout.agents.evaluation import evaluated
from flowscout.agents.loop import ROUNDS, Answered, Cited, answered
from flowscout.agents.tool import Subject
from flowscout.frontends.treesitter import parse
from flowscout.llm.budget import Caps
from flowscout.llm.provider import CONNECTION, Failure
from flowscout.model.progress import Event, Stream
from flowscout.model.settings import Settings
from flowscout.pipeline import Project, assemble
from llm.scripted import Says, replies, session

SHOP = b"""\
import os


def drop(name):
    if os.path.exists(name):
        os.remove(name)


def sweep(names):
    for name in names:
        drop(name)


def rename(a, b):
    os.rename(a, b)
"""
GIVEN = (Cited("drop is called by sweep", "shop.py", 9),)


def shop() -> Project:
    return assemble({"shop.py": parse(SHOP, "python")}, lambda path: SHOP, Settings())


def gather(*calls: tuple[str, str]) -> str:
    rows = [{"tool": tool, "name": name, "path": "shop.py", "line": 4} for tool, name in calls]
    return json.dumps(
        {"phase": "gathering", "reasoning": "more is needed", "tool_calls": rows, "answer": [], "confidence": 0.2}
    )


def final(*said: tuple[str, str, int]) -> str:
    rows = [{"text": text, "path": path, "line": line} for text, path, line in said]
    return json.dumps(
        {"phase": "final", "reasoning": "that is enough", "tool_calls": [], "answer": rows, "confidence": 0.9}
    )


def asked(says: Says, caps: Caps | None = None, log: tuple[str, ...] = ()) -> tuple[Answered, list[Any]]:
    line, client = session(says, caps=caps)
    found = answered(line, "who removes files?", Subject(shop(), log), GIVEN)
    return found, [json.loads(r.user.split("\n", 1)[1].split("\n</data", 1)[0]) for r in client.asked]


def test_it_looks_things_up_and_then_answers_with_places_it_has_seen() -> None:
    found, data = asked(
        replies(
            gather(("summary", "drop"), ("callers", "drop")),
            final(("drop removes the file if it exists", "shop.py", 6)),
        )
    )
    assert found.said == (Cited("drop removes the file if it exists", "shop.py", 6),)
    assert (found.iterations, found.tools) == (2, ("summary", "callers"))
    assert found.origin.startswith("scripted:m1 ")
    assert data[0]["results"] == []
    assert [result["tool"] for result in data[1]["results"]] == ["summary", "callers"]
    assert "sweep (shop.py:9) calls drop" in data[1]["results"][1]["lines"]
    assert "read_log" not in {tool["tool"] for tool in data[0]["tools"]}, "there is no log"


LIES = {
    "a false deed": ("drop sends the file to a server", "shop.py", 6),
    "a false condition": ("drop removes the file if it does not exist", "shop.py", 6),
    "a false order": ("drop removes the file before it exists", "shop.py", 6),
    "an invented name": ("drop calls `purge_all`", "shop.py", 6),
    "a place nobody showed": ("drop removes the file", "shop.py", 15),
    "a file that is not there": ("drop removes the file", "/etc/passwd", 1),
    "markup": ("[drop](https://exfil.example) removes the file", "shop.py", 6),
}


@pytest.mark.parametrize("lie", LIES)
def test_what_the_results_do_not_say_is_asked_for_once_more_and_then_left_out(lie: str) -> None:
    found, data = asked(replies(gather(("summary", "drop")), final(LIES[lie])))
    assert found.said == ()
    assert found.stopped == "nothing of the answer stands"
    assert len(data) == 5  # looked up, answered and corrected, refined and corrected


def test_what_stands_beside_a_lie_is_kept() -> None:
    found, _ = asked(
        replies(gather(("summary", "drop")), final(LIES["a false deed"], ("drop is called by sweep", "shop.py", 9)))
    )
    assert [said.text for said in found.said] == ["drop is called by sweep"]


CALLS = {
    "a tool there is not": ("shell", "rm -rf /", "there is no tool 'shell'"),
    "a function there is not": ("callers", "nobody", "there is no function 'nobody'"),
    "nothing at all": ("flow", "", "there is no function ''"),
}


@pytest.mark.parametrize("call", CALLS)
def test_a_call_that_makes_no_sense_is_answered_in_words(call: str) -> None:
    tool, name, said = CALLS[call]
    found, data = asked(replies(gather((tool, name)), final(("drop is called by sweep", "shop.py", 9))))
    assert data[1]["results"][0]["lines"] == [said]
    assert data[1]["results"][0]["found"] is False
    assert found.said


@pytest.mark.parametrize("path", ["../../etc/passwd", "/etc/passwd", "shop.py/../x", ""])
def test_only_files_of_the_project_are_read(path: str) -> None:
    call = {"tool": "read_file", "name": "", "path": path, "line": 1}
    _, data = asked(
        replies(
            json.dumps(
                {
                    "phase": "gathering",
                    "reasoning": "more is needed",
                    "tool_calls": [call],
                    "answer": [],
                    "confidence": 0,
                }
            ),
            final(),
        )
    )
    assert data[1]["results"][0]["found"] is False


def test_the_log_is_read_where_there_is_one() -> None:
    log = (*(f"line {n}" for n in range(1, 200)), "E   FileNotFoundError: a.txt")
    found, data = asked(
        replies(gather(("read_log", "FileNotFoundError")), final(("FileNotFoundError: a.txt", "log", 200))), log=log
    )
    assert "log:200 E   FileNotFoundError: a.txt" in data[1]["results"][0]["lines"]
    assert found.said == (Cited("FileNotFoundError: a.txt", "log", 200),)


def test_it_ends_after_its_rounds() -> None:
    found, data = asked(replies(*[gather(("callers", f"f{n}")) for n in range(20)]))
    assert found.said == ()
    assert found.iterations == ROUNDS
    assert len(data) <= ROUNDS + 2
    assert data[-1]["rounds_left"] == 0


def test_a_budget_or_a_dead_server_ends_it_with_the_reason() -> None:
    found, _ = asked(replies(gather(("callers", "drop"))), caps=Caps(calls=1))
    assert "the budget of this run is reached" in found.stopped
    found, _ = asked(replies(gather(("callers", "drop")), Failure(CONNECTION, "refused")))
    assert (found.said, found.stopped) == ((), "connection: refused")


def test_an_answer_of_which_nothing_stands_is_refined_once_and_the_best_attempt_wins() -> None:
    lie = final(("drop sends the file to a printer", "shop.py", 6))
    true = final(("drop removes the file if it exists", "shop.py", 6))
    found, data = asked(replies(gather(("summary", "drop")), lie, lie, true))
    assert [said.text for said in found.said] == ["drop removes the file if it exists"]
    assert "evaluation" not in data[1]
    report = data[-1]["evaluation"]
    assert (report["success"], report["issues"][0]["issue_type"], report["score"]) == (False, "empty_results", 0.1)


def test_places_beside_the_product_alone_are_no_good_answer_unless_tests_are_asked_for() -> None:
    said = [Cited("it is so", "tests/test_shop.py", 3)]
    assert [i.issue_type for i in evaluated("who calls drop?", 1, said, 8).issues] == ["wrong_locations"]
    assert evaluated("which tests cover drop?", 1, said, 8).success
    many = evaluated("who?", 9, [Cited("it is so", "shop.py", 3)], 8)
    assert (many.success, many.score, many.issues[0].issue_type) == (True, 0.7, "too_many_results")


FORMS: dict[str, Any] = {
    "a type beside its fields": {"type": "callers", "name": "drop"},
    "a tool with parameters": {"tool": "callers", "parameters": {"functionName": "drop"}},
    "ours": {"tool": "callers", "name": "drop", "path": "", "line": 0},
}


@pytest.mark.parametrize("form", FORMS)
def test_a_round_needs_its_phase_and_reasoning_alone_and_calls_come_in_either_form(form: str) -> None:
    first = {"phase": "assessment", "reasoning": "who calls it?", "needs_context": True, "tool_calls": [FORMS[form]]}
    last = {"phase": "final", "reasoning": "sweep", "answer": [{"text": GIVEN[0].text, "path": "shop.py", "line": 9}]}
    found, data = asked(replies(json.dumps(first), json.dumps(last)))
    assert [(row["tool"], row["name"], row["found"]) for row in data[1]["results"]] == [("callers", "drop", True)]
    assert (found.said, found.reasoning) == (GIVEN, ("who calls it?", "sweep"))


def test_an_assessment_that_needs_nothing_is_followed_by_the_answer() -> None:
    first = {"phase": "assessment", "reasoning": "the rules have it", "queries": []}
    found, data = asked(replies(json.dumps(first), final(("drop is called by sweep", "shop.py", 9))))
    assert (found.iterations, len(data), found.said) == (2, 2, GIVEN)


@pytest.mark.parametrize("odd", ["rm -rf /", 7, {"parameters": []}, {"tool": "callers", "line": "x", "name": 3}])
def test_a_call_that_is_none_fails_alone(odd: Any) -> None:
    first = {"phase": "gathering", "reasoning": "look", "tool_calls": [odd, {"type": "callers", "name": "drop"}]}
    found, data = asked(replies(json.dumps(first), final(("drop is called by sweep", "shop.py", 9))))
    assert [row["found"] for row in data[1]["results"]] == [False, True]
    assert (len(data), found.said) == (2, GIVEN)


def test_who_listens_hears_of_rounds_thoughts_calls_and_results() -> None:
    heard: list[Event] = []
    told = Stream((heard.append,))
    line, _ = session(replies(gather(("callers", "drop"), ("shell", "ls")), Failure(CONNECTION, "refused")))
    answered(line, "who calls drop?", Subject(shop()), GIVEN, told=told)
    assert [event["event"] for event in heard] == [
        *("iteration", "thought", "action", "observation", "action", "observation"),
        *("iteration", "error"),
    ]
    assert [event["success"] for event in heard if event["event"] == "observation"] == [True, False]
    assert told.timings.stats("model_round")["count"] == 2
    assert told.timings.stats("unknown_tool")["count"] == 1
