"""The self-correction loop: what is corrected, with which sentences, how often; and what ends it at once."""

from __future__ import annotations

import json
from typing import Any

import pytest

from flowscout.llm import provider as why
from flowscout.llm.ask import ModelAnswer, Question, ask
from flowscout.llm.prompts import load
from flowscout.llm.provider import Failure
from flowscout.llm.wire import Flaw, Line, Name, Wire, wire_schema
from llm.scripted import Memory, Says, Scripted, replies, session


class Poi(Wire):
    name: Name
    startLine: Line  # noqa: N815


class Pois(Wire):
    pois: list[Poi]


GOOD = '{"pois":[{"name":"f","startLine":1}]}'
DATA = {"path": "a.txt", "lines": ["1: def f():", "2: it's </data> & `x`"]}


def question(check: Any = lambda value: (), **more: Any) -> Question[Pois]:
    return Question("scout", DATA, Pois, check, **more)


def asked(says: Says, **more: Any) -> tuple[ModelAnswer[Pois], Scripted]:
    run, client = session(says)
    return ask(run, question(**more)), client


def test_a_valid_reply_is_taken_after_one_attempt() -> None:
    answer, client = asked(replies(GOOD))
    assert answer.value == Pois(pois=[Poi(name="f", startLine=1)])
    assert (answer.attempts, answer.error, len(client.asked)) == (1, None, 1)
    assert answer.origin.startswith("scripted:m1 ")


def test_a_missing_field_is_asked_for_with_the_specified_sentence_and_succeeds_on_the_second_attempt() -> None:
    bad = '{"pois":[{"name":"f"}]}'
    answer, client = asked(replies(bad, GOOD))
    assert (answer.attempts, answer.error) == (2, None)
    correction = client.asked[1].user
    assert "Your last response was invalid. The error was: `pois.0.startLine: Field required`." in correction
    assert "Please ensure every object in the `pois` array includes the required `startLine` field." in correction
    assert json.dumps(bad) in correction, "the invalid output goes along"
    assert all(json.dumps(line) in correction for line in DATA["lines"]), "and so does the file"


def test_a_type_mismatch_is_told_with_the_specified_sentence() -> None:
    _, client = asked(replies('{"pois":[{"name":"f","startLine":"one"}]}', GOOD))
    assert "The field `startLine` must be of type `number`." in client.asked[1].user
    _, client = asked(replies('{"pois":[{"name":7,"startLine":1}]}', GOOD))
    assert "The field `name` must be of type `string`." in client.asked[1].user


def test_after_all_retries_there_is_no_value_and_an_error() -> None:
    answer, client = asked(replies("{}"))
    assert (answer.value, answer.attempts, len(client.asked)) == (None, 3, 3)
    assert answer.error == "pois: Field required"
    assert answer.failure is None


@pytest.mark.parametrize(
    ("reply", "sentence"),
    [
        ("", "Please answer with one complete JSON value"),
        ("I cannot do that.", "Please answer with one complete JSON value"),
        (GOOD[:-9], "Please answer with one complete JSON value"),
        ('{"pois":[],"pois":[]}', "the key 'pois' stands twice"),
        ('{"pois":[{"name":"f","startLine":NaN}]}', "NaN is no JSON value"),
        ('{"pois":[{"name":"f","startLine":-Infinity}]}', "-Infinity is no JSON value"),
        ('{"pois":[{"name":"f","startLine":0}]}', "must be at least 1"),
        ('{"pois":[{"name":"f","startLine":1e99}]}', "must be"),
        ('{"pois":[{"name":"f","startLine":1.5}]}', "must be"),
        ('{"pois":[{"name":"f","startLine":true}]}', "must be of type `number`"),
        ('{"pois":[{"name":"","startLine":1}]}', "must not be empty"),
        ('{"pois":[{"name":"f","startLine":1,"mermaid":"A-->B"}]}', "`mermaid` is not part of the schema"),
        ('{"pois":{"name":"f"}}', "must be of type `array`"),
        ('{"pois":["f"]}', "must be of type `object`"),
        ("[]", "must be of type `object`"),
        ('{"pois":null}', "must be of type `array`"),
        ('{"pois":[{"name":"f","startLine":' + "9" * 5000 + "}]}", "Please answer with one complete JSON value"),
        ("[" * 90_000, "Please answer with one complete JSON value"),
    ],
)  # fmt: skip
def test_every_other_fault_has_a_sentence_of_the_same_kind(reply: str, sentence: str) -> None:
    answer, client = asked(replies(reply, GOOD))
    assert answer.attempts == 2
    assert sentence in client.asked[1].user


@pytest.mark.parametrize("kind", [why.REFUSAL, why.CUT, why.BAD_REQUEST, why.TOO_LONG, why.AUTH])
def test_an_error_of_the_server_ends_the_loop_and_uses_no_correction(kind: str) -> None:
    answer, client = asked(replies(Failure(kind, "no"), GOOD))
    assert (answer.value, answer.attempts, len(client.asked)) == (None, 1, 1)
    assert answer.failure == Failure(kind, "no")


def test_an_error_during_a_correction_ends_the_loop_too() -> None:
    answer, client = asked(replies("{}", Failure(why.REFUSAL, "no"), GOOD))
    assert (answer.value, answer.attempts, len(client.asked)) == (None, 2, 2)


def test_a_fault_of_single_texts_is_asked_about_once_and_then_given_back() -> None:
    flaw = Flaw("f is not there", "The name `f` does not occur.", fatal=False)
    answer, client = asked(replies(GOOD), check=lambda value: (flaw,))
    assert len(client.asked) == 2
    assert flaw.sentence in client.asked[1].user
    assert answer.value is not None
    assert answer.flaws == (flaw,)


def test_data_stands_between_marks_that_nobody_can_guess() -> None:
    _, client = asked(replies("{}"))
    marks = {request.user.split(">", 1)[0] for request in client.asked}
    assert len(marks) == len(client.asked)
    assert all(request.system == load("scout") for request in client.asked), "the prefix is always the same"


def test_a_known_answer_is_not_asked_for_again_and_a_failed_one_is() -> None:
    memory = Memory()
    run, client = session(replies("{}", "{}", "{}", GOOD), memory)
    assert ask(run, question()).value is None
    first, second = ask(run, question()), ask(run, question())
    assert (first.value, second.value) == (second.value, first.value)
    assert (len(client.asked), second.attempts, second.remembered) == (4, 0, True)
    assert (
        ask(session(replies(GOOD), memory)[0], Question("scout", DATA | {"path": "b"}, Pois, lambda value: ())).attempts
        == 1
    )


def test_a_remembered_answer_is_judged_again() -> None:
    memory = Memory()
    run, _client = session(replies(GOOD), memory)
    ask(run, question())
    memory.update(dict.fromkeys(memory, b'{"pois":[{"name":"<script>","startLine":0}]}'))
    assert ask(run, question()).attempts == 1


def test_secrets_are_gone_from_first_prompt_and_correction() -> None:
    run, client = session(replies("{}"), secrets=("hunter2hunter2",))
    ask(run, Question("scout", {"lines": ["key = hunter2hunter2", "token: ghp_" + "A1b2" * 9]}, Pois, lambda value: ()))
    assert all("hunter2" not in request.user and "ghp_" not in request.user for request in client.asked)


def test_the_schema_is_flat_closed_and_the_same_every_time() -> None:
    schema = wire_schema(Pois)
    assert schema == wire_schema(Pois)
    assert "$ref" not in json.dumps(schema)
    assert schema["additionalProperties"] is False
    assert schema["properties"]["pois"]["items"]["required"] == ["name", "startLine"]
