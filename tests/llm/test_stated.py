"""Sentences with claims, as a model might give them: `stated.md` says which stand."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from flowscout.agents.summaries import SummaryQuestion, sentence_flaws, telling
from flowscout.agents.wording import held, put, wording
from flowscout.frontends.treesitter import parse
from flowscout.llm.claims.typed import KIND, TypedClaim
from flowscout.llm.parts import facts_of, shown
from flowscout.llm.provider import Request
from flowscout.model.settings import Settings
from flowscout.model.worded import decode_words, encode_words
from flowscout.pipeline import Project, assemble
from llm.scripted import session

TEXT = Path(__file__).with_name("stated.md").read_text(encoding="utf-8")
SECTION = re.compile(r"^## (\w+) (\S+)\n+```\w+\n(.*?)^```\n+((?:- [+-] [^\n]*\n)+)", re.MULTILINE | re.DOTALL)
FUNCTIONS = {name: (language, source, said.splitlines()) for language, name, source, said in SECTION.findall(TEXT)}


def stated(line: str) -> tuple[str, list[TypedClaim]]:
    text, _, claims = line.rstrip("} ").partition(" {")
    return text, [TypedClaim(kind, tuple(ids)) for kind, *ids in map(str.split, claims.split(";"))]


def project(name: str) -> tuple[Project, str]:
    language, source, _ = FUNCTIONS[name]
    data = source.encode()
    made = assemble({"a": parse(data, language)}, lambda path: data, Settings())
    last = re.split(r"\.|::", name)[-1]
    return made, next(id_ for id_, f in made.functions.items() if f.facts.name == last)


def told(name: str) -> SummaryQuestion:
    return telling(*project(name))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_what_is_true_stands_and_what_is_false_does_not(name: str) -> None:
    made = told(name)
    wrong = []
    for line in FUNCTIONS[name][2]:
        text, given = stated(line[4:])
        found = sentence_flaws(text, made.evidence, made.rule.sentence, given)
        wrong += [f"{line[2:]}  {found}"] if (line[2] == "+") == bool(found) else []
    assert "\n".join(wrong) == ""


def test_a_sentence_that_says_more_than_its_claims_is_refused() -> None:
    made, (text, given) = told("shelf.take"), stated("Reads the rows of the name. {calls S5}")
    assert sentence_flaws(text, made.evidence, made.rule.sentence, given) == []
    assert sentence_flaws("Reads the rows of the name twice.", made.evidence, made.rule.sentence, given)


def test_a_model_sees_each_step_with_its_id_and_its_conditions() -> None:
    seen = shown(facts_of(told("Ring::Push").evidence), 60)
    assert [row["id"] for row in seen["own_steps"][:2]] == ["S1", "S2"]
    assert seen["own_steps"][1]["under"] == ["C1"]
    assert seen["conditions"][0] == {"id": "C1", "asks": "count_ >= size", "answer": "yes"}
    assert len(shown(facts_of(told("Ring::Push").evidence), 1)["own_steps"]) == 1


def test_a_claim_that_is_not_on_the_list_names_itself() -> None:
    made = told("Ring::Push")
    found = sentence_flaws("Hums.", made.evidence, made.rule.sentence, [TypedClaim("hums", ("S1",))])
    assert any("hums" in each for each in found)
    assert "hums" not in KIND


def test_claims_are_kept_with_the_words_and_hold_when_they_are_read_again() -> None:
    made, id_ = project("Ring::Push")
    whole = wording(made, id_, "medium")
    text, given = stated("Returns false unless count is less than the size. {returns S2; when S2 C1}")

    def says(request: Request) -> str:
        rule = json.loads(request.rule)
        if request.task != "summary":
            return request.rule
        return json.dumps(
            rule
            | {
                "summary": text,
                "claims": [{"claim": each.claim, "ids": " ".join(each.ids)} for each in given],
            }
        )

    entry = put(session(says)[0], whole)
    assert entry is not None
    again = decode_words(encode_words({id_: entry}).encode())[id_]
    assert again == entry
    words = held(whole, again)
    assert words is not None
    assert words.sentence == "Returns false unless count is less than the size."
    turned = held(
        whole,
        again._replace(
            summary="Returns false if count is less than the size.",
            claims=(("returns", "S2"), ("when", "S2 C1")),
        ),
    )
    assert turned is None or turned.sentence == ""
