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

ROWS_C = b"""
void print_rows(struct table *t, struct row *rows) {
  open_table(t);
  for (struct row *row = rows; row; row = row->next) {
    // Quote what cannot be printed
    if (!is_printable(row->key)) row->key = quoted(row->key);
    if (!is_printable(row->about)) row->about = quoted(row->about);
    write_row(t, row);
    if (row->last) break;
    count_row(t);
  }
  close_table(t);
  if (t->failed) puts("failed");
  if (t->late) puts("late");
  tell(t);
}
"""
ROWS_PYTHON = b"""
def print_rows(t, rows):
    open_table(t)
    for row in rows:
        # Quote what cannot be printed
        if not is_printable(row.key):
            row.key = quoted(row.key)
        if not is_printable(row.about):
            row.about = quoted(row.about)
        write_row(t, row)
        if row.last:
            break
        count_row(t)
    close_table(t)
    if t.failed:
        puts("failed")
    if t.late:
        puts("late")
    tell(t)
"""


def drawn(source: bytes = SOURCE, language: str = "c") -> str:
    project = assemble({"a.c": parse(source, language)}, {"a.c": source}.__getitem__, Settings())
    return chart(project, next(iter(project.functions)), MEDIUM).drawing.charts[0][1]


def framed(source: bytes, language: str) -> str:
    """What stands in the only frame, without layout."""
    text = html.unescape(drawn(source, language).replace("#38;", "&"))
    (inside,) = re.findall(r"  subgraph (.*?)\n  end", text, re.DOTALL)
    return re.sub(r"\s+", "", inside)


@pytest.mark.parametrize(("source", "language"), [(ROWS_C, "c"), (ROWS_PYTHON, "python")])
def test_a_frame_holds_two_questions_in_a_row_that_ask_the_same_of_two_names(source: bytes, language: str) -> None:
    told = framed(source, language)
    assert "row.key=quoted(row.key)" in told
    assert "row.about=quoted(row.about)" in told
    assert "write_row" not in told


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"Quote what cannot be printed", b"Quote the key"),  # it names one of them
        (b"is_printable(row.about)", b"is_wide(row.about)"),
        (b"quoted(row.about)", b"cut(row.about)"),
        (b"if not is_printable(row.about)", b"if is_printable(row.about)"),
    ],
)
def test_a_frame_holds_no_second_question_that_is_another(old: bytes, new: bytes) -> None:
    assert "about" not in framed(ROWS_PYTHON.replace(old, new), "python")


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
