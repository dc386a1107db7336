"""A page is put together where what it is made of differs, and nowhere else."""

from __future__ import annotations

import pytest

from corpus.work import Workplace
from flowscout.tasks.drawing import Chart
from flowscout.tasks.view import drawn

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


def test_a_region_at_another_level_is_drawn_again_where_its_function_may_differ(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    here, levels, chart = place(), [], drawn.chart

    def watched(project: object, id_: str, level: str, *rest: str) -> Chart:
        levels.append((id_, level))
        return chart(project, id_, level, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(drawn, "chart", watched)
    here.documents["README.md"] = b"<!-- flowscout: load detail=high -->\n<!-- /flowscout -->\n"
    assert "wrote       README.md" in here.run()
    assert levels == [("a.py::load", "high")]
    here.sources["b.py"] = source("read", "    print(path)\n")
    assert here.run()
    assert levels[1:] == [("b.py::read", "medium")]
    here.sources["a.py"] = source("load", "    path.touch()\n")
    assert "README.md" in here.run()
    assert levels[2:] == [("a.py::load", "medium"), ("a.py::load", "high")]
