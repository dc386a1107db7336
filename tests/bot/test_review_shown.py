"""What a comment draws, and what it names of files that are not read."""

from __future__ import annotations

import pytest

from bot.test_review_document import told
from flowscout.entrypoints.reviewing import _unread
from flowscout.model.product import is_aside
from flowscout.tasks.review.words import first_ways

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


def test_a_new_class_is_told_once_and_drawn_without_its_words() -> None:
    body = "    def load(self, rows):\n        for row in rows:\n            if row:\n                self.put(row)\n            else:\n                self.drop(row)\n        return rows\n"
    comment = told({"a.py": "x = 1\n"}, {"a.py": f"x = 1\n\n\nclass Box:\n{body}"})

    assert "```mermaid" in comment
    assert comment.count("Calls `self.put") == 1


def test_of_a_new_file_of_tests_its_functions_alone_are_named() -> None:
    comment = told({"a.py": "x = 1\n"}, {"a.py": "x = 2\n", "tests/test_a.py": "def test_a():\n    assert 1\n"})

    assert "Is a new file" not in comment
    assert "- `test_a` (new, tests/test\\_a.py)" in comment


def test_of_many_ways_there_is_room_for_some() -> None:
    ways = [f"from {'a' * 150} → f{at}" for at in range(4)]

    assert first_ways(ways, 3) == [*ways[:2], "by other ways too"]
    assert first_ways(ways[:2], 3) == ways[:2]
    assert first_ways(["from a → b", "from c → b"], 1) == ["from a → b", "from c → b"]
    assert first_ways([*ways, "perhaps from c → b"], 3)[2:] == [
        "by other ways too",
        "perhaps by other ways",
    ]
