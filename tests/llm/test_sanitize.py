"""LLMResponseSanitizer: the anchors of its specification first, then what models really send."""

from __future__ import annotations

import json

import pytest

from flowscout.llm.sanitize import LLMResponseSanitizer, sanitize

POIS = '{"pois": [{"name": "f", "startLine": 1}]}'


def test_sanitize_should_fix_trailing_commas_and_return_a_valid_json_string() -> None:
    assert json.loads(sanitize('{"pois": [{"name": "f",}, {"name": "g"},],}')) == {
        "pois": [{"name": "f"}, {"name": "g"}]
    }


def test_sanitize_should_extract_a_json_object_from_conversational_text() -> None:
    assert sanitize(f"Sure! Here is what I found:\n\n{POIS}\n\nLet me know if you need more.") == POIS


@pytest.mark.parametrize(
    "clean", [POIS, "[]", "{}", '{"a": "one, }two,]"}', '{"a": "<think>"}', "[1, 2.5, null, true]"]
)
def test_sanitize_should_return_the_original_string_if_no_issues_are_found(clean: str) -> None:
    assert LLMResponseSanitizer.sanitize(clean) == clean


@pytest.mark.parametrize(
    "around",
    [
        "```json\n{}\n```",
        "```\n{}\n```\nAs requested.",
        "<think>Is it {maybe} [this]?</think>\n{}",
        "I think so.</think>\n\n{}",
        "\ufeff{}",
        "Using {braces} as in C, and a list [see below]: {}",
        "{}\n\nNote: f(x) = {x}",
        "**Answer** [1]: {}",
    ],
)
def test_what_stands_around_the_json_goes(around: str) -> None:
    assert sanitize(around.replace("{}", POIS)) == POIS


@pytest.mark.parametrize(
    "text",
    [
        '{"if (a,]": ",}", "b": [1]}',
        '{"quote": "\\",}", "b": 1}',
    ],
)
def test_strings_are_never_edited(text: str) -> None:
    assert sanitize(text) == text
    assert json.loads(sanitize(text[:-1] + ",}")) == json.loads(text)


@pytest.mark.parametrize("cut", range(1, len(POIS)))
def test_a_truncated_object_is_never_completed_nor_a_part_of_it_taken_for_the_whole(cut: int) -> None:
    with pytest.raises(json.JSONDecodeError):
        json.loads(sanitize("Here: " + POIS[:cut]))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no json at all",
        "{",
        "]",
        "{{{{",
        "[" * 100_000,
        "{" * 100_000,
        '"' * 50_000,
        "{a,}" * 20_000,
        "<think>" * 20_000,
    ],
)
def test_hostile_text_neither_crashes_nor_hangs(text: str) -> None:
    assert isinstance(sanitize(text), str)
    assert isinstance(sanitize(text + POIS), str)
