"""Markers in somebody's Markdown: found, filled, and nothing else touched."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flowscout.tasks.regions import Region, RegionBody, fill, parse
from flowscout.tasks.stamp import end_line

START = "<!-- flowscout: src/a.cc::f detail=high -->"
END = "<!-- /flowscout -->"
BODY = "\nchart\n\n"


def drawn(region: Region) -> RegionBody:
    return RegionBody(region.name, BODY)


def once(text: str) -> str:
    regions, problems = parse(text)
    assert problems == []
    return fill(text, regions, drawn)


def test_a_region_is_filled_and_stays_filled() -> None:
    text = f"# Mine\n\n{START}\n{END}\n\nafter\n"
    filled = once(text)
    assert filled == f"# Mine\n\n{START}\n{BODY}{end_line(BODY)}\n\nafter\n"
    assert once(filled) == filled
    assert not parse(filled)[0][0].edited


def test_the_line_ends_of_the_file_are_kept() -> None:
    filled = once(f"one\r\n{START}\r\n{END}\r\ntwo")
    assert filled.count("\r\n") == filled.count("\n")
    assert filled.endswith("\r\ntwo")
    assert once(filled) == filled


def test_lines_of_other_ends_outside_are_not_touched() -> None:
    text = f"one\r\ntwo\n{START}\r\n{END}\r\nthree\n"
    filled = once(text)
    assert filled.startswith("one\r\ntwo\n")
    assert filled.endswith("\r\nthree\n")


def test_an_indented_marker_keeps_its_indentation() -> None:
    filled = once(f"- item\n  {START}\n  {END}\n")
    assert "\n  chart\n" in filled
    assert once(filled) == filled
    assert not parse(filled)[0][0].edited


def test_a_hand_edit_shows() -> None:
    filled = once(f"{START}\n{END}\n")
    assert parse(filled.replace("chart", "charm"))[0][0].edited
    assert parse(f"{START}\nnot ours\n{END}\n")[0][0].edited
    assert not parse(f"{START}\n\n{END}\n")[0][0].edited


def test_names_hold_blanks_and_options_stand_at_the_end() -> None:
    (region,), _ = parse(
        f"<!-- flowscout: db/db.cc::DB::Get(const Slice &, int) style=compact detail=deep -->\n{END}\n"
    )
    assert region.name == "db/db.cc::DB::Get(const Slice &, int)"
    assert region.options == {"style": "compact", "detail": "deep"}
    (region,), _ = parse(f"<!--flowscout: a.cc::operator== -->\n{END}\n")
    assert region.name == "a.cc::operator=="


@pytest.mark.parametrize("fence", ["```", "~~~", "````md", "> ```", "  ```"])
def test_a_marker_in_a_fenced_block_is_an_example(fence: str) -> None:
    close = fence.removesuffix("md")
    text = f"{fence}\n{START}\n{close}\n\n{START}\n{END}\n"
    regions, problems = parse(text)
    assert (len(regions), problems) == (1, [])


def test_an_indented_code_block_is_an_example() -> None:
    assert parse(f"text\n\n    {START}\n") == ([], [])


@pytest.mark.parametrize(("text", "line", "why"), [
    (f"{START}\nno end\n", 1, "no `<!-- /flowscout -->` follows"),
    (f"{START}\n{START}\n{END}\n", 1, "no `<!-- /flowscout -->` follows"),
    (f"text\n{END}\n", 2, "without a beginning"),
    (f"<!-- flowscout: f depth=3 -->\n{END}\n", 1, "unknown option `depth`"),
    (f"<!-- flowscout: f detail=all -->\n{END}\n", 1, "one of high, medium, deep"),
    (f"<!-- flowscout: detail=high -->\n{END}\n", 1, "names no function"),
    (f"<<<<<<< HEAD\n{START}\n=======\n{END}\n>>>>>>> x\n", 2, "inside a merge conflict"),
])  # fmt: skip
def test_a_malformed_marker_is_told_with_its_line(text: str, line: int, why: str) -> None:
    _, problems = parse(text)
    assert problems[0].line == line
    assert why in problems[0].why


def conflict(ours: str, theirs: str) -> str:
    return f"<<<<<<< HEAD\n{ours}=======\n{theirs}>>>>>>> other\n"


@pytest.mark.parametrize("inside", [
    conflict("one\n", "two\n") + end_line("one\n") + "\n",
    conflict(f"one\n{end_line('1')}\n", f"two\n{end_line('2')}\n"),
    conflict("one\n||||||| base\nzero\n", "two\n") + f"{END}\n",
])  # fmt: skip
def test_a_conflict_inside_a_region_is_drawn_over(inside: str) -> None:
    text = f"before\n{START}\n{inside}after\n"
    assert once(text) == f"before\n{START}\n{BODY}{end_line(BODY)}\nafter\n"


def test_a_conflict_that_holds_your_text_is_left_to_you() -> None:
    text = f"{START}\n" + conflict(f"one\n{END}\nmy paragraph\n", f"two\n{END}\nanother\n")
    regions, problems = parse(text)
    assert regions == []
    assert "text of yours" in problems[0].why


def test_a_renamed_function_renames_its_marker_only() -> None:
    text = f"<!-- flowscout: flowscout -->\n{END}\nflowscout\n"
    regions, _ = parse(text)
    assert fill(text, regions, lambda region: RegionBody("walk", BODY)).startswith("<!-- flowscout: walk -->\n")


LINES = st.sampled_from([
    START, END, end_line(BODY), "text", "", "```", "~~~", "<<<<<<< a", "=======", ">>>>>>> b", "    code", "  " + START, "- x", "chart", "\t",
])  # fmt: skip


@given(st.lists(LINES, max_size=14), st.sampled_from(["\n", "\r\n"]), st.booleans())
def test_outside_of_regions_every_byte_stays(lines: list[str], newline: str, ends: bool) -> None:
    text = newline.join(lines) + (newline if ends else "")
    regions, problems = parse(text)
    if problems:
        return
    filled = fill(text, regions, drawn)
    rows, done = text.split("\n"), 0
    at = 0
    for region in regions:
        outside = "\n".join(rows[done : region.start + 1])
        found = filled.find(outside, at)
        assert found == at
        at = filled.index("<!-- /flowscout rules", found + len(outside))
        at = filled.find("\n", at) + 1 or len(filled)
        done = region.end
    assert filled[at:] == "\n".join(rows[done:])
    assert fill(filled, parse(filled)[0], drawn) == filled
