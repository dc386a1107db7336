"""A page is put together where what it is made of differs, and nowhere else."""

from __future__ import annotations

from corpus.work import Workplace

PAGE, OTHER, INDEX = "docs/flowcharts/a.py.md", "docs/flowcharts/b.py.md", "docs/flowcharts/README.md"


def source(word: str, more: str = "") -> bytes:
    return f"def {word}(path):\n    if path is None:\n        raise ValueError(path)\n{more}    return open(path)\n".encode()


def place() -> Workplace:
    made = Workplace()
    made.sources = {"a.py": source("load"), "b.py": source("read")}
    made.run()
    return made


def test_only_the_page_of_an_edited_function_is_put_together() -> None:
    here = place()
    assert here.run()
    assert here.put_together == set()
    here.sources["a.py"] = source("load", "    print(path)\n")
    assert here.run()
    assert here.put_together == {PAGE}
    assert b"print" in here.documents[PAGE].lower()
    here.sources["a.py"] = source("load")
    assert here.run()
    assert here.put_together <= {PAGE}
    assert here.documents == place().documents


def test_a_name_on_the_index_is_something_the_index_is_made_of() -> None:
    here = place()
    here.sources["b.py"] = source("fetch")
    assert here.run()
    assert here.put_together == {OTHER, INDEX}


def test_a_page_that_somebody_edited_is_seen_and_one_with_other_line_ends_is_the_same() -> None:
    here = place()
    here.documents[OTHER] = here.documents[OTHER].replace(b"\n", b"\r\n")
    here.documents[PAGE] += b"mine\n"
    assert f"left alone  {PAGE}" in here.run()
    assert here.documents[OTHER].count(b"\r\n") > 5


def test_a_page_that_is_gone_is_written_again() -> None:
    here = place()
    before = here.documents.pop(PAGE)
    assert here.run()
    assert here.put_together == {PAGE}
    assert here.documents[PAGE] == before
