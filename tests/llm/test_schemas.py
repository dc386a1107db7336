"""Every schema that a model gets can be compiled by a constrained decoder, and passes the strictest server unchanged in shape."""

from __future__ import annotations

import json
from typing import Any

import llguidance
import pytest

from flowscout.agents.labels import LabelsWire
from flowscout.agents.loop import RoundWire
from flowscout.agents.scout import PoisWire
from flowscout.agents.summaries import SummaryWire
from flowscout.llm.wire import Wire, wire_schema

SHAPES: tuple[type[Wire], ...] = (PoisWire, SummaryWire, LabelsWire, RoundWire)


@pytest.mark.parametrize("shape", SHAPES)
def test_a_constrained_decoder_compiles_it(shape: type[Wire]) -> None:
    grammar = llguidance.LLMatcher.grammar_from_json_schema(json.dumps(wire_schema(shape)))
    assert llguidance.LLMatcher.validate_grammar(grammar) == ""


@pytest.mark.parametrize("shape", SHAPES)
def test_the_strictest_server_changes_limits_only(shape: type[Wire]) -> None:
    def bare(node: Any) -> Any:
        if isinstance(node, dict):
            limits = ("description", "maxLength", "minLength", "maximum", "minimum", "maxItems", "minItems")
            kept = {key: bare(value) for key, value in node.items() if key not in limits}
            return {"enum": kept["enum"]} if "enum" in kept else kept
        return [bare(item) for item in node] if isinstance(node, list) else node

    import anthropic  # takes long: others in this file do without

    assert bare(anthropic.transform_schema(wire_schema(shape))) == bare(wire_schema(shape))
