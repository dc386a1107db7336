"""A document fits its surface by whole sections, and nothing of untrusted text is active in it."""

from __future__ import annotations

from markdown_it import MarkdownIt

from flowscout.model.publication import Document, Section
from flowscout.tasks.document import fitted, size
from flowscout.tasks.markdown import code, escape, fence, inert


def document(*sections: Section) -> Document:
    return Document("review", "Flow review", "**2 functions change flow.**", sections)


def test_the_least_telling_sections_are_left_out_first_and_that_is_said() -> None:
    text, whole = fitted(
        document(Section("first"), *(Section(f"part {n} " + "x" * 600, n, f"short {n}") for n in (1, 2, 3))), 1_700
    )

    assert not whole
    assert "part 1" in text
    assert "part 2" in text
    assert "short 3" in text
    assert "1 section is left out here" in text


def test_sizes_are_those_github_counts() -> None:
    text, _ = fitted(document(*(Section("😀" * 100, n) for n in range(1, 50))), 3_000)

    assert size(text) <= 3_000
    assert size("😀") == 2


def test_a_section_that_must_stand_is_cut_with_its_blocks_closed() -> None:
    text, whole = fitted(document(Section("<details><summary>x</summary>\n\n" + fence("y\n" * 4_000, "text"))), 2_000)

    assert not whole
    assert size(text) <= 2_000
    assert text.count("</details>") == 1
    assert [token.type for token in MarkdownIt().parse(text)].count("fence") == 1


def test_nothing_from_code_mentions_refers_or_links() -> None:
    hostile = "@octocat @org/team #12 owner/repo#3 GH-4 https://github.com/o/r/issues/5 www.example.com mailto:a@b.c ![x](http://y/z.png) <img src=x> a@b"

    shown = inert(escape(hostile))
    html = MarkdownIt("gfm-like").render(shown)

    for active in ("@octocat", "@org", "#12", "#3", "GH-4", "<a ", "<img"):
        assert active not in html
    assert "octocat" in html


def test_code_and_charts_stay_as_they_are() -> None:
    text = f"{code('@app.route #1')} and\n\n{fence('A@{shape: rect} #35;1', 'mermaid')}\n\n[3–4](https://github.com/o/r/blob/abc/x.py#L3)"

    assert inert(text) == text


def test_secrets_leave_no_trace() -> None:
    text, _ = fitted(
        document(Section("token ghp_0123456789abcdefghij0123456789abcdef"), Section("hunter2hunter2")),
        5_000,
        secrets=["hunter2hunter2"],
    )

    assert "ghp_0123" not in text
    assert "hunter2" not in text
