"""Sentences about functions, as a model might write them: `sentences.md` says which stand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from flowscout.agents.summaries import SummaryQuestion, left_of, sentence_flaws, telling
from flowscout.frontends.treesitter import parse
from flowscout.model.settings import Settings
from flowscout.pipeline import assemble

TEXT = Path(__file__).with_name("sentences.md").read_text(encoding="utf-8")
SECTION = re.compile(r"^## (\w+) (\S+)\n+```\w+\n(.*?)^```\n+((?:- [+-] [^\n]*\n)+)", re.MULTILINE | re.DOTALL)
FUNCTIONS = {name: (language, source, said.splitlines()) for language, name, source, said in SECTION.findall(TEXT)}


def told(name: str) -> SummaryQuestion:
    language, source, _ = FUNCTIONS[name]
    data = source.encode()
    project = assemble({"a": parse(data, language)}, lambda path: data, Settings())
    last = re.split(r"\.|::", name)[-1]
    return telling(project, next(id_ for id_, f in project.functions.items() if f.facts.name == last))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_what_is_true_stands_and_what_is_false_does_not(name: str) -> None:
    made = told(name)
    wrong = []
    for line in FUNCTIONS[name][2]:
        found = sentence_flaws(line[4:], made.evidence, made.rule.sentence)
        wrong += [f"{line[2:]}  {found}"] if (line[2] == "+") == bool(found) else []
    assert wrong == []


def test_every_function_of_the_page_is_read() -> None:
    assert len(FUNCTIONS) == TEXT.count("\n## ")
    assert sum(len(lines) for _, _, lines in FUNCTIONS.values()) == len(re.findall(r"^- [+-] ", TEXT, re.MULTILINE))


def test_a_clause_that_cannot_be_read_is_left_out_and_its_condition_with_it() -> None:
    made = told("lock_dir")
    rest = (made.evidence, made.rule.sentence)
    assert left_of("Frees the path and renames the log directory.", *rest) == "Frees the path."
    assert left_of("Frees the path, and hums if the path is long.", *rest) == ""
    assert left_of("Returns 1 when out of memory and frees the path.", *rest) == ""
    assert left_of("Returns 0 when out of memory.", *rest) == "Returns 0 when out of memory."
