"""Every case of the corpus gives its outputs, and keeps the laws."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from corpus import laws, notation
from corpus.driver import Case, Output, Updates, cases

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
        assert given == dict.fromkeys(given, first)
    elif output.kind in ("mermaid", "sfm"):
        shapes = {one: _shape(case, one, output) for one in case.languages}
        assert shapes == dict.fromkeys(shapes, shapes[case.languages[0]])
    return first


def _shape(case: Case, language: str, output: Output) -> object:
    sources = case.variant(language)
    built = notation.project(sources, case.semantics)
    function = notation.drawn(built, sources[0].path, output.draw or case.options.get("draw", ""))
    return notation.shape(built.chart(function, output.level))


@pytest.mark.parametrize(("case", "language"), DRAWN, ids=lambda value: getattr(value, "name", value))
@pytest.mark.parametrize("law", laws.LAWS, ids=lambda law: law.__name__)
def test_law(law: laws.Law, case: Case, language: str) -> None:
    law(case, language)


def _digests(seed: str) -> str:
    here = Path(__file__).parent
    path = os.pathsep.join([str(here), str(here.parent / "src")])
    return subprocess.run(
        [sys.executable, "-m", "corpus.digests"], check=True, capture_output=True, text=True,
        env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path},
    ).stdout


def test_no_output_depends_on_the_hash_seed() -> None:
    first, second = _digests("1"), _digests("4000000000")
    assert len(first.splitlines()) == len(DRAWN)
    assert first == second
