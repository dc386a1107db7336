"""A defect of ours costs the unit that meets it its result, is told, and costs nothing else: in every verb.

No defect is known, so one is put in: reading the actions of any function whose text says `trip` fails, as `_("m");` once did.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from flowscout import border
from flowscout.__main__ import main
from flowscout.model.sfm import LEVELS, problems
from flowscout.model.undrawn import WHY, undrawn
from flowscout.stages.detail import detail
from mermaid import harness
from shell.repositories import Repo

SOURCE = """
def sound(cart):
    if not cart:
        raise ValueError("empty")
    return broken(cart)


def broken(cart):
    trip(cart)
    return 1
"""
SECRET = "ghp_" + "Zq3x" * 9


@pytest.fixture
def repo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, borders: None) -> Repo:
    made = Repo(tmp_path / "repo")
    made.commit(
        {"shop.py": SOURCE, "flowscout.toml": 'charts = ["*"]\n', "other.py": "def other(x):\n    return x + 1\n"}
    )
    monkeypatch.chdir(made.path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("FLOWSCOUT_JOBS", "1")
    return made


@pytest.fixture
def tripping(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Puts the defect in; what is called takes it out again."""
    import flowscout.stages.actions as room

    sound = room.actions

    def actions(bound: Any, *rest: Any) -> Any:
        if b"trip(" in bound.text:
            raise IndexError(f"tuple index out of range, {SECRET}")
        return sound(bound, *rest)

    monkeypatch.setattr(room, "actions", actions)
    return lambda: monkeypatch.setattr(room, "actions", sound)


