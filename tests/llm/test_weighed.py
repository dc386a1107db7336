"""Each claim of a sentence is supported, contradicted or unchecked; `sentences.md` says what comes of that."""

from __future__ import annotations

import pytest

from flowscout.agents.summaries import telling
from flowscout.frontends.treesitter import parse
from flowscout.llm.claims.verdict import WeighedSentence, weigh
from flowscout.llm.parts import facts_of
from flowscout.model.settings import Settings
from flowscout.pipeline import assemble

SOURCE = b"""
int shelf_add(struct shelf *s, const char *row, int n)
{
    if (s->count + n > s->capacity) {
        if (shelf_grow(s, n) != 0)
            return -1;
    }
    char *copy = row_copy(row);
    if (!copy)
        return -2;
    s->rows[s->count] = copy;
    s->count++;
    notify(s);
    return 0;
}
"""


def weighed(sentence: str) -> WeighedSentence:
    project = assemble({"a": parse(SOURCE, "c")}, lambda path: SOURCE, Settings())
    made = telling(project, next(i for i, f in project.functions.items() if f.facts.name == "shelf_add"))
    return weigh(sentence, facts_of(made.evidence))


@pytest.mark.parametrize(
    ("sentence", "verdict"),
    [
        ("Returns -1 if the shelf cannot be grown.", "supported"),
        ("Returns -1 when growing the shelf fails.", "supported"),
        ("Returns -1 when growing the shelf succeeds.", "contradicted"),
        ("Grows the shelf if there is not enough room.", "supported"),
        ("Grows the shelf when there is enough room.", "contradicted"),
        ("Returns -2 if the row could not be copied.", "supported"),
        ("Returns -2 if the row was copied.", "contradicted"),
        ("Copies the row before the count is incremented.", "supported"),
        ("Notifies before the row is copied.", "contradicted"),
        ("Notifies after a successful copy of the row.", "supported"),
        ("Returns -2 after a successful copy of the row.", "contradicted"),
        ("Raises an error.", "contradicted"),
        ("Calls shelf_grow when there is not enough room.", "supported"),
        ("Calls notify.", "supported"),
        ("notify is called with the shelf.", "supported"),
        ("Calls notify before row_copy.", "contradicted"),
        ("Calls the row with notify.", "unchecked"),
        ("Calls capacity.", "unchecked"),
        ("Ponders the row.", "unchecked"),
        ("Returns -1 if the moon is full.", "unchecked"),
    ],
)
def test_a_claim_is_supported_contradicted_or_unchecked(sentence: str, verdict: str) -> None:
    found = weighed(sentence)
    assert (found.verdict, bool(found.why)) == (verdict, verdict != "supported")
