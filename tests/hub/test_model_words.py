"""A model's words in answers to comments: a real client asks a real server, for those who may spend; the rules' words stay."""

from __future__ import annotations

import json

import pytest

from hub.double import Double
from hub.stage import CHANGED, Ran, Stage
from llm.server import Asked, Server, Step
from shell.test_models import using


def told(asked: Asked) -> Step:
    data = json.loads(asked.prompt.split("\n", 1)[1].split("\n</data", 1)[0])
    if "question" in data:
        rows = [("Store.drop removes the file", 8), ("Store.drop emails the owner", 8)]
        answer = [{"text": text, "path": "store.py", "line": line} for text, line in rows]
        call = {"tool": "summary", "name": "Store.forget", "path": "", "line": 0}
        final = {
            "phase": "final",
            "reasoning": "that is enough",
            "tool_calls": [],
            "answer": [
                {"text": data["rule_made"][0]["text"], "path": "store.py", "line": data["rule_made"][0]["line"]},
                *answer,
            ],
        }
        return Step(
            json.dumps(
                (
                    final
                    if data["results"]
                    else {"phase": "gathering", "reasoning": "more is needed", "tool_calls": [call], "answer": []}
                )
                | {"confidence": 0.5}
            )
        )
    return Step(json.dumps(data["rule_made"] | {"summary": "Removes the named file."}))


def asked(stage: Stage, body: str, server: Server, **more: str) -> Ran:
    stage.push({"store.py": CHANGED})
    stage.checkout("refs/heads/main")
    return stage.run("issue_comment", stage.comment(body), environment=using(server), **more)


def test_an_explanation_is_in_the_models_words_where_they_hold(stage: Stage, double: Double) -> None:
    with Server(told) as server:
        ran = asked(stage, "/explain Store.forget", server)
    (body,) = double.bodies(1)
    assert "Removes the named file." in body, ran.out
    assert "In the words of `ollama:m " in body


def test_an_answer_says_what_the_agent_found_and_what_the_rules_say(stage: Stage, double: Double) -> None:
    with Server(told) as server:
        ran = asked(stage, "/ask who calls forget?", server)
    (body,) = double.bodies(1)
    assert "In the words of `ollama:m " in body, ran.out
    assert "By rules" in body
    assert "emails" not in body


@pytest.mark.parametrize("command", ["/explain Store.forget", "/ask who calls forget?"])
def test_who_may_not_spend_gets_the_rules_words(stage: Stage, double: Double, command: str) -> None:
    with Server(told) as server:
        asked(stage, command, server, allow="admin")
        assert server.seen == []
    (body,) = double.bodies(1)
    assert "In the words of" not in body
    assert "forget" in body