def ran(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    capsys.readouterr()
    code = main(list(arguments))
    shown = capsys.readouterr()
    return code, shown.out, shown.err


VERBS = (
    ("flowchart", "shop.py::sound", "shop.py::broken"),
    ("flowchart", "broken", "--detail", "high", "--format", "json"),
    ("export", "cfg"),
    ("export", "actions"),
    ("export", "summaries"),
    ("export", "sfm"),
    ("ask", "what does `broken` do?"),
    ("explain", "shop.py:8", "--stage", "summary"),
    ("explain", "shop.py:8", "--stage", "sfm"),
    ("refresh",),
    ("verify",),
    ("hook", "--root", "."),
)


@pytest.mark.parametrize("verb", VERBS, ids=" ".join)
def test_a_verb_tells_of_the_defect_and_does_the_rest(
    verb: tuple[str, ...], repo: Repo, tripping: Callable[[], None], capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, said = ran(capsys, *verb)
    assert code == (1 if verb[0] == "hook" else 0), said  # the hook wrote pages
    assert "shop.py::broken" in said
    assert "IndexError: tuple index out of range" in said
    assert SECRET not in said
    assert "shop.py::sound\n" not in said


def test_the_other_functions_of_the_file_are_drawn(
    repo: Repo, tripping: Callable[[], None], capsys: pytest.CaptureFixture[str]
) -> None:
    _, out, _ = ran(capsys, "flowchart", "shop.py::sound", "shop.py::broken", "--format", "text")
    assert "Raise ValueError: empty" in out
    assert out.count(WHY) == 1


def test_only_strict_makes_it_a_failure(
    repo: Repo, tripping: Callable[[], None], capsys: pytest.CaptureFixture[str]
) -> None:
    assert ran(capsys, "flowchart", "broken", "--strict")[0] == 1
    assert ran(capsys, "flowchart", "sound", "--strict")[0] == 0


def test_pages_say_it_without_what_went_wrong_and_a_mended_flowscout_draws_them(
    repo: Repo, tripping: Callable[[], None], capsys: pytest.CaptureFixture[str]
) -> None:
    """What failed is remembered by nobody: not as good, and not for the next version."""
    ran(capsys, "refresh")
    page = repo.text("docs/flowcharts/shop.py.md")
    assert page.count("Could not be drawn") == 2  # drawing and outline
    assert "IndexError" not in page
    assert WHY not in repo.text("docs/flowcharts/other.py.md")
    repo.git("add", "-A")
    assert ran(capsys, "refresh", "--check")[0] == 0
    assert ran(capsys, "verify")[0] == 0
    tripping()
    repo.write({"other.py": "def other(x):\n    return x + 2\n"})
    assert "defect" not in ran(capsys, "refresh")[2]
    assert WHY not in repo.text("docs/flowcharts/shop.py.md")


def test_who_calls_it_is_drawn_without_it_and_drawn_anew_too(
    repo: Repo, tripping: Callable[[], None], capsys: pytest.CaptureFixture[str]
) -> None:
    repo.write(
        {
            "flowscout.toml": 'charts = ["*"]\ndetail = "deep"\n',
            "shop.py": SOURCE.replace("    trip(cart)\n", "    trip(cart)\n    os.remove(cart)\n"),
        }
    )
    repo.git("add", "-A")
    ran(capsys, "refresh")
    repo.git("add", "-A")
    assert ran(capsys, "verify")[0] == 0
    tripping()
    repo.write({"other.py": "def other(x):\n    return x + 2\n"})
    ran(capsys, "refresh")
    assert "defect" not in repo.text("docs/flowcharts/shop.py.md")


def test_a_review_says_how_many_functions_it_could_not_compare(
    repo: Repo, tripping: Callable[[], None], capsys: pytest.CaptureFixture[str]
) -> None:
    repo.commit({"shop.py": SOURCE.replace("return 1", "return 2").replace('"empty"', '"none"')})
    code, out, said = ran(capsys, "review", "HEAD~1")
    assert code == 0
    assert "1 function could not be compared: a defect of flowscout" in out
    assert "sound" in out
    assert "shop.py::broken" in said


def test_a_file_whose_calls_cannot_be_resolved_keeps_its_functions(
    repo: Repo, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import flowscout.resolvers.python as room

    sound = room.resolve_file

    def resolve_file(scope: Any, lookup: Any) -> Any:
        if scope.path == "shop.py":
            raise RecursionError("maximum recursion depth exceeded")
        return sound(scope, lookup)

    monkeypatch.setattr(room, "resolve_file", resolve_file)
    code, _, said = ran(capsys, "refresh")
    assert (code, "shop.py" in said, "RecursionError" in said) == (0, True, True)
    assert "Call `broken`" not in repo.text("docs/flowcharts/shop.py.md")
    assert ran(capsys, "verify")[0] == 0
    monkeypatch.setattr(room, "resolve_file", sound)
    repo.write({"other.py": "def other(x):\n    return x + 2\n"})
    assert "defect" not in ran(capsys, "refresh")[2]
    assert ran(capsys, "verify", "--worktree")[0] == 0


def test_a_file_that_cannot_be_read_costs_the_others_nothing(
    repo: Repo, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import flowscout.frontends.treesitter as room

    sound = room.parse

    def parse(data: bytes, language: str, *rest: Any, **more: Any) -> Any:
        if b"trip" in data:
            raise AssertionError("no such node")
        return sound(data, language, *rest, **more)

    monkeypatch.setattr(room, "parse", parse)
    assert ran(capsys, "refresh")[0] == 0
    assert not os.path.exists("docs/flowcharts/shop.py.md")
    assert "x + 1" in repo.text("docs/flowcharts/other.py.md")
    assert ran(capsys, "verify")[0] == 0
    monkeypatch.setattr(room, "parse", sound)
    repo.write({"other.py": "def other(x):\n    return x + 2\n"})
    ran(capsys, "refresh")
    assert "## `sound`" in repo.text("docs/flowcharts/shop.py.md")


def test_what_stands_in_is_a_chart_like_any_other() -> None:
    model = undrawn("a.c::f(int)", "f")
    assert problems(model) == []
    from flowscout.stages.mermaid import mermaid

    texts = {level: mermaid(detail(model, level), "default") for level in LEVELS}
    assert all("Could not be drawn" in text for text in texts.values())
    assert all(verdict.ok for verdict in harness.validate(texts).values())


def test_what_the_outside_does_flies_past_a_border(borders: None) -> None:
    for error in (OSError(28, "no space"), MemoryError(), KeyboardInterrupt()):
        with pytest.raises(type(error)):
            border.within("a unit", lambda error=error: (_ for _ in ()).throw(error), lambda: None)  # type: ignore[misc]
    assert border.met() == {}


def test_a_worker_that_meets_a_defect_gives_no_answer_and_keeps_quiet(borders: None) -> None:
    def work() -> bytes:
        return border.within("a unit", lambda: json.loads("{"), lambda: b"something")

    assert border.alone(work, b"") == b""
    assert border.met() == {}
    assert border.alone(lambda: b"sound", b"") == b"sound"
