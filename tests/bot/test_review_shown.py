"""What a comment draws, and what it names of files that are not read."""

from __future__ import annotations

import pytest

from bot.test_review_document import told
from flowscout.entrypoints.reviewing import _unread
from flowscout.model.product import is_aside

FULL = "x" * 900


@pytest.mark.parametrize(("text", "uses", "drawn"), [(FULL, 80, False), ("", 8, True)])
def test_where_not_all_macros_are_written_out_nothing_is_drawn_that_nobody_touched(
    text: str, uses: int, drawn: bool
) -> None:
    macro = f'#define PUT(a) if (a) {{ log_it("{text}"); return -1; }}\n'
    used = "".join(f"  PUT(a{at}); go(a{at});\n" for at in range(uses))
    before = f"{macro}int f(void) {{\n  if (ready() == 3) {{ PUT(b); begin(); }}\n{used}  return 0;\n}}\n"
    comment = told({"a.c": before}, {"a.c": before.replace("PUT(b); begin();", "begin();")})

    assert "PUT(b)" in comment.partition("<details>")[0]
    assert ("```mermaid" in comment) == drawn


def test_of_many_files_that_are_not_read_a_name_that_says_no_kind_is_a_path() -> None:
    assert _unread(["a.md", "b.md", "include/syntax/go", "x/Makefile", "y/Makefile"]) == {
        ".md": 2,
        "include/syntax/go": 1,
        "Makefile": 2,
    }
    assert _unread([".gitignore", ".github/CODEOWNERS"]) == {"./.gitignore": 1, ".github/CODEOWNERS": 1}


def test_an_example_stands_beside_the_product_by_a_word_of_its_folder() -> None:
    assert is_aside("minimal-examples-lowlevel/http/main.c")
    assert not is_aside("src/sample_rate/convert.c")
