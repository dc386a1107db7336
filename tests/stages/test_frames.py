"""Frames around the steps that an author's comment names, as people see them in a large drawing."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest

from flowscout.frontends.treesitter import parse
from flowscout.model.settings import Settings
from flowscout.model.sfm import MEDIUM
from flowscout.pipeline import assemble
from flowscout.tasks.drawing import chart
from mermaid import harness

SOURCE = b"""
int fetch(struct stream *s) {
  if (s->ready) return 1;

  // We first read the message
  int rc = recv_message(s, &s->message);
  if (rc != 0) return 0;

  prepare(s);
  s->id = next_id(s);
  announce(s, s->id);
  open_route(s, s->id);

  // Also tell the others that wait for a message of this kind that there is one for them
  struct meta *m = meta_of(s);
  if (m) set_meta(s, m);

  copy_id(s, s->id);
  set_flags(s, MORE);
  if (s->wide) {
    // Widen the route
    route_widely(s);
    count_wide(s);

    shrink(s);
  }
  s->ready = 1;
  flush_route(s);
  count_route(s);
  return 1;
}
"""


def drawn() -> str:
    project = assemble({"a.c": parse(SOURCE, "c")}, {"a.c": SOURCE}.__getitem__, Settings())
    return chart(project, next(iter(project.functions)), MEDIUM).drawing.charts[0][1]


def test_a_frame_reaches_from_the_comment_to_the_next_blank_line() -> None:
    """A comment that stands for a part of what follows alone gives no frame to all of it."""
    text = html.unescape(drawn().replace("#38;", "&"))
    frames = re.findall(r'subgraph \w+ \["(.*?)"\]\n(.*?)\n  end', text, re.DOTALL)
    assert {
        title: [" ".join(label.split()) for label in re.findall(r'"([^"]*)"', inside)] for title, inside in frames
    } == {
        "First read the message": ["rc = recv_message(s, &s.message)", "rc is 0?", "0"],
        "Also tell the others": ["m = meta_of(s)", "m is set?", "Set meta: s, m"],
        "Widen the route": ["route_widely(s)", "count_wide(s)"],
    }


@pytest.mark.node
def test_the_title_of_a_frame_stands_above_its_first_step(tmp_path: Path) -> None:
    harness.render({"fetch": drawn()}, tmp_path)
    seen = (tmp_path / "0001.svg").read_text("utf-8")
    titles = [
        float(y) + float(high)
        for y, high in re.findall(
            r'class="cluster-label" transform="translate\([\d.]+, ([\d.]+)\)"><foreignObject width="[\d.]+" height="([\d.]+)"',
            seen,
        )
    ]
    steps = [
        float(middle) + float(above)
        for middle, above in re.findall(
            r'class="node [^>]*translate\([\d.]+, ([\d.]+)\)"><rect [^>]* y="(-[\d.]+)"', seen
        )
    ]
    assert len(titles) == 3
    assert all(min(step - title for step in steps if step > title - 24) >= 0 for title in titles)
