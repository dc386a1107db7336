"""Every case of the corpus gives its outputs, and keeps the laws."""

from __future__ import annotations

import re
import unicodedata

import pytest

from corpus import laws, notation
from corpus.driver import Case, Output, Updates, cases
from flowscout.model.sfm import LEVELS
from mermaid import harness

CASES = cases()
DRAWN = [(case, language) for case in CASES for language in case.languages]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case(case: Case, updates: Updates, pytestconfig: pytest.Config) -> None:
    wrong = case.options.get("wrong")
    differing = []
    for output in case.outputs:
        actual = _actual(case, output)
        if output.text == actual:
            continue
        if not wrong and (pytestconfig.getoption("--update") or _fills(output, pytestconfig)):
            updates.add(output, actual)
        else:
            differing.append((output, actual))
    if wrong:
        assert differing, f"no longer wrong: take out `wrong: {wrong}`"
    else:
        assert [output.text for output, _ in differing] == [actual for _, actual in differing]


def _fills(output: Output, config: pytest.Config) -> bool:
    return bool(config.getoption("--update-missing")) and not output.text


def _actual(case: Case, output: Output) -> str:
    """What the first language gives, once all others are seen to give the same."""
    given = {one: notation.render(case, one, output.kind, output.draw, output.level) for one in case.languages}
    first = given[case.languages[0]]
    if case.options.get("same") != "shape":
        assert {one: _numbered(text) for one, text in given.items()} == dict.fromkeys(given, _numbered(first))
    elif output.kind in ("mermaid", "sfm"):
        shapes = {one: _shape(case, one, output) for one in case.languages}
        assert shapes == dict.fromkeys(shapes, shapes[case.languages[0]])
    return first


def _numbered(text: str) -> str:
    """Mermaid with its nodes numbered in order: their ids come from the code, which languages spell differently."""
    numbers: dict[str, str] = {}
    return re.sub(r"\bn[0-9a-f]{6,}\b", lambda found: numbers.setdefault(found[0], f"n{len(numbers)}"), text)


def _shape(case: Case, language: str, output: Output) -> object:
    sources = case.variant(language)
    built = notation.project(sources, case.semantics)
    function = notation.drawn(built, sources[0].path, output.draw or case.options.get("draw", ""))
    return notation.shape(built.chart(function, output.level))


@pytest.mark.parametrize(("case", "language"), DRAWN, ids=lambda value: getattr(value, "name", value))
def test_laws(case: Case, language: str) -> None:
    broken = []
    for law in laws.LAWS:
        try:
            law(case, language)
        except AssertionError as why:
            broken.append(why)
    if broken:
        raise ExceptionGroup("laws do not hold", broken)


def _bare(text: str) -> str:
    """Without layout (marks of a list show their depth by it) and what nobody sees: control and format characters are not drawn."""
    text = re.sub(r"^(?:– )+", "– ", text, flags=re.MULTILINE)
    return "".join(c for c in text if not c.isspace() and unicodedata.category(c) not in ("Cc", "Cf"))


@pytest.mark.node
@pytest.mark.parametrize(("case", "language"), DRAWN, ids=lambda value: getattr(value, "name", value))
def test_mermaid_understands_the_very_graph_of_the_model(case: Case, language: str) -> None:
    built = notation.project(case.variant(language), case.semantics)
    drawn = {(f, level): built.mermaid(f, level) for f in built.functions for level in LEVELS}
    verdicts = harness.validate({text: text for text in drawn.values()})
    for (function, level), text in drawn.items():
        model, verdict = built.chart(function, level), verdicts[text]
        assert verdict.ok, verdict.error
        assert not verdict.config
        nodes = {f"S{name[1:]}": _bare(node.text) for name, node in verdict.nodes.items()}
        assert nodes == {step.step_id: _bare(step.label) for step in model.steps}
        edges = sorted((f"S{e.source[1:]}", f"S{e.target[1:]}", _bare(e.text)) for e in verdict.edges)
        assert edges == sorted((s.step_id, t.target, _bare(t.label)) for s in model.steps for t in s.transitions)
