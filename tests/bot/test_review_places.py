"""Where the same is done now, in a comment of a review."""

from __future__ import annotations

from corpus.driver import Source
from corpus.notation import project
from flowscout.tasks.review.document import markdown
from flowscout.tasks.review.review import review


def test_what_several_functions_do_now_is_told_with_what_each_asks() -> None:
    sides = [
        f"void setup(struct w *w) {{\n    begin(w);\n{more}}}\n"
        f"int notify(struct w *w, int p) {{\n    if (p == 1) {{\n        two(w);\n{more}        return 1;\n    }}\n"
        f"    if (p == 2) {{\n        three(w);\n{more}        return 1;\n    }}\n    return 0;\n}}\n"
        for more in ("", "    if (w->fb)\n        signal(w->fb);\n")
    ]
    before, after = [project((Source("a.c", "c", side.encode()),)) for side in sides]
    text = markdown(review(before, after, ("before", "after")))

    assert "when `w->fb`: in `setup`, when `p == 1` in `notify` and when `p == 2` in `notify`." in text
