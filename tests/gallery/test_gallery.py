"""The gallery as it stands: everything that is chosen is on the page, with its source, and every drawing is one for Mermaid."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

import pytest

from mermaid import harness

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

import gallery  # noqa: E402

CHOSEN = tomllib.loads((HERE / "gallery.toml").read_text(encoding="utf-8"))
PAGE = gallery.PAGE.read_text(encoding="utf-8")


def test_twelve_functions_and_eight_reviews_stand_there_each_with_its_source() -> None:
    assert (len(CHOSEN["function"]), len(CHOSEN["review"])) == (12, 8)
    heads = re.findall(r"(?m)^## (.+)$", PAGE)
    assert len(heads) == 2 + 12 + 8 + 1, "and the README's pictures"
    for row in (*CHOSEN["function"], *CHOSEN["review"]):
        kind = "blob" if "name" in row else "commit"
        assert f"(https://github.com/{row['repository']}/{kind}/{row['commit']}" in PAGE
        assert re.fullmatch(r"[0-9a-f]{40}", row["commit"])
        assert row["licence"]


def test_every_entry_of_the_contents_leads_to_a_heading() -> None:
    heads = {gallery.anchor(re.sub(r"\\(.)", r"\1", head)) for head in re.findall(r"(?m)^## (.+)$", PAGE)}
    assert set(re.findall(r"(?m)^- \[[^\n]*\]\(#([^)\n]+)\) of ", PAGE)) <= heads


def test_every_drawing_is_drawn() -> None:
    charts = dict(enumerate(re.findall(r"```mermaid\n(.*?)\n```", PAGE, re.DOTALL)))
    assert len(charts) >= 20
    if why := harness.ready():
        harness.missing(why)
    verdicts = harness.validate({str(number): chart for number, chart in charts.items()})
    assert {number: verdict.error for number, verdict in verdicts.items() if not verdict.ok} == {}


@pytest.mark.parametrize(
    ("said", "made"),
    [("Fix `verify=False`, `cert=...` case. (#3442)", "fix-verifyfalse-cert-case"), ("`uv__read`", "uv__read")],
)
def test_an_anchor_is_as_github_makes_it(said: str, made: str) -> None:
    assert gallery.anchor(said) == made
